"""Reads the files that are shipped with the program, from source and in the bundle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from ai.book import SHIPPED, Book, BookError, load
from game.files import LARGEST_FILE, read_file
from game.openings import Openings, parse_openings
from game.text import _
from play.files import cannot_read

if TYPE_CHECKING:
    from play.practice.exercise import LessonPositions, Puzzles

PUZZLES: Final = "positions/puzzles.obf"
LESSONS: Final = "positions/lessons.obf"
T = TypeVar("T")
ASSETS: Final = Path(__file__).resolve().parent.parent / "assets"


class CannotRun(Exception):
    """The program cannot do what it was started for; the message says why, and what to do."""


class MissingAsset(CannotRun):
    """A file of the program itself is missing or unreadable; the message says which and what to do."""

    def __init__(self, path: Path, reason: object) -> None:
        sentence = _("{file} cannot be read ({reason}): reinstall Nullwindow")
        super().__init__(sentence.format(file=f"assets/{path.relative_to(ASSETS)}", reason=reason))


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Turns an error while the file `name` is read into CannotRun, with the reason."""
    try:
        yield
    except OSError as error:
        raise CannotRun(cannot_read(name, error)) from error
    except ValueError as error:
        raise CannotRun(f"{name}: {error}") from error


def read_asset(name: str, most: int = LARGEST_FILE) -> bytes:
    """Returns the bytes of `assets/name`. Raises MissingAsset."""
    path = ASSETS / name
    try:
        return read_file(path, most)
    except OSError as error:
        raise MissingAsset(path, error.strerror) from error


def read_book() -> tuple[Book | None, str]:
    """Returns (the opening book, ''), or (None, the reason): the program plays without a book, too."""
    try:
        return load(ASSETS / SHIPPED.name), ""
    except BookError as error:
        return None, _("The opening book cannot be used: {problem}. Reinstall Nullwindow", problem=error)


@cache
def read_openings() -> Openings:
    """Returns the openings that have names. Raises MissingAsset."""
    return parse_openings(read_asset("openings.csv").decode("utf-8"))


def read_puzzles() -> tuple[Puzzles, str]:
    """Returns (the endgames to practise, ''), or (none, the reason): all else works without them."""
    from play.practice.exercise import Puzzles, parse_puzzles

    return _parsed(PUZZLES, parse_puzzles, _("There are no endgames: {problem}"), Puzzles())


def read_lessons() -> tuple[LessonPositions, str]:
    """Returns (the lessons for beginners, ''), or (none, the reason): all else works without them."""
    from play.practice.exercise import parse_lessons

    return _parsed(LESSONS, parse_lessons, _("There are no lessons: {problem}"), {})


def _parsed(name: str, parse: Callable[[str], T], sentence: str, none: T) -> tuple[T, str]:
    try:
        return parse(read_asset(name).decode("utf-8")), ""
    except MissingAsset as error:
        problem = error
    except ValueError as error:
        reason = _("it is not text") if isinstance(error, UnicodeDecodeError) else error
        problem = MissingAsset(ASSETS / name, reason)
    return none, sentence.format(problem=problem)
