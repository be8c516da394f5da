"""The input of a search (Limit, Options) and its output (Progress, Counters): small frozen values.

Scores are in discs, + is good for the side to move in the searched position. This file imports neither NumPy
nor Numba, so that the window appears before they are loaded.
"""

import math
import os
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from game.board import Bitboard, Board, Color, Move
from game.evaluation import FULL_WIDTH, Evaluation, Kind
from game.evaluation import MoveScore as MoveScore  # stored in the nodes of a game
from game.text import N_, _

FULL_STRENGTH: Final = 10  # the highest level
MOST_PLAYERS: Final = 12  # in a tournament
MAX_THREADS: Final = 64  # per search
MOST_RECORDED: Final = 60  # recorded plies of a search tree
LONGEST_MOVE: Final = 86_400.0  # seconds a move may be given: a day


class Algorithm(IntEnum):
    """A search algorithm. The first three search whole trees; SCOUT, MTD(f) and MT-SSS* drive the PVS kernel
    from the root. SSS*, which keeps a list, is a plain search only.
    """

    MINIMAX = 0
    ALPHABETA = 1
    PVS = 2
    SCOUT = 3
    MTDF = 4
    MT_SSS = 5
    SSS = 6

    @property
    def term(self) -> str:
        """The usual name in the literature, in English."""
        return (
            *(N_("minimax"), N_("alpha-beta"), N_("PVS"), N_("SCOUT")),
            *(N_("MTD(f)"), N_("MT-SSS*"), N_("SSS*")),
        )[self]

    @property
    def text(self) -> str:
        """The name on command lines and in files; `parse_algorithm` reads it."""
        return next(name for name, algorithm in ALGORITHM_NAMES.items() if algorithm is self)


ENGINE_ALGORITHMS: Final = tuple(Algorithm)[:-1]


class Order(IntEnum):
    """The order in which the moves of a position are searched; STATIC to FULL each extend the one before.

    The engine has the first four, the plain searches all but FULL, each on its own. From STATIC on the engine
    searches the table's move first, at the root the best move of the last depth. The solver keeps no killers
    or history, so KILLERS equals STATIC there; below 6 empties all orders are the same. One ply before the
    leaves moves are not sorted: killers are first, then squares in four groups.
    """

    UNSORTED = 0  # as generated, from a1 to h8
    STATIC = 1  # by the value of the square, and how few replies a move leaves
    KILLERS = 2  # ... and by cutoffs at the same ply (killers) or anywhere (history)
    FULL = 3  # ... and, far from the leaves, by the evaluation some plies ahead
    WORST_FIRST = 4  # STATIC, reversed
    HISTORY = 5  # by the number of cutoffs, anywhere
    EVALUATION = 6  # by the evaluation after each move, but not one ply before the leaves
    PV_FIRST = 7  # as generated, but the best move of the last depth first


# The names on command lines and in files, in the order in which they are offered.
ALGORITHM_NAMES: Final = {
    "pvs": Algorithm.PVS,
    "alphabeta": Algorithm.ALPHABETA,
    "scout": Algorithm.SCOUT,
    "mtdf": Algorithm.MTDF,
    "mtsss": Algorithm.MT_SSS,
    "minimax": Algorithm.MINIMAX,
}
_OLD_NAMES: Final = {"sss": Algorithm.MT_SSS}
"""Names in older files and scripts; the engine has no SSS* search."""


def parse_algorithm(text: str) -> Algorithm:
    """Reads a name such as 'pvs', 'AlphaBeta' or 'mtd-f'. Raises ValueError."""
    algorithm = (_OLD_NAMES | ALGORITHM_NAMES).get(text.strip().lower().replace("-", ""))
    if algorithm is None:
        sentence = _("{text} is not a search: use {names}", text=repr(text), names=", ".join(ALGORITHM_NAMES))
        raise ValueError(sentence)
    return algorithm


def parse_seconds(text: str) -> float:
    """Reads the time for a move, at most LONGEST_MOVE. Raises ValueError."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise ValueError(_("the time must be a number of seconds above 0, not {text}", text=repr(text)))
    if seconds > LONGEST_MOVE:
        sentence = _("the time must be at most {most} seconds (a day), not {text}")
        raise ValueError(sentence.format(most=f"{LONGEST_MOVE:.0f}", text=repr(text)))
    return seconds


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search stops: after `seconds`, or when `depth` plies are finished; None is no limit.

    With `solve` the book is not used, and a search that is not selective solves the position as soon as the
    moves are ordered, however long it takes.
    """

    seconds: float | None = None
    depth: int | None = None
    solve: bool = False


class SearchNode(NamedTuple):
    """A position to search, seen by the side to move, and the window for its score.

    Scores are tenths of a disc, `depth` plies ahead; with `exact` they are discs at the end of the game, and
    `depth` is the number of empties. With a `confidence` below FULL_WIDTH the search is selective.
    """

    player: Bitboard
    opponent: Bitboard
    alpha: int
    beta: int
    depth: int
    algorithm: Algorithm
    exact: bool
    confidence: int = FULL_WIDTH


@dataclass(frozen=True, slots=True)
class Techniques:
    """Optional techniques of a search; at full width they change the work, never the score of a depth."""

    table: bool = True  # without it the PV is only its first move
    order: Order = Order.FULL
    # Alpha-beta and PVS begin with a window around the last score, or solve win, draw or loss first.
    aspiration: bool = True


ALL_TECHNIQUES: Final = Techniques()


@dataclass(frozen=True, slots=True)
class Options:
    """How to search. `seed` makes the mistakes of lower levels and the book's choices repeatable."""

    algorithm: Algorithm = Algorithm.PVS
    level: int = FULL_STRENGTH
    all_moves: bool = False  # a score for every legal move (hints), not only for the best
    seed: int | None = None
    book: bool = False  # at full strength, play known positions from the engine's opening book
    threads: int = 1  # with one, a search to a fixed depth is the same on every run
    selective: bool = True  # skip nodes that a shallow search predicts to fail; minimax never does
    record: int = 0  # plies below the root that the first thread records
    lines: int = 0  # with all_moves, how many of the best moves get a score; 0 for all
    techniques: Techniques = ALL_TECHNIQUES  # for the kernels; the plain search has none

    def __post_init__(self) -> None:
        if not 1 <= self.threads <= MAX_THREADS:
            raise ValueError(f"a search uses 1 to {MAX_THREADS} threads, not {self.threads}")
        if not 0 <= self.record <= MOST_RECORDED:
            raise ValueError(f"a search records 0 to {MOST_RECORDED} plies, not {self.record}")
        if not 1 <= self.level <= FULL_STRENGTH:
            raise ValueError(f"a level is a number from 1 to {FULL_STRENGTH}, not {self.level}")
        if self.algorithm not in ENGINE_ALGORITHMS:
            raise ValueError(f"the engine has no {self.algorithm.term}")


@dataclass(frozen=True, slots=True)
class Question:
    """The question whether a move scores above `low`, and how much if below `high`; None is an open side."""

    move: Move
    low: float | None
    high: float | None
    depth: int
    kind: Kind
    confidence: int = FULL_WIDTH


@dataclass(frozen=True, slots=True)
class MoveBound(Question):
    """The bounds that a running search has proved for a root move: `low` and `high`, or None if unknown.

    `depth`, `kind` and `confidence` are those of the last iteration that searched it, finished or not.
    """

    @property
    def score(self) -> float | None:
        """The exact score, or None if it is unknown."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True, slots=True)
class Iteration:
    """One finished depth. `nodes` and `seconds` are those of this depth alone; `pv` begins with `move`.

    `confidence` is the probability, in percent, that a selective cut far from the leaves was right; cuts near
    the leaves are bolder (ai/error_model.py).
    """

    depth: int
    kind: Kind
    move: Move
    score: float
    nodes: int
    seconds: float
    algorithm: Algorithm
    confidence: int = FULL_WIDTH
    pv: tuple[Move, ...] = ()


def processors() -> int:
    """Returns the most threads that a search should use on this machine."""
    return min(MAX_THREADS, os.cpu_count() or 1)


def spare_processors() -> int:
    """Returns all `processors` but one for the window or an external engine; at least one."""
    return max(1, processors() - 1)


def evaluation_of(found: MoveScore | Iteration, turn: Color) -> Evaluation:
    """Returns the evaluation, with + for Black, of a position in which `turn` is to move."""
    return Evaluation(turn.sign * found.score, found.depth, found.kind, found.confidence)


@dataclass(frozen=True, slots=True)
class Progress:
    """The results of a search so far, which must agree: they are published by one reference assignment.

    Before the first finished depth `depth` is 0, `score` None and `move` any legal move (PASS if there is
    none). `move` may be newer than `iterations[-1]`: the best move of the running depth, once it is proved
    better. A book move has depth 0 and no iterations, but a score. `bounds` has the bounds of each root move
    so far, `asked` is the question being searched; short iterations publish them only at their end.
    """

    board: Board
    move: Move
    score: float | None
    depth: int
    kind: Kind
    pv: tuple[Move, ...]
    algorithm: Algorithm
    iterations: tuple[Iteration, ...] = ()
    scores: tuple[MoveScore, ...] = ()
    confidence: int = FULL_WIDTH
    bounds: tuple[MoveBound, ...] = ()
    asked: Question | None = None

    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation with + for Black; None without a score."""
        if self.score is None:
            return None
        return Evaluation(self.board.turn.sign * self.score, self.depth, self.kind, self.confidence)


@dataclass(frozen=True, slots=True)
class Counters:
    """A reading of the telemetry of a running or finished search; a share (0 to 1) of nothing is None."""

    nodes: int
    seconds: float
    cutoffs: int = 0
    first_cutoffs: int = 0  # cutoffs made by the first move searched
    null_windows: int = 0  # moves searched with a null window
    researches: int = 0  # ... that had to be searched again
    probes: int = 0
    answers: int = 0  # probes that ended the search of their position
    leaves: int = 0  # nodes scored by the evaluation, as no plies were left

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def first_move_cuts(self) -> float | None:
        return self.first_cutoffs / self.cutoffs if self.cutoffs else None

    @property
    def research_share(self) -> float | None:
        return self.researches / self.null_windows if self.null_windows else None

    @property
    def answer_share(self) -> float | None:
        return self.answers / self.probes if self.probes else None


@dataclass(frozen=True, slots=True)
class Preparation:
    """The state of the kernels: `done` of `total` are compiled; `text` is for the user.

    `warning` is what the user should know once they are ready, or ''. `has_failed` is True if the kernels
    cannot be loaded; then `text` is the reason.
    """

    done: int
    total: int
    text: str
    warning: str = ""
    has_failed: bool = False

    @property
    def is_ready(self) -> bool:
        return self.done >= self.total

    @property
    def is_over(self) -> bool:
        """Whether the kernels are ready or have failed."""
        return self.is_ready or self.has_failed
