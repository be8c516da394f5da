"""Games of two players from given openings, in this process or some at a time in processes of their own."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from multiprocessing.connection import Connection, wait
from random import Random

from ai.arena.players import Player, PlayerSpec
from ai.arena.report import GameReport, MoveReport, Pairing
from ai.arena.talk import EngineError
from game.board import PASS
from game.records.transcript import parse_transcript
from game.text import _

Specs = tuple[PlayerSpec, PlayerSpec]


def pairings(openings: Iterable[str], seed: int, both_colors: bool = True) -> Iterator[Pairing]:
    """A game from each opening, in which player 0 has Black; with `both_colors` a second one without."""
    numbers = count()
    for opening in openings:
        for black in (0, 1) if both_colors else (0,):
            yield Pairing(next(numbers), opening, black, seed)


class Table:
    """Two players who sit down once and play games."""

    def __init__(self, specs: Specs) -> None:
        """Raises EngineError."""
        self._players: list[Player] = []
        try:
            for spec in specs:
                self._players.append(spec.open())
        except BaseException:
            self.close()
            raise

    def play(self, pairing: Pairing) -> GameReport:
        """Play a game to its end, on the board also where a clock has run out. Raises EngineError."""
        rng = Random(f"{pairing.seed} {pairing.number}")
        game = parse_transcript(pairing.opening)
        for node in game.line[1:]:
            node.seconds = 0.0  # the opening was not thought about
        for player in self._players:
            player.new_game()
        moves: list[MoveReport] = []
        while (result := game.result()) is None:
            if game.board.must_pass():
                game.play(PASS)
                continue
            player = self._players[pairing.player_of(game.board.turn)]
            moves.append(player.choose(game, rng.getrandbits(32)))
            game.play(moves[-1].move)
            game.node.seconds = moves[-1].seconds
        return GameReport(pairing, game, result, tuple(moves))

    def close(self) -> None:
        for player in self._players:
            player.close()


def play_games(specs: Specs, pairings: Iterable[Pairing], jobs: int = 1) -> Generator[GameReport, None, None]:
    """Play the games, `jobs` at a time, and report each as it is finished.

    Each game that runs beside others has a process of its own. When the generator is closed, unfinished games
    are dropped. Raises EngineError.
    """
    if jobs == 1:
        with closing(Table(specs)) as only_table:
            yield from map(only_table.play, pairings)
        return
    waiting = iter(pairings)
    with _tables(specs, jobs) as tables:
        playing = [table for table in tables if _deal(table, waiting)]
        while playing:
            finished = wait(playing)
            for table in [table for table in playing if table in finished]:
                yield _report_of(table)
                if not _deal(table, waiting):
                    playing.remove(table)


def _deal(table: Connection, waiting: Iterator[Pairing]) -> bool:
    """Send the next game to a table; False if there is none left."""
    pairing = next(waiting, None)
    if pairing is not None:
        table.send(pairing)
    return pairing is not None


def _report_of(table: Connection) -> GameReport:
    try:
        answer: GameReport | EngineError = table.recv()
    except EOFError:
        raise EngineError(_("a process that played games ended before its game did")) from None
    if isinstance(answer, EngineError):
        raise answer
    return answer


@contextmanager
def _tables(specs: Specs, jobs: int) -> Iterator[list[Connection]]:
    """Processes that play the games they are sent."""
    context = multiprocessing.get_context("spawn")
    processes, tables = [], []
    try:
        for _number in range(jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(specs, theirs), daemon=True)
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


def _serve(specs: Specs, pairings: Connection) -> None:
    """In a process of its own, until the other end of the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent, and it ends its children
    try:
        with closing(Table(specs)) as table:
            while True:
                pairings.send(table.play(pairings.recv()))
    except EngineError as error:
        pairings.send(error)
    except (EOFError, BrokenPipeError):
        return
