"""The dialog that gives a game or a position away: to the clipboard, or into a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pygame

from game.records.record import Record
from game.tree import Node
from play.sharing import AlreadyThere, Files, Form, file_name, place_of, save_files, shared_files, shared_text
from ui.board.film import Film, board_png
from ui.dialogs.fields import enable, is_on, show
from ui.dialogs.file_dialog import FileDialog
from ui.system_dialog import Purpose
from ui.text import N_, _
from ui.text.wording import capitalised, format_pace
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
    Form.GIF: N_("The moves one after the other (animated GIF)"),
    Form.WEB: N_("The game as a web page (HTML)"),
}
SIDES: Final = (400, 800, 1600, 3200)
"""Of a picture, in pixels."""
FILM_SIDES: Final = (240, 360, 480, 720, 960)
"""Of an animated one."""
PACES: Final = (0.3, 0.5, 1.0, 2.0, 3.0)
"""Seconds that each of its positions stands."""
# Seconds of each frame of the window spent on making an animated picture.
WORK: Final = 0.006


@dataclass(frozen=True, slots=True)
class Share:
    """What to share, and how: `node` is the position looked at, `line` the whole game that leads over it."""

    record: Record
    node: Node
    line: Sequence[Node]
    folder: Path
    """Where files go unless another path is typed."""
    form: Form = Form.GGF
    side: int = SIDES[1]
    film_side: int = FILM_SIDES[2]
    pace: float = PACES[2]
    has_coordinates: bool = True


class ShareDialog(FileDialog[Share, Callable[[str], None]]):
    """`listener` gets a sentence that says what was done."""

    purpose = Purpose.SAVE

    def __init__(self, choice: Share, listener: Callable[[str], None]) -> None:
        super().__init__(choice, listener)
        self._film: Film | None = None
        self._refused = ""  # the path of a file that is there already, which the next Save replaces

    def fill(self) -> None:
        choice = self.choice
        self.open_window(_("Share"), (640, 370))
        self.form = self.menu_row(_("What"), tuple(Form), choice.form, lambda form: _(LABELS[form]))
        place = self.row(_("Size"))
        self.side = self.menu(place, SIDES, choice.side, side_label)
        self.film_side = self.menu(place, FILM_SIDES, choice.film_side, side_label)
        self.pace = self.menu_row(_("Time per move"), PACES, choice.pace, format_pace)
        self.coordinates = self.check_box(_("Coordinates"), choice.has_coordinates)
        self.file_row()
        if self._given is None:
            self._propose()
        self.buttons(_("Save"))
        self.copy = self.button_at_left(_("Copy"), self.copy_text)
        self._allow()

    def chosen(self) -> Share:
        return replace(
            self.choice,
            form=self.form.value,
            side=self.side.value,
            film_side=self.film_side.value,
            pace=self.pace.value,
            has_coordinates=is_on(self.coordinates),
        )

    def _propose(self) -> None:
        self.set_path(self.choice.folder / file_name(self.choice.record, self.form.value))

    def _allow(self) -> None:
        """A text has no size, and a picture of dots does not go to the clipboard."""
        form = self.form.value
        is_film = form is Form.GIF
        show(self.side, not is_film)
        show(self.film_side, is_film)
        enable(self.side, not is_film and form.is_picture)
        enable(self.film_side, is_film)
        enable(self.pace, is_film)
        enable(self.coordinates, form.is_picture)
        enable(self.copy, form.is_text)

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._film is not None

    def changed(self) -> None:
        self._film, self._refused = None, ""  # it is another one that is wanted now
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
        """Save it, or begin to make an animated picture, which is saved when it is there."""
        if self._film is not None:
            return
        choice = self.chosen()
        try:
            place_of(self.wanted, self._may_replace)
        except (OSError, ValueError) as error:
            self._refuse(error)
        else:
            if choice.form is Form.GIF:
                self._film = Film(choice.line, choice.film_side, choice.pace, choice.has_coordinates)
            elif choice.form is Form.PNG:
                self._save({".png": board_png(choice.node, choice.side, choice.has_coordinates)})
            elif choice.form is Form.WEB:
                self._save({".html": game_page(choice.record).encode()})
            else:
                try:
                    files = shared_files(choice.form, choice.record, choice.node)
                except ValueError as error:
                    self._refuse(error)
                else:
                    self._save(files)

    @property
    def _may_replace(self) -> bool:
        return self.wanted == self._refused

    def update(self) -> None:
        super().update()
        film = self._film
        if film is None:
            return
        if film.work(WORK):
            self._film = None
            self._save({".gif": film.data})
        else:
            self.say(_("Making the picture: {share} %", share=int(100 * film.share)))

    def _save(self, files: Files) -> None:
        try:
            place = save_files(self.wanted, files, self._may_replace)
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


def side_label(side: int) -> str:
    return _("{side} pixels", side=side)
