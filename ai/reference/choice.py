"""A learner's choice of a plain search: its check, its run, and an estimate of its nodes."""

import math
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

from ai.limits import Algorithm, Order
from ai.reference.evaluation import count_discs, evaluate
from ai.reference.searches import INFINITE, Memory, Searches
from ai.reference.sss import StateSpaceSearch
from ai.reference.tree import SILENT, Evaluate, Event, Observer, Tree, TreePosition, children
from ai.reference.written import WrittenNodes, WrittenTree
from ai.search.drivers import aspire, deepen, mtdf
from ai.weights import ONE_DISC
from game.board import Bitboard, Board, legal_moves
from game.text import _

ASPIRATION_DISCS: Final = 3  # half the width of the first aspiration window
MAX_PLIES: Final = 7
MAX_EMPTIES: Final = 8  # of a search to the end of the game
# Searches that can start from an expected score; the others have no window, or only the widest.
ASPIRING: Final = (Algorithm.ALPHABETA, Algorithm.PVS, Algorithm.MTDF)
# Searches without a transposition table: with one, minimax would not search the whole tree.
WITHOUT_TABLE: Final = (Algorithm.MINIMAX, Algorithm.SSS)


Root: TypeAlias = Board | WrittenTree
"""The root of a search."""


class Evaluator(Enum):
    """The function that evaluates the leaves."""

    LEARNED = "learned"
    DISCS = "discs"  # the current disc lead


@dataclass(frozen=True, slots=True)
class Choice:
    """A plain search `depth` plies deep, in tenths of a disc, or (None) to the end of the game, in discs.

    With `aspiration` the search deepens step by step and expects the score of the last depth: alpha-beta and
    PVS start with a window around it, MTD(f) from it. Only ASPIRING searches use it; all but those
    WITHOUT_TABLE use `memory`. If there are `orders`, each gets a new search, in place of `order`. Raises
    ValueError for a depth outside 1 to MAX_PLIES.
    """

    algorithm: Algorithm = Algorithm.PVS
    depth: int | None = 5
    order: Order = Order.STATIC
    memory: Memory = Memory.OFF
    aspiration: bool = False
    evaluator: Evaluator = Evaluator.LEARNED
    orders: tuple[Order, ...] = ()

    def __post_init__(self) -> None:
        if self.depth is not None and not 1 <= self.depth <= MAX_PLIES:
            sentence = _("a search in slow motion is 1 to {most} plies deep, not {depth}")
            raise ValueError(sentence.format(most=MAX_PLIES, depth=self.depth))

    @property
    def unit(self) -> int:
        """The score of one disc."""
        return 1 if self.depth is None else ONE_DISC

    @property
    def aspires(self) -> bool:
        return self.aspiration and self.algorithm in ASPIRING

    @property
    def deepens(self) -> bool:
        """Whether the search goes through all depths up to `depth`. SSS* does not: it remembers no moves."""
        is_possible = self.depth is not None and self.algorithm is not Algorithm.SSS
        return is_possible and (self.aspires or self.order is Order.PV_FIRST)

    @property
    def remembers(self) -> bool:
        return self.memory is not Memory.OFF and self.algorithm not in WITHOUT_TABLE

    def fitting(self, root: Root) -> "Choice":
        """Returns the choice for this root: a written tree fixes depth and order, and is never deepened."""
        if isinstance(root, Board):
            return self
        return replace(self, depth=root.depth, order=Order.UNSORTED, orders=(), aspiration=False)


def root_of(board: Root, choice: Choice) -> TreePosition:
    """Returns the root node. Raises ValueError if the game is over, or its end too far away to search."""
    if isinstance(board, WrittenTree):
        return WrittenNodes(board).root()
    if board.is_over():
        sentence = _("the game is over, so there is nothing to search in {position}", position=board.text())
        raise ValueError(sentence)
    if choice.depth is None and board.empties > MAX_EMPTIES:
        sentence = _(
            "slow motion can search to the end from at most {most} empty squares, not {empties}: {position}"
        )
        raise ValueError(sentence.format(empties=board.empties, most=MAX_EMPTIES, position=board.text()))
    return TreePosition(board.player, board.opponent, board.empties if choice.depth is None else choice.depth)


def search(board: Root, choice: Choice, observer: Observer = SILENT) -> int:
    """Returns the score for the side to move. Raises ValueError as `root_of`, or what the observer raises."""
    root, choice, score = root_of(board, choice), choice.fitting(board), 0
    for order in choice.orders:
        observer.note(Event.ANOTHER_PASS, root, -INFINITE, INFINITE, detail=1 + order)
        score = _search(board, root, replace(choice, order=order), observer)
    return score if choice.orders else _search(board, root, choice, observer)


def _search(board: Root, root: TreePosition, choice: Choice, observer: Observer) -> int:
    evaluator: Evaluate = evaluate if choice.evaluator is Evaluator.LEARNED else count_discs
    tree = Tree(evaluator, choice.order, observer, choice.unit)
    if isinstance(board, WrittenTree):
        tree = WrittenNodes(board, observer)
    searches = Searches(tree, choice.memory if choice.remembers else Memory.OFF)
    if choice.algorithm is Algorithm.SSS:
        return StateSpaceSearch(tree, root).solve()

    def search_window(alpha: int, beta: int) -> int:
        observer.note(Event.ANOTHER_PASS, root, alpha, beta)
        return tree_search(root, alpha, beta)

    def search_depth(depth: int, guess: int) -> int:
        nonlocal root
        root = root._replace(depth=depth)
        if choice.algorithm is Algorithm.MTDF:
            return mtdf(search_window, guess, INFINITE)
        if choice.algorithm is Algorithm.MT_SSS:
            return mtdf(search_window, INFINITE, INFINITE)
        if choice.aspires:
            return aspire(search_window, guess, (ASPIRATION_DISCS * choice.unit, 2 * INFINITE), INFINITE)
        if choice.deepens:
            observer.note(Event.ANOTHER_PASS, root, -INFINITE, INFINITE)
        if choice.algorithm is Algorithm.MINIMAX:
            return searches.minimax(root)
        if choice.algorithm is Algorithm.SCOUT:
            return searches.scout(root)
        return tree_search(root, -INFINITE, INFINITE)

    tree_search = searches.pvs if choice.algorithm is Algorithm.PVS else searches.alphabeta
    guess = tree.guess(root)
    return deepen(search_depth, guess, root.depth) if choice.deepens else search_depth(root.depth, guess)


# Random paths down a tree, enough to estimate its size within a few percent.
_PROBES: Final = 300
# At five plies a pruned tree has about as many nodes as the whole one raised to this power; with fewer plies
# the power is a little lower, with more plies higher.
_POWERS: Final = {
    **{Order.STATIC: 0.68, Order.UNSORTED: 0.77, Order.WORST_FIRST: 0.88, Order.KILLERS: 0.72},
    **{Order.HISTORY: 0.7, Order.EVALUATION: 0.63, Order.PV_FIRST: 0.68},
}
# Nodes relative to alpha-beta, of searches that need more or fewer.
_SHARES: Final = {Algorithm.SCOUT: 1.1, Algorithm.MT_SSS: 1.2, Algorithm.SSS: 0.9}
# Without a table, searches that repeat the root need far more, most of all if the best moves come late: these
# are geometric means of middle games at five plies; some games need a third of that or three times as much.
_FORGETFUL_SHARES: Final = {
    Algorithm.MTDF: {Order.STATIC: 2.0, Order.UNSORTED: 5.0, Order.WORST_FIRST: 8.0},
    Algorithm.MT_SSS: {Order.STATIC: 10.0, Order.UNSORTED: 25.0, Order.WORST_FIRST: 40.0},
}
_FORGETFUL_SHARE: Final = {Algorithm.MTDF: 2.0, Algorithm.MT_SSS: 20.0}  # in other orders
# Nodes of the largest tree that is counted, in some tenths of a second, instead of estimated.
_COUNTED: Final = 300_000


def estimate_nodes(board: Root, choice: Choice) -> int:
    """Estimates how many nodes the search enters. Raises ValueError as `root_of`."""
    if isinstance(board, WrittenTree):
        return len(board.moves)
    if choice.orders:
        single = (replace(choice, order=order, orders=()) for order in choice.orders)
        return sum(estimate_nodes(board, each) for each in single)
    nodes = _estimate_whole(root_of(board, choice))
    if choice.algorithm is Algorithm.MINIMAX:
        return round(nodes)
    share = _SHARES.get(choice.algorithm, 1.0)
    if choice.memory is Memory.OFF and choice.algorithm in _FORGETFUL_SHARES:
        default = _FORGETFUL_SHARE[choice.algorithm]
        share = _FORGETFUL_SHARES[choice.algorithm].get(choice.order, default)
    return round(share * math.pow(nodes, _POWERS[choice.order]))


def minimax_nodes(board: Root, choice: Choice) -> tuple[int, bool]:
    """Returns (nodes of minimax at the same depth, whether that is exact). Raises ValueError as `root_of`."""
    if isinstance(board, WrittenTree):
        return len(board.moves), True
    root = root_of(board, choice)
    nodes = _estimate_whole(root)
    if nodes > _COUNTED:
        return round(nodes), False
    return _count(root.player, root.opponent, root.depth), True


@lru_cache
def _estimate_whole(root: TreePosition) -> float:
    """Averages random paths down the tree: Knuth 1975, "Estimating the efficiency of backtrack programs"."""
    rng = Random(0)
    total = 0.0
    for _probe in range(_PROBES):
        player, opponent, depth, width = root.player, root.opponent, root.depth, 1
        total += 1
        while depth > 0:
            moves = list(children(player, opponent))
            if moves:
                width *= len(moves)
                depth -= 1
                _, player, opponent = rng.choice(moves)
            elif legal_moves(opponent, player):
                player, opponent = opponent, player
            else:
                break
            total += width
    return total / _PROBES


def _count(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    if depth == 0:
        return 1
    moves = legal_moves(player, opponent)
    if not moves:
        return 1 + (_count(opponent, player, depth) if legal_moves(opponent, player) else 0)
    if depth == 1:
        return 1 + moves.bit_count()
    return 1 + sum(_count(child, rest, depth - 1) for _, child, rest in children(player, opponent))
