"""The eight symmetries of a board: a mirrored or rotated game is the same game.

A symmetry is a number 0 .. 7; its bits are three reflections, applied in this order:
1 swaps left and right (a1 -> h1), 2 swaps top and bottom (a1 -> a8), 4 reflects in the diagonal a1-h8
(a2 -> b1). Symmetry 0 is the identity, symmetry 3 rotates the board by 180 degrees.
The bit tricks are the delta swaps of Warren, Hacker's Delight (2002), section 7.
"""

from typing import Final

from game.board import PASS, Bitboard, Bits, Board, Move, Square

Symmetry = int
BitboardPair = tuple[Bitboard, Bitboard]
"""Player and opponent; the smallest pair of the eight symmetric ones."""

SYMMETRIES: Final = range(8)
MIRROR_FILES: Final[Symmetry] = 1
MIRROR_RANKS: Final[Symmetry] = 2
TRANSPOSE: Final[Symmetry] = 4
QUARTER_TURN: Final[Symmetry] = MIRROR_RANKS | TRANSPOSE
"""Clockwise: a1 -> h1 -> h8 -> a8. With one of the mirrors it generates all eight."""

# Each reflection as swaps: (n, mask) swaps the bits in the mask with those n bits above.
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
    """Returns the symmetry that undoes `symmetry`: itself, except for the two quarter turns, 5 and 6."""
    return {5: 6, 6: 5}.get(symmetry, symmetry)


def transform_square(square: Square, symmetry: Symmetry) -> Square:
    """Returns the square to which a symmetry moves `square`."""
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
    """Applies a symmetry to a bitboard, or an array of them: bit s moves to bit transform_square(s)."""
    for step, mask in _SWAPS[symmetry]:
        moved: Bits = (bits ^ bits >> step) & mask
        bits = bits ^ moved ^ moved << step
    return bits


def transform_board(board: Board, symmetry: Symmetry) -> Board:
    """Applies a symmetry to a position; the side to move stays the same."""
    return Board(transform_bits(board.black, symmetry), transform_bits(board.white, symmetry), board.turn)


def symmetric_boards(board: Board) -> tuple[Board, ...]:
    """Returns all eight, symmetry 0 (the board itself) first; a symmetric position occurs repeatedly."""
    return tuple(transform_board(board, symmetry) for symmetry in SYMMETRIES)


def canonical(board: Board) -> BitboardPair:
    """Returns the same pair for a position and all that are symmetric to it."""
    seen = [board.player << 64 | board.opponent]  # both sides in one number, to reflect them together
    for swaps in _REFLECTIONS:
        for both in tuple(seen):
            for step, mask in swaps:
                moved = (both ^ both >> step) & (mask << 64 | mask)
                both ^= moved ^ moved << step
            seen.append(both)
    return divmod(min(seen), 1 << 64)


def canonical_symmetry(board: Board) -> Symmetry:
    """Returns a symmetry that turns a position into its `canonical` form."""
    seen = symmetric_boards(board)
    return min(SYMMETRIES, key=lambda each: (seen[each].player, seen[each].opponent))


def symmetry_to(board: Board, other: Board) -> Symmetry | None:
    """Returns a symmetry that turns `board` into `other`; None if there is none."""
    return next((found for found in SYMMETRIES if transform_board(board, found) == other), None)
