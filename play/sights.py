"""The features of a position that need no search: stable discs, the frontier, moves and regions."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from ai.reference.evaluation import stable_discs
from game.board import DIRECTIONS, FULL, SIDES, Bitboard, Board, Color, connected, legal_moves, shift


class Sight(Enum):
    STABLE = "stable"  # discs that the rule of ai/reference/evaluation.py proves safe for ever
    FRONTIER = "frontier"  # discs next to an empty square, also diagonally
    MOVES = "moves"  # where each side could move if it were its turn
    REGIONS = "regions"  # the empty squares, grouped if they share sides


@dataclass(frozen=True, slots=True)
class Sights:
    """The features shown of a position: squares of Black and of White, and regions. `last` is the side that
    makes the last move if neither passes; None once the game is over.
    """

    sides: tuple[tuple[Sight, Bitboard, Bitboard], ...]
    regions: tuple[Bitboard, ...]
    last: Color | None


@lru_cache(64)
def sights_of(board: Board, shown: frozenset[Sight]) -> Sights:
    black, white = board.black, board.white
    empty = left = ~(black | white) & FULL
    near, regions, turn = 0, list[Bitboard](), board.after_pass().turn
    for step, arrivals in DIRECTIONS:
        near |= shift(empty, step, arrivals)
    while left and Sight.REGIONS in shown:
        regions.append(connected(left & -left, left, SIDES))
        left &= ~regions[-1]
    sides = (
        (Sight.STABLE, stable_discs(black, white), stable_discs(white, black)),
        (Sight.FRONTIER, near & black, near & white),
        (Sight.MOVES, legal_moves(black, white), legal_moves(white, black)),
    )
    last = None if board.is_over() else turn if board.empties % 2 else turn.other
    return Sights(tuple(side for side in sides if side[0] in shown), tuple(regions), last)
