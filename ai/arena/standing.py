"""What games of a tournament say of a player, against another one or against all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ai.arena.elo import Pairs, difference
from ai.arena.report import GameReport


@dataclass(frozen=True, slots=True)
class Standing:
    """The results so far. Pairs are those of which both games are finished."""

    wins: int
    draws: int
    losses: int
    losses_on_time: int
    mean_lead: float
    pairs: Pairs

    @classmethod
    def of(cls, reports: Iterable[GameReport], player: int = 0, opponent: int | None = None) -> Standing:
        games = {
            report.pairing.number: report
            for report in reports
            if player in (report.pairing.black, report.pairing.white)
            and opponent in (None, report.pairing.black, report.pairing.white)
        }
        points = {number: game.points_of(player) for number, game in games.items()}
        both = [number for number in games if number % 2 == 0 and number + 1 in games]
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
        """Of the points, 0 .. 1; one half before the first game."""
        return self.points / self.games if self.games else 0.5

    def text(self) -> str:
        """'+12 =1 -7, 62.5 %, Elo +89 ± 42'."""
        elo = f", Elo {difference(self.pairs).text()}" if self.pairs.number else ""
        return f"+{self.wins} ={self.draws} -{self.losses}, {100 * self.share:.1f} %{elo}"
