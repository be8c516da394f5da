"""An engine whose answers a test decides, in place of a search."""

from dataclasses import replace
from typing import Any, cast

import pytest

from ai.book import Book
from ai.engine import Analysis, Engine
from ai.limits import Algorithm, Counters, Iteration, Limit, Options, Progress
from ai.trace.tree import RecordedTree
from game.board import PASS, Board, Move, squares
from game.evaluation import Kind
from play.match import Match
from play.players import Seat, Seats
from play.settings import Settings
from play.thinking import Thinking


class ScriptedAnalysis:
    outside = ""
    has_begun = True

    def __init__(self, board: Board, limit: Limit, options: Options) -> None:
        self.board, self.limit, self.options = board, limit, options
        move = next(squares(board.legal_moves()), PASS)
        self.progress = Progress(board, move, None, 0, Kind.ESTIMATE, (), options.algorithm)
        self.history = [(0, self.progress)]
        self.error: Exception | None = None
        self.is_done = False
        self.was_stopped = False  # a real search takes a moment to stop; see `end`
        self.was_dropped = self.is_late = False
        self.seconds = 0.0
        self.recorded: tuple[RecordedTree, ...] = ()

    def finish_depth(self, depth: int, move: int, score: float, kind: Kind = Kind.ESTIMATE) -> None:
        row = Iteration(depth, kind, move, score, 100, 0.01, self.options.algorithm)
        rows = (*self.progress.iterations, row)
        self.progress = replace(
            self.progress, move=move, score=score, depth=depth, kind=kind, iterations=rows, pv=(move,)
        )
        self.history.append((100, self.progress))

    def progress_at(self, _nodes: float) -> Progress:
        return self.progress

    def answer_from_book(self, move: int, score: float) -> None:
        self.progress = replace(self.progress, move=move, score=score, kind=Kind.BOOK, pv=(move,))
        self.end()

    def end(self) -> None:
        self.is_done = True

    def stop(self) -> None:
        self.was_stopped = True

    def switch(self, algorithm: Algorithm) -> None:
        self.options = replace(self.options, algorithm=algorithm)

    def trees(self) -> tuple[RecordedTree, ...]:
        return self.recorded

    def counters(self) -> Counters:
        return Counters(100, self.seconds, 10, 9, 50, 2, 20)


class ScriptedEngine:
    def __init__(self) -> None:
        self.book: Book | None = None
        self.asked: list[ScriptedAnalysis] = []
        self.emptied: list[int | None] = []  # the new sizes of the emptied table; None: not resized

    def analyse(self, board: Board, limit: Limit, options: Options | None = None) -> Analysis:
        analysis = ScriptedAnalysis(board, limit, options or Options())
        self.asked.append(analysis)
        return cast(Analysis, analysis)

    def finish(self, move: Move, score: float = 1.0) -> None:
        """Finishes the last search with this move."""
        self.asked[-1].finish_depth(5, move, score)
        self.asked[-1].end()

    def new_game(self) -> None:
        self._drop()
        self.emptied.append(None)

    def _drop(self) -> None:
        """Drops running searches, as an engine does, which runs only one."""
        for analysis in self.asked:
            if not analysis.is_done:
                analysis.was_dropped = True
                analysis.stop()

    def resize_table(self, megabytes: int) -> None:
        self._drop()
        self.emptied.append(megabytes)

    def close(self, wait: bool = True) -> None:  # noqa: ARG002
        for analysis in self.asked:
            analysis.stop()

    def as_engine(self) -> Engine:
        return cast(Engine, self)


def scripted_engines(monkeypatch: pytest.MonkeyPatch) -> list[ScriptedEngine]:
    """Gives later sessions scripted engines and returns their list, which grows."""
    made: list[ScriptedEngine] = []

    def make(*_: object, **__: object) -> ScriptedEngine:
        made.append(ScriptedEngine())
        return made[-1]

    monkeypatch.setattr("play.session.Engine", make)
    return made


def match_of(engine: ScriptedEngine, *seats: Seat, **options: Any) -> Match:
    """Returns a match between `seats`, by default two people; `options` are those of Match."""
    both: Seats = (seats[0], seats[1]) if seats else (Seat(), Seat())
    return Match(
        Thinking((engine.as_engine(), engine.as_engine()), Settings(book=False, think_ahead=False)),
        both,
        **options,
    )


def begun(engine: ScriptedEngine, *seats: Seat, **options: Any) -> Match:
    """Returns a match after its first frame."""
    match = match_of(engine, *seats, **options)
    match.update(0.1)
    return match


def searched(engine: ScriptedEngine, match: Match) -> ScriptedAnalysis:
    """Returns the last search after one more frame."""
    match.update(0.1)
    return engine.asked[-1]


def answer(engine: ScriptedEngine, match: Match, move: Move) -> None:
    """Makes the computer search and play `move`."""
    match.update(0.1)
    engine.finish(move)
    match.update(0.1)
