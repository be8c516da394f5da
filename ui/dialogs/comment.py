"""The dialog that edits the comment on a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pygame import Rect

from ui.dialogs.dialog import MARGIN, Dialog
from ui.text import _


@dataclass(frozen=True, slots=True)
class Comment:
    """`title` names the move or the position that `text` is about."""

    title: str
    text: str


class CommentDialog(Dialog[Comment, Callable[[str], None]]):
    """On one line: what has several becomes one line when it is changed, and `listener` gets it."""

    def fill(self) -> None:
        self.open_window(self.choice.title, (640, 176))
        px = self.theme.px
        place = Rect(px(MARGIN), px(MARGIN) // 2, self.inside.width - 2 * px(MARGIN), px(32))
        self.line = self.entry(place, self._before, _("What is to be said of this position"))
        self.focus_text(self.line)
        self.buttons(_("Done"))

    @property
    def _before(self) -> str:
        return " ".join(self.choice.text.split())

    def accept(self) -> None:
        text = self.line.get_text().strip()
        if text != self._before:
            self.listener(text)
        self.close()
