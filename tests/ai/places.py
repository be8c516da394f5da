"""The weights that the evaluation adds up, found in the plainest way."""

from ai.patterns import EMPTIES_FIRST, MOBILITY_FIRST, MOST_MOVES, PATTERNS
from game.board import Bitboard


def places(player: Bitboard, opponent: Bitboard, moves: int, replies: int) -> list[int]:
    """Returns the indices, within the stage, of the weights whose sum is the value of a position.

    `moves` and `replies` are the numbers of legal moves of both sides.
    """
    found = [
        pattern.centre
        + sum(
            3**place * ((player >> square & 1) - (opponent >> square & 1))
            for place, square in enumerate(pattern.squares)
        )
        for pattern in PATTERNS
    ]
    found.append(MOBILITY_FIRST + min(moves, MOST_MOVES) * (MOST_MOVES + 1) + min(replies, MOST_MOVES))
    found.append(EMPTIES_FIRST + 64 - (player | opponent).bit_count())
    return found
