"""Hints for the position in view."""

from dataclasses import replace

import pytest

from ai.limits import Algorithm, MoveScore, Options, Progress
from game.board import parse_square
from game.evaluation import Evaluation, Kind
from game.records.ggf import ggf, parse_ggf
from game.records.record import Record
from game.records.sgf import read_sgf, sgf
from game.records.transcript import parse_transcript
from game.tree import Game
from play.hints import Hints, with_known
from tests.ai.books import small_book
from tests.play.scripted import ScriptedEngine
from tests.samples import C3, C4, D6, F4, F5, F6, OVER

ALL = Options(all_moves=True)
C5, C6 = map(parse_square, ("c5", "c6"))


@pytest.fixture
def game() -> Game:
    return parse_transcript("f5d6")


@pytest.fixture
def hints(engine: ScriptedEngine) -> Hints:
    hints = Hints(engine.as_engine(), ALL)
    hints.is_on = True
    return hints


def test_hints_are_searched_only_when_on(engine: ScriptedEngine, game: Game) -> None:
    hints = Hints(engine.as_engine(), replace(ALL, threads=2))
    hints.update(game, game.root)
    assert not engine.asked
    hints.is_on = True
    hints.update(game, game.root)
    (asked,) = engine.asked
    assert asked.board == game.start
    assert asked.limit.seconds is asked.limit.depth is None, "without an end"
    assert asked.options.all_moves
    assert asked.options.threads == 2
    hints.is_on = False
    hints.update(game, game.root)
    assert asked.was_stopped
    assert not hints.is_searching


def test_new_position_starts_a_new_search(engine: ScriptedEngine, hints: Hints, game: Game) -> None:
    for node in (game.root, game.root, game.node):
        hints.update(game, node)
    assert [asked.board for asked in engine.asked] == [game.start, game.board]
    assert engine.asked[0].was_stopped


def test_new_tables_or_threads_restart_the_search(engine: ScriptedEngine, hints: Hints, game: Game) -> None:
    hints.update(game, game.root)
    engine.new_game()
    engine.asked[-1].end()
    hints.update(game, game.root)
    assert hints.is_searching
    hints.options = replace(ALL, threads=2)
    hints.update(game, game.root)
    hints.update(game, game.root)
    assert engine.asked[1].was_stopped
    assert [asked.options.threads for asked in engine.asked] == [1, 1, 2]


def test_found_score_is_stored(engine: ScriptedEngine, hints: Hints, game: Game) -> None:
    over = Game(OVER)
    hints.update(over, over.root)
    assert not engine.asked, "the game is over"
    node = game.line[1]
    hints.update(game, node)
    engine.asked[-1].finish_depth(7, D6, 3.0)
    hints.update(game, node)
    assert node.evaluation == Evaluation(-3.0, 7, Kind.ESTIMATE), "White is to move"
    engine.asked[-1].error = MemoryError("no memory")
    assert hints.problem == "there is not enough memory"


def test_analysis_survives_writing_the_game(engine: ScriptedEngine, hints: Hints, game: Game) -> None:
    """Only the best lines are shown, without those of an earlier depth."""
    hints.options = replace(ALL, lines=2)
    hints.update(game, game.node)
    engine.asked[-1].finish_depth(20, C3, 1.5)
    scores = [(C4, 9.0, 5, 100), (C3, 1.5, 20, 87), (C5, 0.5, 20, 87), (C6, -1.5, 21, 87)]
    rows = (
        MoveScore(move, score, depth, Kind.ESTIMATE, sure, (move,)) for move, score, depth, sure in scores
    )
    found, before = engine.asked[-1].progress, game.changes
    engine.asked[-1].progress = replace(
        found, scores=tuple(rows), confidence=87, iterations=(replace(found.iterations[-1], confidence=87),)
    )
    shown = hints.scores_of(game.node)
    assert [each.move for each in shown] == [C3, C5]
    hints.stop()
    assert game.changes > before, "so that it is saved"
    for again in (parse_ggf(ggf(Record(game))).game, read_sgf(sgf(Record(game))).whole().game):
        other = Hints(engine.as_engine(), hints.options)
        assert other.scores_of(again.node) == ()
        other.is_on = True
        other.update(again, again.node)
        assert other.scores_of(again.node) == shown
        assert set(again.node.scores) == {C3, C5, C6}


def test_book_scores_outrank_searches(engine: ScriptedEngine, game: Game) -> None:
    """Both where it has moves and where a line of it ends."""
    engine.book = small_book()
    hints = Hints(engine.as_engine(), ALL)
    known = {"f5d6": 0.3, "f5d6c3d3": -0.3, "f5f4": -12.0, "f5d6c3": 0.3, "f5d6c5": None}
    for moves, score in known.items():
        played = parse_transcript(moves)
        node = played.node
        hints.update(played, node)
        node.note(Evaluation(3.0, 20, Kind.ESTIMATE))
        worth = node.evaluation
        assert worth is not None
        if score is None:
            assert worth.kind is Kind.ESTIMATE
        else:
            assert (worth.kind, abs(worth.score)) == (Kind.BOOK, abs(score))
    hints.is_on = True
    hints.update(game, game.node)
    engine.asked[-1].finish_depth(7, C4, 3.0)
    found = hints.scores_of(game.node)[0]
    assert (found.move, found.score, found.kind) == (C3, 0.3, Kind.BOOK)


def test_shallower_search_does_not_replace_a_known_score() -> None:
    """An exact score of the position also becomes that of its best move, even if others seem better."""
    node = Game(moves=(F5,)).node
    for move, depth, score in ((D6, 20, 2.0), (F6, 3, 9.0)):
        node.add(move).note(Evaluation(-score, depth, Kind.ESTIMATE))
    scores = {F4: 1.0, F6: 0.5, D6: -3.0}
    shallow = tuple(MoveScore(move, score, 8, Kind.ESTIMATE) for move, score in scores.items())
    found = Progress(node.board, F4, 1.0, 8, Kind.ESTIMATE, (F4,), Algorithm.PVS, scores=shallow)
    known = with_known(found, node, None).scores
    found_now = [(each.move, each.score, each.depth) for each in known]
    assert found_now == [(F4, 1.0, 8), (D6, 2.0, 21), (F6, 0.5, 8)]
    node.note(Evaluation(6, 59, Kind.EXACT))
    best = with_known(found, node, None).scores[0]
    assert (best.move, best.score, best.kind) == (F4, -6, Kind.EXACT)
