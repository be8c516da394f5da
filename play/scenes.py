"""The first three scenes of the Lab without a screen: minimax, alpha-beta and PVS on one position.

`Scenes` are searched in a thread of their own. Stops and moments are frozen values; a `ScenePlayback` moves
on from stop to stop. The fourth scene, the race, is in play/scene_race.py.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from ai.limits import Algorithm
from ai.reference.choice import Choice, minimax_nodes, root_of
from ai.reference.searches import INFINITE
from ai.trace.coverage import Coverage
from ai.trace.state import Row
from game.board import Board, Color
from game.text import N_
from play.scene_sentences import ScenePhrase
from play.scene_stops import BETS, CUTS, REPLIES, RESEARCHES, Stop, chosen, stops_of
from play.slow_motion import Job, Run, Shown
from play.transport import Transport

ALGORITHMS: Final = (Algorithm.MINIMAX, Algorithm.ALPHABETA, Algorithm.PVS)
TITLES: Final = (
    N_("Minimax looks at everything"),
    N_("Alpha-beta stops early"),
    N_("PVS bets"),
    N_("The race"),
)
# Fewer plies where minimax would need more positions than these: about a second of its search.
PLIES: Final = 3
MOST_POSITIONS: Final = 10_000
# Playing passes that many steps a second between two stops, or faster, so that all steps take no longer.
STEPS_A_SECOND: Final = 50
LONGEST_WAY: Final = 12.0
# Seconds that playing waits at each stop.
HOLD: Final = 3.0


@dataclass(frozen=True, slots=True)
class Certainty:
    """What each side is sure of at a node on the way from the root, in parts of a disc, + for Black.

    Black is sure of `low`, White that it is no more than `high`; None: of nothing yet. With `low` above
    `high` it does not come to this, and the gap between them is the cut. `turn` is to move. With
    `is_question` the two ends are a question, not what a side is sure of.
    """

    ply: int
    turn: Color
    low: int | None
    high: int | None
    is_question: bool

    @property
    def is_cut(self) -> bool:
        return self.low is not None and self.high is not None and self.low >= self.high


class Scene:
    """A search of the position, and where it stops."""

    def __init__(self, run: Run, whole: Run, rival: Run, passed: Color | None) -> None:
        """`whole` is minimax on the same position, `rival` alpha-beta; `passed` had to pass before."""
        self.run = run
        self.tree = whole.tree
        """Minimax's, in which every scene shows its search."""
        self.coverage = Coverage(whole.tree, run.tree)
        self.stops = stops_of(run, whole, rival, passed)
        """All of them."""
        self.played = chosen(self.stops)
        """Those at which playing stops."""
        self._steps = [stop.step for stop in self.stops]

    @property
    def aims(self) -> tuple[ScenePhrase, ...]:
        """The kinds that its button Next goes through: cuts; of PVS lost bets, or all where none is lost."""
        if self.run.choice.algorithm is Algorithm.MINIMAX:
            return REPLIES
        if self.run.choice.algorithm is Algorithm.ALPHABETA:
            return CUTS
        return RESEARCHES if self.of_kinds(RESEARCHES) else BETS

    def of_kinds(self, kinds: tuple[ScenePhrase, ...]) -> tuple[Stop, ...]:
        return tuple(stop for stop in self.stops if stop.kind in kinds)

    def stop_at(self, step: int) -> Stop:
        """The last one up to `step`: the first before that."""
        return self.stops[max(bisect_right(self._steps, step) - 1, 0)]

    def certainties(self, shown: Shown) -> tuple[Certainty, ...]:
        """At each node on the way to a step."""
        return tuple(map(self._certainty, shown.state.rows))

    def _certainty(self, row: Row) -> Certainty:
        found = [state.value for state in row.moves if state.move == row.best and state.value is not None]
        alpha, beta = (found or [row.alpha])[0], row.beta
        if row.color is Color.WHITE:
            alpha, beta = -beta, -alpha
        nodes = self.run.tree
        return Certainty(
            row.ply,
            row.color,
            low=alpha if alpha > -INFINITE else None,
            high=beta if beta < INFINITE else None,
            is_question=bool(nodes.alpha[row.node] + 1 == nodes.beta[row.node]),
        )


class Scenes(Job):
    """Those of one position, once they are searched: they are until then none."""

    def __init__(self, board: Board) -> None:
        """Raises ValueError when the game is over."""
        root_of(board, Choice(Algorithm.MINIMAX, 1))
        self.passed = board.turn if board.must_pass() else None
        """The side that has no move in the position asked for."""
        self.board = board.after_pass()
        self.scenes: tuple[Scene, ...] = ()
        super().__init__(tuple(Choice(algorithm, plies_of(self.board)) for algorithm in ALGORITHMS))
        self.start(self.board)

    def prepare(self, runs: tuple[Run, ...]) -> None:
        whole, rival, _pvs = runs
        self.scenes = tuple(Scene(run, whole, rival, self.passed) for run in runs)


def plies_of(board: Board) -> int | None:
    """How many moves its scenes look ahead; None: to the end of the game."""
    if board.empties <= PLIES:
        return None
    for plies in range(PLIES, 1, -1):
        if minimax_nodes(board, Choice(Algorithm.MINIMAX, plies))[0] <= MOST_POSITIONS:
            return plies
    return 1


class ScenePlayback(Transport):
    """Goes through a scene: it waits at the stops that are played, and runs from one to the next."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        way = min(LONGEST_WAY, len(scene.run) / STEPS_A_SECOND)  # seconds between the stops, all together
        waits = dict.fromkeys((stop.step for stop in scene.played), HOLD)
        super().__init__(len(scene.run) - 1, (len(scene.run) - 1) / way, waits)

    @property
    def stop(self) -> Stop:
        """Whose sentence is shown."""
        return self.scene.stop_at(self.step)

    def next_step(self, kinds: tuple[ScenePhrase, ...]) -> int | None:
        """The first step after this one with a stop of these kinds."""
        return next((stop.step for stop in self.scene.of_kinds(kinds) if stop.step > self.step), None)

    def next(self) -> None:
        """Go to what the scene is about next, and wait there; to the end where there is nothing more."""
        self.pause()
        step = self.next_step(self.scene.aims)
        self.go_to(self.last if step is None else step)

    def back(self) -> None:
        """Go to the stop before, of those that are played or that Next goes through."""
        self.pause()
        stops = [*self.scene.played, *self.scene.of_kinds(self.scene.aims)]
        self.go_to(max((stop.step for stop in stops if stop.step < self.step), default=self.first))
