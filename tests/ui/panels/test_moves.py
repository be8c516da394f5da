from dataclasses import replace

import pytest
from pygame import Rect

from tests.ui.panels.samples import MOVES, NODES, SIZES, pixels, theme_and_layout, written
from ui.panels.moves import ROW, MovesPanel, Variation

LAST = replace(MOVES[2], heading="")


def list_of(size: tuple[int, int] = SIZES[1]) -> MovesPanel:
    theme, layout = theme_and_layout(size)
    return MovesPanel(theme, layout.moves)


@pytest.mark.parametrize("size", SIZES)
def test_every_visible_move_is_found_by_the_pointer(size: tuple[int, int]) -> None:
    panel = list_of(size)
    panel.update(LAST)
    shown = [cell for cell in panel._cells if panel._is_shown(cell.row)]
    assert shown[-1].entry.node is NODES[60]
    for cell in shown:
        assert panel.node_at(panel._rect(cell).move(panel.rect.topleft).center) is cell.entry.node
    assert panel.node_at(panel.rect.topleft) is None


def test_current_move_stays_visible() -> None:
    panel = list_of()
    panel.update(LAST)
    assert panel._top_row > 0
    panel.update(replace(LAST, here=NODES[1]))
    assert panel._top_row == 0
    panel.update(replace(LAST, here=NODES[0]))
    assert panel._top_row == 0
    for here in (NODES[20], NODES[60]):
        panel.update(replace(LAST, here=here))
        more = replace(LAST, here=here, variations=((Variation(1, "1.", LAST.main[:6]),) * 12,))
        panel.update(more)
        assert any(panel._rect(cell).height for cell in panel._cells if cell.entry.node is here)
    panel.scroll(-100)
    panel.update(replace(more, heading="Reviewed"))
    assert panel._top_row == 0, "the person has scrolled away"


def test_scrolling_stops_at_the_ends_of_the_list() -> None:
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


def test_empty_list_does_not_scroll() -> None:
    panel = list_of()
    panel.scroll(3)
    panel.update(MOVES[0])
    panel.scroll(3)
    assert panel._top_row == 0
    assert panel.node_at(panel.rect.center) is None


def test_rows_are_numbered_by_discs() -> None:
    """The ninth entry is a pass: the row that it begins has the number of the next disc."""
    panel = list_of()
    assert "9" in [text for text, _ink in written(panel, MOVES[1])]
    passed = next(cell for cell in panel._cells if cell.entry.text == "–")
    assert next(cell.left for cell in panel._cells if cell.row == passed.row) == passed.left
    assert [text for row, _left, text in panel._labels if row == passed.row] == ["9"]


def test_moves_are_larger_if_a_whole_game_fits() -> None:
    theme, _layout = theme_and_layout(SIZES[1])
    large = MovesPanel(theme, Rect(0, 0, 560, 480))
    large.update(LAST)
    assert large._larger > 1
    assert len(large._cells) == 60
    assert large._is_shown(large._cells[-1].row)
    assert large._row > list_of()._row == theme.px(ROW)
    for cell in large._cells:
        assert large.node_at(large._rect(cell).center) is cell.entry.node
        assert large.inside.contains(large._rect(cell))
