"""`race` on the command line: its arguments, what it prints where, and its exit status."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ai.limits import Algorithm
from ai.search.root import RootSearch
from ai.search.schedule import Step
from ai.weights import ONE_DISC
from game.board import Board
from play.race import PRESETS, parse_lane
from tests.samples import BLACK_PASSES, OVER
from ui import VERSION, cli

ROOT = Path(__file__).resolve().parents[2]
SMALL = ["--depth", "5", "--hash", "4"]


def test_a_race_is_told_as_a_table_and_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    lanes = "alphabeta,pvs,pvs:order=none"
    assert cli.main(["race", "--lanes", lanes, "--together", "1", *SMALL]) == 0
    out, err = capsys.readouterr()
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


def test_it_writes_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["race", "--position", "f5d6c3d3c4", "--json", *SMALL]) == 0
    out, err = capsys.readouterr()
    read = json.loads(out)
    assert (read["version"], read["depth"], read["seconds"], read["interrupted"]) == (VERSION, 5, None, False)
    assert Board.from_text(read["board"]).empties == 55
    assert [lane["lane"] for lane in read["lanes"]] == ["alphabeta", "pvs"]
    assert [len(lane["depths"]) for lane in read["lanes"]] == [5, 5]
    assert read["faults"] == []
    assert "alpha-beta" in err


def test_it_writes_csv(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["race", "--csv", *SMALL]) == 0
    out, _ = capsys.readouterr()
    rows = list(csv.DictReader(out.splitlines()))
    assert len(rows) == 10
    assert {str(parse_lane(each["lane"])) for each in rows} == {"alpha-beta", "PVS"}


def test_seconds_limit_a_race(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["race", "--seconds", "0.2", "--hash", "4", "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert (read["depth"], read["seconds"]) == (None, 0.2)
    assert all(lane["depths"] and lane["state"] == "done" for lane in read["lanes"])


@pytest.mark.parametrize("preset", [preset.identity for preset in PRESETS])
def test_a_preset_has_its_lanes(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["race", "--preset", preset, "--json", "--depth", "4", "--hash", "4"]) == 0
    lanes = json.loads(capsys.readouterr().out)["lanes"]
    expected = next(each for each in PRESETS if each.identity == preset).lanes
    assert [lane["lane"] for lane in lanes] == [lane.text() for lane in expected]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--lanes", "pvs"], "a race has 2 to 6 lanes, not 1"),
        (["--lanes", "pvs,edax"], "'edax' names no search"),
        (["--lanes", "pvs,pvs:table=of"], "'of' is no value of table: use on, off"),
        (["--lanes", "pvs,scout", "--preset", "table"], "not allowed with argument"),
        (["--preset", "everything"], "invalid choice: 'everything'"),
        (["--depth", "25"], "the depth must be a whole number from 1 to 24, not '25'"),
        (["--depth", "0"], "the depth must be a whole number from 1 to 24, not '0'"),
        (["--seconds", "-1"], "the time must be a number of seconds above 0, not '-1'"),
        (["--position", "a1"], "a1"),
        (["--position", "nonsense"], "nonsense"),
        (["--position", OVER.text()], "This race cannot be run: the game is over"),
        (["--position", BLACK_PASSES.text()], "This race cannot be run: Black has no move and must pass"),
        (["--lanes", "minimax,pvs"], "This race cannot be run: 12 plies are too many for minimax here"),
        (["--hash", "999999"], "a table of 999,999 MB does not fit into memory"),
        (["--together", "0"], "the number of lanes at a time must be a whole number from 1 to"),
        (["--json", "--csv"], "not allowed with argument"),
    ],
)
def test_bad_input_is_answered_with_one_sentence(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["race", *arguments]) == 2
    out, err = capsys.readouterr()
    assert problem in err
    assert len(err.splitlines()) == 1
    assert out == ""


def test_scores_that_differ_are_a_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search that is wrong at one depth is not believed at the others."""
    score_root = RootSearch._score_root

    def wrong(self: RootSearch, step: Step) -> int:
        is_wrong = step.depth == 3 and step.algorithm is Algorithm.PVS
        return score_root(self, step) + ONE_DISC * is_wrong

    monkeypatch.setattr(RootSearch, "_score_root", wrong)
    assert cli.main(["race", "--lanes", "alphabeta,scout,pvs", *SMALL]) == 1
    out = capsys.readouterr().out
    assert "PVS says " in out
    assert " at 3 plies, where the other searches of the full width say " in out


def test_a_lane_that_cannot_search_is_a_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(RootSearch, "_score_root", fail)
    assert cli.main(["race", *SMALL]) == 1
    assert "Alpha-beta could not search: there is not enough memory." in capsys.readouterr().out


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or sys.platform == "win32", reason="sends a signal")
def test_ctrl_c_leaves_what_is_finished() -> None:
    command = [sys.executable, "main.py", "race", "--depth", "22", "--hash", "4", "--json"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while not process.stderr.readline().startswith("lane "):
            assert process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.0)
        os.kill(process.pid, signal.SIGINT)
        read = json.loads(process.stdout.read())
        assert process.wait(30) == 130
    assert read["interrupted"] is True
    for lane in read["lanes"]:
        assert lane["state"] == "stopped"
        assert lane["depths"]
