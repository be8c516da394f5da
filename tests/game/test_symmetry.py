from random import Random

import pytest

from game.board import Board, parse_square, square_name, squares
from game.starts import random_opening
from game.symmetry import (
    SYMMETRIES,
    canonical,
    inverse,
    symmetric_boards,
    symmetry_to,
    transform_bits,
    transform_board,
    transform_square,
)


def some_boards() -> list[Board]:
    rng = Random(3)
    return [random_opening(rng, plies).board for plies in (1, 3, 8, 13, 20) for _ in range(10)]


def test_bits_move_like_squares() -> None:
    rng = Random(4)
    for face in SYMMETRIES:
        for bits in [1 << s for s in range(64)] + [rng.getrandbits(64) for _ in range(200)]:
            assert transform_bits(bits, face) == sum(1 << transform_square(s, face) for s in squares(bits))


@pytest.mark.parametrize("face", SYMMETRIES)
def test_the_rules_are_symmetric(face: int) -> None:
    assert [transform_square(transform_square(s, face), inverse(face)) for s in range(64)] == [*range(64)]
    for board in some_boards():
        seen = transform_board(board, face)
        assert transform_board(seen, inverse(face)) == board
        assert seen.legal_moves() == transform_bits(board.legal_moves(), face)
        for square in squares(board.legal_moves()):
            assert seen.play(transform_square(square, face)) == transform_board(board.play(square), face)


def test_face_numbers() -> None:
    there = {face: square_name(transform_square(parse_square("c1"), face)) for face in (0, 1, 2, 3, 4)}
    assert there == {0: "c1", 1: "f1", 2: "c8", 3: "f8", 4: "a3"}
    assert len({tuple(transform_square(s, face) for s in range(64)) for face in SYMMETRIES}) == 8
    opened = [Board.initial().play(square) for square in squares(Board.initial().legal_moves())]
    assert all(board in symmetric_boards(opened[0]) for board in opened)
    assert len(set(symmetric_boards(Board.initial()))) == 2, "also with the colours the other way round"


def test_symmetric_boards_are_recognised() -> None:
    for board in some_boards():
        assert canonical(board) == min((seen.player, seen.opponent) for seen in symmetric_boards(board))
        for face in SYMMETRIES:
            seen = transform_board(board, face)
            found = symmetry_to(board, seen)
            assert found is not None
            assert transform_board(board, found) == seen
        for move in squares(board.legal_moves()):
            assert symmetry_to(board, board.play(move)) is None
