"""What the window says of a race: its lanes, its figures, the sentences of its report, and its table."""

from __future__ import annotations

from ai.limits import Limit
from play.race import Race, Unit
from play.race_report import sentences
from play.race_table import depths_table, header, row
from ui.text import _
from ui.text.wording import capitalised, describe_plies, for_black, format_score


def describe_limit(limit: Limit) -> str:
    """'12 plies', '10 s'"""
    if limit.depth is not None:
        return describe_plies(limit.depth)
    return _("{seconds} s", seconds=f"{limit.seconds:g}")


def race_table(race: Race, unit: Unit) -> str:
    """A text to be pasted: the position, the figures of each lane and depth, and what is said of them."""
    standings, turn = race.standings, race.board.turn
    rows = [
        row(standings, number, lambda score: format_score(for_black(score, turn)))
        for number in range(len(standings))
    ]
    said = [capitalised(sentence.text()) for sentence in sentences(standings, turn, unit)]
    table = [header(standings), *rows, "", *depths_table(standings)]
    return "\n".join([race.board.text(), "", *table, "", *said]).rstrip() + "\n"
