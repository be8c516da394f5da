"""What the window says: `game.text` marks and translates, the files in here find the words for what is."""

from game.text import (
    DOMAIN,
    ENGLISH,
    N_,
    DamagedCatalogue,
    _,
    in_english,
    language,
    ngettext,
    pgettext,
    spoken,
    use,
)

__all__ = [
    "DOMAIN",
    "ENGLISH",
    "N_",
    "DamagedCatalogue",
    "_",
    "in_english",
    "language",
    "ngettext",
    "pgettext",
    "spoken",
    "use",
]
