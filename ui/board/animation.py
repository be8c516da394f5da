"""Discs in motion. An animation is the difference between two boards, so undo animates like a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.board import Board, Color, Square, squares

FLIP_SECONDS: Final = 0.25
# Each ring around the placed disc starts turning this much later than the one inside it.
STAGGER_SECONDS: Final = 0.045
PLACE_SECONDS: Final = 0.12
# The longest time between two updates, so that nothing jumps after a frame that took long.
LONGEST_STEP: Final = 0.03


@dataclass(frozen=True, slots=True)
class SquareState:
    """How to draw one square now: `turn` goes 0 .. 1 from `before` to `after`; None is an empty square."""

    before: Color | None
    after: Color | None
    turn: float


@dataclass(slots=True)
class _Motion:
    before: Color | None
    after: Color | None
    starts: float
    lasts: float


class Animator:
    """Moves from the board shown before to the next. `speed` 1 is normal; 0 shows changes at once."""

    def __init__(self, board: Board, speed: float = 1.0) -> None:
        self.speed = speed
        self.board = board
        """The one shown, or moved to."""
        self._motions: dict[Square, _Motion] = {}
        self._clock = 0.0

    @property
    def is_moving(self) -> bool:
        return self.speed > 0 and bool(self._motions)

    def show(self, board: Board) -> None:
        """Start moving to `board`, outwards from the disc that is placed if that is a single one."""
        old, self.board = self.board, board
        placed = _placed(old, board)
        changed = (old.black ^ board.black) | (old.white ^ board.white)
        for square in squares(changed):
            before, after = old.color_at(square), board.color_at(square)
            is_flip = before is not None and after is not None
            distance = _distance(placed, square) if placed is not None else 0
            self._motions[square] = _Motion(
                before,
                after,
                self._clock + (PLACE_SECONDS + distance * STAGGER_SECONDS if is_flip and distance else 0.0),
                FLIP_SECONDS if is_flip else PLACE_SECONDS,
            )

    def update(self, dt: float) -> int:
        """Advance by `dt` seconds; returns how many discs have been turned half over, for the sound."""
        if not self.is_moving:
            self._motions.clear()
            self._clock = 0.0
            return 0
        before, self._clock = self._clock, self._clock + dt * self.speed
        halves = 0
        for square, motion in list(self._motions.items()):
            half = motion.starts + motion.lasts / 2
            is_flip = motion.before is not None and motion.after is not None
            halves += is_flip and before < half <= self._clock
            if self._clock >= motion.starts + motion.lasts:
                del self._motions[square]
        return halves

    def disc(self, square: Square) -> SquareState:
        motion = self._motions.get(square) if self.is_moving else None
        if motion is None:
            color = self.board.color_at(square)
            return SquareState(color, color, 1.0)
        turn = (self._clock - motion.starts) / motion.lasts
        return SquareState(motion.before, motion.after, min(1.0, max(0.0, turn)))


def _placed(old: Board, new: Board) -> Square | None:
    """The square of the one disc that is new, if none has been taken away."""
    before, after = old.black | old.white, new.black | new.white
    is_single = before & ~after == 0 and (after & ~before).bit_count() == 1
    return next(squares(after & ~before)) if is_single else None


def _distance(a: Square, b: Square) -> int:
    return max(abs(a % 8 - b % 8), abs(a // 8 - b // 8))
