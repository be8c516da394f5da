"""Games between two players from given openings, each opening with both colours, some games at a time."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from random import Random
from typing import Final

from ai.training.nboard import EngineError
from ai.training.players import Player, PlayerSpec
from game.board import PASS, Color
from game.records.transcript import parse_transcript, transcript

# A move that takes this many seconds more than its time is an overrun.
TOLERANCE: Final = 0.020


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays, and what: games 2 n and 2 n + 1 begin with `openings[n]`, player 0 is Black in the first.

    An opening is a transcript. `seed` makes the mistakes of lower levels repeatable.
    """

    players: tuple[PlayerSpec, PlayerSpec]
    openings: tuple[str, ...]
    seed: int = 0

    def opening_of(self, number: int) -> str:
        return self.openings[number // 2]

    @staticmethod
    def player_of(number: int, color: Color) -> int:
        return (number + color) % 2


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game. Of pairs of values, the first is player 0's.

    `moves` is the transcript, the opening included; `lead` is in discs, the empties counted for the winner;
    `seconds` are those of all moves, `longest` those of the longest one.
    """

    number: int
    opening: str
    moves: str
    lead: int
    seconds: tuple[float, float]
    longest: tuple[float, float]
    overruns: tuple[int, int]

    @property
    def points(self) -> float:
        """Of player 0: 1, 1/2 or 0."""
        return 0.5 if self.lead == 0 else float(self.lead > 0)


class Table:
    """Two players who sit down once and play games of their pairing."""

    def __init__(self, pairing: Pairing) -> None:
        """Raises EngineError."""
        self._pairing = pairing
        self._players: list[Player] = []
        try:
            for spec in pairing.players:
                self._players.append(spec.open())
        except BaseException:
            self.close()
            raise

    def play(self, number: int) -> GameRecord:
        """Play a game to its end. Raises EngineError."""
        opening = self._pairing.opening_of(number)
        rng = Random(f"{self._pairing.seed} {number}")
        game = parse_transcript(opening)
        for player in self._players:
            player.new_game()
        spent: tuple[list[float], list[float]] = [], []
        while (result := game.result()) is None:
            if game.board.must_pass():
                game.play(PASS)
                continue
            its = self._pairing.player_of(number, game.board.turn)
            move, seconds = self._players[its].choose(game, rng.getrandbits(32))
            spent[its].append(seconds)
            game.play(move)
        lead = result.black - result.white
        return GameRecord(
            number,
            opening,
            transcript(game),
            lead if self._pairing.player_of(number, Color.BLACK) == 0 else -lead,
            seconds=(round(sum(spent[0]), 3), round(sum(spent[1]), 3)),
            longest=(round(max(spent[0], default=0.0), 4), round(max(spent[1], default=0.0), 4)),
            overruns=(self._overruns(0, spent[0]), self._overruns(1, spent[1])),
        )

    def close(self) -> None:
        for player in self._players:
            player.close()

    def _overruns(self, player: int, spent: list[float]) -> int:
        limit = self._pairing.players[player].seconds
        return 0 if limit is None else sum(seconds > limit + TOLERANCE for seconds in spent)


def play_all(pairing: Pairing, numbers: Iterable[int], jobs: int = 1) -> Generator[GameRecord, None, None]:
    """Play the games with these numbers, `jobs` at a time, and give each as it is finished.

    Each game that runs beside others has a process of its own. When the generator is closed, unfinished games
    are dropped. Raises EngineError.
    """
    if jobs == 1:
        with closing(Table(pairing)) as only_table:
            yield from map(only_table.play, numbers)
        return
    waiting = iter(numbers)
    with _tables(pairing, jobs) as tables:
        playing = [table for table in tables if _deal(table, waiting)]
        while playing:
            finished = wait(playing)
            for table in [table for table in playing if table in finished]:
                yield _result_of(table)
                if not _deal(table, waiting):
                    playing.remove(table)


def _deal(table: Connection, waiting: Iterator[int]) -> bool:
    """Send the next game to a table; False if there is none left."""
    number = next(waiting, None)
    if number is not None:
        table.send(number)
    return number is not None


def _result_of(table: Connection) -> GameRecord:
    try:
        answer: GameRecord | EngineError = table.recv()
    except EOFError:
        raise EngineError("a process that played games ended before its game did") from None
    if isinstance(answer, EngineError):
        raise answer
    return answer


@contextmanager
def _tables(pairing: Pairing, jobs: int) -> Iterator[list[Connection]]:
    """Processes that play the games whose numbers they are sent."""
    context = multiprocessing.get_context("spawn")
    processes, tables = [], []
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(pairing, theirs), daemon=True)
            process.start()
            theirs.close()  # the child's end: ours reads the end when the child is gone
            processes.append(process)
            tables.append(ours)
        yield tables
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()
        for table in tables:
            table.close()


def _serve(pairing: Pairing, numbers: Connection) -> None:
    """In a process of its own, until the other end of the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent, and it ends its children
    try:
        with closing(Table(pairing)) as table:
            while True:
                numbers.send(table.play(numbers.recv()))
    except EngineError as error:
        numbers.send(error)
    except (EOFError, BrokenPipeError):
        return
