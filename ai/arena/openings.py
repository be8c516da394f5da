"""Openings of games that measure strength, from files of games and positions in any format."""

from pathlib import Path
from typing import Final

from game.board import Board
from game.files import read_file
from game.records.any_format import read_games
from game.records.transcript import transcript
from game.text import _

# The even list, which is the default, and its name.
BALANCED: Final = Path(__file__).resolve().parents[2] / "assets" / "positions" / "balanced.txt"
EVEN: Final = "even"


class OpeningsError(ValueError):
    """A list of openings that cannot be used; the sentence names the file and the game."""


def read_openings(path: Path) -> list[str]:
    """The openings of a file, each game with all its moves. Raises OpeningsError, OSError."""
    openings: list[str] = []
    try:
        for found in read_games(read_file(path)):
            game, problem = found.record.game, found.record.problem
            if problem is None and game.line[-1].board.is_over():
                problem = ValueError(_("the game is over, so it cannot be an opening"))
            if problem is not None:
                raise ValueError(found.describe(problem))
            openings.append(transcript(game) if game.start == Board.initial() else game.board.text())
    except ValueError as error:
        raise OpeningsError(f"{path}: {error}") from error
    if not openings:
        raise OpeningsError(_("{path} has no openings", path=path))
    return openings
