"""The comparison of the textbooks: the same position and the same plies, by minimax, alpha-beta and PVS."""

from __future__ import annotations

import os
from collections.abc import Mapping
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


def measure(engine: Engine, plies: int = PLIES) -> dict[str, Any]:
    """Leaves of the whole tree; nodes of the other two, from the first depth on."""
    board = Board.from_text(POSITION)
    alphabeta, pvs = (
        search(engine, board, Limit(depth=plies), Options(algorithm, selective=False)).nodes
        for algorithm in (Algorithm.ALPHABETA, Algorithm.PVS)
    )
    leaves = count(board, plies, _PIECES, os.cpu_count() or 1)
    counts = {"minimax_leaves": leaves, "alphabeta_nodes": alphabeta, "pvs_nodes": pvs}
    return {"board": POSITION, "plies": plies, **counts}


def text(found: Mapping[str, Any]) -> str:
    """What was measured, for people."""
    sentence = ngettext(
        "{depth} ply in the middle game: {leaves} leaves for minimax, {nodes} nodes for alpha-beta, "
        "{pvs_nodes} for PVS.",
        "{depth} plies in the middle game: {leaves} leaves for minimax, {nodes} nodes for alpha-beta, "
        "{pvs_nodes} for PVS.",
        found["plies"],
    )
    leaves, nodes, pvs_nodes = (
        f"{found[name]:,}" for name in ("minimax_leaves", "alphabeta_nodes", "pvs_nodes")
    )
    return sentence.format(depth=found["plies"], leaves=leaves, nodes=nodes, pvs_nodes=pvs_nodes)
