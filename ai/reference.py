"""The searches in the plainest Python, over the rules of game/board.py.

They are the oracle of the kernels (same scores on every position) and play while the kernels compile. Scores
are whole tenths of a disc, as in the kernels; a pass costs no depth; all are fail-soft.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

from ai.limits import Algorithm
from ai.patterns import STAGE_EMPTIES, STAGE_SIZE, places
from ai.telemetry import Abandoned, Slot, Telemetry
from ai.weights import MAX_SCORE, ONE_DISC, WEIGHT_SCALE, Weights, default_weights
from game.board import Bitboard, Move, Square, final_score, flips, legal_moves, squares
from game.evaluation import FULL_WIDTH

# Below every score.
_NOTHING: Final = -MAX_SCORE - 1

# Once in so many nodes, about a millisecond, the search looks whether it is replaced and lets other threads
# in: it holds the interpreter, and the window must stay smooth.
_NODES_PER_BREATH: Final = 32
# How long it sleeps then, in seconds: enough for a waiting thread to take over.
_BREATH: Final = 0.0001


def _offset(square: Square, dx: int, dy: int) -> Square | None:
    x, y = square % 8 + dx, square // 8 + dy
    return 8 * y + x if 0 <= x < 8 and 0 <= y < 8 else None


def _line(square: Square, dx: int, dy: int) -> Bitboard:
    """All squares of the line through `square` along one axis."""
    line = 1 << square
    for sign in (1, -1):
        step = _offset(square, sign * dx, sign * dy)
        while step is not None:
            line |= 1 << step
            step = _offset(step, sign * dx, sign * dy)
    return line


_AXES: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))

# For each square and axis: the whole line, the squares next to it on the axis, and whether one of these is
# off the board.
_LINES: Final = tuple(tuple(_line(square, dx, dy) for dx, dy in _AXES) for square in range(64))
_NEXT: Final = tuple(
    tuple(
        sum(1 << near for near in (_offset(square, dx, dy), _offset(square, -dx, -dy)) if near is not None)
        for dx, dy in _AXES
    )
    for square in range(64)
)
_AT_BORDER: Final = tuple(
    tuple(_offset(square, dx, dy) is None or _offset(square, -dx, -dy) is None for dx, dy in _AXES)
    for square in range(64)
)


def stable_discs(player: Bitboard, opponent: Bitboard) -> Bitboard:
    """The discs of `player` that a local rule proves safe for ever, as a fixpoint.

    A disc is stable if on each of the four axes the line through it is completely full, or a neighbour on
    that axis is the border or a stable disc of the same colour.
    """
    discs = player | opponent
    stable = 0
    while True:
        grown = stable
        for square in squares(player & ~stable):
            if all(
                border or stable & near or discs & line == line
                for line, near, border in zip(_LINES[square], _NEXT[square], _AT_BORDER[square], strict=True)
            ):
                grown |= 1 << square
        if grown == stable:
            return stable
        stable = grown


def evaluate(player: Bitboard, opponent: Bitboard, weights: Weights | None = None) -> int:
    """The estimate for `player`, to move, in tenths of a disc: the sum of its weights, rounded, clamped.

    Without `weights` it is the program's own.
    """
    values = (weights or default_weights()).values
    stage = (64 - (player | opponent).bit_count()) // STAGE_EMPTIES * STAGE_SIZE
    moves = legal_moves(player, opponent).bit_count()
    replies = legal_moves(opponent, player).bit_count()
    total = sum(values[stage + place] for place in places(player, opponent, moves, replies))
    return max(min((total + WEIGHT_SCALE // 2) // WEIGHT_SCALE, MAX_SCORE), -MAX_SCORE)


def leaf(player: Bitboard, opponent: Bitboard, depth: int, weights: Weights | None = None) -> int | None:
    """The score of a position that is not searched on: the result if the game is over, the estimate at depth
    0.
    """
    if not legal_moves(player, opponent) and not legal_moves(opponent, player):
        return ONE_DISC * final_score(player, opponent)
    return evaluate(player, opponent, weights) if depth <= 0 else None


def children(player: Bitboard, opponent: Bitboard) -> Iterator[tuple[Move, Bitboard, Bitboard]]:
    """Each legal move and what the other side, then to move, has and faces."""
    for square in squares(legal_moves(player, opponent)):
        turned = flips(player, opponent, square)
        yield square, opponent ^ turned, player ^ turned ^ (1 << square)


class Reference:
    """Minimax, alpha-beta and PVS; `midgame` answers like the kernel of that name.

    `enter` is called at every node; it may raise Abandoned. `best` holds the best move of every position
    whose value fell inside its window, for the PV.
    """

    def __init__(self, enter: Callable[[], None] = lambda: None, weights: Weights | None = None) -> None:
        self.enter = enter
        self.weights = weights
        self.best: dict[tuple[Bitboard, Bitboard], Move] = {}

    def midgame(
        self, player: Bitboard, opponent: Bitboard, alpha: int, beta: int, depth: int, algorithm: Algorithm
    ) -> int:
        if algorithm is Algorithm.MINIMAX:
            return self.minimax(player, opponent, depth)
        search = self.alphabeta if algorithm is Algorithm.ALPHABETA else self.pvs
        return search(player, opponent, alpha, beta, depth)

    def minimax(self, player: Bitboard, opponent: Bitboard, depth: int) -> int:
        self.enter()
        score = leaf(player, opponent, depth, self.weights)
        if score is not None:
            return score
        best = _NOTHING
        for move, child, rest in children(player, opponent):
            score = -self.minimax(child, rest, depth - 1)
            if score > best:
                best = score
                self.best[player, opponent] = move
        return best if best != _NOTHING else -self.minimax(opponent, player, depth)

    def alphabeta(self, player: Bitboard, opponent: Bitboard, alpha: int, beta: int, depth: int) -> int:
        """Edwards & Hart 1961; Knuth & Moore 1975."""
        self.enter()
        score = leaf(player, opponent, depth, self.weights)
        if score is not None:
            return score
        best = _NOTHING
        for move, child, rest in children(player, opponent):
            score = -self.alphabeta(child, rest, -beta, -max(alpha, best), depth - 1)
            if score > best:
                best = score
                if score > alpha:
                    self.best[player, opponent] = move
                if best >= beta:
                    break
        return best if best != _NOTHING else -self.alphabeta(opponent, player, -beta, -alpha, depth)

    def pvs(self, player: Bitboard, opponent: Bitboard, alpha: int, beta: int, depth: int) -> int:
        """Marsland & Campbell 1982; Reinefeld 1983."""
        self.enter()
        score = leaf(player, opponent, depth, self.weights)
        if score is not None:
            return score
        best = _NOTHING
        for move, child, rest in children(player, opponent):
            lower = max(alpha, best)
            if best == _NOTHING:
                score = -self.pvs(child, rest, -beta, -lower, depth - 1)
            else:
                score = -self.pvs(child, rest, -lower - 1, -lower, depth - 1)
                if lower < score < beta:
                    score = -self.pvs(child, rest, -beta, -score, depth - 1)
            if score > best:
                best = score
                if score > alpha:
                    self.best[player, opponent] = move
                if best >= beta:
                    break
        return best if best != _NOTHING else -self.pvs(opponent, player, -beta, -alpha, depth)


class ReferenceSearcher:
    """The reference as the root search wants it: counts into the telemetry and leaves when told to."""

    solves_endgames: Final = False

    def __init__(
        self, telemetry: Telemetry, is_replaced: Callable[[], bool], weights: Weights | None = None
    ) -> None:
        """`is_replaced` says that something better can take over: the running iteration is then abandoned."""
        self._telemetry = telemetry
        self._is_replaced = is_replaced
        self._algorithm = Algorithm.PVS
        self._reference = Reference(self._enter, weights)

    def midgame(
        self,
        player: Bitboard,
        opponent: Bitboard,
        alpha: int,
        beta: int,
        depth: int,
        algorithm: Algorithm,
        confidence: int = FULL_WIDTH,  # noqa: ARG002 - it leaves nothing out
    ) -> int:
        self._algorithm = algorithm
        return self._reference.midgame(player, opponent, alpha, beta, depth, algorithm)

    def endgame(
        self,
        player: Bitboard,
        opponent: Bitboard,
        alpha: int,
        beta: int,
        algorithm: Algorithm,
        confidence: int = FULL_WIDTH,  # noqa: ARG002
    ) -> int:
        """Discs: the middle game's search to the last square, so no quicker than that."""
        depth = 64 - (player | opponent).bit_count()
        return self.midgame(player, opponent, ONE_DISC * alpha, ONE_DISC * beta, depth, algorithm) // ONE_DISC

    def best_reply(self, player: Bitboard, opponent: Bitboard, exact: bool) -> Move | None:  # noqa: ARG002
        return self._reference.best.get((player, opponent))

    def table_fill(self) -> int:
        return 0

    def nodes(self) -> int:
        return self._telemetry[Slot.NODES]

    def _enter(self) -> None:
        row = self._telemetry
        if row[Slot.STOP] or row[Slot.WANTED] != self._algorithm:
            raise Abandoned
        row[Slot.NODES] += 1
        if row[Slot.NODES] % _NODES_PER_BREATH == 0:
            time.sleep(_BREATH)
            if self._is_replaced():
                raise Abandoned
