"""Parts of measurements: searches on an empty table, and reports even of unfinished work."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ai.limits import Limit, Options
from game.board import Board, Move
from game.text import reason_of

if TYPE_CHECKING:
    from ai.engine import Engine

logger = logging.getLogger(__name__)

TABLE_MEGABYTES: Final = 64


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one search, or of several."""

    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class BenchRun(Cost):
    """A finished search. `score` is in discs for the side to move."""

    move: Move
    score: float


@contextmanager
def new_engine(table_megabytes: int = TABLE_MEGABYTES, expected_scores: bool = False) -> Iterator[Engine]:
    """Yields an engine whose table is already allocated. Raises ValueError if it does not fit into memory."""
    from ai.engine import Engine  # here, so that the command line starts at once

    engine = Engine(table_megabytes, expected_scores=expected_scores)
    try:
        engine.clear_and_allocate()
        yield engine
    finally:
        engine.close()


def search(engine: Engine, board: Board, limit: Limit, options: Options) -> BenchRun:
    """Searches on an empty table; clearing it is not measured."""
    engine.clear_and_allocate()
    analysis = engine.analyse(board, limit, options)
    progress = analysis.result()
    counters = analysis.counters()
    assert progress.score is not None, "a search without a time limit finishes a depth"
    return BenchRun(counters.nodes, counters.seconds, progress.move, progress.score)


def total(costs: Iterable[Cost]) -> Cost:
    costs = tuple(costs)
    return Cost(sum(cost.nodes for cost in costs), sum(cost.seconds for cost in costs))


class Interruption:
    """Keeps the Ctrl-C or error that ended a block until the report is written.

    with Interruption() as interruption:
        ...  # many searches
    ...  # the report of the finished ones
    interruption.raise_error()
    """

    def __init__(self) -> None:
        self.error: BaseException | None = None

    def __enter__(self) -> Interruption:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> bool:
        self.error = error
        if isinstance(error, Exception):
            logger.error("The runs have ended", exc_info=error)
        return isinstance(error, Exception | KeyboardInterrupt)

    @property
    def was_interrupted(self) -> bool:
        """Whether Ctrl-C ended the block, or a signal that the command line treats like it."""
        return isinstance(self.error, KeyboardInterrupt)

    @property
    def problem(self) -> str | None:
        """The error in words for the user; None without one."""
        if self.error is None or self.was_interrupted:
            return None
        return reason_of(self.error)

    def as_json(self) -> dict[str, Any]:
        return {"interrupted": self.was_interrupted, "problem": self.problem}

    def raise_error(self) -> None:
        """Raises the exception that ended the block, if there was one."""
        if self.error is not None:
            raise self.error
