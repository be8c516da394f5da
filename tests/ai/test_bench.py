"""The measurements of the bench, in small: what they say is right and repeatable, how fast it was is not
asked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from ai import preparation
from ai.bench import perft, signature, textbook
from ai.bench.runs import Report, Tell, new_engine, search
from ai.engine import Engine
from ai.limits import Algorithm, Limit, Options
from game.board import Board
from game.records.obf import Problem, parse_problem
from tests.samples import PASS_COUNTS, START_COUNTS

PROBLEM = parse_problem("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; % FFO 1")
MIDDLEGAME = Problem(Board.from_text(signature.POSITIONS[3][1]))


@pytest.fixture(autouse=True, scope="module")
def _ready() -> None:
    assert preparation.wait().is_ready


@pytest.fixture
def engine() -> Iterator[Engine]:
    with new_engine(16) as engine:
        yield engine


def values(report: Report) -> dict[str, Any]:
    """What a program reads of it."""
    read: dict[str, Any] = json.loads(json.dumps(report.figures))
    return read


def test_a_search_begins_on_an_empty_table_and_takes_the_same_nodes_every_time(engine: Engine) -> None:
    first = search(engine, MIDDLEGAME.board, Limit(depth=8), Options())
    search(engine, MIDDLEGAME.board, Limit(depth=9), Options(Algorithm.ALPHABETA))
    again = search(engine, MIDDLEGAME.board, Limit(depth=8), Options())
    assert replace(first, seconds=0) == replace(again, seconds=0)
    assert first.nodes > 8
    assert MIDDLEGAME.board.is_legal(first.move)


def test_the_signature_is_the_sum_of_all_nodes_and_pvs_needs_fewer() -> None:
    lines: list[str] = []
    report = signature.measure(lines.append, most_plies=8)
    assert [line.split("  ")[0] for line in lines[1:13]] == [name for name, _, _ in signature.POSITIONS]
    figures = values(report)
    assert lines[-1] == f"Bench: {figures['signature']}"
    alphabeta, pvs = (
        sum(row[name]["nodes"] for row in figures["positions"]) for name in ("alphabeta", "pvs")
    )
    assert figures["signature"] == alphabeta + pvs
    assert figures["sums"]["pvs"]["nodes"] == pvs < alphabeta
    assert figures["textbook"]["pvs_nodes"] < figures["textbook"]["minimax_leaves"]


def test_the_textbook_line_says_all_three() -> None:
    found = {"plies": 10, "minimax_leaves": 10**10, "alphabeta_nodes": 10**6, "pvs_nodes": 10**5}
    assert textbook.text(found) == (
        "10 plies in the middle game: 10,000,000,000 leaves for minimax, 1,000,000 nodes for alpha-beta, "
        "100,000 for PVS."
    )


@pytest.mark.parametrize("text", PASS_COUNTS)
def test_leaves_are_the_same_in_pieces(text: str) -> None:
    counts = PASS_COUNTS[text][0][:6]
    for pieces in range(4):
        board = Board.from_text(text)
        assert tuple(perft.count(board, plies, pieces) for plies in range(1, 7)) == counts
    assert perft.count(board, 6, 3, threads=3) == counts[-1]


def test_a_finished_game_is_one_leaf() -> None:
    over = Board.from_text("X" * 63 + "-" + " O")
    assert perft.positions_after(over, 3) == [over]
    assert perft.count(over, 5, 2) == 1


def test_perft_checks_its_counts() -> None:
    lines: list[str] = []
    report = perft.measure(7, lines.append)
    depths = values(report)["depths"]
    assert tuple(row["leaves"] for row in depths) == START_COUNTS[:7]
    assert report.is_right
    assert [line.split()[-1] for line in lines[1:]] == ["ok"] * 7
    assert depths[6]["known_leaves"] == START_COUNTS[6]


def test_perft_tells_a_wrong_count(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr(perft, "count", lambda _board, plies, _pieces: (4, 12, 57)[plies - 1])
    assert not perft.measure(3, lines.append).is_right
    assert lines[-1].endswith("WRONG: 56")


def test_perft_knows_the_counts_that_the_rules_are_tested_with() -> None:
    assert perft.KNOWN_LEAVES[: len(START_COUNTS)] == START_COUNTS


MEASUREMENTS: dict[str, tuple[Callable[[Tell], Report], str]] = {
    "signature": (lambda tell: signature.measure(tell, most_plies=3), "positions"),
    "perft": (lambda tell: perft.measure(6, tell), "depths"),
}


@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError()], ids=["interrupted", "no memory"])
@pytest.mark.parametrize("lines", [0, 2, 3])
@pytest.mark.parametrize("name", MEASUREMENTS)
def test_what_is_measured_is_reported_whatever_ends_it(name: str, lines: int, error: BaseException) -> None:
    """Ended while so many lines have been told, of which up to two are the head of the table."""
    measure, part = MEASUREMENTS[name]
    told: list[str] = []

    def tell(line: str) -> None:
        told.append(line)
        if len(told) == lines + 1:
            raise error

    if lines:
        report = measure(tell)
        assert report.ending.error is error
        assert 1 <= len(values(report)[part]) <= lines
        assert values(report).get("signature") is None
    else:
        with pytest.raises(type(error)):
            measure(tell)


def test_a_measurement_that_never_began_has_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Engine, "start_anew", no_memory)
    for name in MEASUREMENTS.keys() - {"perft"}:
        measure, part = MEASUREMENTS[name]
        report = measure(lambda _: None)
        assert report.ending.as_json() == {"interrupted": False, "problem": "there is not enough memory"}
        assert values(report)[part] == []
