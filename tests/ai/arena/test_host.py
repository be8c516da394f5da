"""An outside program as a player, against one whose manners a test decides."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ai.arena import host, talk
from ai.arena.nboard_engine import NBoardEngine
from ai.arena.talk import Allowance, EngineError
from game.board import Color, squares
from game.clock import TimeControl
from game.records.transcript import parse_transcript
from game.tree import Game

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


def test_it_asks_for_the_move_of_the_position_it_tells(engine: NBoardEngine) -> None:
    report = engine.choose(Game(), seed=1)
    assert report.move == 19  # d3, the first legal one
    assert 0 <= report.seconds < 10
    assert (report.ply, report.color, report.score, report.nodes) == (1, Color.BLACK, -1.5, 2)
    engine.new_game()
    report = engine.choose(MIDDLE, seed=1)
    assert MIDDLE.board.is_legal(report.move)
    assert (report.ply, report.color, report.nodes) == (11, Color.BLACK, 3)


def test_a_program_is_told_what_its_clock_has_left() -> None:
    game = Game(moves=[19])
    game.node.seconds = 7.0
    game.play(next(squares(game.board.legal_moves())))
    game.node.seconds = 1.25
    with closing(start(clock=TimeControl(per_game=60))) as engine:
        assert engine.choose(game, seed=1).nodes == 5300
        game.play(next(squares(game.board.legal_moves())))
        assert engine.choose(game, seed=1).nodes == 5875


def test_a_program_that_compiles_first_is_waited_for() -> None:
    with closing(start("compiles")) as engine:
        assert engine.choose(Game(), seed=1).move == 19
        engine.close()  # and can be closed twice


@pytest.mark.parametrize(("manners", "answer"), [("cheats", "A1"), ("mumbles", "resign")])
def test_what_a_program_may_do_wrong(manners: str, answer: str) -> None:
    complaint = f"answered '{answer} -1.50 0.0', which is not a legal move in -{{19}}X-"
    with closing(start(manners)) as engine, pytest.raises(EngineError, match=complaint):
        engine.choose(Game(moves=[19]), seed=1)


@pytest.mark.parametrize(
    "flood", ["out.write('x' * 9999)", "out.write('status x\\n')", "err.write('x' * 999)"]
)
def test_a_program_that_writes_without_end_takes_neither_memory_nor_time(flood: str) -> None:
    tracemalloc.start()
    try:
        with closing(start(flood)) as engine:
            engine._patience = 0.4  # after its start, which takes its time on a busy machine
            with pytest.raises(EngineError, match=r"has not answered '.*' for"):
                engine.choose(Game(), seed=1)
            assert len(engine._talk.wrote) <= talk.SHOWN_ERRORS
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
