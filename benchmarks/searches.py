"""Prints the figures of docs/searches.md: python -m benchmarks.searches [--plies N] [--positions N]

Runs the plain searches on the middle games of assets/positions/middlegames.obf. Prints the first steps of a
search in words, the counts of each search on the first position, and the effect of ordering (by rule,
killers, history, evaluation or the previous depth), table and expected score in sum over all positions.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from typing import Any, Final

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice, minimax_nodes, search
from ai.reference.searches import Memory
from ai.reference.tree import Event, First, Observer
from ai.trace.events import record
from ai.trace.sentences import sentence_at
from ai.trace.visits import TraceTree
from benchmarks import MIDDLEGAMES, read_problems
from game.board import Board
from play.slow_motion import Run

# The options of each row of the sums.
HOW: Final[dict[str, dict[str, Any]]] = {
    "sorted": {},
    "sorted, table": {"memory": Memory.POSITIONS},
    "sorted, table, expected score": {"memory": Memory.POSITIONS, "aspiration": True},
    "unsorted": {"order": Order.UNSORTED},
    "unsorted, table": {"order": Order.UNSORTED, "memory": Memory.POSITIONS},
    "worst first": {"order": Order.WORST_FIRST},
    "killers": {"order": Order.KILLERS},
    "history": {"order": Order.HISTORY},
    "evaluation": {"order": Order.EVALUATION},
    "last best first": {"order": Order.PV_FIRST},
    "last best first, table": {"order": Order.PV_FIRST, "memory": Memory.POSITIONS},
}
STEPS_TOLD: Final = 29
# Without a table these search the root again and again.
NEED_TABLE: Final = (Algorithm.MTDF, Algorithm.MT_SSS)
# SSS* learns no moves, so these orders would equal the order of the board.
UNLEARNED: Final = (Order.KILLERS, Order.HISTORY, Order.PV_FIRST)


class Events(Observer):
    """Counts events by kind, and positions that were valued only to sort moves."""

    def __init__(self) -> None:
        self.counts: Counter[Event] = Counter()
        self.valued = 0

    def note(self, event: Event, *fields: Any, detail: int = 0, **moves: Any) -> None:  # noqa: ARG002
        self.counts[event] += 1
        if event is Event.MOVES and detail == First.EVALUATION:
            self.valued += len(moves["moves"])


def main() -> int:
    parser = argparse.ArgumentParser(description="measure the searches of the textbooks")
    parser.add_argument("--plies", type=int, default=5, help="how deep to look (default: %(default)s)")
    parser.add_argument("--positions", type=int, default=20, help="middle games (default: %(default)s)")
    options = parser.parse_args()
    boards = [problem.board for problem in read_problems(MIDDLEGAMES).values()][: options.positions]
    show_story(boards[0])
    show_one(boards[0], options.plies)
    show_sums(boards, options.plies)
    return 0


def show_story(board: Board) -> None:
    """Prints the first steps of a search, each with its line number in the algorithm."""
    choice = Choice(Algorithm.PVS, 2, Order.WORST_FIRST)
    trace = record(board, choice)
    nodes = TraceTree(trace)
    for step in range(STEPS_TOLD):
        print(f"{trace.lines[step] + 1:3}  {sentence_at(trace, nodes, step).text()}")


def show_one(board: Board, plies: int) -> None:
    """Prints the counts of each search on one position."""
    print(f"\n{board.text()}, {plies} plies, sorted")
    columns = ("nodes", "leaves", "cuts", "cut off", "null windows", "re-searches", "table")
    print(f"{'':14}{'score':>7}" + "".join(f"{name:>14}" for name in columns))
    for algorithm in Algorithm:
        memory = Memory.POSITIONS if algorithm in NEED_TABLE else Memory.OFF
        choice = Choice(algorithm, plies, memory=memory)
        run = Run(record(board, choice))
        total = run.show(len(run) - 1).counts
        cuts, null_windows = (len(run.trace.steps(kind)) for kind in (Event.CUT, Event.NULL_WINDOW))
        done = (total.nodes, total.leaves, cuts, total.cut_off)
        counts = (*done, null_windows, total.researches, total.answers)
        print(
            f"{algorithm.term:14}{run.trace.score / choice.unit:+7.1f}"
            + "".join(f"{count:14,}" for count in counts),
            flush=True,
        )


def show_sums(boards: list[Board], plies: int) -> None:
    """Prints the effect of each technique: nodes, also as shares of alpha-beta's, and the share of null
    windows that PVS repeats.
    """
    counts = [minimax_nodes(board, Choice(depth=plies)) for board in boards]
    about = "" if all(is_exact for _count, is_exact in counts) else "about "
    minimax = sum(count for count, _is_exact in counts)
    print(f"\n{len(boards)} middle games, {plies} plies: {about}{minimax:,} nodes for minimax")
    columns = list(Algorithm)[1:]
    print(f"{'':30}" + "".join(f"{algorithm.term:>18}" for algorithm in columns) + "   again")
    for name, how in HOW.items():
        line, first, again, valued = f"{name:30}", 0, 0.0, ""
        for algorithm in columns:
            choice = replace(Choice(algorithm, plies), **how)
            lacks = choice.memory is Memory.OFF and algorithm in NEED_TABLE
            lacks |= choice.algorithm is Algorithm.SSS and choice.order in UNLEARNED
            is_other = (
                choice.aspiration != choice.aspires or (choice.memory is not Memory.OFF) != choice.remembers
            )
            if lacks or is_other:
                line += f"{'':>18}"
                continue
            events = Events()
            for board in boards:
                search(board, choice, events)
            nodes = events.counts[Event.ENTER]
            first = first or nodes
            line += f"{nodes:12,}{nodes / first:6.2f}"
            if algorithm is Algorithm.ALPHABETA and events.valued:
                valued = f"  alpha-beta valued {events.valued:,} to sort"
            if algorithm is Algorithm.PVS:
                again = events.counts[Event.RESEARCH] / events.counts[Event.NULL_WINDOW]
        print(f"{line}{again:9.0%}{valued}", flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
