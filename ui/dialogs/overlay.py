"""The dialog over the page, while one is open: the window behind it is dark and out of reach.

It has a manager of its own. A blocking window of pygame_gui keeps clicks away from what lies behind it, but
not the pointer: buttons there would light up, and show their tips, over the dialog.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame
from pygame import Surface

from ai import log
from ui.clipboard import read_clipboard
from ui.input import CONTROL, ENTER, code_of
from ui.theme import Theme, drawable

if TYPE_CHECKING:
    from ui.dialogs.dialog import AnyDialog
    from ui.dialogs.fields import Widgets

# The window behind a dialog is darkened to this share, of 255, in red, green and blue.
VEIL: Final = (105, 105, 110)
# Milliseconds until a key held down in a dialog repeats, for its text field, and between two repeats.
KEY_REPEAT: Final = (400, 50)
# Keys that do not repeat: they would confirm what is asked a second time.
ONCE: Final = (*ENTER, pygame.K_SPACE)


class Overlay:
    def __init__(self) -> None:
        self.dialog: AnyDialog | None = None
        self._manager: Widgets | None = None
        self._key: int | None = None  # that is down since no dialog was open, and may have opened this one
        self._held: set[int] = set()  # keys that are down

    @property
    def is_open(self) -> bool:
        return self.dialog is not None and self.dialog.is_open

    @property
    def is_busy(self) -> bool:
        return self.dialog is not None and self.dialog.is_open and self.dialog.is_busy

    @property
    def manager(self) -> Widgets:
        """The manager of the widgets of dialogs, made when the first is opened in a window like this."""
        from ui.dialogs.fields import Widgets  # loads pygame_gui: with the first dialog

        if self._manager is None:
            self._manager = Widgets(self._size, self._theme, self._pixels_per_point)
        return self._manager

    def lay_out(self, size: tuple[int, int], theme: Theme, pixels_per_point: float) -> None:
        """Make an open dialog anew, with what has been chosen in it, for another size or other looks."""
        self._size, self._theme, self._pixels_per_point = size, theme, pixels_per_point
        self._manager = None
        if self.dialog is not None and self.dialog.is_open:
            self.dialog.lay_out(self.manager, theme)

    def open(self, dialog: AnyDialog) -> None:
        self.dialog = dialog
        dialog.lay_out(self.manager, self._theme)
        pygame.key.set_repeat(*KEY_REPEAT)

    def handle(self, event: pygame.event.Event) -> bool:
        """Whether the event was the dialog's."""
        if self.dialog is None or not self.dialog.is_open:
            if event.type == pygame.KEYDOWN:
                self._key = event.key
                self._held.add(event.key)
            return False
        if event.type == pygame.TEXTINPUT and self._key is not None:
            return True  # the letter that has opened it
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
        self.manager.process_events(event)
        self.dialog.handle(event)
        return True

    def _paste(self, dialog: AnyDialog) -> None:
        """In place of the text field, which would take whatever there is: a megabyte takes it minutes."""
        try:
            text = read_clipboard()
        except ValueError as error:
            dialog.show_error(str(error))
        else:
            dialog.paste(text)

    def update(self, dt: float) -> bool:
        """Let `dt` seconds pass; whether the dialog has been closed in them."""
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
        self.dialog.close()  # also where its window was closed by the cross
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
        """Say in the dialog what is wrong; False when none is open."""
        if self.dialog is None or not self.dialog.is_open:
            return False
        self.dialog.show_error(text)
        return True

    def draw(self, surface: Surface) -> None:
        if self.dialog is not None:
            surface.fill(VEIL, special_flags=pygame.BLEND_RGB_MULT)
            self.dialog.draw(surface)


def _is_paste(event: pygame.event.Event) -> bool:
    """Ctrl+V, of which some systems send a text field only the letter."""
    if event.type == pygame.KEYDOWN:
        return event.key == pygame.K_v and bool(event.mod & CONTROL) and not event.mod & pygame.KMOD_ALT
    return event.type == pygame.TEXTINPUT and event.text == "v" and bool(pygame.key.get_mods() & CONTROL)
