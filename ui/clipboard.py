"""Reads texts that may be games, from the clipboard or other programs, and writes texts to the clipboard.

SDL reads only texts sent in one piece. X11 sends long ones in parts (INCR, ICCCM 2.7.2), read here by libX11.
"""

import ctypes
import ctypes.util
import select
import time
from ctypes import byref, c_int, c_long, c_ulong, c_void_p
from functools import cache
from typing import Any, Final

import pygame

from ui.text import _, format_number
from ui.theme import drawable

# A game with comments has some thousand characters, one with an analysis of each position 40,000.
LONGEST_GAME: Final = 100_000
LONGEST_PASTE: Final = 20_000  # into a field


def write_clipboard(text: str) -> None:
    """Raises ValueError, with a sentence, if that fails, as while another program uses the clipboard."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error as error:
        raise ValueError(not_written(error)) from error


def not_written(error: pygame.error) -> str:
    """Returns the sentence for a text that could not be put on the clipboard."""
    return _("The clipboard cannot be written: {reason}", reason=error)


def read_clipboard() -> str:
    """Returns the drawable text, '' if none. Raises ValueError, with a sentence, if not text or too long."""
    driver = pygame.display.get_driver()
    try:
        text = _read_slow_text() if driver == "wayland" else pygame.scrap.get_text()
        if not text and driver == "x11":
            text = read_selection()  # SDL reads only texts sent in one piece
    except (UnicodeDecodeError, pygame.error) as error:
        raise ValueError(_("The clipboard does not hold text")) from error
    return checked_text(text, _("The clipboard holds {number} characters, too many for a game"))


def _read_slow_text() -> str:
    """Returns the text once SDL returns it twice in a row. On Wayland SDL waits 14 ms at a time, then raises
    pygame.error or returns what has arrived.
    """
    end, last = time.monotonic() + PATIENCE, None
    while True:
        try:
            text = pygame.scrap.get_text()
        except pygame.error:
            if time.monotonic() > end:
                raise
        else:
            if text == last or time.monotonic() > end:
                return text
            last = text


def checked_text(text: str, too_long: str) -> str:
    """Returns the text without undrawable characters. Raises ValueError with the sentence `too_long`."""
    if len(text) > LONGEST_GAME:
        raise ValueError(too_long.format(number=format_number(len(text))))
    return drawable(text.replace("\t", " "), "")


# Named here, since PyInstaller bundles a library named in `find_library`: this must be the system's own.
LIBRARY: Final = "X11"
# Seconds after which a silent program counts as gone, and bytes beyond which a text is no game.
PATIENCE: Final = 1.0
MOST_BYTES: Final = 1_000_000
# Constants of X.h, and the places, in longs, of the fields of its events that are read.
PROPERTY_NOTIFY: Final = 28
SELECTION_NOTIFY: Final = 31
PROPERTY_CHANGE_MASK: Final = 1 << 22
ATOM_OF_CHANGE, STATE_OF_CHANGE, PROPERTY_OF_SELECTION = 5, 7, 7
EVENT_LONGS: Final = 24
# Formats in which programs offer text: the first is usual, newer programs offer only the second.
FORMS: Final = (b"UTF8_STRING", b"text/plain;charset=utf-8", b"text/plain", b"STRING", b"text/uri-list")


def read_selection() -> str:
    """Returns the text on the clipboard; '' if there is none, or no X11."""
    reader = _reader()
    return "" if reader is None else reader.read().decode("utf-8", "replace")


@cache
def _reader() -> "_Reader | None":
    """Returns the one reader, None without X11. Kept: a late answer of SDL to a closed window is fatal."""
    name = ctypes.util.find_library(LIBRARY)
    if name is None:
        return None
    x11 = ctypes.CDLL(name)
    x11.XOpenDisplay.restype = c_void_p
    display = x11.XOpenDisplay(None)
    return _Reader(x11, c_void_p(display)) if display else None


class _Reader:
    def __init__(self, x11: ctypes.CDLL, display: c_void_p) -> None:
        self.x11, self.display = x11, display
        for function in (x11.XInternAtom, x11.XCreateSimpleWindow, x11.XDefaultRootWindow):
            function.restype = c_ulong
        root = c_ulong(x11.XDefaultRootWindow(display))
        self.window = c_ulong(x11.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, c_ulong(0), c_ulong(0)))
        self.place = self._atom(b"NULLWINDOW_SELECTION")

    def _atom(self, name: bytes) -> c_ulong:
        return c_ulong(self.x11.XInternAtom(self.display, name, 0))

    def read(self) -> bytes:
        """Returns the whole text; b"" if its owner does not answer, stops answering or offers no text."""
        self.x11.XSelectInput(self.display, self.window, c_long(PROPERTY_CHANGE_MASK))
        for form in FORMS:
            answer = self._ask(self._atom(form))
            if answer is None or answer[PROPERTY_OF_SELECTION]:
                return b"" if answer is None else self._whole()
        return b""

    def _ask(self, form: c_ulong) -> Any:
        """Requests the selection in a format; returns the owner's answer, None if there is none."""
        self.x11.XSync(self.display, 1)  # discards late answers
        selection = self._atom(b"CLIPBOARD")
        self.x11.XConvertSelection(self.display, selection, form, self.place, self.window, c_ulong(0))
        return self._wait_for(SELECTION_NOTIFY)

    def _whole(self) -> bytes:
        kind, data = self._take()
        if kind != self._atom(b"INCR").value:
            return data
        whole = b""
        while self._wait_for(PROPERTY_NOTIFY) is not None:
            part = self._take()[1]
            whole += part
            if not part or len(whole) > MOST_BYTES:
                return whole
        return b""

    def _wait_for(self, kind: int) -> Any:
        """Returns the next event of this kind (a change only if it brings a part); None after PATIENCE."""
        event = (c_long * EVENT_LONGS)()
        end = time.monotonic() + PATIENCE
        while (left := end - time.monotonic()) > 0:
            if not self.x11.XPending(self.display):
                select.select([self.x11.XConnectionNumber(self.display)], [], [], left)
                continue
            self.x11.XNextEvent(self.display, byref(event))
            is_part = event[ATOM_OF_CHANGE] == self.place.value and not event[STATE_OF_CHANGE] & 0xFFFFFFFF
            if event[0] & 0xFFFFFFFF == kind and (kind == SELECTION_NOTIFY or is_part):
                return event
        return None

    def _take(self) -> tuple[int, bytes]:
        """Returns the type and the bytes put into the window; removes them, which requests the next part."""
        kind, count, rest = c_ulong(), c_ulong(), c_ulong()
        form, data = c_int(), c_void_p()
        self.x11.XGetWindowProperty(
            self.display, self.window, self.place, c_long(0), c_long(MOST_BYTES), 1, c_ulong(0),
            byref(kind), byref(form), byref(count), byref(rest), byref(data),
        )  # fmt: skip
        taken = ctypes.string_at(data, count.value) if data and form.value == 8 else b""
        if data:
            self.x11.XFree(data)
        return kind.value, taken
