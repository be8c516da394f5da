"""Writes the approved files anew."""

from collections.abc import Iterable
from pathlib import Path

from tests.approved import LANGUAGES, as_file, path_of, records, sentences


def write(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")


write(records.PATH, list(records.renewed()))
for language in LANGUAGES:
    write(path_of(language), as_file(sentences(language)))
