"""The dialog that gives a game or a position away: to the clipboard, or into a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pygame
import pygame_gui
from pygame_gui.core import UIElement

from game.records.record import Record
from game.tree import Node
from play.sharing import AlreadyThere, Form, file_name, place_of, save_file, shared_text
from ui.board.film import Film
from ui.board.picture import board_png
from ui.dialogs.file_dialog import FileDialog
from ui.system_dialog import Purpose
from ui.text import N_, _
from ui.text.wording import capitalised
from ui.theme import Theme

LABELS: Final = {
    Form.GGF: N_("The game, with variations (GGF)"),
    Form.SGF: N_("The game, with variations (SGF)"),
    Form.TRANSCRIPT: N_("The moves up to here (transcript)"),
    Form.LINES: N_("The board, as eight lines"),
    Form.POSITION: N_("The position, as 64 squares"),
    Form.OBF: N_("The position (OBF)"),
    Form.SVG: N_("A diagram of the position (SVG)"),
    Form.NUMBERED_SVG: N_("A diagram with the moves as numbers (SVG)"),
    Form.PNG: N_("A picture of the board (PNG)"),
    Form.GIF: N_("The moves one after the other (animated GIF)"),
}
SIDES: Final = (400, 800, 1600, 3200)
"""Of a picture, in pixels."""
FILM_SIDES: Final = (240, 360, 480, 720, 960)
"""Of an animated one."""
PACES: Final = (0.3, 0.5, 1.0, 2.0, 3.0)
"""Seconds that each of its positions stands."""
# An animated picture is made in so many seconds of each frame of the window.
WORK: Final = 0.006


class ShareDialog(FileDialog):
    purpose = Purpose.SAVE

    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        record: Record,
        node: Node,
        line: Sequence[Node],
        folder: Path,
        done: Callable[[str], None],
    ) -> None:
        """`node` is the position one looks at, `line` the game that leads over it to its end; `done` hears a
        sentence when something was given away.
        """
        super().__init__(manager, theme, _("Share"), (640, 370))
        self._record = record
        self._node = node
        self._moves = line
        self._folder = folder
        self._done = done
        self._film: Film | None = None
        self._refused = ""  # the path of a file that is there already, which the next Save replaces
        self.form = self.menu(self.row(_("What")), tuple(Form), Form.GGF, lambda form: _(LABELS[form]))
        place = self.row(_("Size"))
        self.side = self.menu(place, SIDES, SIDES[1], self._side_label)
        self.film_side = self.menu(place, FILM_SIDES, FILM_SIDES[2], self._side_label)
        self.pace = self.menu(self.row(_("Time per move")), PACES, PACES[2], self._pace_label)
        self.coordinates = self.check_box(_("Coordinates"), True)
        self.file_row()
        self._shown = Form.GGF
        self._propose()
        self.buttons(_("Save"))
        self.copy = self.button_at_left(_("Copy"), self.copy_text)
        self._allow()

    def _side_label(self, side: int) -> str:
        return _("{side} pixels").format(side=side)

    def _pace_label(self, seconds: float) -> str:
        return _("{seconds} s").format(seconds=f"{seconds:g}")

    def _propose(self) -> None:
        self.set_path(self._folder / file_name(self._record, self.form.value))

    def _allow(self) -> None:
        """A text has no size, and a picture of dots does not go to the clipboard."""
        form = self.form.value
        is_film = form is Form.GIF
        hidden, shown = (self.side, self.film_side) if is_film else (self.film_side, self.side)
        hidden.element.hide()
        shown.element.show()
        wanted: tuple[tuple[UIElement, bool], ...] = (
            (hidden.element, False),
            (shown.element, not form.is_text),
            (self.pace.element, is_film),
            (self.coordinates, not form.is_text),
            (self.copy, form.is_text),
        )
        for element, is_on in wanted:
            if is_on:
                element.enable()
            else:
                element.disable()

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._film is not None

    def changed(self) -> None:
        self._film, self._refused = None, ""  # it is another one that is wanted now
        self.say("")
        if self.form.value is not self._shown:
            self._shown = self.form.value
            self._propose()
        self._allow()

    def process(self, event: pygame.event.Event) -> None:
        super().process(event)
        if event.type in (
            pygame_gui.UI_DROP_DOWN_MENU_CHANGED,
            pygame_gui.UI_CHECK_BOX_CHECKED,
            pygame_gui.UI_CHECK_BOX_UNCHECKED,
            pygame_gui.UI_TEXT_ENTRY_CHANGED,
        ):
            self.changed()

    def copy_text(self) -> None:
        pygame.scrap.put_text(shared_text(self.form.value, self._record, self._node))
        self.close()
        self._done(_("It is on the clipboard"))

    def accept(self) -> None:
        """Save it, or begin to make an animated picture, which is saved when it is there."""
        if self._film is not None:
            return
        form = self.form.value
        has_coordinates = bool(self.coordinates.get_state())
        try:
            place_of(self.wanted, self._may_replace)
        except OSError as error:
            self._say_unwritable(error)
        except ValueError as error:
            self._refuse(error)
        else:
            if form is Form.GIF:
                self._film = Film(self._moves, self.film_side.value, self.pace.value, has_coordinates)
            elif form is Form.PNG:
                self._save(board_png(self._node, self.side.value, has_coordinates))
            else:
                self._save(shared_text(form, self._record, self._node).encode("utf-8"))

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
            self._save(film.data)
        else:
            self.say(_("The picture is made: {share} %").format(share=int(100 * film.share)))

    def _save(self, data: bytes) -> None:
        try:
            place = save_file(self.wanted, data, self._may_replace)
        except OSError as error:
            self._say_unwritable(error)
        except ValueError as error:
            self._refuse(error)
        else:
            self.close()
            self._done(_("It is saved as {path}").format(path=place))

    def _say_unwritable(self, error: OSError) -> None:
        said = _("It cannot be saved: {reason}")
        self.say_error(said.format(reason=error.strerror or error), self.path)

    def _refuse(self, error: ValueError) -> None:
        if isinstance(error, AlreadyThere):
            self._refused = self.wanted
            said = _("{problem}: Save again to replace it, or choose another name")
            self.say_error(said.format(problem=capitalised(str(error))), self.path)
        else:
            self.say_error(capitalised(str(error)), self.path)

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> ShareDialog:
        dialog = ShareDialog(manager, theme, self._record, self._node, self._moves, self._folder, self._done)
        dialog.choose(dialog.form, self.form.value)
        dialog.choose(dialog.side, self.side.value)
        dialog.choose(dialog.film_side, self.film_side.value)
        dialog.choose(dialog.pace, self.pace.value)
        dialog.coordinates.set_state(self.coordinates.get_state())
        dialog.take_over(self)
        dialog._film, dialog._refused = self._film, self._refused
        return dialog
