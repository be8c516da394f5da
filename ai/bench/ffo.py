"""Endgames solved to the last disc, each on an empty table: problems of the FFO (Fédération Française
d'Othello) collection, of which score and best moves are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ai.bench.runs import Cost, Ending, Report, Run, Tell, new_engine, search, total
from ai.limits import Limit, Options
from game.board import move_name
from game.plain_text import to_right
from game.records.obf import Problem
from game.text import _

MOST: Final = 59
"""The problems are numbered from 1."""


def measure(problems: Mapping[int, Problem], options: Options, table_megabytes: int, tell: Tell) -> Report:
    """`problems` by their numbers. Raises ValueError when the table does not fit into memory."""
    columns = ((_("empties"), 9), (_("score"), 7), (_("move"), 6))
    headings = (*columns, (_("nodes"), 18), (_("s"), 10), (_("M nodes/s"), 11))
    tell("   FFO" + "".join(to_right(heading, width) for heading, width in headings))
    rows: list[dict[str, Any]] = []
    runs: list[Run] = []
    with Ending() as ending, new_engine(table_megabytes) as engine:
        for number, problem in problems.items():
            run, board = search(engine, problem.board, Limit(solve=True), options), problem.board
            known = [move_name(move) for move, score in problem.scores if score == problem.best]
            is_right = run.score == problem.best and move_name(run.move) in known
            runs.append(run)
            rows.append(
                {
                    "number": number,
                    "board": board.text(),
                    "empties": board.empties,
                    "score": run.score,
                    "move": move_name(run.move),
                    "is_right": is_right,
                    "known_score": problem.best,
                    "known_moves": known,
                    **run.as_json(),
                    "nodes_per_second": run.nodes_per_second,
                }
            )
            wrong_by = _("WRONG: {known}", known=f"{problem.best:+} {' '.join(known)}")
            found = f"{number}", f"{board.empties}", f"{run.score:+.0f}", move_name(run.move)
            tell(_columns(*found, run, _("ok") if is_right else wrong_by))
    cost = total(runs)
    wrong = [row["number"] for row in rows if not row["is_right"]]
    if rows:
        verdict = _("{wrong} of {count} WRONG") if wrong else _("all ok")
        tell(_columns(_("sum"), "", "", "", cost, verdict.format(wrong=len(wrong), count=len(rows))))
    figures = {
        "algorithm": options.algorithm.term,
        "threads": options.threads,
        "table_megabytes": table_megabytes,
        "positions": rows,
        "sum": {**cost.as_json(), "nodes_per_second": cost.nodes_per_second},
        "wrong": wrong,
    }
    return Report(ending, figures, not wrong)


def _columns(number: str, empties: str, score: str, move: str, cost: Cost, verdict: str) -> str:
    return (
        f"{to_right(number, 6)}{empties:>9}{score:>7}{move:>6}{cost.nodes:18,}{cost.seconds:10.3f}"
        f"{cost.nodes_per_second / 1e6:11.1f}  {verdict}"
    )
