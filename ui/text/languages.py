"""The language of the program: that of the settings, or that of the system."""

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

# Where GNU gettext looks, the first that is set. Of SDL's question to the system, this is left out on Unix.
VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def label(language: Language) -> str:
    return OWN_NAMES.get(language) or _("System")


def set_language(language: Language) -> str:
    """Changes to a language. Returns '', or a sentence that says why it is English instead."""
    code = of_system() if language is Language.SYSTEM else language.value
    try:
        with suppress(FileNotFoundError, NotADirectoryError):  # English has none
            check_kind(LOCALES / code / "LC_MESSAGES" / f"{DOMAIN}.mo", LARGEST_FILE)
        use(code, LOCALES)
    except (DamagedCatalogue, OSError) as error:
        use(ENGLISH, LOCALES)
        reason = getattr(error, "strerror", None) or error
        return f"assets/locale/{code}/LC_MESSAGES/{DOMAIN}.mo cannot be read ({reason}): reinstall Nullwindow"
    return ""


def can_write(encoding: str | None) -> bool:
    """Whether this encoding has the letters of the language; None is that of a text in memory."""
    try:
        OWN_NAMES.get(Language(current_language()), "").encode(encoding or "utf-8")
    except (ValueError, LookupError):  # UnicodeEncodeError is a ValueError
        return False
    return True


def of_system() -> str:
    """The code of the first language of the system with a catalogue, else that of English."""
    wanted = preferred(os.environ) or (_system_locales() if sys.platform in ("win32", "darwin") else [])
    return next((code for code in map(_known, wanted) if code is not None), ENGLISH)


def preferred(environment: Mapping[str, str]) -> list[str]:
    """The locales that the environment names, the best first: 'ja_JP.UTF-8', 'C'."""
    found = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return [part for part in found.split(":") if part]


def _system_locales() -> Iterable[str]:
    """Where no variables say it, the settings of the system do."""
    import pygame.system  # the command line does without, if it can

    return [f"{found['language']}_{found['country']}" for found in pygame.system.get_pref_locales()]


def _known(locale: str) -> str | None:
    """'zh_SG.UTF-8' -> 'zh_CN': by the language alone, as there is one catalogue of each."""
    language = locale.partition(".")[0].replace("-", "_").partition("_")[0].lower()
    return next((known.value for known in OWN_NAMES if known.value.partition("_")[0] == language), None)
