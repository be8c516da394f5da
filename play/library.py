"""The games that were played: a folder of GGF files, named by when they began and by who played."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from game.board import Color, Ending, Result
from game.clock import Clock, TimeControl
from game.records.any_format import MAX_LENGTH, check_length
from game.records.ggf import (
    UNKNOWN_RESULT,
    GgfGame,
    ggf,
    ggf_result,
    parse_ggf,
    parse_ggf_header,
    parse_result,
)
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
        """Write a game down, in place of what was kept of the same match before; False if that failed.

        Where that has all its moves it stays: who looks back on a game knows less of its times and its end.
        """
        record = record_of(saved)
        try:
            path, before = self._place_of(record)
            if path in before and _is_known(path, record):
                return True
            replace_file(path, ggf(record) + "\n")
            for old in before:
                if not old.samefile(path):
                    old.unlink()
            self._delete_oldest(path)
        except OSError as error:
            self._messages.append(f"The game cannot be kept in {self.directory} ({error.strerror}).")
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

    def open(self, kept: KeptGame) -> GgfGame:
        """Read a game with its moves; it stands at its last one. Its clocks tell what was spent, no limits.

        Raises OSError, and ValueError as `parse_ggf` does.
        """
        record = parse_ggf(_text(kept.path))
        for node, seconds in zip(record.game.line, record.seconds, strict=False):
            if seconds is not None:
                node.clock = Clock.start(TimeControl()).ticked(seconds)
        result = parse_result(record.result)
        if result is not None and result.ending is Ending.TIME:
            record.game.lose_on_time(record.game.board.turn)
        return record

    def _place_of(self, record: GgfGame) -> tuple[Path, list[Path]]:
        """Where to write a game, and where the same match was kept before: it began at the same moment."""
        assert record.date is not None
        began = record.date.isoformat(" ", "seconds").replace(":", ".")
        before: list[Path] = []
        others: list[Path] = []
        for path in self.directory.glob(f"{began} *{SUFFIX}"):
            (before if _date(path) == record.date else others).append(path)
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


def record_of(saved: SavedGame) -> GgfGame:
    """The line of a game, to its end or to where it was lost on time, as the library keeps it."""
    end = saved.game.node if _has_fallen(saved.game.node) else saved.game.line[-1]
    game = Game(saved.game.start)
    seconds = []
    for node in end.line[1:]:
        assert node.move is not None
        assert node.parent is not None
        game.play(node.move)
        game.node.evaluations = dict(node.evaluations)
        clock = node.parent.clock
        seconds.append(clock.spent or None if clock is not None else None)
    return GgfGame(
        game=game,
        black=player_name(saved.seats, Color.BLACK),
        white=player_name(saved.seats, Color.WHITE),
        result=ggf_result(_result(end)),
        controls=(saved.control, saved.control),
        seconds=tuple(seconds),
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


def _result(end: Node) -> Result | None:
    if not _has_fallen(end):
        return end.board.result()
    black, white = (end.board.discs(color).bit_count() for color in Color)
    return Result(black, white, end.board.turn.other, Ending.TIME)


def _is_known(path: Path, record: GgfGame) -> bool:
    """Whether a file has all the moves of a game already, and how it ended."""
    try:
        kept = parse_ggf(_text(path))
    except ValueError:
        return False
    return (
        kept.game.start == record.game.start
        and kept.game.moves[: len(record.game.moves)] == record.game.moves
        and record.result in (UNKNOWN_RESULT, kept.result)
    )


def _summary(path: Path) -> KeptGame:
    record, moves = parse_ggf_header(_text(path))
    date = record.date or datetime.fromtimestamp(path.stat().st_mtime)
    return KeptGame(path, record.black, record.white, date, parse_result(record.result), moves)


def _date(path: Path) -> datetime | None:
    """When the game of a file began; None where that is not told."""
    try:
        return parse_ggf_header(_text(path))[0].date
    except (OSError, ValueError):
        return None


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
