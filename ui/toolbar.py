"""The toolbar: the switch of the pages, and the buttons of the actions that have a place in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from pygame import Rect

from ui.actions import GROUPS, Action, Place
from ui.buttons import LEAST_PADDING, ButtonRow, content_width
from ui.theme import Theme

MARGIN: Final = 16
GAP: Final = 6
HEIGHT: Final = 32
# Beside the words of the switch, left and right together, and of the other buttons: with room and without.
SWITCH_PADDING: Final = (26, 10)
PADDING: Final = (20, 8)
# Bars that are less wide have less padding.
WIDE: Final = 1100


def toolbar(theme: Theme, place: Rect, pages: Sequence[Action], actions: Iterable[Action]) -> ButtonRow:
    """The switch of the pages, if there are several, the buttons of actions that have a place, by group, and
    at the right those that every page has.

    Nothing comes, goes or moves: what is not possible is grey, and the switch is as wide on every page. With
    little room buttons have short names; with less the last ones lose the words beside their pictures.
    """
    px = theme.px
    shown = [action for action in actions if action.place is not None]
    has_menu = any(action.place is Place.MENU for action in shown)
    groups = (*GROUPS, Place.MORE) if has_menu else GROUPS
    left = [action for group in groups for action in shown if action.place is group]
    right = [action for action in shown if action.place is Place.RIGHT]
    is_narrow = place.width < px(WIDE)
    row = ButtonRow(theme)
    top = place.top + (place.height - px(HEIGHT)) // 2
    x = place.left + px(MARGIN)
    for page in pages if len(pages) > 1 else ():
        width = content_width(theme, page) + px(SWITCH_PADDING[is_narrow])
        row.add(Rect(x, top, width, px(HEIGHT)), page, "segment")
        x += width
    x += px(GAP) * 2
    widths = _widths(theme, right, px(PADDING[is_narrow]))
    end = place.right - px(MARGIN) - sum(widths) - px(GAP) * (len(right) - 1)
    room = end - px(GAP) * 2 - x
    padding = px(PADDING[is_narrow])

    def lacks_room() -> bool:
        return sum(_widths(theme, left, padding)) + px(GAP) * (len(left) - 1) > room

    if lacks_room():
        left = [replace(action, label=action.short or action.label) for action in left]
    for n in reversed(range(len(left))):
        if lacks_room():
            left[n] = replace(left[n], has_words=False)
    if lacks_room():
        padding = px(LEAST_PADDING)
    for actions_of, at, each in ((left, x, _widths(theme, left, padding)), (right, end, widths)):
        for action, width in zip(actions_of, each, strict=True):
            row.add(Rect(at, top, width, px(HEIGHT)), action)
            at += width + px(GAP)
    return row


def _widths(theme: Theme, actions: Sequence[Action], padding: int) -> list[int]:
    return [content_width(theme, action) + padding for action in actions]
