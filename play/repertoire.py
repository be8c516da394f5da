"""A repertoire: the lines that a person plays as each side, and where the games of an archive leave them.

A line ends with a move of its side. Positions have the keys of an index, so that symmetric lines are one, and
a position is the same whatever the order of moves.
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
FEW: Final = 4  # lines up to which adding them one by one is quicker
OpeningLine = tuple[Move, ...]
KeyPath = tuple[int, ...]
"""The keys of the positions of a line, the start first."""
OpeningLines = Mapping[str, tuple[OpeningLine, KeyPath]]
"""The moves and positions of lines, by their keys."""


@lru_cache(maxsize=4096)
def line_key(moves: OpeningLine, color: Color | None = None) -> str:
    """'f5d6c3 black': up to the last move of its side, by default of the side that moves last; turned so that
    it begins with f5, as people write lines.
    """
    last = Color((len(moves) - 1) % 2)
    moves = moves[: len(moves) - (color is last.other)]
    start, turned = Board.initial(), None
    if moves:
        turned = symmetry_to(start.play(moves[0]), start.play(SQUARES["f5"]))
    text = "".join(square_name(transform_square(move, turned or 0)) for move in moves)
    return f"{text} {(last if color is None else color).name.lower()}"


def games_of(lines: list[bytes]) -> Games:
    """As of an archive."""
    made = np.zeros(len(lines), GAME)
    made["moves"] = squares_of(lines)
    return Games(made)


def paths_of(lines: Sequence[OpeningLine]) -> list[KeyPath]:
    """The positions of each line, as far as it is legal."""
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
    """A move after `before` that `games` play and that no line answers; `form` is its canonical square."""

    before: OpeningLine
    form: int
    games: int

    @property
    def line(self) -> OpeningLine:
        forms = IndexedPosition.of(Game(None, self.before).board).forms
        return *self.before, next(move for move, form in forms.items() if form == self.form)


@dataclass(frozen=True, slots=True)
class LineCoverage:
    """The `holes`, the most frequent first; `kept` games follow a line to its end."""

    holes: tuple[Hole, ...]
    kept: int

    @property
    def share(self) -> float:
        """Of the games that answer the moves of the lines, those that are kept."""
        return self.kept / max(1, self.kept + sum(hole.games for hole in self.holes))


@dataclass(slots=True)
class Repertoire:
    """Lines by their `keys`, with their positions. `coverage` of both sides is None until it is counted."""

    keys: dict[str, tuple[OpeningLine, KeyPath]] = field(default_factory=dict)
    coverage: LineCoverage | None = field(default=None, compare=False)
    _lines: dict[Color, OpeningLines] = field(default_factory=dict, compare=False)
    _counted: tuple[Any, ...] = field(default=(None,), compare=False)  # what `coverage` is of

    def read(self, keys: Iterable[str], say: Callable[[str], object] = lambda _problem: None) -> None:
        """Adds lines; `say` gets a sentence for each that is none, with the move that is not legal."""
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
        """Removes a line; a shorter one that it went on from is there again."""
        self.keys.pop(key, None)
        self._lines = {}

    def lines(self, color: Color) -> OpeningLines:
        """Those of a side, without those whose positions others have."""
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
        """Counts in the background where the games leave the lines, unless that is known."""
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
        """All lines of a side as variations of one game."""
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
    """What becomes of games that answer the moves of a side: each counts once, at the last position that it
    has in common with the lines.
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
    """Each line of a game's tree, to its end or a pass; none where it does not begin at the usual start."""
    if root.board == Board.initial():
        for node in root.walk():
            path = node.path
            if path and PASS not in path and all(child.move == PASS for child in node.children):
                yield path


@lru_cache(maxsize=4096)
def cost(line: OpeningLine, color: Color, book: Book | None) -> float | None:
    """The discs that the worst move of a side loses by the book; None where the book knows none of them."""
    boards = (node.board for node in Game(None, line).line)
    pairs = zip(boards, line, strict=False)
    found = (lost_by(book, board, move) for board, move in pairs if board.turn is color)
    return max((lost for lost in found if lost is not None), default=None)


def lost_by(book: Book | None, board: Board, move: Move) -> float | None:
    """The discs that a move loses by the book, None if that lacks it."""
    known = {} if book is None else {entry.move: entry.score for entry in book.moves(board)}
    return round(max(known.values()) - known[move], 1) if move in known else None
