"""What an outside program has for its moves, and how long it is waited for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from game.clock import TimeControl

# Seconds until a program has started and answered its first questions: it may have large files to load.
START_PATIENCE: Final = 60.0
# Seconds in which a program that compiles at its first start must be done with it.
COMPILE_PATIENCE: Final = 600.0
# Seconds beyond its time for a move after which a program is given up.
PATIENCE: Final = 60.0
# Seconds for a move when only its depth is limited.
PATIENCE_WITH_DEPTH: Final = 600.0

# What is set for a program whose clock alone limits its moves: a whole game.
DEEPEST: Final = 60


@dataclass(frozen=True, slots=True)
class Allowance:
    """`depth` and `clock` are told to the program. `seconds` is what its flags make a move take: with it a
    program that hangs is found out sooner.
    """

    seconds: float | None = None
    depth: int | None = None
    clock: TimeControl = field(default_factory=TimeControl)

    @property
    def patience(self) -> float:
        """Seconds that a move is waited for."""
        longest = self.clock.per_game if self.seconds is None else self.seconds
        return PATIENCE_WITH_DEPTH if longest is None else longest + PATIENCE
