"""Keys by name and by place, also in sentences, and what the mouse and the keyboard are on."""

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
# Held to change what another key means.
MODIFIERS: Final = (
    *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT),
    *(pygame.K_LMETA, pygame.K_RMETA, pygame.K_MODE, pygame.K_CAPSLOCK, pygame.K_NUMLOCK),
)

# Where the letters, the comma and the period lie on a keyboard for Latin letters (USB HID usages, SDL's scan
# codes).
_PLACES: Final = {pygame.KSCAN_A + n: pygame.K_a + n for n in range(26)} | {
    pygame.KSCAN_COMMA: pygame.K_COMMA,
    pygame.KSCAN_PERIOD: pygame.K_PERIOD,
}
# SDL sets this bit in the codes of keys that write no character.
_NO_CHARACTER: Final = 1 << 30
_LAST_ASCII: Final = 127

_NAMES: Final = {
    pygame.K_SPACE: N_("Space"),
    pygame.K_BACKSPACE: N_("Backspace"),
    pygame.K_INSERT: N_("Ins"),
    pygame.K_SEMICOLON: N_("; (semicolon)"),
    pygame.K_DELETE: N_("Del"),  # "Delete" is what an action does
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
        """What a KEYDOWN event presses. Shift counts with Ctrl or a letter: it may be needed to type +."""
        code, control = code_of(event), bool(event.mod & CONTROL)
        counts_shift = control or pygame.K_a <= code <= pygame.K_z
        return cls(code, control, counts_shift and bool(event.mod & pygame.KMOD_SHIFT))

    @property
    def name(self) -> str:
        """For people: 'Z', 'Page Up', 'Ctrl+Shift+C'."""
        name = _(_NAMES[self.code]) if self.code in _NAMES else pygame.key.name(self.code).upper()
        return _("Ctrl+") * self.control + _("Shift+") * self.shift + name


def code_of(event: pygame.event.Event) -> int:
    """The code of a pressed key; where the keyboard has no Latin letters, of the one that lies there."""
    code: int = event.key
    if code > _LAST_ASCII and not code & _NO_CHARACTER:
        return _PLACES.get(getattr(event, "scancode", 0), code)
    return code


def is_plain(event: pygame.event.Event) -> bool:
    """Whether neither Ctrl nor Alt is held."""
    return not event.mod & (CONTROL | pygame.KMOD_ALT)


@dataclass(frozen=True, slots=True)
class InputState:
    """What the mouse is over, and what the keyboard is on."""

    square: Square | None = None  # under the mouse
    pv_move: tuple[int, int] | None = None  # under the mouse: the line of an analysis, and its place there
    cursor: Square | None = None  # of the keyboard on the board
    typed_file: int | None = None  # typed, its rank still to come

    def typed(self, event: pygame.event.Event) -> "tuple[InputState, Square | None, bool]":
        """After a KEYDOWN event: the new state, the square if it is complete now, whether the key is used up.

        A rank follows its file, or the file was meant for something else; Escape forgets it.
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
        """After a key of ARROWS: on the next square; on that of the mouse, or on `first`, to begin with."""
        if self.cursor is None:
            return InputState(cursor=first if self.square is None else self.square)
        right, down = ARROWS[arrow]
        column, row = self.cursor % 8 + right, self.cursor // 8 + down
        return InputState(cursor=min(7, max(0, column)) + 8 * min(7, max(0, row)))


# What stands for an action that has no key, and such a sign in brackets, which says nothing then.
NO_KEY: Final = "–"
_EMPTY: Final = re.compile(rf"\s*[(（]\s*{NO_KEY}\s*[)）]")

_find_key: Callable[[str], Key | None] = dict[str, Key]().get


def use_keys(find: Callable[[str], Key | None]) -> None:
    """Let sentences name the keys it finds from now on, by the identities of their actions."""
    global _find_key
    _find_key = find


class _Values(dict[str, object]):
    """Names of keys are made only where a sentence has them: sentences of the status are, in every frame."""

    def __missing__(self, identity: str) -> str:
        key = _find_key(identity)
        return NO_KEY if key is None else key.name


def with_key_names(sentence: str, **values: object) -> str:
    """'Undo ({undo}) brings it back' as 'Undo (Z) brings it back'; `values` are put in as by `format`."""
    return _EMPTY.sub("", sentence.format_map(_Values(values)))
