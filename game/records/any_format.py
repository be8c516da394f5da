"""A game in whatever format it comes: GGF, a transcript, a position alone. Which it is its content tells."""

from __future__ import annotations

import re
from typing import Final

from game.board import BLACK_CHARS, EMPTY_CHARS, WHITE_CHARS
from game.records.ggf import GgfGame, parse_ggf
from game.records.obf import parse_obf
from game.records.transcript import TranscriptError, parse_transcript
from game.tree import Game

# The longest games with notes to every move are a tenth of it.
MAX_LENGTH: Final = 100_000

# 64 squares and the side to move, with any blanks between them.
BOARD: Final = re.compile(rf"\s*(?:[{re.escape(BLACK_CHARS + WHITE_CHARS + EMPTY_CHARS)}]\s*){{65}}")
# What only OBF has after the board: the first move with its score, or one score alone.
SCORE: Final = re.compile(r"\s*;\s*(?:[\w-]+\s*:|[+-]?\d+\s*(?:;|\Z))")


def parse_game(text: str) -> GgfGame:
    """Read the first game of a text; it stands at its last move. A position is a game without moves.

    Of what other formats do not tell the record has the defaults. Raises TranscriptError, ObfError or another
    ValueError as the parser of the format does, and ValueError beyond MAX_LENGTH characters.
    """
    check_length(text)
    text = text.removeprefix("\ufeff")
    if "(;" in text:
        return parse_ggf(text)
    line = next((line for line in text.splitlines() if line.partition("%")[0].strip()), "")
    if _is_problem(line):
        problems, errors = parse_obf(text)
        if not problems:
            raise errors[0]
        return GgfGame(Game(problems[0].board))
    return GgfGame(parse_transcript(text))


def check_length(text: str) -> None:
    """Raises ValueError when a text is longer than any game."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"a game has at most {MAX_LENGTH:,} characters, not {len(text):,}")


def describe_error(error: ValueError) -> str:
    """What is wrong with a game, without the 64 squares of its position."""
    return error.summary if isinstance(error, TranscriptError) else str(error)


def _is_problem(line: str) -> bool:
    """Whether a line is a position in OBF, not a transcript that begins with one."""
    position, comment, _ = line.partition("%")
    board = BOARD.match(position)
    return board is not None and (bool(comment) or SCORE.match(position, board.end()) is not None)
