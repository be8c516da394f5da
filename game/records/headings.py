"""Headings: the lines above a game, or the text before its moves, that name its players and more.

In English or Japanese, one a line: `Black: Ann (1700)`, `白: Bob`, `Date:`, `Event:`, `Result: 37-27`,
several in one line, or both players at once: `Ann (1700) vs Bob`, `Ann 37-27 Bob`.
"""

import re
from collections.abc import Mapping
from typing import Final

from game.records.record import UNKNOWN_RESULT, parse_score
from game.records.transcript import OPENING, PAIR

# The labels of such lines, and the equivalent PGN tags.
LABELS: Final = {
    "black": "Black", "黒": "Black", "黒番": "Black", "先手": "Black",
    "white": "White", "白": "White", "白番": "White", "後手": "White",
    "date": "Date", "日付": "Date", "日時": "Date",
    "event": "Event", "tournament": "Event", "大会": "Event",
    "site": "Site", "place": "Site", "場所": "Site",
    "round": "Round", "result": "Result", "score": "Result", "結果": "Result",
}  # fmt: skip
# Separators before another label on the same line, and before moves after it.
_APART: Final = r"(?<![\s,;:/|、，；：／])[\s,;:/|、，；：／]++"
NEXT_LABEL: Final = re.compile(rf"{_APART}(?=(?:{'|'.join(LABELS)})\s{{0,9}}[:：])", re.IGNORECASE)
NEXT_MOVES: Final = re.compile(rf"{_APART}(?=(?:1[.)]\s?)?{OPENING.pattern})", re.IGNORECASE)
ANY_MOVES: Final = re.compile(rf"{_APART}(?=[a-h][1-8][\s,-]?[a-h][1-8])", re.IGNORECASE)
LABELLED: Final = re.compile(r"\s*+([^\W\d_]{1,10})\s{0,9}[:：](.*+)", re.DOTALL)
AGAINST: Final = re.compile(r"\s*+(.{1,120}?)\s{1,9}(?:vs?\.?|対)\s{1,9}(.{1,120})", re.IGNORECASE)
SCORED: Final = re.compile(r"\s*+(.{1,120}?)\s{1,9}(\d\d?\s?[-:\u2013]\s?\d\d?)\s{1,9}(.{1,120})")
RATED: Final = re.compile(r"(.{1,120}?)\s{0,9}[(\[（]\s{0,9}R?(\d{1,5}(?:\.\d{1,3})?)\s{0,9}[)\]）]\s*")
ESCAPED: Final = re.compile(r'(["\\])')
BACKSLASHED: Final = r"\\\1"
PARENTHESES: Final = str.maketrans("{}", "()")
# Moves, alone or at the beginning, which are not a name.
MOVES: Final = re.compile(
    rf"\s*+(?:\d{{1,3}}[.):]?\s*+)?"
    rf"(?:{PAIR.pattern}|(?:[a-z]\d|pass?|pa|ps|p|--?|@@(?:@@)?|0000|パス)\W*\Z)",
    re.IGNORECASE,
)
NAME: Final = re.compile(r"[^\W\d_]")
# Every line that names something contains this; most lines of most texts do not.
MAY_NAME: Final = re.compile(r"[:：対]|\sv|\d\s?[-\u2013]\s?\d", re.IGNORECASE)


def split_heading(line: str) -> tuple[dict[str, str], str]:
    """Returns the tags in a line, by PGN name, and the moves after them; without tags, the whole line."""
    if not MAY_NAME.search(line):
        return {}, line
    moves = NEXT_MOVES.search(line) or ANY_MOVES.search(line)
    pieces = [_tags_of(piece) for piece in NEXT_LABEL.split(line[: moves.start()] if moves else line)]
    if not pieces[0]:
        return {}, line
    tags = {name: value for piece in reversed(pieces) for name, value in piece.items()}
    for color in ("Black", "White"):
        if rated := RATED.fullmatch(tags.get(color, "")):
            tags[color], tags[f"{color}Elo"] = rated.groups()
    return tags, line[moves.end() :] if moves else ""


def as_tags(tags: Mapping[str, str]) -> str:
    return "".join(f'[{name} "{ESCAPED.sub(BACKSLASHED, value)}"]\n' for name, value in tags.items())


def as_comment(text: str) -> str:
    return "{" + text.translate(PARENTHESES) + "}"


def _tags_of(line: str) -> dict[str, str]:
    """Returns the tags of a label and its value, or of a line that names both players."""
    match = LABELLED.match(line)
    if match is not None and match[1].lower() in LABELS and not MOVES.match(match[2]):
        return {LABELS[match[1].lower()]: match[2].strip()}
    if MOVES.match(line):
        return {}
    if match := AGAINST.fullmatch(line.rstrip()):
        return {"Black": match[1], "White": match[2]}
    match = SCORED.fullmatch(line.rstrip())
    if match is None or parse_score(match[2]) == UNKNOWN_RESULT:
        return {}
    black = match[1].lstrip("0123456789.)# ")
    is_named = NAME.search(black) and NAME.match(match[3])
    return {"Black": black, "Result": match[2], "White": match[3]} if is_named else {}
