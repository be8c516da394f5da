"""OBF, the Othello board format: positions and the scores of their moves, one position per line.

Written: `<64 squares> <side>; A2:+38; C7:+36; % comment`, X for Black, scores in discs for the side to move,
with empty squares counted for the winner; ` +38;` instead of moves if only the position has a score.

Read: either case; `*`, `B`, `W`, `.` and `_` on the board, with spaces; passes as `PA`, `PASS`, `PS` or `--`;
scores without a sign, or directly after the side to move; a last field without its semicolon; the sentinel
`--:-127`, which is skipped; blank lines, comments, any line ends, a byte order mark.
"""

import io
import re
from dataclasses import dataclass, replace
from typing import Final

from game.board import PASS, Board, Move, parse_square, square_name
from game.plain_text import quoted
from game.records.record import MOST_DISCS
from game.text import _

PASS_NAMES: Final = ("PA", "PASS", "PS", "--")
# The field that ends every line of some collections.
SENTINEL: Final = "--:-127"

SCORE: Final = re.compile(r"[+-]?[0-9]{1,3}")
# A position and its score without a semicolon between them.
SCORED: Final = re.compile(r"\A\s*((?:[^\s;]\s*){65})\s([+-]?\d+\s*)(?:;|\Z)")


class ObfError(ValueError):
    """A line that is not a problem. `text` is the wrong part of it, `reason` the sentence that says why."""

    def __init__(self, text: str, reason: str, line: int = 1) -> None:
        super().__init__(_("line {line}: {problem}", line=line, problem=reason))
        self.text = text
        self.reason = reason
        self.line = line


@dataclass(frozen=True, slots=True)
class Problem:
    """A position with the `scores` of its moves, in the order of the file, and the `best` score, which may be
    the only one. Scores are in discs for the side to move; `line` counts from 1.
    """

    board: Board
    scores: tuple[tuple[Move, int], ...] = ()
    best: int | None = None
    comment: str = ""
    line: int = 1


def parse_obf(text: str) -> tuple[list[Problem], list[ObfError]]:
    """Reads a whole file; returns the good lines and the errors of the others."""
    problems, errors = [], []
    for number, line in enumerate(io.StringIO(text.removeprefix("\ufeff"), newline=None), start=1):
        if not line.partition("%")[0].strip():
            continue
        try:
            problems.append(replace(parse_problem(line), line=number))
        except ObfError as error:
            errors.append(ObfError(error.text, error.reason, number))
    return problems, errors


def parse_problem(line: str) -> Problem:
    """Reads one line. Raises ObfError."""
    text, _sign, comment = line.partition("%")
    text = SCORED.sub(r"\1;\2;", text, count=1)
    position, *fields = (field.strip() for field in text.split(";"))
    try:
        board = Board.from_text(position)
    except ValueError as error:
        raise ObfError(position, str(error)) from error
    scores: dict[Move, int] = {}
    alone: int | None = None
    for field in fields:
        name, colon, score = (part.strip() for part in field.partition(":"))
        if not field or name + colon + score == SENTINEL:
            continue
        if colon:
            move = _parse_move(name, board)
            if move in scores:
                sentence = _("{text} is a second score for {move}", text=quoted(field), move=_obf_move(move))
                raise ObfError(field, sentence)
            scores[move] = _parse_score(score)
        elif alone is None:
            alone = _parse_score(field)
        else:
            raise ObfError(field, _("{text} is a second score for the position", text=quoted(field)))
    best = max(scores.values(), default=alone)
    if alone is not None and best != alone:
        sentence = _("the score {score} contradicts the best move's score, {best}")
        raise ObfError(text.strip(), sentence.format(score=f"{alone:+}", best=f"{best:+}"))
    return Problem(board, tuple(scores.items()), best, comment.strip())


def obf(problem: Problem) -> str:
    """Returns the line of a problem, without its end. Raises ValueError for a comment of several lines."""
    if "\n" in problem.comment or "\r" in problem.comment:
        raise ValueError(f"a comment is one line, not {problem.comment!r}")
    fields = [f"{_obf_move(move)}:{score:+}" for move, score in problem.scores]
    if problem.best is not None and not fields:
        fields = [f"{problem.best:+}"]
    comment = f" % {problem.comment}" if problem.comment else ""
    return "".join([problem.board.text(), ";", *(f" {field};" for field in fields), comment])


def _parse_move(name: str, board: Board) -> Move:
    try:
        move = PASS if name.upper() in PASS_NAMES else parse_square(name)
    except ValueError as error:
        raise ObfError(name, _("{text} is not a move", text=quoted(name))) from error
    if not board.is_legal(move):
        sentence = _("{move} is not a legal move for {side}", move=quoted(name), side=board.turn.label)
        raise ObfError(name, sentence)
    return move


def _parse_score(text: str) -> int:
    if not SCORE.fullmatch(text) or abs(int(text)) > MOST_DISCS:
        sentence = _("{text} is not a score from {least} to {most}")
        least, most = f"{-MOST_DISCS:+}", f"{MOST_DISCS:+}"
        raise ObfError(text, sentence.format(text=quoted(text), least=least, most=most))
    return int(text)


def _obf_move(move: Move) -> str:
    return "PA" if move == PASS else square_name(move).upper()
