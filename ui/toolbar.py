"""The toolbar: the switch of the pages, and the buttons of the actions that have a place in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from pygame import Rect

from ui.actions import GROUPS, Action, Place
from ui.buttons import LEAST_PADDING, ButtonRow, content_width
from ui.theme import Theme

# Between two buttons, at least, and added to that between two groups of them.
LEAST_GAP: Final = 2
GROUP_GAP: Final = 8


def toolbar(theme: Theme, place: Rect, pages: Sequence[Action], actions: Iterable[Action]) -> ButtonRow:
    """The switch of the pages, if there are several, and the buttons of actions that have a place, by group.

    With little room they have short names and stand closer together; with less, the last ones on the left
    lose the words beside their pictures, then their buttons.
    """
    px = theme.px
    row = ButtonRow(theme, hides=True)
    shown = [action for action in actions if action.place is not None]
    at_right = [action for action in shown if action.place is Place.RIGHT]
    at_left = [action for group in GROUPS for action in shown if action.place is group]
    switch = pages if len(pages) > 1 else ()

    def lacks_room() -> bool:
        return _least_width(theme, switch, (*at_left, *at_right)) > place.width

    if lacks_room():
        switch, at_left = _shortened(switch), _shortened(at_left)
    for n, action in reversed(list(enumerate(at_left))):
        if action.has_words and lacks_room():
            at_left[n] = replace(action, has_words=False)
    while at_left and lacks_room():
        del at_left[-1]
    widths = [content_width(theme, action) for action in (*switch, *at_left, *at_right)]
    groups = len({action.place for action in at_left})
    between = px(GROUP_GAP)
    spare = place.width - 2 * px(16) - 3 * px(6) - sum(widths) - groups * between
    gap = max(px(LEAST_GAP), min(px(6), spare // max(1, 4 * len(widths))))
    padding = max(px(LEAST_PADDING), min(px(21), spare // max(1, len(widths)) - gap))
    height = px(32)
    top = place.top + (place.height - height) // 2

    def width(action: Action) -> int:
        return content_width(theme, action) + padding

    left = place.left + px(16)
    for page in switch:
        row.add(Rect(left, top, width(page), height), page, "segment")
        left += width(page)
    left += 2 * gap if switch else 0
    before = None
    for action in at_left:
        left += between if before not in (None, action.place) else 0
        before = action.place
        row.add(Rect(left, top, width(action), height), action)
        left += width(action) + gap
    left = place.right - px(16) - sum(width(action) + gap for action in at_right) + gap
    for action in at_right:
        row.add(Rect(left, top, width(action), height), action)
        left += width(action) + gap
    return row


def _shortened(actions: Iterable[Action]) -> list[Action]:
    return [replace(action, label=action.short or action.label) for action in actions]


def _least_width(theme: Theme, switch: Sequence[Action], shown: Sequence[Action]) -> int:
    """What a toolbar needs at least, its buttons as close together as they can be."""
    padding, gap = theme.px(LEAST_PADDING), theme.px(LEAST_GAP)
    buttons = sum(content_width(theme, action) + padding for action in (*switch, *shown))
    groups = len({action.place for action in shown})
    return 2 * theme.px(16) + buttons + gap * (len(shown) + 1) + groups * theme.px(GROUP_GAP)
