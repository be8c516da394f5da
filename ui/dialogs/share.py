"""The dialog that gives a game or a position away: to the clipboard, or into a new file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pygame_gui

from game.records.record import Record
from game.tree import Node
from play.sharing import Form, file_name, save_new, shared_text
from ui.board.picture import board_png
from ui.dialogs.dialog import Dialog
from ui.text import N_, _
from ui.text.wording import capitalised
from ui.theme import Theme

LABELS = {
    Form.GGF: N_("The game, with variations (GGF)"),
    Form.SGF: N_("The game, with variations (SGF)"),
    Form.TRANSCRIPT: N_("The moves up to here (transcript)"),
    Form.LINES: N_("The board, as eight lines"),
    Form.POSITION: N_("The position, as 64 squares"),
    Form.OBF: N_("The position (OBF)"),
    Form.SVG: N_("A diagram of the position (SVG)"),
    Form.NUMBERED_SVG: N_("A diagram with the moves as numbers (SVG)"),
    Form.PNG: N_("A picture of the board (PNG)"),
}
SIDES = (400, 800, 1600, 3200)
"""Of a picture, in pixels."""


class ShareDialog(Dialog):
    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        record: Record,
        node: Node,
        folder: Path,
        done: Callable[[str], None],
    ) -> None:
        """`node` is the position one looks at; `done` hears a sentence when something was given away."""
        super().__init__(manager, theme, _("Share"), (640, 264))
        self._record = record
        self._node = node
        self._folder = folder
        self._done = done
        self.form = self.menu(self.row(_("What")), tuple(Form), Form.GGF, lambda form: _(LABELS[form]))
        self.side = self.menu(self.row(_("Size")), SIDES, SIDES[1], self._side_label)
        self.path = self.entry(self.row(_("File")), "", _("The name of a new file"))
        self._shown = Form.GGF
        self._propose()
        self.buttons(_("Save"))
        self.copy = self.button_at_left(_("Copy"), self.copy_text)
        self._allow()

    def _side_label(self, side: int) -> str:
        return _("{side} pixels").format(side=side)

    def _propose(self) -> None:
        self.path.set_text(str(self._folder / file_name(self._record, self.form.value)))

    def _allow(self) -> None:
        """A text has no size, and a picture of dots does not go to the clipboard."""
        if self.form.value.is_text:
            self.side.element.disable()
            self.copy.enable()
        else:
            self.side.element.enable()
            self.copy.disable()

    def changed(self) -> None:
        self.say("")
        if self.form.value is not self._shown:
            self._shown = self.form.value
            self._propose()
        self._allow()

    def process(self, event: pygame.event.Event) -> None:
        super().process(event)
        if event.type == pygame_gui.UI_DROP_DOWN_MENU_CHANGED:
            self.changed()

    def copy_text(self) -> None:
        pygame.scrap.put_text(shared_text(self.form.value, self._record, self._node))
        self.close()
        self._done(_("It is on the clipboard"))

    def accept(self) -> None:
        form = self.form.value
        if form.is_text:
            data = shared_text(form, self._record, self._node).encode("utf-8")
        else:
            data = board_png(self._node, self.side.value)
        try:
            place = save_new(self.path.get_text(), data)
        except OSError as error:
            said = _("It cannot be saved: {reason}")
            self.say_error(said.format(reason=error.strerror or error))
        except ValueError as error:
            self.say_error(capitalised(str(error)))
        else:
            self.close()
            self._done(_("It is saved as {path}").format(path=place))

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> ShareDialog:
        dialog = ShareDialog(manager, theme, self._record, self._node, self._folder, self._done)
        dialog.choose(dialog.form, self.form.value)
        dialog.choose(dialog.side, self.side.value)
        dialog.path.set_text(self.path.get_text())
        return dialog
