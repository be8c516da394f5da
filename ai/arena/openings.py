"""Openings for games that measure strength, from files of games or positions in any format."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from game.board import Board
from game.files import read_file
from game.records.any_format import FoundGame, read_games
from game.records.encoding import decoded
from game.records.record import Record
from game.records.transcript import parse_transcript, transcript
from game.starts import NAME
from game.text import _
from game.tree import XOT_PLIES

# The default list, of even openings, and its name.
BALANCED: Final = Path(__file__).resolve().parents[2] / "assets" / "positions" / "balanced.txt"
EVEN: Final = "even"


class OpeningsError(ValueError):
    """An unusable list of openings; the text names the file and, if it is known, the game."""


def read_openings(path: Path, is_xot: bool = False) -> tuple[dict[int, str], dict[int, str]]:
    """Returns (the openings of a file, sentences about unusable games), by number. An opening has all moves
    of its game. An XOT list has an opening of eight plies on each line, with the number of the line. Raises
    OpeningsError, OSError.
    """
    openings: dict[int, str] = {}
    problems: dict[int, str] = {}
    try:
        data = read_file(path)
        for found in _read_lines(data) if is_xot else read_games(data):
            game, problem = found.record.game, found.record.problem
            if problem is None and game.line[-1].board.is_over():
                problem = ValueError(_("the game is over, so it cannot be an opening"))
            is_usual, plies = game.start == Board.initial(), len(game.moves)
            if problem is None and is_xot and not (is_usual and plies == XOT_PLIES):
                sentence = _("an XOT opening has {wanted} plies from the usual start, not {plies}")
                problem = ValueError(sentence.format(wanted=XOT_PLIES, plies=plies))
            if problem is not None:
                problems[found.number] = f"{path}: {found.describe(problem)}"
                continue
            name = f"{NAME}XOT {found.number}" if is_xot else ""
            openings[found.number] = (transcript(game) if is_usual else game.board.text()) + name
    except ValueError as error:
        raise OpeningsError(f"{path}: {error}") from error
    if not openings:
        raise OpeningsError(next(iter(problems.values()), _("{path} has no openings", path=path)))
    return openings, problems


def _read_lines(data: bytes) -> Iterator[FoundGame]:
    for number, line in enumerate(decoded(data).splitlines(), start=1):
        if line.strip():
            try:
                record = Record(parse_transcript(line))
            except ValueError as error:
                record = Record(problem=error)
            yield FoundGame(record, number, number)
