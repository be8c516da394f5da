"""Lines of the NBoard protocol, versions 1 and 2, which the engine and its host share.

A line is a command and its arguments. A move is written as in GGF, `F5/1.20/3.40`, with its score in discs
for the side to move and its seconds; some engines write spaces for the slashes.
"""

from collections.abc import Iterable
from typing import Final

from game.board import Move
from game.evaluation import FULL_WIDTH, Kind, line_text
from game.plain_text import parse_digits, parse_number
from game.records.ggf import NotedMove, ggf_number, parse_noted_move
from game.text import _

NEWEST_VERSION: Final = 2

# The beginning of an engine's answer to `go`.
ANSWER: Final = "==="
# The name of the engine follows this.
MY_NAME: Final = "set myname "
NODESTATS: Final = "nodestats"
MOST_NODES: Final = 2.0**63


def answer_line(answer: NotedMove) -> str:
    return f"{ANSWER} {answer.text()}"


def parse_answer(text: str) -> NotedMove:
    """Reads the text after `===`. Raises ValueError if it does not begin with a move."""
    return parse_noted_move("/".join(text.split()))


def nodestats_line(nodes: int, seconds: float) -> str:
    return f"{NODESTATS} {nodes} {seconds:.3f}"


def parse_nodes(text: str) -> int:
    """Reads the nodes after `nodestats`, 0 if unreadable; ignores the seconds, in which engines differ."""
    return int(parse_number(text.partition(" ")[0], 0, MOST_NODES) or 0)


def search_line(pv: Iterable[Move], score: float, depth: int, kind: Kind) -> str:
    """Returns the line of an evaluated move. The depth is plies, or "100%" for exact, "100%W" for outcome."""
    word, sure = "book" if kind is Kind.BOOK else "search", {Kind.OUTCOME: "100%W", Kind.EXACT: "100%"}
    return f"{word} {line_text(pv)} {ggf_number(score)} 0 {sure.get(kind, depth)}"


def parse_search(text: str) -> tuple[list[Move], float, str]:
    """Reads the moves, their score and the depth after `search` or `book`. Raises ValueError."""
    moves, score, _games, depth = [*text.split(), "", "", ""][:4]
    moves, number = moves.replace("-", ""), parse_number(score)
    if number is None:
        raise ValueError(score)
    return [parse_noted_move(moves[at : at + 2]).move for at in range(0, len(moves), 2)], number, depth


def parse_sureness(depth: str) -> tuple[int, Kind, int]:
    """Reads plies, kind and confidence of a depth: '14', '21@73%', '100%' or '100%W'; 0 plies if none."""
    plies, _at, confidence = depth.partition("@")
    if plies.startswith("100%"):
        return 0, Kind.OUTCOME if plies.endswith("W") else Kind.EXACT, FULL_WIDTH
    return parse_digits(plies) or 0, Kind.ESTIMATE, parse_digits(confidence.rstrip("%")) or FULL_WIDTH


def analysis_line(ply: int, score: float) -> str:
    """Returns the line with the score of the position after `ply` moves, passes included."""
    return f"analysis {ply} {ggf_number(score)}"


def parse_whole_number(command: str, text: str) -> int:
    """Reads the argument of `command`, above 0. Raises ValueError that names the command."""
    number = parse_digits(text)
    if not number:
        sentence = _("{command} needs a whole number above 0, not {text}", command=command, text=repr(text))
        raise ValueError(sentence)
    return number
