"""Fixed positions, searched to a fixed depth: nodes and times of alpha-beta and PVS, and one signature
number.

The signature is the sum of all nodes of both searches. It changes only when the search or the evaluation
does, so a commit says `Bench: <signature>` or `No functional change`.
"""

from __future__ import annotations

import json as json_text
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ai import preparation
from ai.limits import Algorithm, Limit, Options, Progress
from ai.search import RootSearch
from ai.telemetry import Slot, new_telemetry
from game.board import Board, squares

if TYPE_CHECKING:
    from ai.compiled import CompiledSearcher

# Name, position, depth. The middle games are from tournaments of 2015; the endgames, searched to their end,
# are problems of the FFO (Fédération Française d'Othello) collection.
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
TABLE_MEGABYTES: Final = 64

# The textbook comparison, ply 20 of a tournament game: ten plies from here are about 10^10 leaves.
TEXTBOOK_POSITION: Final = "----------X--------XXX-O---OXXO----OXOOO---OOOO----OOX-----OOO-- X"
TEXTBOOK_PLIES: Final = 10


@dataclass(frozen=True, slots=True)
class Run:
    """One position searched from depth 1 to its depth, on an empty table. `score` in discs for the mover."""

    nodes: int
    seconds: float
    score: float


@dataclass(frozen=True, slots=True)
class Textbook:
    """The same position, the same number of plies: leaves of the whole tree, nodes of the other two."""

    plies: int
    minimax_leaves: int
    alphabeta_nodes: int
    pvs_nodes: int


@dataclass(frozen=True, slots=True)
class Report:
    """Runs in the order of POSITIONS."""

    alphabeta: tuple[Run, ...]
    pvs: tuple[Run, ...]
    textbook: Textbook

    @property
    def signature(self) -> int:
        return sum(run.nodes for run in self.alphabeta + self.pvs)


def main(json: bool) -> int:
    """Print the report; the exit status."""
    ready = preparation.wait()
    if not ready.is_ready:
        print(ready.text, file=sys.stderr)
        return 1
    result = report()
    print(json_text.dumps(as_json(result), indent=1) if json else text(result))
    return 0


def report() -> Report:
    """Run everything; the kernels must be ready."""
    from ai.compiled import CompiledSearcher

    searcher = CompiledSearcher(TABLE_MEGABYTES)
    run(searcher, POSITIONS[0][1], 6, Algorithm.PVS)  # the first touch of the memory is not measured
    runs = {
        algorithm: tuple(run(searcher, position, depth, algorithm) for _, position, depth in POSITIONS)
        for algorithm in (Algorithm.ALPHABETA, Algorithm.PVS)
    }
    return Report(runs[Algorithm.ALPHABETA], runs[Algorithm.PVS], textbook(searcher))


def run(searcher: CompiledSearcher, position: str, depth: int, algorithm: Algorithm) -> Run:
    searcher.clear()
    telemetry = new_telemetry()
    telemetry[Slot.WANTED] = algorithm
    searcher.begin(telemetry)
    rows: list[Progress] = []
    began = time.perf_counter()
    search = RootSearch(
        Board.from_text(position), Limit(depth=depth), Options(algorithm), telemetry, rows.append, began
    )
    search.run(lambda: searcher)
    seconds = time.perf_counter() - began
    score = rows[-1].score
    assert score is not None
    return Run(telemetry[Slot.NODES], seconds, score)


def textbook(searcher: CompiledSearcher) -> Textbook:
    nodes = [
        run(searcher, TEXTBOOK_POSITION, TEXTBOOK_PLIES, algorithm).nodes
        for algorithm in (Algorithm.ALPHABETA, Algorithm.PVS)
    ]
    return Textbook(TEXTBOOK_PLIES, leaves(Board.from_text(TEXTBOOK_POSITION), TEXTBOOK_PLIES), *nodes)


def leaves(board: Board, plies: int) -> int:
    """The leaves of the whole tree, counted one by one (perft), each root move in a thread of its own."""
    from ai.compiled import count_leaves

    after = [board.play(move) for move in squares(board.legal_moves())]
    with ThreadPoolExecutor() as pool:
        return sum(pool.map(lambda child: count_leaves(child.player, child.opponent, plies - 1), after))


def text(result: Report) -> str:
    """The report as a table for people."""
    lines = [
        f"{'position':10}{'depth':>6}{'score':>8}{'alpha-beta nodes':>18}{'s':>8}{'PVS nodes':>14}{'s':>8}"
        f"{'nodes':>8}{'time':>7}"
    ]
    for (name, _, depth), alphabeta, pvs in zip(POSITIONS, result.alphabeta, result.pvs, strict=True):
        lines.append(_row(name, f"{depth}", f"{pvs.score:+.1f}", alphabeta, pvs))
    lines.append(_row("sum", "", "", _sum(result.alphabeta), _sum(result.pvs)))
    speed = sum(run.nodes for run in result.pvs) / sum(run.seconds for run in result.pvs)
    book = result.textbook
    lines += [
        "",
        f"Last columns: PVS in parts of alpha-beta. PVS searches {speed / 1e6:.1f} million nodes/s.",
        f"{book.plies} plies in the middle game: {book.minimax_leaves:,} leaves for minimax, "
        f"{book.alphabeta_nodes:,} nodes for alpha-beta, {book.pvs_nodes:,} for PVS.",
        f"Bench: {result.signature}",
    ]
    return "\n".join(lines)


def as_json(result: Report) -> dict[str, Any]:
    """The report as plain values: nodes, seconds, scores in discs."""
    return {
        "signature": result.signature,
        "positions": [
            {
                "name": name,
                "board": position,
                "depth": depth,
                "score": pvs.score,
                "alphabeta": {"nodes": alphabeta.nodes, "seconds": alphabeta.seconds},
                "pvs": {"nodes": pvs.nodes, "seconds": pvs.seconds},
            }
            for (name, position, depth), alphabeta, pvs in zip(
                POSITIONS, result.alphabeta, result.pvs, strict=True
            )
        ],
        "sums": {
            "alphabeta": {"nodes": _sum(result.alphabeta).nodes, "seconds": _sum(result.alphabeta).seconds},
            "pvs": {"nodes": _sum(result.pvs).nodes, "seconds": _sum(result.pvs).seconds},
        },
        "textbook": {
            "board": TEXTBOOK_POSITION,
            "plies": result.textbook.plies,
            "minimax_leaves": result.textbook.minimax_leaves,
            "alphabeta_nodes": result.textbook.alphabeta_nodes,
            "pvs_nodes": result.textbook.pvs_nodes,
        },
    }


def _row(name: str, depth: str, score: str, alphabeta: Run, pvs: Run) -> str:
    return (
        f"{name:10}{depth:>6}{score:>8}{alphabeta.nodes:18,}{alphabeta.seconds:8.3f}{pvs.nodes:14,}"
        f"{pvs.seconds:8.3f}{pvs.nodes / alphabeta.nodes:8.2f}{pvs.seconds / alphabeta.seconds:7.2f}"
    )


def _sum(runs: tuple[Run, ...]) -> Run:
    return Run(sum(run.nodes for run in runs), sum(run.seconds for run in runs), 0.0)
