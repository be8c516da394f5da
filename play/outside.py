"""External engines as players and analysts: threads talk to the programs, so that no caller waits."""

import logging
import math
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from threading import Lock, Thread
from typing import Final

from ai.arena import host
from ai.arena.gtp_engine import GtpEngine
from ai.arena.host import Protocol
from ai.arena.nboard_engine import NBoardEngine
from ai.arena.report import MoveReport
from ai.arena.talk import SHOWN_ANSWER, Allowance, EngineError, EngineProcess
from ai.engine import Analysis
from ai.limits import Limit, MoveScore, Options, Progress
from ai.telemetry import Slot
from game.board import PASS, Board, Move
from game.clock import TimeControl
from game.evaluation import MOST_DISCS, Kind, surest
from game.plain_text import quoted
from game.records.nboard import NODESTATS, parse_nodes, parse_search, parse_sureness
from game.records.record import clean_line
from game.text import _
from game.tree import Game, Node
from play.engines_file import EngineLine

logger = logging.getLogger(__name__)

# The most characters of a program's status.
LONGEST_STATUS: Final = 200
# The most nodes that a program may report.
MOST_NODES: Final = 2**62
# Seconds of rest after each score of a move, because a program may send them endlessly.
SCORE_REST: Final = 0.002
LEAST_CLOCK: Final = 0.01


class OutsideAnalysis(Analysis):
    """A search for a move, or for the scores of `all_moves`; all figures come from the program."""

    def __init__(self, engine: "OutsideEngine", board: Board, all_moves: bool = False) -> None:
        super().__init__(board, Limit(), Options(all_moves=all_moves))
        self.engine = engine
        self.outside = engine.name
        self.status = ""
        self.seconds = 0.0  # from request to answer, once answered
        self.has_begun = self.is_left = False  # once left, the search is to stop; the program lives on
        self.choice: Move | None = None  # the best move, once known
        self._scores: dict[Move, MoveScore] = {}  # the surest score of each move
        self._scores_by_depth: dict[tuple[int, int], dict[Move, MoveScore]] = {}  # by kind rank and depth
        self.seen = self.progress  # the progress that an analyst saw last

    def on_line(self, line: str) -> None:
        """Handles a line of NBoard. With `all_moves`, raises EngineError for a score of no legal move."""
        word, _space, rest = line.partition(" ")
        if word == "status":
            self.status = clean_line(rest)[:LONGEST_STATUS]
        elif word == NODESTATS:
            self.rows[0][Slot.NODES] = min(parse_nodes(rest), MOST_NODES)
        elif word in ("search", "book") and self.has_begun:
            with suppress(ValueError):
                self._score(line, *parse_search(rest))

    def _score(self, line: str, pv: Sequence[Move], score: float, depth: str) -> None:
        legal, (plies, kind, confidence) = self.board.legal_part(pv), parse_sureness(depth)
        is_score = bool(legal) and abs(score) <= MOST_DISCS
        if not self.options.all_moves:
            known = self._found
            better = (plies, score) > (known.depth, -math.inf if known.score is None else known.score)
            if is_score and better:
                self._add(legal[0], score, plies, legal)
            return
        if not is_score:
            sentence = _("{program} sent {answer}, which is not the score of a legal move in {position}")
            answer, position = quoted(line, SHOWN_ANSWER), self.board.text()
            raise EngineError(sentence.format(program=self.outside, answer=answer, position=position))
        kind = Kind.BOOK if line.startswith("book") else kind
        found = MoveScore(legal[0], score, plies, kind, confidence, legal)
        if kind is not Kind.OUTCOME:
            self._scores_by_depth.setdefault((kind.rank, plies), {})[found.move] = found
        if surest((self._scores.get(found.move), found)) is found:
            self._scores[found.move] = found
            best, *others = sorted(self._scores.values(), key=lambda found: -found.score)
            self.choice, scores = best.move, (best, *others)
            known = replace(self._found, move=best.move, score=best.score, depth=best.depth, scores=scores)
            self._publish(known)
        time.sleep(0 if self.is_left else SCORE_REST)

    @property
    def equal_depth_scores(self) -> tuple[MoveScore, ...]:
        """Scores of all moves from one depth or the book, the surest and deepest, best first; () before."""
        number = self.board.legal_moves().bit_count()
        in_book = {move: found for move, found in self._scores.copy().items() if found.kind is Kind.BOOK}
        looks = {key: in_book | moves for key, moves in self._scores_by_depth.copy().items()}
        whole = {key: moves for key, moves in looks.items() if len(moves) == number}
        moves = whole[max(whole)].values() if whole else ()
        return tuple(sorted(moves, key=lambda found: -found.score))

    def answer(self, report: MoveReport) -> None:
        """Publishes the final move, with the last score and line that the program sent for it."""
        self.seconds, self.choice = report.seconds, report.move
        known = self._found
        is_same = known.move == report.move and known.pv != ()
        score = known.score if report.score is None and is_same else report.score
        self._add(report.move, score, known.depth if is_same else 0, known.pv if is_same else (report.move,))
        if report.nodes:
            self.rows[0][Slot.NODES] = min(report.nodes, MOST_NODES)

    def _add(self, move: Move, score: float | None, depth: int, pv: tuple[Move, ...]) -> None:
        if score is not None and abs(score) > MOST_DISCS:
            score = None  # not in discs
        algorithm = self.options.algorithm
        self._publish(Progress(self.board, move, score, depth, Kind.ESTIMATE, pv, algorithm))

    def begin(self) -> None:
        self.status, self.has_begun = "", True

    def stop(self) -> None:
        """Ends the program amid its answer; the next request starts it again."""
        if not self.is_done:
            self.was_dropped = True
            self.engine.end()


class OutsideEngine:
    """A program, from its first request to its end; `line` is None if the list has none of this name."""

    def __init__(self, name: str, line: EngineLine | None, control: TimeControl) -> None:
        self.name = name
        self.line = line
        self.control = control
        self.is_ended = False
        self.protocol: Protocol | None = None
        self.title = ""  # the name that the program reports when ready
        self.start_seconds = 0.0  # until it was ready
        self._lock = Lock()
        self._talk: EngineProcess | None = None
        self._player: NBoardEngine | GtpEngine | None = None
        self._asked: OutsideAnalysis | None = None

    def analyse(self, node: Node, all_moves: bool = False) -> OutsideAnalysis:
        """Searches for a move, or for scores of `all_moves` until the analysis is left. Returns at once."""
        analysis = self._asked = OutsideAnalysis(self, node.board, all_moves)
        Thread(target=self._answer, args=(analysis, *self._told(node)), name="outside", daemon=True).start()
        return analysis

    def end(self) -> None:
        """Ends the program with its children: kills it amid a search, else sends `quit`. Returns at once."""
        with self._lock:
            talk, was_ended, self.is_ended = self._talk, self.is_ended, True
            is_asked = self._asked is not None and not self._asked.is_done
        if talk is None or was_ended:
            return
        if is_asked:
            talk.kill()  # the thread that waits for the answer closes the talk
        else:
            Thread(target=talk.close, name="outside").start()

    def _told(self, node: Node) -> tuple[Game, TimeControl]:
        """Returns the game for the program, and the clock with which its moves leave the time of `node`."""
        game, control, turn = _line_to(node), self.control, node.board.turn
        left = None if node.clock is None else node.clock.game_time(turn, turn)
        if left is None or control.per_game is None:
            return game, control
        for before, after in pairwise(game.line):
            if before.board.turn is turn:  # each move takes what it adds
                after.seconds = 0.0 if after.move == PASS else control.increment
        return game, replace(control, per_game=max(LEAST_CLOCK, round(left, 2)))

    def _answer(self, analysis: OutsideAnalysis, game: Game, control: TimeControl) -> None:
        try:
            player = self._player or self._start()
            if control.per_game is not None:
                player.control = control
            if not analysis.options.all_moves:
                analysis.begin()
                analysis.answer(player.choose(game, 0))
            elif not analysis.is_left:  # else left during the start
                player.set_game(game)
                analysis.begin()
                report = player.consider(game, lambda: analysis.is_left)
                if report is not None:
                    analysis.answer(report)
        except Exception as error:
            logger.exception("The engine %s has failed", self.name)
            self.is_ended = True
            if not analysis.was_dropped:
                analysis.error = error
        with self._lock:
            analysis.finish()
            is_ended = self.is_ended
        if is_ended and self._talk is not None:
            self._talk.close()

    def _start(self) -> NBoardEngine | GtpEngine:
        if self.line is None:
            raise EngineError(_("{name} is not in the list of engines in the settings", name=self.name))
        spec = self.line.spec
        if spec is None:
            raise EngineError(f"{self.name}: {self.line.problem}")
        began = time.perf_counter()
        talk = EngineProcess(spec.command, spec.folder)
        talk.name = self.name
        with self._lock:
            self._talk = talk
        if self.is_ended:
            raise EngineError(self.name)
        talk.on_line = self._read_line
        clock = spec.clock if self.control == TimeControl() else self.control
        self._player = host.connect(talk, Allowance(spec.seconds, spec.depth, clock), spec.protocol)
        self.protocol = Protocol.GTP if isinstance(self._player, GtpEngine) else Protocol.NBOARD
        self.title = clean_line(self._player.title)
        self.start_seconds = time.perf_counter() - began
        return self._player

    def _read_line(self, line: str) -> None:
        if self._asked is not None:
            self._asked.on_line(line)


def _line_to(node: Node) -> Game:
    line = node.line
    copy = Game(line[0].board, (node.move for node in line[1:] if node.move is not None))
    for ours, before, after in zip(copy.line[1:], line, line[1:], strict=False):
        spent = None if before.clock is None else before.clock.spent  # of the move after it
        ours.seconds = after.seconds if spent is None else round(spent, 2)
    return copy
