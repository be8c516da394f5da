"""A review: its searches, their order, and its judgements of the moves."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from ai import preparation
from ai.engine import Engine
from ai.limits import Limit, Options
from game.board import PASS, Board, Move, final_score, squares
from game.evaluation import Evaluation, Judgement, Kind, Mark
from game.records.any_format import read_game
from game.tree import Game, Node
from play.review import (
    LEAST_SECONDS,
    Review,
    ReviewPhase,
    judged_moves,
    parse_review_seconds,
    plies_for,
    reviewed_share,
)
from tests.ai.books import small_book
from tests.play.scripted import ScriptedEngine
from tests.samples import C3, C5, D3, D6, E6, F4, F5, random_game

RANDOM_SEED = 8  # of a game with two passes
ARCHIVE = Path(__file__).parents[3] / "shared" / "reference" / "wthor" / "WTH_2019.wtb"


@pytest.fixture(autouse=True)
def kernels_are_ready(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if "engine" in request.fixturenames:
        monkeypatch.setattr(preparation, "is_ready", lambda: True)


def begun(engine: ScriptedEngine, *moves: Move) -> tuple[Game, Review]:
    game = Game(moves=moves)
    return game, Review(game, engine.as_engine(), Limit(seconds=1.0))


def question(review: Review, engine: ScriptedEngine) -> Board:
    """Returns the position that the review searches now."""
    review.update()
    return engine.asked[-1].board


def judged(game: Game, ply: int = -1) -> Judgement:
    """Returns the judgement of a move, by default the last one."""
    found = game.line[ply].judgement
    assert found is not None
    return found


def answer(review: Review, engine: ScriptedEngine, *depths: tuple[int, Move, float]) -> None:
    review.update()
    analysis = engine.asked[-1]
    for depth, move, score in depths:
        analysis.finish_depth(depth, move, score)
    analysis.end()
    review.update()


def test_positions_are_searched_from_the_last_to_the_first(engine: ScriptedEngine) -> None:
    game = Game(moves=(F5, D6))
    review = Review(game, engine.as_engine(), Limit(seconds=1.0), threads=1)
    for node, move in zip(reversed(game.line), (C3, D6, F5), strict=True):
        assert question(review, engine) == node.board
        answer(review, engine, (12, move, 0.5))
        review.threads = 2
    assert (review.phase, review.left) == (ReviewPhase.DONE, 0)
    assert [asked.options.threads for asked in engine.asked] == [1, 2, 2], "those of the moment"


def exactly(review: Review, engine: ScriptedEngine, move: Move, score: float) -> None:
    empties = question(review, engine).empties
    assert engine.asked[-1].limit.solve
    engine.asked[-1].finish_depth(empties, move, score, Kind.EXACT)
    engine.asked[-1].end()
    review.update()


@pytest.mark.parametrize(
    ("by_search", "exact_best", "expected"),
    [
        (10.7, 24.0, (24.0, 20.0, Kind.EXACT)),  # a blunder, or less than a mistake
        (0.5, 28.0, (28.0, 20.0, Kind.EXACT)),
        (2.2, None, (22.2, 20.0, Kind.ESTIMATE)),  # dubious either way
    ],
)
def test_position_with_a_doubtful_mark_is_solved_too(
    by_search: float, exact_best: float | None, expected: tuple[float, float, Kind], engine: ScriptedEngine
) -> None:
    game = Game(moves=(F5, F4))
    review = Review(game, engine.as_engine(), Limit(depth=12), solved=58)
    exactly(review, engine, C3, -20.0)
    answer(review, engine, (12, D6, 23.9))
    answer(review, engine, (11, C3, by_search - 23.9))
    assert (question(review, engine) == game.line[1].board) is (exact_best is not None)
    if exact_best is not None:
        exactly(review, engine, D6, exact_best)
    assert (judged(game).best, judged(game).played, judged(game).source) == expected


def test_loss_against_an_exact_score_is_the_smaller_one(engine: ScriptedEngine) -> None:
    game = Game(moves=(F5, F4))
    game.line[2].note(Evaluation(-20.0, 58, Kind.EXACT))
    review = Review(game, engine.as_engine(), Limit(depth=12), solved=0)
    for found in ((12, C3, 13.0), (12, D6, 23.9), (11, C3, -13.2)):
        answer(review, engine, found)
    assert (judged(game).best, judged(game).played, judged(game).mark) == (23.9, 20.0, Mark.DUBIOUS)


def test_moves_are_compared_at_equal_depth(engine: ScriptedEngine) -> None:
    """Scores of adjacent depths differ: odd and even depths are discs apart."""
    game, review = begun(engine, F5, F4)
    answer(review, engine, (12, C3, 3.0), (13, C3, 9.0))
    answer(review, engine, (12, D6, -0.4), (13, D6, 5.0))
    assert question(review, engine) == game.line[2].board, "what was played is searched for this"
    assert engine.asked[-1].limit.depth == 12
    answer(review, engine, (11, C3, 4.0))
    found = judged(game)
    assert (found.best, found.played, found.depth, found.loss) == (-0.4, -4.0, 12, 3.6)
    assert (found.mark, found.better, found.refutation) == (Mark.DUBIOUS, (D6,), (C3,))


def test_less_than_a_tenth_of_a_disc_is_no_loss(engine: ScriptedEngine) -> None:
    game, review = begun(engine, F5, F4)
    answer(review, engine, (12, C3, 0.5))
    answer(review, engine, (12, D6, -0.4))
    answer(review, engine, (11, C3, 0.42))
    found = judged(game)
    assert (found.best, found.played, found.loss) == (-0.4, -0.42, 0.0)
    assert found.better == found.refutation == (), "nothing was better"


def test_better_move_becomes_a_variation(engine: ScriptedEngine) -> None:
    game, review = begun(engine, F5, F4)
    for found in ((12, C3, 3.0), (13, D6, -0.4), (12, C3, 8.0)):
        answer(review, engine, found)
    assert game.node_at((F5, D6)).evaluation == Evaluation(0.4, 12, Kind.ESTIMATE), "+ for Black"
    assert game.moves == (F5, F4)
    assert game.line[1].children[0].move == F4, "the game stays the main line"


def test_estimate_is_the_mean_of_the_last_two_depths(engine: ScriptedEngine) -> None:
    game, review = begun(engine, F5, F4)
    answer(review, engine, (12, C3, 3.0))
    answer(review, engine, (12, D6, 1.0), (13, D6, 2.0), (14, D6, 4.0))
    answer(review, engine, (11, C3, 9.0), (12, C3, 0.5), (13, C3, 1.5))
    assert (judged(game).best, judged(game).played, judged(game).depth) == (3.0, -1.0, 14)


def test_move_symmetric_to_the_best_is_also_best(engine: ScriptedEngine) -> None:
    game, review = begun(engine, D3)
    answer(review, engine, (12, C3, 3.0))
    answer(review, engine, (13, F5, 1.1))
    assert review.phase is ReviewPhase.DONE, "nothing is searched for it"
    assert (judged(game).loss, judged(game).better, judged(game).mark) == (0.0, (), None)
    assert len(game.root.children) == 1


def test_book_moves_are_judged_by_the_book(engine: ScriptedEngine) -> None:
    """Also by symmetry: of the first moves it has f5 alone."""
    engine.book = small_book()
    game = Game(moves=(F5, F4))
    for node, move in zip(game.line[1:], (D6, F5), strict=True):
        node.judgement = Judgement(6.0, 0.0, 14, Kind.ESTIMATE, better=(move,), seconds=9.0)
    review = Review(game, engine.as_engine(), Limit(seconds=1.0))
    answer(review, engine, (12, C3, 3.0))
    assert review.phase is ReviewPhase.DONE, "only where the book ends there is a search"
    first, second = judged(game, 1), judged(game)
    assert first == Judgement(0.3, 0.3, 0, Kind.BOOK, seconds=1.0), "what a search said before is replaced"
    assert (second.best, second.played, second.source, second.mark) == (-0.3, -12.0, Kind.BOOK, Mark.BLUNDER)
    shown = [node.evaluation for node in game.line]
    worth = [Evaluation(score, 0, Kind.BOOK) for score in (0.3, 0.3, 12.0)]
    assert shown == worth, "graph and verdict agree, also where a search goes on from the last move"
    assert (second.better, second.refutation) == ((D6, C3, D3), (C3,))
    assert game.node_at((F5, D6)).evaluation == worth[0]
    mirrored = Game(moves=(E6, D6))  # the same game, seen through the diagonal
    answer(Review(mirrored, engine.as_engine(), Limit(seconds=1.0)), engine, (12, C3, 3.0))
    assert (judged(mirrored, 1), judged(mirrored).loss, len(engine.asked)) == (first, second.loss, 2)


def test_move_not_in_the_book_is_searched_like_the_best_one(engine: ScriptedEngine) -> None:
    engine.book = small_book()
    game, review = begun(engine, F5, D6, C5)
    answer(review, engine, (12, F4, 1.0))
    assert question(review, engine) == game.line[2].board.play(C3), "after the best move of the book"
    answer(review, engine, (13, D3, -1.0), (14, D3, 7.0))
    assert question(review, engine) == game.board
    assert engine.asked[-1].limit.depth == 14
    answer(review, engine, (13, F4, 3.5))
    assert review.phase is ReviewPhase.DONE
    found = judged(game)
    assert (found.best, found.played, found.depth, found.source) == (1.0, -3.5, 14, Kind.ESTIMATE)
    assert (found.mark, found.better) == (Mark.MISTAKE, (C3, D3))


def test_seconds_map_to_a_depth(engine: ScriptedEngine) -> None:
    """So a busy machine takes longer, but judges the same."""
    plies = {0.1: 20, 0.2: 21, 0.5: 24, 1.0: 26, 2.0: 28, 5.0: 30, 10.0: 32}
    assert [plies_for(seconds) for seconds in plies] == [*plies.values()]
    review = Review(Game(moves=(F5, F4)), engine.as_engine(), Limit(seconds=0.5))
    for found in ((24, C3, 3.0), (24, D6, 1.0), (23, C3, 3.0), (24, F5, 1.0)):
        answer(review, engine, found)
    assert [asked.limit for asked in engine.asked] == [Limit(depth=depth) for depth in (24, 24, 23, 24)]


@pytest.mark.parametrize(("empties", "limit"), [(25, Limit(depth=24)), (24, Limit(solve=True))])
def test_depth_of_a_time_is_below_the_empties(empties: int, limit: Limit, engine: ScriptedEngine) -> None:
    """Ten seconds mean depth 32, which from 32 empties on would take hours."""
    game = random_game(RANDOM_SEED, plies=60 - empties)
    review = Review(game, engine.as_engine(), Limit(seconds=10.0))
    assert (question(review, engine).empties, engine.asked[-1].limit) == (empties, limit)


@pytest.mark.parametrize(("depth", "mark"), [(11, None), (24, Mark.BLUNDER)])
def test_a_shallow_judgement_is_searched_again(depth: int, mark: Mark | None, engine: ScriptedEngine) -> None:
    game = Game(moves=(F5,))
    game.node.judgement = judgement = Judgement(2.0, -21.0, depth, Kind.ESTIMATE, seconds=0.5)
    game.node.note(Evaluation(2.0, depth, Kind.ESTIMATE))
    assert judgement.mark is mark
    assert reviewed_share(game.line) == (mark is not None)
    review = Review(game, engine.as_engine(), Limit(seconds=0.5))
    review.update()
    assert (review.phase is ReviewPhase.DONE) == (mark is not None)


def test_equally_deep_judgement_is_not_searched_again(engine: ScriptedEngine) -> None:
    game = Game(moves=(F5,))
    first = Review(game, engine.as_engine(), Limit(seconds=1.0))
    answer(first, engine, (26, D6, -0.5))
    answer(first, engine, (26, F5, 0.5))
    assert (judged(game).loss, judged(game).better) == (0.0, ()), "the best move loses nothing"
    asked = len(engine.asked)
    again = Review(game, engine.as_engine(), Limit(seconds=0.5))
    again.update()
    assert again.phase is ReviewPhase.DONE
    assert len(engine.asked) == asked, "nor is the position in which the game stands"
    game.play(D6)
    on = Review(game, engine.as_engine(), Limit(seconds=1.0))
    assert question(on, engine) == game.board
    on.pause()
    game.go_to(game.node.ply - 1)
    longer = Review(game, engine.as_engine(), Limit(seconds=2.0), line=game.node.line)
    answer(longer, engine, (28, D6, -0.5))
    assert question(longer, engine) == game.start


def test_pause_stops_the_search_and_resume_restarts_it(engine: ScriptedEngine) -> None:
    _game, review = begun(engine, F5)
    board = question(review, engine)
    review.pause()
    assert engine.asked[-1].was_stopped
    review.update()
    assert len(engine.asked) == 1
    review.resume()
    assert (question(review, engine), len(engine.asked)) == (board, 2)


@pytest.mark.parametrize("megabytes", [None, 32])
def test_search_without_its_tables_is_repeated(engine: ScriptedEngine, megabytes: int | None) -> None:
    game, review = begun(engine, F5, D6)
    assert question(review, engine) == game.board
    engine.asked[-1].finish_depth(2, C3, 9.0)
    if megabytes is None:
        engine.new_game()
    else:
        engine.resize_table(megabytes)
    engine.asked[-1].end()
    assert question(review, engine) == game.board, "which is asked again"
    assert (len(engine.asked), game.node.evaluation) == (2, None)
    answer(review, engine, (12, C3, 0.5))
    assert game.node.evaluation is not None
    assert review.left == 2


def test_review_fails_with_an_error(engine: ScriptedEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    _game, review = begun(engine)
    review.update()
    engine.asked[-1].error = MemoryError("no memory")
    answer(review, engine)
    assert (review.phase, review.problem) == (ReviewPhase.FAILED, "there is not enough memory")
    failed = preparation.progress().__class__(0, 5, "The fast search cannot be loaded", has_failed=True)
    monkeypatch.setattr(preparation, "is_ready", lambda: False)
    monkeypatch.setattr(preparation, "start", lambda: None)
    monkeypatch.setattr(preparation, "progress", lambda: failed)
    _game, review = begun(engine)
    review.update()
    assert (review.phase, review.problem) == (ReviewPhase.FAILED, failed.text)


@pytest.mark.parametrize("text", ["0.05", "11", "0", "nan", "soon"])
def test_invalid_review_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="s"):
        parse_review_seconds(text)
    assert parse_review_seconds(str(LEAST_SECONDS)) == LEAST_SECONDS


@pytest.fixture(scope="module")
def searcher() -> Iterator[Engine]:
    engine = Engine(table_megabytes=16)
    yield engine
    engine.close()


def solved(board: Board, alpha: int = -64, beta: int = 64) -> int:
    """Returns the exact score for the side to move by the plain rules: the oracle."""
    if board.is_over():
        return final_score(board.player, board.opponent)
    for move in list(squares(board.legal_moves())) or [PASS]:
        alpha = max(alpha, -solved(board.play(move), -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def test_loss_is_the_difference_of_exact_scores(searcher: Engine) -> None:
    game = random_game(RANDOM_SEED)
    searcher.clear_and_allocate()
    Review(game, searcher, Limit(depth=2), solved=9).run()
    exact = [move for move in judged_moves(game.line) if move.judgement.is_exact]
    assert len(exact) >= 5
    for move in exact:
        before, node = game.line[move.ply - 1 : move.ply + 1]
        assert (move.judgement.best, move.judgement.played) == (solved(before.board), -solved(node.board))


def test_judgements_are_reproducible_on_an_empty_table(searcher: Engine) -> None:
    found = []
    for _ in range(2):
        game = random_game(RANDOM_SEED, plies=34)
        searcher.clear_and_allocate()
        Review(game, searcher, Limit(seconds=LEAST_SECONDS), line=game.line[-2:]).run()
        found.append([node.judgement for node in game.line])
    assert found[0] == found[1]
    assert any(judgement is not None and judgement.depth == 20 for judgement in found[0])


def test_forced_move_is_not_judged_and_has_the_next_score(searcher: Engine) -> None:
    game = random_game(RANDOM_SEED)
    searcher.clear_and_allocate()
    Review(game, searcher, Limit(depth=2), solved=10).run()
    pairs = pairwise(game.line)
    forced = [pair for pair in pairs if pair[0].board.legal_moves().bit_count() <= 1]
    assert any(node.move == PASS for _, node in forced)
    for before, node in forced:
        assert node.judgement is None
        assert before.evaluation is not None
        assert node.evaluation is not None
        assert before.evaluation.score == node.evaluation.score


def test_move_judged_again_has_a_refutation(searcher: Engine) -> None:
    game = random_game(3)
    line = game.line[-12:]
    Review(game, searcher, Limit(depth=4), line=line).run()
    answered = [node for node in line if node.judgement is not None and node.judgement.refutation]
    assert answered
    for node in answered:
        before, node.judgement = node.judgement, None
        Review(game, searcher, Limit(depth=4), line=line).run()
        assert node.judgement is not None
        assert before is not None
        assert node.judgement.loss == before.loss
        assert node.board.is_legal(node.judgement.refutation[0])


def test_findings_reach_the_game_promptly(engine: ScriptedEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("play.review.time.monotonic", lambda: now)
    game, review = begun(engine, F5, D6, C3)
    before, changes = game.changes, []
    for move in (next(squares(game.board.legal_moves())), C3, D6, F5):
        now += 0.4
        answer(review, engine, (12, move, 0.5))
        changes.append(game.changes - before)
    assert changes == [0, 0, 1, 2], "and once more at the end"


def sibling_scores(engine: Engine, node: Node) -> dict[Move, float]:
    answer = engine.analyse(node.board, Limit(solve=True), Options(all_moves=True)).result()
    return {score.move: score.score for score in answer.scores}


@pytest.mark.slow
def test_losses_agree_with_independent_solving(searcher: Engine) -> None:
    """In the last 16 moves of 100 games every alternative is solved, on an empty table."""
    checked = 0
    archive = ARCHIVE.read_bytes() if ARCHIVE.exists() else None
    for number in range(1, 101):
        game = random_game(number) if archive is None else read_game(archive, 7 * number).game
        searcher.clear_and_allocate()
        Review(game, searcher, Limit(depth=1), solved=16).run()
        for before, node in pairwise(game.line):
            if before.board.empties > 16 or node.judgement is None:
                continue
            searcher.new_game()
            scores = sibling_scores(searcher, before)
            assert node.move is not None
            assert node.judgement.is_exact
            assert node.judgement.loss == max(scores.values()) - scores[node.move]
            checked += 1
    assert checked > 1000
