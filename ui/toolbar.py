"""The buttons over the board, the tabs of a folded panel, and the algorithm switch: names, not behaviour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame_gui
from pygame import Rect
from pygame_gui.core import ObjectID
from pygame_gui.elements import UIButton

from ui.theme import NORMAL, Theme


@dataclass(frozen=True, slots=True)
class ButtonSpec:
    action: str
    text: str
    help: str
    style: str | None = None


LEFT: Final = (
    ButtonSpec("new_game", "New game", "Players, levels, clocks and start position (N)", "@primary"),
    ButtonSpec("undo", "Undo", "Back to your last move (Z)"),
    ButtonSpec("redo", "Redo", "Forward again (Y)"),
    ButtonSpec("hint", "Hint", "Scores of all legal moves, growing more exact as the search goes on (T)"),
    ButtonSpec("pause", "Pause", "Hold the game and its clocks, and go on from there (Space)"),
    ButtonSpec("step", "Step", "Let the computer make one move, then pause (.)"),
    ButtonSpec("stop", "Stop", "End the search without playing a move (S)"),
    ButtonSpec("move_now", "Move now", "Play the best move found so far (J)"),
    ButtonSpec("swap", "Swap", "Exchange the sides (X)"),
)
RIGHT: Final = (
    ButtonSpec("mute", "Sound", "Sound on or off (M)"),
    ButtonSpec("help", "Keys", "Everything the keyboard can do (F1)"),
    ButtonSpec("settings", "Settings", "Sound, animation, memory of the search, what the board shows (O)"),
)


class Buttons:
    """A row of buttons; `action_of` says which action an event's button stands for."""

    def __init__(self) -> None:
        self._buttons: dict[str, UIButton] = {}

    def add(self, manager: pygame_gui.UIManager, place: Rect, entry: ButtonSpec) -> None:
        self._buttons[entry.action] = UIButton(
            place,
            entry.text,
            manager,
            tool_tip_text=entry.help or None,
            object_id=ObjectID(class_id=entry.style) if entry.style else None,
        )

    def action_of(self, element: object) -> str | None:
        return next((action for action, button in self._buttons.items() if button is element), None)

    def usable(self) -> list[str]:
        """The actions whose buttons are enabled, in their order."""
        return [action for action, button in self._buttons.items() if button.is_enabled]

    def rect_of(self, action: str | None) -> Rect | None:
        """Where the action's button is, None if it has none here."""
        button = self._buttons.get(action) if action is not None else None
        return Rect(button.rect) if button is not None else None

    def enable(self, action: str, is_on: bool) -> None:
        button = self._buttons[action]
        if button.is_enabled != is_on:
            if is_on:
                button.enable()
            else:
                button.disable()

    def select(self, action: str, is_on: bool) -> None:
        button = self._buttons[action]
        if button.is_selected != is_on:
            if is_on:
                button.select()
            else:
                button.unselect()

    def name(self, action: str, text: str) -> None:
        if self._buttons[action].text != text:
            self._buttons[action].set_text(text)


def toolbar(manager: pygame_gui.UIManager, theme: Theme, place: Rect) -> Buttons:
    px = theme.px
    buttons = Buttons()
    gap, height = px(6), px(32)
    top = place.top + (place.height - height) // 2
    left = place.left + px(16)
    widest = {"pause": "Resume", "mute": "Sound"}
    for entry in LEFT:
        width = theme.width(widest.get(entry.action, entry.text), NORMAL) + px(21)
        buttons.add(manager, Rect(left, top, width, height), entry)
        left += width + gap
    right = place.right - px(16)
    for entry in reversed(RIGHT):
        width = theme.width(widest.get(entry.action, entry.text), NORMAL) + px(21)
        buttons.add(manager, Rect(right - width, top, width, height), entry)
        right -= width + gap
    return buttons


def segments(manager: pygame_gui.UIManager, place: Rect, entries: tuple[ButtonSpec, ...]) -> Buttons:
    """Buttons side by side of which one is selected, filling `place`."""
    buttons = Buttons()
    width = place.width // len(entries)
    for n, entry in enumerate(entries):
        buttons.add(manager, Rect(place.left + n * width, place.top, width, place.height), entry)
    return buttons
