"""`race` on the command line: its arguments, what it prints where, and its exit status."""

from __future__ import annotations

import json

import pytest

from ai.limits import Algorithm
from ai.search.root import RootSearch
from ai.search.schedule import Step
from ai.weights import ONE_DISC
from game.board import Board
from play.race import PRESETS
from tests.ui.command_line import Command
from ui import VERSION

SMALL = ["--depth", "5", "--hash", "4"]


def test_a_race_is_told_as_a_table_and_in_words(command: Command) -> None:
    out, err = command("race", "--lanes", "alphabeta,pvs,pvs:order=none", "--together", 1, *SMALL)
    table, depths, said = out.split("\n\n")
    assert [line.split()[:3] for line in table.splitlines()] == [
        ["lane", "depth", "move"],
        ["alpha-beta", "5", "c3"],
        ["PVS", "5", "c3"],
        ["PVS,", "unsorted", "5"],
    ]
    assert [line.split()[0] for line in depths.splitlines()] == ["depth", "1", "2", "3", "4", "5"]
    assert " for 5 plies." in said.splitlines()[0]
    assert err.splitlines()[1:] == [
        "The fast search is ready",
        "1 of 3 lanes search at a time, the others wait",
    ]


def test_it_writes_json(command: Command) -> None:
    out, err = command("race", "--position", "f5d6c3d3c4", "--json", *SMALL)
    read = json.loads(out)
    assert (read["version"], read["depth"], read["seconds"], read["interrupted"]) == (VERSION, 5, None, False)
    assert Board.from_text(read["board"]).empties == 55
    assert [lane["lane"] for lane in read["lanes"]] == ["alphabeta", "pvs"]
    assert [len(lane["depths"]) for lane in read["lanes"]] == [5, 5]
    assert read["faults"] == []
    assert "alpha-beta" in err


def test_seconds_limit_a_race(command: Command) -> None:
    read = json.loads(command("race", "--seconds", "0.2", "--hash", "4", "--json").out)
    assert (read["depth"], read["seconds"]) == (None, 0.2)
    assert all(lane["depths"] and lane["state"] == "done" for lane in read["lanes"])


@pytest.mark.parametrize("preset", [preset.identity for preset in PRESETS])
def test_a_preset_has_its_lanes(preset: str, command: Command) -> None:
    out = command("race", "--preset", preset, "--json", "--depth", "4", "--hash", "4").out
    lanes = json.loads(out)["lanes"]
    expected = next(each for each in PRESETS if each.identity == preset).lanes
    assert [lane["lane"] for lane in lanes] == [lane.text() for lane in expected]


def test_scores_that_differ_are_a_failure(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is wrong at one depth is not believed at the others."""
    score_root = RootSearch._score_root

    def wrong(self: RootSearch, step: Step) -> int:
        is_wrong = step.depth == 3 and step.algorithm is Algorithm.PVS
        return score_root(self, step) + ONE_DISC * is_wrong

    monkeypatch.setattr(RootSearch, "_score_root", wrong)
    out = command("race", "--lanes", "alphabeta,scout,pvs", *SMALL, status=1).out
    assert "PVS says " in out
    assert " at 3 plies, where the other full-width searches say " in out


def test_a_lane_that_cannot_search_is_a_failure(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(RootSearch, "_score_root", fail)
    out = command("race", *SMALL, status=1).out
    assert "Alpha-beta could not search: there is not enough memory." in out
