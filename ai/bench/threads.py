"""What more threads are worth: endgames solved, and middle games searched to a fixed depth, with 1, 2, 4 ..
threads, each on an empty table.
"""

from __future__ import annotations

from collections.abc import Mapping
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


Costs = Mapping[int, Cost]
"""Of one position, or the sum of some, by the number of threads, 1 the first."""


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
    wrong: list[tuple[str, str, int]] = []
    solved: dict[str, Costs] = {}
    searched: dict[str, Costs] = {}
    parts = (
        (solved, ENDGAME, endgames, Limit(solve=True), _(SUM)),
        (searched, MIDDLEGAME, middlegames, Limit(depth=depth), _(SUM_AT_DEPTH, number=depth)),
    )
    with Ending() as ending, new_engine() as engine:
        for rows, kind, problems, limit, heading in parts:
            for number, problem in problems.items():
                name, label = kind.format(number=number), _(kind, number=number)
                runs: dict[int, Run] = {}
                for count in counts:
                    runs[count] = search(engine, problem.board, limit, Options(threads=count))
                    if problem.best not in (None, runs[count].score):
                        wrong.append((name, label, count))
                    tell(_line(label, runs, count))
                rows[name] = runs
            if rows:
                for count in counts:
                    tell(_line(heading, sum_of(rows), count))
    tell("")
    tell(_("Last columns: relative to one thread."))
    for _name, label, count in wrong:
        tell(_("WRONG: {name} with {threads} threads", name=label, threads=count))
    at_depth = SUM_AT_DEPTH.format(number=depth)
    figures = {
        "table_megabytes": TABLE_MEGABYTES,
        "depth": depth,
        "endgames": [_as_json(*row) for row in solved.items()],
        "endgames_sum": _as_json(SUM, sum_of(solved)) if solved else None,
        "middlegames": [_as_json(*row) for row in searched.items()],
        "middlegames_sum": _as_json(at_depth, sum_of(searched)) if searched else None,
        "wrong": [f"{name} with {count} threads" for name, _label, count in wrong],
    }
    return Report(ending, figures, not wrong)


def sum_of(rows: Mapping[str, Costs]) -> Costs:
    counts = next(iter(rows.values()))
    return {count: total(costs[count] for costs in rows.values()) for count in counts}


def _line(label: str, costs: Costs, threads: int) -> str:
    cost, first = costs[threads], costs[1]
    return (
        f"{to_left(label, NAME_WIDTH)}{threads:>8}{cost.nodes:18,}{cost.seconds:10.3f}"
        f"{first.seconds / cost.seconds:10.2f}{cost.nodes / first.nodes:9.2f}"
    )


def _as_json(name: str, costs: Costs) -> dict[str, Any]:
    first = costs[1]
    runs = [
        {
            "threads": threads,
            **cost.as_json(),
            "speedup": first.seconds / cost.seconds,
            "nodes_ratio": cost.nodes / first.nodes,
        }
        for threads, cost in costs.items()
    ]
    return {"name": name, "runs": runs}
