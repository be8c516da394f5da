"""The bench: the same number every time, and PVS below alpha-beta."""

from __future__ import annotations

import json

from ai import bench
from ai.compiled import CompiledSearcher
from ai.limits import Algorithm
from game.board import Board
from tests.game.test_perft import START_COUNTS

DEPTH = 9


def test_the_nodes_are_the_same_every_time_and_pvs_needs_fewer() -> None:
    searcher = CompiledSearcher(16)
    nodes = {
        algorithm: [
            bench.run(searcher, position, min(depth, DEPTH), algorithm).nodes
            for _, position, depth in bench.POSITIONS
        ]
        for algorithm in (Algorithm.ALPHABETA, Algorithm.PVS)
    }
    name, position, depth = bench.POSITIONS[3]
    again = bench.run(searcher, position, min(depth, DEPTH), Algorithm.PVS)
    assert again.nodes == nodes[Algorithm.PVS][3], name
    assert sum(nodes[Algorithm.PVS]) <= sum(nodes[Algorithm.ALPHABETA])


def test_leaves_are_counted_over_all_root_moves() -> None:
    assert bench.leaves(Board.initial(), 8) == START_COUNTS[7]


def test_the_report_says_the_same_in_text_and_json() -> None:
    alphabeta = tuple(bench.Run(1000 + n, 0.5, 0.0) for n in range(len(bench.POSITIONS)))
    pvs = tuple(bench.Run(900 + n, 0.4, 0.0) for n in range(len(bench.POSITIONS)))
    report = bench.Report(alphabeta, pvs, bench.Textbook(10, 10**10, 10**6, 10**5))
    values = json.loads(json.dumps(bench.as_json(report)))
    expected = sum(run.nodes for run in alphabeta + pvs)
    assert values["signature"] == report.signature == expected
    text = bench.text(report)
    assert text.endswith(f"Bench: {expected}")
    assert f"{10**10:,} leaves for minimax" in text
    assert all(name in text for name, _, _ in bench.POSITIONS)
