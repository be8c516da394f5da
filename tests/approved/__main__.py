"""Writes the files of approved sentences anew."""

from __future__ import annotations

from tests.approved import LANGUAGES, as_file, path_of, sentences

for language in LANGUAGES:
    text = "".join(f"{line}\n" for line in as_file(sentences(language)))
    path_of(language).write_text(text, "utf-8", newline="\n")
