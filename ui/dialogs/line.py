"""The dialog that asks for one line of text."""

from collections.abc import Callable

from ui.dialogs.dialog import WIDGET, Dialog
from ui.text import _
from ui.text.wording import capitalised
from ui.theme import drawable


class LineDialog(Dialog[tuple[str, str, str], Callable[[str], object]]):
    """`choice` is title, text and placeholder. `listener` gets a changed text and may raise ValueError."""

    def fill(self) -> None:
        title, text, placeholder = self.choice
        self.open_window(title, (640, 176))
        self.line = self.entry(self.take(WIDGET), text, placeholder)
        self.focus_text(self.line)
        self.buttons(_("Done"))

    def accept(self) -> None:
        text = self.line.get_text().strip()
        try:
            if text != drawable(self.choice[1], "").strip():
                self.listener(text)
        except ValueError as error:
            self.show_error(capitalised(str(error)), self.line)
        else:
            self.close()
