"""The coach: its advice before a move and its remark after it, checked by the solver near the end."""

import time
from dataclasses import replace

import pytest

from ai.engine import Engine
from ai.limits import Limit, MoveScore
from game.board import CORNERS, PASS, Move, parse_square, squares
from game.evaluation import BLUNDER, MISTAKE, Kind
from game.tree import Game, Node
from play import coach as coaching
from play.coach import IDEAS, PATIENCE, SECONDS, Advice, Coach, CoachPraise, shows_idea
from play.coach_reasons import CoachReasonKind
from play.practice.lesson import Idea
from play.refutation import given_corners
from tests.play.scripted import ScriptedAnalysis, ScriptedEngine
from tests.play.solved import solved
from tests.samples import CORNER_LOST, LAST_MOVE, random_game

H1, H2, A7 = map(parse_square, ("h1", "h2", "a7"))
# Seconds to think about a position that is not solved at once, and the number of random games.
THINKING = 1.0
POSITIONS = 300


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> ScriptedEngine:
    made = ScriptedEngine()
    monkeypatch.setattr(coaching, "Engine", lambda *_, **__: made)
    return made


def tell(
    analysis: ScriptedAnalysis, worth: dict[Move, float], depth: int = 12, kind: Kind = Kind.ESTIMATE
) -> None:
    """Sets the scores of these moves; all others are worth as much as the best."""
    moves = squares(analysis.board.legal_moves())
    best = max(worth.values(), default=0.0)
    scores = tuple(MoveScore(move, worth.get(move, best), depth, kind) for move in moves)
    analysis.progress = replace(analysis.progress, scores=scores)


def test_advice_appears_once_a_loss_is_known(engine: ScriptedEngine) -> None:
    coach, node = Coach(), Game(CORNER_LOST).root
    coach.follow(node, True)
    coach.follow(node, True)
    (asked,) = engine.asked
    assert (asked.board, asked.options.all_moves, asked.options.threads) == (CORNER_LOST, True, 1)
    assert asked.limit == Limit(seconds=SECONDS)
    for depth, worth, advice in (
        (4, -9.0, None),
        (10, -9.0, Advice((H1,), 9.0, False, H1)),
        (12, -0.5, None),
        (14, -2.0, Advice((H1,), 2.0, False, H1)),
    ):
        tell(asked, {H2: worth, A7: 0.0}, depth)
        coach.follow(node, True)
        assert (coach.advice(H2), coach.advice(A7)) == (advice, None)
    tell(asked, {H2: 0.0, A7: -8.0}, 20, Kind.EXACT)
    coach.follow(node, True)
    assert coach.advice(H2) is None, "a corner that is worth it is not given away"
    assert coach.advice(A7) == Advice((), 8.0, True)


def test_scores_of_different_depths_are_not_compared(engine: ScriptedEngine) -> None:
    coach, node = Coach(), Game(CORNER_LOST).root
    coach.follow(node, True)
    tell(engine.asked[0], {H2: -9.0, A7: 0.0})
    first, *others = engine.asked[0].progress.scores
    mixed = (replace(first, depth=13, score=20.0), *others)
    coach.follow(node, True)
    before = coach.advice(H2)
    assert before is not None
    engine.asked[0].progress = replace(engine.asked[0].progress, scores=mixed)
    coach.follow(node, True)
    assert coach.advice(H2) == before


def played(engine: ScriptedEngine, move: Move, worth: dict[Move, float]) -> tuple[Coach, Game]:
    """Plays a move that the coach watched and now judges."""
    game, coach = Game(CORNER_LOST), Coach()
    coach.follow(game.root, True)
    tell(engine.asked[-1], worth)
    coach.follow(game.root, True)
    game.play(move)
    coach.follow(game.node, False)
    assert coach.is_judging
    return coach, game


@pytest.mark.parametrize("others", [-4.0, -3.0])
def test_the_only_good_move_is_praised(engine: ScriptedEngine, others: float) -> None:
    worth = dict.fromkeys(squares(CORNER_LOST.legal_moves()), others) | {A7: 0.0}
    coach, game = played(engine, A7, worth)
    assert isinstance(coach.remark, CoachPraise) == (others <= -MISTAKE)
    game.play(next(squares(game.board.legal_moves())))
    coach.follow(game.node, True)
    assert isinstance(coach.remark, CoachPraise) == (others <= -MISTAKE), "until the person moves again"
    game.play([*squares(game.board.legal_moves()), PASS][-2])
    coach.follow(game.node, False)
    assert coach.remark is None


def test_taking_a_corner_is_always_praised(engine: ScriptedEngine) -> None:
    board = CORNER_LOST.play(H2)
    game, coach = Game(board), Coach()
    coach.follow(game.root, True)
    tell(engine.asked[-1], dict.fromkeys(squares(board.legal_moves()), 2 * BLUNDER) | {H1: 0.0})
    coach.follow(game.root, True)
    assert coach.advice(H1) is None
    game.play(H1)
    coach.follow(game.node, False)
    assert isinstance(coach.remark, CoachPraise)


def test_judging_ends_when_patience_runs_out(engine: ScriptedEngine) -> None:
    coach, game = played(engine, H2, {H2: -9.0, A7: 0.0})
    coach.follow(game.node, False, PATIENCE / 2)
    assert coach.is_judging
    coach.follow(game.node, False, PATIENCE)
    assert not coach.is_judging
    assert coach.mistake is None, "nothing is known"


def test_lost_corner_is_reported_until_dismissed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real engine solves the position."""
    monkeypatch.setattr(coaching, "PATIENCE", 60.0)
    game, coach = Game(CORNER_LOST), Coach()
    watch(coach, game.root, SECONDS)
    game.play(H2)
    coach.follow(game.node, False)
    watch(coach, game.node, 60.0, is_on=False)
    mistake = coach.mistake
    assert mistake is not None
    assert (mistake.reason.kind, mistake.answer) == (CoachReasonKind.CORNER, H1)
    coach.dismiss()
    assert coach.mistake is None
    game.go_to(0)
    coach.follow(game.node, True)
    assert coach.mistake is None
    coach.close()


def test_ideas_appear_once_and_at_most_one_a_game() -> None:
    coach, met = Coach(), set[Idea]()
    for seed in range(20):
        brought = []
        for node in random_game(seed).line[:-1]:
            if (idea := coach.introduce_idea(node, met)) is not None:
                assert shows_idea(node.board, idea)
                assert coach.idea_at(node) is idea
                brought.append(idea)
        assert len(brought) <= 1
        assert met.isdisjoint(brought)
        met.update(brought)
    assert met == set(IDEAS)


def test_coach_is_silent_when_off_or_without_a_choice(engine: ScriptedEngine) -> None:
    coach = Coach()
    coach.follow(Game(LAST_MOVE).root, True)
    coach.follow(Game(CORNER_LOST).root, False)
    assert not engine.asked
    node = Game(CORNER_LOST).root
    coach.follow(node, True)
    tell(engine.asked[0], {H2: -9.0, A7: 0.0})
    coach.follow(node, True)
    coach.follow(node, False)
    assert engine.asked[0].was_stopped
    assert coach.advice(H2) is None
    coach.close()


def watch(coach: Coach, node: Node, seconds: float, *, is_on: bool = True) -> None:
    ends = time.perf_counter() + seconds
    coach.follow(node, is_on)
    while coach.is_searching and time.perf_counter() < ends:
        time.sleep(0.005)
        coach.follow(node, is_on)
    coach.follow(node, is_on)


def counted(positions: int, least: int, most: int, thinking: float) -> tuple[int, int, int, int]:
    """Counts blunders and those with a warning; quiet positions and those with a warning."""
    coach, solver = Coach(), Engine(64)
    blunders = warned = quiet = alarms = 0
    for seed in range(positions):
        nodes = [node for node in random_game(seed).line if least <= node.board.empties <= most]
        for node in [node for node in nodes if node.board.legal_moves().bit_count() > 1][::2]:
            watch(coach, node, thinking)
            board, moves = node.board, list(squares(node.board.legal_moves()))
            scores = {move: -solved(solver, board.play(move)) for move in moves}
            best, spoke = max(scores.values()), {move for move in moves if coach.advice(move) is not None}
            lost = {move for move in moves if best - scores[move] >= BLUNDER and not CORNERS >> move & 1}
            blunders, warned = blunders + len(lost), warned + len(lost & spoke)
            if not lost and not any(given_corners(board, move) for move in moves):
                quiet, alarms = quiet + 1, alarms + bool(spoke)
            coach.follow(Game().root, False)
    coach.close()
    solver.close()
    return blunders, warned, quiet, alarms


def test_coach_warns_of_blunders_in_late_positions() -> None:
    blunders, warned, _quiet, alarms = counted(6, 7, 8, SECONDS)
    assert warned == blunders > 4
    assert not alarms


@pytest.mark.slow
def test_coach_warns_of_blunders_with_few_false_alarms() -> None:
    late, early = counted(POSITIONS, 5, 10, SECONDS), counted(POSITIONS // 5, 14, 18, THINKING)
    blunders, warned, quiet, alarms = (sum(both) for both in zip(late, early, strict=True))
    assert blunders > 500
    assert warned >= 0.95 * blunders
    assert quiet > 50
    assert alarms <= 0.02 * quiet
