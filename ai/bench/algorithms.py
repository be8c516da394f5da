"""The searches against each other: middle games to a fixed depth, each search on an empty table.

At a fixed depth, at full width, all have the same score, but for what the table lends: an entry of another
search may be a ply or two deeper than asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ai.bench import textbook
from ai.bench.runs import Cost, Ending, Report, Run, Tell, new_engine, search, total
from ai.limits import Algorithm, Limit, Options
from game.board import move_name
from game.plain_text import to_right
from game.records.obf import Problem
from game.text import _, ngettext

DEPTH: Final = 12

# The first is what the others are compared with.
ALGORITHMS: Final = (Algorithm.ALPHABETA, Algorithm.PVS, Algorithm.SCOUT, Algorithm.MTDF, Algorithm.MT_SSS)


def different_scores(runs: Mapping[Algorithm, Run]) -> list[Algorithm]:
    """The searches of a position that came to another score than alpha-beta."""
    score = runs[Algorithm.ALPHABETA].score
    return [algorithm for algorithm, run in runs.items() if run.score != score]


def measure(
    problems: Mapping[int, Problem], depth: int, tell: Tell, textbook_plies: int = textbook.PLIES
) -> Report:
    """`problems` by their numbers."""
    names = [algorithm.term for algorithm in ALGORITHMS]
    tell(f"{'':19}{names[0]:>21}{names[1]:>21}" + "".join(f"{name:>12}" for name in names[1:]))
    discs, score, nodes, seconds, time = _("discs"), _("score"), _("nodes"), _("s"), _("time")
    tell(
        f"{'#':>6}{to_right(discs, 6)}{to_right(score, 7)}"
        + 2 * f"{to_right(nodes, 13)}{to_right(seconds, 8)}"
        + 4 * f"{to_right(nodes, 6)}{to_right(time, 6)}"
    )
    searched: dict[int, dict[Algorithm, Run]] = {}
    found = None
    with Ending() as ending, new_engine() as engine:
        for number, problem in problems.items():
            runs = {
                algorithm: search(
                    engine, problem.board, Limit(depth=depth), Options(algorithm, selective=False)
                )
                for algorithm in ALGORITHMS
            }
            searched[number] = runs
            score = f"{runs[Algorithm.ALPHABETA].score:+.1f}"
            tell(_columns(f"{number}", f"{64 - problem.board.empties}", score, runs))
        found = textbook.measure(engine, textbook_plies)
    sums = {algorithm: total(runs[algorithm] for runs in searched.values()) for algorithm in ALGORITHMS}
    if searched:
        tell(_columns(_("sum"), "", "", sums))
        tell("")
        sentence = ngettext(
            "{depth} ply. Last columns: relative to alpha-beta.",
            "{depth} plies. Last columns: relative to alpha-beta.",
            depth,
        )
        tell(sentence.format(depth=depth))
    for number, runs in searched.items():
        for algorithm in different_scores(runs):
            sentence = _(
                "Position {number}: {search} says {score}, alpha-beta {expected}",
                number=number,
                search=algorithm.term,
                score=f"{runs[algorithm].score:+.1f}",
                expected=f"{runs[Algorithm.ALPHABETA].score:+.1f}",
            )
            tell(sentence)
    if found:
        tell(textbook.text(found))
    figures = {
        "depth": depth,
        "positions": [_as_json(number, problems[number], runs) for number, runs in searched.items()],
        "sums": {algorithm.text: cost.as_json() for algorithm, cost in sums.items()},
        "textbook": found,
    }
    return Report(ending, figures, not any(map(different_scores, searched.values())))


def _as_json(number: int, problem: Problem, runs: Mapping[Algorithm, Run]) -> dict[str, Any]:
    return {
        "number": number,
        "board": problem.board.text(),
        "discs": 64 - problem.board.empties,
        "runs": {
            algorithm.text: {"score": run.score, "move": move_name(run.move), **run.as_json()}
            for algorithm, run in runs.items()
        },
    }


def _columns(number: str, discs: str, score: str, costs: Mapping[Algorithm, Cost]) -> str:
    alphabeta, *others = (costs[algorithm] for algorithm in ALGORITHMS)
    return (
        f"{to_right(number, 6)}{discs:>6}{score:>7}"
        + "".join(f"{cost.nodes:13,}{cost.seconds:8.3f}" for cost in (alphabeta, others[0]))
        + "".join(
            f"{cost.nodes / alphabeta.nodes:6.2f}{cost.seconds / alphabeta.seconds:6.2f}" for cost in others
        )
    )
