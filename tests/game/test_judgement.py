"""What a review says of a move."""

from __future__ import annotations

import pytest

from game.evaluation import LEAST_MARK_DEPTH, Judgement, Kind, Mark


def judged(best: float, played: float, source: Kind = Kind.ESTIMATE, depth: int = 12) -> Judgement:
    return Judgement(best, played, depth, source)


@pytest.mark.parametrize(
    ("best", "played", "mark"),
    [
        (3.0, 3.0, None),
        (3.0, 1.1, None),
        (3.0, 1.0, Mark.DUBIOUS),
        (6.9, 2.9, Mark.MISTAKE),  # 4.0 to the tenth, though not as floating numbers
        (-2.0, -9.9, Mark.MISTAKE),
        (-2.0, -10.0, Mark.BLUNDER),
    ],
)
def test_a_mark_tells_how_many_discs_were_lost(best: float, played: float, mark: Mark | None) -> None:
    assert judged(best, played).mark is mark


@pytest.mark.parametrize(("best", "played"), [(2.0, 0.0), (2.0, -1.0), (0.0, -1.0)])
def test_a_move_that_loses_the_result_is_a_mistake_at_least(best: float, played: float) -> None:
    assert judged(best, played, Kind.EXACT).mark is Mark.MISTAKE
    assert not judged(best, played).loses_the_result, "of estimates that cannot be said"


def test_a_large_lead_that_shrinks_loses_no_result() -> None:
    assert judged(40.0, 38.0, Kind.EXACT).mark is Mark.DUBIOUS


@pytest.mark.parametrize(
    ("source", "depth", "mark"),
    [
        (Kind.ESTIMATE, LEAST_MARK_DEPTH - 1, None),
        (Kind.ESTIMATE, LEAST_MARK_DEPTH, Mark.BLUNDER),
        (Kind.EXACT, 3, Mark.BLUNDER),
        (Kind.BOOK, 0, Mark.BLUNDER),
    ],
)
def test_a_mark_needs_a_least_depth_or_certainty_or_the_book(
    source: Kind, depth: int, mark: Mark | None
) -> None:
    judgement = judged(20.0, -3.0, source, depth)
    assert (judgement.mark, judgement.is_firm) == (mark, mark is not None)
    assert judgement.loss == 23.0


def test_estimates_that_contradict_each_other_lose_nothing() -> None:
    assert judged(1.0, 1.4).loss == 0
