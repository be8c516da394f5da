"""Whether a game can have come to a position, as far as the discs alone disprove it."""

from __future__ import annotations

from enum import Enum
from typing import Final

from game.board import DIRECTIONS, Bitboard, Board, connected, legal_moves, shift

CENTRE: Final[Bitboard] = 0x0000001818000000
"""d4, e4, d5 and e5, where every start has its discs."""


class Unreachable(Enum):
    """A proof that no game leads to a position."""

    CENTRE = "centre"  # one of the four discs of the start is missing, and discs are never taken away
    ISLAND = "island"  # a disc is put beside another, so all of them hang together with the centre
    LAST_MOVE = "last move"  # no disc can have been placed last


def why_unreachable(board: Board) -> Unreachable | None:
    """Why no game from four discs in the middle leads to `board`. None where nothing was proved, which does
    not say that there is such a game.
    """
    occupied = board.black | board.white
    if CENTRE & ~occupied:
        return Unreachable.CENTRE
    if connected(CENTRE, occupied) != occupied:
        return Unreachable.ISLAND
    if occupied != CENTRE and not _has_last_disc(board):
        return Unreachable.LAST_MOVE
    return None


def _has_last_disc(board: Board) -> bool:
    """Whether some disc outside the centre can have been placed last.

    It has turned its neighbour in some direction, and what is behind that is a turned disc or the other end
    of the row: so two more of its colour follow it. The side to move has placed it only if the other had to
    pass.
    """
    movers = [board.opponent]
    if not legal_moves(board.opponent, board.player):
        movers.append(board.player)
    for discs in movers:
        for step, arrivals in DIRECTIONS:
            second = shift(discs, step, arrivals) & discs
            if shift(second, step, arrivals) & discs & ~CENTRE:
                return True
    return False
