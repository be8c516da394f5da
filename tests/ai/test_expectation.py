"""Expected scores: the model, and an engine that reports them."""

from contextlib import closing
from dataclasses import replace
from itertools import pairwise

import pytest

from ai import preparation
from ai.engine import Engine
from ai.expectation import MOST_EMPTIES, UNFITTED, Expectation, default_expectation
from ai.limits import Algorithm, Iteration, Limit, MoveScore, Options, Progress, evaluation_of
from ai.search.root import first_progress
from game.board import PASS, Color
from game.evaluation import FULL_WIDTH, MOST_DISCS, Evaluation, Kind
from tests.samples import BLACK_PASSES, CORNER_LOST, START, WHITE_PASSES

D3 = 19
OF_SEARCHES = [
    (depth, empties, confidence)
    for empties in (10, 20, 36, 50, 60)
    for depth in (1, 4, 12, 20, 30)
    for confidence in (60, 87, FULL_WIDTH)
    if depth <= empties
]


@pytest.fixture(params=["shipped", "without numbers"])
def expectation(request: pytest.FixtureRequest) -> Expectation:
    return default_expectation() if request.param == "shipped" else Expectation(UNFITTED)


def test_expected_scores_keep_their_order(expectation: Expectation) -> None:
    for depth, empties, _confidence in OF_SEARCHES[::3]:
        found = (score / 5 for score in range(-320, 321))
        expected = [expectation.score(score, Kind.ESTIMATE, depth, empties) for score in found]
        assert all(low < high or abs(high) == abs(low) == MOST_DISCS for low, high in pairwise(expected))
        assert max(expected) <= MOST_DISCS


def test_both_sides_have_the_same_expectation(expectation: Expectation) -> None:
    for board in (WHITE_PASSES, BLACK_PASSES):
        told = [
            expectation.progress(replace(found, iterations=(row,), score=row.score))
            for place, sign in ((board, 1), (board.play(PASS), -1))
            for found in [first_progress(place, Algorithm.PVS)]
            for row in [Iteration(5, Kind.ESTIMATE, found.move, sign * 7.0, 1, 1.0, Algorithm.PVS)]
        ]
        assert told[0].score == -(told[1].score or 0)


def test_certain_scores_stay(expectation: Expectation) -> None:
    for kind in (Kind.EXACT, Kind.OUTCOME, Kind.BOOK):
        assert expectation.score(-12.0, kind, 8, 40) == -12.0
    assert expectation.interval(Evaluation(-12.0, 20, Kind.EXACT), 20) == (-12.0, -12.0)
    assert expectation.chances(Evaluation(-12.0, 20, Kind.EXACT), 20).loss == 1
    assert expectation.chances(Evaluation(0.0, 20, Kind.EXACT), 20).draw == 1
    assert expectation.chances(Evaluation(2.0, 20, Kind.OUTCOME), 20).win == 1
    widths = []
    for depth in (2, 6, 12, 20):
        low, high = expectation.interval(Evaluation(3.0, depth, Kind.ESTIMATE), 40)
        assert low < 3.0 < high
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True), "narrower where more was seen"


def test_chances_are_shares_that_grow_with_the_score(expectation: Expectation) -> None:
    for depth, empties, confidence in OF_SEARCHES:
        all_chances = [
            expectation.chances(Evaluation(score, depth, Kind.ESTIMATE, confidence), empties)
            for score in range(-64, 65)
        ]
        for chances in all_chances:
            assert chances.win + chances.draw + chances.loss == pytest.approx(1)
            assert min(chances.win, chances.draw, chances.loss) >= 0
        middle = all_chances[64]
        assert middle.win == pytest.approx(middle.loss)
        shares = [chances.share for chances in all_chances[48:81]]  # -16 .. +16
        assert all(low <= high + 1e-9 for low, high in pairwise(shares))


def test_deviations_grow_with_empties_beyond_the_fit() -> None:
    for depth in (1, 3, 8, 18):
        known = Evaluation(-10.5, depth, Kind.ESTIMATE)
        deviations = [default_expectation().deviation(known, empties) for empties in range(MOST_EMPTIES, 61)]
        assert all(less < more for less, more in pairwise(deviations))


@pytest.mark.parametrize("every_move", [False, True])
def test_expected_scores_do_not_change_the_search(every_move: bool) -> None:
    board = CORNER_LOST
    options = Options(all_moves=every_move)
    with closing(Engine(16)) as plain, closing(Engine(16, expected_scores=True)) as telling:
        preparation.wait()
        found, told = (each.analyse(board, Limit(depth=5), options).result() for each in (plain, telling))
    expectation = default_expectation()
    assert told.move == found.move
    assert [row.pv for row in told.iterations] == [row.pv for row in found.iterations]
    for rows, expected in ((found.iterations, told.iterations), (found.scores, told.scores)):
        scores = [expectation.score(row.score, row.kind, row.depth, board.empties) for row in rows]
        assert scores == [row.score for row in expected]
    assert told.score == told.iterations[-1].score
    assert told.score in [bound.score for bound in told.bounds if bound.move == told.move]


def test_moves_are_sorted_by_their_expected_scores() -> None:
    stretched = Expectation((2.0, *UNFITTED[1:]))
    moves = MoveScore(2, 10.0, 30, Kind.ESTIMATE), MoveScore(9, 9.0, 1, Kind.ESTIMATE)
    board = CORNER_LOST
    found = Progress(board, 2, None, 0, Kind.ESTIMATE, (), Algorithm.PVS, scores=moves)
    told = stretched.progress(found)
    assert told.score is None
    assert [(row.move, row.score) for row in told.scores] == [
        (row.move, stretched.score(row.score, row.kind, row.depth, board.empties)) for row in moves[::-1]
    ]


def test_evaluations_are_for_black() -> None:
    board = CORNER_LOST
    assert board.turn is Color.WHITE
    found = Progress(board, 2, 3.0, 8, Kind.ESTIMATE, (), Algorithm.PVS, confidence=87)
    assert found.evaluation == Evaluation(-3.0, 8, Kind.ESTIMATE, 87)
    assert evaluation_of(MoveScore(2, 3.0, 8, Kind.ESTIMATE, 87), Color.WHITE) == found.evaluation
    chances = default_expectation().chances_of(Evaluation(-8.0, 8, Kind.ESTIMATE), board)
    assert chances.loss > chances.win


def test_an_odd_number_of_empties_favours_the_side_to_move() -> None:
    expectation = default_expectation()
    found, board = Evaluation(0.0, 8, Kind.ESTIMATE), START.play(D3)
    assert board.empties % 2 == 1
    chances = expectation.chances_of(found, board)
    assert chances.loss > chances.win
    assert chances.loss == expectation.chances(Evaluation(0.0, 8, Kind.ESTIMATE), 59).win
    even = expectation.chances_of(found, START)
    assert even.win == pytest.approx(even.loss)
    for board in (WHITE_PASSES, BLACK_PASSES):
        assert expectation.chances_of(found, board) == expectation.chances_of(found, board.play(PASS))
