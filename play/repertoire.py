"""A repertoire: the lines that a person plays as each side, and where the games of an archive leave them.

A line ends with a move of its side. Positions have the keys of an index, so that symmetric lines are one, and
a position is the same whatever the order of moves.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
Line = tuple[Move, ...]
Path = tuple[int, ...]
"""The keys of the positions of a line, the start first."""
Lines = Mapping[str, tuple[Line, Path]]
"""The moves and positions of lines, by their keys."""


def line_key(moves: Sequence[Move], color: Color | None = None) -> str:
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


def paths_of(lines: Sequence[Line]) -> list[Path]:
    """The positions of each line, as far as it is legal."""
    found: list[list[int]] = [[] for _line in lines]
    made = np.zeros(len(lines), GAME)
    made["moves"] = squares_of([bytes(line) for line in lines])
    for keys, numbers, _forms in positions(Games(made), []):
        if not len(keys):
            break
        for key, number in zip(keys.tolist(), numbers.tolist(), strict=True):
            found[number].append(key)
    return list(map(tuple, found))


def read_lines(keys: Iterable[str], say: Callable[[str], object]) -> dict[str, tuple[Line, Path]]:
    """The moves and positions of those keys that are lines; `say` gets a sentence for each other one."""
    lines, read = dict[str, Line](), dict[str, tuple[Line, Path]]()
    for key in keys:
        text, _blank, side = key.partition(" ")
        line = tuple(SQUARES.get(text[n : n + 2], NO_MOVE) for n in range(0, len(text), 2))
        if line and NO_MOVE not in line and side == Color((len(line) - 1) % 2).name.lower():
            lines[key] = line
        else:
            say(_("{line} is not a line", line=key))
    for (key, line), path in zip(lines.items(), paths_of(list(lines.values())), strict=True):
        if len(path) > len(line):
            read[key] = line, path
        else:
            move, number = square_name(line[len(path) - 1]), len(path)
            say(_("{line}: move {number}, {move}, is not legal", line=key, number=number, move=move))
    return read


@dataclass(frozen=True, slots=True)
class Hole:
    """A move after `before` that `games` play and that no line answers; `form` is its canonical square."""

    before: Line
    form: int
    games: int

    @property
    def line(self) -> Line:
        forms = IndexedPosition.of(Game(None, self.before).board).forms
        return *self.before, next(move for move, form in forms.items() if form == self.form)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The `holes`, the most frequent first; `kept` games follow a line to its end."""

    holes: tuple[Hole, ...] = ()
    kept: int = 0


@dataclass(slots=True)
class Repertoire:
    """The lines with some `keys`. `coverage` is the last that was counted, empty while nothing is known."""

    keys: dict[str, None] = field(default_factory=dict)
    coverage: Mapping[Color, Coverage] = field(default_factory=dict, compare=False)
    _read: dict[str, tuple[Line, Path]] = field(default_factory=dict, compare=False)
    _lines: dict[Color, Lines] = field(default_factory=dict, compare=False)
    _counted: tuple[Any, ...] | None = field(default=None, compare=False)  # what `coverage` is of

    def read(self, keys: Iterable[str], say: Callable[[str], object] = lambda _problem: None) -> None:
        """Adds lines; `say` gets a sentence for each that is none, with the move that is not legal."""
        read = read_lines(dict.fromkeys(keys), say)
        if not self.keys.keys() >= read.keys():
            self.keys |= dict.fromkeys(read)
            self._read |= read
            self._lines = {}

    def remove(self, key: str) -> None:
        """Removes a line; a shorter one that it went on from is there again."""
        self.keys.pop(key, None)
        self._lines = {}

    def lines(self, color: Color) -> Lines:
        """The moves and positions of each line, by its key, without those whose positions others have."""
        if not self._lines:
            longest = sorted(self.keys, key=lambda key: (-len(key), key))
            for side in Color:
                known, lines = set[int](), dict[str, tuple[Line, Path]]()
                for key in longest:
                    line, path = self._read[key]
                    if len(line) % 2 != side and not known.issuperset(path):
                        known.update(path)
                        lines[key] = line, path
                self._lines[side] = dict(sorted(lines.items()))
        return self._lines[color]

    def knows(self, line: Line, color: Color) -> bool:
        """Whether the lines of a side have all positions of this one."""
        known = (path for _line, path in self.lines(color).values())
        return set(paths_of([line])[0]) <= set[int]().union(*known)

    @property
    def is_counting(self) -> bool:
        return not self.coverage and self._counted is not None and self._counted[0] is not None

    def count(self, index: ArchiveIndex | None) -> None:
        """Counts in the background where the games leave the lines, unless that is known."""
        counted = index, *(self.lines(color) for color in Color)
        if self._counted != counted:
            self._counted, self.coverage = counted, {}
            if self.is_counting:
                threading.Thread(target=self._count, args=counted, name="repertoire", daemon=True).start()

    def _count(self, index: ArchiveIndex, *lines: Lines) -> None:
        found = {color: coverage(lines[color].values(), color, index) for color in Color}
        if self._counted == (index, *lines):
            self.coverage = found

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


def coverage(lines: Iterable[tuple[Line, Path]], color: Color, index: ArchiveIndex) -> Coverage:
    """What becomes of games that answer the moves of a side: each counts once, at the last position that it
    has in common with the lines.
    """
    reached: dict[int, dict[int, Line]] = {}
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
    return Coverage(tuple(sorted(holes, key=lambda hole: (-hole.games, hole.before))), kept)


def share_kept(found: Collection[Coverage]) -> float | None:
    """Of the games that answer the moves of the lines, those that are kept; None without any."""
    kept = sum(each.kept for each in found)
    games = kept + sum(hole.games for each in found for hole in each.holes)
    return kept / games if games else None


def lines_in(root: Node) -> Iterator[Line]:
    """Each line of a game's tree, to its end or a pass; none where it does not begin at the usual start."""
    if root.board == Board.initial():
        for node in root.walk():
            path = node.path
            if path and PASS not in path and all(child.move == PASS for child in node.children):
                yield path


def cost(line: Line, color: Color, book: Book | None) -> float | None:
    """The discs that the worst move of a side loses by the book; None where the book knows none of them."""
    worst: float | None = None
    board = Board.initial()
    for move in line:
        known = {each.move: each.score for each in book.moves(board)} if book and board.turn is color else {}
        if move in known:
            worst = max(worst or 0.0, max(known.values()) - known[move])
        board = board.play(move)
    return worst
