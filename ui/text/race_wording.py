"""What the window says of a race: its lanes, its figures, the sentences of its report, and its table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ai.limits import Iteration, Limit
from game.evaluation import Kind
from play.race import LABELS, Lane, LaneState, Race, Unit
from play.race_report import sentences
from play.race_table import depths_table, header, row
from ui.text import N_, _
from ui.text.wording import capitalised, describe_plies, for_black, format_score

DETAILS: Final[Mapping[str, str]] = {**LABELS, "order=full": N_("sorted"), "table=on": N_("table")}
"""What is said of the switches of a lane in a narrow place."""


def lane_details(lane: Lane) -> str:
    """'table · sorted', 'no table · unsorted': what a lane uses, for a narrow place."""
    switches = [f"{name}={value}" for name, value in lane.switches.items()]
    details = " · ".join(_(DETAILS[switch]) for switch in switches if switch in DETAILS)
    return details or _("no table · unsorted")


def describe_lane_state(state: LaneState, deepest: Iteration | None = None) -> str:
    """Beside what a lane has found: how far it has come, or why it has found nothing yet."""
    if deepest is None or state is LaneState.FAILED:
        return state.reason
    if deepest.kind is Kind.EXACT:
        return _("exact")
    return describe_plies(deepest.depth)


def describe_limit(limit: Limit) -> str:
    """'12 plies', '10 s'"""
    if limit.depth is not None:
        return describe_plies(limit.depth)
    return _("{seconds} s").format(seconds=f"{limit.seconds:g}")


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
