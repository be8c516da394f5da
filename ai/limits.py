"""What a search is asked (Limit, Options) and what it answers (Progress, Counters): small frozen values.

Scores are in discs, + is good for the side to move of the searched position. This file imports neither NumPy
nor Numba, so that the window is on the screen before they are loaded.
"""

import math
import os
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from game.board import Bitboard, Board, Color, Move
from game.evaluation import FULL_WIDTH, Evaluation, Kind
from game.evaluation import MoveScore as MoveScore  # which nodes of a game keep
from game.text import N_, _

FULL_STRENGTH: Final = 10  # the highest level
MOST_PLAYERS: Final = 12  # of a tournament
MAX_THREADS: Final = 64  # of one search
MOST_RECORDED: Final = 60  # plies of the tree of a search
LONGEST_MOVE: Final = 86_400.0  # seconds that may be asked for a move: a day


class Algorithm(IntEnum):
    """The first three search whole trees; SCOUT, MTD(f) and MT-SSS* drive the PVS kernel from the root. SSS*,
    which keeps a list, is a plain search only.
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
        """The field's word for it, in English."""
        return (
            *(N_("minimax"), N_("alpha-beta"), N_("PVS"), N_("SCOUT")),
            *(N_("MTD(f)"), N_("MT-SSS*"), N_("SSS*")),
        )[self]

    @property
    def text(self) -> str:
        """Its name on command lines and in files; `parse_algorithm` reads it."""
        return next(name for name, algorithm in ALGORITHM_NAMES.items() if algorithm is self)


ENGINE_ALGORITHMS: Final = tuple(Algorithm)[:-1]


class Order(IntEnum):
    """The order in which the moves of a position are searched; from STATIC to FULL each adds to the one
    before.

    The engine has the first four, the plain searches all but FULL, each by itself. In the engine
    the table's move comes first from STATIC on, at the root the best move of the last depth. The solver
    remembers no moves, so KILLERS is STATIC there, and below 6 empties all orders are the same. One ply
    before the leaves nothing is sorted: killers come first, then squares in four groups.
    """

    UNSORTED = 0  # as generated, from a1 to h8
    STATIC = 1  # what a square is worth, and how few replies a move leaves
    KILLERS = 2  # ... and what cut in its place (killer moves), or often, anywhere (history)
    FULL = 3  # ... and far from the leaves what the evaluation says, some plies ahead
    WORST_FIRST = 4  # STATIC, reversed
    HISTORY = 5  # what cut most often, anywhere
    EVALUATION = 6  # what the evaluation says after each move, but not one ply before the leaves
    PV_FIRST = 7  # as generated, but the best move of the depth before is first


# What command lines and files call them, in the order they are offered.
ALGORITHM_NAMES: Final = {
    "pvs": Algorithm.PVS,
    "alphabeta": Algorithm.ALPHABETA,
    "scout": Algorithm.SCOUT,
    "mtdf": Algorithm.MTDF,
    "mtsss": Algorithm.MT_SSS,
    "minimax": Algorithm.MINIMAX,
}
_OLD_NAMES: Final = {"sss": Algorithm.MT_SSS}
"""Names in files and scripts of before; SSS* itself is no search of the engine."""


def parse_algorithm(text: str) -> Algorithm:
    """'pvs', 'AlphaBeta', 'mtd-f' -> the search. Raises ValueError."""
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
    """When to stop: after `seconds`, or when `depth` plies are finished; None is no limit.

    With `solve` the book does not answer, and a search that leaves nothing out seeks the exact result as soon
    as the moves are in order, however long it takes.
    """

    seconds: float | None = None
    depth: int | None = None
    solve: bool = False


class SearchNode(NamedTuple):
    """A position to search, seen by the side to move, and the window for its score.

    Scores are tenths of a disc, `depth` plies ahead; with `exact` they are discs at the end of the game, and
    `depth` is the number of empties. Below FULL_WIDTH the search is selective.
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
    """What a search may use; at full width it changes the work, never the score of a depth."""

    table: bool = True  # without it the PV is its first move alone
    order: Order = Order.FULL
    # Alpha-beta and PVS begin with a window around the last score, or ask the solver first who wins.
    aspiration: bool = True


ALL_TECHNIQUES: Final = Techniques()


@dataclass(frozen=True, slots=True)
class Options:
    """How to search. `seed` makes the mistakes of lower levels and the book's choices repeatable."""

    algorithm: Algorithm = Algorithm.PVS
    level: int = FULL_STRENGTH
    all_moves: bool = False  # a score for every legal move (hints), not only for the best
    seed: int | None = None
    book: bool = False  # at full strength, answer from the engine's opening book what it knows
    threads: int = 1  # with one, a search to a fixed depth is the same on every run
    selective: bool = True  # skip what a shallow search predicts to fail; minimax never does
    record: int = 0  # plies of the tree below the root that are recorded, of the first thread
    lines: int = 0  # with all_moves, how many of the best moves get a score; 0 for all
    techniques: Techniques = ALL_TECHNIQUES  # of the kernels; the plain search has none

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
    """Whether a move scores above `low`, and how much while it is below `high`; None is an open side."""

    move: Move
    low: float | None
    high: float | None
    depth: int
    kind: Kind
    confidence: int = FULL_WIDTH


@dataclass(frozen=True, slots=True)
class MoveBound(Question):
    """What a running search has proved of a root move: a score of at least `low` and at most `high`, or None.

    `depth`, `kind` and `confidence` are those of the last iteration that asked, finished or not.
    """

    @property
    def score(self) -> float | None:
        """None where it is not known exactly."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True, slots=True)
class Iteration:
    """One finished depth. `nodes` and `seconds` are those of this depth alone; `pv` begins with `move`.

    `confidence` is how likely, in percent, each cut of the selective search was right far from the leaves;
    nearer they are bolder (ai/error_model.py).
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
    """The most threads that a search should be given on this machine."""
    return min(MAX_THREADS, os.cpu_count() or 1)


def spare_processors() -> int:
    """All but one, which the window or an outside engine needs; at least one."""
    return max(1, processors() - 1)


def evaluation_of(found: MoveScore | Iteration, turn: Color) -> Evaluation:
    """Its score with + for Black, of a position in which `turn` is to move."""
    return Evaluation(turn.sign * found.score, found.depth, found.kind, found.confidence)


@dataclass(frozen=True, slots=True)
class Progress:
    """Facts that must agree, published together by one reference assignment.

    Before the first finished depth `depth` is 0, `score` None and `move` any legal move (PASS if there is
    none). `move` may be newer than `iterations[-1]`: the candidate of the running depth, once it is proved
    better. An answer from the book has the depth 0 and no iterations, but a score. `bounds` are what is known
    of each root move so far, `asked` is the question being searched; short iterations publish them only at
    their end.
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
        """The score with + for Black."""
        if self.score is None:
            return None
        return Evaluation(self.board.turn.sign * self.score, self.depth, self.kind, self.confidence)


@dataclass(frozen=True, slots=True)
class Counters:
    """A reading of the telemetry of a running or finished search; a share (0 .. 1) of nothing is None."""

    nodes: int
    seconds: float
    cutoffs: int = 0
    first_cutoffs: int = 0  # cutoffs made by the first move searched
    null_windows: int = 0  # moves searched with a null window
    researches: int = 0  # ... that had to be searched again
    probes: int = 0
    answers: int = 0  # probes that ended the search of their position
    leaves: int = 0  # nodes that the evaluation valued, as no plies were left

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
    """How far the kernels are: `done` of `total` compiled; `text` is for people.

    `warning` is what they should know once it is ready, or ''. Where the kernels cannot be loaded it
    `has_failed`, and `text` is the reason.
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
        """Whether it will not change any more."""
        return self.is_ready or self.has_failed
