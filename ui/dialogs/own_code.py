"""The dialog that asks for a Python file, and for permission to run it."""

from collections.abc import Callable
from pathlib import Path

from ai.own_code import CodeFile, question_to_run, read_code
from game.files import typed_path
from ui.dialogs.dialog import WIDGET
from ui.dialogs.file_dialog import FileDialog
from ui.text import _
from ui.text.wording import capitalised


class OwnCodeDialog(FileDialog[Path, Callable[[CodeFile], object]]):
    """`choice` is the folder to begin in, or a file that has changed since the user allowed it to run;
    `listener` gets the file that may be run. The dialog itself runs nothing.
    """

    def fill(self) -> None:
        is_again = self.choice.is_file()
        self.start = self.choice.parent if is_again else self.choice
        self.open_window(_("Own code"), (760, 236))
        self.label(self.take(WIDGET), question_to_run(1))
        example = _("A file with a function search or evaluation")
        self.file_row(self.take(WIDGET), str(self.choice) if is_again else "", example)
        self.focus_text(self.path)
        self.buttons(_("Run its code"))
        if is_again:
            self.show_message(capitalised(_("it has changed since you agreed to run it")))

    def on_chosen(self, path: Path) -> None:
        self.set_path(path)

    def accept(self) -> None:
        try:
            code = read_code(typed_path(self.wanted).absolute())
        except ValueError as error:
            self.show_error(capitalised(str(error)), self.path)
        else:
            self.close()
            self.listener(code)
