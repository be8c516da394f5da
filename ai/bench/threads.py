"""What more threads are worth: endgames solved, and middle games searched to a fixed depth, with 1, 2, 4 ..
threads, each on an empty table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ai.bench.runs import TABLE_MEGABYTES, Cost, Ending, Report, Run, Tell, new_engine, search, total
from ai.limits import Limit, Options
from game.plain_text import to_left, to_right
from game.records.obf import Problem
from game.text import N_, _

DEPTH: Final = 22
"""Of the middle games, in plies."""

# What rows are called.
ENDGAME: Final = "FFO {number}"
MIDDLEGAME: Final = N_("middle game {number}")
SUM: Final = N_("sum")
SUM_AT_DEPTH: Final = N_("sum, depth {number}")

NAME_WIDTH: Final = 20


@dataclass(frozen=True, slots=True)
class ThreadsRow:
    """One position, or the sum of some; the costs by the number of threads, 1 the first.

    `kind` is what it is called, to be translated for people, with the field `number`.
    """

    kind: str
    number: int
    costs: Mapping[int, Cost]

    @property
    def name(self) -> str:
        """For programs."""
        return self.kind.format(number=self.number)

    @property
    def label(self) -> str:
        """For people."""
        return _(self.kind, number=self.number)

    def speedup(self, threads: int) -> float:
        return self.costs[1].seconds / self.costs[threads].seconds

    def nodes_ratio(self, threads: int) -> float:
        return self.costs[threads].nodes / self.costs[1].nodes

    def text(self, threads: int) -> str:
        cost = self.costs[threads]
        return (
            f"{to_left(self.label, NAME_WIDTH)}{threads:>8}{cost.nodes:18,}{cost.seconds:10.3f}"
            f"{self.speedup(threads):10.2f}{self.nodes_ratio(threads):9.2f}"
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "runs": [
                {
                    "threads": threads,
                    **cost.as_json(),
                    "speedup": self.speedup(threads),
                    "nodes_ratio": self.nodes_ratio(threads),
                }
                for threads, cost in self.costs.items()
            ],
        }


def thread_counts(most: int) -> list[int]:
    """1, 2, 4 .. and `most` itself."""
    return [*(1 << n for n in range(most.bit_length()) if 1 << n < most), most]


def measure(
    endgames: Mapping[int, Problem],
    middlegames: Mapping[int, Problem],
    threads: int,
    depth: int,
    tell: Tell,
) -> Report:
    """All by their numbers, the middle games to `depth` plies; with up to `threads` threads."""
    headings = ((_("threads"), 8), (_("nodes"), 18), (_("s"), 10), (_("speed-up"), 10), (_("nodes"), 9))
    tell(to_left(_("position"), NAME_WIDTH) + "".join(to_right(text, width) for text, width in headings))
    counts = thread_counts(threads)
    wrong: list[tuple[ThreadsRow, int]] = []
    solved: list[ThreadsRow] = []
    searched: list[ThreadsRow] = []
    parts = (
        (solved, ENDGAME, endgames, Limit(solve=True), (SUM, 0)),
        (searched, MIDDLEGAME, middlegames, Limit(depth=depth), (SUM_AT_DEPTH, depth)),
    )
    with Ending() as ending, new_engine() as engine:
        for rows, kind, problems, limit, heading in parts:
            for number, problem in problems.items():
                runs: dict[int, Run] = {}
                row = ThreadsRow(kind, number, runs)
                for count in counts:
                    runs[count] = search(engine, problem.board, limit, Options(threads=count))
                    if problem.best not in (None, runs[count].score):
                        wrong.append((row, count))
                    tell(row.text(count))
                rows.append(row)
            if rows:
                for count in counts:
                    tell(sum_of(*heading, rows).text(count))
    tell("")
    tell(_("Last columns: relative to one thread."))
    for each, count in wrong:
        tell(_("WRONG: {name} with {threads} threads", name=each.label, threads=count))
    figures = {
        "table_megabytes": TABLE_MEGABYTES,
        "depth": depth,
        "endgames": [row.as_json() for row in solved],
        "endgames_sum": sum_of(SUM, 0, solved).as_json() if solved else None,
        "middlegames": [row.as_json() for row in searched],
        "middlegames_sum": sum_of(SUM_AT_DEPTH, depth, searched).as_json() if searched else None,
        "wrong": [f"{each.name} with {count} threads" for each, count in wrong],
    }
    return Report(ending, figures, not wrong)


def sum_of(kind: str, number: int, rows: Sequence[ThreadsRow]) -> ThreadsRow:
    return ThreadsRow(
        kind, number, {count: total(each.costs[count] for each in rows) for count in rows[0].costs}
    )
