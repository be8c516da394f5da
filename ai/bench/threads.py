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
        return _(self.kind).format(number=self.number)

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


@dataclass(frozen=True, slots=True)
class ThreadsReport(Report):
    """`wrong` names the endgames that were solved wrong."""

    endgames: tuple[ThreadsRow, ...]
    middlegames: tuple[ThreadsRow, ...]
    depth: int
    wrong: tuple[str, ...]

    @property
    def endgames_sum(self) -> ThreadsRow | None:
        return sum_of(SUM, 0, self.endgames)

    @property
    def middlegames_sum(self) -> ThreadsRow | None:
        return sum_of(SUM_AT_DEPTH, self.depth, self.middlegames)

    @property
    def is_right(self) -> bool:
        return not self.wrong

    def as_json(self) -> dict[str, Any]:
        return {
            "table_megabytes": TABLE_MEGABYTES,
            "depth": self.depth,
            "endgames": [row.as_json() for row in self.endgames],
            "endgames_sum": self.endgames_sum and self.endgames_sum.as_json(),
            "middlegames": [row.as_json() for row in self.middlegames],
            "middlegames_sum": self.middlegames_sum and self.middlegames_sum.as_json(),
            "wrong": list(self.wrong),
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
) -> ThreadsReport:
    """All by their numbers, the middle games to `depth` plies; with up to `threads` threads."""
    headings = ((_("threads"), 8), (_("nodes"), 18), (_("s"), 10), (_("speed-up"), 10), (_("nodes"), 9))
    tell(to_left(_("position"), NAME_WIDTH) + "".join(to_right(text, width) for text, width in headings))
    counts = thread_counts(threads)
    wrong: list[tuple[ThreadsRow, int]] = []
    solved: list[ThreadsRow] = []
    searched: list[ThreadsRow] = []
    with Ending() as ending, new_engine() as engine:

        def row(kind: str, number: int, problem: Problem, limit: Limit) -> ThreadsRow:
            runs: dict[int, Run] = {}
            row = ThreadsRow(kind, number, runs)
            for count in counts:
                runs[count] = search(engine, problem.board, limit, Options(threads=count))
                if problem.best not in (None, runs[count].score):
                    wrong.append((row, count))
                tell(row.text(count))
            return row

        for number, problem in endgames.items():
            solved.append(row(ENDGAME, number, problem, Limit(solve=True)))
        _tell_sum(SUM, 0, solved, tell)
        for number, problem in middlegames.items():
            searched.append(row(MIDDLEGAME, number, problem, Limit(depth=depth)))
        _tell_sum(SUM_AT_DEPTH, depth, searched, tell)
    tell("")
    tell(_("Last columns: in parts of one thread."))
    for each, count in wrong:
        tell(_("WRONG: {name} with {threads} threads").format(name=each.label, threads=count))
    names = tuple(f"{each.name} with {count} threads" for each, count in wrong)
    return ThreadsReport(ending, tuple(solved), tuple(searched), depth, names)


def sum_of(kind: str, number: int, rows: Sequence[ThreadsRow]) -> ThreadsRow | None:
    """None of no rows."""
    if not rows:
        return None
    return ThreadsRow(
        kind, number, {count: total(each.costs[count] for each in rows) for count in rows[0].costs}
    )


def _tell_sum(kind: str, number: int, rows: Sequence[ThreadsRow], tell: Tell) -> None:
    if (row := sum_of(kind, number, rows)) is not None:
        for count in row.costs:
            tell(row.text(count))
