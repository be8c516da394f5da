"""An external engine that speaks NBoard over its pipes, as a player.

Its own flags, `set depth` or a clock limit its moves; the clock is part of the game that it receives, with
the seconds of each move. The protocol has no command for a new game, so the engine keeps its memory.
"""

import math
import time
from collections.abc import Callable, Sequence
from typing import Final

from ai.arena.report import MoveReport
from ai.arena.talk import COMPILE_PATIENCE, DEEPEST, START_PATIENCE, Allowance, EngineProcess
from game.clock import TimeControl
from game.records.ggf import ggf
from game.records.nboard import ANSWER, MY_NAME, NEWEST_VERSION, NODESTATS, parse_answer, parse_nodes
from game.records.record import Record
from game.text import _
from game.tree import Game

# Words in the status of this project's own engine until it runs at full speed.
UNREADY: Final = ("Preparing", "Compiling")


class NBoardEngine:
    """A running program that speaks NBoard."""

    def __init__(self, talk: EngineProcess, allowance: Allowance) -> None:
        """Waits until the engine runs at full speed. Raises EngineError."""
        self._talk = talk
        has_clock = allowance.clock.per_game is not None
        self._depth = DEEPEST if allowance.depth is None and has_clock else allowance.depth
        self.control = allowance.clock if has_clock else TimeControl()
        self._patience = allowance.patience
        self._pings = 0
        talk.send(f"nboard {NEWEST_VERSION}")
        lines = self._await_pong(START_PATIENCE)
        # The engine's own name.
        self.title = next((line.removeprefix(MY_NAME) for line in lines if line.startswith(MY_NAME)), "")
        self._warm_up()

    def new_game(self) -> None:
        """Does nothing: the protocol has no such command."""

    def choose(self, game: Game, seed: int) -> MoveReport:  # noqa: ARG002 - not its affair
        """Returns a legal move for the side to move. Raises EngineError."""
        self.set_game(game)
        asked = time.perf_counter()
        *before, (_word, answer) = self._go()
        seconds = time.perf_counter() - asked
        try:
            noted = parse_answer(answer)
        except ValueError:
            noted = None
        if noted is None or not game.board.is_legal(noted.move):
            raise self._talk.illegal(answer, game.board)
        nodes = [0, *(parse_nodes(rest) for word, rest in before if word == NODESTATS)][-1]
        return MoveReport(game.node.ply + 1, game.board.turn, noted.move, seconds, noted.score, nodes)

    def consider(self, game: Game, is_over: Callable[[], bool]) -> None:
        """Requests scores of all moves after `set_game` until `is_over()`; `EngineProcess.on_line` gets them.

        The engine must begin within the time for a move, and stop within it. Raises EngineError.
        """
        question = f"hint {game.board.legal_moves().bit_count()}"
        self._talk.send(question)
        begins = "search ", "book "
        self._talk.read_until(lambda line: line.startswith(begins), question, self._patience, is_over)
        self._talk.read_until(lambda _line: False, question, math.inf, is_over)
        self._await_pong(self._patience)

    def close(self) -> None:
        self._talk.close()

    def _warm_up(self) -> None:
        """Requests first moves until the engine runs at full speed."""
        deadline = time.monotonic() + COMPILE_PATIENCE
        while time.monotonic() < deadline:
            self.set_game(Game())
            statuses = [rest for word, rest in self._go() if word == "status"]
            if not any(word in status for status in statuses for word in UNREADY):
                return
        sentence = _("{program} was not ready after {seconds} s")
        raise self._talk.failure(sentence, seconds=f"{COMPILE_PATIENCE:.0f}")

    def set_game(self, game: Game) -> None:
        """Stops the engine and sends it the position of the game. Raises EngineError."""
        self._await_pong(self._patience)
        record = Record(game, controls=(self.control, self.control), place="NBoard")
        self._talk.send(f"set game {ggf(record)}")
        if self._depth is not None:
            self._talk.send(f"set depth {self._depth}")

    def _await_pong(self, patience: float) -> Sequence[str]:
        self._pings += 1
        ping = f"ping {self._pings}"
        self._talk.send(ping)
        pong = ["pong", str(self._pings)]
        return self._talk.read_until(lambda line: line.split()[:2] == pong, ping, patience)

    def _go(self) -> list[tuple[str, str]]:
        """Requests a move; returns (first word, rest) of each line, the answer last."""
        self._talk.send("go")
        lines = self._talk.read_until(lambda line: line.partition(" ")[0] == ANSWER, "go", self._patience)
        return [(word, rest.strip()) for word, _space, rest in (line.partition(" ") for line in lines)]
