"""One search on an empty table: what most measurements are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ai.limits import Limit, Options
from game.board import Board, Move

if TYPE_CHECKING:
    from ai.engine import Engine

TABLE_MEGABYTES: Final = 64


@dataclass(frozen=True, slots=True)
class Cost:
    """Of a search, or of several."""

    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def as_json(self) -> dict[str, Any]:
        return {"nodes": self.nodes, "seconds": self.seconds}


@dataclass(frozen=True, slots=True)
class Run(Cost):
    """A finished search. `score` in discs for the side to move."""

    move: Move
    score: float


@contextmanager
def new_engine(table_megabytes: int = TABLE_MEGABYTES) -> Iterator[Engine]:
    """An engine whose table is there already. Raises ValueError when it does not fit into memory."""
    from ai.engine import Engine  # here, so that the command line starts at once

    engine = Engine(table_megabytes)
    try:
        engine.start_anew()
        yield engine
    finally:
        engine.close()


def search(engine: Engine, board: Board, limit: Limit, options: Options) -> Run:
    """Search on an empty table; emptying it is not measured."""
    engine.start_anew()
    analysis = engine.analyse(board, limit, options)
    progress = analysis.result()
    counters = analysis.counters()
    assert progress.score is not None, "a search without a time limit finishes a depth"
    return Run(counters.nodes, counters.seconds, progress.move, progress.score)


def total(costs: Iterable[Cost]) -> Cost:
    costs = tuple(costs)
    return Cost(sum(cost.nodes for cost in costs), sum(cost.seconds for cost in costs))
