"""The second analyst: an engine of the list that evaluates the position on view."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from ai.limits import MoveScore
from game.clock import TimeControl
from game.evaluation import Kind
from game.text import reason_of
from game.tree import Node
from play.thinking import Thinking

if TYPE_CHECKING:
    from play.engines_file import EngineLine
    from play.outside import OutsideAnalysis, OutsideEngine

# Seconds until an engine that does not stop thinking is ended, and between two reads of its results.
STOP_PATIENCE: Final = 2.0
LOOK: Final = 0.1
# The least plies of estimates that are compared, and the difference in discs that counts as disagreement.
LEAST_DEPTH: Final = 8
APART: Final = 2.0


class Analyst:
    """Has one engine analyse one position at a time, without blocking. Call `update` once a frame."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking  # for its list of engines
        self._engine: OutsideEngine | None = None
        self._asked: OutsideAnalysis | None = None
        self._wanted: tuple[Node, EngineLine] | None = None  # the position and the engine of `_asked`
        self._left_at = self._looked_at = 0.0
        self._problem = ""

    def name(self, chosen: str, further: int = 0) -> str:
        """Returns the name `further` places after `chosen` (or the first if unlisted); '' without any."""
        names = list(self._thinking.listed)
        at = names.index(chosen) if chosen in names else 0
        return names[(at + further) % len(names)] if names else ""

    def analysis_of(self, node: Node) -> OutsideAnalysis | None:
        """Returns the analysis of this position; None until it is requested."""
        return self._asked if self._wanted is not None and self._wanted[0] is node else None

    @property
    def problem(self) -> str:
        """Why the engine was ended; '' once it thinks again."""
        asked = self._asked
        if asked is not None and asked.error is not None:
            return reason_of(asked.error)
        return "" if asked is not None and asked.has_begun else self._problem

    def update(self, node: Node | None, name: str) -> None:
        """Has the engine of this name analyse `node`, until called with another; None stops it."""
        line = self._thinking.listed.get(name) if node is not None else None
        wanted = (node, line) if node is not None and line is not None else None
        asked, engine, now = self._asked, self._engine, time.monotonic()
        if asked is not None and (asked.is_done or now - self._looked_at > LOOK):
            asked.seen, self._looked_at = asked.progress, now
        if asked is not None and not asked.is_done:
            if wanted is not None and wanted == self._wanted:
                return
            if not asked.is_left:
                asked.is_left, self._left_at, self._wanted = True, now, None
            is_slow = asked.has_begun and now - self._left_at > STOP_PATIENCE
            if is_slow or (line is not None and line != asked.engine.line):
                asked.stop()
        elif wanted != self._wanted:
            self._wanted, self._problem = wanted, self.problem
            if wanted is None:
                return
            if engine is None or engine.is_ended or engine.line != line:
                from play.outside import OutsideEngine

                if engine is not None:
                    engine.end()
                engine = self._engine = OutsideEngine(name, line, TimeControl())
            self._asked = engine.analyse(wanted[0], all_moves=True)

    def end(self) -> None:
        """Ends the engine; `update` starts it again."""
        if self._engine is not None:
            self._engine.end()
        self._engine = self._asked = self._wanted = None
        self._problem = ""


def discs_apart(one: MoveScore, other: MoveScore) -> float | None:
    """Returns the difference of two scores of a move, as displayed; None if they cannot be compared."""
    is_sure = all(score.kind is Kind.EXACT or score.depth >= LEAST_DEPTH for score in (one, other))
    if not is_sure or Kind.OUTCOME in (one.kind, other.kind):
        return None
    return round(abs(round(one.score, 1) - round(other.score, 1)), 1)
