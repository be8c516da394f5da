"""The games that were played: a folder of GGF files, named by when they began and by who played.

A file has the whole tree of its game. Where the same match has been played on in two ways, its file has both:
what is kept never takes anything away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, time
from pathlib import Path
from typing import Final

from game.board import Color, Ending, Move, Result
from game.records.any_format import MAX_LENGTH, check_length
from game.records.ggf import ggf, parse_ggf, parse_ggf_header, read_ggf
from game.records.record import UNKNOWN_RESULT, Record, parse_result, result_text
from game.tree import Game, Node
from play.files import replace_file
from play.players import Seats
from play.saved_game import SavedGame

PROGRAM: Final = "Nullwindow"
SUFFIX: Final = ".ggf"
# The library has so many games; the oldest make room for new ones.
MAX_GAMES: Final = 200
# The names of the files the library writes, and may delete.
OWN_NAME: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d .+ - .+\.ggf", re.DOTALL)
# Of a player's name so much stands in the name of the file: four bytes each fit into what systems allow.
NAME_CHARS: Final = 24
# What not every system allows in the name of a file.
FORBIDDEN: Final = re.compile(r'[\x00-\x1f\x7f\ud800-\udfff<>:"/\\|?*]+')


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of the library. `result` is None where it was not finished; passes are not among its `moves`."""

    path: Path
    black: str
    white: str
    date: datetime
    result: Result | None
    moves: int


class Library:
    """The games in `directory`; what goes wrong is added to `messages`, one sentence each."""

    def __init__(self, directory: Path, messages: list[str]) -> None:
        self.directory = directory
        self._messages = messages
        self._named: set[Path] = set()  # files that cannot be read, of which that has been said

    def keep(self, saved: SavedGame) -> bool:
        """Write a game down with all that was kept of the same match before; False if that failed."""
        record = record_of(saved)
        try:
            path, before = self._place_of(record)
            for kept in before.values():
                record = _merged(record, kept)
            text = ggf(record) + "\n"
            check_length(text)
            if not (path in before and _text(path) == text):
                replace_file(path, text)
            for old in before:
                if not old.samefile(path):
                    old.unlink()
            self._delete_oldest(path)
        except (OSError, ValueError) as error:
            problem = error.strerror if isinstance(error, OSError) else error
            self._messages.append(f"The game cannot be kept in {self.directory} ({problem}).")
            return False
        return True

    def games(self) -> list[KeptGame]:
        """All games, the newest first; files that cannot be read are named in a message and left out."""
        kept = []
        for path in self.directory.glob(f"*{SUFFIX}"):
            try:
                kept.append(_summary(path))
            except FileNotFoundError:
                continue  # it has just been replaced or made room
            except (OSError, ValueError) as error:
                if path not in self._named:
                    self._named.add(path)
                    self._messages.append(f"{path.name} is not listed, for it cannot be read: {error}")
        return sorted(kept, key=lambda game: (game.date, game.path.name), reverse=True)

    def open(self, kept: KeptGame) -> Record:
        """Read a game with its moves; it stands at its last one. Of an illegal move tells its `problem`.

        Raises OSError, and ValueError for what is no game.
        """
        record = read_ggf(_text(kept.path))
        if _is_lost_on_time(record):
            record.game.lose_on_time(record.game.board.turn)
        return record

    def _place_of(self, record: Record) -> tuple[Path, dict[Path, Record]]:
        """Where to write a game, and what was kept of the same match before: it began at the same moment."""
        assert record.date is not None
        began = record.date.isoformat(" ", "seconds").replace(":", ".")
        before: dict[Path, Record] = {}
        others: list[Path] = []
        for path in self.directory.glob(f"{began} *{SUFFIX}"):
            kept = _of_same_match(path, record)
            if kept is None:
                others.append(path)
            else:
                before[path] = kept
        name = f"{began} {_file_name(record.black)} - {_file_name(record.white)}"
        path = self.directory / f"{name}{SUFFIX}"
        number = 1
        while path in others:
            number += 1
            path = self.directory / f"{name} ({number}){SUFFIX}"
        return path, before

    def _delete_oldest(self, newest: Path) -> None:
        own = sorted(path for path in self.directory.glob(f"*{SUFFIX}") if OWN_NAME.fullmatch(path.name))
        for path in own[:-MAX_GAMES]:
            if path != newest:
                path.unlink(missing_ok=True)


def record_of(saved: SavedGame) -> Record:
    """A game as the library keeps it: the main line is that which was played, to its end or its loss."""
    game = saved.game.copy()
    if _has_fallen(game.node):
        game.lose_on_time(game.board.turn)
    for node in game.line[1:]:
        assert node.parent is not None
        if node.seconds is None and node.parent.clock is not None:
            node.seconds = node.parent.clock.spent or None
    return Record(
        game=game,
        black=player_name(saved.seats, Color.BLACK),
        white=player_name(saved.seats, Color.WHITE),
        result=result_text(game.result() if game.is_lost_on_time else game.line[-1].result),
        controls=(saved.control, saved.control),
        date=saved.began,
        place=PROGRAM,
    )


def player_name(seats: Seats, color: Color) -> str:
    """A player's own name; else what the program plays with, 'You' against it, or the colour."""
    seat, other = seats[color], seats[color.other]
    if seat.name:
        return seat.name
    if seat.algorithm is not None:
        return f"{PROGRAM} {seat.algorithm.term} {seat.level}"
    return color.name.capitalize() if other.is_human else "You"


def _has_fallen(node: Node) -> bool:
    return not node.board.is_over() and node.clock is not None and node.clock.has_fallen(node.board.turn)


def _is_lost_on_time(record: Record) -> bool:
    result = parse_result(record.result)
    return result is not None and result.ending is Ending.TIME


def _of_same_match(path: Path, record: Record) -> Record | None:
    """What a file has of the match of `record`; None if it is of another one, or cannot be read.

    A date without a time is that of many games: those of the same players are one.
    """
    try:
        kept = parse_ggf(_text(path))
    except (OSError, ValueError):
        return None
    has_time = record.date is not None and record.date.time() != time()
    is_same = (kept.date, kept.game.start) == (record.date, record.game.start) and (
        has_time or (kept.black, kept.white) == (record.black, record.white)
    )
    return kept if is_same else None


def _merged(record: Record, kept: Record) -> Record:
    """A game with all that was kept of it before.

    Who looks back on a game knows less of its players and its end: where its line is part of what was kept,
    the main one of that stays, and so does what was known of it.
    """
    line, line_before = _main_line(record), kept.game.node.path
    is_known = _has(kept.game, line) and record.result in (UNKNOWN_RESULT, kept.result)
    game = record.game.copy()
    game.merge(kept.game)
    game.visit(game.node_at(line_before if is_known else line))
    merged = kept if is_known else record
    if _is_lost_on_time(merged):
        game.lose_on_time(game.board.turn)
    return replace(merged, game=game, event=kept.event, round=kept.round, ratings=kept.ratings)


def _has(game: Game, line: Iterable[Move]) -> bool:
    try:
        game.node_at(line)
    except KeyError:
        return False
    return True


def _main_line(record: Record) -> tuple[Move, ...]:
    return record.game.node.path if record.game.is_lost_on_time else record.game.moves


def _summary(path: Path) -> KeptGame:
    record, moves = parse_ggf_header(_text(path))
    date = record.date or datetime.fromtimestamp(path.stat().st_mtime)
    return KeptGame(path, record.black, record.white, date, parse_result(record.result), moves)


def _text(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        try:
            text = file.read(MAX_LENGTH + 1)
        except UnicodeDecodeError as error:
            raise ValueError("this is not a text file") from error
    check_length(text)
    return text


def _file_name(player: str) -> str:
    return FORBIDDEN.sub("_", player)[:NAME_CHARS].strip() or "_"
