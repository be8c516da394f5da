"""Scripted engines for the lanes of a race."""

from __future__ import annotations

from ai.engine import Analysis
from ai.limits import Limit, Options
from game.board import Board
from tests.play.scripted import ScriptedAnalysis, ScriptedEngine


class RacingEngine(ScriptedEngine):
    """Ends searches of depth 1, by which a lane prepares, at once; `search` is the newest search."""

    made: list[RacingEngine]

    def __init__(self, _megabytes: int = 64, gives_way: bool = False) -> None:  # noqa: ARG002
        super().__init__()
        self.is_closed = False
        self.made.append(self)

    @property
    def search(self) -> ScriptedAnalysis:
        return self.asked[-1]

    def analyse(self, board: Board, limit: Limit, options: Options | None = None) -> Analysis:
        analysis = super().analyse(board, limit, options)
        if limit.depth == 1:
            self.search.end()
        return analysis

    def close(self, wait: bool = True) -> None:  # noqa: ARG002
        super().close()
        self.is_closed = True
        for analysis in self.asked:
            analysis.end()
