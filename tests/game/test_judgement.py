"""Judgements of a review: their marks and their text form."""

import pytest

from game.board import PASS
from game.evaluation import LEAST_MARK_DEPTH, Judgement, Kind, Mark, judgement_text, parse_judgement


@pytest.mark.parametrize(
    ("best", "played", "source", "mark"),
    [
        (3.0, 3.0, Kind.ESTIMATE, None),
        (3.0, 1.1, Kind.ESTIMATE, None),
        (3.0, 1.0, Kind.ESTIMATE, Mark.DUBIOUS),
        (6.9, 2.9, Kind.ESTIMATE, Mark.MISTAKE),  # 4.0 in tenths, but not in floating point
        (-2.0, -9.9, Kind.ESTIMATE, Mark.MISTAKE),
        (-2.0, -10.0, Kind.ESTIMATE, Mark.BLUNDER),
        (40.0, 38.0, Kind.EXACT, Mark.DUBIOUS),
        # A move that loses the result is a mistake at least.
        (2.0, 0.0, Kind.EXACT, Mark.MISTAKE),
        (2.0, -1.0, Kind.EXACT, Mark.MISTAKE),
        (0.0, -1.0, Kind.EXACT, Mark.MISTAKE),
    ],
)
def test_the_mark_depends_on_the_discs_lost(
    best: float, played: float, source: Kind, mark: Mark | None
) -> None:
    assert Judgement(best, played, 12, source).mark is mark
    assert not Judgement(best, played, 12, Kind.ESTIMATE).loses_the_result
    assert Judgement(1.0, 1.4, 12, source).loss == 0, "estimates that contradict each other"


@pytest.mark.parametrize(
    ("source", "depth", "mark"),
    [
        (Kind.ESTIMATE, LEAST_MARK_DEPTH - 1, None),
        (Kind.ESTIMATE, LEAST_MARK_DEPTH, Mark.BLUNDER),
        (Kind.EXACT, 3, Mark.BLUNDER),
        (Kind.BOOK, 0, Mark.BLUNDER),
    ],
)
def test_only_deep_exact_or_book_scores_get_a_mark(source: Kind, depth: int, mark: Mark | None) -> None:
    judgement = Judgement(20.0, -3.0, depth, source)
    assert (judgement.mark, judgement.is_markable) == (mark, mark is not None)
    assert judgement.loss == 23.0


def test_a_judgement_is_written_as_one_word() -> None:
    full = Judgement(4.3, -2.0, 12, Kind.ESTIMATE, 87, (37, 43), (18, PASS), 0.5)
    assert judgement_text(full) == "4.3/-2.0/12/87/~/F5D6/C3PA/0.5"
    assert parse_judgement("0.42/0.4/12/87/~/F5D6/C3PA/0.5") == Judgement(
        0.42, 0.4, 12, Kind.ESTIMATE, 87, seconds=0.5
    ), "nothing was better, whatever an earlier version wrote"
    assert judgement_text(Judgement(0.9, 0.1, 0, Kind.BOOK)) == "0.9/0.1/0/100/*///"
