"""A second minimax, alpha-beta and PVS, over lines of moves alone, to test traces.

Windows are those of fail-soft searches. Nothing here reads a trace.
"""

from dataclasses import dataclass, field

from ai.reference.evaluation import evaluate
from game.board import CORNERS, PASS, Board, Color, Move, final_score, squares

Line = tuple[Move, ...]
OPEN = 641
"""Above every value: a tenth more than 64 discs, so that no bet exceeds all discs."""


def ordered(board: Board) -> list[Move]:
    """Returns the moves, fewest replies first; a corner counts as four replies, taken or given."""

    def merit(square: Move) -> int:
        replies = board.play(square).legal_moves()
        corner = bool(CORNERS >> square & 1) - (replies & CORNERS).bit_count()
        return 4 * corner - replies.bit_count()

    return sorted(squares(board.legal_moves()), key=lambda square: -merit(square)) or [PASS]


@dataclass
class Search:
    """A record of one search; a line is the moves from the root to a position."""

    value: int = 0
    entered: list[Line] = field(default_factory=list)
    """The lines in the order of visits, repeats included."""
    cuts: dict[tuple[int, Line], Move] = field(default_factory=dict)
    """By (number of positions entered so far, line): the move that cut off the rest."""
    bets: dict[tuple[int, Line, Move], tuple[int, bool, int]] = field(default_factory=dict)
    """By (number entered so far, line, move): (value not to exceed, whether it did, positions searched)."""
    again: list[tuple[int, int]] = field(default_factory=list)
    """For each re-search: (number of positions entered before it, number entered after it)."""

    @property
    def searched_again(self) -> int:
        """Number of visits in re-searches, each counted once."""
        return len({number for first, last in self.again for number in range(first, last)})


class Plain:
    """The tree of a position to `plies`; if None, to the end of the game, in discs instead of tenths."""

    def __init__(self, board: Board, plies: int | None) -> None:
        self.board = board
        self.plies = board.empties if plies is None else plies
        self.unit = 1 if plies is None else 10
        self._boards: dict[Line, Board] = {(): board}
        self._moves: dict[Line, list[Move]] = {}
        self._values: dict[Line, int] = {}

    def at(self, line: Line) -> Board:
        if line not in self._boards:
            self._boards[line] = self.at(line[:-1]).play(line[-1])
        return self._boards[line]

    def depth(self, line: Line) -> int:
        """Returns the number of plies left."""
        return self.plies - sum(move != PASS for move in line)

    def leaf(self, line: Line) -> int | None:
        """Returns the value of a leaf for the side to move, None inside the tree."""
        board = self.at(line)
        if board.is_over():
            return self.unit * final_score(board.player, board.opponent)
        return evaluate(board.player, board.opponent) if self.depth(line) <= 0 else None

    def moves(self, line: Line) -> list[Move]:
        if line not in self._moves:
            self._moves[line] = ordered(self.at(line))
        return self._moves[line]

    def minimax(self, line: Line = ()) -> int:
        """Returns the value for the side to move."""
        if line not in self._values:
            leaf = self.leaf(line)
            self._values[line] = (
                max(-self.minimax((*line, move)) for move in self.moves(line)) if leaf is None else leaf
            )
        return self._values[line]

    def worth(self, line: Line, color: Color) -> int:
        """Returns the minimax value for a side."""
        return self.minimax(line) if self.at(line).turn is color else -self.minimax(line)

    def count(self, line: Line = ()) -> int:
        """Returns the number of positions in the whole tree from here."""
        if self.leaf(line) is not None:
            return 1
        return 1 + sum(self.count((*line, move)) for move in self.moves(line))

    def alphabeta(self) -> Search:
        return self._searched(has_bets=False)

    def pvs(self) -> Search:
        return self._searched(has_bets=True)

    def _is_known(self, line: Line) -> bool:
        """Returns whether a value from below a null window is exact: only leaves are below."""
        return self.depth(line) <= 0 or (self.depth(line) == 1 and self.moves(line) != [PASS])

    def _searched(self, has_bets: bool) -> Search:
        search = Search()
        search.value = self._search(search, has_bets, (), -OPEN, OPEN)
        return search

    def _search(self, search: Search, has_bets: bool, line: Line, alpha: int, beta: int) -> int:
        """Searches by alpha-beta, or with bets by PVS."""
        search.entered.append(line)
        leaf = self.leaf(line)
        if leaf is not None:
            return leaf
        best = -OPEN
        for place, move in enumerate(self.moves(line)):
            floor, child, begun = max(alpha, best), (*line, move), len(search.entered)
            if place == 0 or not has_bets:
                value = -self._search(search, has_bets, child, -beta, -floor)
            else:
                value = -self._search(search, has_bets, child, -floor - 1, -floor)
                if beta > floor + 1:
                    search.bets[begun, line, move] = floor, value > floor, len(search.entered) - begun
                if floor < value < beta and not self._is_known(child):
                    begun = len(search.entered)
                    value = -self._search(search, has_bets, child, -beta, -value)
                    search.again.append((begun, len(search.entered)))
            best = max(best, value)
            if best >= beta:
                search.cuts[len(search.entered), line] = move
                break
        return best
