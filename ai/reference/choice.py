"""Which plain search, and how: what a learner chooses, checked, and run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import partial
from typing import Final

from ai.limits import Algorithm
from ai.reference.evaluation import count_discs, evaluate
from ai.reference.observer import SILENT, Observer
from ai.reference.position import Position
from ai.reference.searches import ASPIRATION_DISCS, INFINITE, Memory, Searches
from ai.reference.sss import sss
from ai.reference.tree import Evaluate, Order, Tree
from ai.weights import ONE_DISC
from game.board import Board
from game.text import _

MAX_PLIES: Final = 7
MAX_EMPTIES: Final = 8
"""The most that are searched to the end of the game."""


class PlainSearch(IntEnum):
    """The first six are numbered as in ai.limits.Algorithm; SSS* with its list is known here alone."""

    MINIMAX = 0
    ALPHABETA = 1
    PVS = 2
    SCOUT = 3
    MTDF = 4
    MT_SSS = 5
    SSS = 6

    @property
    def label(self) -> str:
        term = "SSS*" if self is PlainSearch.SSS else Algorithm(self).term
        return term[:1].upper() + term[1:]

    @property
    def can_aspire(self) -> bool:
        """Whether the search begins from an expected score: the others know no window, or only the widest."""
        return self in (PlainSearch.ALPHABETA, PlainSearch.PVS, PlainSearch.MTDF)

    @property
    def has_table(self) -> bool:
        """Whether it can use a transposition table: minimax would not be the whole tree any more."""
        return self not in (PlainSearch.MINIMAX, PlainSearch.SSS)


class Evaluator(Enum):
    """What values the leaves."""

    LEARNED = "learned"
    DISCS = "discs"  # who has more of them now


@dataclass(frozen=True, slots=True)
class Choice:
    """`depth` is in plies, the score then in tenths of a disc; None is to the end of the game, in discs.

    With `aspiration` the search deepens step by step and expects the last depth's score: alpha-beta and PVS
    begin with a window around it, MTD(f) with a guess. It is as nothing where `can_aspire` is false, and so
    is `memory` where `has_table` is. Raises ValueError for a depth that is not 1 to MAX_PLIES.
    """

    algorithm: PlainSearch = PlainSearch.PVS
    depth: int | None = 5
    order: Order = Order.SORTED
    memory: Memory = Memory.OFF
    aspiration: bool = False
    evaluator: Evaluator = Evaluator.LEARNED

    def __post_init__(self) -> None:
        if self.depth is not None and not 1 <= self.depth <= MAX_PLIES:
            sentence = _("a search in slow motion is 1 to {most} plies deep, not {depth}")
            raise ValueError(sentence.format(most=MAX_PLIES, depth=self.depth))

    @property
    def unit(self) -> int:
        """So many of the score are a disc."""
        return 1 if self.depth is None else ONE_DISC

    @property
    def aspires(self) -> bool:
        return self.aspiration and self.algorithm.can_aspire

    @property
    def remembers(self) -> bool:
        return self.memory is not Memory.OFF and self.algorithm.has_table


def root_of(board: Board, choice: Choice) -> Position:
    """Raises ValueError when the game is over, or its end too far away."""
    if board.is_over():
        sentence = _("the game is over, there is nothing to search in {position}")
        raise ValueError(sentence.format(position=board.text()))
    if choice.depth is None and board.empties > MAX_EMPTIES:
        sentence = _(
            "to the end of the game there are {empties} empty squares to go, and slow motion searches {most} "
            "at most: {position}"
        )
        raise ValueError(sentence.format(empties=board.empties, most=MAX_EMPTIES, position=board.text()))
    return Position(board.player, board.opponent, board.empties if choice.depth is None else choice.depth)


def search(board: Board, choice: Choice, observer: Observer = SILENT) -> int:
    """The score for the side to move. Raises ValueError as `root_of`, and whatever the observer raises."""
    root = root_of(board, choice)
    evaluator = _EVALUATORS[choice.evaluator]
    tree = Tree(evaluator, choice.order, observer, choice.unit)
    searches = Searches(tree, choice.memory if choice.remembers else Memory.OFF)
    if choice.algorithm is PlainSearch.SSS:
        return sss(tree, root)
    if choice.algorithm is PlainSearch.MINIMAX:
        return searches.minimax(root)
    if choice.algorithm is PlainSearch.SCOUT:
        return searches.scout(root)
    if choice.algorithm is PlainSearch.MT_SSS:
        return searches.mtdf(root, INFINITE)
    if choice.algorithm is PlainSearch.MTDF:
        close_in = searches.mtdf
    else:
        window = searches.alphabeta if choice.algorithm is PlainSearch.ALPHABETA else searches.pvs
        if not choice.aspires:
            return window(root, -INFINITE, INFINITE)
        close_in = partial(searches.aspire, window, ASPIRATION_DISCS * choice.unit)
    # Deepen, and expect the last score; at the end of a game there are no shallower scores.
    score = round(evaluator(root.player, root.opponent) * choice.unit / ONE_DISC)
    depths = range(1, root.depth + 1) if choice.aspires and choice.depth is not None else [root.depth]
    for depth in depths:
        score = close_in(root._replace(depth=depth), score)
    return score


_EVALUATORS: Final[dict[Evaluator, Evaluate]] = {
    Evaluator.LEARNED: evaluate,
    Evaluator.DISCS: count_discs,
}
