"""The bounds of each move that the root publishes, compared with minimax of the same depth."""

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
from ai.search.schedule import Step
from ai.telemetry import new_telemetry
from ai.weights import MAX_SCORE, ONE_DISC
from game.board import PASS, Board, squares
from game.evaluation import FULL_WIDTH, Kind
from game.tree import Game
from tests.ai.positions import positions
from tests.ai.searching import Minimax, run

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
    rows = [new_telemetry(options.algorithm) for _ in range(crew.threads)]
    crew.begin(rows)  # makes helpers leave the search before it
    crew._leader.clear()
    crew.begin(rows)
    return run(board, limit, rows[0], lambda: crew, options)


def check(progress: Progress, truth: Minimax) -> None:
    for bound in progress.bounds:
        name = progress.board.text(), bound
        score = truth.score(bound.move, bound.depth)
        assert bound.low is not None or bound.high is not None, name
        assert bound.low is None or round(bound.low * ONE_DISC) <= score, name
        assert bound.high is None or round(bound.high * ONE_DISC) >= score, name
        assert bound.score is None or round(bound.score * ONE_DISC) == score, name


def check_finished(progress: Progress) -> None:
    moves = list(squares(progress.board.legal_moves())) or [PASS]
    bounds = progress.bounds
    assert sorted(bound.move for bound in bounds) == moves
    assert progress.score is not None
    assert progress.asked is None
    for bound in bounds:  # if the first move of MTD(f) wins all discs, no other is searched
        is_asked = bound.move == progress.move or progress.score < MAX_SCORE / ONE_DISC
        assert not is_asked or (bound.depth, bound.kind) == (progress.depth, progress.kind)
    best = [bound.move for bound in bounds if bound.low is not None and bound.low >= progress.score]
    assert best == [progress.move], progress.board.text()
    assert [bound.score for bound in bounds if bound.move == progress.move] == [progress.score]
    assert all(bound.high is not None and bound.high <= progress.score for bound in bounds)


@pytest.mark.parametrize("count", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_bounds_of_moves_hold(crew: Crew, count: int) -> None:
    depths = questions = 0
    for board in positions(Random(5), count):
        truth = Minimax(board)
        for algorithm in SEARCHES:
            published = searched(crew, board, Limit(depth=DEEPEST), Options(algorithm, selective=False))
            finished = 0
            for progress in published:
                check(progress, truth)
                questions += progress.asked is not None
                if len(progress.iterations) > finished:
                    finished = len(progress.iterations)
                    if progress.iterations[-1].kind is not Kind.OUTCOME:
                        check_finished(progress)
            depths += finished
            assert published[-1].asked is None
    assert depths >= count * 3 * 4
    assert questions >= 10 * depths / 4


@pytest.mark.parametrize("algorithm", ENGINE_ALGORITHMS)
def test_each_search_bounds_every_move(crew: Crew, algorithm: Algorithm) -> None:
    """Minimax finds exact scores of all moves; the others, which cut, only bounds of some."""
    board = Board.initial().play(19).play(18)
    last = searched(crew, board, Limit(depth=DEEPEST), Options(algorithm))[-1]
    check(last, Minimax(board))
    check_finished(last)
    exact = [bound for bound in last.bounds if bound.score is not None]
    assert (len(exact) == len(last.bounds)) is (algorithm is Algorithm.MINIMAX)


@pytest.mark.parametrize("moves", [(), (19, 18)])
def test_hints_bound_all_moves_even_symmetric_ones(crew: Crew, moves: tuple[int, ...]) -> None:
    board = Game(moves=moves).board
    last = searched(crew, board, Limit(depth=4), Options(all_moves=True, selective=False))[-1]
    check(last, Minimax(board))
    assert moves or len({bound.score for bound in last.bounds}) == 1
    hints = {hint.move: hint.score for hint in last.scores}
    assert {bound.move: bound.score for bound in last.bounds} == hints


def test_a_question_names_its_window_and_its_depth(crew: Crew) -> None:
    """PVS searches the first move with an open window, and whether the others are better."""
    published = searched(crew, Board.initial().play(19), Limit(depth=2), Options(selective=False))
    asked = [progress.asked for progress in published if progress.asked is not None]
    first, *others = (question for question in asked if question.depth == 2)
    assert (first.low, first.high) == (None, None)
    assert others
    for question in others:
        assert question.low is not None
        assert question.high is None or question.high > question.low


def test_expected_scores_keep_bounds(crew: Crew) -> None:
    expectation = default_expectation()
    for board in positions(Random(7), 8):
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
SOLVED = Step(Algorithm.PVS, 10, True, FULL_WIDTH, Kind.EXACT, 0)


@pytest.mark.parametrize(
    ("step", "answers", "low", "high"),
    [
        (ESTIMATED, [(12, 12, 13)], None, 1.2), (ESTIMATED, [(15, 12, 13)], 1.5, None),
        (ESTIMATED, [(15, 12, 13), (20, 25, 26)], 1.5, 2.0),
        (ESTIMATED, [(15, 12, 13), (15, 15, 30)], 1.5, 1.5),
        (ESTIMATED, [(30, 40, 41), (35, 50, 51)], None, 3.0),
        (ESTIMATED, [(15, 12, 13), (9, 15, 30)], None, 0.9),
        (ESTIMATED, [(9, 15, 30), (15, 12, 13)], 1.5, None),
        (ESTIMATED, [(9, 15, 30), (20, 12, 30)], 2.0, 2.0), (SOLVED, [(-64, 3, 4)], -64.0, -64.0),
        (SOLVED, [(64, 3, 4)], 64.0, 64.0), (SOLVED, [(-64, -65, -64)], -64.0, None),
        (SOLVED, [(64, 64, 65)], None, 64.0),
    ],
)  # fmt: skip
def test_answers_bound_a_move(
    step: Step, answers: list[tuple[int, int, int]], low: float | None, high: float | None
) -> None:
    """Each answer is (score, alpha, beta)."""
    known = KnownBounds()
    for answer in answers:
        known.answer(step, 19, *answer)
    assert known.bounds() == (MoveBound(19, low, high, step.depth, step.kind, step.confidence),)


def test_a_new_depth_begins_with_the_last_bounds() -> None:
    known = KnownBounds()
    for move, score in ((19, 12), (26, -5)):
        known.answer(ESTIMATED, move, score, 12, 13)
    deeper = Step(Algorithm.PVS, 9, False, 87, Kind.ESTIMATE, 0)
    known.answer(deeper, 19, 30, 12, 13)
    assert known.bounds() == (
        MoveBound(19, 3.0, None, 9, Kind.ESTIMATE, 87),
        MoveBound(26, None, -0.5, 8, Kind.ESTIMATE, 87),
    )
