"""What the window says: `game.text` marks and translates, the files in here find the words for what is."""

from game.text import N_, _, current_language, ngettext, pgettext

__all__ = ["N_", "_", "current_language", "ngettext", "pgettext"]
