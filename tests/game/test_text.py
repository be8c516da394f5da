"""The current language: sentences of game/ in translation, and English for programs."""

from collections.abc import Iterator

import pytest

from game import text
from game.board import Color
from game.records.any_format import read_game
from tests.sources import ROOT

LOCALES = ROOT / "assets" / "locale"


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    text.use("en", LOCALES)


def test_messages_for_programs_are_english() -> None:
    text.use("ja", LOCALES)
    assert Color.BLACK.label == "黒"
    with text.in_english():
        assert (Color.BLACK.label, text.current_language()) == ("Black", "en")
        with pytest.raises(ValueError, match="this is not a text file"):
            read_game(b"\xff\x01")
    assert (Color.BLACK.label, text.current_language()) == ("黒", "ja")
    with pytest.raises(ValueError, match="テキストファイルではありません"):
        read_game(b"\xff\x01")


def test_translations_inflect_sides_but_not_names() -> None:
    text.use("ru", LOCALES)
    sides = [side.label for side in Color]
    assert [f"{side} {side:genitive} {side:instrumental}" for side in sides] == [
        "Чёрные чёрных чёрными",
        "Белые белых белыми",
    ]
    sentence = "{side} has no move and must pass: start the race after the pass"
    assert text._(sentence, side=sides[1]).startswith("У белых нет хода")
    assert "Anna" in text._(sentence, side="Anna")
    text.use("en", LOCALES)
    assert f"{Color.WHITE.label:genitive}" == "White"
