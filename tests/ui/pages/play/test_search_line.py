from dataclasses import replace

from pygame import Rect

from tests.ui.panels.samples import SEARCH, theme_and_layout, written
from ui.pages.play.cards import SearchLine
from ui.pages.play.thinking import SearchModel
from ui.pages.play.view import SEARCH_LINE


def words(model: SearchModel, width: int = 520) -> list[str]:
    theme, _layout = theme_and_layout((1280, 800))
    line = SearchLine(theme, Rect(0, 0, width, theme.px(SEARCH_LINE)))
    return [text for text, _ink in written(line, model)]


def test_why_the_move_stands_below_it_in_one_sentence() -> None:
    corner, moves = "H8 takes the corner.", "H8 leaves White only 2 moves."
    said = words(replace(SEARCH, why=(corner, moves), has_chosen=False))
    assert corner in said
    assert moves not in said
    assert "White +43" in said
    assert {"White +43", corner} <= set(words(replace(SEARCH, why=(corner,), has_chosen=False), 360))


def test_what_a_weak_level_did_comes_first() -> None:
    said = words(replace(SEARCH, sentence="Level 5 chose e6.", why=("H8 takes the corner.",)))
    assert "Level 5 chose e6." in said
    assert "H8 takes the corner." not in said


def test_before_a_search_it_says_so_alone() -> None:
    assert words(SearchModel()) == ["No search yet"]
