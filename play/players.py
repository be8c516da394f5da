"""The players of a match: people and the computer."""

from dataclasses import dataclass

from ai.limits import FULL_STRENGTH, Algorithm


@dataclass(frozen=True, slots=True)
class Seat:
    """A person, or the computer with an algorithm, a level and seconds per move. `name` is a person's own.

    `outside` is the name of an engine of the list in the settings that plays here; it has no algorithm.
    `adapts` says that the level follows a person's results: each new game has that of the moment.
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


Seats = tuple[Seat, Seat]
"""Black's and White's, indexed by Color."""
