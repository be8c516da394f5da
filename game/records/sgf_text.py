"""The syntax of SGF, for any game: nodes of properties in a tree of parentheses, FF[1] to FF[4].

A property is a name in capital letters (lower-case ones are skipped, as in FF[3]) with values in brackets; a
backslash escapes the character after it, and is optional before a bracket that closes in the same value.
Stray characters are skipped.
"""

import re
from typing import Final

from game.plain_text import quoted
from game.text import _

Properties = dict[str, list[str]]
"""The properties of a node, in order, each with its values as written, without brackets."""

# A game in parentheses; what follows distinguishes it from a smiley.
BEGIN: Final = re.compile(r"\(\s*;(?=\s*+(?:[A-Za-z]++\s*+\[|[();]|\Z))")
# Text after a value. Brackets inside a value are followed by something else.
AFTER_VALUE: Final = r"\s{0,99}(?:[A-Za-z]{1,99}\s{0,9}\[|[\[();]|\Z)"
_BEGUN: Final = rf"\[(?:[^\[\]\\]++|\\.|\[(?:[^\[\]\\]*+\](?!{AFTER_VALUE}))?)*+"
VALUE: Final = rf"{_BEGUN}\]"
TOKEN: Final = re.compile(
    rf"\s*+(?:(?P<sign>[();])|(?P<name>(?<![\d%])[A-Za-z]++)(?=\s*+\[)|(?P<value>{VALUE})|[A-Za-z]++|[^\[])",
    re.DOTALL,
)
# Text after a parenthesis that ends a game too early.
GOES_ON: Final = re.compile(r"\s*+;\s*+[A-Za-z]{1,99}\s*+\[")
# The parts of a whole game.
TOKENS: Final = re.compile(rf"(?:[^\w\[\]]++|[A-Za-z]++|{VALUE})*+", re.DOTALL)
NESTING: Final = re.compile(rf"{_BEGUN}\]?|[()]", re.DOTALL)
# The first tags of a game in parentheses, which distinguish SGF from GGF, and how many to examine.
FIRST_TAG: Final = re.compile(rf"\s*+([A-Za-z]++)\s*+({VALUE})", re.DOTALL)
MOST_TAGS: Final = 40
SGF_TAGS: Final = frozenset(("FF", "AB", "AW", "AP", "CA", "SZ", "ST"))
EXAMINED: Final = 40
ESCAPED: Final = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
# The deepest nesting of variations: a game has half as many moves, and each may have one.
DEEPEST: Final = 250


def end_of_sgf(text: str, begin: int, limit: int) -> tuple[int, bool]:
    """Returns where the game at `begin` ends, at most `limit`, and whether all of it is SGF."""
    end, depth = limit, 0
    for match in NESTING.finditer(text, begin, limit):
        depth += {"(": 1, ")": -1}.get(match.group(), 0)
        if not depth:
            if GOES_ON.match(text, match.end(), limit):
                depth = 1
                continue
            end = match.end()
            break
    return end, not depth and TOKENS.fullmatch(text, begin, end) is not None


def is_sgf(text: str, position: int = 0) -> bool:
    """Returns whether the first game in parentheses is SGF, not GGF, which begins alike."""
    begin = BEGIN.search(text, position)
    if begin is None:
        return False
    position = begin.end()
    for _number in range(MOST_TAGS):
        tag = FIRST_TAG.match(text, position)
        if tag is None:
            break
        if tag[1] == "GM" and (name := tag[2][1:-1].strip()).lower() != "reversi":
            return name.isdigit()
        if tag[1] in SGF_TAGS:
            return True
        position = tag.end()
    rest = text[position : position + EXAMINED].lstrip()
    return rest.startswith(("(", ";")) and not rest[1:].lstrip().startswith(")")


def parse_tree(text: str) -> tuple[list[Properties | str], ValueError | None]:
    """Returns the nodes of the first game of a text and the parentheses of its branches, in order, up to
    unreadable text, and its error. Raises ValueError if there is no game.
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
                return parts, ValueError(_("variations are nested more than {most} deep", most=DEEPEST))
        elif name:
            values = node.setdefault("".join(filter(str.isupper, name)), [])
        elif value:
            values.append(value[1:-1])
        elif match.group().strip().isalpha():
            values = []  # a name without a value: what follows belongs to no property
    rest = text[position:].strip()
    if not rest:
        return parts, None  # only the last parentheses are missing, no move
    sentence = _("this is not an SGF node, property or value: {text}", text=quoted(rest))
    return parts, ValueError(sentence)


def text_of(value: str) -> str:
    """Returns the text of a value, with its line breaks."""
    return ESCAPED.sub(lambda match: "" if match[1][0] in "\r\n" else match[1], value)


def value_of(text: str) -> str:
    """Returns a text as a value: the inverse of `text_of`."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def split_value(value: str) -> tuple[str, str]:
    """Splits `a:b`; each half may have colons with a backslash, and the second may be missing."""
    match = re.fullmatch(r"((?:[^:\\]++|\\.)*+)(?::(.*))?", value, re.DOTALL)
    return (value, "") if match is None else (match[1], match[2] or "")
