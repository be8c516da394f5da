"""The fourth scene of the Lab without a screen: the race of the textbooks, shown depth by depth.

The searches are those of play/race.py at full width, with an open window; they take a moment, and are shown
at a pace that can be followed. Minimax, which is searched to its last ply, says how deep that may be.
"""

from __future__ import annotations

from typing import Final

from ai.limits import Limit
from game.board import Board
from game.sentences import Field, Names, Sentence
from game.text import N_
from play.race import Race, Standing, Unit, deepest_minimax, lanes_beside_window, parse_lanes
from play.scene_sentences import Change, ScenePhrase, Times
from play.transport import Transport

NAMES: Final = (N_("Minimax"), N_("Alpha-beta"), N_("PVS"), N_("PVS with a table"))
"""Of the lanes, to be translated when shown."""
LANES: Final = parse_lanes(
    "minimax,alphabeta:table=off:aspiration=off,pvs:table=off:aspiration=off,pvs:aspiration=off"
)
DEEPEST: Final = 8
# About two seconds of minimax.
MOST_POSITIONS: Final = 20_000_000
MEGABYTES: Final = 16
# Seconds for which each depth grows.
SECONDS_A_DEPTH: Final = 2.5


class SceneRace(Transport):
    """One race, whose steps are depths. `start` it when it is to be seen, and `close` it in the end."""

    def __init__(self, board: Board) -> None:
        """Raises ValueError for a position that is over or must pass."""
        depth = min(DEEPEST, deepest_minimax(board, MOST_POSITIONS))
        self.race = Race(board, LANES, Limit(depth=depth), MEGABYTES, lanes_beside_window())
        super().__init__(depth, 1 / SECONDS_A_DEPTH)

    def start(self) -> None:
        """Begin to search and to show; once it is over, show it again."""
        self.race.start()
        self.play()

    def close(self) -> None:
        self.race.close()

    @property
    def standings(self) -> tuple[Standing, ...]:
        return self.race.standings

    @property
    def problem(self) -> str:
        """Why a lane could not search; '' while all can."""
        return next((standing.error for standing in self.standings if standing.error), "")

    def update(self, dt: float, known: float | None = None) -> None:
        """Go on by `dt` seconds, as far as all lanes have searched."""
        self.race.update()
        super().update(dt, self._searched() if known is None else known)

    def go_to(self, step: float) -> None:
        super().go_to(min(step, self._searched()))

    def _searched(self) -> int:
        """The depth that all lanes have finished. At the end of the game some leave out depths before it."""
        return min(standing.deepest.depth if standing.deepest else 0 for standing in self.standings)

    def totals(self, lane: int) -> tuple[tuple[int, int], ...]:
        """(depth, positions looked at up to it) of the depths that are shown, the one that grows included."""
        standing = self.standings[lane]
        rows = [row.depth for row in standing.depths if row.depth < self.place + 1]
        return tuple((depth, int(standing.cost(depth, Unit.NODES))) for depth in rows)

    def winners(self) -> tuple[int, ...]:
        """The lanes that have looked at the fewest positions, once all is shown; several if they are even."""
        if not self.is_at_end:
            return ()
        return _fewest(self._totals(self.last))

    def sentence(self) -> Sentence[ScenePhrase]:
        """What is to be said of what is shown."""
        common = set.intersection(*({row.depth for row in each.depths} for each in self.standings))
        depth = max((depth for depth in common if depth <= self.place), default=0)
        if not depth:
            return Sentence(ScenePhrase.RACE_START, {"count": self.last})
        totals = self._totals(depth)
        fewest = _fewest(totals)
        names, nodes = Names(tuple(NAMES[lane] for lane in fewest)), totals[fewest[0]]
        if not self.is_at_end:
            fields: dict[str, Field] = {"count": depth, "whole": totals[0]}
            if min(totals) == max(totals):
                return Sentence(ScenePhrase.RACE_DEPTH_EVEN, fields)
            return Sentence(ScenePhrase.RACE_DEPTH, fields | {"names": names, "nodes": nodes})
        if nodes == totals[0]:
            return Sentence(ScenePhrase.RACE_EVEN, {"names": names, "nodes": nodes})
        return Sentence(ScenePhrase.RACE_END, {"names": names, "times": Times(totals[0], nodes)})

    def shares(self) -> Sentence[ScenePhrase] | None:
        """What each idea has changed, once all is shown."""
        if not self.is_at_end:
            return None
        whole, early, betting, remembering = self._totals(self.last)
        return Sentence(
            ScenePhrase.RACE_SHARES,
            {
                "early": Change(whole, early),
                "betting": Change(early, betting),
                "remembering": Change(betting, remembering),
            },
        )

    def _totals(self, depth: int) -> list[int]:
        """Positions that each lane has looked at up to a depth."""
        return [int(standing.cost(depth, Unit.NODES)) for standing in self.standings]


def _fewest(totals: list[int]) -> tuple[int, ...]:
    return tuple(lane for lane, total in enumerate(totals) if total == min(totals))
