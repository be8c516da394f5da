"""A judgement as one word, for records that keep what a review has found.

    best/played/depth/confidence/= or ~/better/refutation/seconds

in the words of Judgement: `=` is exact, `~` an estimate; lines are squares one after the other, `PA` a pass;
a review to a fixed depth has no seconds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.board import PASS, Move, move_name, parse_square
from game.evaluation import FULL_WIDTH
from game.judgement import Judgement
from game.text import _

EXACT: Final = "="
ESTIMATED: Final = "~"
PASSED: Final = "PA"
MOST_DISCS: Final = 64.0
DEEPEST: Final = 99
LONGEST: Final = 86_400.0


def judgement_text(judgement: Judgement) -> str:
    fields = (
        *(float(judgement.best), float(judgement.played), judgement.depth, judgement.confidence),
        EXACT if judgement.is_exact else ESTIMATED,
        *(line_text(judgement.better), line_text(judgement.refutation)),
        "" if judgement.seconds is None else float(judgement.seconds),
    )
    return "/".join(map(str, fields))


def parse_judgement(text: str) -> Judgement:
    """Raises ValueError for what `judgement_text` does not write."""
    fields = text.split("/")
    if len(fields) != 8 or fields[4] not in (EXACT, ESTIMATED):
        raise ValueError(_("this is no judgement: {text}").format(text=repr(text[:40])))
    best, played, depth, confidence, sign, better, refutation, seconds = fields
    return Judgement(
        best=_number(best, -MOST_DISCS, MOST_DISCS),
        played=_number(played, -MOST_DISCS, MOST_DISCS),
        depth=int(_number(depth, 0, DEEPEST)),
        is_exact=sign == EXACT,
        confidence=int(_number(confidence, 1, FULL_WIDTH)),
        better=parse_line(better),
        refutation=parse_line(refutation),
        seconds=_number(seconds, 0, LONGEST) if seconds else None,
    )


def line_text(moves: Sequence[Move]) -> str:
    """'F5D6PA'"""
    return "".join(PASSED if move == PASS else move_name(move).upper() for move in moves)


def parse_line(text: str) -> tuple[Move, ...]:
    """Raises ValueError."""
    names = (text[begin : begin + 2] for begin in range(0, len(text), 2))
    return tuple(PASS if name == PASSED else parse_square(name.lower()) for name in names)


def _number(text: str, least: float, most: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        sentence = _("{text} is not a number from {least} to {most}")
        raise ValueError(sentence.format(text=repr(text[:20]), least=f"{least:g}", most=f"{most:g}"))
    return number
