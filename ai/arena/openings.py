"""Openings of games that measure strength, from files: a transcript on each line, which may be a position."""

from pathlib import Path
from typing import Final

from game.board import Board
from game.files import read_file
from game.records.transcript import parse_transcript, transcript
from game.text import _

BALANCED: Final = Path(__file__).resolve().parents[2] / "assets" / "positions" / "balanced.txt"
"""The even list: the one that is used unless another is asked for."""
EVEN: Final = "even"
"""What that list is called."""


class OpeningsError(ValueError):
    """A list of openings that cannot be used; the sentence names the file and the line."""


def read_openings(path: Path) -> list[str]:
    """The openings of a file, in its order; what follows a % is a comment. Raises OpeningsError, OSError."""
    found: list[str] = []
    lines = read_file(path).decode("utf-8-sig", "replace").splitlines()
    for number, line in enumerate(lines, start=1):
        text = line.partition("%")[0].strip()
        if not text:
            continue
        try:
            game = parse_transcript(text)
        except ValueError as error:
            raise _problem(path, number, str(error)) from error
        if game.board.is_over():
            raise _problem(path, number, _("the game is over, so it cannot be an opening"))
        found.append(transcript(game) if game.start == Board.initial() else game.board.text())
    if not found:
        raise OpeningsError(_("{path} has no openings").format(path=path))
    return found


def _problem(path: Path, number: int, problem: str) -> OpeningsError:
    return OpeningsError(_("{path}, line {number}: {problem}", path=path, number=number, problem=problem))
