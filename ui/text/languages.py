"""Selects the language of the program: from the settings, or from the system."""

import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final

from game.files import LARGEST_FILE, check_kind
from game.text import DOMAIN, ENGLISH, DamagedCatalogue, _, current_language, use
from play.settings import Language
from ui.assets import ASSETS

LOCALES: Final = ASSETS / "locale"

OWN_NAMES: Final = {
    Language.ENGLISH: "English",
    Language.CHINESE: "简体中文",
    Language.JAPANESE: "日本語",
    Language.RUSSIAN: "Русский",
}
"""The languages by their own names, in the order of the settings."""

# The variables of GNU gettext; the first that is set counts. On Unix, SDL's own lookup is not used.
VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def label(language: Language) -> str:
    return OWN_NAMES.get(language) or _("System")


def set_language(language: Language) -> str:
    """Changes the language. Returns '', or a sentence that says why the language is English instead."""
    code = system_language() if language is Language.SYSTEM else language.value
    try:
        with suppress(FileNotFoundError, NotADirectoryError):  # English has no catalogue
            check_kind(LOCALES / code / "LC_MESSAGES" / f"{DOMAIN}.mo", LARGEST_FILE)
        use(code, LOCALES)
    except (DamagedCatalogue, OSError) as error:
        use(ENGLISH, LOCALES)
        reason = getattr(error, "strerror", None) or error
        return f"assets/locale/{code}/LC_MESSAGES/{DOMAIN}.mo cannot be read ({reason}): reinstall Nullwindow"
    return ""


def can_write(encoding: str | None) -> bool:
    """Returns whether an encoding has the letters of the language; None means UTF-8 (a text in memory)."""
    try:
        OWN_NAMES.get(Language(current_language()), "").encode(encoding or "utf-8")
    except (ValueError, LookupError):  # UnicodeEncodeError is a ValueError
        return False
    return True


def system_language() -> str:
    """Returns the code of the first system language with a catalogue, else of English."""
    wanted = preferred(os.environ) or (_system_locales() if sys.platform in ("win32", "darwin") else [])
    return next((code for code in map(_known, wanted) if code is not None), ENGLISH)


def preferred(environment: Mapping[str, str]) -> list[str]:
    """Returns the locales that the environment names, the preferred first: 'ja_JP.UTF-8', 'C'."""
    found = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return [part for part in found.split(":") if part]


def _system_locales() -> Iterable[str]:
    """Returns the preferred locales of the operating system's settings."""
    import pygame.system  # the command line avoids pygame if it can

    return [f"{found['language']}_{found['country']}" for found in pygame.system.get_pref_locales()]


def _known(locale: str) -> str | None:
    """Maps 'zh_SG.UTF-8' to 'zh_CN': by the language alone, as each has one catalogue; None if unknown."""
    language = locale.partition(".")[0].replace("-", "_").partition("_")[0].lower()
    return next((known.value for known in OWN_NAMES if known.value.partition("_")[0] == language), None)
