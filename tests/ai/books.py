"""Opening books for tests."""

from random import Random

from ai.book import Book
from game.board import Board, legal_moves, parse_square, squares
from game.records.transcript import parse_transcript
from game.symmetry import SYMMETRIES, BitboardPair, canonical, transform_board, transform_square
from tests.ai.positions import random_position


def entry(text: str, **scores: int) -> tuple[BitboardPair, dict[int, int]]:
    """The position after a transcript, and its moves with their scores as the book keeps them."""
    board = parse_transcript(text).board
    position = canonical(board)
    face = next(
        symmetry
        for symmetry in SYMMETRIES
        if (turned := transform_board(board, symmetry)) and (turned.player, turned.opponent) == position
    )
    return position, {transform_square(parse_square(name), face): score for name, score in scores.items()}


def small_book() -> Book:
    return Book(
        dict(
            [entry("", f5=3), entry("f5", d6=-3, f6=-8, f4=-120), entry("f5d6", c3=3), entry("f5d6c3", d3=-2)]
        ),
        "make a book",
    )


def random_boards(seed: int, count: int) -> list[Board]:
    rng = Random(seed)
    return [random_position(rng, rng.randrange(4, 30)) for _ in range(count)]


def large_book(seed: int, count: int) -> Book:
    rng = Random(seed)
    keys = [canonical(board) for board in random_boards(seed, count)]
    return Book(
        {key: {move: rng.randint(-640, 640) for move in squares(legal_moves(*key))} for key in keys},
        "python -m ai.training book --lines Häfen.csv",
    )
