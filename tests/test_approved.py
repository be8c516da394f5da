"""What the program says is what was approved, in every language: see tests/approved."""

from __future__ import annotations

import pytest

from tests.approved import LANGUAGES, as_file, path_of, sentences
from tests.fuzz.checks import check_messages


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_program_says_what_was_approved(language: str) -> None:
    found = sentences(language)
    check_messages(line for _section, _cause, said in found for line in said.splitlines())
    approved = path_of(language).read_text("utf-8").splitlines()
    assert as_file(found) == approved, "python -m tests.approved writes the file anew"
