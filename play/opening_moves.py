"""What is known of the next moves without a search: the names they lead to, and their scores in the book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from game.openings import Opening, Openings

if TYPE_CHECKING:
    from ai.book import Book
    from game.board import Board, Move


@dataclass(frozen=True, slots=True)
class KnownMoves:
    """`names` of the openings that moves lead to, and `scores` in discs for the side to move, best first."""

    names: Mapping[Move, Opening] = field(default_factory=dict)
    scores: Mapping[Move, float] = field(default_factory=dict)


class OpeningMoves:
    """May be asked in every frame: the last answer is remembered."""

    def __init__(self, openings: Openings, book: Book | None) -> None:
        self.openings = openings
        self._book = book
        self._asked: tuple[Board, KnownMoves] | None = None

    def look_up(self, board: Board) -> KnownMoves:
        if self._asked is None or self._asked[0] != board:
            known = () if self._book is None else self._book.moves(board)
            scores = {found.move: found.score for found in known}
            self._asked = board, KnownMoves(self.openings.next(board), scores)
        return self._asked[1]
