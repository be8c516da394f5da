"""The scenes of the Lab without a screen: minimax, alpha-beta and PVS on one position, orders of moves and
depths, played from stop to stop, and their race, shown depth by depth down to the last that minimax can
finish.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

from ai.limits import Algorithm, Limit, Order, spare_processors
from ai.reference.choice import Choice, estimate_nodes, minimax_nodes, root_of
from ai.reference.searches import INFINITE, Memory
from ai.trace.coverage import Coverage
from ai.trace.state import PathRow
from game.board import Board, Color
from game.sentences import Sentence, Terms, say
from game.text import N_
from play.race import Race, deepest_minimax, parse_lanes
from play.scene_orders import COMPARED, depth_stops, order_stops
from play.scene_stops import Change, ScenePhrase, Stop, Times, chosen, make_stop, stops_of
from play.slow_motion import Run, ShownStep, TraceJob, Transport


class SceneKind(NamedTuple):
    """`short` is the title for narrow places; some have no `search`. `how` has more fields of the Choice."""

    title: str
    short: str
    search: Algorithm | None = None
    how: Mapping[str, Any] = {}


PATH: Final = (
    SceneKind(N_("Minimax looks at everything"), N_("Minimax"), Algorithm.MINIMAX),
    SceneKind(N_("Alpha-beta stops early"), N_("Alpha-beta"), Algorithm.ALPHABETA),
    SceneKind(N_("The order decides"), N_("Order"), Algorithm.ALPHABETA, {"orders": COMPARED}),
    SceneKind(N_("PVS bets"), N_("PVS"), Algorithm.PVS),
    SceneKind(N_("Deeper and deeper"), N_("Deeper"), Algorithm.ALPHABETA,
              {"order": Order.PV_FIRST, "memory": Memory.POSITIONS}),
    SceneKind(N_("The race"), N_("The race")),
    SceneKind(N_("You are the algorithm"), N_("You")),
)  # fmt: skip
"""The scenes, in order."""
# The plies of a scene, fewer if minimax would need more positions than these: about a second of it.
PLIES: Final = 3
MOST_POSITIONS: Final = 10_000
# Steps a second between two stops, or more, so that all steps take at most LONGEST_WAY seconds.
STEPS_A_SECOND: Final = 50
LONGEST_WAY: Final = 12.0
# Seconds that playback waits at each stop.
HOLD: Final = 3.0

NAMES: Final = (N_("Minimax"), N_("Alpha-beta"), N_("PVS"), N_("PVS with a table"))
"""The names of the lanes of the race, which are translated when shown."""
LANES: Final = parse_lanes(
    "minimax,alphabeta:table=off:aspiration=off,pvs:table=off:aspiration=off,pvs:aspiration=off"
)
DEEPEST: Final = 8
# Positions: about two seconds of minimax.
MOST_RACED: Final = 20_000_000
MEGABYTES: Final = 16
# Seconds for which each depth of the race is shown growing.
SECONDS_A_DEPTH: Final = 2.5


@dataclass(frozen=True, slots=True)
class Certainty:
    """What each side is sure of at a node on the way from the root, in parts of a disc: Black of `low`, White
    of at most `high`, None if of nothing yet. `low` at or above `high` is a cut; with `is_question` both are
    the window of a bet, and nothing is sure.
    """

    ply: int
    turn: Color
    low: int | None
    high: int | None
    is_question: bool

    @property
    def is_cut(self) -> bool:
        return self.low is not None and self.high is not None and self.low >= self.high


class PlayedRun(Transport):
    """A recorded run. Playback waits at the stops in `played`."""

    def __init__(
        self, kind: SceneKind, run: Run, passed: Color | None, stops: Iterable[Stop], plays_all: bool = True
    ) -> None:
        """`passed` is the side that had to pass before, if any."""
        self.kind = kind
        self.run = run
        first = [] if passed is None else [make_stop(0, ScenePhrase.HAD_TO_PASS, other=passed)]
        self.stops: tuple[Stop, ...] = tuple(sorted([*first, *stops], key=lambda stop: stop.step))
        self.played = self.stops if plays_all else chosen(self.stops)
        way = min(LONGEST_WAY, len(run) / STEPS_A_SECOND)  # seconds between the stops, in all
        waits = dict.fromkeys((stop.step for stop in self.played), HOLD)
        super().__init__(len(run) - 1, (len(run) - 1) / way, waits)

    @property
    def stop(self) -> Stop:
        """The stop whose sentence is shown: the last one up to this step, else the first."""
        return self.stops[max(bisect_right(self.stops, self.step, key=lambda stop: stop.step) - 1, 0)]

    def next(self) -> None:
        """Goes to the next stop in `played`, or to the end, and pauses."""
        self.jump(next((stop.step for stop in self.played if stop.step > self.step), self.last))

    def back(self) -> None:
        """Goes to the previous stop in `played`, or to the beginning, and pauses."""
        self.jump(max((stop.step for stop in self.played if stop.step < self.step), default=self.first))


class Scene(PlayedRun):
    """A search of the position, shown in the tree of minimax."""

    def __init__(self, kind: SceneKind, run: Run, passed: Color | None, whole: Run, rival: Run) -> None:
        """`whole` is minimax on the same position, `rival` alpha-beta."""
        self.tree = whole.tree
        self.coverage = Coverage(whole.tree, run.tree)
        super().__init__(kind, run, passed, stops_of(run, whole, rival, self.coverage), plays_all=False)

    def certainties(self, shown: ShownStep) -> tuple[Certainty, ...]:
        return tuple(map(self._certainty, shown.state.rows))

    def _certainty(self, row: PathRow) -> Certainty:
        found = [state.value for state in row.moves if state.move == row.best and state.value is not None]
        alpha, beta = (found or [row.alpha])[0], row.beta
        if row.color is Color.WHITE:
            alpha, beta = -beta, -alpha
        nodes = self.run.tree
        low, high = alpha if alpha > -INFINITE else None, beta if beta < INFINITE else None
        has_bets = self.run.choice.algorithm is Algorithm.PVS
        is_question = bool(has_bets and nodes.alpha[row.node] + 1 == nodes.beta[row.node])
        return Certainty(row.ply, row.color, low, high, is_question)


class Scenes(TraceJob):
    """The scenes of one position; there are none until all are searched."""

    def __init__(self, board: Board) -> None:
        """Starts the searches. Raises ValueError if the game is over."""
        root_of(board, Choice(Algorithm.MINIMAX, 1))
        self.passed = board.turn if board.must_pass() else None
        """The side that has no move in the given position."""
        self.board = board.after_pass()
        self.scenes: tuple[PlayedRun, ...] = ()
        self._kinds = tuple(kind for kind in PATH if kind.search is not None)
        deep = deepest_plies(self.board)
        choices = [
            Choice(kind.search or Algorithm.MINIMAX, self._plies(kind), **kind.how) for kind in self._kinds
        ]
        super().__init__((*choices, Choice(Algorithm.ALPHABETA, deep, Order.UNSORTED)))
        self.start(self.board)

    def _plies(self, kind: SceneKind) -> int | None:
        """Returns the plies of a scene, None to the end of the game; scenes with a `how` need a number."""
        plies = plies_of(self.board)
        if not kind.how:
            return plies
        return deepest_plies(self.board) if "order" in kind.how else plies or self.board.empties

    def prepare(self, runs: tuple[Run, ...]) -> None:
        *own, at_once = runs
        whole, rival = own[:2]
        self.scenes = tuple(
            PlayedRun(kind, run, self.passed, order_stops(run))
            if run.choice.orders
            else PlayedRun(kind, run, self.passed, depth_stops(run, at_once))
            if run.choice.deepens
            else Scene(kind, run, self.passed, whole, rival)
            for kind, run in zip(self._kinds, own, strict=True)
        )


def plies_of(board: Board) -> int | None:
    """Returns how many plies the scenes of a position look ahead; None is to the end of the game."""
    if board.empties <= PLIES:
        return None
    for plies in range(PLIES, 1, -1):
        if minimax_nodes(board, Choice(Algorithm.MINIMAX, plies))[0] <= MOST_POSITIONS:
            return plies
    return 1


def deepest_plies(board: Board) -> int:
    """Returns the plies of the scene that goes deeper and deeper: one more, unless that takes too long."""
    plies = plies_of(board) or board.empties
    deeper = Choice(Algorithm.ALPHABETA, min(plies + 1, board.empties), Order.UNSORTED)
    return deeper.depth if deeper.depth and estimate_nodes(board, deeper) <= MOST_POSITIONS else plies


class SceneRace(Transport):
    """A race whose steps are depths. `play` starts the search; close the `race` in the end."""

    def __init__(self, board: Board) -> None:
        """Raises ValueError if the game is over or the side to move must pass."""
        depth = min(DEEPEST, deepest_minimax(board, MOST_RACED))
        self.race = Race(board, LANES, Limit(depth=depth), MEGABYTES, spare_processors())
        super().__init__(depth, 1 / SECONDS_A_DEPTH)

    def play(self) -> None:
        """Starts the search and the playback; once it is over, plays it again."""
        self.race.start()
        super().play()

    @property
    def problem(self) -> str:
        """Why a lane could not search; '' if all can."""
        return next((standing.error for standing in self.race.standings if standing.error), "")

    def update(self, dt: float) -> None:
        self.race.update()
        super().update(dt)

    @property
    def known(self) -> int:
        """The depth that all lanes have finished; near the end of the game some skip depths before it."""
        return min(standing.reached for standing in self.race.standings)

    def totals(self, lane: int) -> tuple[tuple[int, int], ...]:
        """Returns (depth, positions searched up to it) for each depth shown, including the growing one."""
        standing = self.race.standings[lane]
        rows = [row.depth for row in standing.depths if row.depth < self.place + 1]
        return tuple((depth, standing.cost(depth)) for depth in rows)

    def winners(self) -> tuple[int, ...]:
        """Returns the lanes that searched the fewest positions, several if even; none until all is shown."""
        return self._fewest(self.last) if self.is_at_end else ()

    def sentence(self) -> Sentence[ScenePhrase]:
        common = set.intersection(*({row.depth for row in each.depths} for each in self.race.standings))
        depth = max((depth for depth in common if depth <= self.place), default=0)
        if not depth:
            return say(ScenePhrase.RACE_START, count=self.last)
        totals, fewest = self._totals(depth), self._fewest(depth)
        names, nodes, whole = Terms(tuple(NAMES[lane] for lane in fewest)), min(totals), totals[0]
        if self.is_at_end and nodes == whole:
            return say(ScenePhrase.RACE_EVEN, whole=whole)
        if self.is_at_end:
            return say(ScenePhrase.RACE_END, names=names, times=Times(whole, nodes))
        phrase = ScenePhrase.RACE_DEPTH_EVEN if nodes == whole else ScenePhrase.RACE_DEPTH
        return say(phrase, count=depth, whole=whole, names=names, nodes=nodes)

    def shares(self) -> Sentence[ScenePhrase] | None:
        """Returns a sentence about what each idea has changed; None until all is shown."""
        if not self.is_at_end:
            return None
        early, betting, remembering = (Change(*pair) for pair in pairwise(self._totals(self.last)))
        return say(ScenePhrase.RACE_SHARES, early=early, betting=betting, remembering=remembering)

    def _totals(self, depth: int) -> list[int]:
        return [standing.cost(depth) for standing in self.race.standings]

    def _fewest(self, depth: int) -> tuple[int, ...]:
        totals = self._totals(depth)
        return tuple(lane for lane, total in enumerate(totals) if total == min(totals))
