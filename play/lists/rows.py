"""The fields of a game that lists show, read from its text no further than necessary."""

import re
from contextlib import suppress
from datetime import datetime
from typing import Final, NamedTuple

from game.board import Board, Result
from game.records.any_format import read_header, read_part
from game.records.record import Record, parse_result
from game.records.transcript import describe_error
from game.text import _
from play.game_file import dated

# The beginning of a game of GGF; inside another game it means that a bracket of that one is missing.
ANOTHER_GAME: Final = re.compile(r"\(;\s{0,9}GM\s{0,9}\[")

# Moves before which hardly any game is finished: those of longer ones without a result are replayed.
EARLY: Final = 30


class ListError(Exception):
    """A list or a game of it cannot be read; the message is a sentence."""


class GameRow(NamedTuple):
    """The fields of a game that lists show. `date` is None if unknown; an unknown time is midnight."""

    date: datetime | None
    black: str
    white: str
    result: Result | None
    moves: int
    line: bytes  # the squares from the standard start; b"" from another one
    event: str = ""


def row_of_text(text: str, number: int) -> tuple[GameRow, ValueError | None]:
    """Reads game `number`, from 1, and its problem, if any; an unreadable game is listed, too."""
    try:
        record, moves = read_header(text)
    except ValueError as error:
        return GameRow(None, f"#{number}", "", None, 0, b""), error
    problem = record.problem
    if text.startswith("(") and ANOTHER_GAME.search(text, 1):
        problem = ValueError(_("another game begins before it ends, and is lost"))
    if problem is None and text.startswith("(") and not text.rstrip().endswith(")"):
        problem = ValueError(_("it is cut off"))
    result = parse_result(record.result)
    if problem is None and result is None and len(moves) > EARLY and text.startswith("("):
        # The board gives the result of a finished game, which `read_header` does not replay.
        with suppress(ValueError):  # which opening the game reports
            result = parse_result(read_part(text).result)
    line = bytes(moves) if record.game.start == Board.initial() else b""
    black = record.black or f"#{number}" * (not record.white)
    return GameRow(record.date, black, record.white, result, len(moves), line, record.event), problem


def open_text(text: str, number: int) -> Record:
    """Returns game `number`, from 0, whole or with its problem. Raises ListError."""
    try:
        record = read_part(text)
    except ValueError as error:
        sentence = _("Game {number} cannot be opened: {reason}")
        raise ListError(sentence.format(number=number + 1, reason=describe_error(error))) from error
    return dated(record, number)
