"""A race as a text to be pasted into a letter."""

from __future__ import annotations

from play.race import Race
from play.race_report import Unit, depths_table, header, row, sentences
from ui.text.race_sentences import describe


def race_table(race: Race, unit: Unit) -> str:
    """The position, the figures of each lane, the nodes of each depth, and what is said of them."""
    standings = race.standings
    rows = [row(standings, number) for number in range(len(standings))]
    said = [describe(sentence, race.board.turn) for sentence in sentences(standings, unit)]
    lines = [race.board.text(), "", header(standings), *rows, "", *depths_table(standings), "", *said]
    return "\n".join(lines).rstrip() + "\n"
