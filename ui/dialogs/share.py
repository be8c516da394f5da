"""The dialog that gives a game or a position away: to the clipboard, or into a file."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pygame

from game.records.record import Record
from game.tree import Node
from play.sharing import AlreadyThere, Files, Form, file_name, save_files, shared_files, shared_text
from ui.board.picture import board_png
from ui.dialogs.fields import enable, is_on
from ui.dialogs.file_dialog import FileDialog
from ui.system_dialog import Purpose
from ui.text import N_, _
from ui.text.wording import capitalised
from ui.web_page import game_page

LABELS: Final = {
    Form.GGF: N_("The game, with variations (GGF)"),
    Form.SGF: N_("The game, with variations (SGF)"),
    Form.PGN: N_("The game, with variations (PGN)"),
    Form.WTHOR: N_("The game alone (WTHOR, with two files of names)"),
    Form.TRANSCRIPT: N_("The moves up to here (transcript)"),
    Form.LINES: N_("The board, as eight lines"),
    Form.POSITION: N_("The position, as 64 squares"),
    Form.OBF: N_("The position (OBF)"),
    Form.SVG: N_("A diagram of the position (SVG)"),
    Form.NUMBERED_SVG: N_("A diagram with the moves as numbers (SVG)"),
    Form.PNG: N_("A picture of the board (PNG)"),
    Form.WEB: N_("The game as a web page (HTML)"),
}
SIDES: Final = (400, 800, 1600, 3200)
"""Of a picture, in pixels."""


@dataclass(frozen=True, slots=True)
class Share:
    """What to share, and how: `node` is the position looked at."""

    record: Record
    node: Node
    folder: Path
    """Where files go unless another path is typed."""
    form: Form = Form.GGF
    side: int = SIDES[1]
    has_coordinates: bool = True


class ShareDialog(FileDialog[Share, Callable[[str], None]]):
    """`listener` gets a sentence that says what was done."""

    purpose = Purpose.SAVE

    def __init__(self, choice: Share, listener: Callable[[str], None]) -> None:
        super().__init__(choice, listener)
        self._refused = ""  # the path of a file that is there already, which the next Save replaces

    def fill(self) -> None:
        choice = self.choice
        self.open_window(_("Share"), (640, 326))
        self.form = self.menu_row(_("What"), tuple(Form), choice.form, lambda form: _(LABELS[form]))
        self.side = self.menu_row(_("Size"), SIDES, choice.side, lambda side: _("{side} pixels", side=side))
        self.coordinates = self.check_box(_("Coordinates"), choice.has_coordinates)
        self.file_row(self.field_row(_("File")))
        if self._given is None:
            self._propose()
        self.buttons(_("Save"))
        self.copy = self.button_at_left(_("Copy"), self.copy_text)
        self._allow()

    def chosen(self) -> Share:
        return replace(
            self.choice, form=self.form.value, side=self.side.value, has_coordinates=is_on(self.coordinates)
        )

    def _propose(self) -> None:
        self.set_path(self.choice.folder / file_name(self.choice.record, self.form.value))

    def _allow(self) -> None:
        """A text has no size, and a picture of dots does not go to the clipboard."""
        form = self.form.value
        enable(self.side, form is Form.PNG)
        enable(self.coordinates, form is Form.PNG)
        enable(self.copy, form.is_text)

    def changed(self) -> None:
        self._refused = ""  # it is another one that is wanted now
        self.say("")
        before, self.choice = self.choice, self.chosen()
        if self.choice.form is not before.form:
            self._propose()
        self._allow()

    def copy_text(self) -> None:
        pygame.scrap.put_text(shared_text(self.form.value, self.choice.record, self.choice.node))
        self.close()
        self.listener(_("It is on the clipboard"))

    def accept(self) -> None:
        choice = self.chosen()
        try:
            place = save_files(self.wanted, _files(choice), may_replace=self.wanted == self._refused)
        except (OSError, ValueError) as error:
            self._refuse(error)
        else:
            self.close()
            self.listener(_("Saved as {path}", path=place))

    def _refuse(self, error: OSError | ValueError) -> None:
        said = capitalised(str(error))
        if isinstance(error, OSError):
            said = _("It cannot be saved: {reason}", reason=error.strerror or error)
        elif isinstance(error, AlreadyThere):
            self._refused = self.wanted
            said = _("It already exists: Save again replaces it, or choose another name")
        self.say_error(said, self.path)


def _files(choice: Share) -> Files:
    """What is to be written. Raises ValueError where the form cannot hold it."""
    if choice.form is Form.PNG:
        return {".png": board_png(choice.node, choice.side, choice.has_coordinates)}
    if choice.form is Form.WEB:
        return {".html": game_page(choice.record).encode()}
    return shared_files(choice.form, choice.record, choice.node)
