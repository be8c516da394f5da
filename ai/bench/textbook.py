"""The comparison of the textbooks: the same position and the same plies, by minimax, alpha-beta and PVS."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from ai.bench.perft import count
from ai.bench.runs import search
from ai.limits import Algorithm, Limit, Options
from game.board import Board
from game.text import ngettext

if TYPE_CHECKING:
    from ai.engine import Engine

# Ply 20 of a tournament game: ten plies from here are about 10^10 leaves.
POSITION: Final = "----------X--------XXX-O---OXXO----OXOOO---OOOO----OOX-----OOO-- X"
PLIES: Final = 10

# Plies from there where the pieces begin that are counted: about 150 positions.
_PIECES: Final = 2


@dataclass(frozen=True, slots=True)
class Textbook:
    """Leaves of the whole tree; nodes of the other two, from the first depth on."""

    plies: int
    minimax_leaves: int
    alphabeta_nodes: int
    pvs_nodes: int

    def text(self) -> str:
        sentence = ngettext(
            "{depth} ply in the middle game: {leaves} leaves for minimax, {nodes} nodes for alpha-beta, "
            "{pvs_nodes} for PVS.",
            "{depth} plies in the middle game: {leaves} leaves for minimax, {nodes} nodes for alpha-beta, "
            "{pvs_nodes} for PVS.",
            self.plies,
        )
        counts = self.minimax_leaves, self.alphabeta_nodes, self.pvs_nodes
        leaves, nodes, pvs_nodes = (f"{count:,}" for count in counts)
        return sentence.format(depth=self.plies, leaves=leaves, nodes=nodes, pvs_nodes=pvs_nodes)

    def as_json(self) -> dict[str, Any]:
        return {"board": POSITION, **asdict(self)}


def measure(engine: Engine, plies: int = PLIES) -> Textbook:
    board = Board.from_text(POSITION)
    alphabeta, pvs = (
        search(engine, board, Limit(depth=plies), Options(algorithm, selective=False)).nodes
        for algorithm in (Algorithm.ALPHABETA, Algorithm.PVS)
    )
    return Textbook(plies, count(board, plies, _PIECES, os.cpu_count() or 1), alphabeta, pvs)
