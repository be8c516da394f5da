"""External programs as players: scripted ones with the manners of a test, and GRhino if installed."""

import os
import shutil
import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ai.arena import host, talk
from ai.arena.gtp_engine import GtpEngine
from ai.arena.nboard_engine import NBoardEngine
from ai.arena.talk import Allowance, EngineError
from game.board import PASS, Board, Color, squares
from game.clock import TimeControl
from game.records.transcript import parse_transcript
from game.tree import Game
from tests.quick import quick

SCRIPT = str(Path(__file__).with_name("scripted_engine.py"))
MIDDLE = parse_transcript("f5d6c3d3c4f4f6f3e6e7")


def start(manners: str = "well", **limits: Any) -> NBoardEngine:
    engine = host.start([sys.executable, SCRIPT, manners], allowance=Allowance(**limits))
    assert isinstance(engine, NBoardEngine)
    return engine


@pytest.fixture(scope="module")
def engine() -> Iterator[NBoardEngine]:
    with closing(start()) as engine:
        yield engine


def test_an_engine_moves_in_the_given_position(engine: NBoardEngine) -> None:
    report = engine.choose(Game(), seed=1)
    assert report.move == 19  # d3, the first legal one
    assert 0 <= report.seconds < 10
    assert (report.ply, report.color, report.score, report.nodes) == (1, Color.BLACK, -1.5, 2)
    engine.new_game()
    report = engine.choose(MIDDLE, seed=1)
    assert MIDDLE.board.is_legal(report.move)
    assert (report.ply, report.color, report.nodes) == (11, Color.BLACK, 3)


def test_a_program_gets_its_remaining_time() -> None:
    game = Game(moves=[19])
    game.node.seconds = 7.0
    game.play(next(squares(game.board.legal_moves())))
    game.node.seconds = 1.25
    with closing(start(clock=TimeControl(per_game=60))) as engine:
        assert engine.choose(game, seed=1).nodes == 5300
        game.play(next(squares(game.board.legal_moves())))
        assert engine.choose(game, seed=1).nodes == 5875


def test_a_program_may_use_what_its_increments_add_up_to() -> None:
    assert Allowance(clock=TimeControl(per_game=10, increment=60)).patience == 10 + 30 * 60 + talk.PATIENCE
    own = Allowance(seconds=1, clock=TimeControl(per_game=10, increment=60))
    assert own.patience == 1 + talk.PATIENCE, "by its own flags"


def test_programs_may_compile_first() -> None:
    with closing(start("compiles")) as engine:
        assert engine.choose(Game(), seed=1).move == 19
        engine.close()  # and can be closed twice


@pytest.mark.parametrize(("manners", "answer"), [("cheats", "A1"), ("mumbles", "resign")])
def test_illegal_answers_are_reported(manners: str, answer: str) -> None:
    complaint = f"answered '{answer} -1.50 0.0', which is not a legal move in -{{19}}X-"
    with closing(start(manners)) as engine, pytest.raises(EngineError, match=complaint):
        engine.choose(Game(moves=[19]), seed=1)


@pytest.mark.parametrize(
    "flood", quick(["out.write('x' * 9999)", "out.write('status x\\n')", "err.write('x' * 999)"], 1)
)
def test_endless_output_takes_neither_memory_nor_time(flood: str) -> None:
    tracemalloc.start()
    try:
        with closing(start(flood)) as engine:
            engine._patience = 0.4  # after its start, which is slow on a busy machine
            with pytest.raises(EngineError, match=r"did not answer '.*' within"):
                engine.choose(Game(), seed=1)
            assert len(engine._talk.wrote) <= talk.SHOWN_ERRORS
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


# GTP


GTP_SCRIPT = str(Path(__file__).with_name("gtp_program.py"))
RHINO = shutil.which("gtp-rhino", path=os.environ.get("PATH", "") + ":/usr/games")
needs_rhino = pytest.mark.skipif(RHINO is None, reason="gtp-rhino is not installed (package grhino)")

# The 59th move is a pass of Black.
WITH_PASSES = parse_transcript(
    "d3c3b3e3f3c5f6g2b5c6f4a5h1f5d6e7d7e6d8c4c7b7a8b6a4f8g4b4e8a3a7g5g8c2h4g3a2h3c1d1d2e1f1f7a6h6e2b8g7c8h5"
    "g6h2h7h8g1b2f2pa"
)


def start_gtp(manners: str = "", **limits: object) -> GtpEngine:
    engine = host.start([sys.executable, GTP_SCRIPT, manners], allowance=Allowance(**limits))  # type: ignore[arg-type]
    assert isinstance(engine, GtpEngine)
    return engine


def played(engine: GtpEngine) -> Game:
    game = Game()
    engine.new_game()
    while game.result() is None:
        game.play(PASS if game.board.must_pass() else engine.choose(game, 1).move)
    return game


@pytest.mark.parametrize("manners", ["", "passes", "many", "blank", "decorated"])
def test_gtp_games_work_with_and_without_passes(manners: str) -> None:
    with closing(start_gtp(manners)) as engine:
        report = engine.choose(WITH_PASSES, 1)
        assert WITH_PASSES.board.is_legal(report.move)
        assert (report.ply, report.color, report.score, report.depth) == (60, WITH_PASSES.board.turn, None, 0)
        assert engine.choose(Game(), 1).move == 19
        assert played(engine).result() is not None


def test_a_gtp_game_continues_or_restarts() -> None:
    """A second game of other moves, or a move taken back, begins on a cleared board."""
    with closing(start_gtp(clock=TimeControl(per_game=90.5, increment=2))) as engine:
        for moves in ("f5d6c3d3c4", "f5d6c3d3", "c4", "f5f4e3f6"):
            assert parse_transcript(moves).board.is_legal(engine.choose(parse_transcript(moves), 1).move)


@pytest.mark.parametrize(
    ("manners", "answer"),
    quick(
        [("banner", r"\? unknown command"), ("unnumbered", "= play"), ("mute", "= play")], 1, are_rows=True
    ),
)
def test_missing_answer_numbers_are_reported(manners: str, answer: str) -> None:
    complaint = f"replied to '1 list_commands' without the command's number: '{answer}'"
    with pytest.raises(EngineError, match=complaint), closing(start_gtp(manners)) as engine:
        engine.choose(parse_transcript("d3"), 1)


def test_limits_of_gtp() -> None:
    with pytest.raises(EngineError, match="which cannot set a depth"):
        start_gtp(depth=3)
    board = Board.from_text("-" * 26 + "XO----XXOO" + "-" * 28 + " X")
    with closing(start_gtp()) as engine, pytest.raises(EngineError, match="plays only from the usual start"):
        engine.choose(Game(board), 1)


@needs_rhino
def test_grhino_is_recognised_and_plays_with_passes() -> None:
    assert RHINO is not None
    with closing(host.start([RHINO, "-l", "1"])) as engine:
        assert isinstance(engine, GtpEngine)
        assert WITH_PASSES.board.is_legal(engine.choose(WITH_PASSES, 1).move)
        assert played(engine).result() is not None
