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
            _("ok") if self.is_right else _("WRONG: {known}").format(known=known),
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


@dataclass(frozen=True, slots=True)
class FfoReport(Report):
    rows: tuple[FfoRow, ...]
    options: Options
    table_megabytes: int

    @property
    def is_right(self) -> bool:
        return all(row.is_right for row in self.rows)

    @property
    def sum(self) -> Cost:
        return total(row.run for row in self.rows)

    def as_json(self) -> dict[str, Any]:
        return {
            "algorithm": self.options.algorithm.term,
            "threads": self.options.threads,
            "table_megabytes": self.table_megabytes,
            "positions": [row.as_json() for row in self.rows],
            "sum": {**self.sum.as_json(), "nodes_per_second": self.sum.nodes_per_second},
            "wrong": [row.number for row in self.rows if not row.is_right],
        }


def measure(problems: Mapping[int, Problem], options: Options, table_megabytes: int, tell: Tell) -> FfoReport:
    """`problems` by their numbers. Raises ValueError when the table does not fit into memory."""
    found = ((_("empties"), 9), (_("score"), 7), (_("move"), 6))
    headings = (*found, (_("nodes"), 18), (_("s"), 10), (_("M nodes/s"), 11))
    tell("   FFO" + "".join(to_right(heading, width) for heading, width in headings))
    rows: list[FfoRow] = []
    with Ending() as ending, new_engine(table_megabytes) as engine:
        for number, problem in problems.items():
            rows.append(FfoRow(number, problem, search(engine, problem.board, Limit(solve=True), options)))
            tell(rows[-1].text())
    report = FfoReport(ending, tuple(rows), options, table_megabytes)
    wrong = sum(not row.is_right for row in rows)
    if rows:
        verdict = _("{wrong} of {count} WRONG") if wrong else _("all ok")
        tell(_columns(_("sum"), "", "", "", report.sum, verdict.format(wrong=wrong, count=len(rows))))
    return report


def _columns(number: str, empties: str, score: str, move: str, cost: Cost, verdict: str) -> str:
    return (
        f"{to_right(number, 6)}{empties:>9}{score:>7}{move:>6}{cost.nodes:18,}{cost.seconds:10.3f}"
        f"{cost.nodes_per_second / 1e6:11.1f}  {verdict}"
    )
