"""Names of openings, which belong to positions: the order of moves and the symmetry do not matter.

A file of names is CSV: the moves of a line, its name (if any) in each language of the heading (ISO 639), and
the number of games with the position in the WTHOR archive, 1977 to 2025. The names in `assets/openings.csv`
are from G. Gatliff, NBoard, WZebra, Edax and Egaroucid, which agree on all but a few.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from game.board import Board, Move, squares
from game.records.transcript import parse_transcript
from game.symmetry import canonical
from game.tree import Node

LINE: Final = "moves"
GAMES: Final = "games"
ENGLISH: Final = "en"


@dataclass(frozen=True, slots=True)
class Opening:
    """A named position: `moves` from the start, `names` by language, one in English, number of `games`."""

    moves: tuple[Move, ...]
    names: Mapping[str, str]
    games: int = 0

    def name(self, language: str = ENGLISH) -> str:
        """Returns the name in a language, or in English if the language has none."""
        return self.names.get(language) or self.names[ENGLISH]


class Openings:
    """A set of openings, found by position."""

    def __init__(self, found: Sequence[tuple[Opening, Board]]) -> None:
        """Indexes openings, each given with its position."""
        self.all = tuple(opening for opening, _ in found)
        self._by_form = {(canonical(board), board.turn): opening for opening, board in found}

    def at(self, board: Board) -> Opening | None:
        """Returns the opening with this position or a symmetric one, or None."""
        return self._by_form.get((canonical(board), board.turn))

    def of(self, node: Node) -> Opening | None:
        """Returns the last opening on the way to a node, or None."""
        found = (self.at(passed.board) for passed in reversed(node.line))
        return next((opening for opening in found if opening is not None), None)

    def next(self, board: Board) -> dict[Move, Opening]:
        """Returns the moves that lead to a named position, each with its opening."""
        found = ((move, self.at(board.play(move))) for move in squares(board.legal_moves()))
        return {move: opening for move, opening in found if opening is not None}


def parse_openings(text: str) -> Openings:
    """Reads a file of names. Raises ValueError."""
    found = []
    for row in csv.DictReader(io.StringIO(text)):
        game, games = parse_transcript(row.pop(LINE)), int(row.pop(GAMES))
        names = {code: name for code, name in row.items() if name}
        found.append((Opening(game.moves, names, games), game.board))
    return Openings(found)
