"""The language that is spoken: sentences of this floor in another one, and English for programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game import text
from game.board import Board, Color, IllegalMove, parse_square
from game.records.any_format import parse_game, read_game
from game.records.transcript import parse_transcript

LOCALES = Path(__file__).resolve().parents[2] / "assets" / "locale"


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    text.use("en", LOCALES)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "a1 is not a legal move for Black in "),
        ("zh_CN", "a1 不是黑方在 "),
        ("ja", "a1 は "),
        ("ru", "a1 — недопустимый ход (Чёрные) в позиции "),
    ],
)
def test_an_error_speaks_the_language_it_is_raised_in(language: str, said: str) -> None:
    text.use(language, LOCALES)
    error = IllegalMove(0, Board.initial())
    text.use("en", LOCALES)
    assert str(error).startswith(said)
    assert Board.initial().text() in str(error)


def test_what_is_composed_is_one_sentence_of_the_language() -> None:
    text.use("ru", LOCALES)
    with pytest.raises(ValueError, match=r"^полуход 3: 'a1' — недопустимый ход \(Чёрные\), в позиции "):
        parse_transcript("f5d6a1")
    with pytest.raises(ValueError, match=r"^полуход 1: 'f5zz' — не ход"):
        parse_transcript("f5zz")
    with pytest.raises(ValueError, match=r"^'i9' — не поле: нужно от a1 до h8$"):
        parse_square("i9")


@pytest.mark.parametrize(
    ("games", "said"),
    [
        (1, "в нём 1 партия, поэтому партии 30 нет"),
        (2, "в нём 2 партии, поэтому партии 30 нет"),
        (5, "в нём 5 партий, поэтому партии 30 нет"),
        (21, "в нём 21 партия, поэтому партии 30 нет"),
    ],
)
def test_numbers_choose_their_form(games: int, said: str) -> None:
    text.use("ru", LOCALES)
    with pytest.raises(ValueError, match=f"^{said}$"):
        parse_game("f5d6\n" * games, 30)


def test_programs_are_spoken_to_in_english() -> None:
    text.use("ja", LOCALES)
    assert Color.BLACK.label == "黒"
    with text.in_english():
        assert (Color.BLACK.label, text.current_language()) == ("Black", "en")
        with pytest.raises(ValueError, match="this is not a text file"):
            read_game(b"\xff\x01")
    assert (Color.BLACK.label, text.current_language()) == ("黒", "ja")
    with pytest.raises(ValueError, match="テキストファイルではありません"):
        read_game(b"\xff\x01")
