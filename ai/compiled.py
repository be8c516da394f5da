"""The kernels as a Searcher for the root. Importing this file loads NumPy, Numba and the kernels it calls."""

import sys
from typing import Final

import numpy as np

from ai import error_model
from ai.error_model import FIRST_MODEL, margins
from ai.kernels import load_kernels
from ai.kernels.bitboard import perft
from ai.kernels.endgame import TABLE_EMPTIES
from ai.kernels.entry import search
from ai.kernels.recording import NO_DEPTH
from ai.kernels.table import ENDGAME as ENDGAME_KEY
from ai.kernels.table import LEAST_BOUND, NO_MOVE, Table, data_lower, data_move, position_key, probe
from ai.kernels.table import MIDGAME as MIDGAME_KEY
from ai.kernels.workspace import CREW, TELEMETRY, WEIGHTS, WORKSPACE
from ai.limits import ALL_TECHNIQUES, Algorithm, SearchNode, Techniques
from ai.reference.tree import children
from ai.telemetry import Abandoned, Slot, Telemetry, new_telemetry
from ai.trace import rows
from ai.trace.rows import RowRecorder
from ai.weights import Weights, default_weights
from game.board import Bitboard, Move
from game.evaluation import FULL_WIDTH

# With at most this many empties the solver stores no table entries, so the PV is found by solving again.
_RESOLVED_EMPTIES: Final = TABLE_EMPTIES - 1
# Ages of table entries wrap around at this number.
_AGES: Final = 256
# A larger table is replaced, which takes no time; others are zeroed, so that no search waits for memory.
_EMPTIED_MEGABYTES: Final = 256
_NO_TABLE: Final = Table(0)
_CACHE_LINE: Final = 64  # bytes; the lines of all supported processors have this size or a multiple
_NO_CREW: Final = np.zeros(1, CREW)[0]  # for a thread that searches alone

# Loads every kernel that Python calls during a search, so that no search waits for one.
for _module in (sys.modules[__name__], error_model, rows):
    load_kernels(_module)


class CompiledSearcher:
    """The kernel search of one thread of an engine, with its table, killers and history."""

    solves_endgames: Final = True

    def __init__(self, table_megabytes: int, weights: Weights | None = None) -> None:
        """With 0 megabytes there is no table; without `weights` the program's own are used."""
        self.weights = weights or default_weights()
        self._values = np.frombuffer(self.weights.values, WEIGHTS)[0]
        self._megabytes = table_megabytes
        self.table = Table(table_megabytes)
        self._used_table = self.table
        self._workspace = _new_workspace()
        self._confidence = 0
        self.set_confidence(FULL_WIDTH)
        self.begin(new_telemetry())

    def begin(self, telemetry: Telemetry, techniques: Techniques = ALL_TECHNIQUES, record: int = 0) -> None:
        """Begins a search that counts into `telemetry`; table entries so far then belong to earlier searches.

        The `recorder` records `record` plies below the root; with 0 there is none.
        """
        self.row = telemetry
        self._telemetry = np.frombuffer(telemetry, TELEMETRY, count=1)[0]
        self._workspace["killers"] = 0
        self._workspace["history"] = 0
        self._workspace["order"] = techniques.order
        self._workspace["recorded_depth"] = NO_DEPTH
        self.recorder = RowRecorder(record, self._telemetry, self._workspace) if record else None
        self._workspace["age"] = (self._workspace["age"] + 1) % _AGES
        self._used_table = self.table if techniques.table else _NO_TABLE
        self._crew = _NO_CREW
        self._update_addresses()

    def join(self, crew: np.void, leader: "CompiledSearcher") -> None:
        """Joins a crew until the next `begin`, and uses the table of its leader, which must have begun."""
        self.table, self._used_table = leader.table, leader._used_table
        self._workspace["age"] = leader._workspace["age"]
        self._crew = crew
        self._update_addresses()

    def clear(self, table_megabytes: int | None = None) -> None:
        """Clears the table and, if a size is given, resizes it; after a MemoryError there is no table."""
        table_megabytes = self._megabytes if table_megabytes is None else table_megabytes
        self._workspace["age"] = 0
        if self.table.words.size and table_megabytes == self._megabytes <= _EMPTIED_MEGABYTES:
            self.table.words[:] = 0
            return
        self._megabytes = table_megabytes
        self._use_table(_NO_TABLE)  # frees the old table before the new one is allocated
        self._use_table(Table(table_megabytes))

    def _use_table(self, table: Table) -> None:
        self.table = self._used_table = table
        self._update_addresses()

    def nodes(self) -> int:
        return self.row[Slot.NODES]

    def share(self, root: SearchNode) -> None:
        """Does nothing: one thread searches alone."""

    def search(self, node: SearchNode) -> int:
        """Returns the fail-soft score of the tree below a node, from one kernel call. Raises Abandoned."""
        self.set_confidence(node.confidence)
        position, window = (np.uint64(node.player), np.uint64(node.opponent)), (node.alpha, node.beta)
        score = search(*position, *window, node.depth, node.exact, int(node.algorithm), self._addresses)
        if self.row[Slot.ABANDONED]:
            raise Abandoned
        return int(score)

    def _update_addresses(self) -> None:
        """Updates the addresses that the kernels get; must be called after a record is replaced."""
        records = (self._telemetry, self._workspace, self._values, self._used_table.record, self._crew)
        self._addresses = tuple(map(_address, records))

    def set_confidence(self, confidence: int) -> None:
        """Sets the confidence of the selective search, in percent."""
        if confidence != self._confidence:
            self._confidence = confidence
            self._workspace["confidence"] = confidence
            found = margins(confidence, self.weights.error_model or FIRST_MODEL)
            self._workspace["margins"], self._workspace["static_margins"] = found

    def best_reply(
        self, player: Bitboard, opponent: Bitboard, exact: bool, solved_empties: int = 0
    ) -> Move | None:
        """Returns the best move in the table; if `exact`, solves again from `solved_empties` empties on."""
        if exact and 64 - (player | opponent).bit_count() <= max(_RESOLVED_EMPTIES, solved_empties):
            return self._solved_reply(player, opponent)
        if not self._used_table.words.size:
            return None
        kind = ENDGAME_KEY if exact else MIDGAME_KEY
        data = probe(self._used_table.record, position_key(np.uint64(player), np.uint64(opponent), kind))
        if data == 0 or data_lower(data) == LEAST_BOUND or data_move(data) == NO_MOVE:
            return None
        return int(data_move(data))

    def _solved_reply(self, player: Bitboard, opponent: Bitboard) -> Move | None:
        telemetry = np.frombuffer(new_telemetry(), TELEMETRY, count=1)[0]
        telemetry["wanted"] = Algorithm.PVS
        addresses = (_address(telemetry), *self._addresses[1:])
        recorded_depth = int(self._workspace["recorded_depth"])
        self._workspace["recorded_depth"] = NO_DEPTH  # these nodes are not part of the tree
        best, best_move = -65, None
        for move, child, rest in children(player, opponent):
            node = np.uint64(child), np.uint64(rest), -65, -best, 0, True, int(Algorithm.PVS)
            score = -search(*node, addresses)
            if score > best:
                best, best_move = int(score), move
        self._workspace["recorded_depth"] = recorded_depth
        return best_move


def _address(record: np.void) -> int:
    return np.frombuffer(record, np.uint8).ctypes.data


def _new_workspace() -> np.void:
    """Returns a WORKSPACE record, its features at a cache line: vectors across two lines are slower."""
    room = np.zeros(WORKSPACE.itemsize + _CACHE_LINE, np.uint8)
    assert WORKSPACE.fields is not None
    begin = -(room.ctypes.data + WORKSPACE.fields["features"][1]) % _CACHE_LINE
    workspace: np.void = room[begin : begin + WORKSPACE.itemsize].view(WORKSPACE)[0]
    return workspace


def count_leaves(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    """Counts the leaves at `depth` (perft): a pass costs a ply, a game that ends earlier is one leaf."""
    return int(perft(np.uint64(player), np.uint64(opponent), depth))
