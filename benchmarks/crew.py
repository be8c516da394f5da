"""What more threads than there are processors would be worth: python -m benchmarks.crew [--positions KIND]

A search of one thread records the first plies of its tree. Then threads are moved through that tree as the
kernels move theirs (ai/kernels/splits.py): brothers wait for the first move, or the first three; who is idle
joins the split with the most depth; who has opened a split waits there until all have left, and helps inside
it; a cut calls all back. Time is counted in nodes. What is below the recorded plies is done by one thread, so
that the larger a tree, the less of what can be shared is in it. The moves that a cut has spared are taken to
be as large as those before it. What threads cost each other by memory and locks, and what a search of several
threads finds otherwise, is not in it.
"""

from __future__ import annotations

import argparse
import heapq
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from ai import preparation
from ai.bench.runs import new_engine
from ai.engine import Engine
from ai.limits import Limit, Options
from ai.search.parallel import _LEAST_DEPTH, _LEAST_EMPTIES
from ai.trace.tree import NO_NODE, NodeKind, RecordedTree
from benchmarks.positions import FFO, MIDDLEGAMES, read_problems
from game.board import Board, Color

THREADS: Final = (1, 2, 4, 8, 16)
ENDGAMES: Final = (*range(40, 45), 49, 50)
MIDDLE: Final = (1, 5, 9, 13, 17)
DEPTH: Final = 22
MOST_PLIES: Final = 12
LEAST_PLIES: Final = 4

Steps = Generator[float | None, None, None]
"""What a thread yields: how many nodes it searches next, or None while it waits for a change."""


class Cut(Exception):
    """A split in which a thread works is cut."""


@dataclass(eq=False)
class Move:
    """One move of a node: the searches of it, one after the other, or the `nodes` of one that was spared."""

    searches: list[int]
    nodes: float = 0.0


@dataclass(eq=False)
class Split:
    moves: list[Move]
    cutting: Move | None
    depth: int
    outer: Split | None
    working: int = 0
    is_joined: bool = False
    is_cut: bool = False
    next: int = 0

    def is_inside(self, other: Split | None) -> bool:
        return other is None or self is other or (self.outer is not None and self.outer.is_inside(other))

    @property
    def is_cancelled(self) -> bool:
        return self.is_cut or (self.outer is not None and self.outer.is_cancelled)


@dataclass
class Schedule:
    """Threads in a recorded tree; `time` is how long it takes them, in nodes."""

    tree: RecordedTree
    threads: int
    time: float = 0.0
    _splits: list[Split] = field(default_factory=list)
    _at: dict[int, Split | None] = field(default_factory=dict)
    _waiting: set[int] = field(default_factory=set)
    _called_back: set[int] = field(default_factory=set)
    _has_changed: bool = False

    def __post_init__(self) -> None:
        tree = self.tree
        self._children: list[list[int]] = [[] for _ in range(len(tree))]
        for node in np.argsort(tree.start, kind="stable").tolist():
            if tree.parent[node] != NO_NODE:
                self._children[tree.parent[node]].append(node)
        self._run()

    # The clock

    def _run(self) -> None:
        roots = [node for node in range(len(self.tree)) if self.tree.parent[node] == NO_NODE]
        lives = [self._lead(roots), *(self._help(thread) for thread in range(1, self.threads))]
        self._at = dict.fromkeys(range(self.threads))
        turns = [0] * self.threads
        events = [(0.0, thread, 0) for thread in range(self.threads)]
        while events:
            self.time, thread, turn = heapq.heappop(events)
            if turn != turns[thread]:
                continue
            turns[thread] += 1
            self._waiting.discard(thread)
            try:
                if thread in self._called_back:
                    self._called_back.discard(thread)
                    work = lives[thread].throw(Cut())
                else:
                    work = next(lives[thread])
            except StopIteration:
                return
            if work is None:
                self._waiting.add(thread)
            else:
                heapq.heappush(events, (self.time + work, thread, turns[thread]))
            awake = set(self._called_back)
            if self._has_changed:
                self._has_changed = False
                awake |= self._waiting - {thread} if work is None else self._waiting
            for other in awake:
                turns[other] += 1
                heapq.heappush(events, (self.time, other, turns[other]))

    # The threads

    def _lead(self, roots: Iterable[int]) -> Steps:
        for root in roots:
            yield self._own(root)
            for child in self._children[root]:  # the root itself is not split
                yield from self._search(child, 0)

    def _help(self, thread: int) -> Steps:
        while True:
            split = self._join(None)
            if split is None:
                yield None
            else:
                yield from self._work(split, thread)

    def _search(self, node: int, thread: int) -> Steps:
        yield self._own(node)
        for child in self._children[node]:  # with less depth, to see whether it is worth a search
            if self.tree.is_look[child]:
                yield from self._search(child, thread)
        moves, cutting = self._moves(node)
        known = len([move for move in moves if move.searches])
        tree = self.tree
        is_open = not tree.is_exact[node] and tree.beta[node] - tree.alpha[node] > 1
        least = _LEAST_EMPTIES if tree.is_exact[node] else _LEAST_DEPTH
        for number, move in enumerate(moves[:known]):
            is_wanted = len(self._waiting) > sum(not each.is_joined for each in self._splits)
            has_more = number + 1 < len(moves)
            if number >= (3 if is_open else 1) and is_wanted and has_more and tree.depth[node] >= least:
                yield from self._share(Split(moves[number:], cutting, int(tree.depth[node]), None), thread)
                return
            yield from self._try(move, thread)

    def _share(self, split: Split, thread: int) -> Steps:
        split.outer = self._at[thread]
        self._splits.append(split)
        self._has_changed = True
        try:
            yield from self._work(split, thread)
            while split.working:
                inside = self._join(split)
                if inside is None:
                    yield None
                else:
                    yield from self._work(inside, thread)
        finally:
            self._splits.remove(split)

    def _work(self, split: Split, thread: int) -> Steps:
        """Take the next move of a split as long as there is one."""
        back, self._at[thread] = self._at[thread], split
        split.working += 1
        try:
            while split.next < len(split.moves):
                move = split.moves[split.next]
                split.next += 1
                yield from self._try(move, thread)
                if move is split.cutting:
                    self._cut(split, thread)
        except Cut:
            if not split.is_cancelled:
                raise
        finally:
            split.working -= 1
            self._at[thread] = back
            self._has_changed = True
        if back is not None and back.is_cancelled:
            raise Cut

    def _try(self, move: Move, thread: int) -> Steps:
        for node in move.searches:
            yield from self._search(node, thread)
        if not move.searches:
            yield move.nodes

    def _join(self, outer: Split | None) -> Split | None:
        free = [
            split
            for split in self._splits
            if split.next < len(split.moves) and split.is_inside(outer) and not split.is_cancelled
        ]
        found = max(free, key=lambda split: split.depth, default=None)
        if found is not None:
            found.is_joined = True
        return found

    def _cut(self, split: Split, thread: int) -> None:
        split.is_cut, split.next = True, len(split.moves)
        for other, at in self._at.items():
            if other != thread and at is not None and at.is_inside(split):
                self._called_back.add(other)

    # The tree

    def _own(self, node: int) -> float:
        """The nodes below that are in none of the recorded ones."""
        return float(self.tree.size[node] - sum(self.tree.size[child] for child in self._children[node]))

    def _moves(self, node: int) -> tuple[list[Move], Move | None]:
        """Those that were searched, then those that a cut has spared; the one that cuts."""
        tree, moves = self.tree, list[Move]()
        squares = list[int]()
        for child in self._children[node]:
            if tree.is_look[child]:
                continue
            if squares and tree.move[child] == squares[-1]:
                moves[-1].searches.append(child)
            else:
                moves.append(Move([child]))
                squares.append(int(tree.move[child]))
        if tree.kind[node] != NodeKind.CUT or not moves:
            return moves, None
        board = Board(int(tree.player[node]), int(tree.opponent[node]), Color.BLACK)
        spared = board.legal_moves().bit_count() - len(set(squares))
        size = float(np.mean([tree.size[child] for child in self._children[node]]))
        return [*moves, *(Move([], size) for _ in range(spared))], moves[-1]


def trees_of(engine: Engine, board: Board, limit: Limit) -> Sequence[RecordedTree]:
    """Of all depths, with as many plies as there is room for."""
    for plies in range(MOST_PLIES, LEAST_PLIES - 1, -1):
        engine.start_anew()
        analysis = engine.analyse(board, limit, Options(record=plies))
        analysis.result()
        trees = analysis.trees()
        if not any(tree.is_full for tree in trees):
            return trees
    return trees


def main() -> None:
    parser = argparse.ArgumentParser(description="simulate a search of many threads")
    parser.add_argument(
        "--positions", choices=("endgames", "middle"), action="append", help="(default: both)"
    )
    kinds = parser.parse_args().positions or ["endgames", "middle"]
    assert preparation.wait().is_ready
    print(f"{'position':16}{'empties':>8}{'nodes':>15}" + "".join(f"{count:8}" for count in THREADS))
    with new_engine() as engine:
        for kind in kinds:
            problems = read_problems(FFO if kind == "endgames" else MIDDLEGAMES)
            limit = Limit(solve=True) if kind == "endgames" else Limit(depth=DEPTH)
            for number in ENDGAMES if kind == "endgames" else MIDDLE:
                board = problems[number].board
                trees = trees_of(engine, board, limit)
                nodes = sum(tree.width for tree in trees)
                times = [sum(Schedule(tree, count).time for tree in trees) for count in THREADS]
                gains = "".join(f"{nodes / time:8.2f}" for time in times)
                print(f"{kind:12}{number:4}{board.empties:8}{nodes:15,}{gains}", flush=True)


if __name__ == "__main__":
    main()
