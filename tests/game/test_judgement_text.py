"""A judgement as one word."""

from __future__ import annotations

import pytest

from game.board import PASS
from game.evaluation import Judgement, Kind, judgement_text, parse_judgement

FULL = Judgement(4.3, -2.0, 12, Kind.ESTIMATE, 87, (37, 43), (18, PASS), 0.5)


@pytest.mark.parametrize(
    "judgement", [FULL, Judgement(2.0, 2.0, 20, Kind.EXACT), Judgement(0.9, 0.1, 0, Kind.BOOK)]
)
def test_what_is_written_is_read(judgement: Judgement) -> None:
    assert parse_judgement(judgement_text(judgement)) == judgement


def test_it_is_a_word_that_every_format_can_hold() -> None:
    assert judgement_text(FULL) == "4.3/-2.0/12/87/~/F5D6/C3PA/0.5"
    assert judgement_text(Judgement(0.9, 0.1, 0, Kind.BOOK)) == "0.9/0.1/0/100/*///"


@pytest.mark.parametrize(
    "text",
    [
        "", "1/2", "4/2/12/87/~/F5/C3", "4/2/12/87/?/F5/C3/", "65/2/12/87/~/F5/C3/", "4/nan/12/87/~/F5/C3/",
        "4/2/-1/87/~/F5/C3/", "4/2/12/0/~/F5/C3/", "4/2/12/87/~/F9/C3/", "4/2/12/87/~/F5/C/",
        "4/2/12/87/~///1e9",
    ],
)  # fmt: skip
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_judgement(text)
