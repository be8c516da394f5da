"""Export dialogs: a game or a position, to the clipboard or a file; a web page."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from game.records.record import Record
from game.tree import Node
from play.sharing import (
    AlreadyThere,
    Form,
    SharedFiles,
    file_name,
    leaves_out_tried,
    place_of,
    save_files,
    shared_files,
    shared_text,
)
from ui.board.picture import board_png
from ui.clipboard import write_clipboard
from ui.dialogs.dialog import Selection, in_background
from ui.dialogs.fields import enable, is_on
from ui.dialogs.file_dialog import FileDialog
from ui.system_dialog import Purpose, can_show_folder, show_folder
from ui.text import N_, _
from ui.text.wording import capitalised
from ui.theme import SMALL
from ui.web_page import game_page

LABELS: Final = {
    Form.GGF: N_("The game, with variations (GGF)"),
    Form.SGF: N_("The game, with variations (SGF)"),
    Form.PGN: N_("The game, with variations (PGN)"),
    Form.WTHOR: N_("The game alone (WTHOR, with two files of names)"),
    Form.TRANSCRIPT: N_("The moves up to here (transcript)"),
    Form.LINES: N_("The board, as eight lines"),
    Form.OBF: N_("The position, as 64 squares (OBF)"),
    Form.SVG: N_("A diagram with numbered moves (SVG)"),
    Form.PNG: N_("A picture of the board (PNG)"),
    Form.WEB: N_("The game as a web page (HTML)"),
}
SIDES: Final = (400, 800, 1600, 3200)
"""The possible sides of a picture, in pixels."""
SHOWN_PARTS: Final = 40  # of a path, from its end; more never fit


@dataclass(frozen=True, slots=True)
class Share:
    """What to share, and how; `node` is the position on the board."""

    record: Record
    node: Node
    folder: Path
    """The folder for files unless another path is typed."""
    form: Form = Form.GGF
    side: int = SIDES[1]
    has_coordinates: bool = True


class SaveDialog(FileDialog[Selection, Callable[[str, Path | None], None]]):
    """A dialog that saves; `listener` gets a sentence about the result, and the path of the file, if any."""

    purpose = Purpose.SAVE

    def __init__(self, choice: Selection, listener: Callable[[str, Path | None], None]) -> None:
        super().__init__(choice, listener)
        self._refused = ""  # the path of an existing file, which the next Save replaces

    def changed(self) -> None:
        self._refused = ""  # the path may be another one now
        self._show_place()

    def _show_place(self) -> None:
        """Shows the end of the path, which may not fit into the field, above the buttons."""
        parts = Path(self.wanted).parts[1:]
        room, words = self.inside.width - self.theme.px(8), self.wanted
        while len(parts) > 1 and self.theme.width(words, SMALL) > room:
            parts = parts[1:][-SHOWN_PARTS:]
            words = str(Path("…", *parts))
        self.show_message(words)

    def folder_button(self, number: int) -> None:
        """Adds a button at the bottom left that shows the folder, if the system can do that."""
        if can_show_folder():
            tip = _("Show the folder in which the file is saved")
            self.button_at_left(_("Folder"), self._show_folder, number, tip)

    def _show_folder(self) -> None:
        try:
            show_folder(self.folder)
        except OSError as error:
            self.show_error(_("The folder cannot be shown: {reason}", reason=error.strerror or error))

    def save(self, make: Callable[[], SharedFiles]) -> None:
        """Saves what `make` returns, or shows why not; `make` may raise ValueError."""
        try:
            place = save_files(self.wanted, make(), may_replace=self.wanted == self._refused)
        except (OSError, ValueError) as error:
            self.refuse(error)
        else:
            self.close()
            said = _("Saved as {name} in {folder}", name=place.name, folder=place.absolute().parent)
            self.listener(self._outcome(said), place)

    def _outcome(self, done: str) -> str:
        """Returns the sentence `done`; subclasses add what is left out, if anything."""
        return done

    def refuse(self, error: OSError | ValueError) -> None:
        said = capitalised(str(error))
        if isinstance(error, OSError):
            said = _("It cannot be saved: {reason}", reason=error.strerror or error)
        elif isinstance(error, AlreadyThere):
            self._refused = self.wanted
            said = _("It already exists: Save again to replace it, or choose another name")
        self.show_error(said, self.path)


class ShareDialog(SaveDialog[Share]):
    def fill(self) -> None:
        choice = self.choice
        self.open_window(_("Save or copy"), (760, 326))
        self.form = self.menu_row(_("What"), tuple(Form), choice.form, lambda form: _(LABELS[form]))
        self.side = self.menu_row(_("Size"), SIDES, choice.side, lambda side: _("{side} pixels", side=side))
        self.coordinates = self.check_box(_("Coordinates"), choice.has_coordinates)
        self.file_row(self.field_row(_("File")))
        if self._given is None:
            self.set_path(choice.folder / file_name(choice.record, choice.form))
        self.buttons(_("Save"))
        self.copy = self.button_at_left(_("Copy"), self.copy_text)
        self.folder_button(1)
        self._allow()
        self._show_place()

    def chosen(self) -> Share:
        return replace(
            self.choice, form=self.form.value, side=self.side.value, has_coordinates=is_on(self.coordinates)
        )

    def _allow(self) -> None:
        """Enables what the form supports: only a PNG has a size, only a text goes to the clipboard."""
        form = self.form.value
        enable(self.side, form is Form.PNG)
        enable(self.coordinates, form is Form.PNG)
        enable(self.copy, form.is_text)

    def changed(self) -> None:
        before, self.choice = self.choice, self.chosen()
        stem = self.wanted.removesuffix(f".{before.form.value}")
        if self.choice.form is not before.form and stem != self.wanted:  # keep an ending that was typed
            self.set_path(Path(f"{stem}.{self.choice.form.value}"))
        self._allow()
        super().changed()

    def copy_text(self) -> None:
        try:
            write_clipboard(shared_text(self.form.value, self.choice.record, self.choice.node))
        except ValueError as error:
            self.show_error(str(error))
            return
        self.close()
        self.listener(self._outcome(_("Copied to the clipboard")), None)

    def _outcome(self, done: str) -> str:
        if not leaves_out_tried(self.form.value, self.choice.record):
            return done
        return _("{done}, without the moves tried after the end of the game: GGF has them, too", done=done)

    def accept(self) -> None:
        self.save(partial(_files, self.chosen()))


@dataclass(frozen=True, slots=True)
class WebPage:
    """A web page to save: its proposed path, and a function that builds it, which takes seconds."""

    place: Path
    make: Callable[[], str]


class PageDialog(SaveDialog[WebPage]):
    """A dialog that builds the page in a background thread, so that the window stays responsive."""

    _page: Future[str] | None = None

    def fill(self) -> None:
        self.open_window(_("Share as a web page"), (760, 176))
        self.file_row(self.field_row(_("File")))
        self.set_path(self.choice.place)
        self.buttons(_("Save"))
        self.folder_button(0)
        self._show_place()

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._page is not None

    def accept(self) -> None:
        if self._page is not None:
            return
        try:
            place_of(self.wanted, may_replace=self.wanted == self._refused)
        except (OSError, ValueError) as error:
            self.refuse(error)
            return
        self.show_message(_("Making the page …"))
        self._page = in_background(self.choice.make, "page")

    def update(self) -> None:
        super().update()
        if self._page is not None and self._page.done():
            page, self._page = self._page, None
            self.save(lambda: {".html": page.result().encode()})


def _files(choice: Share) -> SharedFiles:
    """Returns the files to write. Raises ValueError if the form cannot hold the game."""
    if choice.form is Form.PNG:
        return {".png": board_png(choice.node, choice.side, choice.has_coordinates)}
    if choice.form is Form.WEB:
        return {".html": game_page(choice.record).encode()}
    return shared_files(choice.form, choice.record, choice.node)
