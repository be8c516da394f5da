from __future__ import annotations

from dataclasses import replace

import pytest
from pygame import Rect

from tests.ui.panels.samples import ENTRIES, MOVES, SIZES, pixels, theme_and_layout, written
from ui.panels.moves import ROW, MoveList, MoveListModel

LAST = MoveListModel(ENTRIES, 60, "")


def list_of(size: tuple[int, int] = SIZES[1]) -> MoveList:
    theme, layout = theme_and_layout(size)
    return MoveList(theme, layout.moves)


@pytest.mark.parametrize("size", SIZES)
def test_every_move_in_sight_is_found_under_the_pointer(size: tuple[int, int]) -> None:
    panel = list_of(size)
    panel.update(LAST)
    shown = [index for index, _entry in panel._shown]
    assert shown[-1] == 59
    for index in shown:
        assert panel.ply_at(panel._cell(index).move(panel.rect.topleft).center) == index + 1
    assert panel.ply_at(panel.rect.topleft) is None


def test_the_current_move_is_kept_in_sight() -> None:
    panel = list_of()
    panel.update(LAST)
    assert panel._top_row > 0
    panel.update(replace(LAST, cursor=1))
    assert panel._top_row == 0
    panel.update(replace(LAST, cursor=0))
    assert panel._top_row == 0


def test_the_wheel_scrolls_as_far_as_the_list_goes() -> None:
    panel = list_of()
    panel.update(LAST)
    last_row, picture = panel._top_row, pixels(panel._surface)
    panel.scroll(-2)
    assert panel._top_row == last_row - 2
    assert pixels(panel._surface) != picture
    panel.update(LAST)
    assert panel._top_row == last_row - 2  # nothing has moved
    panel.scroll(100)
    assert panel._top_row == last_row
    assert pixels(panel._surface) == picture
    panel.scroll(-100)
    assert panel._top_row == 0


def test_a_list_without_moves_scrolls_nowhere() -> None:
    panel = list_of()
    panel.scroll(3)
    panel.update(MOVES[0])
    panel.scroll(3)
    assert panel._top_row == 0
    assert panel.ply_at(panel.rect.center) is None


def test_rows_are_numbered_by_discs() -> None:
    """The ninth entry is a pass: the second row, which it begins, has the number of the disc after it."""
    said = [text for text, _ink in written(list_of(), MOVES[1])]
    assert said[said.index("–") - 1] == "9"


def test_moves_are_larger_where_a_whole_game_fits_in() -> None:
    theme, _layout = theme_and_layout(SIZES[1])
    large = MoveList(theme, Rect(0, 0, 560, 480))
    large.update(LAST)
    assert large._larger > 1
    assert len(large._shown) == 60
    assert large._row > list_of()._row == theme.px(ROW)
    for index in range(60):
        assert large.ply_at(large._cell(index).center) == index + 1
        assert large.inside.contains(large._cell(index))
