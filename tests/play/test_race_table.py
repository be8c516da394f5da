"""A race as a table and as JSON."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from game.board import Board
from play.race import LaneState, parse_lane
from play.race_report import HEADINGS, as_json, depths_table, header, row
from tests.play.standings import ALPHABETA, BOARD, PVS, standing


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


def test_the_json_has_everything() -> None:
    wrong = standing("mtdf", [10, 25, 30], [0.5, -1.0, 0.5])
    read = json.loads(json.dumps(as_json(BOARD, [ALPHABETA, PVS, wrong])))
    assert Board.from_text(read["board"]) == BOARD
    assert [parse_lane(lane["lane"]) for lane in read["lanes"]] == [ALPHABETA.lane, PVS.lane, wrong.lane]
    assert read["lanes"][1]["depths"][2]["nodes_against_first"] == pytest.approx(60 / 72)
    counters = read["lanes"][1]["counters"]
    assert (counters["nodes"], counters["answers"], counters["leaves"]) == (1000, 55, 640)
    assert read["faults"] == [{"lane": "mtdf", "depth": 2, "score": -1.0, "expected": 0.5}]
    assert read["sentences"][0]["identity"] == "fault"
