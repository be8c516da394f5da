"""Updates the catalogues of all languages from the sentences of the code: python -m release.catalogues

Extracts the template from the code, adds new sentences to each catalogue, removes old ones, and compiles it.
Prints the sentences without a translation.
"""

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from release.contents import ROOT

LOCALES: Final = ROOT / "assets" / "locale"
TEMPLATE: Final = LOCALES / "nullwindow.pot"
MARKED: Final = ("game", "ai", "play", "ui")
"""The folders with sentences to translate."""
KEYWORDS: Final = {**DEFAULT_KEYWORDS, "N_": None, "N_forms": (1, 2), "pgettext": ((1, "c"), 2)}

HEADER: Final = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plurals}\\n"

"""
UNDATED: Final = datetime(1970, 1, 1, tzinfo=UTC)


def extracted() -> Catalog:
    """Extracts the template: every sentence of the code, without its location."""
    template = Catalog()
    for folder in MARKED:
        for _, _, message, _, context in extract_from_dir(ROOT / folder, keywords=KEYWORDS):
            template.add(message, context=context)
    return template


def sources() -> list[Path]:
    """Returns the source file of the catalogue of each language."""
    return sorted(LOCALES.glob("*/LC_MESSAGES/nullwindow.po"))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name if path != TEMPLATE else None)


def written(catalogue: Catalog) -> bytes:
    """Returns the file of a catalogue without dates and names, so that only sentences change it."""
    file = BytesIO()
    write_po(file, catalogue, no_location=True, omit_header=True, sort_output=True)
    if catalogue.locale is None:
        return file.getvalue()
    header = HEADER.format(language=catalogue.locale_identifier, plurals=catalogue.plural_forms)
    return header.encode() + file.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """Returns the file for gettext without fuzzy translations, whose sentences appear in English."""
    catalogue.creation_date = catalogue.revision_date = UNDATED
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def untranslated(catalogue: Catalog) -> list[str]:
    """Returns the sentences that lack a form, or have only a fuzzy translation by Babel."""
    found = []
    for message in catalogue:
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and (message.fuzzy or not all(forms)):
            found.append(message.id if isinstance(message.id, str) else message.id[0])
    return found


def main() -> None:
    template = extracted()
    TEMPLATE.write_bytes(written(template))
    for path in sources():
        catalogue = read(path)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        path.write_bytes(written(catalogue))
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        missing = untranslated(catalogue)
        sys.stdout.write(f"{catalogue.locale_identifier}: {len(missing)} of {len(template)} not translated\n")
        sys.stdout.writelines(f"  {sentence}\n" for sentence in missing)


if __name__ == "__main__":
    main()
