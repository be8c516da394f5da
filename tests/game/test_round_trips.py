"""Records survive being written and read again, as far as each format can hold them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.board import PASS, Board, Color, move_name, squares
from game.records.any_format import parse_game, read_game, read_games, read_names, read_problems
from game.records.board_text import board_lines
from game.records.ggf import ggf, parse_ggf_header, read_ggf
from game.records.obf import Problem, obf, parse_problem
from game.records.pgn import pgn
from game.records.record import UNKNOWN_RESULT, Record, result_text
from game.records.sgf import sgf
from game.records.transcript import parse_transcript, transcript
from game.tree import Game, Node, Shape
from tests.fuzz.mutations import mutated
from tests.game.trees import contents, random_board, random_name, random_record, random_tree

ARCHIVE = Path(__file__).resolve().parents[3] / "shared" / "reference" / "wthor"
TREES: list[Callable[[Record], str]] = [ggf, sgf]


def check_tree(record: Record, write: Callable[[Record], str]) -> None:
    again = read_game(write(record).encode())
    assert contents(again.game) == contents(record.game)
    assert again.problem is None
    # Readers add the result of a finished game; SGF also that of a game without moves.
    end = record.game.node.result if record.game.moves or write is sgf else None
    known = record.result if record.result != UNKNOWN_RESULT or end is None else result_text(end)
    assert replace(again, game=record.game) == replace(record, result=known)


@pytest.mark.parametrize("write", TREES)
@pytest.mark.parametrize("count", [15, pytest.param(200, marks=pytest.mark.slow)])
def test_whole_trees_survive_ggf_and_sgf(write: Callable[[Record], str], count: int) -> None:
    check_tree(parse_game("(;GM[2]TIME[7];B[f5]TIME[0.001];W[d6]TIME[2.5])"), write)  # which GGF rounds
    for seed in range(count):
        check_tree(random_record(Random(seed)), write)


def test_any_position_survives() -> None:
    for seed in range(60):
        rng = Random(seed)
        board = random_board(rng)
        legal = list(squares(board.legal_moves())) or ([PASS] if board.must_pass() else [])
        scores = tuple((move, rng.randint(-64, 64)) for move in legal)
        best = max((score for _, score in scores), default=rng.choice((None, -64, 7)))
        problem = Problem(board, scores, best, random_name(rng).replace("(;", ""))
        assert parse_problem(obf(problem)) == problem
        assert read_problems(obf(problem).encode()) == ([problem], [])
        for text in (board.text(), board_lines(board)):
            assert read_game(text.encode()).game.start == board


def with_asides_first(node: Node) -> str:
    """Returns the line after a node; variations come before the move they replace if that is unambiguous."""
    text = ""
    while node.children:
        main, *others = node.children
        asides = [f"({move_name(other.move or 0)} {with_asides_first(other)})" for other in others]
        parent = node.parent
        is_early = parent is not None and not any(parent.board.is_legal(other.move or 0) for other in others)
        move = move_name(main.move or 0)
        text += " ".join([*asides, move] if is_early else [move, *asides]) + " "
        node = main
    return text


@pytest.mark.parametrize("seed", range(12))
def test_variations_survive_every_format(seed: int) -> None:
    game = random_tree(Random(seed))
    paths = [node.path for node in game.root.walk()]
    texts = [write(Record(game)) for write in (ggf, sgf, pgn)]
    texts += [with_asides_first(game.root), f'[Event "x"]\n\n{with_asides_first(game.root)}']
    assert parse_transcript(transcript(game)).moves == game.moves
    for text in texts:
        again = parse_game(text).game
        assert [node.path for node in again.root.walk()] == paths
        assert again.main == again.line


@pytest.mark.parametrize("write", TREES)
def test_an_empty_board_keeps_its_comment_and_marks(write: Callable[[Record], str]) -> None:
    record = Record(Game(Board(0, 0, Color.WHITE)), "Ann", result="+0.00", event="Cup")
    record.game.root.comment = "set up your own"
    record.game.root.marks = {27: Shape.CIRCLE}
    check_tree(record, write)


@pytest.mark.slow
def test_the_header_of_a_damaged_game_has_its_moves() -> None:
    """Up to a malformed move; the header does not check whether moves are legal."""
    seeds = [ggf(random_record(Random(seed))).encode() for seed in range(20)]
    read = 0
    for seed in range(2000):
        text = mutated(Random(seed), seeds, [b"B[f5]", b"W[PA]", b"CO[tree=", b"]"]).decode(
            "utf-8", "replace"
        )
        try:
            record = parse_ggf_header(text)[0]
            game = read_ggf(text)
        except ValueError:
            with pytest.raises(ValueError, match=r"\w"):  # perhaps about an earlier fault
                read_ggf(text).whole()
            continue
        read += 1
        moves = tuple(move for move in game.game.node.path if move != PASS)
        squares = parse_ggf_header(text)[1]
        assert moves == (squares if game.problem is None else squares[: len(moves)])
        assert game.problem is not None or record.problem is None
        kept = replace(game, game=record.game, event=record.event, round="", problem=record.problem)
        assert kept == record
    assert read > 500


@pytest.mark.slow
@pytest.mark.skipif(not ARCHIVE.is_dir(), reason="the archive is not here")
def test_1000_archive_games_survive() -> None:
    games = 0
    for path in sorted(ARCHIVE.glob("*.wtb"))[::5]:
        names, problems = read_names(path)
        assert problems == []
        for found in read_games(path.read_bytes(), names):
            if found.number > 125 or games == 1000:
                break
            assert found.problem == ""
            record = found.record
            assert record.black
            assert record.white
            assert record.event
            for write in TREES:
                again = read_game(write(record).encode())
                assert contents(again.game) == contents(record.game)
                assert (again.black, again.white, again.date) == (record.black, record.white, record.date)
                assert again.result == record.result
            assert read_game(transcript(record.game).encode()).game.moves == record.game.moves
            games += 1
    assert games == 1000
