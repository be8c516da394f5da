"""The time that solving a position will still take."""

from dataclasses import replace

import pytest

from ai.limits import Algorithm, Counters, Iteration, MoveBound, Progress
from game.board import Board, squares
from game.evaluation import Kind
from play.time_left import LEAST_LEFT, MORE, seconds_left
from tests.ai.test_search import SIXTEEN_EMPTIES

EMPTIES = SIXTEEN_EMPTIES.empties
MOVES = list(squares(SIXTEEN_EMPTIES.legal_moves()))


def look(confidence: int, nodes: int, depth: int = EMPTIES) -> Iteration:
    kind = Kind.EXACT if confidence == 100 else Kind.ESTIMATE
    return Iteration(depth, kind, MOVES[0], 1.0, nodes, 1.0, Algorithm.PVS, confidence)


def left(*steps: Iteration, spent: int = 0, solved: int = 0) -> float | None:
    """Returns the seconds left at 1,000 nodes a second, `spent` nodes after the last step."""
    found = Progress(SIXTEEN_EMPTIES, MOVES[0], 1.0, 9, Kind.ESTIMATE, (), Algorithm.PVS, steps)
    bounds = tuple(MoveBound(move, 1.0, 1.0, EMPTIES, Kind.EXACT) for move in MOVES[:solved])
    nodes = spent + sum(step.nodes for step in steps)
    counters = Counters(nodes, nodes / 1000, 0, 0, 0, 0)
    return seconds_left(replace(found, bounds=bounds), counters)


def test_no_estimate_before_the_first_or_after_the_last_look() -> None:
    assert left() is None
    assert left(look(87, 5000, EMPTIES - 3)) is None
    assert left(look(98, 2000), look(100, 9000)) is None


@pytest.mark.parametrize("confidence", MORE)
def test_work_of_a_look_predicts_the_next_ones(confidence: int) -> None:
    first, twice = (left(look(confidence, nodes)) for nodes in (2000, 4000))
    assert first is not None
    assert twice is not None
    assert 1.5 < twice / first < 1.7
    later = left(look(confidence, 2000), spent=1000)
    assert later is not None
    assert later < first
    assert left(look(confidence, 2000), spent=10**6) == pytest.approx(1000 * LEAST_LEFT, rel=0.5)


def test_estimate_fits_a_real_middle_game() -> None:
    """With 24 empties and all moves solved: the nodes that its looks at the end took."""
    board = Board.from_text("------------OX-----OXX-X-OOXOXXXXXXXXOXXXXXOXXXXX-OXOO---OOOOOO- X")
    looks = dict(zip((*MORE, 100), (8_151_256, 10_884_394, 13_352_702, 53_317_099), strict=True))
    for confidence, nodes in list(looks.items())[:-1]:
        found = Progress(
            board, 9, 1.0, 9, Kind.ESTIMATE, (), Algorithm.PVS, (look(confidence, nodes, board.empties),)
        )
        expected = seconds_left(found, Counters(nodes, 1.0))
        rest = sum(other for later, other in looks.items() if later > confidence) / nodes
        assert expected is not None
        assert rest / 2 < expected < 2 * rest


def test_solved_moves_predict_better_than_looks() -> None:
    """With one move unsolved, about the time of one move is left, whatever the looks predict."""
    last = len(MOVES) - 1
    for nodes in (100, 10**4):
        expected = left(look(98, nodes), spent=1000 * last, solved=last)
        assert expected is not None
        assert 0.1 < expected < 6
    assert left(look(87, 10, EMPTIES - 3), spent=1000 * last, solved=last) == pytest.approx(1.0)
