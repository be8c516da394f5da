"""The searches against each other: middle games to a fixed depth, each search on an empty table.

At a fixed depth, at full width, all have the same score, but for what the table lends: an entry of another
search may be a ply or two deeper than asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ai.bench import textbook
from ai.bench.runs import Cost, Ending, Report, Run, Tell, new_engine, search, total
from ai.bench.textbook import Textbook
from ai.limits import Algorithm, Limit, Options
from game.board import move_name
from game.plain_text import to_right
from game.records.obf import Problem
from game.text import _, ngettext

DEPTH: Final = 12

# The first is what the others are compared with.
ALGORITHMS: Final = (Algorithm.ALPHABETA, Algorithm.PVS, Algorithm.SCOUT, Algorithm.MTDF, Algorithm.MT_SSS)


@dataclass(frozen=True, slots=True)
class AlgorithmsRow:
    """One position; the runs in the order of ALGORITHMS."""

    number: int
    problem: Problem
    runs: Mapping[Algorithm, Run]

    @property
    def different_scores(self) -> list[Algorithm]:
        """The searches that came to another score than alpha-beta."""
        score = self.runs[Algorithm.ALPHABETA].score
        return [algorithm for algorithm, run in self.runs.items() if run.score != score]

    def text(self) -> str:
        score = f"{self.runs[Algorithm.ALPHABETA].score:+.1f}"
        return _columns(f"{self.number}", f"{64 - self.problem.board.empties}", score, self.runs)

    def as_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "board": self.problem.board.text(),
            "discs": 64 - self.problem.board.empties,
            "runs": {
                algorithm.text: {"score": run.score, "move": move_name(run.move), **run.as_json()}
                for algorithm, run in self.runs.items()
            },
        }


@dataclass(frozen=True, slots=True)
class AlgorithmsReport(Report):
    """`textbook` comes last: it is None when the measurement was ended before its time."""

    depth: int
    rows: tuple[AlgorithmsRow, ...]
    textbook: Textbook | None

    @property
    def is_right(self) -> bool:
        return not any(row.different_scores for row in self.rows)

    @property
    def sums(self) -> dict[Algorithm, Cost]:
        return {algorithm: total(row.runs[algorithm] for row in self.rows) for algorithm in ALGORITHMS}

    def as_json(self) -> dict[str, Any]:
        return {
            "depth": self.depth,
            "positions": [row.as_json() for row in self.rows],
            "sums": {algorithm.text: cost.as_json() for algorithm, cost in self.sums.items()},
            "textbook": self.textbook and self.textbook.as_json(),
        }


def measure(
    problems: Mapping[int, Problem], depth: int, tell: Tell, textbook_plies: int = textbook.PLIES
) -> AlgorithmsReport:
    """`problems` by their numbers."""
    names = [algorithm.term for algorithm in ALGORITHMS]
    tell(f"{'':19}{names[0]:>21}{names[1]:>21}" + "".join(f"{name:>12}" for name in names[1:]))
    discs, score, nodes, seconds, time = _("discs"), _("score"), _("nodes"), _("s"), _("time")
    tell(
        f"{'#':>6}{to_right(discs, 6)}{to_right(score, 7)}"
        + 2 * f"{to_right(nodes, 13)}{to_right(seconds, 8)}"
        + 4 * f"{to_right(nodes, 6)}{to_right(time, 6)}"
    )
    rows: list[AlgorithmsRow] = []
    found = None
    with Ending() as ending, new_engine() as engine:
        for number, problem in problems.items():
            runs = {
                algorithm: search(
                    engine, problem.board, Limit(depth=depth), Options(algorithm, selective=False)
                )
                for algorithm in ALGORITHMS
            }
            rows.append(AlgorithmsRow(number, problem, runs))
            tell(rows[-1].text())
        found = textbook.measure(engine, textbook_plies)
    report = AlgorithmsReport(ending, depth, tuple(rows), found)
    if rows:
        tell(_columns(_("sum"), "", "", report.sums))
        tell("")
        sentence = ngettext(
            "{depth} ply. Last columns: in parts of alpha-beta.",
            "{depth} plies. Last columns: in parts of alpha-beta.",
            depth,
        )
        tell(sentence.format(depth=depth))
    for row in rows:
        for algorithm in row.different_scores:
            sentence = _("Position {number}: {search} says {score}, alpha-beta {expected}")
            tell(
                sentence.format(
                    number=row.number,
                    search=algorithm.term,
                    score=f"{row.runs[algorithm].score:+.1f}",
                    expected=f"{row.runs[Algorithm.ALPHABETA].score:+.1f}",
                )
            )
    if found:
        tell(found.text())
    return report


def _columns(number: str, discs: str, score: str, costs: Mapping[Algorithm, Cost]) -> str:
    alphabeta, *others = (costs[algorithm] for algorithm in ALGORITHMS)
    return (
        f"{to_right(number, 6)}{discs:>6}{score:>7}"
        + "".join(f"{cost.nodes:13,}{cost.seconds:8.3f}" for cost in (alphabeta, others[0]))
        + "".join(
            f"{cost.nodes / alphabeta.nodes:6.2f}{cost.seconds / alphabeta.seconds:6.2f}" for cost in others
        )
    )
