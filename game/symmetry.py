"""The eight faces of a board: a game played in a mirror or on a turned board is the same game.

A face is a number 0 .. 7; its bits are three reflections, done in this order:
1 left and right change places (a1 -> h1), 2 top and bottom (a1 -> a8), 4 in the diagonal a1-h8 (a2 -> b1).
Face 0 leaves everything where it is, face 3 turns the board by 180 degrees.
The bit tricks are the delta swaps of Warren, Hacker's Delight (2002), section 7.
"""

from __future__ import annotations

from typing import Final

from game.board import FULL, PASS, Bitboard, Board, Move, Square

Face = int

FACES: Final = range(8)
MIRROR_FILES: Final[Face] = 1
MIRROR_RANKS: Final[Face] = 2
TRANSPOSE: Final[Face] = 4


def inverse(face: Face) -> Face:
    """The face that undoes `face`. All are their own inverse except the two quarter turns, 5 and 6."""
    return {5: 6, 6: 5}.get(face, face)


def face_of_square(square: Square, face: Face) -> Square:
    """Where `square` lies on a face."""
    if face & MIRROR_FILES:
        square ^= 7
    if face & MIRROR_RANKS:
        square ^= 56
    if face & TRANSPOSE:
        square = square >> 3 | (square & 7) << 3
    return square


def face_of_move(move: Move, face: Face) -> Move:
    """Like `face_of_square`; a pass is a pass on every face."""
    return move if move == PASS else face_of_square(move, face)


def face_of_bits(bits: Bitboard, face: Face) -> Bitboard:
    """A bitboard seen on a face: bit s moves to bit face_of_square(s)."""
    if face & MIRROR_FILES:
        bits = _swap_files(bits)
    if face & MIRROR_RANKS:
        bits = int.from_bytes(bits.to_bytes(8, "little"), "big")
    if face & TRANSPOSE:
        bits = _transpose(bits)
    return bits


def face_of_board(board: Board, face: Face) -> Board:
    """A position seen on a face; the side to move stays."""
    return Board(face_of_bits(board.black, face), face_of_bits(board.white, face), board.turn)


def faces(board: Board) -> tuple[Board, ...]:
    """All eight, face 0 (the board itself) first; symmetrical positions repeat themselves."""
    return tuple(face_of_board(board, face) for face in FACES)


def _swap_files(bits: Bitboard) -> Bitboard:
    for step, mask in ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F)):
        bits = bits >> step & mask | (bits & mask) << step
    return bits


def _transpose(bits: Bitboard) -> Bitboard:
    for step, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
        moved = (bits ^ bits >> step) & mask
        bits ^= moved ^ moved << step
    return bits & FULL
