"""The plain searches as the engine's root search calls them: the kernels' oracle and stand-in."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from ai.limits import Algorithm, SearchNode
from ai.reference.evaluation import evaluate
from ai.reference.searches import Searches
from ai.reference.tree import Event, Observer, Tree, TreePosition
from ai.telemetry import Abandoned, Reason, Slot, Telemetry
from ai.weights import ONE_DISC, Weights
from game.board import Bitboard, Move

# The nodes (about a millisecond) after which the search checks whether it is replaced and lets other threads
# run, because it holds the interpreter; and the seconds that it then sleeps, enough for a waiting thread.
_NODES_PER_BREATH: Final = 32
_BREATH: Final = 0.0001


def midgame(
    player: Bitboard,
    opponent: Bitboard,
    alpha: int,
    beta: int,
    depth: int,
    algorithm: Algorithm,
    searches: Searches | None = None,
) -> int:
    """Returns the score by minimax, alpha-beta or PVS, like the kernel of that name; without `searches`, it
    uses unsorted moves and no table.
    """
    position, searches = TreePosition(player, opponent, depth), searches or Searches(Tree(evaluate))
    if algorithm is Algorithm.MINIMAX:
        return searches.minimax(position)
    search = searches.alphabeta if algorithm is Algorithm.ALPHABETA else searches.pvs
    return search(position, alpha, beta)


class ReferenceSearcher(Observer):
    """The reference as a searcher for the root; it counts in the telemetry, and stops on request."""

    solves_endgames: Final = False
    recorder: Final = None

    def __init__(
        self, telemetry: Telemetry, is_replaced: Callable[[], bool], weights: Weights | None = None
    ) -> None:
        """Once `is_replaced` returns True, abandons the running iteration to a better searcher."""
        self._telemetry = telemetry
        self._is_replaced = is_replaced
        self._algorithm = Algorithm.PVS
        self._searches = Searches(Tree(partial(evaluate, weights=weights), observer=self))

    def share(self, root: SearchNode) -> None:
        """Does nothing: one thread searches alone."""

    def search(self, node: SearchNode) -> int:
        """Returns the score at full width, whatever the confidence; `midgame` finds exact scores, too."""
        self._algorithm = node.algorithm
        unit = ONE_DISC if node.exact else 1
        question = node.player, node.opponent, unit * node.alpha, unit * node.beta, node.depth, node.algorithm
        return midgame(*question, self._searches) // unit

    def best_reply(
        self,
        player: Bitboard,
        opponent: Bitboard,
        exact: bool,  # noqa: ARG002
        solved_empties: int = 0,  # noqa: ARG002
    ) -> Move | None:
        return self._searches.best.get((player, opponent))

    def nodes(self) -> int:
        return self._telemetry[Slot.NODES]

    def note(self, event: Event, position: TreePosition, *fields: int, **moves: Any) -> None:  # noqa: ARG002
        row = self._telemetry
        if event is Event.LEAVE and fields[-1] == Reason.EVALUATED:
            row[Slot.LEAVES] += 1
        if event is not Event.ENTER:
            return
        if row[Slot.STOP] or row[Slot.WANTED] != self._algorithm:
            raise Abandoned
        row[Slot.NODES] += 1
        if row[Slot.NODES] % _NODES_PER_BREATH == 0:
            time.sleep(_BREATH)
            if self._is_replaced():
                raise Abandoned
