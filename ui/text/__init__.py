"""The words of the window; `game.text` marks and translates them."""

from game.text import N_, _, current_language, ngettext, pgettext

__all__ = ["N_", "_", "current_language", "ngettext", "pgettext"]
