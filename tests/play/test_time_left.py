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
    """At a thousand nodes a second, `spent` nodes after the last step."""
    found = Progress(SIXTEEN_EMPTIES, MOVES[0], 1.0, 9, Kind.ESTIMATE, (), Algorithm.PVS, steps)
    bounds = tuple(MoveBound(move, 1.0, 1.0, EMPTIES, Kind.EXACT) for move in MOVES[:solved])
    nodes = spent + sum(step.nodes for step in steps)
    counters = Counters(nodes, nodes / 1000, 0, 0, 0, 0)
    return seconds_left(replace(found, bounds=bounds), counters)


def test_nothing_is_expected_before_a_look_at_the_end_or_after_the_last() -> None:
    assert left() is None
    assert left(look(87, 5000, EMPTIES - 3)) is None
    assert left(look(98, 2000), look(100, 9000)) is None


@pytest.mark.parametrize("confidence", MORE)
def test_the_work_of_a_look_tells_that_of_the_next_ones(confidence: int) -> None:
    first, twice = (left(look(confidence, nodes)) for nodes in (2000, 4000))
    assert first is not None
    assert twice is not None
    assert 1.5 < twice / first < 1.7
    later = left(look(confidence, 2000), spent=1000)
    assert later is not None
    assert later < first
    assert left(look(confidence, 2000), spent=10**6) == pytest.approx(1000 * LEAST_LEFT, rel=0.5)


def test_a_middle_game_took_about_what_was_expected() -> None:
    """With 24 empties, all moves solved: the nodes of its looks at the end, as they were counted."""
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


def test_moves_that_are_solved_tell_more_than_the_looks_before() -> None:
    """With all but one solved, about as much is left as one has taken, whatever was expected."""
    last = len(MOVES) - 1
    for nodes in (100, 10**4):
        expected = left(look(98, nodes), spent=1000 * last, solved=last)
        assert expected is not None
        assert 0.1 < expected < 6
    assert left(look(87, 10, EMPTIES - 3), spent=1000 * last, solved=last) == pytest.approx(1.0)
