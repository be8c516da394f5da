"""Endgames solved to the last disc, each on an empty table: problems of the FFO (Fédération Française
d'Othello) collection, of which score and best moves are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ai.bench.runs import Cost, Ending, Report, Run, Tell, new_engine, search, total
from ai.limits import Limit, Options
from game.board import move_name
from game.plain_text import to_right
from game.records.obf import Problem
from game.text import _

MOST: Final = 59
"""The problems are numbered from 1."""


@dataclass(frozen=True, slots=True)
class FfoRow:
    number: int
    problem: Problem
    run: Run

    @property
    def is_right(self) -> bool:
        """The score, and the move: one of those with that score."""
        return self.run.score == self.problem.best and self.run.move in self._best_moves()

    def text(self) -> str:
        known = f"{self.problem.best:+} {' '.join(map(move_name, self._best_moves()))}"
        return _columns(
            f"{self.number}",
            f"{self.problem.board.empties}",
            f"{self.run.score:+.0f}",
            move_name(self.run.move),
            self.run,
            _("ok") if self.is_right else _("WRONG: {known}", known=known),
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "board": self.problem.board.text(),
            "empties": self.problem.board.empties,
            "score": self.run.score,
            "move": move_name(self.run.move),
            "is_right": self.is_right,
            "known_score": self.problem.best,
            "known_moves": [move_name(move) for move in self._best_moves()],
            **self.run.as_json(),
            "nodes_per_second": self.run.nodes_per_second,
        }

    def _best_moves(self) -> list[int]:
        return [move for move, score in self.problem.scores if score == self.problem.best]


def measure(problems: Mapping[int, Problem], options: Options, table_megabytes: int, tell: Tell) -> Report:
    """`problems` by their numbers. Raises ValueError when the table does not fit into memory."""
    found = ((_("empties"), 9), (_("score"), 7), (_("move"), 6))
    headings = (*found, (_("nodes"), 18), (_("s"), 10), (_("M nodes/s"), 11))
    tell("   FFO" + "".join(to_right(heading, width) for heading, width in headings))
    rows: list[FfoRow] = []
    with Ending() as ending, new_engine(table_megabytes) as engine:
        for number, problem in problems.items():
            rows.append(FfoRow(number, problem, search(engine, problem.board, Limit(solve=True), options)))
            tell(rows[-1].text())
    cost = total(row.run for row in rows)
    wrong = [row.number for row in rows if not row.is_right]
    if rows:
        verdict = _("{wrong} of {count} WRONG") if wrong else _("all ok")
        tell(_columns(_("sum"), "", "", "", cost, verdict.format(wrong=len(wrong), count=len(rows))))
    figures = {
        "algorithm": options.algorithm.term,
        "threads": options.threads,
        "table_megabytes": table_megabytes,
        "positions": [row.as_json() for row in rows],
        "sum": {**cost.as_json(), "nodes_per_second": cost.nodes_per_second},
        "wrong": wrong,
    }
    return Report(ending, figures, not wrong)


def _columns(number: str, empties: str, score: str, move: str, cost: Cost, verdict: str) -> str:
    return (
        f"{to_right(number, 6)}{empties:>9}{score:>7}{move:>6}{cost.nodes:18,}{cost.seconds:10.3f}"
        f"{cost.nodes_per_second / 1e6:11.1f}  {verdict}"
    )
