"""What the steps share that search positions that were not learned from, and change the weights by them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm
from ai.node import Node
from ai.telemetry import new_telemetry
from ai.training.arguments import Parser, add_work
from ai.training.weights.export import TARGET
from ai.training.weights.games_file import Split
from ai.training.weights.positions import Positions, PositionsError, read
from ai.weights import MAX_SCORE, Weights, WeightsError, load


class TuningError(Exception):
    """The weights or the positions cannot be used; the text says why."""


def add_tuning(parser: Parser, positions: int) -> None:
    """The options `weights`, `positions` and `work`."""
    parser.add_argument(
        "--weights",
        type=Path,
        default=TARGET,
        metavar="FILE",
        help="the weights to search with, and to write into (default: %(default)s)",
    )
    name = "the number of positions"
    parser.add_number("--positions", name, 1, 10_000, positions, "for each number of empties")
    add_work(parser)


def read_inputs(options: argparse.Namespace) -> tuple[Weights, Positions]:
    """The weights, and the positions that were not learned from. Raises TuningError."""
    try:
        return load(options.weights), read(options.work / Split.VALIDATION.file_name)
    except (WeightsError, PositionsError) as error:
        raise TuningError(error) from error
    except OSError as error:
        raise TuningError(f"{error.filename}: {error.strerror}; the step dataset makes it") from error


def save(weights: Weights, path: Path) -> None:
    """Raises TuningError."""
    try:
        weights.save(path)
    except OSError as error:
        raise TuningError(f"{path} cannot be written: {error.strerror}") from error


def search_depths(searcher: CompiledSearcher, player: int, opponent: int, depths: Sequence[int]) -> list[int]:
    """The scores of all depths at full width, in tenths of a disc."""
    telemetry = new_telemetry(Algorithm.PVS)
    searcher.clear()
    searcher.begin(telemetry)
    root = Node(player, opponent, -MAX_SCORE - 1, MAX_SCORE + 1, 0, Algorithm.PVS, exact=False)
    return [searcher.search(root._replace(depth=depth)) for depth in depths]
