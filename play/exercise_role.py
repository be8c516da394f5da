"""The searches that a learner carries out in an exercise."""

from enum import Enum

from ai.limits import Algorithm
from game.text import N_


class Role(Enum):
    """The search that the learner carries out."""

    MINIMAX = "minimax"
    ALPHABETA = "alphabeta"
    FAIL_HARD = "failhard"
    PVS = "pvs"
    SCOUT = "scout"
    MTDF = "mtdf"

    @property
    def algorithm(self) -> Algorithm:
        return Algorithm.ALPHABETA if self is Role.FAIL_HARD else Algorithm[self.name]

    @property
    def term(self) -> str:
        """The name, to be translated when shown, as with `Algorithm.term`."""
        return N_("fail-hard") if self is Role.FAIL_HARD else self.algorithm.term

    @property
    def bets(self) -> bool:
        return self in (Role.PVS, Role.SCOUT)

    @property
    def has_null_windows(self) -> bool:
        return self.bets or self is Role.MTDF

    @property
    def size(self) -> tuple[int, int]:
        """Plies and branches of the random tree: with fewer than three plies no bet can be lost."""
        return (3, 2) if self.bets else (2, 3)
