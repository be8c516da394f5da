"""Searches of fixed positions to a fixed depth: nodes and times of alpha-beta and PVS, and one signature.

The signature is the sum of all nodes of both searches, at full width. It changes only when the search or the
evaluation does, so a commit says `Bench: <signature>` or `No functional change`.
"""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ai.bench.runs import BenchRun, Cost, new_engine, search, total
from ai.limits import Algorithm, Limit, Options
from game.board import PASS, Board, squares
from game.plain_text import aligned
from game.text import _, ngettext

if TYPE_CHECKING:
    from ai.engine import Engine

# Name, position, depth. The midgames are from tournaments of 2015; the endgames, searched to their end, are
# problems of the FFO (Fédération Française d'Othello) collection.
POSITIONS: Final = (
    ("ply 8", "---------------------X-----OXO----OXOO----X-OO------O----------- X", 11),
    ("ply 12", "------------O------XOOO----OOO----OOOXX-----XXX----------------- X", 11),
    ("ply 16", "------------------XO-O----XXOO----XOOO----XOXXO---OXX------X---- X", 11),
    ("ply 20", "------------------XO-O----XXOO---XXOOXX--XXXOXO---OOO-------OX-- X", 11),
    ("ply 20 b", "-----------OOX----OOOOO--OOXXOX---OOOXX----OXX------XX---------- X", 11),
    ("ply 24", "-----------XO---X-OOOOOO-XOOOX---XXOOXX---XXOOO----XOO---------- X", 11),
    ("ply 28", "--X-------XXXO--XOOXX-O-OOXOXOO-OOOOOOX-XXOOOO-----O------------ X", 11),
    ("ply 32", "------------XO----XXXOOO--XXXXXO--XXXOXO--XOOOXO--OOOO-O--OOOO-O X", 11),
    ("ply 36", "----------OOO-----OOXXXXXOOOXXXX-XOOXXOX-XXOXXOX--XOOO-X---OOOO- X", 11),
    ("FFO 23", "--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X", 18),
    ("FFO 24", "--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O", 19),
    ("FFO 27", "--XO-O----OOOO--OOXOXXO-OOOOXXOOOOOXXOX-OXOXXXXX--XXXX----X-O-X- X", 20),
)


# The comparison in textbooks: ply 20 of a tournament game, with about 10^10 leaves ten plies later.
TEXTBOOK: Final = "----------X--------XXX-O---OXXO----OXOOO---OOOO----OOX-----OOO-- X"
PLIES: Final = 10
WIDTHS: Final = 10, 8, 8, 18, 8, 14, 8, 8, 7  # of the columns
_PIECES: Final = 2  # plies to the positions, about 150, from which leaves are counted in parallel


def measure(tell: Callable[[str], object], most_plies: int = 60) -> None:
    """Searches each position to its depth or `most_plies`; `tell` gets each line, the signature last."""
    counted = _("alpha-beta nodes"), _("s"), _("PVS nodes"), _("s")
    tell(aligned(_("position"), (_("depth"), _("score"), *counted, _("nodes"), _("time")), WIDTHS))
    searched: list[tuple[BenchRun, BenchRun]] = []
    with new_engine() as engine:
        for name, position, full_depth in POSITIONS:
            depth = min(full_depth, most_plies)
            searched.append(_by_both(engine, position, depth))
            tell(_columns(name, f"{depth}", f"{searched[-1][1].score:+.1f}", *searched[-1]))
        plies = min(PLIES, most_plies)
        runs = _by_both(engine, TEXTBOOK, plies)
        leaves = count(Board.from_text(TEXTBOOK), plies, _PIECES, os.cpu_count() or 1)
    alphabeta, pvs = (total(costs) for costs in zip(*searched, strict=True))
    tell(_columns(_("sum"), "", "", alphabeta, pvs))
    tell("")
    sentence = _("Last columns: PVS relative to alpha-beta. PVS searches {speed} million nodes/s.")
    tell(sentence.format(speed=f"{pvs.nodes_per_second / 1e6:.1f}"))
    sentence = ngettext(
        "{depth} ply in the middle game: {leaves} leaves for minimax, {nodes} nodes for alpha-beta, "
        "{pvs_nodes} for PVS.",
        "{depth} plies in the middle game: {leaves} leaves for minimax, {nodes} nodes for alpha-beta, "
        "{pvs_nodes} for PVS.",
        plies,
    )
    nodes, pvs_nodes = (f"{run.nodes:,}" for run in runs)
    tell(sentence.format(depth=plies, leaves=f"{leaves:,}", nodes=nodes, pvs_nodes=pvs_nodes))
    tell(f"Bench: {alphabeta.nodes + pvs.nodes}")  # as in commit messages


def _by_both(engine: "Engine", position: str, depth: int) -> tuple[BenchRun, BenchRun]:
    alphabeta, pvs = (
        search(engine, Board.from_text(position), Limit(depth=depth), Options(algorithm, selective=False))
        for algorithm in (Algorithm.ALPHABETA, Algorithm.PVS)
    )
    return alphabeta, pvs


def _columns(name: str, depth: str, score: str, alphabeta: Cost, pvs: Cost) -> str:
    costs = (text for cost in (alphabeta, pvs) for text in (f"{cost.nodes:,}", f"{cost.seconds:.3f}"))
    shares = f"{pvs.nodes / alphabeta.nodes:.2f}", f"{pvs.seconds / alphabeta.seconds:.2f}"
    return aligned(name, (depth, score, *costs, *shares), WIDTHS)


def positions_after(board: Board, plies: int) -> list[Board]:
    """Returns all positions, as often as they are reached, and those of games that ended earlier."""
    boards = [board]
    for _ply in range(plies):
        boards = [after for before in boards for after in _next(before)]
    return boards


def count(board: Board, plies: int, pieces: int, threads: int = 1) -> int:
    """Returns the number of leaves `plies` from `board`, counted from each position `pieces` plies from it.

    A pass costs a ply, and a game that ends earlier is one leaf. Ctrl-C waits for the end of a piece, as
    nothing can interrupt the kernel.
    """
    from concurrent.futures import ThreadPoolExecutor  # both here: the command line starts at once

    from ai.compiled import count_leaves

    pieces = min(pieces, plies)
    with ThreadPoolExecutor(threads) as pool:
        boards = positions_after(board, pieces)
        return sum(pool.map(lambda each: count_leaves(each.player, each.opponent, plies - pieces), boards))


def _next(board: Board) -> list[Board]:
    moves = list(squares(board.legal_moves()))
    if moves or board.must_pass():
        return [board.play(move) for move in moves or [PASS]]
    return [board]
