"""Hints for the position one looks at."""

from __future__ import annotations

import pytest

from game.records.transcript import parse_transcript
from game.tree import Game
from play.hints import Hints
from tests.play.scripted import ScriptedEngine
from tests.samples import D6, OVER


@pytest.fixture
def game() -> Game:
    return parse_transcript("f5d6")


@pytest.fixture
def hints(engine: ScriptedEngine) -> Hints:
    hints = Hints(engine.as_engine(), threads=1)
    hints.is_on = True
    return hints


def test_they_are_searched_while_they_are_wanted(engine: ScriptedEngine, game: Game) -> None:
    hints = Hints(engine.as_engine(), threads=2)
    hints.update(game.root)
    assert not engine.asked
    hints.is_on = True
    hints.update(game.root)
    (asked,) = engine.asked
    assert asked.board == game.start
    assert asked.limit.seconds is asked.limit.depth is None, "without an end"
    assert asked.options.all_moves
    assert asked.options.threads == 2
    hints.is_on = False
    hints.update(game.root)
    assert asked.was_stopped
    assert not hints.is_searching


def test_another_position_is_another_search(engine: ScriptedEngine, hints: Hints, game: Game) -> None:
    for node in (game.root, game.root, game.node):
        hints.update(node)
    assert [asked.board for asked in engine.asked] == [game.start, game.board]
    assert engine.asked[0].was_stopped


def test_other_tables_or_threads_are_another_search(engine: ScriptedEngine, hints: Hints, game: Game) -> None:
    hints.update(game.root)
    engine.new_game()
    engine.asked[-1].end()
    hints.update(game.root)
    assert hints.is_searching
    hints.threads = 2
    hints.update(game.root)
    hints.update(game.root)
    assert engine.asked[1].was_stopped
    assert [asked.options.threads for asked in engine.asked] == [1, 1, 2]


def test_what_they_find_is_kept(engine: ScriptedEngine, hints: Hints, game: Game) -> None:
    node = game.line[1]
    hints.update(node)
    engine.asked[-1].finish_depth(7, D6, 3.0)
    hints.update(node)
    assert node.evaluation is not None
    assert (node.evaluation.score, node.evaluation.depth) == (-3.0, 7), "White is to move"


def test_where_the_game_is_over_there_is_nothing_to_search(engine: ScriptedEngine, hints: Hints) -> None:
    hints.update(Game(OVER).root)
    assert not engine.asked


def test_an_error_is_told(engine: ScriptedEngine, hints: Hints, game: Game) -> None:
    hints.update(game.root)
    engine.asked[-1].error = MemoryError("no memory")
    assert hints.problem == "no memory"
