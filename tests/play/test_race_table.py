"""A race as a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from play.race import LaneState
from play.race_report import HEADINGS, depths_table, header, row
from tests.play.standings import ALPHABETA, standing


def test_the_table_has_a_line_for_each_lane() -> None:
    lanes = [ALPHABETA, standing("pvs:order=none:table=off", [10, 1000]), standing("minimax", [])]
    first, second, third = (row(lanes, number) for number in range(3))
    assert len(first) == len(second) == len(header(lanes))
    figures = "alpha-beta 3 e3 +0.5 72 0.072 1.00 1.00 1.92 90.0 % 1,000 4.3 % 11.0 % 640"
    assert " ".join(first.split()) == figures
    assert "28.86" in second
    assert third.endswith("-  ")
    assert depths_table(lanes)[3].split() == ["3", "37"]


def test_a_table_has_room_for_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    lanes = [ALPHABETA, replace(standing("pvs:table=off", []), state=LaneState.STOPPED)]
    headings = [f"<{heading} of the race>" for heading in HEADINGS]
    monkeypatch.setattr("play.race_report.HEADINGS", headings)
    first, second = (row(lanes, number, lambda score: f"{-score:.2f} B") for number in range(2))
    assert len(first) == len(header(lanes))
    assert all(heading in header(lanes) for heading in headings)
    assert " -0.50 B " in first
    assert second.startswith("PVS, no table")
    assert second.endswith("-  stopped")
    assert depths_table(lanes)[0] == "<depth of the race>     alpha-beta  PVS, no table"


def test_a_ratio_is_never_rounded_to_nothing() -> None:
    assert " 0.0010 " in row([standing("minimax", [10000]), standing("pvs", [10])], 1)
