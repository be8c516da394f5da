"""The endgames that travel with the program: positions with one best move, solved and graded.

They are lines of OBF with all moves, the best first; `ai/training/puzzles.py` makes the file, and says what
the figures in the comments are.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.board import Board, Move, squares
from game.records.obf import Problem, parse_obf
from game.text import _

EASIEST: Final = 1
HARDEST: Final = 5

# The nodes and depths from which on a puzzle is a grade harder.
HARD_NODES: Final = (10_000, 150_000)
HARD_DEPTHS: Final = (4, 9)

_FIGURES: Final = re.compile(r"nodes ([0-9]{1,15}), depth ([0-9]{1,2})\b")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`scores` are those of all moves, in discs for the side to move, the best first, and it alone so good.

    A search solves it with `nodes` nodes; one that looks ahead ply by ply keeps to the move from `depth`.
    """

    board: Board
    scores: tuple[tuple[Move, int], ...]
    nodes: int
    depth: int

    @property
    def key(self) -> str:
        return self.board.text()

    @property
    def grade(self) -> int:
        """EASIEST .. HARDEST, by the nodes of its solution and the depth at which the move is found."""
        harder = sum(self.nodes >= nodes for nodes in HARD_NODES)
        return EASIEST + harder + sum(self.depth >= depth for depth in HARD_DEPTHS)


class Puzzles:
    """All of them, by their keys and by their grades; of a grade those with less to look at first."""

    def __init__(self, puzzles: Sequence[Puzzle] = ()) -> None:
        self.by_key = {puzzle.key: puzzle for puzzle in puzzles}
        self.by_grade: dict[int, list[Puzzle]] = defaultdict(list)
        for puzzle in sorted(puzzles, key=lambda puzzle: (puzzle.nodes, puzzle.key)):
            self.by_grade[puzzle.grade].append(puzzle)

    def __len__(self) -> int:
        return len(self.by_key)


def parse_puzzles(text: str) -> Puzzles:
    """Read a file of puzzles. Raises ValueError that names the line, or says that there is none."""
    problems, errors = parse_obf(text)
    if errors:
        raise errors[0]
    if not problems:
        raise ValueError(_("there are no puzzles in it"))
    return Puzzles([_puzzle(problem) for problem in problems])


def _puzzle(problem: Problem) -> Puzzle:
    found = _FIGURES.search(problem.comment)
    if found is None:
        sentence = _("line {line}: the comment does not tell nodes and depth")
        raise ValueError(sentence.format(line=problem.line))
    if {move for move, _score in problem.scores} != set(squares(problem.board.legal_moves())):
        raise ValueError(_("line {line}: not every move has its score").format(line=problem.line))
    scores = tuple(sorted(problem.scores, key=lambda pair: -pair[1]))
    if len(scores) < 2 or scores[0][1] == scores[1][1]:
        raise ValueError(_("line {line}: no move is better than all others").format(line=problem.line))
    return Puzzle(problem.board, scores, int(found[1]), int(found[2]))
