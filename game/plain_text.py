"""Text from users and programs: reading numbers in it, shortening, escaping, aligning, wrapping."""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Final

# A number with more digits is larger than any limit here.
_MOST_DIGITS: Final = 20
# A message longer than a few sentences quotes text that was pasted by mistake.
_MOST_CHARS: Final = 400
# Control characters, also those that change the direction of writing.
_CONTROLS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
CONTROLS_IN_LINES: Final = re.compile(f"(?![\t\r\n]){_CONTROLS.pattern}")
"""Control characters except those that the program itself writes."""

_PIECE: Final = re.compile(
    r"\s|[「（“《]*(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef]+(?: %[^\s\u2e80-\uffef]*)?)"
    r"[、。，．：；！？」）”》…ー・ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*"
)
"""A piece of text that no line break splits: a word, or a character of a language without spaces, with
brackets before it, signs after it that may not begin a line, and its percent sign. A space is a piece.
"""
_UNSPACED: Final = re.compile("[\u2e80-\uffef]")
# The cost of a line break at the bar, by the characters around it: the first match counts.
_BREAK_COSTS: Final = tuple(
    (re.compile(around), cost)
    for around, cost in {
        "[、。，．：；！？…·] ?\\|": 0,
        "\\|[「（“《]|[」）”》] ?\\|[^ぁ-ん]": 0,
        "[をはがにでとのもへや]\\|[^ぁ-ん]|を\\|": 1,  # after a Japanese particle
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
# Kerning and a trailing space make a line differ from the sum of its pieces by at most this many pixels.
_KERNING: Final = 16
# The scale of the costs in Chinese, which has no particles: lines must break between characters.
_CHINESE: Final = 0.4
# The cost of a line except the last one, times the square of its empty part.
_EMPTY_COST: Final = 10.0
# The cost of each character by which the last line is too short, and the least number of its characters.
_SHORT_COST, _LEAST_SIGNS = 3.0, 4


def parse_digits(text: str) -> int | None:
    """Reads '7' or '007' as 7; returns None for anything but the digits 0 to 9. Reads only the first digits
    of a long number: it exceeds all limits, and Python refuses thousands.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    return int(text.lstrip("0")[:_MOST_DIGITS] or "0")


def parse_number(text: str, least: float = -math.inf, most: float = math.inf) -> float | None:
    """Reads '1.5' as 1.5; returns None for anything but a finite number from `least` to `most`."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if least <= number <= most and math.isfinite(number) else None


def quoted(text: str, chars: int = 40) -> str:
    """Returns the first `chars` characters in quotes; fewer if unprintable ones take several each."""
    shown = repr(text[: chars + 1])
    return shown if len(shown) <= chars + 2 else f"{shown[: chars + 1]}…{shown[-1]}"


def printable(text: str, signs: re.Pattern[str] = _CONTROLS) -> str:
    """Replaces control characters by escapes like \\x1b: a terminal would obey those in file names."""
    return signs.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)


def shortened(message: str) -> str:
    """Returns a message, without its middle if it is too long: it may quote a long text."""
    if len(message) <= _MOST_CHARS:
        return message
    half = _MOST_CHARS // 2
    return f"{message[:half]}…{message[-half:]}"


def columns(text: str) -> int:
    """Returns the width on a terminal, where Han, kana and hangul take two columns."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def to_left(text: str, width: int) -> str:
    """Pads a text on the right to `width` columns."""
    return text + " " * (width - columns(text))


def to_right(text: str, width: int) -> str:
    """Pads a text on the left to `width` columns."""
    return " " * (width - columns(text)) + text


def fitted(text: str, width: int) -> str:
    """Pads a text to exactly `width` columns, or cuts it with an ellipsis."""
    if columns(text) > width:
        while columns(text) >= width:
            text = text[:-1]
        text += "…"
    return to_left(text, width)


def aligned(name: str, cells: Iterable[str], widths: Sequence[int]) -> str:
    """Returns a line of a table: the name left-aligned and the cells right-aligned, each in its width."""
    return fitted(name, widths[0]) + "".join(map(to_right, cells, widths[1:]))


def table(rows: Sequence[Sequence[str]], name: int = 0) -> Iterator[str]:
    """Yields lines with columns as wide as needed, right-aligned except the column `name`."""
    widths = [max(map(columns, column)) for column in zip_longest(*rows, fillvalue="")]
    for row in rows:
        cells = [*map(to_right, row, widths)]
        cells[name] = to_left(row[name], widths[name])
        yield "  ".join(cells).rstrip()


def wrapped(text: str, width: int) -> list[str]:
    """Breaks a text into lines of `width` columns."""
    return broken(text, width, columns)


def broken(text: str, room: int, measure: Callable[[str], int]) -> list[str]:
    """Breaks a text between pieces into the fewest lines of width `room`; a longer piece has its own line.
    Chinese and Japanese break where a reader pauses, with more than a character or two on the last line.
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
    """Returns the ends of the lines, after a 0: with the fewest lines, then at the least cost."""
    count, costs, widths = len(pieces), list(_break_costs(pieces)), list(map(measure, pieces))
    # For the text from each piece on: the number of lines, the cost and the end of the first line.
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
    """Yields the cost of beginning a line with each piece."""
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
