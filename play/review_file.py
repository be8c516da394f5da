"""The file of reviewed games: one line of GGF per game, only ever appended.

A killed writer leaves at most part of the last line, which the next writer cuts off. Other files are never
written to. `GM` is followed by a tag `REVIEW` with, separated by blanks, the game's identity, the effort of
the review, and for each judged move

    ply/side/move/empties/ and the judgement as `judgement_text` writes it
"""

import contextlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from ai.files import add_line, temporary_folder
from ai.limits import Limit
from game.board import Color
from game.evaluation import judgement_text, line_text, parse_judgement, parse_line
from game.files import check_kind, open_file
from game.records.ggf import ggf, one_line, parse_ggf_header
from game.records.record import UNKNOWN_RESULT, Record, result_text
from game.records.transcript import transcript
from game.text import _
from play.files import cannot_write
from play.review import JudgedMove, judged_moves

# The beginning and the end of every line.
BEGIN: Final = "(;GM[Othello]REVIEW["
END: Final = ";)"

_GAME: Final = "(;GM[Othello]"
_IDENTITY_BYTES: Final = 8
_EFFORT: Final = re.compile(r"(?:seconds=(?P<seconds>[\d.e+-]+)|depth=(?P<depth>\d+)),solve=(?P<solve>\d+)")


@dataclass(frozen=True, slots=True)
class Effort:
    """The limit of a review for each position; with `solved` empties or fewer a position is solved."""

    limit: Limit
    solved: int

    def text(self) -> str:
        """Returns the effort in the terms of the command line."""
        limit = self.limit
        each = f"depth={limit.depth}" if limit.seconds is None else f"seconds={limit.seconds:g}"
        return f"{each},solve={self.solved}"

    @classmethod
    def parse(cls, text: str) -> "Effort":
        """Reads what `text` returns. Raises ValueError."""
        match = _EFFORT.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is not the effort of a review")
        depth, seconds = match["depth"], match["seconds"]
        limit = Limit(depth=int(depth)) if depth else Limit(seconds=float(seconds))
        return cls(limit, int(match["solve"]))


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    identity: str
    effort: Effort
    black: str = ""
    white: str = ""
    date: datetime | None = None
    result: str = ""
    moves: tuple[JudgedMove, ...] = field(default=(), repr=False)


def identity(record: Record) -> str:
    """Returns a digest of start, moves, players, result, date, place, event and round."""
    date = "" if record.date is None else record.date.isoformat()
    where = record.place, record.event, record.round
    end = record.game.line[-1].result
    result = record.result if record.result != UNKNOWN_RESULT else result_text(end)
    said = (transcript(record.game), record.black, record.white, result, date, *where)
    return blake2b("\n".join(map(one_line, said)).encode(), digest_size=_IDENTITY_BYTES).hexdigest()


def reviewed_ggf(record: Record, name: str, effort: Effort) -> str:
    """Returns the line of a reviewed game, without a line end; `name` is its identity."""
    judged = [_item(move) for move in judged_moves(record.game.line)]
    return f"{BEGIN}{' '.join((name, effort.text(), *judged))}]{ggf(record).removeprefix(_GAME)}"


def parse_reviewed(line: str) -> ReviewedGame:
    """Reads the line of a reviewed game. Raises ValueError for any other line, or an incomplete one."""
    if not (line.startswith(BEGIN) and line.endswith(END)):
        raise ValueError("this is not a reviewed game")
    name, effort_text, *items = line[len(BEGIN) : line.index("]", len(BEGIN))].split(" ")
    effort = Effort.parse(effort_text)
    header, _ = parse_ggf_header(line)
    moves = tuple(_parse_item(item) for item in items)
    return ReviewedGame(name, effort, header.black, header.white, header.date, header.result, moves)


def _item(judged: JudgedMove) -> str:
    fields = judged.ply, judged.color.name[0], line_text((judged.move,)), judged.empties
    return "/".join((*map(str, fields), judgement_text(judged.judgement)))


def _parse_item(text: str) -> JudgedMove:
    ply, side, move, empties, judgement = text.split("/", 4)
    (parsed,) = parse_line(move)
    return JudgedMove(int(ply), Color("BW".index(side)), parsed, int(empties), parse_judgement(judgement))


class ReviewFileError(Exception):
    """The file cannot be continued; the message is a sentence for the user."""


class NoFileError(ReviewFileError):
    """The path cannot be used as a file, such as a folder, a device or a pipe."""


class ReviewFile:
    """A locked file, which is made if missing. `known` are the identities of the games in it."""

    def __init__(self, path: Path, effort: Effort) -> None:
        """Locks and checks the file. Raises ReviewFileError, also if its games have another effort."""
        self.path = path
        self.known: set[str] = set()
        try:
            with contextlib.suppress(FileNotFoundError):
                check_kind(path)
        except OSError as error:  # also for circular links
            raise NoFileError(cannot_write(path, error)) from error
        with contextlib.ExitStack() as undo:
            self._lock = lock_file(path)
            undo.callback(self._lock.release)
            self._check(effort)
            undo.pop_all()

    def __enter__(self) -> "ReviewFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._lock.release()

    def games(self) -> Iterator[ReviewedGame]:
        with open_file(self.path) as file:
            for number, line in enumerate(file, start=1):
                yield self._parsed(line, number)

    def append(self, line: str) -> None:
        """Appends the line of a game. Raises ReviewFileError."""
        with _writing(self.path):
            add_line(self.path, line)

    def _check(self, effort: Effort) -> None:
        """Reads every game, and cuts off the incomplete line of a killed program."""
        end, whole = 0, b"\n"
        with _writing(self.path), open_file(self.path, "ab+") as file:
            file.seek(0)
            for number, line in enumerate(file, start=1):
                if line.endswith(b"\n") or _is_whole(line):
                    self._add(self._parsed(line, number), effort)
                    end, whole = end + len(line), line
                elif not (line.startswith(BEGIN.encode()) or BEGIN.encode().startswith(line)):
                    raise self._something_else(1 if end == 0 else None)
            file.truncate(end)
            if not whole.endswith(b"\n"):
                file.write(b"\n")

    def _add(self, game: ReviewedGame, effort: Effort) -> None:
        if game.effort != effort:
            sentence = _(
                "{path}: its games were reviewed with {before}, not with {now}: use the same settings, or "
                "choose another file"
            )
            before, now = game.effort.text(), effort.text()
            raise ReviewFileError(sentence.format(path=self.path, before=before, now=now))
        self.known.add(game.identity)

    def _parsed(self, line: bytes, number: int) -> ReviewedGame:
        try:
            return parse_reviewed(line.decode().rstrip("\r\n"))
        except ValueError as error:
            raise self._something_else(number) from error

    def _something_else(self, line: int | None) -> ReviewFileError:
        sentence = _(
            "{path}: line {line} is not a reviewed game, so the file is not changed: choose another one"
        )
        if line is None:
            sentence = _(
                "{path}: its end is not a reviewed game, so the file is not changed: choose another one"
            )
        return ReviewFileError(sentence.format(path=self.path, line=line))


def _is_whole(line: bytes) -> bool:
    """Whether a line without a line end has a whole game: an editor may have removed the line end."""
    try:
        parse_ggf_header(line.decode())
    except ValueError:
        return False
    return True


@contextlib.contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Converts OSError to ReviewFileError."""
    try:
        yield
    except OSError as error:
        raise ReviewFileError(cannot_write(path, error)) from error


def lock_file(path: Path) -> FileLock:
    """Locks a file, so that only one process writes its games to it. Raises ReviewFileError."""
    try:
        name = blake2b(os.fsencode(path.resolve()), digest_size=8).hexdigest()
        folder = temporary_folder()
        folder.mkdir(exist_ok=True)
        lock = FileLock(folder / f"{name}.lock", thread_local=False)
        lock.acquire(blocking=False)
    except Timeout as error:
        raise ReviewFileError(
            _("{path}: another window or program is writing to this file", path=path)
        ) from error
    except OSError as error:
        sentence = _("{name} cannot be locked: {reason}", name=path, reason=error.strerror or error)
        raise ReviewFileError(sentence) from error
    return lock
