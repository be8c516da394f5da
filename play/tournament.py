"""Games between two computer players, without a window: what `match` plays and reports."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from ai.book import Book
from ai.engine import Engine
from ai.limits import Limit, Options
from ai.openings import even_opening
from game.board import PASS, Board, Color, Move, Result
from game.evaluation import Kind
from game.tree import Game


@dataclass(frozen=True, slots=True)
class Player:
    """One of the two; `options.algorithm` and `options.level` are how it searches, in every game."""

    name: str
    options: Options


@dataclass(frozen=True, slots=True)
class MoveReport:
    """One move, searched or from the book; a pass is neither. `seconds` is the time from the question to the
    answer.
    """

    ply: int
    color: Color
    move: Move
    depth: int
    kind: Kind
    score: float | None
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class GameReport:
    """A finished game: `colors[i]` is the side that player i (0 or 1) had."""

    number: int
    colors: tuple[Color, Color]
    opening_plies: int
    game: Game
    result: Result
    moves: tuple[MoveReport, ...]

    def moves_of(self, player: int) -> tuple[MoveReport, ...]:
        return tuple(move for move in self.moves if move.color is self.colors[player])

    def discs_of(self, player: int) -> int:
        """0 .. 64, the empties going to the winner."""
        return self.result.black if self.colors[player] is Color.BLACK else self.result.white


@dataclass(frozen=True, slots=True)
class Totals:
    """What one player did in all games. Means are over its games, or over its searched moves, which those of
    the book are not.
    """

    wins: int
    draws: int
    losses: int
    mean_discs: float
    mean_depth: float
    nodes: int
    seconds: float
    longest_move: float

    @property
    def score(self) -> float:
        """Share of the points, 0 .. 1: a draw is half a win."""
        return (self.wins + self.draws / 2) / (self.wins + self.draws + self.losses)

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


def play_games(
    players: tuple[Player, Player],
    seconds: float,
    games: int,
    *,
    swap: bool = False,
    opening_plies: int = 0,
    seed: int | None = None,
    table_megabytes: int = 64,
    book: Book | None = None,
) -> Iterator[GameReport]:
    """Play `games` games with `seconds` per move, each player with an engine of its own, and with `book`.

    Player 0 is Black; with `swap` it is White in every second game, which then repeats the opening of the
    game before. `seed` makes the openings and the mistakes of the lower levels repeatable.
    """
    rng = Random(seed)
    engines = (Engine(table_megabytes, book=book), Engine(table_megabytes, book=book))
    opening: Sequence[Move] = ()
    try:
        for engine in engines:
            start_anew(engine)  # the first touch of the memory is no part of a move
        for number in range(1, games + 1):
            second_leg = swap and number % 2 == 0
            if opening_plies and not second_leg:
                opening = even_opening(rng, opening_plies).moves
            order = (1, 0) if second_leg else (0, 1)  # order[color] is the player who has it
            colors = (Color(order.index(0)), Color(order.index(1)))
            for engine in engines:
                start_anew(engine)
            game = Game(moves=opening)
            moves = []
            while (result := game.result()) is None:
                player = order[game.board.turn]
                if game.board.must_pass():
                    game.play(PASS)
                    continue
                options = replace(players[player].options, seed=rng.getrandbits(32))
                moves.append(_search(engines[player], game.board, len(game.moves) + 1, seconds, options))
                game.play(moves[-1].move)
            yield GameReport(number, colors, len(opening), game, result, tuple(moves))
    finally:
        for engine in engines:
            engine.close()


def totals(reports: Sequence[GameReport], player: int) -> Totals:
    """The sum over at least one game."""
    moves = [move for report in reports for move in report.moves_of(player)]
    searched = [move for move in moves if move.kind is not Kind.BOOK]
    results = [report.result.winner for report in reports]
    won = sum(report.result.winner is report.colors[player] for report in reports)
    return Totals(
        wins=won,
        draws=results.count(None),
        losses=len(reports) - won - results.count(None),
        mean_discs=sum(report.discs_of(player) for report in reports) / len(reports),
        mean_depth=sum(move.depth for move in moves) / max(1, len(searched)),
        nodes=sum(move.nodes for move in moves),
        seconds=sum(move.seconds for move in moves),
        longest_move=max((move.seconds for move in moves), default=0.0),
    )


def start_anew(engine: Engine) -> None:
    """Forget the last game, and be done with it before the first move's time begins."""
    engine.new_game()
    engine.analyse(Board.initial(), Limit(depth=1)).result()


def _search(engine: Engine, board: Board, ply: int, seconds: float, options: Options) -> MoveReport:
    asked = time.perf_counter()
    analysis = engine.analyse(board, Limit(seconds=seconds), options)
    answer = analysis.result()
    return MoveReport(
        ply=ply,
        color=board.turn,
        move=answer.move,
        depth=answer.depth,
        kind=answer.kind,
        score=answer.score,
        nodes=analysis.counters().nodes,
        seconds=time.perf_counter() - asked,
    )
