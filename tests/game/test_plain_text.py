from __future__ import annotations

import pytest

from game.plain_text import columns, parse_digits, quoted, shortened, to_left, to_right, wrapped


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("7", 7), ("007", 7), ("0" * 5000 + "12", 12), ("", None), ("-1", None), ("²", None)],
)
def test_digits_are_a_number(text: str, number: int | None) -> None:
    assert parse_digits(text) == number
    assert (parse_digits("1" + "0" * 5000) or 0) > 2**63, "thousands of digits are beyond all limits"


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


@pytest.mark.parametrize(("text", "wide"), [("", 0), ("depth", 5), ("深さ", 4), ("глубина", 7), ("é", 1)])
def test_han_and_kana_take_two_columns(text: str, wide: int) -> None:
    assert columns(text) == wide
    assert to_left(text, 8) == text + " " * (8 - wide)
    assert to_right(text, 8) == " " * (8 - wide) + text
    assert to_right(text, 2).strip() == text, "nothing is cut"


def test_lines_are_broken_where_the_language_breaks_them() -> None:
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("dictionary of", 4) == ["dictionary", "of"]
    assert wrapped("搜索每个局面，再说明。", 8) == ["搜索每个", "局面，再", "说明。"]
    assert wrapped("用 --csv 写出", 8) == ["用 --csv", "写出"]
    assert wrapped("ここで（終わり）です", 9) == ["ここで", "（終わ", "り）です"]
    assert wrapped("", 10) == [""]
