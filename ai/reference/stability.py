"""Discs that can never be turned again, by the plainest rule: the oracle of ai/kernels/stability.py."""

from __future__ import annotations

from typing import Final

from game.board import Bitboard, Square, squares


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
