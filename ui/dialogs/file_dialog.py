"""The base class of dialogs that ask for a file: a path field and a button for the system's file dialog."""

from pathlib import Path

from pygame import Rect

from game.files import typed_path
from play.files import is_folder
from ui.dialogs.dialog import BUTTON, Dialog, Listener, Selection
from ui.system_dialog import Purpose, SystemDialog, find_command
from ui.text import _
from ui.theme import drawable


class FileDialog(Dialog[Selection, Listener]):
    """A dialog with a path: `file_row` adds its row; `on_chosen` gets the file from the system's dialog."""

    purpose = Purpose.OPEN
    start = Path("~")
    """The folder to begin in while none is typed."""

    def __init__(self, choice: Selection, listener: Listener) -> None:
        super().__init__(choice, listener)
        self._system: SystemDialog | None = None
        self._given: Path | None = None

    @property
    def wanted(self) -> str:
        """The path in the field; the one given to it if the field cannot show all its characters."""
        text = str(self.path.get_text())
        is_given = self._given is not None and text == drawable(str(self._given))
        return str(self._given) if is_given else text.strip()

    def set_path(self, path: Path) -> None:
        self._given = path
        self.path.set_text(drawable(str(path)))

    @property
    def _typed(self) -> Path:
        try:
            return typed_path(self.wanted or str(self.start))
        except ValueError:
            return Path()

    @property
    def folder(self) -> Path:
        """The deepest folder of the path that exists."""
        typed = self._typed
        return next((place for place in (typed, *typed.parents) if is_folder(place)), Path())

    def file_row(self, place: Rect, text: str = "", example: str = "") -> None:
        field, button = self.parts(place, 0, BUTTON)
        self.path = self.entry(field, text, example or _("The path of a file"))
        self.browse = self.button(button, _("Browse"), self._browse)
        self.browse.set_tooltip(_("Your system's file dialog"))

    @property
    def is_busy(self) -> bool:
        return self._system is not None

    def _browse(self) -> None:
        if self._system is not None:
            return
        folder, typed = self.folder, self._typed
        name = "" if folder == typed else typed.name
        try:
            command = find_command(self.purpose, self.title, folder.absolute(), name)
            if command is None:
                self.show_error(_("Neither zenity nor kdialog is installed: type the path here"), self.path)
                return
            self._system = SystemDialog(command)
        except OSError as error:
            said = _("Your system's file dialog cannot be opened: {reason}")
            self.show_error(said.format(reason=error.strerror or error), self.path)
        else:
            self.show_message(_("Your system's file dialog is open"))

    def update(self) -> None:
        if self._system is not None and self._system.is_done:
            chosen, self._system = self._system.chosen, None
            self.show_message("")
            if chosen is not None:
                self.on_chosen(chosen)

    def on_chosen(self, path: Path) -> None:
        self.set_path(path)
        self.accept()

    def drop_system_dialog(self) -> None:
        """Closes the system's dialog, whose result is no longer wanted."""
        if self._system is not None:
            self._system.close()
            self._system = None

    def close(self) -> None:
        self.drop_system_dialog()
        super().close()
