"""The kernels as the root search wants them. Importing this file loads NumPy, Numba and every kernel."""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.kernels.bitboard import perft
from ai.kernels.endgame import endgame
from ai.kernels.midgame import midgame
from ai.kernels.ordering import TELEMETRY, WORKSPACE
from ai.kernels.table import ENDGAME as ENDGAME_KEY
from ai.kernels.table import (
    LEAST_BOUND,
    NO_MOVE,
    data_lower,
    data_move,
    filled,
    new_table,
    position_key,
    probe,
)
from ai.kernels.table import MIDGAME as MIDGAME_KEY
from ai.limits import Algorithm
from ai.reference import children
from ai.telemetry import Abandoned, Telemetry, new_telemetry
from game.board import Bitboard, Move

__all__ = ["CompiledSearcher", "count_leaves"]

# The solver keeps no table entries below this many empties: there the PV is found by solving again.
_RESOLVED_EMPTIES: Final = 10
# Ages of table entries count round this number.
_AGES: Final = 256


class CompiledSearcher:
    """Table, killers and history of one engine. Used by one thread at a time."""

    solves_endgames: Final = True

    def __init__(self, table_megabytes: int) -> None:
        """A table of 0 megabytes is off."""
        self._megabytes = table_megabytes
        self.table = new_table(table_megabytes) if table_megabytes else np.zeros(0, np.uint64)
        self._workspace = np.zeros(1, WORKSPACE)[0]
        self.begin(new_telemetry())

    def begin(self, telemetry: Telemetry) -> None:
        """Count into `telemetry` from now on: its table entries are newer than those there."""
        self._telemetry = np.frombuffer(telemetry, TELEMETRY)[0]
        self._workspace["age"] = (self._workspace["age"] + 1) % _AGES
        self._workspace["killers"] = NO_MOVE
        self._workspace["history"] = 0

    def clear(self, table_megabytes: int | None = None) -> None:
        """Forget everything, and go on with a table of another size if one is given."""
        if table_megabytes in (None, self._megabytes):
            self.table[:] = 0
        else:
            assert table_megabytes is not None
            self._megabytes = table_megabytes
            self.table = np.zeros(0, np.uint64)  # the old one goes before the new one comes
            self.table = new_table(table_megabytes)
        self._workspace["age"] = 0

    def table_fill(self) -> int:
        """Entries written by the running search, per thousand, from a sample of the table."""
        if not self.table.size:
            return 0
        return int(filled(self.table, self._workspace["age"]))

    def midgame(
        self, player: Bitboard, opponent: Bitboard, alpha: int, beta: int, depth: int, algorithm: Algorithm
    ) -> int:
        """Tenths of a disc. Raises Abandoned."""
        score = midgame(
            np.uint64(player),
            np.uint64(opponent),
            alpha,
            beta,
            depth,
            int(algorithm),
            self._telemetry,
            self._workspace,
            self.table,
        )
        return self._checked(score)

    def endgame(
        self, player: Bitboard, opponent: Bitboard, alpha: int, beta: int, algorithm: Algorithm
    ) -> int:
        """Discs. Raises Abandoned."""
        score = endgame(
            np.uint64(player),
            np.uint64(opponent),
            alpha,
            beta,
            int(algorithm),
            self._telemetry,
            self._workspace,
            self.table,
        )
        return self._checked(score)

    def best_reply(self, player: Bitboard, opponent: Bitboard, exact: bool) -> Move | None:
        """The best move the table knows, or None; near the end of an `exact` line, solved again."""
        if exact and 64 - (player | opponent).bit_count() <= _RESOLVED_EMPTIES:
            return self._solved_reply(player, opponent)
        if not self.table.size:
            return None
        kind = ENDGAME_KEY if exact else MIDGAME_KEY
        data = probe(self.table, position_key(np.uint64(player), np.uint64(opponent), kind))
        if data == 0 or data_lower(data) == LEAST_BOUND or data_move(data) == NO_MOVE:
            return None
        return int(data_move(data))

    def _solved_reply(self, player: Bitboard, opponent: Bitboard) -> Move | None:
        telemetry = np.frombuffer(new_telemetry(), TELEMETRY)[0]
        telemetry["wanted"] = Algorithm.PVS
        best, best_move = -65, None
        for move, child, rest in children(player, opponent):
            window = (np.uint64(child), np.uint64(rest), -65, -best)
            score = -endgame(*window, int(Algorithm.PVS), telemetry, self._workspace, self.table)
            if score > best:
                best, best_move = int(score), move
        return best_move

    def _checked(self, score: int) -> int:
        if self._telemetry["abandoned"]:
            raise Abandoned
        return int(score)


def count_leaves(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    """Perft: a pass costs a ply, a game that ends earlier is one leaf."""
    return int(perft(np.uint64(player), np.uint64(opponent), depth))
