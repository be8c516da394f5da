"""The dialog over the page, while one is open: the window behind it is dark and out of reach.

Dialogs have a separate manager. A blocking window of pygame_gui shields the widgets behind it from clicks,
but not from the pointer: buttons there would light up and show their tips over the dialog.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame
from pygame import Surface

from ai import log
from ui.clipboard import not_written, read_clipboard
from ui.input import CONTROL, ENTER, code_of
from ui.theme import Theme, drawable

if TYPE_CHECKING:
    from ui.dialogs.dialog import AnyDialog
    from ui.dialogs.fields import Widgets

# What remains of red, green and blue (of 255) in the darkened window behind a dialog.
VEIL: Final = (105, 105, 110)
# Milliseconds before a key held down in a dialog repeats, for text fields, and between repeats.
KEY_REPEAT: Final = (400, 50)
# Keys that do not repeat: a repeat would also confirm the question that follows.
ONCE: Final = (*ENTER, pygame.K_SPACE)


class Overlay:
    def __init__(self) -> None:
        self.dialog: AnyDialog | None = None
        self._manager: Widgets | None = None
        self._key: int | None = None  # held since no dialog was open; may have opened this one
        self._held: set[int] = set()  # all keys held down

    @property
    def is_open(self) -> bool:
        return self.dialog is not None and self.dialog.is_open

    @property
    def is_busy(self) -> bool:
        return self.dialog is not None and self.dialog.is_open and self.dialog.is_busy

    @property
    def manager(self) -> Widgets:
        """The manager of dialog widgets, created with the first dialog after each layout."""
        from ui.dialogs.fields import Widgets  # loads pygame_gui, only with the first dialog

        if self._manager is None:
            self._manager = Widgets(self._size, self._theme, self._pixels_per_point)
        return self._manager

    def lay_out(self, size: tuple[int, int], theme: Theme, pixels_per_point: float) -> None:
        """Rebuilds an open dialog for another size or appearance, and keeps the choices made in it."""
        self._size, self._theme, self._pixels_per_point = size, theme, pixels_per_point
        self._manager = None
        if self.dialog is not None and self.dialog.is_open:
            self.dialog.lay_out(self.manager, theme)

    def open(self, dialog: AnyDialog) -> None:
        self.dialog = dialog
        dialog.lay_out(self.manager, self._theme)
        pygame.key.set_repeat(*KEY_REPEAT)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handles an event; returns whether it belonged to the dialog."""
        if self.dialog is None or not self.dialog.is_open:
            if event.type == pygame.KEYDOWN:
                self._key = event.key
                self._held.add(event.key)
            return False
        if event.type == pygame.TEXTINPUT and self._key is not None:
            return True  # the letter that opened the dialog
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.KEYDOWN:
            is_held = event.key in self._held
            self._held.add(event.key)
            if is_held and event.key in ONCE:
                return True
            latin = {"key": code_of(event), "is_held": is_held}
            event = pygame.event.Event(event.type, event.dict | latin)
        elif event.type == pygame.TEXTINPUT:
            event = pygame.event.Event(event.type, event.dict | {"text": drawable(event.text, "")})
        if _is_paste(event):
            self._paste(self.dialog)
            return True
        try:
            self.manager.process_events(event)
        except pygame.error as error:
            if event.type != pygame.KEYDOWN:
                raise
            self.dialog.show_error(not_written(error))  # Ctrl+C or Ctrl+X in a text field
        self.dialog.handle(event)
        return True

    def _paste(self, dialog: AnyDialog) -> None:
        """Pastes in place of the text field, which would need minutes for a megabyte."""
        try:
            text = read_clipboard()
        except ValueError as error:
            dialog.show_error(str(error))
        else:
            dialog.paste(text)

    def update(self, dt: float) -> bool:
        """Advances by `dt` seconds; returns whether the dialog was closed meanwhile."""
        if self._held:
            pressed = pygame.key.get_pressed()
            self._held = {key for key in self._held if pressed[key]}
        if self._key not in self._held:
            self._key = None
        if self.dialog is None:
            return False
        self.manager.update(dt)
        if self.dialog.is_open:
            self.dialog.update()
            return False
        self.dialog.close()  # also if the cross of its window closed it
        self.dialog = None
        pygame.key.set_repeat()  # off: on the board one press is one action
        return True

    def close(self) -> None:
        if self.dialog is not None:
            log.attempt(self.dialog.close)

    def drop(self) -> None:
        self.close()
        self.dialog = self._manager = None
        pygame.key.set_repeat()

    def show_error(self, text: str) -> bool:
        """Shows an error in the dialog; returns whether one is open."""
        if self.dialog is None or not self.dialog.is_open:
            return False
        self.dialog.show_error(text)
        return True

    def draw(self, surface: Surface) -> None:
        if self.dialog is not None:
            surface.fill(VEIL, special_flags=pygame.BLEND_RGB_MULT)
            self.dialog.draw(surface)


def _is_paste(event: pygame.event.Event) -> bool:
    """Returns whether the event is Ctrl+V, of which some systems send a text field only the letter."""
    if event.type == pygame.KEYDOWN:
        return event.key == pygame.K_v and bool(event.mod & CONTROL) and not event.mod & pygame.KMOD_ALT
    return event.type == pygame.TEXTINPUT and event.text == "v" and bool(pygame.key.get_mods() & CONTROL)
