"""Transcripts with a header: as PGN has it (PlayOK, Edax), or with lines such as `Black: name`.

PGN: tags such as `[Black "name"]`, then a transcript with move numbers, comments in braces or from a
semicolon to the end of the line, and variations in parentheses. `[Result "37-27"]` has Black's discs first;
after `1-0` only the moves show by how much. A start is a FEN tag as `board_text` reads it, or 64 squares with
the side. Written as this: what it cannot hold are marks, scores, seconds and what a review has found.

Other texts name the players before the moves, a line each, in English or Japanese: `Black: Ann (1700)`,
`白: Bob`, `Date:`, `Event:`, `Result: 37-27`, or both at once, `Ann (1700) vs Bob`. No definition of what
Othello Quest and others give to be shared was at hand: it is assumed that it is such lines and a transcript.
"""

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import time
from itertools import islice
from typing import Final

from game.board import PASS, Board, Ending, move_name
from game.clock import TimeControl
from game.records.board_text import SQUARE, parse_fen
from game.records.record import (
    UNKNOWN_RESULT,
    Record,
    clean_line,
    date_text,
    parse_date,
    parse_rating,
    parse_result,
    parse_score,
    plain_date,
    result_text,
)
from game.records.sgf_text import BEGIN
from game.records.transcript import read_transcript
from game.tree import Node

TIME_FORFEIT: Final = "time forfeit"
"""How the standard's tag Termination says that a clock ran out."""
# A value ends at a quote and a bracket; on a line of its own it may have more quotes, or lack the last.
TAG: Final = re.compile(
    r'\s*+\[\s*+([A-Za-z]\w*+)\s*+"'
    r'((?:[^"\\]++|\\.)*+(?="\s*+\])|.*?(?="?[ \t]{0,9}\][ \t\r]{0,9}$))"?\s*+\]',
    re.MULTILINE,
)
_BEGUN: Final = r'\[\s{0,9}[A-Za-z]\w*+\s{0,9}"'
_WHOLE: Final = rf'{_BEGUN}(?:[^"\\\n]++|\\.)*+"\s{{0,9}}\]'
_LINE: Final = rf"^[ \t]{{0,9}}{_BEGUN}.*\][ \t\r]{{0,9}}$"
FIRST_TAG: Final = re.compile(rf"^[ \t]{{0,9}}{_WHOLE}", re.MULTILINE)
# A comment, which may have anything in it, or one without an end up to a tag, or where the next game begins.
NEXT: Final = re.compile(
    rf"\{{[^{{}}]*+\}}|\{{(?:[^{{}}\n]++|\n(?!{_LINE}))*+|({_WHOLE}|{_LINE})", re.MULTILINE
)
REMARK: Final = re.compile(r"(\{[^{}]*+\}?)|;([^\n]*)")
CONTROL: Final = re.compile(r"(\d{1,6})(?:\+(\d{1,4}))?")

# What lines before the moves are called, and the tags that say the same.
LABELS: Final = {
    "black": "Black", "黒": "Black", "黒番": "Black", "先手": "Black",
    "white": "White", "白": "White", "白番": "White", "後手": "White",
    "date": "Date", "日付": "Date", "日時": "Date",
    "event": "Event", "tournament": "Event", "大会": "Event",
    "site": "Site", "place": "Site", "場所": "Site",
    "round": "Round", "result": "Result", "score": "Result", "結果": "Result",
}  # fmt: skip
# Before a further label in a line of its own kind, and before moves behind it.
_APART: Final = r"(?<![\s,;:/|、，；：／])[\s,;:/|、，；：／]++"
NEXT_LABEL: Final = re.compile(rf"{_APART}(?=(?:{'|'.join(LABELS)})\s{{0,9}}[:：])", re.IGNORECASE)
NEXT_MOVES: Final = re.compile(rf"{_APART}(?=(?:1[.)]\s?)?[a-h][1-8][\s,-]?[a-h][1-8])", re.IGNORECASE)
LABELLED: Final = re.compile(r"\s*+([^\W\d_]{1,10})\s{0,9}[:：](.*+)", re.DOTALL)
AGAINST: Final = re.compile(r"\s*+(.{1,120}?)\s{1,9}(?:vs?\.?|対)\s{1,9}(.{1,120})", re.IGNORECASE)
RATED: Final = re.compile(r"(.{1,120}?)\s{0,9}[(\[（]\s{0,9}R?(\d{1,5}(?:\.\d{1,3})?)\s{0,9}[)\]）]\s*")
ESCAPED: Final = re.compile(r'(["\\])')
BACKSLASHED: Final = r"\\\1"
MOVE: Final = re.compile(r"\s*+[a-h][1-8]", re.IGNORECASE)
BLANKS: Final = re.compile(r"\s*+")
# Lines that may come before the first label.
MOST_HEADINGS: Final = 20


def begin_of_pgn(text: str) -> int | None:
    """Where the first tag of a text stands, which no game of another format comes before."""
    tag = TAG.match(text) or FIRST_TAG.search(text)
    return None if tag is None or BEGIN.search(text, 0, tag.start()) else tag.start()


def split_pgn(text: str) -> Iterator[tuple[int, str]]:
    """The games of a text, each with the line it begins in, from 1; all their comments are in braces."""
    position = begin_of_pgn(text) or 0
    line = 1 + text.count("\n", 0, position)
    while TAG.match(text, position):
        blanks = BLANKS.match(text, position)
        begin = blanks.end() if blanks else position
        line += text.count("\n", position, begin)
        moves = begin
        while tag := TAG.match(text, moves):
            moves = tag.end()
        following = next((match for match in NEXT.finditer(text, moves) if match[1]), None)
        end = following.start() if following else len(text)
        yield line, text[begin:moves] + _in_braces(text[moves:end])
        line += text.count("\n", begin, end)
        position = end


def read_pgn(text: str) -> Record:
    """Read a game; it stands at its last move. The `problem` is the first move that is not legal.

    Raises ValueError for a start that cannot be read.
    """
    tags: dict[str, str] = {}
    position = begin_of_pgn(text) or 0
    while match := TAG.match(text, position):
        tags.setdefault(match[1].lower(), re.sub(r"\\(.)", r"\1", match[2]))
        position = match.end()
    fen = tags.get("fen")
    start = (parse_fen(fen) or (Board.from_text(fen),))[0] if fen else None
    game, problem = read_transcript(_in_braces(text[position:]), start)
    return replace(_header(tags), game=game, problem=problem)


def pgn(record: Record) -> str:
    """A game with its variations and comments; it ends with an empty line."""
    game, result = record.game, parse_result(record.result)
    date, (control, other) = plain_date(record.date), record.controls
    score = "*" if result is None else f"{result.black}-{result.white}"
    tags = {
        "Event": record.event or "?",
        "Site": record.place or "?",
        "Date": ".".join([*(date_text(date)[:10] or "????").split("-"), "??", "??"][:3]),
        "Round": record.round or "?",
        "Black": record.black or "?",
        "White": record.white or "?",
        "Result": score,
    }
    if result is not None and result.ending is Ending.TIME:
        tags["Termination"] = TIME_FORFEIT
    if date is not None and date.time() != time():
        tags["Time"] = date.strftime("%H:%M:%S")
    for name, rating in zip(("BlackElo", "WhiteElo"), record.ratings, strict=True):
        if rating is not None:
            tags[name] = f"{rating:g}"
    if control == other and control.per_game is not None:
        tags["TimeControl"] = f"{control.per_game:.0f}" + (
            f"+{control.increment:.0f}" if control.increment else ""
        )
    if game.start != Board.initial():
        tags["FEN"] = game.start.text()
    moves = " ".join([*_comment(game.root), *_moves(game.root), score])
    return f"{_as_tags(tags)}\n{moves}\n\n"


def _moves(node: Node) -> Iterator[str]:
    """The line that begins after a node, each move with its comment, then with what could be in its place."""
    is_apart = True  # a number goes before the first move, and after anything between two moves
    while node.children:
        main, *others = node.children
        yield from _move(main, is_apart)
        for other in others:
            yield " ".join(["(", *_move(other, True), *_moves(other), ")"])
        is_apart = bool(others or main.comment)
        node = main


def _move(node: Node, is_apart: bool) -> Iterator[str]:
    assert node.move is not None
    if node.ply % 2:
        yield f"{(node.ply + 1) // 2}."
    elif is_apart:
        yield f"{node.ply // 2}..."
    yield "pass" if node.move == PASS else move_name(node.move)
    yield from _comment(node)


def _comment(node: Node) -> Iterator[str]:
    if node.comment:
        yield "{" + node.comment.replace("{", "(").replace("}", ")") + "}"


def is_labelled(text: str) -> bool:
    """Whether a line before the first moves names a player or something else of a game."""
    for line in islice(filter(str.strip, io.StringIO(text)), MOST_HEADINGS):
        if _tags_of(line):
            return True
        if SQUARE.search(line):
            break
    return False


def split_labelled(text: str) -> Iterator[tuple[int, str, list[tuple[int, str]]]]:
    """The headers of a text as tags, each with its line, from 1, and with the lines below it and theirs.

    A label that the header has already begins another one, once there are moves.
    """
    begin, has_moves = 1, False
    tags: dict[str, str] = {}
    lines: list[tuple[int, str]] = []
    for number, line in _pieces(text):
        found = _tags_of(line)
        if found and has_moves and found.keys() & tags.keys():
            yield begin, _as_tags(tags), lines
            begin, has_moves, tags, lines = number, False, {}, []
        if found:
            tags = found | tags
        else:
            has_moves = has_moves or SQUARE.search(line) is not None
            lines.append((number, line))
    yield begin, _as_tags(tags), lines


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers; several labels in one, and the moves behind them, each on its own."""
    for number, line in enumerate(io.StringIO(text), start=1):
        pieces = [line]
        if _tags_of(line):
            pieces = NEXT_LABEL.split(line)
            pieces[-1:] = NEXT_MOVES.split(pieces[-1], 1)
        for piece in pieces:
            yield number, piece


def _as_tags(tags: dict[str, str]) -> str:
    for color in ("Black", "White"):
        if rated := RATED.fullmatch(tags.get(color, "")):
            tags[color], tags[f"{color}Elo"] = rated.groups()
    return "".join(f'[{name} "{ESCAPED.sub(BACKSLASHED, value)}"]\n' for name, value in tags.items())


def _in_braces(moves: str) -> str:
    """The moves, with the comments that end with the line in braces."""
    if ";" not in moves:
        return moves
    return REMARK.sub(
        lambda found: found[1] or "{" + found[2].replace("{", "(").replace("}", ")") + "}", moves
    )


def _tags_of(line: str) -> dict[str, str]:
    """What a line says that is a label and its value, or names both players; none of it begins with moves."""
    match = LABELLED.match(line)
    if match is not None and match[1].lower() in LABELS and not MOVE.match(match[2]):
        return {LABELS[match[1].lower()]: match[2].strip()}
    match = None if MOVE.match(line) else AGAINST.fullmatch(line.rstrip())
    return {} if match is None else {"Black": match[1], "White": match[2]}


def _header(tags: Mapping[str, str]) -> Record:
    """All but the moves; `tags` by their names in small letters."""

    def line(name: str) -> str:
        value = clean_line(tags.get(name, ""))
        return "" if value in ("?", "-") else value

    result = parse_score(tags["result"]) if "result" in tags else UNKNOWN_RESULT
    score = parse_result(result)
    if score is not None and score.winner is not None and tags.get("termination", "").lower() == TIME_FORFEIT:
        result = result_text(replace(score, ending=Ending.TIME))
    time = f" {tags['time']}" if re.fullmatch(r"\d\d:\d\d(:\d\d)?", tags.get("time", "")) else ""
    control = CONTROL.fullmatch(tags.get("timecontrol", ""))
    main, increment = (float(number or 0) for number in control.groups()) if control else (0.0, 0.0)
    clock = TimeControl(per_game=main or increment or None, increment=increment)
    return Record(
        black=line("black"),
        white=line("white"),
        result=result,
        controls=(clock, clock),
        date=parse_date(tags.get("date", "").strip() + time),
        place=line("site"),
        event=line("event"),
        round=line("round"),
        ratings=(parse_rating(tags.get("blackelo", "")), parse_rating(tags.get("whiteelo", ""))),
    )
