"""The texts of the window; `game.text` marks and translates them."""

from game.text import N_, _, current_language, format_number, ngettext, pgettext

__all__ = ["N_", "_", "current_language", "format_number", "ngettext", "pgettext"]
