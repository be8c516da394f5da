"""The language that is spoken: sentences are marked where they stand, and translated when they are said.

`_("...")` translates, `ngettext` where a number decides the form, `pgettext` where one English word stands
for two ideas. A constant is marked with `N_` and translated by `_` when it is shown, its forms for a
number with `N_forms`; the sentence of an exception is translated when it is raised. What varies is given
as fields, so that translators see whole sentences: `_("{side} has no move", side=...)`.

The catalogues are GNU gettext's: assets/locale/<language>/LC_MESSAGES/nullwindow.mo, extracted and compiled
with Babel as docs/translation.md says. English needs none, and is spoken until `use` is called: this
floor knows no catalogues and no settings, `ui.text.languages` decides. What programs read, files, JSON
and protocols, is no sentence and stays as it is.
"""

import gettext as gnu
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

DOMAIN: Final = "nullwindow"

ENGLISH: Final = "en"

_catalogue: gnu.NullTranslations = gnu.NullTranslations()
_language: str = ENGLISH
_folder = Path()


class DamagedCatalogue(Exception):
    """The catalogue of a language cannot be read; the message says why, in English: nothing else is sure."""


def use(language: str, folder: Path) -> None:
    """Speak `language` ('en', 'ja', 'zh_CN') from now on; without a catalogue in `folder`, English.

    Raises DamagedCatalogue where there is one that cannot be read, and changes nothing then.
    """
    global _catalogue, _language, _folder
    try:
        catalogue = gnu.translation(DOMAIN, folder, [language], fallback=True)
    except (OSError, ValueError, LookupError, struct.error) as error:
        raise DamagedCatalogue(getattr(error, "strerror", None) or "it is damaged") from error
    _catalogue, _language, _folder = catalogue, language, folder


def used() -> tuple[str, Path]:
    """What makes `use` speak the same in another process."""
    return _language, _folder


@contextmanager
def in_english() -> Iterator[None]:
    """Meanwhile English is spoken, in the whole process: to programs, which know no other language."""
    global _catalogue, _language
    before = _catalogue, _language
    _catalogue, _language = gnu.NullTranslations(), ENGLISH
    try:
        yield
    finally:
        _catalogue, _language = before


def current_language() -> str:
    """The code of the language in use."""
    return _language


def language() -> str:
    """The same without the country: a code of ISO 639, for words that are in no catalogue."""
    return _language.partition("_")[0]


def N_(message: str) -> str:  # noqa: N802 - what every gettext program calls it
    """Mark a sentence for the catalogues, to be translated when it is shown."""
    return message


def N_forms(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as N_
    """Mark both forms of a sentence, to be translated by `ngettext` when it is shown."""
    return one, many


def _(message: str, /, **fields: object) -> str:
    """The translation, with its fields filled in as by `str.format` if there are any."""
    translated = _catalogue.gettext(message) if message else ""
    return translated.format(**fields) if fields else translated


_FOR_PROGRAMMERS: Final = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NameError, TypeError),
)
"""Exceptions whose text is no sentence."""


def reason_of(error: BaseException) -> str:
    """Returns what an exception says for people."""
    if isinstance(error, MemoryError):
        return _("there is not enough memory")
    if isinstance(error, _FOR_PROGRAMMERS) or not str(error):
        return _("an internal error, which the log describes")
    return str(error)


def ngettext(one: str, many: str, number: int, /, **fields: object) -> str:
    """As `_`, in the form that the number decides."""
    translated = _catalogue.ngettext(one, many, number)
    return translated.format(**fields) if fields else translated


def pgettext(context: str, message: str) -> str:
    return _catalogue.pgettext(context, message)
