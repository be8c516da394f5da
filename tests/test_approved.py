"""Messages in every language, and the records that readers return, match the approved files."""

import pytest

from tests.approved import LANGUAGES, as_file, path_of, records, sentences
from tests.fuzz.checks import check_messages

ADVICE = "python -m tests.approved writes the file anew"


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_as_approved(language: str) -> None:
    found = sentences(language)
    check_messages(line for _section, _cause, said in found for line in said.splitlines())
    assert as_file(found) == path_of(language).read_text("utf-8").splitlines(), ADVICE


def test_records_are_read_as_approved() -> None:
    assert list(records.renewed()) == records.PATH.read_text("utf-8").splitlines(), ADVICE
