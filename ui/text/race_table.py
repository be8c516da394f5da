"""A race as a text to be pasted into a letter."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from play.race import Race, Standing
from play.race_report import Unit, sentences
from play.race_table import Words, depths_table, header, row
from ui.text import N_, _
from ui.text.race_sentences import describe, describe_lane
from ui.text.race_wording import describe_lane_state
from ui.text.wording import for_black, format_score

HEADINGS: Final = (
    *(N_("lane"), N_("depth"), N_("move"), N_("score"), N_("nodes"), N_("s"), N_("nodes"), N_("time")),
    *(N_("growth"), N_("1st cuts"), N_("zero w."), N_("again"), N_("table"), N_("leaves")),
)
"""Those of the table, to be translated when it is made."""


def race_table(race: Race, unit: Unit) -> str:
    """The position, the figures of each lane, the nodes of each depth, and what is said of them."""
    standings, turn = race.standings, race.board.turn
    shown = replace(words(), score=lambda score: format_score(for_black(score, turn)))
    rows = [row(standings, number, shown) for number in range(len(standings))]
    said = [describe(sentence, turn) for sentence in sentences(standings, unit)]
    table = [header(standings, shown), *rows, "", *depths_table(standings, shown)]
    return "\n".join([race.board.text(), "", *table, "", *said]).rstrip() + "\n"


def words() -> Words:
    """Those of the language spoken; scores as the search tells them."""
    return Words(headings=[_(heading) for heading in HEADINGS], lane=describe_lane, end=_describe_end)


def _describe_end(standing: Standing) -> str:
    return _(standing.error) or describe_lane_state(standing.state)
