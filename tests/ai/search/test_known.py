"""What the root says of each move while it searches, against minimax of the same depth."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest

from ai.compiled import CompiledSearcher
from ai.expectation import default_expectation
from ai.limits import ENGINE_ALGORITHMS, Algorithm, Limit, MoveBound, Options, Progress
from ai.search import parallel, root
from ai.search.known import KnownBounds
from ai.search.parallel import Crew
from ai.search.root import RootSearch
from ai.search.schedule import Step
from ai.telemetry import new_telemetry
from ai.weights import ONE_DISC
from game.board import PASS, Board, squares
from game.evaluation import FULL_WIDTH, Kind
from tests.ai.minimax import Minimax
from tests.ai.positions import positions

SEARCHES = (Algorithm.ALPHABETA, Algorithm.PVS, Algorithm.MTDF)
DEEPEST = 5


@pytest.fixture(autouse=True)
def _every_question_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(root, "_FOLLOWED_SECONDS", 0.0)
    monkeypatch.setattr(parallel, "_LEAST_DEPTH", 3)


@pytest.fixture(scope="module", params=[1, 2], ids=["alone", "two threads"])
def crew(request: pytest.FixtureRequest) -> Iterator[Crew]:
    with closing(Crew(CompiledSearcher(4), request.param)) as crew:
        yield crew


def searched(crew: Crew, board: Board, limit: Limit, options: Options) -> list[Progress]:
    """Everything a search publishes, with an empty table."""
    rows = [new_telemetry(options.algorithm) for _ in range(crew.threads)]
    crew.begin(rows)  # helpers have left what came before it
    crew._leader.clear()
    crew.begin(rows)
    published: list[Progress] = []
    RootSearch(board, limit, options, rows[0], published.append, time.perf_counter()).run(lambda: crew)
    return published


def check(progress: Progress, truth: Minimax) -> int:
    """That what is known holds; how many sides of bounds were compared."""
    sides = [bound for bound in progress.bounds for side in (bound.low, bound.high) if side is not None]
    for bound in progress.bounds:
        name = progress.board.text(), bound
        score = truth.score(bound.move, bound.depth)
        assert bound.low is not None or bound.high is not None, name
        assert bound.low is None or round(bound.low * ONE_DISC) <= score, name
        assert bound.high is None or round(bound.high * ONE_DISC) >= score, name
        assert bound.score is None or round(bound.score * ONE_DISC) == score, name
        if bound.reply is not None:
            assert bound.high is not None, name
            answered = truth.score_after(bound.move, bound.reply, bound.depth)
            assert round(bound.high * ONE_DISC) >= answered, "the reply does not answer it"
    return len(sides)


def check_finished(progress: Progress) -> None:
    """That a finished depth has asked every move, and that one of them is the best."""
    moves = list(squares(progress.board.legal_moves())) or [PASS]
    bounds = progress.bounds
    assert sorted(bound.move for bound in bounds) == moves
    assert progress.score is not None
    assert progress.asked is None
    for bound in bounds:
        assert (bound.depth, bound.kind) == (progress.depth, progress.kind)
    best = [bound.move for bound in bounds if bound.low is not None and bound.low >= progress.score]
    assert best == [progress.move], progress.board.text()
    assert [bound.score for bound in bounds if bound.move == progress.move] == [progress.score]
    assert all(bound.high is not None and bound.high <= progress.score for bound in bounds)


def check_positions(crew: Crew, count: int, seed: int) -> dict[str, int]:
    tally = {"bounds": 0, "depths": 0, "questions": 0, "replies": 0}
    for board in positions(Random(seed), count):
        truth = Minimax(board)
        for algorithm in SEARCHES:
            published = searched(crew, board, Limit(depth=DEEPEST), Options(algorithm, selective=False))
            finished = 0
            for progress in published:
                tally["bounds"] += check(progress, truth)
                tally["questions"] += progress.asked is not None
                tally["replies"] += any(bound.reply is not None for bound in progress.bounds)
                if len(progress.iterations) > finished:
                    finished = len(progress.iterations)
                    if progress.iterations[-1].kind is not Kind.OUTCOME:
                        check_finished(progress)
            tally["depths"] += finished
            assert published[-1].asked is None
    return tally


def test_what_is_said_of_a_move_holds(crew: Crew) -> None:
    tally = check_positions(crew, 16, seed=5)
    assert tally["depths"] >= 16 * 3 * 4
    assert tally["questions"] >= 10 * tally["depths"] / 4
    assert tally["replies"] >= 100


@pytest.mark.slow
def test_what_is_said_of_a_move_holds_on_200_positions(crew: Crew) -> None:
    tally = check_positions(crew, 200, seed=6)
    print(", ".join(f"{name}: {count}" for name, count in tally.items()))
    assert tally["depths"] >= 200 * 3 * 4


@pytest.mark.parametrize("algorithm", ENGINE_ALGORITHMS)
def test_each_search_knows_something_of_every_move(crew: Crew, algorithm: Algorithm) -> None:
    """Minimax the exact score of all; the others, which cut, of some of them no more than a bound."""
    board = Board.initial().play(19).play(18)
    last = searched(crew, board, Limit(depth=DEEPEST), Options(algorithm))[-1]
    check(last, Minimax(board))
    check_finished(last)
    exact = [bound for bound in last.bounds if bound.score is not None]
    assert (len(exact) == len(last.bounds)) is (algorithm is Algorithm.MINIMAX)


def test_moves_that_are_one_by_symmetry_are_all_known(crew: Crew) -> None:
    last = searched(crew, Board.initial(), Limit(depth=3), Options(all_moves=True))[-1]
    assert len({bound.score for bound in last.bounds}) == 1
    assert {bound.move: bound.score for bound in last.bounds} == {
        hint.move: hint.score for hint in last.scores
    }


def test_a_question_names_its_window_and_its_depth(crew: Crew) -> None:
    """PVS asks the first move with an open window, the others whether they are better than the best."""
    published = searched(crew, Board.initial().play(19), Limit(depth=2), Options(selective=False))
    asked = [progress.asked for progress in published if progress.asked is not None]
    first, *others = (question for question in asked if question.depth == 2)
    assert (first.low, first.high) == (None, None)
    assert others
    for question in others:
        assert question.low is not None
        assert question.high is None or question.high > question.low


def test_what_is_expected_leaves_bounds_bounds(crew: Crew) -> None:
    expectation = default_expectation()
    for board in positions(Random(7), 12):
        for progress in searched(crew, board, Limit(depth=4), Options(selective=False)):
            told = expectation.progress(progress)
            for found, bound in zip(progress.bounds, told.bounds, strict=True):
                assert (found.low is None, found.high is None) == (bound.low is None, bound.high is None)
                assert bound.low is None or bound.high is None or bound.low <= bound.high
                if found.score is not None:
                    sign = -1 if board.must_pass() else 1
                    depth, empties = found.depth, board.empties
                    expected = sign * expectation.score(sign * found.score, found.kind, depth, empties)
                    assert bound.score == expected


ESTIMATED = Step(Algorithm.PVS, 8, False, 87, Kind.ESTIMATE, 0)


def known_after(*answers: tuple[int, int, int], step: Step = ESTIMATED) -> MoveBound:
    """What is known of a move whose score was searched with these windows: (score, alpha, beta)."""
    known = KnownBounds()
    for answer in answers:
        known.answer(step, 19, *answer)
    (bound,) = known.bounds()
    return bound


def test_the_answers_of_one_depth_are_put_together() -> None:
    assert known_after((12, 12, 13)) == MoveBound(19, None, 1.2, 8, Kind.ESTIMATE, 87)
    assert known_after((15, 12, 13)) == MoveBound(19, 1.5, None, 8, Kind.ESTIMATE, 87)
    between = known_after((15, 12, 13), (20, 25, 26))
    assert (between.low, between.high, between.score) == (1.5, 2.0, None)
    assert known_after((15, 12, 13), (15, 15, 30)).score == 1.5
    assert known_after((30, 40, 41), (35, 50, 51)).high == 3.0


def test_the_newest_answer_counts_where_a_selective_search_contradicts_itself() -> None:
    back = known_after((15, 12, 13), (9, 15, 30))
    assert (back.low, back.high) == (None, 0.9)
    forth = known_after((9, 15, 30), (15, 12, 13))
    assert (forth.low, forth.high) == (1.5, None)
    assert known_after((9, 15, 30), (20, 12, 30)).score == 2.0


def test_no_score_is_below_the_least_or_above_the_most() -> None:
    solved = Step(Algorithm.PVS, 10, True, FULL_WIDTH, Kind.EXACT, 0)
    assert known_after((-64, 3, 4), step=solved).score == -64.0
    assert known_after((64, 3, 4), step=solved).score == 64.0


def test_what_is_never_worse_than_the_worst_is_known_to_be_so() -> None:
    """Where the other moves lose all discs, the window says no more."""
    solved = Step(Algorithm.PVS, 10, True, FULL_WIDTH, Kind.EXACT, 0)
    least, most = known_after((-64, -65, -64), step=solved), known_after((64, 64, 65), step=solved)
    assert (least.low, least.high) == (-64.0, None)
    assert (most.low, most.high) == (None, 64.0)


def test_a_new_depth_begins_with_what_the_last_one_knew() -> None:
    known = KnownBounds()
    for move, score in ((19, 12), (26, -5)):
        known.answer(ESTIMATED, move, score, 12, 13)
    deeper = Step(Algorithm.PVS, 9, False, 87, Kind.ESTIMATE, 0)
    known.answer(deeper, 19, 30, 12, 13)
    assert known.bounds() == (
        MoveBound(19, 3.0, None, 9, Kind.ESTIMATE, 87),
        MoveBound(26, None, -0.5, 8, Kind.ESTIMATE, 87),
    )
