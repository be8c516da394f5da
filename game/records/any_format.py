"""Games and positions in whatever format they come: GGF, OBF, WTHOR, transcripts, positions alone.

Which it is the content tells. A text may have several of them: games in GGF one after the other, all others
each on a line of its own.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import MAXYEAR, MINYEAR, datetime
from itertools import islice
from typing import Final

from game.board import BLACK_CHARS, EMPTY_CHARS, WHITE_CHARS, Color, MissingSide
from game.records.ggf import GgfGame, parse_ggf, split_ggf
from game.records.obf import ObfError, Problem, parse_problem
from game.records.transcript import TranscriptError, parse_transcript
from game.records.wthor import HEADER, RECORD, WthorError, WthorGame, parse_wthor, replay
from game.tree import Game

# The longest games with notes to every move are a tenth of it.
MAX_LENGTH: Final = 100_000
# How much of a text that cannot be read an error shows.
SHOWN_CHARS: Final = 40

_SIDES: Final = re.escape(BLACK_CHARS + WHITE_CHARS)
# 64 squares with any blanks between them, and the side to move.
SQUARES: Final = re.compile(rf"\s*(?:[{_SIDES}{re.escape(EMPTY_CHARS)}]\s*){{64}}")
SIDE: Final = re.compile(rf"[{_SIDES}]\s*")
SIDELESS: Final = re.compile(rf"\A{SQUARES.pattern}(?=\Z|[;%])")
SQUARE_NAME: Final = re.compile("[a-h][1-8]", re.IGNORECASE)
GGF_BEGIN: Final = "(;"
# What only OBF has after the board: the first move with its score, or one score alone.
SCORE: Final = re.compile(r";\s*(?:[\w-]+\s*:|[+-]?\d+\s*(?:;|\Z))")


def parse_game(text: str, number: int = 1) -> GgfGame:
    """Read a game of a text, the first one unless another `number` is given; it stands at its last move.

    A position is a game without moves. Of what other formats do not tell the record has the defaults. Raises
    MissingSide, TranscriptError, ObfError or another ValueError as the parser of the format does, and
    ValueError where there is no game, or one of more than MAX_LENGTH characters.
    """
    found = list(islice(_parts(text.removeprefix("\ufeff")), number))
    if len(found) < number:
        raise _no_game(number, len(found))
    line, part = found[-1]
    try:
        return _parse_part(part)
    except ObfError as error:
        raise ObfError(error.text, error.reason, line) from error


def read_game(data: bytes, number: int = 1) -> GgfGame:
    """Read a game of a file as `parse_game` does, also of WTHOR. Raises WthorError, too."""
    if not _is_binary(data):
        return parse_game(_decoded(data), number)
    records, errors = _parse_wthor(data)
    record = next((record for record in records if record.record == number - 1), None)
    if record is None:
        place = HEADER.size + (number - 1) * RECORD.size
        raise next((error for error in errors if error.offset == place), _no_game(number, len(records)))
    return _archived(record)


def read_games(data: bytes) -> Iterator[GgfGame | ValueError]:
    """All games of a file, one after the other, and in their places what is wrong with those that are none.

    What is wrong names its place, as in `read_problems`. Raises ValueError for what is no such file.
    """
    if _is_binary(data):
        records, errors = _parse_wthor(data)
        yield from map(_archived_or_wrong, records)
        yield from errors
        return
    for line, part in _parts(_decoded(data, errors="replace")):
        try:
            yield _parse_part(part)
        except ValueError as error:
            yield ObfError(part[:SHOWN_CHARS], describe_error(error), line)


def count_games(data: bytes) -> int:
    """How many `read_games` gives, good and bad: much faster. Raises ValueError likewise."""
    if _is_binary(data):
        records, errors = _parse_wthor(data)
        return len(records) + len(errors)
    return sum(1 for _ in _parts(_decoded(data, errors="replace")))


def read_problems(data: bytes) -> tuple[list[Problem], list[ValueError]]:
    """The positions of a file, and what is wrong with the others: an ObfError names its line.

    Of a game that is where it ends; in WTHOR it is that from which the theoretical score holds, and `line` is
    the number of the game, from 1. Raises ValueError for what is no such file.
    """
    problems: list[Problem] = []
    errors: list[ValueError] = []
    if _is_binary(data):
        records, wrong = _parse_wthor(data)
        errors += wrong
        for record in records:
            try:
                problems.append(_theoretical_problem(record))
            except WthorError as error:
                errors.append(error)
        return problems, errors
    for line, part in _parts(_decoded(data, errors="replace")):
        try:
            problems.append(replace(_parse_problem(part), line=line))
        except ObfError as error:
            errors.append(ObfError(error.text, error.reason, line))
        except ValueError as error:
            errors.append(ObfError(part[:SHOWN_CHARS], describe_error(error), line))
    return problems, errors


def lacks_side(text: str) -> bool:
    """Whether a text begins with 64 squares that are not followed by the side to move."""
    return SIDELESS.match(text) is not None


def with_side(text: str, turn: Color) -> str:
    """The text, with the side to move where it lacks it."""
    return SIDELESS.sub(lambda squares: f"{squares[0]} {'XO'[turn]}", text)


def check_length(text: str) -> None:
    """Raises ValueError when a text is longer than any game."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"a game has at most {MAX_LENGTH:,} characters, not {len(text):,}")


def describe_error(error: ValueError) -> str:
    """What is wrong with a game, without the 64 squares of its position."""
    return error.summary if isinstance(error, TranscriptError) else str(error)


def first_part(text: str) -> str:
    """The first game or position of a text with several, as it stands there."""
    return next((part for _, part in _parts(text)), text)


def _no_game(number: int, count: int) -> ValueError:
    if not count:
        return ValueError("there is no game in it")
    return ValueError(f"it has {count} games, so there is no game {number}")


# The parts of a text


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """The games and positions of a text, each with the line it begins in, from 1."""
    if GGF_BEGIN in text:
        yield from split_ggf(text)
        return
    lines = [
        (number, line)
        for number, line in enumerate(io.StringIO(text, newline=None), start=1)
        if line.partition("%")[0].strip()
    ]
    if not lines:
        return
    is_list = _is_list(text, [line for _, line in lines[:2]])
    yield from lines if is_list else [(lines[0][0], text)]


def _is_list(text: str, first_two: list[str]) -> bool:
    """Whether each line is a game or a position of its own."""
    if _is_problem(first_two[0]):
        return True
    if len(first_two) < 2 or all(map(SQUARES.match, first_two)):
        return len(first_two) == 2
    return not _is_transcript(text) and all(map(_is_transcript, first_two))


def _is_problem(text: str) -> bool:
    """Whether it is a position in OBF, not a transcript that begins with one."""
    position, comment, _ = text.partition("%")
    squares = SQUARES.match(position)
    side = squares and SIDE.match(position, squares.end())
    return side is not None and (bool(comment) or SCORE.match(position, side.end()) is not None)


def _is_transcript(text: str) -> bool:
    if len(text) > MAX_LENGTH:
        return False
    try:
        return bool(parse_transcript(text).moves)
    except ValueError:
        return False


# What a part says


def _parse_part(text: str) -> GgfGame:
    check_length(text)
    if GGF_BEGIN in text:
        return parse_ggf(text)
    if lacks_side(text):
        raise MissingSide
    if _is_problem(text):
        return GgfGame(Game(parse_problem(text).board))
    game = parse_transcript(text)
    if not game.moves and not SQUARES.match(text):
        raise ValueError("there is no game in it")
    return GgfGame(game)


def _parse_problem(text: str) -> Problem:
    is_game = GGF_BEGIN in text or SQUARES.match(text) is not None or SQUARE_NAME.search(text) is not None
    if _is_problem(text) or not is_game:
        return parse_problem(text)
    record = _parse_part(text)
    return Problem(record.game.board, comment=" - ".join(filter(None, (record.black, record.white))))


# WTHOR


def _is_binary(data: bytes) -> bool:
    return b"\0" in data


def _parse_wthor(data: bytes) -> tuple[list[WthorGame], list[WthorError]]:
    try:
        return parse_wthor(data)
    except WthorError as error:
        raise ValueError("this is neither a text file nor one of WTHOR") from error


def _archived(record: WthorGame) -> GgfGame:
    """Raises WthorError."""
    return GgfGame(replay(record), result=f"{2 * record.score - 64:+.2f}", place="WTHOR")


def _archived_or_wrong(record: WthorGame) -> GgfGame | ValueError:
    """Of the date the year is known, so it is the first day of that."""
    date = datetime(record.year, 1, 1) if MINYEAR <= record.year <= MAXYEAR else None
    try:
        return replace(_archived(record), date=date)
    except WthorError as error:
        return error


def _theoretical_problem(record: WthorGame) -> Problem:
    """Where the theoretical score of a game holds, or where it ended before."""
    game = replay(record)
    name = f"{record.year}, game {record.record + 1}"
    nodes = [node for node in game.line if node.board.empties == record.theoretical_empties]
    if not nodes:
        return Problem(game.board, comment=name, line=record.record + 1)
    board = nodes[-1].board
    score = 2 * record.theoretical - 64
    best = score if board.turn is Color.BLACK else -score
    return Problem(board, best=best, comment=name, line=record.record + 1)


def _decoded(data: bytes, errors: str = "strict") -> str:
    try:
        return data.decode("utf-8-sig", errors)
    except UnicodeDecodeError as error:
        raise ValueError("this is not a text file") from error
