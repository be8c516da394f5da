from __future__ import annotations

import pytest

from game.plain_text import parse_digits, quoted, shortened


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("7", 7), ("007", 7), ("0" * 5000 + "12", 12), ("", None), ("-1", None), ("²", None)],
)
def test_digits_are_a_number(text: str, number: int | None) -> None:
    assert parse_digits(text) == number


def test_a_number_of_thousands_of_digits_is_beyond_all_limits() -> None:
    number = parse_digits("1" + "0" * 5000)
    assert number is not None
    assert number > 2**63


def test_of_a_long_message_both_ends_are_shown() -> None:
    assert shortened("--threads: not '7'") == "--threads: not '7'"
    told = shortened(f"--threads: not '{'9' * 5000}' (see --help)")
    assert len(told) < 500
    assert told.startswith("--threads: not '99")
    assert told.endswith("9' (see --help)")


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a1", "'a1'"), ("a1b2", "'a1b2'"), ("a1b2c", "'a1b2…'"), ("it's", '"it\'s"'), ("\x00" * 9, "'\\x00…'")],
)
def test_a_quotation_is_no_longer_than_it_may(text: str, shown: str) -> None:
    assert quoted(text, 4) == shown
