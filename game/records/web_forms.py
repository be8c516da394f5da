"""Games in the formats of web sites: JSON, tables with moves in a column, moves in a URL.

JSON: objects, one after the other or in a list, with `moves`, or with an object that has them, players, an
event, a date. `moves` is a text, or a list of squares or of objects with a square, a comment, milliseconds.
Othello Quest has `created`, two `players` (Black first) and `position`, in which `startPos` is empty for the
standard start and `moves` are objects with the square `m` (`-` for a pass), the milliseconds `t` and, in the
last one, the end of the game `s` (`BLACK_WIN:RESIGN`). A table is CSV, with any separator, or Markdown, below
a heading that names the columns: moves, black, white, event, date, result, id, winner (1 Black, -1 White, 0
draw), as in the data set of eOthello; other cells are a comment.
"""

import csv
import json
import re
from dataclasses import replace
from typing import Any, Final
from urllib.parse import unquote

from game.board import PASS, Board, Color, Move, parse_square
from game.plain_text import quoted
from game.records.board_text import SQUARE
from game.records.headings import LABELS
from game.records.record import (
    UNKNOWN_RESULT,
    Comments,
    Record,
    clean_line,
    lead_text,
    parse_date,
    won_text,
)
from game.records.transcript import OPENING, TranscriptError, add_token, read_transcript
from game.text import _
from game.tree import Game, Node

JSON: Final = re.compile(r'\s*+(?:\[\s*+)?\{\s*+"\w{1,40}"\s*+:')
DECODER: Final = json.JSONDecoder()
# JSON keys of the moves, of a move's square and of the event, and the values of a result.
MOVES_NAMES: Final = ("moves", "transcript", "record", "kifu")
SQUARE_NAMES: Final = ("m", "move", "square", "coord", "notation")
EVENT_NAMES: Final = ("event", "tournament")
WINNERS: Final = {"BLACK_WIN": 1, "WHITE_WIN": -1, "DRAW": 0}
# Limits: milliseconds of a move, more than any; characters of the heading of a table.
LONGEST: Final = 10**10
LONGEST_HEADING: Final = 500
# How a game of Othello Quest ended early, and the letter for it in a record.
ENDINGS: Final = (("RESIGN", "r"), ("TIME", "t"))
# Names of columns with moves, and of any column.
MAY_BE_MOVES: Final = re.compile("|".join((*MOVES_NAMES, "棋譜")), re.IGNORECASE)
MOVES: Final = re.compile(rf"(?:[\w ]{{0,20}}[_ ])?(?:{MAY_BE_MOVES.pattern})", re.IGNORECASE)
HEADING: Final = re.compile(r"[\w .#/()-]{0,40}")
# Names of columns, and the equivalent PGN tags.
COLUMNS: Final = {**LABELS, "id": "Round", "number": "Round"}
# A web page, and the game in one made by this program, a JSON string.
PAGE: Final = re.compile(r"\ufeff?\s*+<(?:!doctype\s|html\b)", re.IGNORECASE)
PAGE_RECORD: Final = re.compile(
    r'(?<!\\)"record":("\(;(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*+")', re.IGNORECASE
)
ADDRESS: Final = re.compile(r"\s*+https?://(\S++)\s*+", re.IGNORECASE)
PARAMETER: Final = re.compile(r"[?&#;](?:record|moves)=([^&#;]*+)", re.IGNORECASE)
RUN: Final = re.compile(r"(?:[a-h][1-8]|pa(?=[a-h])|--)+", re.IGNORECASE)


def moves_of_address(line: str) -> str:
    """Returns the moves in a URL: its parameter `record` or `moves`, or its longest run of squares. Returns
    any other line unchanged.
    """
    match = ADDRESS.fullmatch(line)
    if match is None:
        return line
    address = unquote(match[1])
    if found := PARAMETER.search(address):
        return found[1]
    return max((run[0] for run in RUN.finditer(address)), key=len, default=line)


def record_of_page(text: str) -> str:
    """Returns the record in a web page that this program made of a game; returns text that is not a page
    unchanged. Raises ValueError for any other page.
    """
    if PAGE.match(text) is None:
        return text
    record = PAGE_RECORD.search(text)
    if record is None:
        raise ValueError(_("this is a web page: open the game's own file instead, such as .ggf"))
    return str(json.loads(record[1]))


# Tables


def is_table(line: str) -> bool:
    """Returns whether a line is the heading of a table, with a cell for moves and others."""
    if not MAY_BE_MOVES.search(line) or len(line) > LONGEST_HEADING or OPENING.search(line):
        return False
    cells = _cells(line, line)
    return len(cells) > 1 and any(map(MOVES.fullmatch, cells)) and all(map(HEADING.fullmatch, cells))


def fits(heading: str, row: str) -> bool:
    """Returns whether a row has as many cells as the heading, with moves only in the column for them."""
    cells, names = _cells(row, heading), _cells(heading, heading)
    moves = [cell for name, cell in zip(names, cells, strict=False) if MOVES.fullmatch(name)]
    is_there = bool(moves) and OPENING.match(moves[0]) is not None
    return len(cells) == len(names) and (is_there or not OPENING.search(row))


def read_row(text: str) -> tuple[Record, dict[str, str]]:
    """Reads the game of a row below its heading, and its other cells as PGN tags. Raises ValueError."""
    heading, _end, row = text.partition("\n")
    names, cells = _cells(heading, heading), _cells(row, heading)
    if len(names) != len(cells):
        sentence = _("a row of this table has the cells {names}, not {text}")
        raise ValueError(sentence.format(names=", ".join(names), text=quoted(row)))
    tags, said, moves, winner = dict[str, str](), list[str](), "", None
    for name, cell in zip(names, cells, strict=True):
        label = COLUMNS.get(name.lower().rpartition("_")[2]) or COLUMNS.get(name.lower())
        if MOVES.fullmatch(name):
            moves = moves or cell
        elif name.lower() == "winner":
            if cell not in ("1", "0", "-1"):
                raise ValueError(_("the winner in a table must be 1, 0 or -1, not {text}", text=quoted(cell)))
            winner = int(cell)
        elif label:
            tags[label] = cell
        elif cell:
            said.append(cell)
    game, problem = read_transcript(moves)
    comments = Comments()
    for text in (*said, game.root.comment):
        comments.add(game.root, text)
    game.root.comment = ""
    comments.write()
    record = Record(game, problem=problem)
    return record if winner is None else _won(record, winner), tags


def _cells(line: str, heading: str) -> list[str]:
    """Splits a line into cells, separated as in its heading."""
    if heading.lstrip().startswith("|"):
        return [cell.strip() for cell in line.strip().strip("|").split("|")]
    apart = max(",;\t|", key=heading.count)
    try:
        rows = [*csv.reader([line.strip()], delimiter=apart, skipinitialspace=True)]
    except csv.Error:  # a cell beyond the limit of csv
        return [line]
    return [cell.strip() for row in rows for cell in row]


# JSON


def end_of_json(text: str, begin: int) -> int:
    """Returns where the object at `begin` ends; 0 if there is none."""
    try:
        return DECODER.raw_decode(text, begin)[1]
    except (ValueError, RecursionError):
        return 0


def read_json(text: str) -> Record:
    """Reads a game in JSON. Raises ValueError if there is none."""
    try:
        found = json.loads(text)
    except RecursionError as error:
        raise ValueError(_("this JSON is nested too deeply")) from error
    except ValueError as error:
        raise ValueError(_("this JSON is incomplete")) from error
    levels = [found, *found.values()] if isinstance(found, dict) else []
    levels = [level for level in levels if isinstance(level, dict)]
    moves = _first(levels, *MOVES_NAMES)
    if not isinstance(moves, (list, str)):
        raise ValueError(_("there is no game in this JSON: it has no moves"))
    named = _first(levels, "players")
    players = [*map(_name, named if isinstance(named, list) else ()), "", ""]
    is_quest = isinstance(found.get("position"), dict)
    start = _text(_first(levels, "startPos", "start"))
    record = Record(
        Game(Board.from_text(start)) if start else Game(),
        _name(_first(levels, "black")) or players[0],
        _name(_first(levels, "white")) or players[1],
        date=parse_date(_text(_first(levels, "created", "date")).replace("T", " ")[:19]),
        place="Othello Quest" if is_quest else clean_line(_text(_first(levels, "site", "place"))),
        event=_name(_first(levels, *EVENT_NAMES)),
    )
    if isinstance(moves, str):
        game, problem = read_transcript(moves, record.game.start)
        return replace(record, game=game, problem=problem)
    return _with_moves(record, moves)


def _first(levels: list[dict[str, Any]], *names: str) -> Any:
    return next((level[name] for level in levels for name in names if name in level), None)


def _with_moves(record: Record, moves: list[Any]) -> Record:
    node, last, problem, comments = record.game.root, "", None, Comments()
    for entry in moves:
        entry = entry if isinstance(entry, dict) else {"m": entry}
        token, milliseconds = _text(_first([entry], *SQUARE_NAMES)), entry.get("t")
        last = _text(entry.get("s"))
        try:
            node = add_token(node, _move(token, node), token)
        except TranscriptError as error:
            problem = error
            break
        comments.add(node, _text(entry.get("comment")).strip())
        if isinstance(milliseconds, int) and 0 <= milliseconds < LONGEST:
            node.seconds = milliseconds / 1000
    comments.write()
    record.game.visit(node)
    record = replace(record, problem=problem)
    winner, _colon, ending = last.partition(":")
    if problem is not None or winner not in WINNERS:
        return record
    lead = WINNERS[winner]
    how = next((letter for name, letter in ENDINGS if lead and name in ending), "")
    if not how:
        return _won(record, lead)
    return replace(record, result=won_text(Color.BLACK if lead > 0 else Color.WHITE, how))


def _move(token: str, node: Node) -> Move:
    if SQUARE.fullmatch(token):
        return parse_square(token.lower())
    if token.lower() in ("-", "--", "pass", "pa", "ps"):
        return PASS
    raise TranscriptError.no_move(token, node)


def _won(record: Record, winner: int) -> Record:
    """Returns the record with its winner; the margin of an unfinished game is unknown."""
    if winner == 0:
        return replace(record, result=lead_text(0)) if record.problem is None else record
    if record.problem is None and record.game.node.result is None:
        said, node = _("Black won") if winner > 0 else _("White won"), record.game.node
        node.comment = f"{node.comment}\n{said}".lstrip()
    return replace(record, result=UNKNOWN_RESULT)


def _name(player: Any) -> str:
    return clean_line(_text(player.get("name") if isinstance(player, dict) else player))


def _text(found: Any) -> str:
    return found if isinstance(found, str) else ""
