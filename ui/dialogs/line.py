"""The dialog that asks for a text on one line."""

from collections.abc import Callable

from pygame import Rect

from ui.dialogs.dialog import MARGIN, WIDGET, Dialog
from ui.text import _
from ui.text.wording import capitalised


class LineDialog(Dialog[tuple[str, str, str], Callable[[str], object]]):
    """The choice is what the text is for, the text, and what stands where there is none; `listener` gets a
    changed one, or raises ValueError.
    """

    def fill(self) -> None:
        title, text, placeholder = self.choice
        self.open_window(title, (640, 176))
        px = self.theme.px
        place = Rect(px(MARGIN), px(MARGIN) // 2, self.inside.width - 2 * px(MARGIN), px(WIDGET))
        self.line = self.entry(place, text, placeholder)
        self.focus_text(self.line)
        self.buttons(_("Done"))

    def accept(self) -> None:
        text = self.line.get_text().strip()
        try:
            if text != self.choice[1]:
                self.listener(text)
        except ValueError as error:
            self.show_error(capitalised(str(error)), self.line)
        else:
            self.close()
