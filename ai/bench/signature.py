"""Fixed positions, searched to a fixed depth: nodes and times of alpha-beta and PVS, and one signature
number.

The signature is the sum of all nodes of both searches, at full width. It changes only when the search or the
evaluation does, so a commit says `Bench: <signature>` or `No functional change`.
"""

from typing import Any, Final

from ai.bench import textbook
from ai.bench.runs import Cost, Ending, Report, Run, Tell, new_engine, search, total
from ai.limits import Algorithm, Limit, Options
from game.board import Board
from game.plain_text import to_left, to_right
from game.text import _

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


def measure(tell: Tell, most_plies: int = 60) -> Report:
    """Every position to its depth, or to `most_plies` for a taste of it.

    The textbook comes last: without it the measurement was ended before its time, and has no signature.
    """
    counted = ((_("alpha-beta nodes"), 18), (_("s"), 8), (_("PVS nodes"), 14), (_("s"), 8))
    headings = ((_("depth"), 8), (_("score"), 8), *counted, (_("nodes"), 8), (_("time"), 7))
    tell(to_left(_("position"), 10) + "".join(to_right(heading, width) for heading, width in headings))
    rows: list[dict[str, Any]] = []
    searched: list[tuple[Run, Run]] = []
    found = None
    with Ending() as ending, new_engine() as engine:
        for name, position, full_depth in POSITIONS:
            depth = min(full_depth, most_plies)
            board, limit = Board.from_text(position), Limit(depth=depth)
            alphabeta, pvs = (
                search(engine, board, limit, Options(algorithm, selective=False))
                for algorithm in (Algorithm.ALPHABETA, Algorithm.PVS)
            )
            searched.append((alphabeta, pvs))
            costs = {"alphabeta": alphabeta.as_json(), "pvs": pvs.as_json()}
            rows.append({"name": name, "board": position, "depth": depth, "score": pvs.score, **costs})
            tell(_columns(name, f"{depth}", f"{pvs.score:+.1f}", alphabeta, pvs))
        found = textbook.measure(engine, min(textbook.PLIES, most_plies))
    sums = total(alphabeta for alphabeta, _pvs in searched), total(pvs for _alphabeta, pvs in searched)
    signature = sums[0].nodes + sums[1].nodes if found else None
    if rows:
        tell(_columns(_("sum"), "", "", *sums))
        tell("")
        sentence = _("Last columns: PVS relative to alpha-beta. PVS searches {speed} million nodes/s.")
        tell(sentence.format(speed=f"{sums[1].nodes_per_second / 1e6:.1f}"))
    if found:
        tell(textbook.text(found))
        tell(f"Bench: {signature}")  # as commits say it
    figures = {
        "signature": signature,
        "positions": rows,
        "sums": {"alphabeta": sums[0].as_json(), "pvs": sums[1].as_json()},
        "textbook": found,
    }
    return Report(ending, figures)


def _columns(name: str, depth: str, score: str, alphabeta: Cost, pvs: Cost) -> str:
    return (
        f"{to_left(name, 10)}{depth:>8}{score:>8}{alphabeta.nodes:18,}{alphabeta.seconds:8.3f}{pvs.nodes:14,}"
        f"{pvs.seconds:8.3f}{pvs.nodes / alphabeta.nodes:8.2f}{pvs.seconds / alphabeta.seconds:7.2f}"
    )
