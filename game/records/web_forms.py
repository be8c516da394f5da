"""Games as web sites give them: JSON of Othello Quest, tables with moves in a column, moves in an address.

Othello Quest: an object with `created`, two `players` (Black first) and `position`, in which `startPos` is
empty for the usual start and `moves` are objects with the square `m` (`-` for a pass), the milliseconds `t`
and, in the last one, how the game ended, `s` (`BLACK_WIN:RESIGN`). Several stand one after the other, or in a
list. A table is CSV with the columns id, winner (1 Black, -1 White, 0 draw) and moves, under a heading that
names them, as the set of eOthello has it.
"""

import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final
from urllib.parse import unquote

from game.board import PASS, Board, Move, parse_square
from game.plain_text import quoted
from game.records.board_text import SQUARE
from game.records.record import UNKNOWN_RESULT, Record, clean_line, lead_text, parse_date
from game.records.transcript import TranscriptError, add_token, read_transcript
from game.text import _
from game.tree import Game, Node

JSON: Final = re.compile(r'\s*+(?:\[\s*+)?\{\s*+"\w{1,40}"\s*+:')
# Between two games.
APART: Final = re.compile(r"[\s,\[\]]*+")
# Objects that cannot be read, after which the rest of a text is one of them.
MOST_DAMAGED: Final = 100
WINNERS: Final = {"BLACK_WIN": 1, "WHITE_WIN": -1, "DRAW": 0}
# Milliseconds of a move: more than any.
LONGEST: Final = 10**10
# How a game of Othello Quest ended before its end, and the letter that a record has for it.
ENDINGS: Final = (("RESIGN", "r"), ("TIME", "t"))
TABLE: Final = re.compile(r'[^\r\n,]*+,\s*+"?winner"?\s*+,[^\r\n,]*moves[^\r\n,]*', re.IGNORECASE)
ROW: Final = re.compile(r'"?([^,"]*)"?\s*,\s*"?(-?[01])"?\s*,\s*"?([^,"]*)"?\s*')
ADDRESS: Final = re.compile(r"\s*+https?://(\S++)\s*+", re.IGNORECASE)
PARAMETER: Final = re.compile(r"[?&#;](?:record|moves)=([^&#;]*+)", re.IGNORECASE)
RUN: Final = re.compile(r"(?:[a-h][1-8]|pa(?=[a-h])|--)+", re.IGNORECASE)


def moves_of_address(line: str) -> str:
    """The moves in a line that is a web address; another line as it is.

    They are the parameter `record` or `moves`, or the longest run of squares.
    """
    match = ADDRESS.fullmatch(line)
    if match is None:
        return line
    address = unquote(match[1])
    if found := PARAMETER.search(address):
        return found[1]
    return max((run[0] for run in RUN.finditer(address)), key=len, default=line)


# Tables


def is_table(text: str) -> bool:
    return TABLE.match(text.lstrip()) is not None


def split_table(text: str) -> Iterator[tuple[int, str]]:
    """Each row under the heading, with its line, from 1."""
    heading = ""
    for number, line in enumerate(io.StringIO(text, newline=None), start=1):
        if not heading:
            heading = line.strip()
        elif line.strip():
            yield number, f"{heading}\n{line.strip()}"


def read_row(text: str) -> Record:
    """Of `split_table`. Raises ValueError for what is no row of three columns."""
    row = text.partition("\n")[2]
    match = ROW.fullmatch(row)
    if match is None:
        sentence = _("a row has a number, the winner (1, 0 or -1) and the moves, not {text}")
        raise ValueError(sentence.format(text=quoted(row)))
    game, problem = read_transcript(match[3])
    return _won(Record(game, round=clean_line(match[1]), problem=problem), int(match[2]))


# Othello Quest


def is_json(text: str) -> bool:
    return JSON.match(text) is not None


def split_json(text: str) -> Iterator[tuple[int, str]]:
    """Each object, with the line it begins in, from 1; what is none is a line of its own."""
    decoder = json.JSONDecoder()
    position, line, damaged = 0, 1, 0
    while True:
        match = APART.match(text, position)
        begin = match.end() if match else position
        line += text.count("\n", position, begin)
        if begin == len(text):
            return
        end = len(text)
        if damaged < MOST_DAMAGED:
            try:
                end = decoder.raw_decode(text, begin)[1]
            except (ValueError, RecursionError):
                damaged += 1
                line_end = text.find("\n", begin)
                end = line_end if line_end >= 0 else len(text)
        part = text[begin:end]
        # What is no object is put into one, so that it is read as JSON, and the sentence is about that.
        yield line, part if is_json(part) else f'{{"damaged": {part}}}'
        line += text.count("\n", begin, end)
        position = end


def read_quest(text: str) -> Record:
    """Raises ValueError for what is no game of Othello Quest."""
    try:
        found = json.loads(text)
    except RecursionError as error:
        raise ValueError(_("this JSON is nested too deeply")) from error
    except ValueError as error:
        raise ValueError(_("this is not an Othello Quest game: its JSON is incomplete")) from error
    position = found.get("position") if isinstance(found, dict) else None
    moves = position.get("moves") if isinstance(position, dict) else None
    if position is None or not isinstance(moves, list):
        raise ValueError(_("this is not an Othello Quest game: it has no position with moves"))
    black, white, *_more = (*map(_name, _list(found.get("players"))), "", "")
    start = _text(position.get("startPos"))
    record = Record(
        Game(Board.from_text(start)) if start else Game(),
        black, white, date=parse_date(_text(found.get("created")).replace("T", " ")[:19]),
        place="Othello Quest",
    )  # fmt: skip
    node, last, problem = record.game.root, "", None
    for entry in moves:
        entry = entry if isinstance(entry, dict) else {}
        token, milliseconds, last = _text(entry.get("m")), entry.get("t"), _text(entry.get("s"))
        try:
            node = add_token(node, _move(token, node), token)
        except TranscriptError as error:
            problem = error
            break
        if isinstance(milliseconds, int) and 0 <= milliseconds < LONGEST:
            node.seconds = milliseconds / 1000
    record.game.visit(node)
    record = replace(record, problem=problem)
    winner, _colon, ending = last.partition(":")
    if problem is not None or winner not in WINNERS:
        return record
    for name, letter in ENDINGS:
        if WINNERS[winner] and name in ending:
            return replace(record, result=f"{'+' if WINNERS[winner] > 0 else '-'}64.00:{letter}")
    return _won(record, WINNERS[winner])


def _move(token: str, node: Node) -> Move:
    if SQUARE.fullmatch(token):
        return parse_square(token.lower())
    if token == "-":
        return PASS
    raise TranscriptError.no_move(token, node)


def _won(record: Record, winner: int) -> Record:
    """With the result, as far as it is told: the margin of an unfinished game is not known."""
    if winner == 0:
        return replace(record, result=lead_text(0)) if record.problem is None else record
    if record.problem is None and record.game.node.result is None:
        said, node = _("Black won") if winner > 0 else _("White won"), record.game.node
        node.comment = f"{node.comment}\n{said}".lstrip()
    return replace(record, result=UNKNOWN_RESULT)


def _name(player: Any) -> str:
    return clean_line(_text(player.get("name")) if isinstance(player, dict) else "")


def _list(found: Any) -> list[Any]:
    return found if isinstance(found, list) else []


def _text(found: Any) -> str:
    return found if isinstance(found, str) else ""
