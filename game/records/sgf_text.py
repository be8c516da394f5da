"""What SGF is made of, whatever the game: nodes of properties in a tree of parentheses, FF[1] to FF[4].

A property is a name in capital letters (small ones in it count for nothing, as FF[3] has it) with values in
brackets; a backslash takes its meaning from the sign after it. A bracket in a value may lack its backslash
where its partner follows in the same value; signs that belong to nothing are skipped.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from game.plain_text import quoted
from game.text import _

Properties = dict[str, list[str]]
"""The properties of a node, in their order, and the values of each as they are written, without brackets."""

# A game in parentheses; what follows distinguishes it from a smiley.
BEGIN: Final = re.compile(r"\(\s*;(?=\s*+(?:[A-Za-z]++\s*+\[|[();]|\Z))")
# What follows a value. Brackets around a part of one have something else behind them.
BEHIND: Final = r"\s{0,99}(?:[A-Za-z]{1,99}\s{0,9}\[|[\[();]|\Z)"
_BEGUN: Final = rf"\[(?:[^\[\]\\]++|\\.|\[(?:[^\[\]\\]*+\](?!{BEHIND}))?)*+"
VALUE: Final = rf"{_BEGUN}\]"
TOKEN: Final = re.compile(
    rf"\s*+(?:(?P<sign>[();])|(?P<name>[A-Za-z]++)(?=\s*+\[)|(?P<value>{VALUE})|[A-Za-z]++|[^\[])", re.DOTALL
)
# Behind a parenthesis that ends a game too early.
GOES_ON: Final = re.compile(r"\s*+;\s*+[A-Za-z]{1,99}\s*+\[")
# A game at the beginning of a line; it ends one whose parentheses, or whose last bracket, are missing.
NEXT_GAME: Final = re.compile(r"\n\s{0,9}\(\s{0,9};\s{0,9}(?:GM|FF|CA|AP|SZ)\s{0,9}\[[^\]\\\n]{1,99}\]")
NESTING: Final = re.compile(rf"{_BEGUN}\]?|[()]", re.DOTALL)
ESCAPED: Final = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
# The most variations inside each other: a game has half as many moves, and each may have one.
DEEPEST: Final = 250


def split_sgf(text: str) -> Iterator[tuple[int, str]]:
    """The games of a text, each with the line it begins in, from 1; what is outside of them is skipped."""
    starts = [*(found.start() for found in NEXT_GAME.finditer(text)), len(text)]
    line, position = 1, 0
    while begin := BEGIN.search(text, position):
        line += text.count("\n", position, begin.start())
        end, depth = starts[bisect_left(starts, begin.start())], 0
        for match in NESTING.finditer(text, begin.start(), end):
            depth += {"(": 1, ")": -1}.get(match.group(), 0)
            if not depth:
                if GOES_ON.match(text, match.end()):
                    depth = 1
                    continue
                end = match.end()
                break
        yield line, text[begin.start() : end]
        line += text.count("\n", begin.start(), end)
        position = end


def parse_tree(text: str) -> tuple[list[Properties | str], ValueError | None]:
    """The nodes of the first game of a text between the parentheses of its branches, all in their order.

    What cannot be read ends it: the error says what that is. Raises ValueError where there is no game.
    """
    begin = BEGIN.search(text)
    if begin is None:
        raise ValueError(_("there is no SGF game, (;GM[2]...), in {text}", text=quoted(text)))
    parts: list[Properties | str] = []
    position, depth = begin.start(), 0
    node: Properties = {}
    values: list[str] = []
    while match := TOKEN.match(text, position):
        position = match.end()
        sign, name, value = match.group("sign", "name", "value")
        if sign == ";":
            node, values = {}, []
            parts.append(node)
        elif sign == ")" and depth == 1:
            if not GOES_ON.match(text, position):
                return [*parts, sign], None
        elif sign:
            parts.append(sign)
            node, values = {}, []  # what follows a parenthesis belongs to no node
            depth += 1 if sign == "(" else -1
            if depth > DEEPEST:
                sentence = _("variations are nested more than {most} deep", most=DEEPEST)
                return parts, ValueError(sentence)
        elif name:
            values = node.setdefault("".join(filter(str.isupper, name)), [])
        elif value:
            values.append(value[1:-1])
    rest = text[position:].strip()
    if not rest:
        return parts, None  # the last parentheses are missing, and no move with them
    sentence = _("what follows in the SGF is not a node, property or value: {text}", text=quoted(rest))
    return parts, ValueError(sentence)


def text_of(value: str) -> str:
    """What a value says, with its line breaks."""
    return ESCAPED.sub(lambda match: "" if match[1][0] in "\r\n" else match[1], value)


def value_of(text: str) -> str:
    """The value that says `text`: the inverse of `text_of`."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def split_value(value: str) -> tuple[str, str]:
    """Both halves of `a:b`, of which each may have a colon with a backslash; the second may be missing."""
    match = re.fullmatch(r"((?:[^:\\]++|\\.)*+)(?::(.*))?", value, re.DOTALL)
    return (value, "") if match is None else (match[1], match[2] or "")
