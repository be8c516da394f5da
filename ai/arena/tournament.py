"""Games of players from given openings, in this process or several at a time in separate processes."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from ai.arena.players import EnginePlayer, Player, PlayerSpec
from ai.arena.report import GameReport, GameSoFar, MoveReport, Pairing
from ai.arena.talk import EngineError
from ai.cluster import Pool, finish
from ai.timing import clock_in
from game.board import PASS
from game.starts import parse_start
from game.text import _

Specs = tuple[PlayerSpec, ...]

REST: Final = 0.2  # seconds between two reports of a running game


@dataclass(frozen=True, slots=True)
class Tournament:
    """A round robin or the first player's gauntlet: one game per pair and opening, two with `both_colors`."""

    players: Specs
    openings: tuple[str, ...]
    seed: int = 0
    is_gauntlet: bool = False
    both_colors: bool = True

    @property
    def pairs(self) -> list[tuple[int, int]]:
        firsts = 1 if self.is_gauntlet else len(self.players)
        return [(one, other) for one in range(firsts) for other in range(one + 1, len(self.players))]

    def pairings(self) -> list[Pairing]:
        games = [
            (opening, *players)
            for opening in self.openings
            for one, other in self.pairs
            for players in ((one, other), (other, one))[: 1 + self.both_colors]
        ]
        return [Pairing(number, *game, self.seed) for number, game in enumerate(games)]


class PlayerPool:
    """Players of games, each started when it is first needed."""

    def __init__(self, specs: Specs) -> None:
        self._specs = specs
        self._players: dict[int, Player] = {}

    def play(self, pairing: Pairing) -> GameReport:
        """Plays a game to its end, or until a clock has run out. Raises EngineError."""
        return finish(self.follow(pairing), lambda _game: None)

    def follow(self, pairing: Pairing) -> Generator[GameSoFar, None, GameReport]:
        """Like `play`, but also yields the position of the game a few times a second."""
        due, rng = 0.0, Random(f"{pairing.seed} {pairing.number}")
        game = parse_start(pairing.opening)
        for node in game.line[1:]:
            node.seconds = 0.0  # the opening took no thinking time
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
            if clock.ticked(moves[-1].seconds).has_expired(game.board.turn):
                game.lose_on_time(game.board.turn)
            else:
                game.play(moves[-1].move)
                game.node.seconds = round(moves[-1].seconds, 2)  # as in the tournament file
                if (now := time.monotonic()) >= due:
                    due = now + REST
                    yield GameSoFar(pairing, game.board, moves[-1].move)
        for number in (pairing.black, pairing.white):
            if isinstance(player := self._player(number), EnginePlayer):
                player.rest()
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
    """Plays the games, `jobs` at a time, and yields each report; calls `begun` with each pairing it starts.

    A single job plays in this process, several jobs like `play_apart`. Raises EngineError.
    """
    if jobs == 1:
        with closing(PlayerPool(specs)) as only_table:
            for pairing in pairings:
                begun(pairing)
                yield only_table.play(pairing)
        return
    with closing(play_apart(specs, pairings, Pool(jobs, retries=0), begun)) as played:
        yield from (found for found in played if isinstance(found, GameReport))


def play_one(specs: Specs, pairing: Pairing) -> GameReport:
    """Plays one game with newly started players. Raises EngineError."""
    with closing(PlayerPool(specs)) as table:
        return table.play(pairing)


def play_apart(
    specs: Specs,
    pairings: Iterable[Pairing],
    pool: Pool,
    begun: Callable[[Pairing], object] = lambda _pairing: None,
) -> Generator[GameReport | GameSoFar, None, None]:
    """Plays games in separate processes; yields the position of each a few times a second, then its report.
    Closing the generator drops unfinished games. Raises EngineError.
    """

    def dealt() -> Iterator[Pairing]:
        for pairing in pairings:
            begun(pairing)
            yield pairing

    def lost(_pairing: Pairing) -> GameReport:
        raise EngineError(_("a process ended before its game was finished"))

    follow: Callable[[Pairing], Any] = PlayerPool(specs).follow
    return pool.map(follow, dealt(), lost)
