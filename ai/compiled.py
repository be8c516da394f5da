"""The kernels as the root search wants them. Importing this file loads NumPy, Numba and every kernel."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from ai.kernels.bitboard import perft
from ai.kernels.endgame import endgame
from ai.kernels.evaluation import place_discs
from ai.kernels.expansion import expand
from ai.kernels.midgame import midgame
from ai.kernels.ordering import reward
from ai.kernels.probcut import FIRST_MODEL, Margins, doubts, margins
from ai.kernels.recording import NEVER
from ai.kernels.table import ENDGAME as ENDGAME_KEY
from ai.kernels.table import (
    LEAST_BOUND,
    NO_MOVE,
    UNKNOWN,
    data_lower,
    data_move,
    filled,
    new_table,
    position_key,
    probe,
    store,
)
from ai.kernels.table import MIDGAME as MIDGAME_KEY
from ai.kernels.workspace import TELEMETRY, WORKSPACE
from ai.limits import ALL_TECHNIQUES, Algorithm, Techniques
from ai.node import Node
from ai.recorder import Recorder
from ai.reference import children
from ai.telemetry import Abandoned, Slot, Telemetry, new_telemetry
from ai.weights import Weights, default_weights
from game.board import Bitboard, Move
from game.evaluation import FULL_WIDTH

__all__ = ["CompiledSearcher", "count_leaves"]

# With so many empties the solver has left no entries in the table: there the PV is found by solving again.
_RESOLVED_EMPTIES: Final = 8
# Ages of table entries count round this number.
_AGES: Final = 256
# A larger table is exchanged for a new one, which takes no time, instead of being emptied: that would take
# as long as a short search. A smaller one is emptied, so that no search waits for its memory.
_EMPTIED_MEGABYTES: Final = 256
_NO_TABLE: Final = np.zeros(0, np.uint64)
# Of all processors this runs on, in bytes, or a multiple of it.
_CACHE_LINE: Final = 64


class CompiledSearcher:
    """Table, killers and history of one thread of an engine."""

    solves_endgames: Final = True

    def __init__(self, table_megabytes: int, weights: Weights | None = None) -> None:
        """A table of 0 megabytes is off; without `weights` the evaluation is the program's own."""
        self.weights = weights or default_weights()
        self._values = np.frombuffer(self.weights.values, np.int16)
        self._megabytes = table_megabytes
        self.table = new_table(table_megabytes) if table_megabytes else _NO_TABLE
        self._used_table = self.table
        self._workspace = _new_workspace()
        self._confidence = 0
        self._be_confident(FULL_WIDTH)
        self.begin(new_telemetry())

    def partner(self) -> CompiledSearcher:
        """A searcher for another thread, with the same table."""
        partner = CompiledSearcher(0, self.weights)
        partner.begin(new_telemetry(), leader=self)
        return partner

    def begin(
        self,
        telemetry: Telemetry,
        techniques: Techniques = ALL_TECHNIQUES,
        leader: CompiledSearcher | None = None,
        record: int = 0,
    ) -> None:
        """Count into `telemetry` from now on: its table entries are newer than those there.

        So many plies below the root are recorded by the `recorder`, which there is if they are more than 0.
        A partner takes the table and its age from the `leader`, who has begun before.
        """
        self.row = telemetry
        self._telemetry = np.frombuffer(telemetry, TELEMETRY, count=1)[0]
        self._workspace["killers"] = NO_MOVE
        self._workspace["history"] = 0
        self._workspace["order"] = techniques.order
        self._workspace["recorded_depth"] = NEVER
        self.recorder = Recorder(record, self._telemetry, self._workspace) if record else None
        if leader is None or leader is self:
            self._workspace["age"] = (self._workspace["age"] + 1) % _AGES
        else:
            self.table = leader.table
            self._workspace["age"] = leader._workspace["age"]
        self._used_table = self.table if techniques.table else _NO_TABLE

    def clear(self, table_megabytes: int | None = None) -> None:
        """Forget everything, and go on with a table of another size if one is given.

        Raises MemoryError; then there is no table.
        """
        if table_megabytes is None:
            table_megabytes = self._megabytes
        self._workspace["age"] = 0
        if self.table.size and table_megabytes == self._megabytes <= _EMPTIED_MEGABYTES:
            self.table[:] = 0
            return
        self._used_table = _NO_TABLE
        self._megabytes = table_megabytes
        self.table = _NO_TABLE  # the old one goes before the new one comes
        if table_megabytes:
            self.table = self._used_table = new_table(table_megabytes)

    def table_fill(self) -> int:
        """Entries written by the running search, per thousand, from a sample of the table."""
        if not self._used_table.size:
            return 0
        return int(filled(self._used_table, self._workspace["age"]))

    def nodes(self) -> int:
        return self.row[Slot.NODES]

    def midgame(
        self,
        player: Bitboard,
        opponent: Bitboard,
        alpha: int,
        beta: int,
        depth: int,
        algorithm: Algorithm,
        confidence: int = FULL_WIDTH,
    ) -> int:
        """Tenths of a disc. Raises Abandoned."""
        return self.search(Node(player, opponent, alpha, beta, depth, algorithm, False, confidence))

    def endgame(
        self,
        player: Bitboard,
        opponent: Bitboard,
        alpha: int,
        beta: int,
        algorithm: Algorithm,
        confidence: int = FULL_WIDTH,
    ) -> int:
        """Discs. Raises Abandoned."""
        return self.search(Node(player, opponent, alpha, beta, 0, algorithm, True, confidence))

    def search(self, node: Node) -> int:
        """The whole tree below a node by one kernel call. Raises Abandoned."""
        self._be_confident(node.confidence)
        player, opponent = np.uint64(node.player), np.uint64(node.opponent)
        means = (int(node.algorithm), self._telemetry, self._workspace, self._values, self._used_table)
        place_discs(self._workspace, player, opponent)
        if node.exact:
            score = endgame(player, opponent, node.alpha, node.beta, *means)
        else:
            score = midgame(player, opponent, node.alpha, node.beta, node.depth, *means)
        if self._telemetry["abandoned"]:
            raise Abandoned
        return int(score)

    def expand(self, node: Node) -> tuple[int | None, list[tuple[Move, Bitboard]]]:
        """What the kernels do before they search a node's children: (its score, if it is known already; its
        moves, best first, each with what it turns; none if it is a pass). Raises Abandoned.
        """
        self._be_confident(node.confidence)
        words = np.uint64(node.player), np.uint64(node.opponent)
        question = (node.alpha, node.beta, node.depth, int(node.algorithm), node.exact)
        means = (self._telemetry, self._workspace, self._values, self._used_table)
        known, count = expand(*words, *question, *means)
        if self._telemetry["abandoned"]:
            raise Abandoned
        if known != UNKNOWN:
            return int(known), []
        empties = 64 - (node.player | node.opponent).bit_count()
        moves = (self._workspace["moves"][empties, :count] & 63).tolist()
        return None, list(zip(moves, self._workspace["turned"][:count].tolist(), strict=True))

    def remember(self, node: Node, score: int, move: Move, is_first: bool) -> None:
        """What the kernels do once a node's children have been searched."""
        if score >= node.beta:
            self.row[Slot.CUTOFFS] += 1
            self.row[Slot.FIRST_CUTOFFS] += is_first
            if not node.exact:
                reward(self._workspace, 64 - (node.player | node.opponent).bit_count(), move, node.depth)
        if self._used_table.size:
            age = self._workspace["age"]
            window = (node.alpha, node.beta)
            store(self._used_table, _key(node), score, *window, node.depth, move, age, node.confidence)

    def _be_confident(self, confidence: int) -> None:
        """Search with this confidence, in percent, from now on."""
        if confidence != self._confidence:
            self._confidence = confidence
            self._workspace["confidence"] = confidence
            found = _limits(confidence, self.weights.error_model or FIRST_MODEL)
            self._workspace["margins"], self._workspace["doubts"] = found

    def best_reply(self, player: Bitboard, opponent: Bitboard, exact: bool) -> Move | None:
        """The best move the table knows, or None; near the end of an `exact` line, solved again."""
        if exact and 64 - (player | opponent).bit_count() <= _RESOLVED_EMPTIES:
            return self._solved_reply(player, opponent)
        if not self._used_table.size:
            return None
        kind = ENDGAME_KEY if exact else MIDGAME_KEY
        data = probe(self._used_table, position_key(np.uint64(player), np.uint64(opponent), kind))
        if data == 0 or data_lower(data) == LEAST_BOUND or data_move(data) == NO_MOVE:
            return None
        return int(data_move(data))

    def _solved_reply(self, player: Bitboard, opponent: Bitboard) -> Move | None:
        telemetry = np.frombuffer(new_telemetry(), TELEMETRY, count=1)[0]
        telemetry["wanted"] = Algorithm.PVS
        means = (int(Algorithm.PVS), telemetry, self._workspace, self._values, self._used_table)
        best, best_move = -65, None
        for move, child, rest in children(player, opponent):
            window = (np.uint64(child), np.uint64(rest), -65, -best)
            score = -endgame(*window, *means)
            if score > best:
                best, best_move = int(score), move
        return best_move


def _new_workspace() -> np.void:
    """A record of WORKSPACE whose features begin with a line of the processor's cache: they are read and
    written as vectors at every node, which costs 1 % when each of them lies across two lines.
    """
    room = np.zeros(WORKSPACE.itemsize + _CACHE_LINE, np.uint8)
    assert WORKSPACE.fields is not None
    begin = -(room.ctypes.data + WORKSPACE.fields["features"][1]) % _CACHE_LINE
    workspace: np.void = room[begin : begin + WORKSPACE.itemsize].view(WORKSPACE)[0]
    return workspace


@cache
def _limits(confidence: int, model: tuple[float, ...]) -> tuple[Margins, Margins]:
    """The margins and doubts. Kept, as they take 3 ms and every search passes through all the confidences."""
    return margins(confidence, model), doubts(confidence, model)


def _key(node: Node) -> np.uint64:
    kind = ENDGAME_KEY if node.exact else MIDGAME_KEY
    key: np.uint64 = position_key(np.uint64(node.player), np.uint64(node.opponent), kind)
    return key


def count_leaves(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    """Perft: a pass costs a ply, a game that ends earlier is one leaf."""
    return int(perft(np.uint64(player), np.uint64(opponent), depth))
