"""The help sheet: every key on one page, made from the table of actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame_gui
from pygame import Rect
from pygame_gui.core import ObjectID
from pygame_gui.elements import UILabel

from ui.actions import Action, Gesture, Group
from ui.dialogs.dialog import MARGIN, Dialog
from ui.text import _
from ui.theme import Theme

ROW: Final = 36
HEADING: Final = 40
# The title, and the button at the bottom.
REST: Final = 96


def help_rows(rows: Sequence[Action | Gesture], group: Group) -> list[tuple[str, str]]:
    """(the keys, what they do) of all that the keyboard can do, in one column of the sheet."""
    return [(row.shown_keys, row.shown_label) for row in rows if row.group is group and row.shown_keys]


def help_columns(rows: Sequence[Action | Gesture]) -> dict[Group, list[tuple[str, str]]]:
    """The columns in which there is something."""
    columns = {group: help_rows(rows, group) for group in Group}
    return {group: column for group, column in columns.items() if column}


class HelpDialog(Dialog):
    def __init__(self, manager: pygame_gui.UIManager, theme: Theme, rows: Sequence[Action | Gesture]) -> None:
        columns = help_columns(rows)
        height = HEADING + ROW * max(map(len, columns.values())) + REST
        super().__init__(manager, theme, _("Keys"), (860, height))
        self._rows = rows
        px = theme.px
        width = (self.inside.width - 2 * px(MARGIN)) // len(columns)
        for number, (group, column) in enumerate(columns.items()):
            left = px(MARGIN) + number * width
            self._label(Rect(left, px(8), width, px(28)), _(group.value), "@heading")
            for n, (keys, label) in enumerate(column):
                top = px(HEADING + ROW * n)
                self._label(Rect(left, top, width - px(8), px(20)), keys)
                self._label(Rect(left, top + px(17), width - px(8), px(18)), label, "@quiet")
        self.buttons(_("Close"), has_cancel=False)

    def _label(self, place: Rect, text: str, style: str | None = None) -> None:
        UILabel(
            place, text, self.manager, container=self.window,
            object_id=ObjectID(class_id=style) if style else None,
        )  # fmt: skip

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> HelpDialog:
        return HelpDialog(manager, theme, self._rows)
