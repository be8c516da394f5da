"""The players of a match: people and the computer."""

from dataclasses import dataclass

from ai.limits import FULL_STRENGTH, Algorithm


@dataclass(frozen=True, slots=True)
class Seat:
    """A person, or the computer with an algorithm, a level and seconds per move. `name` is a person's own.

    `outside` names an engine of the list in the settings, which has no algorithm. A level that `adapts`
    follows a person's results in each new game.
    """

    algorithm: Algorithm | None = None
    level: int = FULL_STRENGTH
    seconds: float = 1.0
    name: str = ""
    adapts: bool = False
    outside: str = ""

    @property
    def is_human(self) -> bool:
        return self.algorithm is None and not self.outside


Seats = tuple[Seat, Seat]  # Black's and White's, indexed by Color
