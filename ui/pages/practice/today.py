"""Today, the first part of the Practice page: what is due, the next lesson, ten lessons, four sections."""

from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Final

from pygame import Rect, Surface

from game.board import Board
from play.practice.lesson import STEPS, Idea
from play.practice.progress import LessonResults, Section, first_step_left
from play.practice.trainer import Trainer
from play.settings import Coordinates
from ui import paint
from ui.actions import Actions
from ui.board.board_view import Animator, BoardScene, BoardView
from ui.boxes import Box, area, button, column, grow, picture, row, solve, text
from ui.buttons import segments
from ui.layout import GAP, SMALL_GAP, BoardPlace, Frame
from ui.pages.board_page import BoardPageView, PageState
from ui.pages.practice.commands import PracticeCommands
from ui.pages.practice.ideas import WORDS
from ui.pages.practice.state import format_day
from ui.pages.practice.view import COLOURS, OPEN, SECTION_BUTTONS, SECTIONS
from ui.panels import tips
from ui.panels.panel import BoxPanel
from ui.text import _, format_number, ngettext
from ui.theme import LARGE, NORMAL, SMALL, TITLE, Theme

# Estimated minutes for each position that is due.
MINUTES_EACH: Final = 0.8
# Period, in days, in which the days with answers are counted.
WEEK: Final = 7


@dataclass(frozen=True, slots=True)
class OfferModel:
    """A title or a figure, its meaning, and the action of the button that starts it ('' for none)."""

    heading: str
    title: str
    sentence: str = ""
    note: str = ""
    button: str = ""
    is_primary: bool = False
    board: Board | None = None


@dataclass(frozen=True, slots=True)
class LessonsModel:
    """The results of the steps of each lesson, and the next lesson."""

    results: tuple[LessonResults, ...]
    next: Idea | None


@dataclass(frozen=True, slots=True)
class TodayState(PageState):
    offers: dict[str, OfferModel]
    lessons: LessonsModel


def make_today(commands: PracticeCommands) -> TodayState:
    trainer, practice = commands.trainer, commands.trainer.practice
    due = trainer.due_by_section
    count = sum(due.values())
    offers = {"due": _due(due, trainer), "next": _next(trainer, is_primary=not count)}
    offers |= {section.value: _section(trainer, section, due[section]) for section in Section}
    return TodayState(
        scene=BoardScene(),
        status=commands.lesson_problem or _describe_due(count),
        is_problem=bool(commands.lesson_problem),
        offers=offers | {"own": _own(commands)},
        lessons=LessonsModel(tuple(map(practice.results, Idea)), practice.next_lesson()),
    )


def _describe_due(count: int) -> str:
    if not count:
        return _("Nothing to repeat today")
    return ngettext(
        "{count} position to repeat today", "{count} positions to repeat today", count, count=count
    )


def _due(due: dict[Section, int], trainer: Trainer) -> OfferModel:
    count, practice, coming = sum(due.values()), trainer.practice, trainer.next_due_date(*Section)
    days = sum(
        any(each.answers for each in tallies)
        for tallies in zip(*(practice.tallies(section, WEEK) for section in Section), strict=True)
    )
    note = _("Practised on {days} of the last {week} days", days=days, week=WEEK) if days else ""
    if not count:
        said = _("What you miss comes back here.")
        if coming is not None:
            said = _("The next one comes back {day}.", day=format_day(coming, practice.today()))
        return OfferModel(_("To repeat"), _("Nothing today"), said, note)
    mistakes, endgames, openings = due.values()
    parts = (
        ngettext("{count} mistake", "{count} mistakes", mistakes, count=mistakes) if mistakes else "",
        ngettext("{count} endgame", "{count} endgames", endgames, count=endgames) if endgames else "",
        ngettext("{count} opening", "{count} openings", openings, count=openings) if openings else "",
    )
    minutes = max(1, round(MINUTES_EACH * count))
    time = ngettext("About {count} minute.", "About {count} minutes.", minutes, count=minutes)
    title = ngettext("{count} position", "{count} positions", count, count=count)
    sentence = _("{what}. {time}", what=", ".join(filter(None, parts)), time=time)
    return OfferModel(_("To repeat"), title, sentence, note, "today_start", is_primary=True)


def _next(trainer: Trainer, *, is_primary: bool) -> OfferModel:
    """Returns the offer of the next lesson, or of endgames after the last one."""
    idea = trainer.practice.next_lesson()
    if idea is None or idea not in trainer.lessons:
        title = _("Endgames of grade {grade}", grade=trainer.grade)
        return OfferModel(
            _("Next"), title, _("One move wins. Find it."), "", "today_endgames", is_primary=is_primary
        )
    step = first_step_left(trainer.practice.results(idea)) or 0
    words, board = WORDS[idea], trainer.lessons[idea][step].board
    note = _("Step {number} of {count}", number=step + 1, count=STEPS)
    title = f"{idea.number}  {_(words.title)}"
    return OfferModel(_("Next lesson"), title, _(words.idea), note, "today_lesson", is_primary, board)


def _section(trainer: Trainer, section: Section, due: int) -> OfferModel:
    keys, button_of = trainer.keys_of(section), f"today_{section.value}"
    known, count = trainer.practice.known(section, keys), format_number(len(keys))
    if section is Section.MISTAKES:
        note = _("due today · {all} in all", all=count)
        return OfferModel(
            _("Mistakes"), format_number(due), _("Your own, until you know better."), note, button_of
        )
    if section is Section.ENDGAMES:
        note = _("due today · {known} of {all} known", known=format_number(known), all=count)
        return OfferModel(_("Endgames"), format_number(due), _("One move wins. Find it."), note, button_of)
    note = _("of {all} lines known", all=count)
    return OfferModel(_("Openings"), format_number(known), _("Play lines from memory."), note, button_of)


def _own(commands: PracticeCommands) -> OfferModel:
    summary = commands.own.play.summary
    sentence, figure, note = _("What cost you most."), "–", _("no reviewed game yet")
    if summary is not None and summary.all.moves:
        tally = summary.all
        figure = format_number(tally.lost_in_all / tally.moves, ".1f")
        games = ngettext("{count} game", "{count} games", tally.sides, count=format_number(tally.sides))
        note = _("discs lost a move · {games}", games=games)
    return OfferModel(_("My play"), figure, sentence, note, "today_play")


# The view

# Heights at a scale of 1: in the usual window, and at least.
TOP, LEAST_TOP = 164, 84
LESSONS, LEAST_LESSONS = 258, 150
BOTTOM, LEAST_BOTTOM = 210, 112
STRIP: Final = 560
BUTTON: Final = 36
# Padding around the words of a button, left and right together.
PADDING: Final = 36
MINI_BOARD: Final = 124
CIRCLE: Final = 26
HINT: Final = "hint"
"""The name of the boxes that hold the tiles' hints."""
TILES: Final = 5


class OfferPanel(BoxPanel[OfferModel]):
    padding = (20, 12)

    def __init__(self, theme: Theme, rect: Rect, actions: Actions, is_upright: bool = False) -> None:
        super().__init__(theme, rect)
        self._actions, self._is_upright = actions, is_upright

    def content(self, model: OfferModel) -> Box:
        heading = text(model.heading, NORMAL, SMALL, ink="quiet", lines=1)
        sentence = text(model.sentence, NORMAL, SMALL, ink="quiet", order=2, tip=tips.OFFER)
        note = text(model.note, SMALL, ink="quiet", order=1, tip=tips.OFFER) if model.note else None
        begin = None
        if model.button:
            style = "primary" if model.is_primary else "plain"
            begin = button(self._actions[model.button], style=style, height=BUTTON, least=28, padding=PADDING)
        if self._is_upright:
            name = text(model.heading, LARGE, NORMAL, SMALL, bold=True, lines=1, tip=tips.OFFER)
            figure = text(model.title, TITLE, LARGE, NORMAL, bold=True, lines=1, tip=tips.OFFER)
            figures = row(grow(figure), begin, gap=4)
            return column(name, figures, note, grow(), sentence, gap=6)
        title = text(model.title, TITLE, LARGE, NORMAL, bold=True, lines=2)
        words = column(heading, title, sentence, grow(), note, gap=2, tip=tips.OFFER)
        board = None
        if model.board is not None:
            board = picture(partial(self._draw_board, model.board), MINI_BOARD, MINI_BOARD, least=48, order=1)
        return row(grow(words), begin, board, gap=16)

    def _draw_board(self, board: Board, surface: Surface, place: Rect) -> None:
        side = min(place.size)
        square = Rect(0, 0, side, side)
        square.center = place.center
        view = BoardView(self.theme, BoardPlace(square), Coordinates.NONE)
        view.draw(surface, Animator(board, 0.0), BoardScene())


class LessonsPanel(BoxPanel[LessonsModel]):
    padding = (20, 12)

    def content(self, model: LessonsModel) -> Box:
        """Returns the tiles with all hints if these have room, else with none."""
        content = self._content(model, has_hints=True)
        hints = [box for box, _rect in solve(content, self.theme, self.room).places if box.name == HINT]
        return content if len(hints) == len(Idea) else self._content(model, has_hints=False)

    def _content(self, model: LessonsModel, has_hints: bool) -> Box:
        done = sum(first_step_left(results) is None for results in model.results)
        count = text(_("{done} of {count}", done=done, count=len(Idea)), NORMAL, SMALL, ink="quiet")
        head = row(grow(text(_("Ten lessons"), LARGE, NORMAL, bold=True, lines=1)), count)
        tiles = [grow(self._tile(idea, model, has_hints)) for idea in Idea]
        rows = (row(*tiles[n : n + TILES], alike=True) for n in range(0, len(tiles), TILES))
        return column(head, *map(grow, rows), gap=8, tip=tips.LESSONS)

    def _tile(self, idea: Idea, model: LessonsModel, has_hint: bool) -> Box:
        results, words = model.results[idea.number - 1], WORDS[idea]
        is_done = first_step_left(results) is None
        colours = tuple(OPEN if how is None else COLOURS[how] for how in results)
        circle = picture(partial(self._draw_circle, idea, is_done, idea is model.next), CIRCLE, CIRCLE)
        bars = self.segments_box(colours, 5, 4, order=1) if any(results) and not is_done else None
        title = text(_(words.title), NORMAL, SMALL, bold=True, lines=2)
        hint = text(_(words.hint), SMALL, ink="quiet", order=2, name=HINT) if has_hint else None
        said = column(grow(), title, hint, bars, grow(), gap=2)
        return row(circle, grow(said), gap=6, padding=(8, 4), target=idea)

    def paint(self, surface: Surface, model: LessonsModel) -> None:
        for box, rect in solve(self.content(model), self.theme, self.room).places:
            if isinstance(box.target, Idea):
                edge = "accent" if box.target is model.next else ""
                self.theme.box(surface, rect, "well", edge, 6)
        super().paint(surface, model)

    def _draw_circle(self, idea: Idea, is_done: bool, is_next: bool, surface: Surface, place: Rect) -> None:
        side = min(place.size)
        circle = Rect(0, 0, side, side)
        circle.center = place.center
        ground = paint.rgba(self.theme["best" if is_next else "raised"])
        surface.blit(paint.rounded(circle.size, side // 2, ground), circle)
        if is_done:
            paint.tick(surface, circle.inflate(-side // 3, -side // 3), self.theme["good"])
        else:
            ink = "text" if is_next else "quiet"
            self.write(surface, str(idea.number), ink, NORMAL, True, center=circle.center)


OFFERS: Final = (*(section.value for section in Section), "own")
"""The names of the cards of the sections and of My play."""


def today_areas(frame: Frame, theme: Theme) -> dict[str, Rect]:
    """Returns the places of the strip of sections and of the cards, by name."""
    content = column(
        row(area("sections", STRIP, SECTIONS), grow()),
        grow(row(grow(area("due", 0, LEAST_TOP)), grow(area("next", 0, LEAST_TOP))), TOP),
        grow(area("lessons", 0, LEAST_LESSONS), LESSONS),
        grow(row(*(grow(area(name, 0, LEAST_BOTTOM)) for name in OFFERS)), BOTTOM),
        gap=SMALL_GAP,
    )
    return solve(content, theme, frame.page.inflate(-2 * frame.px(GAP), -2 * frame.px(SMALL_GAP))).areas


def _offer(name: str, state: TodayState) -> OfferModel:
    return state.offers[name]


class TodayView(BoardPageView):
    """The view of Today, the only part without a board."""

    def __init__(self, theme: Theme, frame: Frame, actions: Actions) -> None:
        areas = today_areas(frame, theme)
        self.lessons = LessonsPanel(theme, areas["lessons"])
        self.offers = {
            name: OfferPanel(theme, areas[name], actions, is_upright=name in OFFERS)
            for name in ("due", "next", *OFFERS)
        }
        names = ("practice_today", *SECTION_BUTTONS)
        sections = segments(theme, areas["sections"], [actions[name] for name in names])
        self.button_rows = (sections, *(panel.buttons for panel in self.offers.values()))
        parts = [(panel, partial(_offer, name)) for name, panel in self.offers.items()]
        self.show_parts(None, [(self.lessons, attrgetter("lessons")), *parts])

    def draw(self, surface: Surface, animator: Animator, state: PageState) -> None:  # noqa: ARG002
        self.draw_panels(surface)
