"""The games of an archive: from WTHOR files, with the files of names beside them, and GGF, SGF and PGN."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.boards import NO_MOVE, Bytes
from game.board import Ending
from game.files import read_file
from game.records.any_format import FoundGame, is_wthor, read_names, split_games
from game.records.record import MOST_DISCS, Record
from game.records.wthor import (
    DEFAULT_EMPTIES,
    HEADER,
    RECORD,
    SUFFIX,
    Names,
    WthorGame,
    parse_header,
    parse_wthor,
    read_wthor,
)
from game.text import ngettext
from play.archive.files import TEXTS
from play.files import cannot_read
from play.game_file import dated
from play.lists.rows import open_text, row_of_text
from play.lists.table import PLIES

# The most bytes of a file: millions of games in WTHOR, or hundreds of thousands in GGF.
MOST_BYTES: Final = 256_000_000
# Games of a text between two reports of progress.
STEP: Final = 500
# Microseconds per byte to read a file, and then to sort its positions.
COSTS: Final = {SUFFIX: (0.05, 0.6), ".ggf": (0.15, 0.05), ".sgf": (6.0, 0.1), ".pgn": (6.0, 0.15)}

NAMED: Final = ("event", "black", "white", "file")
_END: Final = ("moves", "u1", PLIES)
_RAW: Final = np.dtype([*((name, "<u2") for name in NAMED[:3]), ("score", "u1"), ("theoretical", "u1"), _END])
_NUMBERS: Final = [(name, "<u4") for name in (*NAMED, "number", "size")]
GAME: Final = np.dtype(
    [("date", "<M8[m]"), *_NUMBERS, ("begin", "<u8"), ("score", "u1"), ("ending", "u1"), _END]
)
"""A game, number `number` of its file, from 0; NAMED fields are numbers of names. Its text has `size` bytes
from `begin`, 0 for WTHOR. `moves` are squares without passes, then NO_MOVE; `score` is Black's discs, of 64;
`ending` is an index in ENDINGS.
"""
ENDINGS: Final = tuple(Ending)

# The squares by the bytes of a record: 10 * row + column, counted from 1.
_SQUARES: Final = np.full(256, NO_MOVE, np.uint8)
_SQUARES[[10 * row + column for row in range(1, 9) for column in range(1, 9)]] = np.arange(64)


@dataclass(frozen=True, slots=True)
class Games:
    """`records` (n,) of the type GAME, the `names` to which they refer, and the `texts` in UTF-8."""

    records: NDArray[Any]
    names: Sequence[str] = ("",)
    texts: Bytes = field(default_factory=lambda: np.empty(0, np.uint8))

    def open(self, row: int) -> Record:
        """Returns a game, whole or with its problem. Raises ListError."""
        game = self.records[row]
        number, begin, size = int(game["number"]), int(game["begin"]), int(game["size"])
        if size:
            return open_text(self.texts[begin : begin + size].tobytes().decode("utf-8", "replace"), number)
        date, moves = game["date"].item(), tuple(map(int, game["moves"][game["moves"] < NO_MOVE]))
        black, white, event, score = (int(game[name]) for name in ("black", "white", "event", "score"))
        year = 0 if date is None else date.year
        played = WthorGame(year, number, 0, event, black, white, score, score, DEFAULT_EMPTIES, moves)
        names = tuple(self.names)
        return dated(read_wthor(played, Names(names, names)), number)


def read_files(files: Sequence[Path], problems: list[str]) -> Games:
    """Reads the games of all readable files; `problems` gets a sentence about each problem."""
    reading = Reading()
    reading.read([(path.name, path) for path in files])
    problems += reading.problems
    return reading.games()


def cost_of(path: Path) -> tuple[float, float]:
    """Estimates the microseconds to read a file, and then to sort its positions."""
    kind = next((kind for kind in COSTS if kind in path.name.lower()), SUFFIX)
    with suppress(OSError):  # the reader reports it
        size = path.stat().st_size
        return COSTS[kind][0] * size, COSTS[kind][1] * size
    return 0.0, 0.0


class Reading:
    """The games read so far; names are numbered in the order of appearance, and 0 stands for none."""

    def __init__(
        self, games: Games | None = None, problems: Sequence[str] = (), place: Sequence[int] = (0, 0, 0)
    ) -> None:
        """`place` is where to resume: index of a file, of a game in it, and number of games left out."""
        games = games or Games(np.empty(0, GAME))
        self.problems = list(problems)
        self.numbers = {name: number for number, name in enumerate(games.names)}
        self._file, self._game, self._left_out = place
        self._parts, self._texts, self._size = [games.records], [games.texts.tobytes()], len(games.texts)

    @property
    def place(self) -> tuple[int, int, int]:
        return self._file, self._game, self._left_out

    def games(self) -> Games:
        self._parts, self._texts = [np.concatenate(self._parts)], [b"".join(self._texts)]
        return Games(self._parts[0], list(self.numbers), np.frombuffer(self._texts[0], np.uint8))

    def read(
        self, files: Sequence[tuple[str, Path]], report: Callable[[float], None] = lambda _share: None
    ) -> None:
        """Reads named files to their end. `report` gets the share done, 0 .. 1; it may raise an exception."""
        costs = [cost_of(path)[0] for _name, path in files]
        total = sum(costs) or 1.0
        while self._file < len(files):
            done, own = sum(costs[: self._file]), costs[self._file]
            for share in self._add(*files[self._file]):
                report((done + share * own) / total)
            self._file, self._game, self._left_out = self._file + 1, 0, 0
            report((done + own) / total)

    def _add(self, name: str, path: Path) -> Iterator[float]:
        try:
            data = read_file(path, MOST_BYTES)
            if is_wthor(data) or not path.name.lower().removesuffix(".gz").endswith(TEXTS):
                names, of_names = read_names(path)
                self._add_wthor(name, data, names)
                self.problems += [problem for problem in of_names if problem not in self.problems]
            else:
                yield from self._add_text(name, data)
        except OSError as error:
            self.problems.append(cannot_read(name, error))
        except ValueError as error:
            self.problems.append(f"{name}: {error}")

    def _number_of(self, name: str) -> int:
        return self.numbers.setdefault(name, len(self.numbers))

    def _add_wthor(self, file: str, data: bytes, names: Names) -> None:
        """Adds all undamaged records. Raises ValueError if `data` is no file of games."""
        games_said, year, _empties = parse_header(data)
        count = (len(data) - HEADER.size) // RECORD.size
        raw = np.frombuffer(data, _RAW, count, HEADER.size)
        squares = _SQUARES[raw["moves"]]
        is_good = (raw["score"] <= MOST_DISCS) & (raw["theoretical"] <= MOST_DISCS) & _are_moves(raw, squares)
        is_whole = HEADER.size + games_said * RECORD.size == len(data)
        if not (is_whole and is_good.all()):
            self.problems += [f"{file}: {error}" for error in parse_wthor(data)[1]]
        games, raw = np.zeros(int(is_good.sum()), GAME), raw[is_good]
        games["date"] = f"{year:04}" if 1 <= year <= 9999 else "NaT"
        games["file"], games["number"] = self._number_of(file), is_good.nonzero()[0]
        for name, known in zip(NAMED[:3], (names.tournaments, names.players, names.players), strict=True):
            codes = np.array([*map(self._number_of, known), 0], np.uint32)  # the last is for missing names
            games[name] = codes[np.minimum(raw[name], len(codes) - 1)]
        games["score"], games["moves"] = raw["score"], squares[is_good]
        self._parts.append(games)

    def _add_text(self, file: str, data: bytes) -> Iterator[float]:
        """Adds undamaged games from the usual start with a result. Raises ValueError if `data` is no text."""
        known, seen = [], 0
        for number, (line, text) in enumerate(split_games(data)):
            seen += len(text)
            if number < self._game:
                continue
            row, problem = row_of_text(text, number + 1)
            if problem is not None:
                found = FoundGame(Record(problem=problem), number + 1, line)
                self.problems.append(f"{file}: {found.problem}")
            elif row.result is None or not row.line:
                self._left_out += 1
            else:
                names = map(self._number_of, (row.event, row.black, row.white, file))
                self._texts.append(encoded := text.encode("utf-8", "replace"))
                end = row.result.black, ENDINGS.index(row.result.ending)
                moves = row.line[:PLIES].ljust(PLIES, bytes([NO_MOVE]))
                known.append((row.date, *names, number, len(encoded), self._size, *end, list(moves)))
                self._size += len(encoded)
            if (number + 1) % STEP == 0:
                self._parts.append(np.array(known, GAME))
                known, self._game = [], number + 1
                yield min(1.0, seen / len(data))
        self._parts.append(np.array(known, GAME))
        if self._left_out:
            sentence = ngettext(
                "{file}: {count} game is left out: no result, or not from the usual start",
                "{file}: {count} games are left out: no result, or not from the usual start",
                self._left_out,
            )
            self.problems.append(sentence.format(file=file, count=f"{self._left_out:,}"))


def _are_moves(raw: NDArray[Any], squares: Bytes) -> NDArray[np.bool_]:
    """Returns which records (n,) have only squares, followed by zeros."""
    plies = np.arange(1, PLIES + 1, dtype=np.uint8)
    lengths = np.where(raw["moves"] != 0, plies, 0).max(axis=1)
    return np.asarray((squares != NO_MOVE).sum(axis=1) == lengths)
