"""The names of openings: of positions, whatever the order of moves and however the board is turned.

A file of names is a table with commas: the moves of a line, its name in each language of the heading (ISO
639), if it has one, and the games of the WTHOR archive, 1977 to 2025, with the position. The names of
`assets/openings.csv` are those of G. Gatliff, NBoard, WZebra, Edax and Egaroucid, which agree on all but a
few.
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
    """A named position: `moves` from the start, `names` by language and in English, games that have it."""

    moves: tuple[Move, ...]
    names: Mapping[str, str]
    games: int = 0

    def name(self, language: str = ENGLISH) -> str:
        """English where the language has no name of its own."""
        return self.names.get(language) or self.names[ENGLISH]


class Openings:
    """Some openings, found by their positions."""

    def __init__(self, found: Sequence[tuple[Opening, Board]]) -> None:
        """Each opening with its position."""
        self.all = tuple(opening for opening, _ in found)
        self._by_form = {(canonical(board), board.turn): opening for opening, board in found}

    def at(self, board: Board) -> Opening | None:
        """The opening with this very position."""
        return self._by_form.get((canonical(board), board.turn))

    def of(self, node: Node) -> Opening | None:
        """The last opening on the way to a node."""
        found = (self.at(passed.board) for passed in reversed(node.line))
        return next((opening for opening in found if opening is not None), None)

    def next(self, board: Board) -> dict[Move, Opening]:
        """The moves that lead to a named position."""
        found = ((move, self.at(board.play(move))) for move in squares(board.legal_moves()))
        return {move: opening for move, opening in found if opening is not None}


def parse_openings(text: str) -> Openings:
    """Reads a file of names of the program. Raises ValueError."""
    found = []
    for row in csv.DictReader(io.StringIO(text)):
        game, games = parse_transcript(row.pop(LINE)), int(row.pop(GAMES))
        names = {code: name for code, name in row.items() if name}
        found.append((Opening(game.moves, names, games), game.board))
    return Openings(found)
