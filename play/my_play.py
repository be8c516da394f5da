"""The user's losses in all reviewed games, and what to practise; read in the background."""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean
from typing import Final

from ai.book import EQUAL_DISCS, Book
from game.board import Board, Color, Move
from game.evaluation import Judgement, Mark
from game.openings import Openings
from game.records.ggf import read_ggf
from game.symmetry import canonical
from game.text import _
from game.tree import Game
from play.archive.index import ArchiveIndex
from play.library import Library
from play.library_file import KeptGame, LibraryError
from play.lists.sources import squares_of_kept
from play.record_players import own_side, swaps_of
from play.repertoire import Hole, OpeningLines, Repertoire, coverage, games_of
from play.review import JudgedMove, judged_moves
from play.review_table import Summary

# The most moves that are listed.
MOST: Final = 200
# Games per read of the library: a read blocks writes to it.
BATCH: Final = 20


@dataclass(frozen=True, slots=True)
class Fault:
    """A move of the user that lost discs, or left the book, `times` times; `line` leads to its `board`.
    `lost` is the mean loss in discs; `better` is from the review or the book, which may have a worse
    move, too (`is_in_book`).
    """

    game: KeptGame
    board: Board
    line: tuple[Move, ...]
    move: Move
    better: Move
    lost: float
    judged: Judgement | None = None
    leaves_book: bool = False
    is_in_book: bool = False
    times: int = 1

    @property
    def mark(self) -> Mark | None:
        return None if self.judged is None else self.judged.mark


OwnGame = tuple[tuple[Move, ...], tuple[JudgedMove, ...], list[Fault]]
"""The user's side of a reviewed game: the named line that its opening follows, the moves, and the faults."""


class MyPlay:
    """The user's results. Call `read` after possible changes; it replaces results, never mutates them."""

    def __init__(
        self, library: Library, openings: Callable[[], Openings], book: Book | None, repertoire: Repertoire
    ) -> None:
        self.summary: Summary | None = None
        self.faults: tuple[Fault, ...] = ()  # by total loss, the greatest first; symmetric positions are one
        self.left: tuple[Hole, ...] = ()  # the user's moves out of the repertoire
        self.problem = ""  # why nothing could be read, in a sentence
        self._library, self._openings, self._book = library, openings, book
        self._repertoire = repertoire
        self._known: dict[tuple[KeptGame, Color, int], OwnGame] = {}
        self._work: threading.Thread | None = None
        self._lock = threading.Lock()

    @property
    def is_reading(self) -> bool:
        return self._work is not None and self._work.is_alive()

    def read(self, names: frozenset[str]) -> None:
        """Reads the reviewed games of the user with these names."""
        what = names, [self._repertoire.lines(color) for color in Color]
        self._work = threading.Thread(target=self._read_last, args=what, name="library", daemon=True)
        self._work.start()

    def _read_last(self, names: frozenset[str], lines: Sequence[OpeningLines]) -> None:
        with self._lock:
            if threading.current_thread() is self._work:  # else a newer request waits
                self._read(names)
                self.left = holes(self._known, lines)

    def _read(self, names: frozenset[str]) -> None:
        known: dict[tuple[KeptGame, Color, int], OwnGame] = {}
        last = 0
        try:
            while batch := self._library.reviewed(last, BATCH):
                last = batch[-1][0].id
                for game, text in batch:
                    if (color := own_side(game, names)) is not None:
                        key = game, color, hash(text)
                        with suppress(ValueError):  # a damaged game
                            known[key] = self._known.get(key) or self._own(game, color, text)
        except LibraryError as error:
            self.problem = _("The library cannot be read: {reason}", reason=error)
            return
        self.problem = ""
        if self.summary is None or known.keys() != self._known.keys():
            self._known = known
            self.faults, self.summary = summed_up(known)

    def _own(self, kept: KeptGame, color: Color, text: str) -> OwnGame:
        record = read_ggf(text)
        game, swaps = record.game, swaps_of(record)

        def is_own(move: JudgedMove) -> bool:
            return (move.color is color) != sum(ply >= move.ply for ply in swaps) % 2

        moves = tuple(move for move in judged_moves(game.end.line) if is_own(move))
        departure = None if swaps else departure_of(kept, game, color, self._book)
        faults = [] if departure is None else [departure]
        for move in moves:
            before, found = game.line[move.ply - 1], move.judgement
            if found.is_mistake and (not departure or before.path != departure.line):
                faults.append(Fault(kept, before.board, before.path, move.move, move.best, found.loss, found))
        opening = self._openings().of(game.end)
        return opening.moves if opening else (), moves, faults


def departure_of(kept: KeptGame, game: Game, color: Color, book: Book | None) -> Fault | None:
    """Finds a side's first move from the usual start that leaves the book or loses over EQUAL_DISCS by it."""
    if game.start != Board.initial():
        return None
    for before, node in pairwise(game.end.line):
        if node.is_given:
            continue
        known = {} if book is None else {found.move: found.score for found in book.moves(before.board)}
        if not known or node.move is None:
            return None
        best, judged = max(known, key=known.__getitem__), node.judgement
        if before.board.turn is color and known[best] - known.get(node.move, -64.0) > EQUAL_DISCS:
            by_book = round(known[best] - known.get(node.move, known[best]), 1)
            lost = by_book if judged is None else judged.loss
            found = kept, before.board, before.path, node.move, best, lost, judged
            return Fault(*found, leaves_book=True, is_in_book=node.move in known)
    return None


def holes(games: Iterable[tuple[KeptGame, Color, int]], lines: Sequence[OpeningLines]) -> tuple[Hole, ...]:
    """Returns the moves with which the user left the lines of the side played, by games, most first."""
    left = list[Hole]()
    for color in filter(lines.__getitem__, Color):
        played = games_of([squares_of_kept(game) for game, side, _hash in games if side is color])
        left += coverage(lines[color].values(), color.other, ArchiveIndex.of(played)).holes
    return tuple(sorted(left, key=lambda hole: -hole.games))


def summed_up(games: Mapping[tuple[KeptGame, Color, int], OwnGame]) -> tuple[tuple[Fault, ...], Summary]:
    summary = Summary()
    alike: defaultdict[object, list[Fault]] = defaultdict(list)
    for (kept, color, _hash), (opening, moves, own) in sorted(
        games.items(), key=lambda game: game[0][0].date
    ):
        summary.add_side(moves, color, kept.date, opening=opening)
        for fault in own:
            alike[canonical(fault.board), canonical(fault.board.play(fault.move))].append(fault)
    faults = [
        replace(found[-1], lost=round(fmean(fault.lost for fault in found), 1), times=len(found))
        for found in alike.values()
    ]
    return tuple(sorted(faults, key=lambda fault: -fault.lost * fault.times)[:MOST]), summary
