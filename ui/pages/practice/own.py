"""My play, a part of the Practice page: discs lost in all reviewed games, and which moves to practise."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.board import PASS, Color
from game.evaluation import Kind
from game.records.record import date_text
from play.my_play import Fault, MyPlay
from play.people import share_of_player
from play.practice.exercise import Mistake
from play.practice.progress import Section
from play.practice.trainer import Trainer
from play.record_players import own_names
from play.repertoire import line_key
from play.review import GamePhase, ReviewTally
from play.review_table import Summary
from play.settings import Coordinates
from ui.actions import Actions
from ui.assets import read_openings
from ui.board.board_view import BoardScene, BoardView
from ui.boxes import area, column, grow, row, solve
from ui.buttons import segments
from ui.input import with_key_names
from ui.layout import BETWEEN, Frame
from ui.list_view import ColumnLook
from ui.pages.board_page import BoardPageView, PageState
from ui.pages.practice.view import SECTION_BUTTONS, ListCardPanel, ListModel, PracticeLayout
from ui.panels import tips
from ui.panels.moves import MARK_COLOURS
from ui.text import N_, _, current_language, format_number, ngettext
from ui.text.people import format_share_of_people
from ui.text.wording import (
    capitalised,
    describe_loss,
    format_line,
    format_move,
    format_name,
    format_opening,
    format_share,
    format_source,
)
from ui.theme import Theme
from ui.window import Window

# Headings are translated when shown.
FIGURES: Final = (
    ColumnLook("", 60, 1.0),
    ColumnLook(N_("Games"), 50, is_number=True),
    ColumnLook(N_("Lost discs"), 74, is_number=True),
    ColumnLook(N_("Accuracy"), 68, is_number=True, colour="quiet"),
)
FAULTS: Final = (
    ColumnLook(N_("Move"), 82),
    ColumnLook(N_("Against"), 60, 1.0, colour="quiet"),
    ColumnLook(N_("Cost"), 48, is_number=True),
    ColumnLook(N_("Times"), 48, is_number=True, colour="quiet"),
    ColumnLook("", 24, is_number=True),
)
ADD: Final = "+"
# Moves that left the repertoire, shown at most.
MOST_LEFT: Final = 9


class MyPlayCommands:
    def __init__(self, window: Window, trainer: Trainer) -> None:
        session = window.session
        self.window, self.trainer = window, trainer
        repertoire = trainer.practice.progress.repertoire
        self.play = MyPlay(session.store.library, read_openings, session.book, repertoire)
        self.is_open = self._has_reviews = False
        self.chosen = 0
        """The index of the chosen fault."""

    def read(self) -> None:
        self.play.read(own_names(self.window.settings.names))

    def update(self) -> None:
        """Reads the games again once the background reviews have ended."""
        had_reviews, self._has_reviews = self._has_reviews, self.window.reviews.is_running
        if self.is_open and had_reviews and not self._has_reviews:
            self.read()

    @property
    def made_from(self) -> object:
        """The sources of the state, which is made anew when they change."""
        play, changes = self.play, self.trainer.practice.changes
        return play.summary, play.left, play.problem, self.chosen, changes, current_language()

    @property
    def fault(self) -> Fault | None:
        faults = self.play.faults
        return faults[min(self.chosen, len(faults) - 1)] if faults else None

    def can_walk(self, step: int) -> bool:
        last = len(self.play.faults) - 1
        return 0 <= min(self.chosen, last) + step <= last

    def walk(self, step: int) -> None:
        self.chosen = max(0, min(len(self.play.faults) - 1, self.chosen) + step)

    def is_practised(self, fault: Fault) -> bool:
        if fault.leaves_book:
            line = line_key((*fault.line, fault.better))
            card = self.trainer.practice.schedule(Section.OPENINGS, line)
            return card is not None and card.due is not None
        known = self.trainer.practice.progress.mistakes.get(fault.board.text())
        return known is not None and (known.is_confirmed or not known.found)

    @property
    def can_practise(self) -> bool:
        return self.fault is not None and not self.is_practised(self.fault)

    def practise(self) -> None:
        fault = self.fault
        if fault is None or not self.can_practise:
            return
        if fault.leaves_book:
            self.trainer.practice.add_lines(line_key((*fault.line, fault.better)))
            said = _("Added to Openings ({practice_openings})")
        else:
            self.trainer.practice.add([Mistake(fault.board, fault.move, judged=fault.judged)])
            said = _("Added to Mistakes ({practice_mistakes})")
            if not self.is_practised(fault):
                said = _("Not added: the search found no better move there")
        self.window.toasts.answer(with_key_names(said))


# The state


@dataclass(frozen=True, slots=True)
class MyPlayState(PageState):
    figures: ListModel
    faults: ListModel


def make_my_play(own: MyPlayCommands) -> MyPlayState:
    play, fault = own.play, own.fault
    summary, count = play.summary, 0 if play.summary is None else play.summary.all.sides
    empty = play.problem or _("Reading your games …")
    if summary is not None and not play.problem:
        none = _(
            "None of your games is reviewed yet: review one, or all in Games ({games}). They are found by "
            "your names in the settings ({settings})."
        )
        empty = with_key_names(none)
    said = ngettext("{count} reviewed game", "{count} reviewed games", count, count=format_number(count))
    rows = tuple(
        (*_fault_cells(each), format_number(each.times), "" if own.is_practised(each) else ADD)
        for each in play.faults
    )
    scene, status = BoardScene(), _("My play")
    if fault is not None:
        sign, colour = ("?", "text") if fault.mark is None else (fault.mark.value, MARK_COLOURS[fault.mark])
        scene = BoardScene(
            legal=fault.board.legal_moves(), turn=fault.board.turn, cursor=fault.move,
            sign=(fault.move, sign, colour),
        )  # fmt: skip
        status = describe_fault(fault)
    figures: tuple[tuple[str, ...], ...] = ()
    if summary is not None and count:
        left = ((format_line(hole.line), format_number(hole.games)) for hole in play.left[:MOST_LEFT])
        rows_left = ((_("Left my repertoire: {line}", line=line), games, "", "") for line, games in left)
        figures = *figures_of(summary), *rows_left
    return MyPlayState(
        scene=scene,
        status=status,
        is_problem=False,
        figures=ListModel(_("My play"), said, figures, empty),
        faults=ListModel(_("What cost most"), "", rows, "–", None if fault is None else own.chosen),
    )


def figures_of(summary: Summary) -> tuple[tuple[str, ...], ...]:
    """Returns rows: all games, by colour, by year or month (latest first), by opening (most played first)."""
    years = {str(year): tally for year, tally in summary.years.items()}
    times = summary.months if len(years) == 1 else years
    named = {opening.moves: format_opening(opening) for opening in read_openings().all}
    phases = _("opening"), _("middle game"), _("endgame")
    openings = sorted(summary.openings.items(), key=lambda item: (-item[1].sides, item[0]))

    def with_phases(name: str, tally: ReviewTally) -> Iterator[tuple[str, ...]]:
        yield _figures(_with_comparison(name, tally), tally)
        for phase_name, (phase, lost) in zip(phases, tally.lost.items(), strict=True):
            each = format_number(lost / tally.sides, ".1f")
            yield _with_comparison(capitalised(phase_name), tally, phase), "", each, ""

    return (
        *with_phases(_("All games"), summary.all),
        *(_figures(color.label, summary.colors[color]) for color in Color if color in summary.colors),
        *(row for time in sorted(times, reverse=True) for row in with_phases(time, times[time])),
        *(_figures(named.get(moves) or _("No named opening"), tally) for moves, tally in openings),
    )


def _with_comparison(name: str, tally: ReviewTally, phase: GamePhase | None = None) -> str:
    """Adds a comparison to a name: 'Opening · about like the best third'."""
    return " · ".join(filter(None, (name, format_share_of_people(share_of_player(tally, phase)))))


def _figures(name: str, tally: ReviewTally) -> tuple[str, ...]:
    lost = format_number(tally.lost_in_all / tally.sides, ".1f")
    return name, format_number(tally.sides), lost, format_share(tally.accuracy)


def _fault_cells(fault: Fault) -> tuple[str, str, str]:
    """Returns '37. g4 ??' or '13. c5 ? book', the opponent's name, and the discs lost."""
    number = 1 + sum(move != PASS for move in fault.line)
    move = _("{number}. {move}", number=number, move=format_move(fault.move))
    mark = "" if fault.mark is None else fault.mark.value
    return (
        " ".join(filter(None, (move, mark, format_source(Kind.BOOK) if fault.leaves_book else ""))),
        format_name((fault.game.white, fault.game.black)[fault.board.turn]),
        format_number(fault.lost, ".1f"),
    )


def describe_fault(fault: Fault) -> str:
    """Describes a fault and its game: 'Ann – You, 2026-09-10: g4 loses 14.8 discs'."""
    game, move = fault.game, format_move(fault.move)
    said = _("{move} leaves the book, which has {better}", move=move, better=format_move(fault.better))
    said = said if fault.leaves_book and not fault.is_in_book else describe_loss(move, fault.lost)
    return f"{format_name(game.black)} – {format_name(game.white)}, {date_text(game.date)[:10]}: {said}"


# The view


class MyPlayView(BoardPageView):
    def __init__(self, theme: Theme, frame: Frame, coordinates: Coordinates, actions: Actions) -> None:
        """Keeps the board and the sections in place; puts the lists side by side if the page has columns."""
        self.layout = layout = PracticeLayout.of_section(frame, theme)
        room = layout.question.unionall([layout.lines, layout.below])
        beside = row if layout.below.left > layout.question.left else column
        areas = solve(beside(grow(area("figures")), grow(area("faults")), gap=BETWEEN), theme, room).areas
        self.figures = ListCardPanel(theme, areas["figures"], FIGURES, tips.OWN_FIGURES)
        self.faults = ListCardPanel(theme, areas["faults"], FAULTS, tips.OWN_FAULTS)
        self.button_rows = (segments(theme, layout.sections, [actions[name] for name in SECTION_BUTTONS]),)
        self.show_panels(BoardView(theme, layout, coordinates), ("figures", "faults"))

    def click(self, own: MyPlayCommands, position: tuple[int, int]) -> None:
        """Chooses a move; a click on its + also adds it for practice."""
        if (line := self.faults.line_at(position)) is not None:
            own.chosen = line
            if self.faults.is_sign_at(position):
                own.practise()

    def scroll(self, position: tuple[int, int], lines: int) -> None:
        panel = self.figures if self.figures.rect.collidepoint(position) else self.faults
        panel.scroll(lines)
