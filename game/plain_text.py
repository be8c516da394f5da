"""Text that people and programs have written: numbers in it, and how it is shown, cut and aligned."""

import math
import re
import unicodedata
from typing import Final

# A number with more digits is larger than any limit here.
_MOST_DIGITS: Final = 20
# What is longer than a few sentences holds something that was pasted by mistake.
_MOST_CHARS: Final = 400
# Also those that change the direction of writing.
_CONTROLS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
CONTROLS_IN_LINES: Final = re.compile(f"(?![\t\r\n]){_CONTROLS.pattern}")
"""All but those that the program itself writes."""

PIECE: Final = re.compile(
    r"\s|[「（“《]*(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef]+(?: %[^\s\u2e80-\uffef]*)?)"
    r"[、。，．：；！？」）”》…ー・ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*"
)
"""A piece that stays together at the end of a line: a word, or a letter of a language that has no blanks,
with the brackets before it and the signs after it that may not begin a line, and its per cent. A blank is a
piece.
"""


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


def wrapped(text: str, width: int) -> list[str]:
    """Breaks a text between pieces into lines of `width` columns; a longer piece has a line of its own."""
    lines = [""]
    for piece in PIECE.findall(text):
        if piece.isspace():
            lines[-1] += " "
        elif columns(lines[-1] + piece) <= width or not lines[-1].strip():
            lines[-1] += piece
        else:
            lines[-1] = lines[-1].rstrip()
            lines.append(piece)
    return [line.rstrip() for line in lines]
