"""The page Lab: the position on the board searched step by step, by several searches, or with its tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

import pygame
from pygame import Rect, Surface

from game.board import Board
from ui.actions import Action, Actions, Gesture
from ui.buttons import ButtonRow, button_width
from ui.layout import GAP, SMALL_GAP, Frame
from ui.pages.board_page import BoardPage
from ui.pages.lab.commands import LABELS, WAYS, LabCommands
from ui.pages.lab.race.page import RacePart
from ui.pages.lab.steps.page import StepsPart
from ui.pages.lab.tree.page import TreePart
from ui.pages.page import Page, Status
from ui.panels.tips import Tip
from ui.theme import Theme
from ui.window import Window

# Lengths at a scale of 1.
BUTTON: Final = 32
PADDING: Final = 24


@dataclass(frozen=True)
class LabLayout:
    """The bar, and below it the room of the part in sight."""

    bar: Rect
    part: Frame

    @classmethod
    def of(cls, frame: Frame) -> LabLayout:
        gap = frame.px(GAP)
        bar = Rect(frame.page.left + gap, frame.page.top + gap, frame.page.width - 2 * gap, frame.px(BUTTON))
        top = bar.bottom + frame.px(SMALL_GAP) - gap
        page = Rect(frame.page.left, top, frame.page.width, frame.page.bottom - top)
        return cls(bar, replace(frame, page=page))


def lab_bar(theme: Theme, place: Rect, actions: Actions) -> ButtonRow:
    """The switch at the left, what brings another position at the right."""
    row = ButtonRow(theme, hides=True)
    left, right = place.left, place.right
    for way in WAYS:
        width = button_width(theme, actions[way], PADDING)
        row.add(Rect(left, place.top, width, place.height), actions[way], "segment")
        left += width
    for name in ("lab_position", "lab_middle"):
        width = button_width(theme, actions[name], PADDING)
        right -= width
        row.add(Rect(right, place.top, width, place.height), actions[name])
        right -= theme.px(SMALL_GAP)
    return row


class LabPage(Page):
    """Delegates to the part in sight; each has the position of `commands`."""

    identity: ClassVar[str] = "lab"

    def __init__(self, window: Window) -> None:
        self.window = window
        self.commands = LabCommands(window, self.show, self._search)
        self._was_left = True
        self.steps = StepsPart(window, self.commands)
        self.race = RacePart(window, self.commands)
        self.tree = TreePart(window, self.commands)
        self._parts: dict[str, BoardPage[Any, Any, Any]] = dict(
            zip(WAYS, (self.steps, self.race, self.tree), strict=True)
        )

    @property
    def part(self) -> BoardPage[Any, Any, Any]:
        """The one in sight."""
        return self._parts[self.commands.way]

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        return *self.part.actions, *self.commands.rows

    def tables(self, label: str) -> Mapping[str, Sequence[Action | Gesture]]:  # noqa: ARG002 - parts have own
        return {LABELS[way]: (*part.actions, *self.commands.rows) for way, part in self._parts.items()}

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        return *self.part.button_rows, self._bar

    @property
    def tips(self) -> Sequence[Tip]:
        return self.part.tips

    @property
    def status(self) -> Status:
        status, problem = self.part.status, self.commands.problem
        return replace(status, text=problem, is_problem=True) if problem else status

    @property
    def is_idle(self) -> bool:
        return self.part.is_idle

    # Parts

    def show(self, way: str) -> None:
        """Put another part in sight, which searches the position if it has not yet."""
        if way == self.commands.way:
            return
        self.part.on_cover()
        self.part.on_leave()
        self.commands.way = way
        self.window.rebuild()
        self.part.on_open()

    def search(self, board: Board, way: str) -> None:
        """Have a part search a position that is brought from elsewhere."""
        self.show(way)
        self.commands.take_board(board)

    def _search(self) -> None:
        """Have the part in sight begin with the position."""
        self.part.on_cover()
        self.part.on_open()

    # Life

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        layout = LabLayout.of(frame)
        self._bar = lab_bar(theme, layout.bar, self.window.actions)
        self.part.lay_out(theme, layout.part)

    def on_open(self) -> None:
        """From another page it is for the position there, from a dialog for that of before."""
        if self._was_left:
            self._was_left = False
            self.commands.follow_game()
        self.part.on_open()

    def on_cover(self) -> None:
        self.part.on_cover()

    def on_leave(self) -> None:
        self._was_left = True
        self.part.on_leave()

    def close(self) -> None:
        for part in self._parts.values():
            part.close()

    def handle(self, event: pygame.event.Event) -> bool:
        return self.part.handle(event)

    def update(self, dt: float) -> None:
        self.part.update(dt)

    def draw(self, surface: Surface) -> None:
        self.part.draw(surface)
