"""The opening book: its file, the eight symmetries, the choice among equals, and the engine that uses it."""

import gzip
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

from ai.book import EQUAL_DISCS, PARTS, BookError, board_of, load, packed
from ai.engine import Engine
from ai.limits import FULL_STRENGTH, Limit, Options
from game.board import Board, parse_square, square_name, squares
from game.evaluation import Kind, MoveScore
from game.records.transcript import parse_transcript
from game.symmetry import SYMMETRIES, canonical, transform_board, transform_square
from tests.ai.books import SMALL, book_file, random_scores, small_book
from tests.ai.positions import random_position

START = Board.initial()


def test_a_move_is_known_on_every_face_with_its_mirrored_moves() -> None:
    board = parse_transcript("f5d6").board
    for face in SYMMETRIES:
        c3 = transform_square(parse_square("c3"), face)
        assert small_book().moves(transform_board(board, face)) == (MoveScore(c3, 0.3, 0, Kind.BOOK),)
    assert {square_name(move.move) for move in small_book().moves(START)} == {"d3", "c4", "f5", "e6"}
    rng = Random(1)
    chosen = {square_name(small_book().choose(START, rng).move) for _ in range(100)}  # type: ignore[union-attr]
    assert chosen == {"d3", "c4", "f5", "e6"}


def test_moves_are_sorted_for_the_side_to_move() -> None:
    book, board = small_book(), parse_transcript("f5").board
    assert [(square_name(m.move), m.score) for m in book.moves(board)] == [
        ("d6", -0.3), ("f6", -0.8), ("f4", -12.0),
    ]  # fmt: skip
    assert [square_name(move) for move in book.line(board, parse_square("d6"))] == ["d6", "c3", "d3"]
    unknown = parse_transcript("f5f6e6").board
    assert (book.moves(unknown), book.choose(unknown, Random(1)), len(book)) == ((), None, 7)


def test_nearly_equal_moves_are_chosen_the_better_ones_more_often() -> None:
    rng = Random(2)
    book, board = small_book(), parse_transcript("f5").board
    drawn = [book.choose(board, rng) for _ in range(600)]
    counts = Counter(square_name(move.move) for move in drawn if move is not None)
    assert set(counts) == {"d6", "f6"}
    assert 4 < counts["d6"] / counts["f6"] < 7  # they differ by half a disc: exp(0.5 / 0.3) is expected
    assert all(book.moves(board)[0].score - move.score <= EQUAL_DISCS for move in drawn if move is not None)


def test_the_book_ends_if_its_best_move_leaves_it() -> None:
    book = small_book(SMALL | {"": 2, "f5": -2})
    assert book.moves(START) != ()
    assert book.moves(parse_transcript("f5").board) == ()


@pytest.mark.parametrize("count", [0, 300, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_book_knows_its_positions_on_every_face_and_no_others(count: int, tmp_path: Path) -> None:
    path, scores, rng = tmp_path / "book.bin.gz", random_scores(count, count), Random(count)
    path.write_bytes(packed(scores, "made up"))
    book = load(path)
    assert (len(book), book.command) == (len(scores), "made up")
    assert path.stat().st_size < 3_000_000
    for position, score in rng.sample(sorted(scores.items()), min(len(scores), 2000)):
        face = rng.choice(SYMMETRIES)
        board = transform_board(board_of(position), face)
        assert book.score(board) == score / PARTS
        after = {move: scores.get(canonical(board.play(move))) for move in squares(board.legal_moves())}
        known = {move: -worth / PARTS for move, worth in after.items() if worth is not None}
        is_beyond = not known or max(known.values()) < score / PARTS
        assert {each.move: each.score for each in book.moves(board)} == ({} if is_beyond else known)
    for _ in range(300):
        board = random_position(rng, rng.randrange(4, 40))
        assert (book.score(board) is None) == (canonical(board) not in scores)


DATA: Final = book_file()
NO_BOOK: Final = "this is not an opening book"
DAMAGED: Final = r"it cannot be read \(its gzip data is damaged or cut off\)"


def flipped(offset: int) -> bytes:
    return DATA[:offset] + bytes([DATA[offset] ^ 1]) + DATA[offset + 1 :]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", NO_BOOK), (b"\x89PNG" + DATA[4:], NO_BOOK), (b"[]", NO_BOOK),
        (gzip.decompress(DATA)[:-1], NO_BOOK), (b"Nullwindow book: \xff\n", NO_BOOK),
        (DATA[:30], DAMAGED), (DATA[:-1], DAMAGED),
        *((flipped(at), DAMAGED) for at in (30, 60, len(DATA) - 7)),
        (bytes((1 << 25) + 1), "it cannot be read"), (None, r"it cannot be read \(No such"),
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused(data: bytes | None, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "book.bin.gz"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(BookError, match=rf"book\.bin\.gz: {problem}"):
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
    for seed in range(5):  # a seed repeats the choice
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
def test_the_engine_searches_without_a_book_move(
    engine: Engine, moves: str, limit: Limit, options: Options
) -> None:
    answer = engine.analyse(parse_transcript(moves).board, limit, options).result()
    assert (answer.kind, answer.depth) == (Kind.ESTIMATE, 1)
