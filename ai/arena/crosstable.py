"""The crosstable of a tournament, and a sentence about whether it is decided."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ai.arena.elo import EloDifference, difference, superiority
from ai.arena.report import GameReport, Standing
from game.text import _

DECIDED: Final = 0.975  # from this likelihood on, a player is called the stronger one


@dataclass(frozen=True, slots=True)
class Row:
    """A player's results: in total, and against the player of each row (None against itself)."""

    player: int
    name: str
    total: Standing
    against: tuple[Standing | None, ...]

    @property
    def elo(self) -> EloDifference | None:
        """The difference to all opponents together; None before the first pair of games."""
        return difference(self.total.pairs) if self.total.pairs.number else None

    @property
    def figures(self) -> tuple[str, str, str]:
        """Mean lead in discs, losses on time, Elo, as texts; empty before the first game."""
        if not self.total.games:
            return "", "", ""
        elo = "" if self.elo is None else self.elo.text()
        return f"{self.total.mean_lead:+.1f}", str(self.total.losses_on_time), elo


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The rows of the players, best first."""

    rows: tuple[Row, ...]

    @classmethod
    def of(cls, names: Sequence[str], reports: Iterable[GameReport]) -> "Crosstable":
        """Builds the table from finished games; `names` are those of the players, by number."""
        games = defaultdict[frozenset[int], list[GameReport]](list)
        for report in reports:
            games[frozenset((report.pairing.black, report.pairing.white))].append(report)
        totals = [
            Standing.of([game for pair in games if player in pair for game in games[pair]], player)
            for player in range(len(names))
        ]
        order = sorted(range(len(names)), key=lambda player: -totals[player].share)

        def against(player: int, other: int) -> Standing | None:
            return None if player == other else Standing.of(games.get(frozenset((player, other)), ()), player)

        rows = (
            Row(player, names[player], totals[player], tuple(against(player, other) for other in order))
            for player in order
        )
        return cls(tuple(rows))

    @property
    def headings(self) -> tuple[str, ...]:
        """The column headings: points, points against each player, `figures`."""
        places = (str(place) for place in range(1, len(self.rows) + 1))
        return _("points"), *places, _("discs"), _("on time"), "Elo"

    @property
    def verdict(self) -> str:
        """A sentence: whether the first player is stronger than the next one it met. Needs two players."""
        first, *others = self.rows
        rivals = [(row, met) for row, met in zip(others, first.against[1:], strict=True) if met is not None]
        second, standing = next((each for each in rivals if each[1].games), rivals[0])
        likelihood = superiority(standing.pairs)
        sentence = (
            _("{first} is stronger than {second}, with a likelihood of {percent} %")
            if likelihood >= DECIDED
            else _("It is undecided whether {first} is stronger than {second} (likelihood {percent} %)")
        )
        return sentence.format(first=first.name, second=second.name, percent=f"{100 * likelihood:.1f}")


def points_text(standing: Standing | None) -> str:
    """Returns a text such as '3.5/4', '' if no game was played, or '-' for None (a player against itself)."""
    if standing is None:
        return "-"
    return f"{standing.points:g}/{standing.games}" if standing.games else ""
