"""Transcripts with a header: as PGN has it (PlayOK, Edax), or with lines such as `Black: name`.

PGN: tags such as `[Black "name"]`, then a transcript with move numbers, comments in braces or from a
semicolon to the end of the line, and variations in parentheses. `[Result "37-27"]` has Black's discs first;
after `1-0` only the moves show by how much. A start is a FEN tag as `board_text` reads it, or 64 squares with
the side.

Other texts name the players before the moves, a line each, in English or Japanese: `Black: Ann (1700)`,
`白: Bob`, `Date:`, `Event:`, `Result: 37-27`, or both at once, `Ann (1700) vs Bob`. No definition of what
Othello Quest and others give to be shared was at hand: it is assumed that it is such lines and a transcript.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from game.board import Board
from game.clock import TimeControl
from game.records.board_text import parse_fen
from game.records.record import UNKNOWN_RESULT, Record, clean_line, parse_date, parse_rating, parse_score
from game.records.transcript import read_transcript

TAG: Final = re.compile(r'\s*+\[\s*+([A-Za-z]\w*+)\s*+"((?:[^"\\]++|\\.)*+)"\s*+\]')
# A comment, which may have anything in it, or where the next game begins.
NEXT: Final = re.compile(r'\{[^{}]*+\}?|(\[\s{0,9}[A-Za-z]\w*+\s{0,9}")')
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
NEXT_LABEL: Final = re.compile(rf"(?<!\s)\s++(?=(?:{'|'.join(LABELS)})\s{{0,9}}[:：])", re.IGNORECASE)
NEXT_MOVES: Final = re.compile(r"(?<!\s)\s++(?=(?:1[.)]\s?)?[a-h][1-8][\s,-]?[a-h][1-8])", re.IGNORECASE)
LABELLED: Final = re.compile(r"\s*+([^\W\d_]{1,10})\s{0,9}[:：](.*+)", re.DOTALL)
AGAINST: Final = re.compile(r"\s*+(.{1,120}?)\s{1,9}(?:vs?\.?|対)\s{1,9}(.{1,120})", re.IGNORECASE)
RATED: Final = re.compile(r"(.{1,120}?)\s{0,9}[(\[（]\s{0,9}R?(\d{1,5}(?:\.\d{1,3})?)\s{0,9}[)\]）]\s*")
ESCAPED: Final = re.compile(r'(["\\])')
BACKSLASHED: Final = r"\\\1"
MOVE: Final = re.compile(r"\s*+[a-h][1-8]", re.IGNORECASE)
BLANKS: Final = re.compile(r"\s*+")


def is_pgn(text: str) -> bool:
    return TAG.match(text) is not None


def split_pgn(text: str) -> Iterator[tuple[int, str]]:
    """The games of a text, each with the line it begins in, from 1; all their comments are in braces."""
    line, position = 1, 0
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
    position = 0
    while match := TAG.match(text, position):
        tags.setdefault(match[1].lower(), re.sub(r"\\(.)", r"\1", match[2]))
        position = match.end()
    fen = tags.get("fen")
    start = (parse_fen(fen) or Board.from_text(fen)) if fen else None
    game, problem = read_transcript(_in_braces(text[position:]), start)
    return replace(_header(tags), game=game, problem=problem)


def is_labelled(text: str) -> bool:
    """Whether the first line names a player or something else of a game."""
    first = next((line for line in io.StringIO(text) if line.strip()), "")
    return _label(first) is not None or AGAINST.fullmatch(first.rstrip()) is not None


def split_labelled(text: str) -> Iterator[tuple[int, str]]:
    """The games of a text as PGN, each with the line it begins in, from 1: all begin with the same label."""
    begin = 1
    part: list[str] = []
    first: str | None = None
    for number, line in _lines(text):
        label = _label(line)
        name = label[0] if label else "vs" if AGAINST.fullmatch(line.rstrip()) else None
        if name is not None and name == first:
            yield begin, _as_pgn(part)
            begin, part = number, []
        first = first or name
        part.append(line)
    yield begin, _as_pgn(part)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """With their numbers; several labels in a line, and the moves behind them, each on its own."""
    for number, line in enumerate(io.StringIO(text), start=1):
        pieces = NEXT_LABEL.split(line) if _label(line) else [line]
        if len(pieces) > 1:
            pieces[-1:] = NEXT_MOVES.split(pieces[-1], 1)
        for piece in pieces:
            yield number, piece


def _as_pgn(lines: Iterable[str]) -> str:
    tags: dict[str, str] = {}
    moves: list[str] = []
    for line in lines:
        if label := _label(line):
            tags.setdefault(*label)
        elif not moves and (opponents := AGAINST.fullmatch(line.rstrip())):
            tags["Black"], tags["White"] = opponents.groups()
        elif line.strip():
            moves.append(line)
    for color in ("Black", "White"):
        if rated := RATED.fullmatch(tags.get(color, "")):
            tags[color], tags[f"{color}Elo"] = rated.groups()
    header = (f'[{name} "{ESCAPED.sub(BACKSLASHED, value)}"]\n' for name, value in tags.items())
    return "".join([*header, *moves])


def _in_braces(moves: str) -> str:
    """The moves, with the comments that end with the line in braces."""
    if ";" not in moves:
        return moves
    return REMARK.sub(
        lambda found: found[1] or "{" + found[2].replace("{", "(").replace("}", ")") + "}", moves
    )


def _label(line: str) -> tuple[str, str] | None:
    """The tag that a line is, and its value; None if it is something else."""
    match = LABELLED.match(line)
    if match is None or match[1].lower() not in LABELS or MOVE.match(match[2]):
        return None
    return LABELS[match[1].lower()], match[2].strip()


def _header(tags: Mapping[str, str]) -> Record:
    """All but the moves; `tags` by their names in small letters."""

    def line(name: str) -> str:
        value = clean_line(tags.get(name, ""))
        return "" if value in ("?", "-") else value

    time = f" {tags['time']}" if re.fullmatch(r"\d\d:\d\d(:\d\d)?", tags.get("time", "")) else ""
    control = CONTROL.fullmatch(tags.get("timecontrol", ""))
    main, increment = (float(number or 0) for number in control.groups()) if control else (0.0, 0.0)
    clock = TimeControl(per_game=main or increment or None, increment=increment)
    return Record(
        black=line("black"),
        white=line("white"),
        result=parse_score(tags["result"]) if "result" in tags else UNKNOWN_RESULT,
        controls=(clock, clock),
        date=parse_date(tags.get("date", "").strip() + time),
        place=line("site"),
        event=line("event"),
        round=line("round"),
        ratings=(parse_rating(tags.get("blackelo", "")), parse_rating(tags.get("whiteelo", ""))),
    )
