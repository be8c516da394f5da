"""Games of players from given openings, in this process or some at a time in processes of their own."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from ai.arena.players import Player, PlayerSpec
from ai.arena.report import GameReport, GameSoFar, MoveReport, Pairing
from ai.arena.talk import EngineError
from ai.programs import Child, wait_for_messages
from ai.timing import clock_in
from game.board import PASS
from game.records.transcript import parse_transcript
from game.text import _

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Specs = tuple[PlayerSpec, ...]

# Seconds without news from games that run, after which that is told; and between two looks at one of them.
PATIENCE: Final = 0.2
REST: Final = 0.2


@dataclass(frozen=True, slots=True)
class Tournament:
    """Players who all meet, or of whom the first meets all others: a game from each opening, or with
    `both_colors` two.
    """

    players: Specs
    openings: tuple[str, ...]
    seed: int = 0
    is_gauntlet: bool = False
    both_colors: bool = True

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The players that meet."""
        firsts = 1 if self.is_gauntlet else len(self.players)
        return [(one, other) for one in range(firsts) for other in range(one + 1, len(self.players))]

    def pairings(self) -> list[Pairing]:
        """A game of each pair from each opening, and with `both_colors` one with exchanged colours, too."""
        games = [
            (opening, *players)
            for opening in self.openings
            for one, other in self.pairs
            for players in ((one, other), (other, one))[: 1 + self.both_colors]
        ]
        return [Pairing(number, *game, self.seed) for number, game in enumerate(games)]


class PlayerPool:
    """Players who sit down when they are first needed, and play; `moved` gets a game after each move."""

    def __init__(self, specs: Specs, moved: Callable[[GameSoFar], object] = lambda _game: None) -> None:
        self._specs = specs
        self._moved = moved
        self._players: dict[int, Player] = {}

    def play(self, pairing: Pairing) -> GameReport:
        """Play a game to its end, or until a clock has run out. Raises EngineError."""
        rng = Random(f"{pairing.seed} {pairing.number}")
        game = parse_transcript(pairing.opening)
        for node in game.line[1:]:
            node.seconds = 0.0  # the opening was not thought about
        for number in (pairing.black, pairing.white):
            self._player(number).new_game()
        moves: list[MoveReport] = []
        while (result := game.result()) is None:
            if game.board.must_pass():
                game.play(PASS)
                continue
            number = pairing.player_of(game.board.turn)
            clock = clock_in(game, self._specs[number].clock)
            moves.append(self._player(number).choose(game, rng.getrandbits(32)))
            if clock.ticked(moves[-1].seconds).has_fallen(game.board.turn):
                game.lose_on_time(game.board.turn)
            else:
                game.play(moves[-1].move)
                game.node.seconds = moves[-1].seconds
                self._moved(GameSoFar(pairing, game.board, moves[-1].move))
        return GameReport(pairing, game, result, tuple(moves))

    def close(self) -> None:
        for player in self._players.values():
            player.close()

    def _player(self, number: int) -> Player:
        if number not in self._players:
            self._players[number] = self._specs[number].open()
        return self._players[number]


def play_games(
    specs: Specs,
    pairings: Iterable[Pairing],
    jobs: int = 1,
    begun: Callable[[Pairing], object] = lambda _pairing: None,
) -> Generator[GameReport, None, None]:
    """Play the games, `jobs` at a time, and report each as it is finished; `begun` is told of each before it.

    A game alone is played in this process, others as by `play_apart`. Raises EngineError.
    """
    if jobs == 1:
        with closing(PlayerPool(specs)) as only_table:
            for pairing in pairings:
                begun(pairing)
                yield only_table.play(pairing)
        return
    with closing(play_apart(specs, pairings, jobs, begun)) as played:
        yield from (found for found in played if isinstance(found, GameReport))


def play_one(specs: Specs, pairing: Pairing) -> GameReport:
    """A game by itself, wherever that is done. Raises EngineError."""
    with closing(PlayerPool(specs)) as table:
        return table.play(pairing)


def play_apart(
    specs: Specs,
    pairings: Iterable[Pairing],
    jobs: int,
    begun: Callable[[Pairing], object] = lambda _pairing: None,
) -> Generator[GameReport | GameSoFar | None, None, None]:
    """Play the games in processes of their own, `jobs` at a time: where each stands, some times a second, and
    its report; None when nothing has happened for a while.

    When the generator is closed, unfinished games are dropped. Raises EngineError.
    """
    waiting = iter(pairings)
    with ExitStack() as stack:
        tables = [stack.enter_context(closing(Child(_serve, specs))) for _number in range(jobs)]
        playing = [table for table in tables if _deal(table, waiting, begun)]
        while playing:
            heard = wait_for_messages(playing, PATIENCE)
            if not heard:
                yield None
            for table in heard:
                try:
                    found: GameReport | GameSoFar = table.receive()
                except EOFError:
                    raise EngineError(_("a process that played games ended before its game did")) from None
                yield found
                if isinstance(found, GameReport) and not _deal(table, waiting, begun):
                    playing.remove(table)


def _deal(table: Child, waiting: Iterator[Pairing], begun: Callable[[Pairing], object]) -> bool:
    """Send the next game to a table; False if there is none left."""
    pairing = next(waiting, None)
    if pairing is not None:
        begun(pairing)
        table.send(pairing)
    return pairing is not None


def _serve(parent: "Connection", specs: Specs) -> None:
    """In a child: play the games that it is sent."""
    due = 0.0

    def send_when_due(game: GameSoFar) -> None:
        nonlocal due
        if (now := time.monotonic()) >= due:
            due = now + REST
            parent.send(game)

    with closing(PlayerPool(specs, send_when_due)) as table:
        while True:
            parent.send(table.play(parent.recv()))
