"""What is said of opponents that can be chosen, and of the games against them."""

from __future__ import annotations

from typing import Final

from ai.limits import FULL_STRENGTH
from play.players import Opponent
from play.results import Results, ResultTally
from ui.text import N_, _, ngettext
from ui.text.wording import format_level

HEADINGS: Final = (
    N_("Level"),
    N_("Games"),
    N_("Won"),
    N_("Drawn"),
    N_("Lost"),
    N_("In a row"),
    N_("Discs lost by a move"),
)
"""Of the table of results; to be translated when shown."""
MEANINGS: Final = (
    N_("The strength of the computer that was played against."),
    N_("How many games against it were played to their end."),
    N_("How many of them you won."),
    N_("How many of them nobody won."),
    N_("How many of them you lost."),
    N_("How many games were won, or lost, one after the other up to now."),
    N_("How many discs a move of yours lost on average, in the games that were reviewed."),
)
"""What these columns have, likewise."""


def format_opponent(opponent: Opponent) -> str:
    """'4  Casual', 'Adaptive, now 4  Casual'"""
    level = f"{opponent.level}  {format_level(opponent.level)}"
    return _("Adaptive, now {level}").format(level=level) if opponent.adapts else level


def describe_adaptive() -> str:
    return _("After each game you win it plays one level higher, after each you lose one lower.")


def format_streak(streak: int) -> str:
    """'3 won', '2 lost', '–' after a draw or no game."""
    if streak > 0:
        return ngettext("{count} won", "{count} won", streak).format(count=streak)
    if streak < 0:
        return ngettext("{count} lost", "{count} lost", -streak).format(count=-streak)
    return "–"


def result_rows(results: Results) -> list[tuple[str, ...]]:
    """A row for each level that was played, in the columns of HEADINGS, and one for all of them."""
    tallies = [(level, results.tally(level)) for level in range(1, FULL_STRENGTH + 1)]
    rows = [(f"{level}  {format_level(level)}", tally) for level, tally in tallies if tally.games]
    return [_row(name, tally) for name, tally in (*rows, (_("All levels"), results.tally()))]


def _row(name: str, tally: ResultTally) -> tuple[str, ...]:
    counts = (tally.games, tally.wins, tally.draws, tally.losses)
    lost = "–" if tally.lost is None else f"{tally.lost:.1f}"
    return (name, *map(str, counts), format_streak(tally.streak), lost)
