"""How many nodes a plain search will need, before it is run."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice, root_of
from ai.reference.position import Position
from ai.reference.searches import Memory
from ai.reference.tree import children
from game.board import Bitboard, Board, legal_moves

# Ways down the tree; with this many the estimate of a whole tree is right within a few percent.
_PROBES: Final = 300
# At five plies a tree with pruning has about the number of nodes of the whole one raised to this power. With
# fewer plies it is more, with more it is less.
_POWERS: Final = {Order.STATIC: 0.68, Order.UNSORTED: 0.77, Order.WORST_FIRST: 0.88}
# Nodes in parts of alpha-beta's.
_SHARES: Final = {
    Algorithm.ALPHABETA: 1.0,
    Algorithm.PVS: 1.0,
    Algorithm.SCOUT: 1.1,
    Algorithm.MTDF: 1.0,
    Algorithm.MT_SSS: 1.2,
    Algorithm.SSS: 0.9,
}
# Without a table those that search the root again and again need far more, and the more the later the best
# moves come: geometric means of middle games at five plies, of which single ones need a third or three times.
_FORGETFUL_SHARES: Final = {
    Algorithm.MTDF: {Order.STATIC: 2.0, Order.UNSORTED: 5.0, Order.WORST_FIRST: 8.0},
    Algorithm.MT_SSS: {Order.STATIC: 10.0, Order.UNSORTED: 25.0, Order.WORST_FIRST: 40.0},
}
# The largest tree that is counted and not estimated; that takes some tenths of a second.
_COUNTED: Final = 300_000


def estimate_nodes(board: Board, choice: Choice) -> int:
    """About how many nodes the search enters. Raises ValueError as `root_of`."""
    nodes = _estimate_whole(root_of(board, choice))
    if choice.algorithm is Algorithm.MINIMAX:
        return round(nodes)
    share = _SHARES[choice.algorithm]
    if choice.memory is Memory.OFF and choice.algorithm in _FORGETFUL_SHARES:
        share = _FORGETFUL_SHARES[choice.algorithm][choice.order]
    return round(share * math.pow(nodes, _POWERS[choice.order]))


def minimax_nodes(board: Board, choice: Choice) -> tuple[int, bool]:
    """(What minimax needs for the same depth; whether that is exact). Raises ValueError as `root_of`."""
    root = root_of(board, choice)
    nodes = _estimate_whole(root)
    if nodes > _COUNTED:
        return round(nodes), False
    return _count(root.player, root.opponent, root.depth), True


def _estimate_whole(root: Position) -> float:
    """Knuth 1975, "Estimating the efficiency of backtrack programs": at random down the tree, multiplying the
    numbers of moves; the mean is right.
    """
    rng = Random(0)
    total = 0.0
    for _ in range(_PROBES):
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
