"""The engine's side of the NBoard protocol, versions 1 and 2. A new request replaces the running one."""

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from typing import Final

from ai import preparation, timing
from ai.engine import Analysis, Engine
from ai.limits import FULL_STRENGTH, Algorithm, Iteration, Limit, MoveScore, Options, Progress
from game.board import PASS, Board
from game.plain_text import shortened
from game.records import nboard
from game.records.ggf import NotedMove, parse_ggf, played
from game.records.record import Record
from game.tree import Node
from play.hints import with_known
from play.host_session import NAME, QUIT, HostSession

# Plies to look ahead for a host that sets no depth.
DEFAULT_DEPTH: Final = 12
# The host's depth is for the middle game. Positions with at most SOLVED_PER_DEPTH times the depth in empties
# are solved, which takes no longer, but only up to SOLVED_EMPTIES, which takes a second.
SOLVED_PER_DEPTH: Final = 2
SOLVED_EMPTIES: Final = 20
# The greatest depth of a search: a whole game.
DEEPEST: Final = 60


# Version 1 sends moves without the command `move`.
BARE_MOVE: Final = re.compile(r"([a-h][1-8]|pa|pas|pass)(/.*)?", re.IGNORECASE)


class NBoardSession(HostSession):
    """The session of one host: its game, its limits, and its running request."""

    def __init__(
        self, engine: Engine, send: Callable[[str], None], options: Options, seconds: float | None = None
    ) -> None:
        """Without `seconds` the host limits a move, by the clocks of its game and by its depth."""
        super().__init__(engine, send, options, seconds)
        self._version = nboard.NEWEST_VERSION
        self._depth = DEFAULT_DEPTH
        self._record = Record()
        self._commands: dict[str, Callable[[str], None]] = {
            "nboard": self._take_version,
            "set": self._set,
            "move": self._move,
            "go": lambda _: self._begin(self._go()),
            "hint": lambda text: self._begin(self._hint(nboard.parse_whole_number("hint", text))),
            "analyze": lambda _: self._begin(self._analyze()),
            "learn": self._learn,
            "ping": self._ping,
        }

    def receive(self, line: str) -> bool:
        """Answers a line; returns False if it ends the session. Ignores unknown commands, as hosts expect."""
        command, _, text = line.strip().replace("\t", " ").partition(" ")
        if command == QUIT:
            return False
        try:
            if command in self._commands:
                self._commands[command](text.strip())
            elif BARE_MOVE.fullmatch(command):
                self._move(command)
        except ValueError as error:
            self._complain(str(error))
        return True

    def _take_version(self, text: str) -> None:
        self.stop()
        self._version = min(nboard.parse_whole_number("nboard", text), nboard.NEWEST_VERSION)
        self._send(f"set myname {NAME}")

    def _set(self, text: str) -> None:
        """Handles `set game` and `set depth`; ignores `set contempt`: draws in the book count as draws."""
        what, _, value = text.partition(" ")
        if what == "game":
            self._replace_game(parse_ggf(value))
        elif what == "depth":
            self._depth = min(nboard.parse_whole_number("set depth", value.strip()), DEEPEST)
            self._send(f"set myname {NAME}{'' if self._seconds else self._depth}")

    def _move(self, text: str) -> None:
        self._replace_game(played(self._record, text))

    def _replace_game(self, record: Record) -> None:
        self.stop()
        self._record = record

    def _ping(self, text: str) -> None:
        self.stop()
        self._send(f"pong {text}".rstrip())

    def _learn(self, _: str) -> None:
        self._send(f"status {NAME} keeps no games in its book")
        self._send("learned")

    def _go(self) -> Iterator[None]:
        board = self._record.game.board
        if board.is_over():
            self._complain("the game is over, there is no move to choose")
        elif board.must_pass():
            self._send(nboard.answer_line(NotedMove(PASS)))
        else:
            self._send_thinking()
            analysis = yield from self._answer_of(board, self._limit_of_move(), self._options)
            found, seconds = analysis.progress, analysis.counters().seconds
            self._send(nboard.answer_line(NotedMove(found.move, found.score, seconds)))
            self._send_waiting()

    def _hint(self, moves: int) -> Iterator[None]:
        board = self._record.game.board
        if board.is_over():
            self._complain("the game is over, there is no move to evaluate")
            return
        self._send_thinking()
        options = replace(self._options, level=FULL_STRENGTH, all_moves=moves > 1, book=False)
        node, analysis = self._node_of(board), self._analyse(board, self._limit_of_depth(board), options)
        shown = 0
        is_done = False
        while not is_done:
            is_done = analysis.is_done  # read before the progress, which is then final
            progress = analysis.progress
            if len(progress.iterations) > shown:
                shown = len(progress.iterations)
                self._send_nodes(analysis)
                for line in _search_lines(with_known(progress, node, self._engine.book), moves):
                    self._send(line)
            if not is_done:
                yield
        self._complain_of_failure(analysis)
        self._send_waiting()

    def _analyze(self) -> Iterator[None]:
        """Analyses the game backwards, so that each position finds later ones in the table."""
        self._send_thinking()
        options = replace(self._options, level=FULL_STRENGTH, book=False)
        boards = self._record.game.boards
        for ply in reversed(range(len(boards))):
            board = boards[ply]
            node = self._node_of(board)
            if not board.is_over():
                analysis = yield from self._answer_of(board, self._limit_of_depth(board), options)
                if (found := analysis.progress.evaluation) is not None:
                    node.note(found)
            if (worth := node.evaluation) is not None:
                self._send(nboard.analysis_line(ply, board.turn.sign * worth.score))
        self._send_waiting()

    def _answer_of(self, board: Board, limit: Limit, options: Options) -> Generator[None, None, Analysis]:
        analysis = self._analyse(board, limit, options)
        while not analysis.is_done:
            yield
        self._complain_of_failure(analysis)
        self._send_nodes(analysis)
        return analysis

    def _node_of(self, board: Board) -> Node:
        node = Node(board)
        if self._engine.book is not None:
            self._engine.book.note(node)
        return node

    def _limit_of_depth(self, board: Board) -> Limit:
        """Returns the host's depth; near the end a limit to solve, if there is a solver."""
        solves = preparation.is_ready() and self._options.algorithm is not Algorithm.MINIMAX
        if solves and board.empties <= min(SOLVED_PER_DEPTH * self._depth, SOLVED_EMPTIES):
            return Limit(solve=True)
        return Limit(depth=self._depth)

    def _limit_of_move(self) -> Limit:
        if self._seconds is not None:
            return Limit(seconds=self._seconds)
        limit = self._limit_of_depth(self._record.game.board)
        if self._version < 2:
            return limit
        game = self._record.game
        clock = timing.clock_in(game, self._record.controls[game.board.turn])
        seconds = timing.seconds_for_move(game.board, clock)
        if seconds is None:
            return limit
        return Limit(seconds, limit.depth)  # the search decides when it can solve in the time

    def _send_thinking(self) -> None:
        ready = preparation.progress()
        self._send(f"status {NAME} is thinking" if ready.is_ready else f"status {ready.text}")

    def _send_waiting(self) -> None:
        self._send(f"status {NAME} is waiting")

    def _complain(self, problem: str) -> None:
        """Reports a problem for the log of the host, and for its user."""
        problem = shortened(problem)
        self._send(f"warning {problem}")
        self._send(f"status {problem}")

    def _complain_of_failure(self, analysis: Analysis) -> None:
        if analysis.error is not None:
            self._complain(f"the search failed: {analysis.error!r}")

    def _send_nodes(self, analysis: Analysis) -> None:
        if self._version >= 2:
            counters = analysis.counters()
            self._send(nboard.nodestats_line(counters.nodes, counters.seconds))


def _search_lines(progress: Progress, moves: int) -> Iterator[str]:
    """Yields the lines of the best moves, or of the best one until moves have separate scores."""
    candidates: Sequence[MoveScore | Iteration] = progress.scores[:moves] or progress.iterations[-1:]
    for candidate in candidates:
        pv = candidate.pv or (candidate.move,)
        yield nboard.search_line(pv, candidate.score, candidate.depth, candidate.kind)
