"""The language of the program: sentences are marked in the source and translated when they are shown.

`_("...")` translates; use `ngettext` if a number decides the form, and `pgettext` if one English word has two
meanings. `N_` marks a constant, `N_forms` its singular and plural; they are translated when shown, and the
sentence of an exception when raised. Variable parts are fields, so that translators see whole sentences:
`_("{side} has no move", side=...)`. A translation may decline a colour: `{side:genitive}`.

The catalogues are GNU gettext's, assets/locale/<language>/LC_MESSAGES/nullwindow.mo: see docs/translation.md.
The language is English until `ui.text.languages` calls `use`. Text that programs read is never translated.
"""

import gettext as gnu
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

DOMAIN: Final = "nullwindow"

ENGLISH: Final = "en"

_catalogue: gnu.NullTranslations = gnu.NullTranslations()
_language: str = ENGLISH
_folder = Path()


class DamagedCatalogue(Exception):
    """The catalogue of a language cannot be read; the message says why, in English, the only safe choice."""


def use(language: str, folder: Path) -> None:
    """Switches to `language` ('en', 'ja', 'zh_CN'), or to English if `folder` has no catalogue of it.

    Raises DamagedCatalogue, and changes nothing, if the catalogue cannot be read.
    """
    global _catalogue, _language, _folder
    try:
        catalogue = gnu.translation(DOMAIN, folder, [language], fallback=True)
    except (OSError, ValueError, LookupError, struct.error) as error:
        raise DamagedCatalogue(getattr(error, "strerror", None) or "it is damaged") from error
    _catalogue, _language, _folder = catalogue, language, folder


def used() -> tuple[str, Path]:
    """Returns the arguments of `use` for the same language in another process."""
    return _language, _folder


@contextmanager
def in_english() -> Iterator[None]:
    """Switches the whole process to English within a `with` block, for output that programs read."""
    global _catalogue, _language
    before = _catalogue, _language
    _catalogue, _language = gnu.NullTranslations(), ENGLISH
    try:
        yield
    finally:
        _catalogue, _language = before


def current_language() -> str:
    """Returns the code of the language in use."""
    return _language


def language() -> str:
    """Returns the ISO 639 code of the language, without the country: for words outside the catalogues."""
    return _language.partition("_")[0]


# Replacements for the comma and the point of English numbers; the space is non-breaking.
_SEPARATORS: Final = {"ru": str.maketrans({",": "\u00a0", ".": ","})}


def localised(number: str) -> str:
    """Converts an English number to the language: '1,234.5' becomes '1 234,5' in Russian."""
    return number.translate(_SEPARATORS.get(language(), {}))


def format_number(number: float, form: str = ",") -> str:
    return localised(format(number, form))


def N_(message: str) -> str:  # noqa: N802 - what every gettext program calls it
    """Marks a sentence for the catalogues, to be translated when it is shown."""
    return message


def N_forms(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as N_
    """Marks both forms of a sentence, to be translated by `ngettext` when it is shown."""
    return one, many


CASES: Final = ("nominative", "genitive", "dative", "instrumental")


class Declined(str):
    """A word that a translation may decline: within a sentence its forms are those of CASES, or one for all.
    Without a case it is written as it is alone.
    """

    forms: tuple[str, ...]

    def __new__(cls, alone: str, *forms: str) -> "Declined":
        word = super().__new__(cls, alone)
        word.forms = forms or (alone,)
        return word

    def __format__(self, case: str) -> str:
        return self.forms[CASES.index(case) % len(self.forms)] if case else str(self)


def _filled(translated: str, fields: Mapping[str, object]) -> str:
    """Fills in fields as `str.format` does; a name, which has no cases, stays the same in each."""
    return translated.format(
        **{name: Declined(each) if type(each) is str else each for name, each in fields.items()}
    )


def _(message: str, /, **fields: object) -> str:
    """Translates a sentence and fills in its fields, if there are any, as `str.format` does."""
    translated = _catalogue.gettext(message) if message else ""
    return _filled(translated, fields) if fields else translated


# Exceptions whose text is not a sentence for users.
_FOR_PROGRAMMERS: Final = ArithmeticError, AssertionError, AttributeError, LookupError, NameError, TypeError


def reason_of(error: BaseException) -> str:
    """Returns the sentence that shows an exception to users."""
    if isinstance(error, MemoryError):
        return _("there is not enough memory")
    if isinstance(error, _FOR_PROGRAMMERS) or not str(error):
        return _("an internal error; see the log")
    return str(error)


def ngettext(one: str, many: str, number: int, /, **fields: object) -> str:
    """Translates a sentence in the form for a number, and fills in its fields."""
    translated = _catalogue.ngettext(one, many, number)
    return _filled(translated, fields) if fields else translated


def pgettext(context: str, message: str) -> str:
    return _catalogue.pgettext(context, message)
