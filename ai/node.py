"""What a searcher is asked. Standard library only."""

from __future__ import annotations

from typing import NamedTuple

from ai.limits import Algorithm
from game.board import Bitboard
from game.evaluation import FULL_WIDTH


class Node(NamedTuple):
    """A position seen by the side to move, and the window its score is searched in.

    With `exact` scores are discs at the end of the game and `depth` is the number of empties; else they are
    tenths of a disc, `depth` plies ahead. Below FULL_WIDTH the search is selective.
    """

    player: Bitboard
    opponent: Bitboard
    alpha: int
    beta: int
    depth: int
    algorithm: Algorithm
    exact: bool
    confidence: int = FULL_WIDTH
