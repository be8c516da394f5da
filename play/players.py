"""The players of a match: people and the computer."""

from dataclasses import dataclass

from ai.limits import FULL_STRENGTH, Algorithm


@dataclass(frozen=True, slots=True)
class Seat:
    """A person, perhaps with a `name`; the computer with an algorithm, a level, which `adapts` to the user's
    results in each new game, and seconds per move; or, without an algorithm, an external engine by its name
    in the list, `outside`.
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
