from __future__ import annotations

from dataclasses import replace

from pygame import Rect

from tests.ui.panels.samples import SEARCH, theme_and_layout, written
from ui.pages.play.cards import SearchLine
from ui.pages.play.thinking import SearchModel


def words(model: SearchModel, width: int = 520) -> list[str]:
    theme, _layout = theme_and_layout((1280, 800))
    return [text for text, _ink in written(SearchLine(theme, Rect(0, 0, width, theme.px(60))), model)]


def test_why_the_move_stands_below_it_in_one_sentence() -> None:
    corner, moves = "H8 takes the corner.", "H8 leaves White only 2 moves."
    said = words(replace(SEARCH, why=(corner, moves), choice=""))
    assert corner in said
    assert moves not in said
    assert "White is ahead by about 43 discs" in said


def test_what_a_weak_level_did_comes_first() -> None:
    said = words(replace(SEARCH, why=("H8 takes the corner.",)))
    assert SEARCH.choice in said
    assert "H8 takes the corner." not in said


def test_before_a_search_it_says_so_alone() -> None:
    assert words(SearchModel()) == ["No search yet"]
