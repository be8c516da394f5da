"""The eight symmetries of a board: a game played in a mirror or on a turned board is the same game.

A symmetry is a number 0 .. 7; its bits are three reflections, done in this order:
1 left and right change places (a1 -> h1), 2 top and bottom (a1 -> a8), 4 in the diagonal a1-h8 (a2 -> b1).
Symmetry 0 leaves everything where it is, symmetry 3 turns the board by 180 degrees.
The bit tricks are the delta swaps of Warren, Hacker's Delight (2002), section 7.
"""

from typing import Final

from game.board import PASS, Bitboard, Bits, Board, Move, Square

Symmetry = int
BitboardPair = tuple[Bitboard, Bitboard]
"""Player and opponent, on the smallest of the eight symmetries."""

SYMMETRIES: Final = range(8)
MIRROR_FILES: Final[Symmetry] = 1
MIRROR_RANKS: Final[Symmetry] = 2
TRANSPOSE: Final[Symmetry] = 4
QUARTER_TURN: Final[Symmetry] = MIRROR_RANKS | TRANSPOSE
"""Clockwise: a1 -> h1 -> h8 -> a8. With one of the mirrors it makes all eight."""

# Each reflection as swaps: the bits in a mask change places with those the given number of bits above.
_REFLECTIONS: Final = (
    ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F)),
    ((8, 0x00FF00FF00FF00FF), (16, 0x0000FFFF0000FFFF), (32, 0x00000000FFFFFFFF)),
    ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)),
)
_SWAPS: Final = [
    [swap for bit, swaps in enumerate(_REFLECTIONS) if symmetry >> bit & 1 for swap in swaps]
    for symmetry in SYMMETRIES
]


def inverse(symmetry: Symmetry) -> Symmetry:
    """The one that undoes `symmetry`: itself, except for the two quarter turns, 5 and 6."""
    return {5: 6, 6: 5}.get(symmetry, symmetry)


def transform_square(square: Square, symmetry: Symmetry) -> Square:
    """Where `square` lies after a symmetry."""
    if symmetry & MIRROR_FILES:
        square ^= 7
    if symmetry & MIRROR_RANKS:
        square ^= 56
    if symmetry & TRANSPOSE:
        square = square >> 3 | (square & 7) << 3
    return square


def transform_move(move: Move, symmetry: Symmetry) -> Move:
    return move if move == PASS else transform_square(move, symmetry)


def transform_bits(bits: Bits, symmetry: Symmetry) -> Bits:
    """A bitboard, or an array of them, seen under a symmetry: bit s moves to bit transform_square(s)."""
    for step, mask in _SWAPS[symmetry]:
        moved: Bits = (bits ^ bits >> step) & mask
        bits = bits ^ moved ^ moved << step
    return bits


def transform_board(board: Board, symmetry: Symmetry) -> Board:
    """A position seen under a symmetry; the side to move stays."""
    return Board(transform_bits(board.black, symmetry), transform_bits(board.white, symmetry), board.turn)


def symmetric_boards(board: Board) -> tuple[Board, ...]:
    """All eight, symmetry 0 (the board itself) first; symmetrical positions repeat themselves."""
    return tuple(transform_board(board, symmetry) for symmetry in SYMMETRIES)


def canonical(board: Board) -> BitboardPair:
    """The same for a position and all that are symmetric to it."""
    seen = [board.player << 64 | board.opponent]  # one number for both sides, which are reflected together
    for swaps in _REFLECTIONS:
        for both in tuple(seen):
            for step, mask in swaps:
                moved = (both ^ both >> step) & (mask << 64 | mask)
                both ^= moved ^ moved << step
            seen.append(both)
    return divmod(min(seen), 1 << 64)


def canonical_symmetry(board: Board) -> Symmetry:
    """One under which a position looks as `canonical` has it."""
    seen = symmetric_boards(board)
    return min(SYMMETRIES, key=lambda each: (seen[each].player, seen[each].opponent))


def symmetry_to(board: Board, other: Board) -> Symmetry | None:
    """One under which `board` looks like `other`; None where there is none."""
    return next((found for found in SYMMETRIES if transform_board(board, found) == other), None)
