"""Where a game turned: the last move that lost the result, else the costliest, confirmed by the solver."""

from itertools import pairwise
from random import Random

import pytest

from ai.engine import Engine
from ai.limits import Limit, Options
from game.board import PASS, Color, parse_square, squares
from game.evaluation import MISTAKE, Evaluation, Judgement, Kind, outcome
from game.records.transcript import parse_transcript
from game.tree import Game
from play import turning
from play.review import mistakes_in
from play.turning import TurningPointReview
from tests.play.scripted import ScriptedEngine
from tests.play.solved import solved
from tests.samples import FINAL_1977, LAST_MOVE, random_game

# The number of last moves whose losses are solved here, too.
LAST = 16


def played_out(game: Game) -> Game:
    game.go_to(len(game.line) - 1)
    assert game.node.result is not None
    return game


def found(game: Game, engine: Engine) -> TurningPointReview:
    looked = TurningPointReview(game, engine, 1)
    while not looked.is_final:
        looked.update(0.001)
    return looked


def test_the_games_own_searches_give_a_first_guess(engine: ScriptedEngine) -> None:
    game = played_out(parse_transcript(FINAL_1977))  # which White has lost
    for ply, score in ((10, 1.0), (11, -9.0), (12, -8.0), (20, 2.0), (21, 3.0), (29, 4.0), (30, 12.0)):
        game.line[ply].note(Evaluation(score, 10, Kind.ESTIMATE))
    looked = TurningPointReview(game, engine.as_engine(), 1)
    assert looked.turn is not None
    assert (looked.turn.ply, looked.number) == (30, 30), "what Black lost at 11 does not count"
    assert looked.refutation is None, "it is a guess"
    assert not looked.is_final
    assert engine.emptied, "what the table knows would change what is found"


def test_failure_ends_the_search(engine: ScriptedEngine) -> None:
    looked = TurningPointReview(played_out(parse_transcript(FINAL_1977)), engine.as_engine(), 1)
    looked.update(0.0)
    engine.asked[-1].error = RuntimeError("no memory")
    engine.asked[-1].end()
    looked.update(0.0)
    assert looked.is_final
    assert looked.problem == "no memory"


def test_one_move_game_has_no_turning_point() -> None:
    looked = found(played_out(Game(LAST_MOVE, [parse_square("h8")])), Engine(16))
    assert (looked.turn, looked.number, looked.refutation) == (None, 0, None)


def test_search_is_final_at_its_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "PLIES", 2)
    monkeypatch.setattr(turning, "SOLVED", (4, 26))
    looked = TurningPointReview(played_out(parse_transcript(FINAL_1977)), Engine(16), 1)
    while not looked.is_final:
        looked.update(0.0 if looked.refutation is None else turning.MOST_SECONDS)
    assert looked.seconds == turning.MOST_SECONDS


def test_turning_point_is_the_lost_result_not_most_discs() -> None:
    """After giving away 40 discs the loser was still ahead."""
    looked = TurningPointReview(played_out(parse_transcript(FINAL_1977)), ScriptedEngine().as_engine(), 1)
    for ply, best, played in ((12, 46.0, 6.0), (14, 5.0, -4.0), (16, -4.0, -30.0)):
        looked.line[ply].judgement = Judgement(best, played, 20, Kind.EXACT)
    looked._is_reviewed = True
    assert looked.number == 14
    looked.line[14].judgement = Judgement(5.0, -4.0, 20, Kind.ESTIMATE)
    assert looked.number == 12, "of a result that is not certain nothing is said"
    game = played_out(parse_transcript(FINAL_1977))
    game.name_start("8r16")
    given = TurningPointReview(game, ScriptedEngine().as_engine(), 1)
    for node, known in zip(given.line, looked.line, strict=True):
        node.judgement = known.judgement
    given._is_reviewed = True
    assert given.number == 16, "the twelfth move was given"


def test_findings_are_kept_as_the_review_of_the_game(engine: ScriptedEngine) -> None:
    """So all judgements of a move agree. Those of a longer review stay; a reviewed game needs no search."""
    game = played_out(parse_transcript(FINAL_1977))
    looked = TurningPointReview(game, engine.as_engine(), 1)
    for before, node in pairwise(looked.line):
        better = tuple(move for move in squares(before.board.legal_moves()) if move != node.move)[:1]
        lost = 6.0 if better and node.ply in (12, 20) else 0.0
        node.judgement = Judgement(3.0, 3.0 - lost, 14, Kind.ESTIMATE, better=better if lost else ())
    known = Judgement(3.0, -2.0, 24, Kind.ESTIMATE)
    game.line[20].judgement, changes = known, game.changes
    looked.keep_in(game)
    assert game.changes > changes
    assert game.line[20].judgement is known
    assert [move.ply for move in mistakes_in(game.line, Color.WHITE)] == [12, 20]
    (variation,), kept = game.line[11].children[1:], game.line[12].judgement
    assert kept is not None
    assert variation.path[-1:] == kept.better
    asked, again = len(engine.asked), TurningPointReview(game, engine.as_engine(), 1)
    again.update(1.0)
    assert (again.is_final, again.number, len(engine.asked)) == (True, 12, asked)
    assert again.line == game.line


def confirm(game: Game, looked: TurningPointReview, solver: Engine) -> bool:
    """Returns whether the game turned in the last moves; checks that no later move of the loser there lost
    the result and, if none did, that no move lost more.
    """
    losses, costs = {}, {}
    for before, after in pairwise(game.line):
        if before.board.empties <= LAST and looked.loser in (None, before.board.turn) and after.move != PASS:
            best, played = solved(solver, before.board), -solved(solver, after.board)
            losses[after.ply] = best - played
            is_lost = outcome(played) < outcome(best)
            costs[after.ply] = is_lost, after.ply if is_lost else best - played
    assert all(loss % 2 == 0 for loss in losses.values())
    turn = looked.turn
    if turn is None or turn.judgement is None:
        assert max(losses.values(), default=0) < MISTAKE
        return False
    judged = turn.judgement
    cost = judged.loses_the_result, turn.ply if judged.loses_the_result else judged.loss
    assert cost >= max((costs[ply] for ply, loss in losses.items() if loss >= MISTAKE), default=cost)
    if turn.ply not in losses:
        return False
    assert turn.judgement.is_exact
    assert turn.judgement.loss == losses[turn.ply]
    return True


def test_turn_of_a_short_game_is_exact() -> None:
    engine, solver = Engine(16), Engine(16)
    start = random_game(5, plies=48).board
    turned = 0
    for seed in range(2):
        game = played_out(random_game(seed, start))
        turned += confirm(game, found(game, engine), solver)
    assert turned


def game_of(engine: Engine, rng: Random) -> Game:
    """Returns a game of weak levels after a random opening."""
    game = random_game(rng, plies=8)
    levels = {color: rng.randrange(1, 6) for color in Color}
    while not game.board.is_over():
        if game.board.must_pass():
            game.play(PASS)
            continue
        options = Options(level=levels[game.board.turn], seed=rng.randrange(10**6))
        game.play(engine.analyse(game.board, Limit(seconds=0.05), options).result(10).move)
    return played_out(game)


@pytest.mark.slow
def test_turns_of_games_of_levels_are_exact() -> None:
    engine, solver, rng = Engine(64, expected_scores=True), Engine(64), Random(38)
    turned = 0
    for _ in range(30):
        game = game_of(engine, rng)
        turned += confirm(game, found(game, engine), solver)
    assert turned >= 5


def test_passes_are_not_numbered() -> None:
    start = next(board for seed in range(99) for board in random_game(seed).boards[50:] if board.must_pass())
    game = played_out(random_game(2, start))
    looked = TurningPointReview(game, ScriptedEngine().as_engine(), 1)
    looked._is_reviewed = True
    node = looked.line[2]
    node.judgement = Judgement(60.0, -60.0, 20, Kind.EXACT)
    looked.loser = looked.line[1].board.turn
    assert (looked.turn, looked.number) == (node, 1)
