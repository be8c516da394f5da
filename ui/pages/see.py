"""See on Review, Practice and Play: what is shown on the board, and the card with its switches."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pygame
from pygame import Rect

from game.board import Board, Color
from play.sights import Sight, Sights, sights_of
from ui.actions import Action, Actions, Group, Place
from ui.boxes import Box, button, column, grow, row, text
from ui.buttons import LEAST_PADDING, button_width
from ui.input import Key
from ui.layout import Frame
from ui.panels.panel import BoxPanel
from ui.text import N_, _, ngettext
from ui.theme import SMALL, Theme
from ui.window import Window

SWITCHES: Final = (
    (Sight.STABLE, pygame.K_F5, "stable", N_("Stable"), N_("Discs that a simple rule proves safe for good")),
    (Sight.FRONTIER, pygame.K_F6, "frontier", N_("Frontier"), N_("Discs next to an empty square")),
    (Sight.MOVES, pygame.K_F7, "moves", N_("Moves"), N_("Where each side could move if it were its turn")),
    (Sight.REGIONS, pygame.K_F8, "two", N_("Regions"), N_("Empty squares joined by sides: odd or even")),
)
# Heights of the card at a scale of 1: with the switches, with their counts, and with sentences below.
LEAST, LOW, HIGH = 48, 78, 128
# On a page lower than this the card has only the switches.
LOW_PAGE: Final = 540
# Heights in the card of a switch and of a small disc, and the gap between two switches.
SWITCH, DISC, GAP = 30, 10, 6


class SeeCommands:
    def __init__(
        self, window: Window, is_offered: Callable[[], bool] = lambda: True, high: int = HIGH
    ) -> None:
        """`high` is the height of the card with regions."""
        self._window = window
        self._is_offered = is_offered
        self._high = high

    @property
    def rows(self) -> tuple[Action, ...]:
        """The actions; See has a button in the toolbar while it is offered."""
        how: dict[str, Any] = {
            "group": Group.SEE,
            "is_possible": self._is_offered,
            "has_words": True,
            "why_not": N_("See needs Think on Play, and one board on Review"),
        }
        return (
            Action("see", N_("See"), N_("Stable discs, the frontier, moves and regions, on the board"),
                   lambda: self._change(see=not self.is_on), (Key(pygame.K_F4),), icon="show",
                   place=Place.LEFT if self._is_offered() else None, is_on=lambda: self.is_on, **how),
            *(Action(f"see_{sight.value}", label, tip, partial(self._switch, sight), (Key(key),),
                     icon=icon, is_on=partial(self._is_shown, sight), **how)
              for sight, key, icon, label, tip in SWITCHES),
        )  # fmt: skip

    @property
    def is_on(self) -> bool:
        return self._window.settings.see and self._is_offered()

    def _is_shown(self, sight: Sight) -> bool:
        return self.is_on and sight.value in self._window.settings.sights.split(",")

    def _switch(self, sight: Sight) -> None:
        """Shows or hides a sight; if See was off, shows only this one."""
        shown = (each for each in Sight if self._is_shown(each) != (each is sight))
        self._change(see=True, sights=",".join(each.value for each in shown))

    def _change(self, **settings: Any) -> None:
        self._window.change(**settings)
        self._window.rebuild()

    def in_frame(self, frame: Frame) -> Frame:
        """Returns the frame, with room for the card if See is on."""
        height = self._high if self._is_shown(Sight.REGIONS) else LOW
        height = LEAST if frame.page.height < frame.px(LOW_PAGE) else height
        return replace(frame, see=height * self.is_on)

    def sights(self, board: Board) -> Sights | None:
        """Returns what See shows of a position; None while it is off."""
        return sights_of(board, frozenset(filter(self._is_shown, Sight))) if self.is_on else None


class SeePanel(BoxPanel[Sights]):
    """The switches, each above its counts for Black and White, and who moves last in the regions."""

    def __init__(self, theme: Theme, rect: Rect, actions: Actions) -> None:
        super().__init__(theme, rect)
        self._actions = [actions[f"see_{sight.value}"] for sight in Sight]

    def content(self, model: Sights) -> Box:
        width = max(button_width(self.theme, action, LEAST_PADDING) for action in self._actions)
        has_words = len(self._actions) * (width + self.theme.px(GAP)) <= self.room.width
        shown, parts, sentences = {sight: sides for sight, *sides in model.sides}, list[Box](), list[Box]()
        for action, sight in zip(self._actions, Sight, strict=True):
            pairs = zip(Color, shown.get(sight, ()), strict=False)
            counts = [(self.disc_box(color, DISC), text(str(n.bit_count()), SMALL)) for color, n in pairs]
            switch = button(replace(action, has_words=has_words), height=SWITCH)
            parts.append(grow(column(switch, row(grow(), *sum(counts, ()), grow(), gap=4, order=1))))
        if model.regions and model.last is not None:
            count = sum(model.regions).bit_count()
            said = ngettext(
                "{count} square is left: {side} moves last, unless someone passes.",
                "{count} squares are left: {side} moves last, unless someone passes.", count,
            ).format(count=count, side=model.last.label)  # fmt: skip
            rule = _("Whoever begins an odd region also moves last there, if both play it out in turn.")
            sentences = [text(said, SMALL, order=1), text(rule, SMALL, order=2)]
        return column(row(*parts, gap=GAP, alike=True), *sentences, grow())
