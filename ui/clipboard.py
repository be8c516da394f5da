"""What is on the clipboard, or comes from another program otherwise, if it can be a game."""

from __future__ import annotations

from typing import Final

import pygame

from ui.text import _
from ui.theme import drawable

# The longest game with comments is a few kilobytes: what is longer is something else.
LONGEST_PASTE: Final = 20_000


def read_clipboard() -> str:
    """The text without what cannot be drawn: other programs put signs without a width around theirs.

    Raises ValueError, with a sentence, for what is no text and for what is too long for a game.
    """
    try:
        text = pygame.scrap.get_text()
    except (UnicodeDecodeError, pygame.error) as error:
        raise ValueError(_("The clipboard does not hold text")) from error
    return checked_text(text, _("The clipboard holds {number} characters, too many for a game"))


def checked_text(text: str, too_long: str) -> str:
    """A text from another program, without what cannot be drawn. Raises ValueError that says `too_long`."""
    if len(text) > LONGEST_PASTE:
        raise ValueError(too_long.format(number=f"{len(text):,}"))
    return drawable(text.replace("\t", " "), "")
