"""Text that people and programs have written: numbers in it, and how it is shown, cut and aligned."""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Final

# A number with more digits is larger than any limit here.
_MOST_DIGITS: Final = 20
# What is longer than a few sentences holds something that was pasted by mistake.
_MOST_CHARS: Final = 400
# Also those that change the direction of writing.
_CONTROLS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
CONTROLS_IN_LINES: Final = re.compile(f"(?![\t\r\n]){_CONTROLS.pattern}")
"""All but those that the program itself writes."""

_PIECE: Final = re.compile(
    r"\s|[「（“《]*(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef]+(?: %[^\s\u2e80-\uffef]*)?)"
    r"[、。，．：；！？」）”》…ー・ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*"
)
"""A piece that stays together at the end of a line: a word, or a letter of a language that has no blanks,
with the brackets before it and the signs after it that may not begin a line, and its per cent. A blank is a
piece.
"""
_UNSPACED: Final = re.compile("[\u2e80-\uffef]")
# How little a reader likes a line to end at the bar, by the signs around it: the first that is found counts.
_BREAK_COSTS: Final = tuple(
    (re.compile(around), cost)
    for around, cost in {
        "[、。，．：；！？…·] ?\\|": 0,
        "\\|[「（“《]|[」）”》] ?\\|[^ぁ-ん]": 0,
        "[をはがにでとのもへや]\\|[^ぁ-ん]|を\\|": 1,  # after a particle of Japanese
        "[おご]\\||\\|[的了]": 9,
        "[はがにで]\\|[^はがにのもをでとへや]": 4,
        "[いうくるたてばず]\\|[^ぁ-ん]": 2,
        "[ぁ-ん]\\|[^ぁ-ん]": 4,
        "[ぁ-ん]\\|": 8,
        " \\|[ぁ-ん]": 6,
        "\\|[ぁ-ん]": 9,
        "[ァ-ー]\\|[ァ-ー]": 9,
        "[!-~] \\|[!-~]": 1,
        "[!-~] ?\\|": 7,
        "[一-龥]\\|[一-龥]": 5,
        "": 4,
    }.items()
)
# Kerning and a trailing blank make a line differ from the sum of its pieces, by this many pixels at most.
_KERNING: Final = 16
# Chinese has no particles: what is written together there has to be broken.
_CHINESE: Final = 0.4
# Of a line that is not the last one, by the square of the part that is left empty.
_EMPTY_COST: Final = 10.0
# Of each sign that the last line has less than this.
_SHORT_COST, _LEAST_SIGNS = 3.0, 4


def parse_digits(text: str) -> int | None:
    """'7' or '007' -> 7; None for anything but the digits 0 to 9. The first of thousands are read: they are
    beyond all limits, and Python reads no more.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    return int(text.lstrip("0")[:_MOST_DIGITS] or "0")


def parse_number(text: str, least: float = -math.inf, most: float = math.inf) -> float | None:
    """'1.5' -> 1.5; None for what is no finite number from `least` to `most`."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if least <= number <= most and math.isfinite(number) else None


def quoted(text: str, chars: int = 40) -> str:
    """The first `chars` in quotes; fewer of signs that cannot be printed, which take several each."""
    shown = repr(text[: chars + 1])
    return shown if len(shown) <= chars + 2 else f"{shown[: chars + 1]}…{shown[-1]}"


def printable(text: str, signs: re.Pattern[str] = _CONTROLS) -> str:
    """Writes an escape like \\x1b for each control sign: a terminal would obey those in names of files."""
    return signs.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)


def shortened(message: str) -> str:
    """A message without its middle if it is too long: it may quote a long text."""
    if len(message) <= _MOST_CHARS:
        return message
    half = _MOST_CHARS // 2
    return f"{message[:half]}…{message[-half:]}"


def columns(text: str) -> int:
    """The width on a terminal, where Han, kana and hangul take two columns."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def to_left(text: str, width: int) -> str:
    """Padded on the right to `width` columns."""
    return text + " " * (width - columns(text))


def to_right(text: str, width: int) -> str:
    """Padded on the left to `width` columns."""
    return " " * (width - columns(text)) + text


def fitted(text: str, width: int) -> str:
    """Fills a text to exactly this number of columns, or cuts it with an ellipsis."""
    if columns(text) > width:
        while columns(text) >= width:
            text = text[:-1]
        text += "…"
    return to_left(text, width)


def aligned(name: str, cells: Iterable[str], widths: Sequence[int]) -> str:
    """A line of a table: a name of the first width at the left, and cells at the right ends of theirs."""
    return fitted(name, widths[0]) + "".join(map(to_right, cells, widths[1:]))


def table(rows: Sequence[Sequence[str]], name: int = 0) -> Iterator[str]:
    """Yields lines of columns as wide as they must be. That of the `name` begins at the left."""
    widths = [max(map(columns, column)) for column in zip_longest(*rows, fillvalue="")]
    for row in rows:
        cells = [*map(to_right, row, widths)]
        cells[name] = to_left(row[name], widths[name])
        yield "  ".join(cells).rstrip()


def wrapped(text: str, width: int) -> list[str]:
    """Breaks a text into lines of `width` columns."""
    return broken(text, width, columns)


def broken(text: str, room: int, measure: Callable[[str], int]) -> list[str]:
    """Breaks a text between pieces into lines of this room, as few as possible; a longer piece has a line of
    its own. Chinese and Japanese are broken where a reader pauses, with more than a sign or two on the last.
    """
    pieces = _PIECE.findall(text)
    if _UNSPACED.search(text) and measure(text) > room:
        ends = _best_ends(pieces, room, measure)
        return ["".join(pieces[start:end]).rstrip() for start, end in pairwise(ends)]
    lines = [""]
    for piece in pieces:
        if measure(lines[-1] + piece) > room and lines[-1].strip():
            lines.append("")
        lines[-1] += piece if lines[-1] or len(lines) == 1 or not piece.isspace() else ""
    return [line.rstrip() for line in lines]


def _best_ends(pieces: list[str], room: int, measure: Callable[[str], int]) -> list[int]:
    """Where the lines begin and end, with the fewest lines and then at the least cost."""
    count, costs, widths = len(pieces), list(_break_costs(pieces)), list(map(measure, pieces))
    # For the rest from each piece on: lines, cost and the end of the first line.
    best = [(0, 0.0, 0)] * (count + 1)
    for start in reversed(range(count)):
        width, found = 0, list[tuple[int, float, int]]()
        for end in range(start + 1, count + 1):
            width += widths[end - 1]
            line = width if abs(width - room) > _KERNING else measure("".join(pieces[start:end]).rstrip())
            if line > room and found:
                break
            if end == count:
                cost = _SHORT_COST * max(0, _LEAST_SIGNS - len("".join(pieces[start:])))
            else:
                cost = costs[end] + best[end][1] + _EMPTY_COST * max(0.0, 1 - line / max(room, 1)) ** 2
            found.append((best[end][0] + 1, cost, end))
        best[start] = min(found)
    ends = [0]
    while ends[-1] < count:
        ends.append(best[ends[-1]][2])
    return ends


def _break_costs(pieces: list[str]) -> Iterator[float]:
    """What it costs to begin a line with each piece."""
    scale = 1.0 if any("ぁ" <= sign <= "ん" for piece in pieces for sign in piece) else _CHINESE
    before = ""
    for piece in pieces:
        if piece.isspace():
            yield math.inf
            before = f"{before[-1:]} "
        else:
            around = f"{before}|{piece[0]}"
            yield scale * next(cost for pattern, cost in _BREAK_COSTS if pattern.search(around))
            before = piece[-1]
