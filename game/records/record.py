"""A game with the data recorded about it, in whatever format."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, time
from typing import Final

from game.board import PASS, Color, Ending, Result
from game.clock import TimeControl
from game.text import _
from game.tree import Game, Node, given_plies

# The result of a game that is unfinished, or whose result is unknown.
UNKNOWN_RESULT: Final = "?"
# The most characters of a player's name.
MAX_NAME: Final = 100
MOST_DISCS: Final = 64
# The most characters of a tag, its name, and the lower-case names for which a record has fields.
LONGEST_TAG: Final = 1000
TAG_NAME: Final = re.compile(r"[A-Za-z]\w{0,39}", re.ASCII)
FIELDS: Final = frozenset((
    "event", "site", "date", "round", "black", "white", "result", "time", "blackelo", "whiteelo", "fen",
    "setup",
))  # fmt: skip
# The most characters of a game: ten times the longest with many variations and notes on every move.
MAX_LENGTH: Final = 500_000

# Black's lead in discs, and a letter for a game that did not end on the board.
RESULT: Final = re.compile(r"([+-]?\d{1,2}(?:\.\d{1,9})?)(?::([a-z]))?")
ON_TIME: Final = "t"
GIVEN_UP: Final = "r"
WINNER: Final = re.compile(r"(black|white)(?: wins?| won)?", re.IGNORECASE)
# An annotation of a move, `!` or `??`, which becomes the mark on its square.
PRAISE: Final = re.compile(r"[!?]{1,9}")
LINE_ENDS: Final = re.compile(r"\r\n|\n\r|\r")
CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
# A year, perhaps with its month, its day, and the time; what follows, mainly the time zone, is ignored.
DATE: Final = re.compile(
    r"(\d{4})(?!\d)(?:[./-](\d\d?)(?:[./-](\d\d?)(?:[ _T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{6}))?)?)?)?)?"
)


@dataclass(frozen=True, slots=True)
class Record:
    """A game in a file: its tree, and who played it, when and where.

    `result` is Black's lead in discs, optionally with how the game ended, as in GGF's RE (`+64.00:r`), or
    `?`; see `parse_result`. `controls` and `ratings` are Black's and White's. `date` is in the time zone of
    the place; a year or month alone is its first day. `players`, only in GGF, identifies players whose names
    do not: see `play.record_players`. `tags` are the other tags of a heading, by PGN name. `problem` is the
    error that ended the reading: the game has the moves before it.
    """

    game: Game = field(default_factory=Game)
    black: str = ""
    white: str = ""
    result: str = UNKNOWN_RESULT
    controls: tuple[TimeControl, TimeControl] = (TimeControl(), TimeControl())
    date: datetime | None = None
    place: str = ""
    event: str = ""
    round: str = ""
    ratings: tuple[float | None, float | None] = (None, None)
    players: str = ""
    tags: tuple[tuple[str, str], ...] = ()
    problem: ValueError | None = None

    def __post_init__(self) -> None:
        if given_plies(self.event):
            self.game.name_start(self.event)

    def whole(self) -> "Record":
        """Returns this record. Raises its `problem` if it has one."""
        if self.problem is not None:
            raise self.problem
        return self


class Comments:
    """Collects comments on positions, joined without control characters, which some formats forbid."""

    def __init__(self) -> None:
        self._said: dict[Node, list[str]] = {}

    def add(self, node: Node, text: str) -> None:
        self._said.setdefault(node, [node.comment]).append(text)

    def praise(self, node: Node, sign: str) -> None:
        """Puts a sign on the square of the move to `node`, or in a comment if the square has another mark."""
        if node.move is None:
            return
        if node.move != PASS and PRAISE.fullmatch(sign) and node.marks.get(node.move, sign) == sign:
            node.marks[node.move] = sign
        else:
            self.add(node, sign)

    def write(self) -> None:
        """Writes all comments to their positions, one a line."""
        for node, said in self._said.items():
            text = LINE_ENDS.sub("\n", "\n".join(filter(None, said)))
            node.comment = CONTROL.sub("", text.replace("\t", " "))


def parse_result(text: str) -> Result | None:
    """Reads the result of a record; None for an unfinished game, and for unreadable text.

    For a game that did not end on the board the discs are those of the lead, or all if only the winner is
    known.
    """
    match = RESULT.fullmatch(text.strip())
    lead = 0.0 if match is None else float(match[1])
    if match is None or abs(lead) > MOST_DISCS:
        return None
    winner = Color.BLACK if lead > 0 else Color.WHITE if lead < 0 else None
    ending = Ending.FINISHED
    if winner is not None and match[2] == ON_TIME:
        ending = Ending.TIME
    elif match[2] and abs(lead) == MOST_DISCS:
        ending = Ending.UNCOUNTED
    black = (MOST_DISCS + round(lead)) // 2
    return Result(black, MOST_DISCS - black, winner, ending)


def result_text(result: Result | None) -> str:
    """The inverse of `parse_result`; a winner on time, or without a count, has all discs."""
    if result is None:
        return UNKNOWN_RESULT
    if result.ending is not Ending.FINISHED and result.winner is not None:
        return won_text(result.winner, ON_TIME if result.ending is Ending.TIME else GIVEN_UP)
    return lead_text(result.black - result.white)


def lead_text(lead: float) -> str:
    """Returns Black's lead in discs as the result of a record."""
    return f"{lead:+z.2f}"


def won_text(winner: Color, how: str = GIVEN_UP) -> str:
    """Returns the result of a game that a side won early, with the letter that says `how`."""
    return f"{'+' if winner is Color.BLACK else '-'}64.00:{how}"


def parse_score(text: str) -> str:
    """Returns the result of `40-24` (Black's discs first), `1-0` (White resigned) or `1/2-1/2`, else `?`."""
    numbers = [part.strip() for part in re.split("[-:\u2013]", text.strip())]
    if numbers in (["1/2", "1/2"], ["½", "½"]):
        return lead_text(0)
    if numbers in (["1", "0"], ["0", "1"]):
        return won_text(Color.BLACK if numbers[0] == "1" else Color.WHITE)
    if winner := WINNER.fullmatch(text.strip()):
        return won_text(Color[winner[1].upper()])
    if len(numbers) != 2 or not all(part.isascii() and part.isdigit() and len(part) <= 2 for part in numbers):
        return UNKNOWN_RESULT
    black, white = map(int, numbers)
    if not 2 < black + white <= MOST_DISCS:
        return UNKNOWN_RESULT
    empties = MOST_DISCS - black - white  # they go to the winner
    return lead_text(black - white + (empties if black > white else -empties if white > black else 0))


def clean_line(text: str, length: int = MAX_NAME) -> str:
    """Returns a name on one line, without unprintable characters, cut to `length`."""
    signs = (sign for sign in text if sign.isprintable() or sign.isspace())
    return " ".join("".join(signs).split())[:length].strip()


def other_tags(found: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Returns the tags of a record, sorted by name: those with a value that are not one of its fields."""
    tags = {name: clean_line(value, LONGEST_TAG) for name, value in found}
    return tuple(
        (name, tags[name])
        for name in sorted(tags)
        if TAG_NAME.fullmatch(name) and name.lower() not in FIELDS and tags[name] not in ("", "?", "-")
    )


def parse_date(text: str) -> datetime | None:
    """Reads a date; None if it is invalid, as a game counts without it."""
    match = DATE.match(text.strip())
    if match is None:
        return None
    year, month, day, hour, minute, second, microsecond = (int(part or 0) for part in match.groups())
    try:
        return datetime(year, month or 1, day or 1, hour, minute, second, microsecond)
    except ValueError:
        return None


def date_text(date: datetime | None) -> str:
    """Returns the date for users and other programs: only the year for 1 January, no time if unknown."""
    if date is None:
        return ""
    if not is_day(date):
        return date.isoformat(" ")
    return f"{date.year:04}" if (date.month, date.day) == (1, 1) else date.date().isoformat()


def is_day(date: datetime | None) -> bool:
    """Returns whether the time is unknown: microseconds of midnight are the place of a game in its file."""
    return date is None or date.replace(microsecond=0).time() == time()


def plain_date(date: datetime | None) -> datetime | None:
    """Returns the date for other programs, without the place of the game in its file."""
    return date.replace(microsecond=0) if date is not None and is_day(date) else date


def parse_rating(text: str) -> float | None:
    """Reads a rating; None if it is invalid."""
    match = re.match(r"\s*(\d{1,5}(?:\.\d{1,9})?)", text)
    return None if match is None else float(match[1])


def check_length(text: str) -> None:
    """Raises ValueError if a text is longer than any game."""
    if len(text) > MAX_LENGTH:
        sentence = _("a game has at most {most} characters, not {count}")
        raise ValueError(sentence.format(most=f"{MAX_LENGTH:,}", count=f"{len(text):,}"))


def main_line_record(record: Record) -> Record:
    """Returns the record with only its game's line, at the end; without its result if it has a problem."""
    game, result = record.game, record.result if record.problem is None else UNKNOWN_RESULT
    line = Game(game.start, game.moves)
    if game.is_lost_on_time:
        line.go_to(game.node.ply)
    opened = replace(record, game=line, result=result, problem=None)
    lose_as_reported(opened)
    return opened


def loser_on_time(record: Record) -> Color | None:
    """Returns the side whose clock ran out according to the record, or None."""
    result = parse_result(record.result)
    if result is None or result.winner is None or result.ending is not Ending.TIME:
        return None
    return result.winner.other


def lose_as_reported(record: Record) -> None:
    """Ends the game of a record at its current node if the record says that a clock ran out."""
    loser = loser_on_time(record)
    if loser is not None:
        record.game.lose_on_time(loser)


def reported_end(opened: Record | None, game: Game) -> Node | None:
    """Returns the end of a game whose record has a result that the discs do not give.

    None without such a result, and after the game was continued or its main line changed.
    """
    if opened is None or opened.result == UNKNOWN_RESULT or opened.game.node.result is not None:
        return None
    played, main = opened.game.moves, game.main[-1].path
    is_end = played in (main, game.moves) and played == main[: len(played)]
    is_same = opened.game.start == game.start and is_end
    return game.node_at(opened.game.node.path) if is_same else None
