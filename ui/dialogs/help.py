"""The help sheet: every key on one page, made from the table of actions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from pygame import Rect

from ui.actions import Action, Gesture, Group
from ui.dialogs.dialog import MARGIN, Dialog
from ui.text import _

ROW: Final = 35
HEADING: Final = 40
HEADING_ROWS: Final = 2  # that a second heading takes the room of
# The title, and the button at the bottom.
REST: Final = 96

# The keys, and what they do.
Lines: TypeAlias = list[tuple[str, str]]


def help_columns(rows: Sequence[Action | Gesture]) -> dict[Group, Lines]:
    """(keys, what they do) of all that the keyboard can do, in each column that has something."""
    columns = {
        group: [(row.shown_keys, row.name) for row in rows if row.group is group and row.shown_keys]
        for group in Group
    }
    return {group: column for group, column in columns.items() if column}


def fitted(columns: dict[Group, Lines], most: int) -> list[list[tuple[Group, Lines]]]:
    """The groups of each column. Of a group with more than `most` lines the last ones go under the shortest
    column, or the first ones where that is farther left; where that has no room, half of it has a new column.
    """
    found = [[(group, lines)] for group, lines in columns.items()]
    for own, (group, lines) in enumerate(columns.items()):
        if more := lines[most:]:
            lengths = [sum(len(each) for _group, each in column) for column in found]
            shortest = lengths.index(min(lengths))
            cut = len(more) if shortest < own else most
            if lengths[shortest] + len(more) + HEADING_ROWS > most:
                cut, shortest = -(-len(lines) // 2), len(found)
                found.append([])
            parts = lines[:cut], lines[cut:]
            found[own][0] = group, parts[shortest < own]
            found[shortest].append((group, parts[shortest >= own]))
    return found


class HelpDialog(Dialog[Sequence[Action | Gesture], Callable[[], None]]):
    """`listener` opens the rules."""

    def fill(self) -> None:
        columns = help_columns(self.choice)
        height = HEADING + ROW * max(map(len, columns.values())) + REST
        self.open_window(_("Keys"), (860, height))
        px = self.theme.px
        shown = fitted(columns, (self._buttons_top - px(HEADING)) // px(ROW))
        width = (self.inside.width - 2 * px(MARGIN)) // len(shown)
        begun: set[Group] = set()
        for number, column in enumerate(shown):
            left, begin = px(MARGIN) + number * width, 0
            for heading, lines in column:
                words = _(heading.value)
                if heading in begun:
                    words = _("{heading}, continued", heading=words)
                begun.add(heading)
                self.label(Rect(left, px(begin + 8), width, px(28)), words, "@heading")
                for n, (keys, label) in enumerate(lines):
                    top = px(begin + HEADING + ROW * n)
                    upper, below = math.ceil(21 * self.theme.scale), math.ceil(17 * self.theme.scale)
                    self.label(Rect(left, top, width - px(8), upper), keys)
                    self.label(Rect(left, top + below, width - px(8), px(18)), label, "@quiet")
                begin += HEADING + ROW * len(lines)
        self.buttons(_("Close"), has_cancel=False)
        self.rules = self.link(_("Rules"), self.listener)
