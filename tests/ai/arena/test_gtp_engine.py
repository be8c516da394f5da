"""A program that speaks GTP as a player: one that a test has made, and GRhino where it is installed."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import closing
from pathlib import Path

import pytest

from ai.arena import host
from ai.arena.gtp_engine import GtpEngine
from ai.arena.talk import Allowance, EngineError
from game.board import PASS, Board
from game.clock import TimeControl
from game.records.transcript import parse_transcript
from game.tree import Game

SCRIPT = str(Path(__file__).with_name("gtp_program.py"))
RHINO = shutil.which("gtp-rhino", path=os.environ.get("PATH", "") + ":/usr/games")
needs_rhino = pytest.mark.skipif(RHINO is None, reason="gtp-rhino is not installed (package grhino)")

# The 59th move is a pass of Black.
WITH_PASSES = parse_transcript(
    "d3c3b3e3f3c5f6g2b5c6f4a5h1f5d6e7d7e6d8c4c7b7a8b6a4f8g4b4e8a3a7g5g8c2h4g3a2h3c1d1d2e1f1f7a6h6e2b8g7c8h5"
    "g6h2h7h8g1b2f2pa"
)


def start(manners: str = "", **limits: object) -> GtpEngine:
    engine = host.start([sys.executable, SCRIPT, manners], allowance=Allowance(**limits))  # type: ignore[arg-type]
    assert isinstance(engine, GtpEngine)
    return engine


def played(engine: GtpEngine) -> Game:
    game = Game()
    engine.new_game()
    while game.result() is None:
        game.play(PASS if game.board.must_pass() else engine.choose(game, 1).move)
    return game


@pytest.mark.parametrize("manners", ["", "passes", "many", "blank", "decorated"])
def test_games_are_told_and_asked_for_with_and_without_passes(manners: str) -> None:
    with closing(start(manners)) as engine:
        report = engine.choose(WITH_PASSES, 1)
        assert WITH_PASSES.board.is_legal(report.move)
        assert (report.ply, report.color, report.score, report.depth) == (60, WITH_PASSES.board.turn, None, 0)
        assert engine.choose(Game(), 1).move == 19
        assert played(engine).result() is not None


def test_a_game_goes_on_from_what_was_told() -> None:
    """A second game of other moves, and a move that was taken back, begin on a cleared board."""
    with closing(start(clock=TimeControl(per_game=90.5, increment=2))) as engine:
        for moves in ("f5d6c3d3c4", "f5d6c3d3", "c4", "f5f4e3f6"):
            assert parse_transcript(moves).board.is_legal(engine.choose(parse_transcript(moves), 1).move)


@pytest.mark.parametrize(
    ("manners", "answer"), [("unnumbered", "= play"), ("mute", "= play"), ("banner", r"\? unknown command")]
)
def test_a_program_that_leaves_the_numbers_out(manners: str, answer: str) -> None:
    complaint = f"answered '1 list_commands' with '{answer}', which lacks the question's number"
    with pytest.raises(EngineError, match=complaint), closing(start(manners)) as engine:
        engine.choose(parse_transcript("d3"), 1)


def test_what_gtp_has_no_word_for() -> None:
    with pytest.raises(EngineError, match="which has no command for a depth"):
        start(depth=3)
    board = Board.from_text("-" * 26 + "XO----XXOO" + "-" * 28 + " X")
    with closing(start()) as engine, pytest.raises(EngineError, match="its games use the usual start"):
        engine.choose(Game(board), 1)


@needs_rhino
def test_grhino_is_asked_what_it_speaks_and_plays_with_passes() -> None:
    assert RHINO is not None
    with closing(host.start([RHINO, "-l", "1"])) as engine:
        assert isinstance(engine, GtpEngine)
        assert WITH_PASSES.board.is_legal(engine.choose(WITH_PASSES, 1).move)
        assert played(engine).result() is not None
