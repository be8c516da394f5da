"""The opening book as a graph that grows: what is known of its moves, and what to search next.

Its nodes are positions (one of the eight symmetric ones, so that transpositions and mirrored lines meet), its
edges moves. Every node has been searched once, which found a move and its score. If that move leads to a
node, the score of that node replaces it: so scores climb from the ends of the lines to the first move, by
negamax (Buro 1999, "Toward opening book learning").

First come the positions of given lines, then the ends at which best play of both sides, or nearly best,
leaves the book: "drop-out expansion" (Lincke 2000, "Strategies for the automatic construction of opening
books"). Where the found move has disappointed, all moves are searched. Scores are whole tenths of a disc for
the side to move.
"""

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from ai.book import board_of
from game.board import Board, Square, squares
from game.symmetry import BitboardPair, canonical

PARTS: Final = 10  # of a disc, the unit of scores
PLIES_PER_DISC: Final = 2.0  # that a lost disc counts for in the choice of what is searched next
# Discs that best play is worth less than the search of a found move promised, from which on it disappoints.
DISAPPOINTMENT: Final = 1.0


@dataclass(frozen=True, slots=True)
class Wish:
    """A position to search; `all_moves` if one move is known and the others are wanted, too."""

    position: BitboardPair
    all_moves: bool = False


@dataclass(slots=True)
class BookNode:
    """A searched position: where each move leads, and the scores that searches found for some of them.

    Of moves that mirror each other there is the first. A move after which a side must pass, or the game is
    over, leads to None: the book goes no further there.
    """

    moves: dict[Square, BitboardPair | None]
    found: dict[Square, int] = field(default_factory=dict)


class Graph:
    def __init__(self, lines: Iterable[BitboardPair]) -> None:
        """`lines` are the positions of the lines, in the order in which they are searched."""
        self._start = canonical(Board.initial())
        self._lines = list(dict.fromkeys([self._start, *lines]))
        self._nodes: dict[BitboardPair, BookNode] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def add(self, position: BitboardPair, found: Mapping[Square, int]) -> None:
        """Adds the scores of some moves of a position; later searches replace earlier ones."""
        children = _children_of(position)
        node = self._nodes.setdefault(position, BookNode(_without_twins(children)))
        for move, score in found.items():
            twins = (twin for twin, child in node.moves.items() if child == children[move])
            node.found[move if children[move] is None else next(twins)] = score

    def wishes(self, most: int) -> list[Wish]:
        """What to search next, the most useful first; empty when there is nothing left."""
        unsearched = [Wish(position) for position in self._lines if position not in self._nodes]
        return (unsearched or self._drop_outs())[:most]

    def book(self) -> dict[BitboardPair, dict[Square, int]]:
        """The positions whose best move has been looked beyond, with such moves."""
        scores = self._scores()
        book = {}
        for position, known in scores.items():
            looked = {move: score for move, score in known.items() if self._child(position, move) in scores}
            if looked and max(looked.values()) == max(known.values()):
                book[position] = looked
        return book

    def _child(self, position: BitboardPair, move: Square) -> BitboardPair | None:
        return self._nodes[position].moves[move]

    def _scores(self) -> dict[BitboardPair, dict[Square, int]]:
        """What each known move of each node is worth."""
        scores: dict[BitboardPair, dict[Square, int]] = {}
        # A move adds a disc, so that what a position leads to comes before it.
        for position in sorted(self._nodes, key=lambda each: (each[0] | each[1]).bit_count(), reverse=True):
            node = self._nodes[position]
            known = dict(node.found)
            for move, child in node.moves.items():
                if child in scores:
                    known[move] = -max(scores[child].values())
            scores[position] = known
        return scores

    def _drop_outs(self) -> list[Wish]:
        """Where best play leaves the book, and where it has disappointed; the nearest to the start first."""
        scores = self._scores()
        wishes: list[tuple[float, Wish]] = []
        for position, distance in self._distances(scores).items():
            if position not in self._nodes:
                wishes.append((distance, Wish(position)))
            elif self._has_disappointed(position, max(scores[position].values())):
                wishes.append((distance + 1, Wish(position, all_moves=True)))
        return [wish for _, wish in sorted(wishes, key=lambda entry: entry[0])]

    def _distances(self, scores: Mapping[BitboardPair, Mapping[Square, int]]) -> dict[BitboardPair, float]:
        """Returns plies from the start plus the cost of lost discs, for each position that is reached."""
        distances: dict[BitboardPair, float] = {}
        queue = [(0.0, self._start)]
        while queue:
            distance, position = heapq.heappop(queue)
            if position in distances:
                continue
            distances[position] = distance
            known = scores.get(position, {})
            for move, score in known.items():
                child = self._child(position, move)
                if child is not None:
                    loss = (max(known.values()) - score) / PARTS
                    heapq.heappush(queue, (distance + 1 + PLIES_PER_DISC * loss, child))
        return distances

    def _has_disappointed(self, position: BitboardPair, best: int) -> bool:
        node = self._nodes[position]
        is_wide = node.found.keys() >= node.moves.keys()
        return not is_wide and best < max(node.found.values()) - DISAPPOINTMENT * PARTS


def _children_of(position: BitboardPair) -> dict[Square, BitboardPair | None]:
    """Where all legal moves lead; None where the book ends."""
    board = board_of(position)
    boards = {move: board.play(move) for move in squares(board.legal_moves())}
    return {move: canonical(after) if after.legal_moves() else None for move, after in boards.items()}


def _without_twins(children: Mapping[Square, BitboardPair | None]) -> dict[Square, BitboardPair | None]:
    """The first of the moves that lead to the same position."""
    moves: dict[Square, BitboardPair | None] = {}
    for move, child in children.items():
        if child is None or child not in moves.values():
            moves[move] = child
    return moves
