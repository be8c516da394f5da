"""A reviewed game as a line of GGF: the game, what its positions were found to be worth, and a tag `REVIEW`.

The tag is the first one after `GM`, so that a line shows from its beginning whose it is. It has, with blanks
between: the game's identity, the effort of the review, and for each judged move

    ply/side/move/empties/ and the judgement as `game.records.judgement_text` writes it

What is asked of many games, the losses, is so read without playing them again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from typing import Final

from ai.limits import Limit
from game.board import Color
from game.records.ggf import ggf, ggf_move, parse_ggf_header
from game.records.judgement_text import judgement_text, parse_judgement, parse_line
from game.records.record import UNKNOWN_RESULT, Record, result_text
from game.records.transcript import transcript
from play.review_report import JudgedMove, judged_moves

# What every line begins with.
BEGIN: Final = "(;GM[Othello]REVIEW["
END: Final = ";)"

_GAME: Final = "(;GM[Othello]"
_IDENTITY_BYTES: Final = 8
_EFFORT: Final = re.compile(r"(?:seconds=(?P<seconds>[\d.e+-]+)|depth=(?P<depth>\d+)),solve=(?P<solve>\d+)")


@dataclass(frozen=True, slots=True)
class Effort:
    """What a review gives each position: seconds or plies; with `solved` empties or fewer it is solved."""

    limit: Limit
    solved: int

    def text(self) -> str:
        """As the command line calls it."""
        limit = self.limit
        each = f"depth={limit.depth}" if limit.seconds is None else f"seconds={limit.seconds:g}"
        return f"{each},solve={self.solved}"

    @classmethod
    def parse(cls, text: str) -> Effort:
        """Raises ValueError."""
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

    def moves_of(self, color: Color) -> tuple[JudgedMove, ...]:
        return tuple(move for move in self.moves if move.color is color)

    def player(self, color: Color) -> str:
        return (self.black, self.white)[color]


def identity(record: Record) -> str:
    """The same for records that say the same: start, moves, players, date, place, event and result."""
    date = "" if record.date is None else record.date.isoformat()
    where = record.place, record.event, record.round
    end = record.game.line[-1].result
    result = record.result if record.result != UNKNOWN_RESULT else result_text(end)
    said = (transcript(record.game), record.black, record.white, result, date, *where)
    return blake2b("\n".join(map(_one_line, said)).encode(), digest_size=_IDENTITY_BYTES).hexdigest()


def reviewed_ggf(record: Record, name: str, effort: Effort) -> str:
    """The line of a game that has been reviewed, without a line end; `name` is its identity."""
    judged = [_item(move) for move in judged_moves(record.game.line)]
    return f"{BEGIN}{' '.join((name, effort.text(), *judged))}]{ggf(record).removeprefix(_GAME)}"


def parse_reviewed(line: str) -> ReviewedGame:
    """Raises ValueError for what is not such a line, or not whole."""
    if not (line.startswith(BEGIN) and line.endswith(END)):
        raise ValueError("this is not a reviewed game")
    name, effort_text, *items = line[len(BEGIN) : line.index("]", len(BEGIN))].split(" ")
    effort = Effort.parse(effort_text)
    header, _ = parse_ggf_header(line)
    moves = tuple(_parse_item(item) for item in items)
    return ReviewedGame(name, effort, header.black, header.white, header.date, header.result, moves)


def _one_line(value: str) -> str:
    """As GGF can say it."""
    return " ".join(value.replace("]", ")").split())


def _item(judged: JudgedMove) -> str:
    fields = judged.ply, judged.color.name[0], ggf_move(judged.move), judged.empties
    return "/".join((*map(str, fields), judgement_text(judged.judgement)))


def _parse_item(text: str) -> JudgedMove:
    ply, side, move, empties, judgement = text.split("/", 4)
    (parsed,) = parse_line(move)
    return JudgedMove(int(ply), Color("BW".index(side)), parsed, int(empties), parse_judgement(judgement))
