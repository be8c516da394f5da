"""The cards of the Play page: players, coach, end of a game, welcome, and the pace of a watched game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color
from play.practice.lesson import Idea
from play.settings import WATCH_SPEEDS
from ui import paint
from ui.actions import Action
from ui.board.thoughts import disc_picture
from ui.boxes import Box, area, button, column, grow, picture, row, text
from ui.buttons import BUTTON, ICON_WIDTH
from ui.panels.panel import BoxPanel
from ui.panels.tips import CARD, PACE, PEOPLE
from ui.text import _
from ui.text.coaching import IDEA_NAMES, IDEA_WORDS
from ui.text.wording import format_watch_speed
from ui.theme import DISPLAY, LARGE, NORMAL, SMALL, TITLE, Theme

PADDING: Final = 14
GAP: Final = 8
# Narrower cards stack their buttons and have no picture.
NARROW_CARD: Final = 400
# Sizes of the coach's picture and of the button that switches the coach off.
SIGN: Final = 40
CLOSE: Final = 24
# Size of the sign before an idea.
MET: Final = 12


def _buttons(actions: Sequence[Action]) -> Iterator[Box]:
    """Yields a button for each action; the first stands out."""
    for n, action in enumerate(actions):
        yield button(action, style="plain" if n else "primary", height=BUTTON, padding=20)


@dataclass(frozen=True, slots=True)
class EndModel:
    """The end of a game: the result, its effect on the level, how well the user played, where the game turned
    and the button that shows it, and what to do next (the first button stands out).
    """

    title: str
    level: str
    standing: str
    sentences: tuple[str, ...]
    show: Action | None
    actions: tuple[Action, ...]


class EndCard(BoxPanel[EndModel]):
    padding = (20, 12)

    def edge(self, model: EndModel) -> str:  # noqa: ARG002
        return "accent"

    def content(self, model: EndModel) -> Box:
        is_narrow = self.room.width < self.theme.px(NARROW_CARD)
        title = text(model.title, DISPLAY if not is_narrow else TITLE, TITLE, LARGE, bold=True, lines=1)
        level = text(model.level, SMALL, ink="good", lines=1, order=1) if model.level else None
        words = text(model.standing, SMALL, ink="quiet", lines=2, order=3, tip=PEOPLE)
        standing = words if model.standing else None
        said = text(" ".join(model.sentences), NORMAL, SMALL, lines=3, order=2)
        show = button(model.show, height=BUTTON, padding=20) if model.show is not None else None
        first, *others = _buttons(model.actions)
        if is_narrow:
            head, rows = [title, level, standing], [first, row(*map(grow, others[:2])), *others[2:]]
        else:
            head = [row(grow(title), *others[2:]), row(level, standing)]
            rows = [row(grow(first), *others[:2])]
        return column(*head, grow(), row(grow(said), show), grow(), *rows, gap=GAP)


@dataclass(frozen=True, slots=True)
class CoachModel:
    """Two short sentences, and buttons or the ideas of the first games, each met or not yet."""

    title: str
    words: str = ""
    note: str = ""
    colour: str = "edge"
    ideas: tuple[tuple[Idea, bool], ...] = ()
    actions: tuple[Action, ...] = ()


class CoachCard(BoxPanel[CoachModel]):
    """A card of constant height. Its first action stands out; `close` switches the coach off."""

    padding = (16, 12)

    def __init__(self, theme: Theme, rect: Rect, close: Action) -> None:
        super().__init__(theme, rect)
        self._close = close

    def edge(self, model: CoachModel) -> str:
        return model.colour

    def content(self, model: CoachModel) -> Box:
        theme = self.theme
        head = row(
            grow(text(" · ".join(filter(None, (_("Coach"), model.note))), SMALL, ink="quiet", lines=1)),
            button(self._close, style="bare", width=CLOSE, height=CLOSE),
        )
        title = text(model.title, LARGE, NORMAL, bold=True, lines=2)
        words = text(model.words, NORMAL, SMALL, lines=2) if model.words else None
        if model.actions:
            low = row(*_buttons(model.actions))
        else:
            low = row(*(self._idea(*idea) for idea in model.ideas), gap=16, order=1)
        said = column(head, title, words, grow(), low, gap=3)
        if self.room.width < theme.px(NARROW_CARD):
            return said
        sign = picture(self._draw_sign, SIGN, SIGN)
        return row(column(sign, grow()), grow(said), gap=12)

    def _idea(self, idea: Idea, is_met: bool) -> Box:
        ink, tip = "good" if is_met else "quiet", IDEA_WORDS[idea][0]
        sign = picture(partial(self._draw_met, is_met), MET, MET)
        words = text(_(IDEA_NAMES[idea]), SMALL, ink=ink, lines=1)
        return row(sign, words, gap=4, order=1, tip=tip)

    def _draw_met(self, is_met: bool, surface: Surface, place: Rect) -> None:
        if is_met:
            paint.tick(surface, place, self.theme["good"])
        else:
            pygame.draw.aacircle(surface, self.theme["quiet"], place.center, place.width // 3, 1)

    def _draw_sign(self, surface: Surface, place: Rect) -> None:
        theme, size = self.theme, self.theme.px(22)
        pygame.draw.aacircle(surface, theme["best"], place.center, place.width // 2)
        hat = paint.icon("coach", size, paint.rgba(theme["text"]))
        surface.blit(hat, hat.get_rect(center=place.center))


# Widths of an answer (usual, narrow), its heights (usual, least), and the card height for large text.
ANSWER: Final = 140
NARROW_ANSWER: Final = 112
ANSWER_HEIGHTS: Final = (64, 32)
LARGE_FROM: Final = 400
# In a card at least this wide the last button is beside the languages.
WIDE: Final = 560


@dataclass(frozen=True, slots=True)
class WelcomeModel:
    answers: tuple[Action, ...]
    languages: tuple[Action, ...]
    skip: Action


class WelcomeCard(BoxPanel[WelcomeModel]):
    """A question, answers with a line and a digit each, then the languages. The first button stands out."""

    padding = (20, 16)

    def edge(self, model: WelcomeModel) -> str:  # noqa: ARG002
        return "accent"

    def content(self, model: WelcomeModel) -> Box:
        size = NORMAL if self.room.height >= self.theme.px(LARGE_FROM) else SMALL
        high, least = ANSWER_HEIGHTS
        width = NARROW_ANSWER if self.room.width < self.theme.px(2 * ANSWER) else ANSWER
        rows = (
            row(
                button(
                    action, style="plain" if number > 1 else "primary", width=width, height=high, least=least
                ),
                grow(text(f"{_(action.tip)} ({number})", size, SMALL, ink="quiet")),
                gap=PADDING,
            )
            for number, action in enumerate(model.answers, start=1)
        )
        languages = row(*(button(each, style="segment", height=BUTTON) for each in model.languages), gap=0)
        skip = button(model.skip, height=BUTTON, padding=28)
        is_wide = self.room.width >= self.theme.px(WIDE)
        said = _("Your answer sets up your first game. Or just make a move to begin.")
        return column(
            text(_("Have you played Othello before?"), TITLE, LARGE, bold=True),
            text(said, SMALL, ink="quiet", order=1),
            column(*rows, gap=GAP, alike=True),
            *((row(languages, grow(), skip),) if is_wide else (languages, row(skip))),
            gap=GAP,
        )


PACE_STRIP: Final = 40
PACE_BUTTONS: Final = ("pause", "step")
# Least width and height of the track, the gaps beside it, and the radius of its knob.
TRACK_LEAST: Final = 56
TRACK: Final = 4
PACE_GAP: Final = 12
KNOB: Final = 8


class PaceStrip(BoxPanel[float]):
    """The strip that sets the pace of a watched game; its model is the speed in positions a second."""

    has_card = False
    padding = (0, 0)

    def __init__(self, theme: Theme, rect: Rect, actions: Sequence[Action]) -> None:
        super().__init__(theme, rect)
        self._actions = actions

    def content(self, model: float) -> Box:
        buttons = (button(action, width=ICON_WIDTH, height=PACE_STRIP) for action in self._actions)
        track = picture(partial(self._draw_track, model), 0, TRACK, name="track")
        beside = column(grow(area("", TRACK_LEAST)), track, grow(), gap=0, padding=(PACE_GAP, 0), target=True)
        widest = max(self.theme.width(format_watch_speed(speed), SMALL) for speed in WATCH_SPEEDS)
        words = text(
            format_watch_speed(model), SMALL, ink="quiet", width=widest / self.theme.scale, side="right"
        )
        return row(
            *buttons,
            area("", PACE_GAP - 4),
            text(_("slow"), ink="quiet"),
            grow(
                row(
                    grow(beside),
                    text(_("fast"), ink="quiet"),
                    row(words, padding=(PACE_GAP, 0), order=1),
                    gap=0,
                    tip=PACE,
                )
            ),
            gap=4,
        )

    def speed_at(self, position: tuple[int, int]) -> float:
        """Returns the speed nearest to a pixel of the window, also beside the track."""
        track = self.placed.areas["track"]
        share = (self.local(position)[0] - track.left) / max(1, track.width)
        return WATCH_SPEEDS[round(min(1.0, max(0.0, share)) * (len(WATCH_SPEEDS) - 1))]

    def _draw_track(self, model: float, surface: Surface, track: Rect) -> None:
        theme, px, last = self.theme, self.theme.px, len(WATCH_SPEEDS) - 1
        share = next(n for n, speed in enumerate(WATCH_SPEEDS) if speed >= model) / last
        self.bar(surface, track, share)
        for n in range(last + 1):
            x = track.left + round(track.width * n / last)
            pygame.draw.aacircle(surface, theme["quiet"], (x, track.bottom + px(8)), max(1, px(1)))
        knob = track.left + round(track.width * share), track.centery
        pygame.draw.aacircle(surface, theme["text"], knob, px(KNOB))


# A card at least this wide has a larger count of discs; one narrower than NARROW has smaller gaps.
ROOMY: Final = 200
NARROW: Final = 170
# A card this high has a large clock.
HIGH: Final = 90


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """`clock` is the time left, '' without a clock; `parts` are further details, shown as far as they fit."""

    color: Color
    name: str
    clock: str
    parts: tuple[str, ...]
    discs: int
    is_to_move: bool
    is_short_of_time: bool = False


class PlayerPanel(BoxPanel[PlayerCard]):
    tip = CARD
    padding = (0, 8)

    def edge(self, model: PlayerCard) -> str:
        return "accent" if model.is_to_move else "edge"

    def content(self, model: PlayerCard) -> Box:
        px, width = self.theme.px, self.rect.width
        is_large, is_narrow = self.rect.height >= px(HIGH), width < px(NARROW)
        disc, end, gap = (24, 34, 4) if is_narrow else (42, 56, 12) if is_large else (28, 41, 9)
        name = text(model.name, LARGE if is_large else NORMAL, NORMAL, SMALL, bold=True, lines=1)
        size = LARGE if width < px(ROOMY) else DISPLAY if is_large else TITLE
        count = text(str(model.discs), size, bold=True)
        parts = [
            text(f"· {part}" if n else part, SMALL, ink="quiet", order=n + 1)
            for n, part in enumerate(model.parts)
        ]
        ink = "warning" if model.is_short_of_time else "text"
        if model.clock and not is_large:
            parts.insert(0, text(model.clock, LARGE, ink=ink))
        words = column(grow(), name, row(*parts, gap=4) if parts else None, grow(), gap=0)
        turn = picture(partial(self._draw_turn, model, px(disc)), end, disc + 2)
        head = row(turn, grow(words), count, area("", 5), gap=gap)
        if not is_large or not model.clock:
            return column(grow(), head, grow(), gap=0)
        ink = ink if model.is_to_move or model.is_short_of_time else "quiet"
        clock = text(model.clock, DISPLAY, TITLE, LARGE, ink=ink, bold=True, lines=1, side="centerx")
        return column(area("", 0, 4), head, grow(), clock, gap=0)

    def _draw_turn(self, model: PlayerCard, diameter: int, surface: Surface, place: Rect) -> None:
        """Draws the side's disc at the right of the place, and a mark before it if that side is to move."""
        theme, x, middle = self.theme, place.left + self.theme.px(5), place.centery
        disc, centre = disc_picture(theme, model.color, diameter), (place.right - diameter // 2, middle)
        pygame.draw.aacircle(surface, theme["hover"], centre, diameter // 2 + 1)
        surface.blit(disc, disc.get_rect(center=centre))
        if model.is_to_move:
            r = theme.px(5)
            pygame.draw.polygon(surface, theme["accent"], ((x, middle - r), (x + r, middle), (x, middle + r)))
