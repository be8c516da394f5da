"""The searches in the plainest Python, over the rules of game/board.py.

They are the oracle of the kernels (same scores on every position) and play while the kernels compile. Scores
are whole tenths of a disc, as in the kernels; a pass costs no depth; all are fail-soft.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

from ai.limits import FULL_WIDTH, Algorithm
from ai.telemetry import Abandoned, Slot, Telemetry
from ai.weights import MAX_SCORE, ONE_DISC, STAGE_EMPTIES, WEIGHT_SCALE, WEIGHTS
from game.board import FULL, Bitboard, Move, Square, final_score, flips, legal_moves, squares

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
_CORNERS: Final = (0, 7, 56, 63)

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
_AROUND: Final = tuple(sum(_NEXT[square]) for square in range(64))
# For each corner: the square diagonally next to it, and the two beside it on the border.
_X_SQUARES: Final = {0: 1 << 9, 7: 1 << 14, 56: 1 << 49, 63: 1 << 54}
_C_SQUARES: Final = {corner: _AROUND[corner] & ~x_square for corner, x_square in _X_SQUARES.items()}


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


def neighbours(bits: Bitboard) -> Bitboard:
    """The squares next to a disc of `bits`."""
    around = 0
    for square in squares(bits):
        around |= _AROUND[square]
    return around


def features(player: Bitboard, opponent: Bitboard) -> tuple[int, ...]:
    """What is counted, in the order of weights.FEATURES: each for the side to move less the other."""
    empty = ~(player | opponent) & FULL
    corners = sum(1 << corner for corner in _CORNERS)
    x_squares = sum(_X_SQUARES[corner] for corner in _CORNERS if empty >> corner & 1)
    c_squares = sum(_C_SQUARES[corner] for corner in _CORNERS if empty >> corner & 1)

    def counted(of_player: Bitboard, of_opponent: Bitboard) -> int:
        return of_player.bit_count() - of_opponent.bit_count()

    return (
        1,
        counted(legal_moves(player, opponent), legal_moves(opponent, player)),
        counted(neighbours(opponent) & empty, neighbours(player) & empty),
        counted(player & corners, opponent & corners),
        counted(player & x_squares, opponent & x_squares),
        counted(player & c_squares, opponent & c_squares),
        counted(stable_discs(player, opponent), stable_discs(opponent, player)),
        counted(player, opponent),
    )


def evaluate(player: Bitboard, opponent: Bitboard) -> int:
    """The estimate for `player`, to move, in tenths of a disc: features times weights, rounded, clamped."""
    stage = (64 - (player | opponent).bit_count()) // STAGE_EMPTIES
    total = sum(
        weight * count for weight, count in zip(WEIGHTS[stage], features(player, opponent), strict=True)
    )
    size = min((abs(total) + WEIGHT_SCALE // 2) // WEIGHT_SCALE, MAX_SCORE)
    return size if total > 0 else -size


def leaf(player: Bitboard, opponent: Bitboard, depth: int) -> int | None:
    """The score of a position that is not searched on: the result if the game is over, the estimate at depth
    0.
    """
    if not legal_moves(player, opponent) and not legal_moves(opponent, player):
        return ONE_DISC * final_score(player, opponent)
    return evaluate(player, opponent) if depth <= 0 else None


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

    def __init__(self, enter: Callable[[], None] = lambda: None) -> None:
        self.enter = enter
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
        score = leaf(player, opponent, depth)
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
        score = leaf(player, opponent, depth)
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
        score = leaf(player, opponent, depth)
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

    def __init__(self, telemetry: Telemetry, is_replaced: Callable[[], bool]) -> None:
        """`is_replaced` says that something better can take over: the running iteration is then abandoned."""
        self._telemetry = telemetry
        self._is_replaced = is_replaced
        self._algorithm = Algorithm.PVS
        self._reference = Reference(self._enter)

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
