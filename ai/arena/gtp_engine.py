"""An external engine that speaks GTP version 2, as a player.

Source: Gunnar Farnebäck, "Specification of the Go Text Protocol"; moves are squares of Othello. GTP has no
command for a depth, and none for a position, so games begin at the usual start. `time_settings` and
`time_left` set the clock, without its increment. A forced pass is sent, too; the engine may refuse it, as
engines such as GRhino pass by themselves.
"""

import re
import time
from collections.abc import Callable
from typing import Final

from ai.arena.report import MoveReport
from ai.arena.talk import SHOWN_ANSWER, START_PATIENCE, Allowance, EngineProcess
from ai.timing import clock_in
from game.board import PASS, Board, Move, parse_move
from game.plain_text import quoted
from game.records.gtp import color_letter, vertex
from game.text import _
from game.tree import Game

ANSWER: Final = re.compile(r"(?P<sign>[=?]) ?(?P<number>\d*)(?P<text>.*)")


class GtpEngine:
    """A running program that speaks GTP."""

    def __init__(self, talk: EngineProcess, allowance: Allowance) -> None:
        """Waits until the engine has chosen a first move. Raises EngineError."""
        self._talk = talk
        self.control = allowance.clock
        self._patience = START_PATIENCE
        self._number = 0
        self._board_moves: tuple[Move, ...] | None = None  # the moves on the engine's board
        if allowance.depth is not None:
            sentence = _(
                "{program} speaks GTP, which cannot set a depth: use an option of the program itself"
            )
            raise talk.failure(sentence)
        known = self._demand("list_commands").split()
        self.title = self._demand("name") if "name" in known else ""  # the engine's own name
        if "set_game" in known:
            self._demand("set_game Othello")
        self._demand("boardsize 8")
        if self.control.per_game is not None:
            self._demand(f"time_settings {max(1, int(self.control.per_game))} 0 0")
        elif self.control.per_move is not None:
            self._demand(f"time_settings 0 {max(1, int(self.control.per_move))} 1")
        self._patience = max(START_PATIENCE, allowance.patience)
        self.choose(Game(), 0)
        self._patience = allowance.patience
        self.new_game()

    def new_game(self) -> None:
        self._demand("clear_board")
        self._board_moves = ()

    def choose(self, game: Game, seed: int) -> MoveReport:  # noqa: ARG002 - not its affair
        """Returns a legal move for the side to move. Raises EngineError."""
        self.set_game(game)
        report = self._ask_move("genmove", game)
        self._board_moves = (*game.moves, report.move)
        return report

    def consider(self, game: Game, is_over: Callable[[], bool]) -> MoveReport:  # noqa: ARG002 - cannot stop
        """Returns the move the engine would play after `set_game`, without playing it. Raises EngineError."""
        return self._ask_move("reg_genmove", game)

    def _ask_move(self, command: str, game: Game) -> MoveReport:
        board = game.board
        color = color_letter(board.turn)
        left = clock_in(game, self.control).remaining[board.turn]
        if left is not None:
            self._demand(f"time_left {color} {int(left)} 0")
        asked = time.perf_counter()
        answer = self._demand(f"{command} {color}")
        seconds = time.perf_counter() - asked
        try:
            move = parse_move(answer)
        except ValueError:
            move = None
        if move is None or not board.is_legal(move):
            raise self._talk.illegal(answer, board)
        return MoveReport(game.node.ply + 1, board.turn, move, seconds)

    def close(self) -> None:
        self._talk.close()

    def set_game(self, game: Game) -> None:
        """Sets up the position of the game on the engine's board. Raises EngineError."""
        if game.start != Board.initial():
            sentence = _(
                "{program} speaks GTP, which cannot set up a position: it plays only from the usual start"
            )
            raise self._talk.failure(sentence)
        if self._board_moves is None or game.moves[: len(self._board_moves)] != self._board_moves:
            self.new_game()
        assert self._board_moves is not None
        known = len(self._board_moves)
        for board, move in zip(game.boards[known:], game.moves[known:], strict=False):
            command = f"play {color_letter(board.turn)} {vertex(move)}"
            if move == PASS:
                self._ask(command)
            else:
                self._demand(command)
        self._board_moves = game.moves

    def _demand(self, command: str) -> str:
        """Returns the answer to a command. Raises EngineError if the engine refuses it."""
        sign, answer = self._ask(command)
        if sign == "?":
            sentence = _("{program} refused {question}: {answer}")
            raise self._talk.failure(sentence, question=repr(command), answer=quoted(answer, SHOWN_ANSWER))
        return answer

    def _ask(self, command: str) -> tuple[str, str]:
        """Sends a command; returns (the sign of the answer, '=' or '?', and its text)."""
        self._number += 1
        self._talk.send(f"{self._number} {command}")
        while True:
            line = self._talk.read_until(lambda line: line[:1] in ("=", "?"), command, self._patience)[-1]
            match = ANSWER.fullmatch(line)
            assert match is not None
            rest = self._talk.read_until(lambda line: not line, command, self._patience)
            text = "\n".join([match["text"].strip(), *rest]).strip()
            if match["number"] == str(self._number):
                self._talk.unnumbered = 0
                return match["sign"], text
            self._talk.unnumbered -= 1
            if match["number"] or self._talk.unnumbered < 0 or "genmove" in text:  # the list of commands
                sentence = _("{program} replied to {question} without the command's number: {answer}")
                if match["number"]:
                    sentence = _("{program} replied to {question} with the wrong number: {answer}")
                question = repr(f"{self._number} {command}")
                raise self._talk.failure(sentence, answer=quoted(line, SHOWN_ANSWER), question=question)
