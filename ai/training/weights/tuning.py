"""What the steps share that search positions that were not learned from, and change the weights by them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm
from ai.node import Node
from ai.telemetry import new_telemetry
from ai.training.arguments import Parser, add_work
from ai.training.weights.games_file import Split
from ai.training.weights.positions import Positions, read
from ai.training.weights.stages import TARGET
from ai.weights import MAX_SCORE, Weights, load


def add_tuning(parser: Parser, positions: int) -> None:
    """The options `weights`, `positions` and `work`."""
    parser.add_path(
        "--weights", "the weights to search with, and to write into (default: %(default)s)", TARGET
    )
    name = "the number of positions"
    parser.add_number("--positions", name, 1, 10_000, positions, "for each number of empties")
    add_work(parser)


def read_inputs(options: argparse.Namespace) -> tuple[Weights, Positions]:
    """The weights, and the positions that were not learned from. Raises WeightsError, PositionsError."""
    return load(options.weights), read(options.work / Split.VALIDATION.file_name)


def search_depths(searcher: CompiledSearcher, player: int, opponent: int, depths: Sequence[int]) -> list[int]:
    """The scores of all depths at full width, in tenths of a disc."""
    telemetry = new_telemetry(Algorithm.PVS)
    searcher.clear()
    searcher.begin(telemetry)
    root = Node(player, opponent, -MAX_SCORE - 1, MAX_SCORE + 1, 0, Algorithm.PVS, exact=False)
    return [searcher.search(root._replace(depth=depth)) for depth in depths]
