"""A race as a table."""

from play.race_report import HEADINGS, cells, depths_cells
from tests.play.standings import ALPHABETA, standing

SCORE = "{:+.1f}".format


def test_the_table_has_a_line_for_each_lane() -> None:
    lanes = [ALPHABETA, standing("pvs:order=none:table=off", [10, 1000]), standing("minimax", [])]
    first, second, third = (cells(lanes, number, SCORE) for number in range(3))
    assert len(first) == len(second) == len(HEADINGS)
    figures = "alpha-beta 3 e3 +0.5 72 0.072 1.00 1.00 1.92 90.0 % 1,000 4.3 % 11.0 % 640"
    assert " ".join(first) == figures
    assert "28.86" in second
    assert third == ("minimax", "-")
    assert depths_cells(lanes)[0] == ["depth", "alpha-beta", "PVS, unsorted, no table", "minimax"]
    assert depths_cells(lanes)[3] == ["3", "37", "", ""]


def test_a_ratio_is_never_rounded_to_nothing() -> None:
    assert "0.0010" in cells([standing("minimax", [10000]), standing("pvs", [10])], 1, SCORE)
