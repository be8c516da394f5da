"""Rows of buttons, as the bars of the Lab and its drawer have them."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from pygame import Rect

from ui.actions import Action
from ui.buttons import ButtonRow, button_width
from ui.theme import Theme

# Lengths at a scale of 1: of a button, of both sides beside its words, between two, and between two groups.
BUTTON: Final = 32
PADDING: Final = 24
BETWEEN: Final = 4
GROUP_GAP: Final = 16

Item = TypeVar("Item")
Buttons = tuple[str, Sequence[Action]]
"""Actions of one style: those that are segments touch."""


def row_width(theme: Theme, groups: Sequence[Buttons], padding: int = PADDING) -> int:
    """What they take side by side."""
    words = sum(button_width(theme, action, padding) for _style, actions in groups for action in actions)
    return words + _gaps(theme, groups)


def _gaps(theme: Theme, groups: Sequence[Buttons]) -> int:
    loose = sum(len(actions) - 1 for style, actions in groups if style != "segment")
    return theme.px(BETWEEN) * loose + theme.px(GROUP_GAP) * (len(groups) - 1)


def add_buttons(
    row: ButtonRow,
    theme: Theme,
    place: Rect,
    groups: Sequence[Buttons],
    padding: int = PADDING,
    fills: bool = False,
) -> int:
    """From left to right, narrower where they would take more than the place; or just as wide, if that
    `fills`. Returns where they end.
    """
    gaps = _gaps(theme, groups)
    factor = (place.width - gaps) / max(1, row_width(theme, groups, padding) - gaps)
    factor = factor if fills else min(1.0, factor)
    x = end = float(place.left)
    for style, actions in groups:
        for action in actions:
            end = x + button_width(theme, action, padding) * factor
            row.add(Rect(round(x), place.top, round(end) - round(x), place.height), action, style)
            x = end if style == "segment" else end + theme.px(BETWEEN)
        x = end + theme.px(GROUP_GAP)
    return round(end)


def in_rows(items: Sequence[Item], width_of: Callable[[list[Item]], int], width: int) -> list[list[Item]]:
    """As many in a row as there is room for."""
    rows: list[list[Item]] = [[]]
    for item in items:
        if rows[-1] and width_of([*rows[-1], item]) > width:
            rows.append([])
        rows[-1].append(item)
    return rows
