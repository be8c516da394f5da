"""GGF, the Generic Game Format of GGS and of NBoard: `(;`, tags such as `PB[name]`, `;)`.

Written on one line, as by NBoard: upper-case squares, passes as `PA`, and for each move its score, + for the
side that makes it, and its seconds, if known.

Read: tags in any order, skipping unknown ones and stray characters; the start with spaces; squares in either
case, with letters after them; passes as `PA`, `pass`, `P` or `--`, by either side, or left out. A value ends
at the first `]` that closes no bracket in it; names have `)` for `]`.

GGF holds one line of moves, with one score each. A game with more (variations, comments, marks, depths) is
repeated in its last tag, a comment: `CO[tree=...]`, the game in SGF, percent-encoded. The moves of the tags
are the main line, and are added to that tree where it lacks them, so that moves added by another program
stay. A game with more only in its heading has `CO[heading=...]`. Any other CO is a comment on the move before
it.
"""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Final
from urllib.parse import quote, unquote

from game.board import PASS, Board, Move, move_name, parse_square
from game.clock import TimeControl
from game.evaluation import Evaluation, Kind, line_text, surest
from game.plain_text import parse_number, quoted
from game.records.record import (
    MOST_DISCS,
    UNKNOWN_RESULT,
    Comments,
    Record,
    clean_line,
    date_text,
    lose_as_reported,
    loser_on_time,
    parse_date,
    parse_rating,
    plain_date,
)
from game.records.sgf import heading, read_sgf, sgf
from game.records.sgf_text import AFTER_VALUE, text_of
from game.records.transcript import TranscriptError, add_token
from game.text import _
from game.tree import Game, Node

NAMES: Final = ("othello", "reversi")
# The prefixes of a tree or a heading in CO, and the characters that are not encoded there.
TREE: Final = "tree="
HEADING: Final = "heading="
PLAIN_SIGNS: Final = ",:/+*=!?"
# The event in a tree or heading; a backslash escapes a bracket in it.
EVENT: Final = re.compile(r"EV%5B((?:%5C%..|(?!%5D).)*+)")
# A tag that only this program uses, for its players.
PLAYERS: Final = "XP"
# A value may contain a bracket only if neither a tag nor the end of the game follows it.
_VALUE: Final = rf"(?:[^\[\]]++|\[(?:[^\[\]]*+\](?!{AFTER_VALUE}))?)*+"
_SIGN: Final = r"[^A-Za-z\[(;)]++|\[[^\[\]]*+\]"
_BETWEEN: Final = rf"(?:{_SIGN}|[\[(;](?=\s*+[A-Za-z]++\s*+\[))*+"
TAG: Final = re.compile(rf"{_BETWEEN}(?P<name>[A-Za-z]++)\s*+\[(?P<value>{_VALUE})\]")
TAGS: Final = re.compile(rf"(?:{_BETWEEN}[A-Za-z]++\s*+\[{_VALUE}\])*+")
END: Final = re.compile(rf"(?:{_SIGN})*+(?:;\s*+)?\)")
START: Final = re.compile(r"\s*8(?!\d)\s*(?P<board>.*)", re.DOTALL)
# The type of a match; with the letter `a` the fewest discs win.
ANTI: Final = re.compile(r"[skrbw\d]*a[skrbw\d]*", re.IGNORECASE)
MOVE: Final = re.compile(r"(?P<square>[a-h][1-8])[a-z]*|p(as?s?|s)?|--", re.IGNORECASE)
# Squares by their names, with which the values of moves begin.
SQUARES: Final = {move_name(square): square for square in range(64)}
# [[days.]hours:]minutes:seconds, or seconds alone.
TIME: Final = re.compile(r"(?:(?:(?:(\d+)\.)?(\d+):)?(\d+):)?(\d+(?:\.\d+)?)")
UNIX_SECONDS: Final = re.compile(r"\d{9,10}")


class AntiOthello(ValueError):
    """A game that is read like Othello, but won by the fewest discs."""


@dataclass(frozen=True, slots=True)
class NotedMove:
    """A move, its score in discs for the side that made it, and the seconds it took; None if unknown."""

    move: Move
    score: float | None = None
    seconds: float | None = None

    def text(self) -> str:
        """Returns the value of a tag B or W: `F5/1.20/3.40`, `F5//3.40`, `PA`."""
        score = "" if self.score is None else ggf_number(self.score)
        seconds = "" if self.seconds is None else ggf_number(self.seconds)
        return f"{line_text((self.move,))}/{score}/{seconds}".rstrip("/")


def parse_ggf(text: str) -> Record:
    """Reads the first game of a text and goes to its last move. Raises TranscriptError, and ValueError for
    another game, a board that is not 8x8, or an unreadable text.
    """
    return read_ggf(text).whole()


def read_ggf(text: str) -> Record:
    """Reads a game as `parse_ggf` does, but keeps the moves before an error, which is the `problem`."""
    tags, problem = _tags(text)
    record = _header(dict(tags))
    trees = [value for name, value in tags if name == "CO" and value.startswith((TREE, HEADING))]
    record = _with_tree(record, trees[-1]) if trees else record
    node, comments = record.game.root, Comments()
    for name, value in tags:
        if name in ("B", "W"):
            try:
                node = _add(node, value, "XO"["BW".index(name)])
            except TranscriptError as error:
                problem = error
                break
        elif name == "CO" and value not in trees:
            comments.add(node, value.strip())
    comments.write()
    record.game.make_main(node)
    if loser_on_time(record) is None:
        record.game.end_at(node)
    else:  # later moves may be in the tree
        record.game.visit(node)
        lose_as_reported(record)
    return replace(record, problem=problem or record.problem)


def played(record: Record, value: str) -> Record:
    """Returns the game after one more move, `square[/evaluation[/seconds]]`. Raises TranscriptError."""
    game = record.game.copy()
    game.visit(_add(game.node, value))
    return replace(record, game=game)


def parse_ggf_header(text: str) -> tuple[Record, tuple[Move, ...]]:
    """Reads the first game of a text without its moves, and their squares, without passes: for long lists.

    The moves are not replayed; the first text that is no move ends them and is the `problem`. The round,
    which only a tree has, is left out. Raises ValueError as `parse_ggf` does.
    """
    tags, problem = _tags(text)
    if problem is not None:
        raise problem
    record, moves = _header(dict(tags)), list[Move]()
    for token in (value.partition("/")[0].strip() for name, value in tags if name in ("B", "W")):
        square = SQUARES.get(token[:2].lower())
        if (square is None or len(token) != 2) and not MOVE.fullmatch(token):
            problem = ValueError(_("{text} is not a move", text=quoted(token)))
            return replace(record, problem=record.problem or problem), tuple(moves)
        if square is not None:
            moves.append(square)
    return record, tuple(moves)


def end_of_ggf(text: str, begin: int, limit: int) -> tuple[int, bool]:
    """Returns where the game at `begin` ends, at most `limit`, and whether all of it is GGF."""
    match = END.match(text, _after_tags(text, begin + 2, limit), limit)
    if match:
        return match.end(), True
    following = text.find("(;", begin + 2, limit)
    return (following if following >= 0 else limit), False


def ggf(record: Record) -> str:
    """Returns the whole game as text for `parse_ggf`. After a loss on time, later moves are a variation."""
    game = record.game
    signs = game.start.text().replace("X", "*")
    rows = " ".join(signs[first : first + 8] for first in range(0, 64, 8))
    black, white = map(_control, record.controls)
    is_plain = record.date == plain_date(record.date)
    date = date_text(record.date) if is_plain or record.date is None else record.date.isoformat(" ")
    ratings = ("" if rating is None else f"{rating:.2f}" for rating in record.ratings)
    tags = [("GM", "Othello"), ("PC", record.place), ("DT", date), ("PB", record.black), ("PW", record.white)]
    tags += [*zip(("RB", "RW"), ratings, strict=True), (PLAYERS, record.players), ("RE", record.result)]
    tags = [(name, value) for name, value in tags if value or name in ("PB", "PW", "RE")]
    tags += [("TI", black)] if black == white else [("TB", black), ("TW", white)]
    tags += [("TY", "8"), ("BO", f"8 {rows} {signs[-1]}")]
    line = game.end.line
    tags += [(node.board.turn.other.name[0], _noted(node).text()) for node in line[1:]]
    if _has_more(record, line):
        tree = Record(game, event=record.event, round=record.round, tags=record.tags)
        tags += [("CO", TREE + _quoted(sgf(tree)))]
    elif said := heading(record):
        tags += [("CO", HEADING + _quoted(said))]
    return "(;" + "".join(f"{name}[{one_line(value)}]" for name, value in tags) + ";)"


def ggf_number(number: float) -> str:
    """Returns discs or seconds, to the hundredth; never -0.00."""
    return f"{number:z.2f}"


def parse_noted_move(text: str) -> NotedMove:
    """Reads `square[/evaluation[/seconds]]`; notes that are not numbers become None. Raises ValueError."""
    token, score, seconds = [*text.split("/"), "", ""][:3]
    match = MOVE.fullmatch(token.strip())
    if match is None:
        raise ValueError(_("{text} is not a move", text=quoted(token.strip())))
    move = parse_square(match["square"]) if match["square"] else PASS
    return NotedMove(move, parse_number(score), parse_number(seconds, least=0.0))


def _tags(text: str) -> tuple[list[tuple[str, str]], ValueError | None]:
    """Returns the names and values of the first game, in order, and the error that ends them too early."""
    begin = text.find("(;")
    if begin < 0:
        raise ValueError(_("there is no GGF game, (;GM[Othello]...;), in {text}", text=quoted(text)))
    position = _after_tags(text, begin + 2)
    tags: list[tuple[str, str]] = TAG.findall(text, begin + 2, position)
    if END.match(text, position):
        return tags, None
    rest = text[position:].strip()
    sentence = _("after {count} tags a GGF game must continue with a tag or end with ;), but the text ends")
    if rest:
        sentence = _("after {count} tags a GGF game must continue with a tag or end with ;), not {text}")
    return tags, ValueError(sentence.format(count=len(tags), text=quoted(rest)))


def _after_tags(text: str, position: int, end: int = sys.maxsize) -> int:
    tags = TAGS.match(text, position, end)
    return position if tags is None else tags.end()


def _header(values: Mapping[str, str]) -> Record:
    """Builds the record without the moves; the game is at its start."""
    if values.get("GM", "Othello").strip().lower() not in NAMES:
        raise ValueError(_("the game is {name}, not Othello", name=quoted(values["GM"])))
    clock = values.get("TI", "")
    date = values.get("DT", "").strip()
    is_anti = ANTI.fullmatch(values.get("TY", "").strip()) is not None
    anti = AntiOthello(_("this is anti-Othello (the fewest discs win), not Othello"))
    return Record(
        game=Game(_parse_start(values["BO"])) if "BO" in values else Game(),
        black=clean_line(values.get("PB", "")),
        white=clean_line(values.get("PW", "")),
        result=values.get("RE", "").strip() or UNKNOWN_RESULT,
        controls=(_parse_control(values.get("TB", clock)), _parse_control(values.get("TW", clock))),
        date=datetime.fromtimestamp(int(date)) if UNIX_SECONDS.fullmatch(date) else parse_date(date),
        place=clean_line(values.get("PC", "")),
        event=event_of(said) if (said := values.get("CO", "")).startswith((TREE, HEADING)) else "",
        ratings=(parse_rating(values.get("RB", "")), parse_rating(values.get("RW", ""))),
        players=values.get(PLAYERS, ""),
        problem=anti if is_anti else None,
    )


def _with_tree(record: Record, value: str) -> Record:
    """Returns the record with the tree or heading in a CO; an unreadable one becomes a comment."""
    try:
        if value.startswith(HEADING):
            heading = read_sgf(f"(;{unquote(value.removeprefix(HEADING))})").whole()
            return replace(record, event=heading.event, round=heading.round, tags=heading.tags)
        tree = read_sgf(unquote(value.removeprefix(TREE))).whole()
        if tree.game.start != record.game.start:
            raise ValueError  # the tree of another game
    except ValueError:
        record.game.root.comment = value
        return record
    return replace(record, game=tree.game, event=tree.event, round=tree.round, tags=tree.tags)


def event_of(text: str) -> str:
    """Returns the event in a tree or heading, '' if there is none."""
    event = EVENT.search(text)
    return "" if event is None else clean_line(text_of(unquote(event[1])))


@lru_cache(maxsize=16)
def _parse_start(value: str) -> Board:
    match = START.fullmatch(value)
    if match is None:
        raise ValueError(_("the board is not 8x8, or BO does not begin with 8: {text}", text=quoted(value)))
    return Board.from_text(match["board"])


def _parse_control(value: str) -> TimeControl:
    """Reads `main/increment/extra`, each part optional; ignores what follows a comma in a part."""
    main, increment = (_parse_time(part, value) for part in [*value.split("/"), ""][:2])
    return TimeControl(per_game=main or increment or None, increment=increment)


def _parse_time(part: str, value: str) -> float:
    part = part.partition(",")[0].strip()
    match = TIME.fullmatch(part or "0")
    if match is None:
        sentence = _("{text} is not a clock: expected minutes:seconds/increment/extra", text=quoted(value))
        raise ValueError(sentence)
    days, hours, minutes, seconds = (float(number or 0) for number in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def _control(control: TimeControl) -> str:
    main = _time(control.per_game or 0.0)
    return f"{main}/{_time(control.increment)}" if control.increment else main


def _time(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}:{rest:05.2f}".removesuffix(".00")


def _add(node: Node, value: str, side: str = "") -> Node:
    """Adds the move of a tag, with its score and time; `side` is X or O. Raises TranscriptError."""
    token = value.partition("/")[0].strip()
    try:
        noted = parse_noted_move(value)
    except ValueError as error:
        raise TranscriptError.no_move(token, node) from error
    node = add_token(node, noted.move, token, "" if noted.move == PASS else side)
    if noted.score is not None and abs(noted.score) <= MOST_DISCS and not node.evaluations:
        node.note(Evaluation(node.board.turn.other.sign * noted.score, 0, Kind.ESTIMATE))
    if node.seconds is None:
        node.seconds = noted.seconds
    return node


def _noted(node: Node) -> NotedMove:
    """Returns the move to `node`, with its surest known score and its seconds."""
    assert node.move is not None
    known = surest(node.evaluations.values())
    score = None if known is None else node.board.turn.other.sign * known.score
    return NotedMove(node.move, score, node.seconds)


def _has_more(record: Record, line: Sequence[Node]) -> bool:
    """Returns whether the game has anything that the tags of one line of moves cannot hold."""
    nodes = list(record.game.root.walk())
    return (
        len(nodes) > len(line)
        or bool(record.game.root.evaluations)
        or any(node.comment or node.marks or node.judgement or node.scores for node in nodes)
        or any(node.seconds is not None and node.seconds != round(node.seconds, 2) for node in line[1:])
        or record.game.root.seconds is not None
        or any(
            found != Evaluation(round(found.score, 2), 0, Kind.ESTIMATE)
            for node in nodes
            for found in node.evaluations.values()
        )
    )


def _quoted(text: str) -> str:
    return quote(text, safe=PLAIN_SIGNS, errors="replace")


def one_line(value: str) -> str:
    """Returns a value as GGF can hold it: on one line, without `]`."""
    return " ".join(value.replace("]", ")").split())
