"""A repertoire: the lines that the user plays as each side, and where the games of an archive leave them.

A line ends with a move of its side. Positions are keyed as in an archive index, so that symmetric lines and
transpositions coincide.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import numpy as np

from ai.boards import NO_MOVE
from ai.book import Book
from game.board import PASS, Board, Color, Move, square_name
from game.symmetry import canonical, symmetry_to, transform_square
from game.text import _
from game.tree import Game, Node
from play.archive.games import GAME, Games
from play.archive.index import ArchiveIndex, IndexedPosition, positions
from play.lists.table import squares_of

SQUARES: Final = {square_name(square): square for square in range(64)}
FEW: Final = 4  # up to this many lines, adding them one by one is faster
OpeningLine = tuple[Move, ...]
KeyPath = tuple[int, ...]
"""The keys of the positions of a line, the start first."""
OpeningLines = Mapping[str, tuple[OpeningLine, KeyPath]]
"""The moves and position keys of lines, by `line_key`."""


@lru_cache(maxsize=4096)
def line_key(moves: OpeningLine, color: Color | None = None) -> str:
    """Returns 'f5d6c3 black': the moves up to the last one of a side, by default of the side that moves last,
    turned so that they begin with f5, as lines are usually written.
    """
    last = Color((len(moves) - 1) % 2)
    moves = moves[: len(moves) - (color is last.other)]
    start, turned = Board.initial(), None
    if moves:
        turned = symmetry_to(start.play(moves[0]), start.play(SQUARES["f5"]))
    text = "".join(square_name(transform_square(move, turned or 0)) for move in moves)
    return f"{text} {(last if color is None else color).name.lower()}"


def games_of(lines: list[bytes]) -> Games:
    """Builds games like those of an archive from their squares, a byte each."""
    made = np.zeros(len(lines), GAME)
    made["moves"] = squares_of(lines)
    return Games(made)


def paths_of(lines: Sequence[OpeningLine]) -> list[KeyPath]:
    """Returns the position keys of each line, up to its first illegal move."""
    if len(lines) <= FEW:
        legal = (Game(None, Board.initial().legal_part(line)) for line in lines)
        return [tuple(int(IndexedPosition.of(node.board).key) for node in game.line) for game in legal]
    found: list[list[int]] = [[] for _line in lines]
    for keys, numbers, _forms in positions(games_of(list(map(bytes, lines))), []):
        if not len(keys):
            break
        for key, number in zip(keys.tolist(), numbers.tolist(), strict=True):
            found[number].append(key)
    return list(map(tuple, found))


@dataclass(frozen=True, slots=True)
class Hole:
    """A move after `before` that `games` games play and no line answers; `form` is its canonical square."""

    before: OpeningLine
    form: int
    games: int

    @property
    def line(self) -> OpeningLine:
        forms = IndexedPosition.of(Game(None, self.before).board).forms
        return *self.before, next(move for move, form in forms.items() if form == self.form)


@dataclass(frozen=True, slots=True)
class LineCoverage:
    """The `holes`, the most frequent first, and the number `kept` of games that follow a line to its end."""

    holes: tuple[Hole, ...]
    kept: int

    @property
    def share(self) -> float:
        """The share of kept games among those that answer the moves of the lines, 0 to 1."""
        return self.kept / max(1, self.kept + sum(hole.games for hole in self.holes))


@dataclass(slots=True)
class Repertoire:
    """Lines with their positions, by `line_key`. `coverage` of both sides is None until it is counted."""

    keys: dict[str, tuple[OpeningLine, KeyPath]] = field(default_factory=dict)
    coverage: LineCoverage | None = field(default=None, compare=False)
    _lines: dict[Color, OpeningLines] = field(default_factory=dict, compare=False)
    _counted: tuple[Any, ...] = field(default=(None,), compare=False)  # the index and lines of `coverage`

    def read(self, keys: Iterable[str], say: Callable[[str], object] = lambda _problem: None) -> None:
        """Adds the lines of keys; `say` gets a sentence about each invalid one, with its illegal move."""
        lines = dict[str, OpeningLine]()
        for key in keys:
            text, _blank, side = key.partition(" ")
            line = tuple(SQUARES.get(text[n : n + 2], NO_MOVE) for n in range(0, len(text), 2))
            if line and NO_MOVE not in line and side == Color((len(line) - 1) % 2).name.lower():
                lines[key] = line
            else:
                say(_("{line} is not a line", line=key))
        for (key, line), path in zip(lines.items(), paths_of(list(lines.values())), strict=True):
            if len(path) > len(line):
                self.keys[key] = line, path
            else:
                move, number = square_name(line[len(path) - 1]), len(path)
                say(_("{line}: move {number}, {move}, is not legal", line=key, number=number, move=move))
        self._lines = {}

    def remove(self, key: str) -> None:
        """Removes a line; a shorter one that it extended reappears in `lines`."""
        self.keys.pop(key, None)
        self._lines = {}

    def lines(self, color: Color) -> OpeningLines:
        """Returns the lines of a side, without those whose positions are all in other lines."""
        if not self._lines:
            for side in Color:
                known, lines = set[int](), dict[str, tuple[OpeningLine, KeyPath]]()
                for key, (line, path) in sorted(self.keys.items(), key=lambda item: (-len(item[0]), item[0])):
                    if len(line) % 2 != side and not known.issuperset(path):
                        known.update(path)
                        lines[key] = line, path
                self._lines[side] = dict(sorted(lines.items()))
        return self._lines[color]

    @property
    def is_counting(self) -> bool:
        return self.coverage is None and self._counted[0] is not None

    def count(self, index: ArchiveIndex | None) -> None:
        """Counts in the background where the games leave the lines, unless it has done so already."""
        counted = index, *(self.lines(color) for color in Color)
        if self._counted != counted:
            self._counted, self.coverage = counted, None
            if self.is_counting:
                threading.Thread(target=self._count, args=counted, name="repertoire", daemon=True).start()

    def _count(self, index: ArchiveIndex, *lines: OpeningLines) -> None:
        found = [coverage(lines[color].values(), color, index) for color in Color]
        holes = sorted((hole for each in found for hole in each.holes), key=lambda hole: -hole.games)
        if self._counted == (index, *lines):
            self.coverage = LineCoverage(tuple(holes), sum(each.kept for each in found))

    def tree(self, color: Color) -> Game:
        """Returns all lines of a side as variations of one game."""
        game = Game()
        for line, _path in self.lines(color).values():
            node, moves = game.root, list(line)
            for ply in range(len(moves)):
                child = node.child(moves[ply])
                if child is None and node.children:
                    after = node.board.play(moves[ply])
                    twins = (each for each in node.children if canonical(each.board) == canonical(after))
                    if (child := next(twins, None)) is not None:
                        turned = symmetry_to(after, child.board) or 0
                        moves = [transform_square(move, turned) for move in moves]
                node = node.add(moves[ply]) if child is None else child
        return game


def coverage(lines: Iterable[tuple[OpeningLine, KeyPath]], color: Color, index: ArchiveIndex) -> LineCoverage:
    """Counts where the games leave the lines of a side: each game once, at the last position that it shares
    with them. Games that leave with a move of `color` do not count.
    """
    reached: dict[int, dict[int, OpeningLine]] = {}
    inner = set[int]()
    for line, path in lines:
        inner.update(path[:-1])
        for ply, position in enumerate(path):
            reached.setdefault(ply, {}).setdefault(position, line[:ply])
    done, holes, kept = np.zeros(len(index.games.records), bool), list[Hole](), 0
    for ply, known in sorted(reached.items(), reverse=True):
        ways = list(known.values())
        which, numbers, moves = index.entries(ply, np.array(list(known), np.uint64))
        is_last = ~done[numbers]
        done[numbers] = True
        if ply % 2 == color:
            continue
        is_end = np.array([position not in inner for position in known])[which]
        kept += int(np.count_nonzero(is_last & is_end))
        left = is_last & ~is_end & (moves != NO_MOVE)
        codes, counts = np.unique(which[left] * (NO_MOVE + 1) + moves[left], return_counts=True)
        for code, games in zip(codes.tolist(), counts.tolist(), strict=True):
            holes.append(Hole(ways[code // (NO_MOVE + 1)], code % (NO_MOVE + 1), games))
    return LineCoverage(tuple(sorted(holes, key=lambda hole: (-hole.games, hole.before))), kept)


def lines_in(root: Node) -> Iterator[OpeningLine]:
    """Yields each line of a game's tree, to its end or a pass; none if the game has another start."""
    if root.board == Board.initial():
        for node in root.walk():
            path = node.path
            if path and PASS not in path and all(child.move == PASS for child in node.children):
                yield path


@lru_cache(maxsize=4096)
def cost(line: OpeningLine, color: Color, book: Book | None) -> float | None:
    """Returns the discs that a side's worst move loses by the book; None if the book has none of them."""
    boards = (node.board for node in Game(None, line).line)
    pairs = zip(boards, line, strict=False)
    found = (lost_by(book, board, move) for board, move in pairs if board.turn is color)
    return max((lost for lost in found if lost is not None), default=None)


def lost_by(book: Book | None, board: Board, move: Move) -> float | None:
    """Returns the discs that a move loses by the book, None if the book lacks the move."""
    known = {} if book is None else {entry.move: entry.score for entry in book.moves(board)}
    return round(max(known.values()) - known[move], 1) if move in known else None
