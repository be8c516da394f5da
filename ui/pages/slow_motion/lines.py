"""Lines of buttons in groups, as wide as their words and stretched or shrunk a little to fill the line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from ui.actions import Action
from ui.buttons import ButtonRow, content_width
from ui.text import _
from ui.theme import SMALL, Theme

PADDING = 10
GAP = 16
# Buttons grow by this factor at most where there is room.
STRETCH = 1.3


@dataclass(frozen=True, slots=True)
class Group:
    """Buttons side by side, with a word before them and `gap` between them."""

    actions: Sequence[Action]
    label: str = ""
    style: str = "segment"
    gap: int = 0
    room: int = 0
    """Left free after the first button."""


def button_line(theme: Theme, place: Rect, groups: Sequence[Group]) -> tuple[ButtonRow, list[Rect]]:
    """The buttons, and the rooms that groups leave free."""
    px = theme.px
    row = ButtonRow(theme)
    labels = [theme.width(_(group.label), SMALL) + px(8) if group.label else 0 for group in groups]
    widths = [[_width(theme, action) for action in group.actions] for group in groups]
    fixed = sum(labels) + (len(groups) - 1) * px(GAP)
    fixed += sum(px(group.gap) * (len(group.actions) - 1) + px(group.room) for group in groups)
    factor = min(STRETCH, (place.width - fixed) / max(1, sum(map(sum, widths))))
    x = float(place.left)
    rooms = []
    for group, label, wide in zip(groups, labels, widths, strict=True):
        if group.label:
            row.add_label(Rect(round(x), place.top, label, place.height), _(group.label))
            x += label
        for n, (action, width) in enumerate(zip(group.actions, wide, strict=True)):
            end = x + width * factor
            row.add(Rect(round(x), place.top, round(end) - round(x), place.height), action, group.style)
            x = end + px(group.gap)
            if group.room and n == 0:
                rooms.append(Rect(round(x), place.top, px(group.room), place.height))
                x += px(group.room)
        x += px(GAP) - px(group.gap)
    return row, rooms


def _width(theme: Theme, action: Action) -> int:
    return content_width(theme, action) + theme.px(2 * PADDING)
