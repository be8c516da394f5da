"""Sentences of the program, read and approved, in a file for each language; `records` has a file, too.

A section of these files is a function of a module of this folder. It yields what was read or done, and what
the program says of it, which stands indented below. `python -m tests.approved` writes the files anew: read
the difference before you commit it.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from game import text
from game.plain_text import printable
from tests.approved import commands, games, records, typed, wording
from ui.text.languages import LOCALES, OWN_NAMES

FOLDER: Final = Path(__file__).parent
__all__ = ["LANGUAGES", "as_file", "path_of", "records", "sentences"]

LANGUAGES: Final = tuple(language.value for language in OWN_NAMES)
# Longer texts that are read are cut.
LONGEST: Final = 90

Section = Callable[[], games.Said]
ROOMS: Final = (commands, games, typed, wording)
SECTIONS: Final[tuple[Section, ...]] = tuple(section for room in ROOMS for section in room.SECTIONS)


def sentences(language: str) -> list[tuple[str, str, str]]:
    """Section, cause and sentence, all in their order."""
    before = text.used()
    text.use(language, LOCALES)
    try:
        return [(section.__name__, str(cause), said) for section in SECTIONS for cause, said in section()]
    finally:
        text.use(*before)


def as_file(found: Iterable[tuple[str, str, str]]) -> list[str]:
    """The lines of the file of a language."""
    lines, last = list[str](), ("", "")
    for name, cause, sentence in found:
        shown = printable(cause if len(cause) <= LONGEST else f"{cause[:LONGEST]}…")
        if name != last[0]:
            lines += ["", f"# {name.replace('_', ' ')}", ""]
        if (name, shown) != last:
            lines.append(shown or "''")
        lines += [f"    {printable(line)}" for line in sentence.splitlines()]
        last = name, shown
    return lines[1:]


def path_of(language: str) -> Path:
    return FOLDER / f"{language}.txt"
