"""Calls per second of the kernels that are called most, over the positions some plies after middle games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final

from ai.bench.perft import positions_after
from ai.bench.runs import Ending, Report, Tell
from ai.weights import default_weights
from game.board import squares
from game.plain_text import columns, to_left, to_right
from game.records.obf import Problem
from game.text import _

# About a thousand positions from every middle game.
PLIES: Final = 3
# How long each kernel is measured.
SECONDS: Final = 1.0


def measure(problems: Iterable[Problem], tell: Tell, plies: int = PLIES, seconds: float = SECONDS) -> Report:
    """Calls per second, by what is called: evaluations, legal_moves, flips.

    An evaluation is that of a position after a move: with the move, and the legal moves of both sides.
    """
    import numpy as np

    from ai.kernels.measure import evaluate_many, flips_many, legal_moves_many
    from ai.kernels.workspace import WEIGHTS, WORKSPACE

    boards = [
        board
        for problem in problems
        for board in positions_after(problem.board, plies)
        if not board.is_over()
    ]
    players, opponents = (
        np.array([getattr(board, side) for board in boards], np.uint64) for side in ("player", "opponent")
    )
    moves = [(index, square) for index, board in enumerate(boards) for square in squares(board.legal_moves())]
    indices, placed = np.array(moves, np.int64).T.copy()
    movers, others = players[indices], opponents[indices]

    workspace = np.zeros(1, WORKSPACE)[0]
    weights = np.frombuffer(default_weights().values, WEIGHTS)[0]
    shown = {"evaluations": _("evaluations"), "legal_moves": _("legal moves"), "flips": _("flips")}
    width = max(14, *(columns(name) + 1 for name in shown.values()))
    tell(" " * width + to_right(_("calls"), 10) + to_right(_("M calls/s"), 12))
    kernels: dict[str, tuple[int, Callable[[], object]]] = {
        "evaluations": (len(moves), lambda: evaluate_many(players, opponents, workspace, weights)),
        "legal_moves": (len(boards), lambda: legal_moves_many(players, opponents)),
        "flips": (len(moves), lambda: flips_many(movers, others, placed)),
    }
    speeds: dict[str, float] = {}
    with Ending() as ending:
        for name, (calls, kernel) in kernels.items():
            speeds[name] = calls / _fastest(kernel, seconds)
            tell(f"{to_left(shown[name], width)}{calls:10,}{speeds[name] / 1e6:12.1f}")
    figures = {f"{name}_per_second": speed for name, speed in speeds.items()}
    return Report(ending, {"positions": len(boards), **figures})


def _fastest(kernel: Callable[[], object], seconds: float) -> float:
    """The shortest time of a call, of those that `seconds` leave time for: others only disturb."""
    fastest = float("inf")
    ends = time.perf_counter() + seconds
    while (began := time.perf_counter()) < ends:
        kernel()
        fastest = min(fastest, time.perf_counter() - began)
    return fastest
