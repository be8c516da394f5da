"""Opening books for tests."""

import gzip
from collections.abc import Mapping
from random import Random
from typing import Final

from ai.book import Book, packed
from game.board import Board, squares
from game.records.transcript import parse_transcript
from game.symmetry import BitboardPair, canonical

SMALL: Final = {"": 3, "f5": -3, "f5d6": 3, "f5f6": 8, "f5f4": 120, "f5d6c3": -3, "f5d6c3d3": 3}


def book_file(worth: Mapping[str, int] = SMALL) -> bytes:
    """Returns a book file of positions by their transcripts, with scores in the units of the book."""
    scores = {canonical(parse_transcript(text).board): score for text, score in worth.items()}
    return packed(scores, "python -m ai.training book --output Häfen")


def small_book(worth: Mapping[str, int] = SMALL) -> Book:
    return Book(gzip.decompress(book_file(worth)))


def random_scores(seed: int, count: int) -> dict[BitboardPair, int]:
    """Returns scores of the positions on random lines; each is that of the best move played there."""
    rng = Random(seed)
    moves: dict[BitboardPair, set[BitboardPair]] = {}
    while len(moves) < count:
        board = Board.initial()
        for _ in range(rng.randrange(8, 30)):
            after = board.play(rng.choice(list(squares(board.legal_moves()))))
            if not after.legal_moves():
                break
            moves.setdefault(canonical(board), set()).add(canonical(after))
            board = after
        moves.setdefault(canonical(board), set())
    scores: dict[BitboardPair, int] = {}
    for position in sorted(moves, key=lambda each: -(each[0] | each[1]).bit_count()):
        known = [-scores[after] for after in moves[position]]
        scores[position] = max(known, default=rng.randint(-640, 640))
    return scores
