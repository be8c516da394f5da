"""Leaves per second: the tree of the rules from the start position, counted by one thread and checked."""

import time
from collections.abc import Callable
from typing import Final

from game.board import PASS, Board, squares
from game.plain_text import to_right
from game.text import _


def positions_after(board: Board, plies: int) -> list[Board]:
    """All of them, as often as they are reached; those of games that ended earlier too."""
    boards = [board]
    for _ply in range(plies):
        boards = [after for before in boards for after in _next(before)]
    return boards


def count(board: Board, plies: int, pieces: int, threads: int = 1) -> int:
    """The leaves `plies` from `board`, counted from every position `pieces` plies from it.

    A pass costs a ply, and a game that ends earlier is one leaf. Nothing can interrupt the kernel, so Ctrl-C
    waits for the end of a piece.
    """
    from concurrent.futures import ThreadPoolExecutor  # both here: the command line starts at once

    from ai.compiled import count_leaves

    pieces = min(pieces, plies)
    with ThreadPoolExecutor(threads) as pool:
        return sum(
            pool.map(
                lambda piece: count_leaves(piece.player, piece.opponent, plies - pieces),
                positions_after(board, pieces),
            )
        )


def _next(board: Board) -> list[Board]:
    moves = list(squares(board.legal_moves()))
    if moves or board.must_pass():
        return [board.play(move) for move in moves or [PASS]]
    return [board]


KNOWN_LEAVES: Final = (
    *(4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800, 1_939_886_636),
    18_429_641_748,
)
"""By depth, from 1."""
DEPTH: Final = 12

# Plies after the start where the pieces begin that are counted: 56 positions.
_PIECES: Final = 3


def measure(depth: int, tell: Callable[[str], object]) -> bool:
    """Count every depth up to `depth`, at most that of the last known count; whether all counts are right."""
    headings = ((_("depth"), 8), (_("leaves"), 17), (_("s"), 10), (_("M leaves/s"), 12))
    tell("".join(to_right(heading, width) for heading, width in headings))
    are_right = True
    for plies, known in enumerate(KNOWN_LEAVES[:depth], start=1):
        began = time.perf_counter()
        leaves = count(Board.initial(), plies, _PIECES)
        seconds = time.perf_counter() - began
        verdict = _("ok") if leaves == known else _("WRONG: {known}", known=f"{known:,}")
        tell(f"{plies:8}{leaves:17,}{seconds:10.3f}{leaves / seconds / 1e6:12.1f}  {verdict}")
        are_right &= leaves == known
    return are_right
