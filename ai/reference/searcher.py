"""The plain searches as the root of a game calls them: the oracle of the kernels, and their stand-in."""

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

# Nodes, about a millisecond, after which the search checks whether it is replaced and lets other threads run,
# as it holds the interpreter; and the seconds it sleeps then, enough for a waiting thread.
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
    """Minimax, alpha-beta or PVS, unsorted and without a table unless by other `searches`; answers like the
    kernel of that name.
    """
    position, searches = TreePosition(player, opponent, depth), searches or Searches(Tree(evaluate))
    if algorithm is Algorithm.MINIMAX:
        return searches.minimax(position)
    search = searches.alphabeta if algorithm is Algorithm.ALPHABETA else searches.pvs
    return search(position, alpha, beta)


class ReferenceSearcher(Observer):
    """The reference as a Searcher of the root: it counts into the telemetry, and stops when it has to."""

    solves_endgames: Final = False
    recorder: Final = None

    def __init__(
        self, telemetry: Telemetry, is_replaced: Callable[[], bool], weights: Weights | None = None
    ) -> None:
        """The running iteration is abandoned as soon as `is_replaced`: a better searcher can take over."""
        self._telemetry = telemetry
        self._is_replaced = is_replaced
        self._algorithm = Algorithm.PVS
        self._searches = Searches(Tree(partial(evaluate, weights=weights), observer=self))

    def share(self, root: SearchNode) -> None:
        """Does nothing: one thread searches alone."""

    def search(self, node: SearchNode) -> int:
        """At full width, whatever the confidence; an exact score by the middle game's search to the last
        square.
        """
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
