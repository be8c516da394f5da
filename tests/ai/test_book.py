"""The opening book: its file, the eight symmetries, the choice among equals, and the engine that asks it."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

from ai.book import EQUAL_DISCS, Book, BookError, BookMove, load
from ai.engine import Engine
from ai.limits import FULL_STRENGTH, Limit, Options
from game.board import Board, parse_square, square_name
from game.evaluation import Kind
from game.records.transcript import parse_transcript
from game.symmetry import SYMMETRIES, symmetric_boards, transform_board, transform_square
from tests.ai.books import large_book, random_boards, small_book
from tests.ai.positions import random_position

START = Board.initial()


def test_a_move_is_known_on_every_face_and_all_mirrored_moves_of_a_symmetric_board() -> None:
    board = parse_transcript("f5d6").board
    for face in SYMMETRIES:
        c3 = transform_square(parse_square("c3"), face)
        assert small_book().moves(transform_board(board, face)) == (BookMove(c3, 0.3),)
    assert {square_name(move.move) for move in small_book().moves(START)} == {"d3", "c4", "f5", "e6"}
    rng = Random(1)
    chosen = {square_name(small_book().choose(START, rng).move) for _ in range(100)}  # type: ignore[union-attr]
    assert chosen == {"d3", "c4", "f5", "e6"}


def test_moves_are_sorted_and_seen_by_the_side_to_move() -> None:
    book, board = small_book(), parse_transcript("f5").board
    assert [(square_name(m.move), m.score) for m in book.moves(board)] == [
        ("d6", -0.3), ("f6", -0.8), ("f4", -12.0),
    ]  # fmt: skip
    assert [square_name(move) for move in book.line(board, parse_square("d6"))] == ["d6", "c3", "d3"]
    unknown = parse_transcript("f5f6").board
    assert (book.moves(unknown), book.choose(unknown, Random(1)), len(book)) == ((), None, 4)


def test_only_moves_of_equal_worth_are_chosen_the_better_ones_more_often() -> None:
    rng = Random(2)
    book, board = small_book(), parse_transcript("f5").board
    drawn = [book.choose(board, rng) for _ in range(600)]
    counts = Counter(square_name(move.move) for move in drawn if move is not None)
    assert set(counts) == {"d6", "f6"}
    assert 4 < counts["d6"] / counts["f6"] < 7  # half a disc lies between them: exp(0.5 / 0.3) is expected
    assert all(book.moves(board)[0].score - move.score <= EQUAL_DISCS for move in drawn if move is not None)


def test_every_face_of_a_large_book_is_answered_legally() -> None:
    book = large_book(3, 50)
    for board in random_boards(3, 50):
        found = [book.moves(face) for face in symmetric_boards(board)]
        assert len(found[0]) == board.legal_moves().bit_count()
        assert len({tuple(move.score for move in moves) for moves in found}) == 1
        for face, moves in zip(symmetric_boards(board), found, strict=True):
            assert all(face.is_legal(move.move) for move in moves)


@pytest.mark.parametrize("book", [Book({}), small_book(), large_book(5, 100)], ids=len)
def test_a_book_is_read_as_it_was_written(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "book.json.gz"
    path.write_bytes(book.to_bytes())
    again = load(path)
    assert again.to_bytes() == book.to_bytes()
    assert (len(again), again.command) == (len(book), book.command)
    rng = Random(6)
    for board in (START, *(random_position(rng, 5) for _ in range(20))):
        assert again.moves(board) == book.moves(board)


DATA: Final = small_book().to_bytes()
NO_BOOK: Final = "this is not an opening book"
DAMAGED: Final = r"it cannot be read \(its gzip data is damaged or cut off\)"


def flipped(offset: int) -> bytes:
    return DATA[:offset] + bytes([DATA[offset] ^ 1]) + DATA[offset + 1 :]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", NO_BOOK), (b"\x89PNG" + DATA[4:], NO_BOOK), (b"[]", NO_BOOK), (b'{"positions": []}', NO_BOOK),
        (b'{"command": "", "positions": [[1, 2]]}', NO_BOOK), (b"[" * 100_000, NO_BOOK),
        (b'{"command": "", "positions": [[1, 2, {"d3": 4}]]}', NO_BOOK),
        (DATA[:30], DAMAGED), (DATA[:-1], DAMAGED),
        *((flipped(at), DAMAGED) for at in (30, 60, len(DATA) - 7)),
        (bytes((1 << 25) + 1), "it cannot be read"), (None, r"it cannot be read \(No such"),
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused(data: bytes | None, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "book.json.gz"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(BookError, match=rf"book\.json\.gz: {problem}"):
        load(path)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with closing(Engine(1, book=small_book())) as engine:
        yield engine


ASKED = Options(book=True)


def test_the_engine_answers_from_the_book_at_once(engine: Engine) -> None:
    analysis = engine.analyse(parse_transcript("f5d6").board, Limit(seconds=30), ASKED)
    answer = analysis.result()
    assert (answer.kind, square_name(answer.move), answer.score, answer.depth) == (Kind.BOOK, "c3", 0.3, 0)
    assert [square_name(move) for move in answer.pv] == ["c3", "d3"]
    assert answer.iterations == ()
    assert analysis.counters().nodes == 0
    for seed in range(5):  # which repeats the choice
        options = replace(ASKED, seed=seed)
        asked = [engine.analyse(START, Limit(seconds=1), options).result().move for _ in range(2)]
        assert asked[0] == asked[1]


@pytest.mark.parametrize(
    ("moves", "limit", "options"),
    [
        ("f5d6", Limit(depth=1), Options()),
        ("f5d6", Limit(depth=1), replace(ASKED, level=FULL_STRENGTH - 1)),
        ("f5d6", Limit(depth=1), replace(ASKED, all_moves=True)),
        ("f5d6", Limit(depth=1, solve=True), ASKED),
        ("f5f6e6", Limit(depth=1), ASKED),
    ],
    ids=["not allowed", "a lower level", "a score for every move", "the exact result", "beyond the book"],
)
def test_the_engine_searches_where_the_book_ends(
    engine: Engine, moves: str, limit: Limit, options: Options
) -> None:
    answer = engine.analyse(parse_transcript(moves).board, limit, options).result()
    assert (answer.kind, answer.depth) == (Kind.ESTIMATE, 1)
