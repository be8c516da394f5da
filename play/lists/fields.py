"""What a list says of each game, how it is ordered, and what the window calls things."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from game.board import Result
from game.openings import Opening, Openings


class Field(Enum):
    """The columns, from left to right."""

    DATE = "date"
    BLACK = "black"
    WHITE = "white"
    RESULT = "result"
    OPENING = "opening"
    MOVES = "moves"


@dataclass(frozen=True, slots=True)
class Query:
    """What is wanted of a list: games in which all the words of `text` occur, by a field or as they come."""

    text: str = ""
    field: Field | None = None
    is_descending: bool = False

    def sorted_by(self, field: Field) -> Query:
        """Upwards at first, then downwards, then as they come; dates the other way round."""
        first = field is Field.DATE
        if field is not self.field:
            return Query(self.text, field, first)
        return Query(self.text, field, not first) if self.is_descending is first else Query(self.text)


@dataclass(frozen=True, slots=True)
class Wording:
    """How the window says what a list cannot say by itself.

    A result has a short form, which is shown, and a sentence, which is searched, too.
    """

    openings: Callable[[], Openings]
    opening: Callable[[Opening], str]
    result: Callable[[Result], str]
    result_sentence: Callable[[Result], str]
