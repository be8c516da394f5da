"""Small frozen values: a planned game, its outcome, and a player's results in several games."""

from collections.abc import Iterable
from dataclasses import dataclass

from ai.arena.elo import Pairs
from game.board import PASS, Board, Color, Ending, Move, Result
from game.evaluation import Kind
from game.starts import parse_start
from game.tree import Game


@dataclass(frozen=True, slots=True)
class Pairing:
    """A planned game of two players, given by number. `parse_start` reads the opening. `seed` and the number
    of the game make the mistakes of lower levels repeatable.
    """

    number: int
    opening: str
    black: int
    white: int
    seed: int

    def player_of(self, color: Color) -> int:
        return self.black if color is Color.BLACK else self.white

    def color_of(self, player: int) -> Color:
        return Color.BLACK if player == self.black else Color.WHITE


@dataclass(frozen=True, slots=True)
class GameSoFar:
    """The position of a running game, and the move that led to it."""

    pairing: Pairing
    board: Board
    move: Move


@dataclass(frozen=True, slots=True)
class SavedMove:
    """A move, never a pass, as a saved game has it. `seconds` is the time from the request to the answer."""

    ply: int  # 1 is the first move of the game
    color: Color
    move: Move
    seconds: float
    score: float | None = None


@dataclass(frozen=True, slots=True)
class MoveReport(SavedMove):
    """A move of a game just played. External engines report no depth, which is then 0, and need not report
    their nodes.
    """

    nodes: int = 0
    depth: int = 0
    kind: Kind = Kind.ESTIMATE


@dataclass(frozen=True, slots=True)
class GameReport:
    """A finished game, and the moves that players chose in it."""

    pairing: Pairing
    game: Game
    result: Result
    moves: tuple[SavedMove, ...]

    def discs_of(self, player: int) -> int:
        """Returns the player's discs (0 to 64): empties go to the winner, all 64 to a winner on time."""
        color = self.pairing.color_of(player)
        if self.is_lost_on_time:
            return 64 if self.result.winner is color else 0
        return self.result.black if color is Color.BLACK else self.result.white

    def points_of(self, player: int) -> float:
        """Returns the player's points: 1, 1/2 or 0."""
        winner = self.result.winner
        return 0.5 if winner is None else float(winner is self.pairing.color_of(player))

    @property
    def opening_plies(self) -> int:
        """The number of moves of the opening, without passes."""
        return sum(move != PASS for move in parse_start(self.pairing.opening).moves)

    @property
    def is_lost_on_time(self) -> bool:
        return self.result.ending is Ending.TIME


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's results so far. A pair is two finished games with exchanged colours."""

    wins: int
    draws: int
    losses: int
    losses_on_time: int
    mean_lead: float
    pairs: Pairs

    @classmethod
    def of(cls, reports: Iterable[GameReport], player: int = 0, opponent: int | None = None) -> "Standing":
        games = {
            report.pairing.number: report
            for report in reports
            if player in (report.pairing.black, report.pairing.white)
            and opponent in (None, report.pairing.black, report.pairing.white)
        }

        def is_exchanged(number: int) -> bool:
            again = games.get(number + 1)
            return again is not None and again.pairing.black == games[number].pairing.white

        points = {number: game.points_of(player) for number, game in games.items()}
        both = [number for number in games if number % 2 == 0 and is_exchanged(number)]
        lost = [number for number in games if points[number] == 0]
        return cls(
            wins=list(points.values()).count(1.0),
            draws=list(points.values()).count(0.5),
            losses=len(lost),
            losses_on_time=sum(games[number].is_lost_on_time for number in lost),
            mean_lead=sum(2 * game.discs_of(player) - 64 for game in games.values()) / max(1, len(games)),
            pairs=Pairs.of(points[number] + points[number + 1] for number in both),
        )

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """The share of the points, 0 to 1; one half before the first game."""
        return self.points / self.games if self.games else 0.5
