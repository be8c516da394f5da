"""Searches that tests run: by a searcher, by the root, and by plain minimax for comparison."""

import time
from collections.abc import Callable
from typing import Final

from ai.compiled import CompiledSearcher
from ai.engine import Analysis, Engine
from ai.limits import ALL_TECHNIQUES, Algorithm, Limit, Options, Progress, Techniques
from ai.search.root import RootSearch, Searcher
from ai.telemetry import Telemetry, new_telemetry
from ai.weights import MAX_SCORE
from game.board import PASS, Board, Move
from tests.ai.positions import endgame_node, midgame_node

FULL_WINDOW: Final = (-MAX_SCORE - 1, MAX_SCORE + 1)
PLAIN: Final = CompiledSearcher(0)


def begun(
    searcher: CompiledSearcher, algorithm: Algorithm = Algorithm.PVS, techniques: Techniques = ALL_TECHNIQUES
) -> Telemetry:
    """Begins a search on an empty table; returns its telemetry."""
    telemetry = new_telemetry(algorithm)
    searcher.clear()
    searcher.begin(telemetry, techniques)
    return telemetry


def estimated(
    board: Board,
    depth: int,
    algorithm: Algorithm = Algorithm.PVS,
    searcher: CompiledSearcher = PLAIN,
    techniques: Techniques = ALL_TECHNIQUES,
) -> int:
    """Returns the score of `depth` plies at full width, in tenths of a disc."""
    begun(searcher, algorithm, techniques)
    return searcher.search(midgame_node(board, *FULL_WINDOW, depth, algorithm))


def solved(board: Board, algorithm: Algorithm = Algorithm.PVS, searcher: CompiledSearcher = PLAIN) -> int:
    begun(searcher, algorithm)
    return searcher.search(endgame_node(board, -64, 64, algorithm))


def check_bound(exact: int, score: int, alpha: int, beta: int) -> None:
    """Checks a fail-soft score: outside the window it is a bound of the exact one."""
    if score <= alpha:
        assert exact <= score
    elif score >= beta:
        assert exact >= score
    else:
        assert exact == score


def run(
    board: Board,
    limit: Limit,
    telemetry: Telemetry,
    searcher: Callable[[], Searcher],
    options: Options | None = None,
    used: float = 0.0,
) -> list[Progress]:
    """Returns all that a root search publishes that began `used` seconds ago."""
    found: list[Progress] = []
    began = time.perf_counter() - used
    RootSearch(board, limit, options or Options(), telemetry, found.append, began).run(searcher)
    return found


def published(board: Board, limit: Limit, options: Options, searcher: CompiledSearcher) -> list[Progress]:
    """Returns all that a root search on an empty table publishes."""
    telemetry = begun(searcher, options.algorithm, options.techniques)
    return run(board, limit, telemetry, lambda: searcher, options)


def analysed(engine: Engine, board: Board, limit: Limit, options: Options) -> Analysis:
    """Returns a finished search of the engine on an empty table."""
    engine.clear_and_allocate()
    analysis = engine.analyse(board, limit, options)
    analysis.result()
    return analysis


class Minimax:
    """The minimax scores of the moves of a position, in tenths of a disc."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._scores: dict[tuple[Move, int], int] = {}

    def score(self, move: Move, depth: int) -> int:
        if (move, depth) not in self._scores:
            left = depth if move == PASS else depth - 1
            self._scores[move, depth] = -estimated(self._board.play(move), left, Algorithm.MINIMAX)
        return self._scores[move, depth]
