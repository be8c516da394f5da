"""Keys by name and by place, their names in sentences, and what is under the mouse and the cursor."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.board import Square
from ui.text import N_, _

CONTROL: Final = pygame.KMOD_CTRL | pygame.KMOD_META
ARROWS: Final = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
# Keys held to modify another key.
MODIFIERS: Final = (
    *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT),
    *(pygame.K_LMETA, pygame.K_RMETA, pygame.K_MODE, pygame.K_CAPSLOCK, pygame.K_NUMLOCK),
)

DIGITS: Final = tuple("0123456789")
# The letters, the comma and the period by their places on a keyboard for Latin letters (USB HID usages, SDL's
# scan codes).
_PLACES: Final = {pygame.KSCAN_A + n: pygame.K_a + n for n in range(26)} | {
    pygame.KSCAN_COMMA: pygame.K_COMMA,
    pygame.KSCAN_PERIOD: pygame.K_PERIOD,
}
# SDL sets this bit in the codes of keys that produce no character.
_NO_CHARACTER: Final = 1 << 30
_LAST_ASCII: Final = 127

_NAMES: Final = {
    pygame.K_SPACE: N_("Space"),
    pygame.K_BACKSPACE: N_("Backspace"),
    pygame.K_INSERT: N_("Ins"),
    pygame.K_SEMICOLON: N_("; (semicolon)"),
    pygame.K_DELETE: N_("Del"),  # "Delete" is the name of an action
    pygame.K_HOME: N_("Home"),
    pygame.K_END: N_("End"),
    pygame.K_PAGEUP: N_("Page Up"),
    pygame.K_PAGEDOWN: N_("Page Down"),
    pygame.K_ESCAPE: N_("Escape"),
    pygame.K_RETURN: N_("Enter"),
    pygame.K_COMMA: N_(", (comma)"),
    pygame.K_PERIOD: N_(". (period)"),
    pygame.K_LEFT: N_("Left"),
    pygame.K_RIGHT: N_("Right"),
    pygame.K_UP: N_("Up"),
    pygame.K_DOWN: N_("Down"),
    pygame.K_PLUS: "+",
    pygame.K_MINUS: "−",
}


@dataclass(frozen=True, slots=True)
class Key:
    """A key, perhaps with Ctrl (Command on a Mac) and with Shift. `code` is one of pygame.K_*."""

    code: int
    control: bool = False
    shift: bool = False

    @classmethod
    def of(cls, event: pygame.event.Event) -> "Key":
        """Returns the key of a KEYDOWN event. Shift counts with Ctrl or a letter: typing + may need it."""
        code, control = code_of(event), bool(event.mod & CONTROL)
        counts_shift = control or pygame.K_a <= code <= pygame.K_z
        return cls(code, control, counts_shift and bool(event.mod & pygame.KMOD_SHIFT))

    @property
    def name(self) -> str:
        """The name shown to users: 'Z', 'Page Up', 'Ctrl+Shift+C'."""
        name = _(_NAMES[self.code]) if self.code in _NAMES else pygame.key.name(self.code).upper()
        return _("Ctrl+") * self.control + _("Shift+") * self.shift + name


def code_of(event: pygame.event.Event) -> int:
    """Returns the code of a pressed key: that of a digit if it types one, as with Shift on a French keyboard;
    on a keyboard without Latin letters, by the key's place.
    """
    code: int = event.key
    typed = getattr(event, "unicode", "")
    if typed in DIGITS and not code & _NO_CHARACTER:
        return pygame.K_0 + int(typed)
    if code > _LAST_ASCII and not code & _NO_CHARACTER:
        return _PLACES.get(getattr(event, "scancode", 0), code)
    return code


def is_plain(event: pygame.event.Event) -> bool:
    """Whether neither Ctrl nor Alt is held."""
    return not event.mod & (CONTROL | pygame.KMOD_ALT)


@dataclass(frozen=True, slots=True)
class InputState:
    """What is under the mouse and under the keyboard's cursor."""

    square: Square | None = None  # under the mouse
    pv_move: tuple[int, int] | None = None  # under the mouse: the line of an analysis, the move in it
    cursor: Square | None = None  # the keyboard's square on the board
    typed_file: int | None = None  # typed, its rank still missing

    def typed(self, event: pygame.event.Event) -> "tuple[InputState, Square | None, bool]":
        """Returns the state after a KEYDOWN event, the square if now complete, and whether the key was used.

        A rank must follow its file; other keys clear the file, except modifiers; Escape does only that.
        """
        code, file = code_of(event), self.typed_file
        after = self if event.key in MODIFIERS else replace(self, typed_file=None)
        if not is_plain(event):
            return after, None, False
        if pygame.K_a <= code <= pygame.K_h:
            return InputState(typed_file=code - pygame.K_a), None, True
        if file is not None and event.unicode in tuple("12345678"):
            return after, file + 8 * (int(event.unicode) - 1), True
        return after, None, file is not None and code == pygame.K_ESCAPE

    def moved(self, arrow: int, first: Square) -> "InputState":
        """Returns the state after a key of ARROWS: the cursor moves; it starts at the mouse or `first`."""
        if self.cursor is None:
            return InputState(cursor=first if self.square is None else self.square)
        right, down = ARROWS[arrow]
        column, row = self.cursor % 8 + right, self.cursor // 8 + down
        return InputState(cursor=min(7, max(0, column)) + 8 * min(7, max(0, row)))


# The sign for an action without a key, and that sign in brackets, which is removed.
NO_KEY: Final = "–"
_EMPTY: Final = re.compile(rf"\s*[(（]\s*{NO_KEY}\s*[)）]")

_find_key: Callable[[str], Key | None] = dict[str, Key]().get


def use_keys(find: Callable[[str], Key | None]) -> None:
    """Sets the function that finds an action's key by its identity, for `with_key_names`."""
    global _find_key
    _find_key = find


class _Values(dict[str, object]):
    """Values that look up a key only if the sentence has it: the status line is formatted every frame."""

    def __missing__(self, identity: str) -> str:
        key = _find_key(identity)
        return NO_KEY if key is None else key.name


def with_key_names(sentence: str, **values: object) -> str:
    """Turns 'Undo ({undo}) brings it back' into 'Undo (Z) brings it back'; formats `values`, too."""
    return _EMPTY.sub("", sentence.format_map(_Values(values)))
