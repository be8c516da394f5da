"""The plain transcript: the squares of a game, one after the other.

Written: `f5d6c3...`, lower case, nothing between the moves. Passes are left out, except one at the end, `pa`.
A game from another start is `<64 squares> <side>;<moves>`.

Read: either case, also full-width letters; separators between the moves; move numbers, with or without a dot,
also in two columns; the colour of a move before it (`B f5`, `White: d6`), which must be the side to move;
annotations, which become marks; passes left out or written `p`, `pa`, `ps`, `pass`, `--`, `@@`, `@@@@`,
`0000`, `パス`, after a colour also `-`; a score (`37-27`, `1-0`, `1/2-1/2`, `*`) at the end, which is
ignored: the moves determine the winner. Logistello's logbooks (`+d3-c3+c4 ... : -04 10`) are such lines.

Comments in braces, or from `#` to the end of the line, belong to the move before them. Variations in
parentheses follow the move that they replace, as in PGN; if the first move cannot replace it, the variation
continues from it, or begins at the start. The line that a variation leaves is the main one. Words around the
moves (a name, the cells of a table) are also comments; a number or a label (`Moves:`) before them is skipped.
"""

import re
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from game.board import EMPTY_CHARS, PASS, Board, Move, move_name, parse_square, square_name, squares
from game.records.board_text import SIDE, SIGN, SQUARE, parse_fen, side_sign
from game.records.record import Comments
from game.text import _
from game.tree import Game, Node, make_first

# Characters of an unreadable token that an error message shows.
SHOWN_CHARS: Final = 20

COMMENT: Final = re.compile(r"(\{[^{}]*\})")
PASS_NAMES: Final = r"(?:pass?|pa|ps) (?!(?!p)[a-z](?![1-8])) | p(?![a-z]) | パス | -- | @@(?:@@)? | \b0000\b"
_MOVE: Final = rf"(?: [a-h][1-8] | {PASS_NAMES} )"
TOKEN: Final = re.compile(
    rf"""(?P<comment> {COMMENT.pattern} )
      | (?P<ruler> -{{3,}} )
      | (?P<score> (?: \d{{1,2}}\s*[-:]\s*\d{{1,2}} | 1/2\s*-\s*1/2 | \*
                     | :\s*[+-]?\d{{1,2}}\s+\d{{1,4}} ) \s* \Z )
      | (?P<number> \d+[.:)]+ | (?<!\S) \d{{1,3}} (?= \s* {_MOVE} ) )
      | (?P<color> (?: \b(?:black|white|b|w)\b | [●○⚫⚪◯黒白] ) \s{{0,3}} [:,]?
                   (?= \s{{0,3}} (?: {_MOVE} | [a-z]\d(?!\w) | -\s*?(?:\n|\Z) ) ) )
      | (?P<square> [a-h][1-8] (?: (?![a-z\d]) | (?= {_MOVE} ) | (?<=[a-h][1-8][a-h][1-8]) ) )
      | (?P<pass> \(\s{{0,3}} (?: pass | pas | pa | ps | -- ) \s{{0,3}}\) | {PASS_NAMES} )
      | (?P<remark> \#(?!\d)[^\n]* | \( (?! [^()]* [a-h][1-8] ) (?: [^(){{}}] | \{{[^{{}}]*\}} )* \) )
      | (?P<open> \( ) | (?P<close> \) )
      | (?P<praise> [!?]+ | \$\d+ )
      | (?P<separator> \s+ | [,;+|/→>・"'“”「」-] )
      | (?P<unknown> [a-z]\d+(?![a-z]) | [^\s,;"”」][^\s,;"”」{{]* )""",
    re.VERBOSE | re.IGNORECASE,
)
# A remark that ends with its line; comments may contain its sign.
REMARK: Final = re.compile(rf"{COMMENT.pattern}|#(?!\d)[^\n]*\n")
# A move with its own number, and what may separate such moves.
NUMBERED: Final = re.compile(r"(\d{1,2})[.:)]?\s{0,9}([a-h][1-8]|pass|pa|ps|--)(?![a-z\d])", re.IGNORECASE)
BETWEEN: Final = re.compile(r"[\s,|]*+")
# A start other than the standard one: 64 squares, the side to move, perhaps a semicolon.
START: Final = re.compile(
    rf"(?:\s++|{COMMENT.pattern})*+((?:{SIGN}\s*+){{64}})[,;|]?"
    rf"\s*+({SIDE.pattern})(?![1-8]|[a-z](?![1-8]))\s*+;?",
    re.IGNORECASE,
)
# Signs that can only be meant as a board.
SIGNS: Final = re.compile(rf"\s*+(?:{SIGN}(?![1-8])\s*+){{16,}}")
# What may separate successive moves.
_BETWEEN: Final = (
    r"(?:[\s,;:|+/→・>!?().\d-]|\{[^{}]{0,200}\}|(?:black|white|[bw])(?=[\s:,])|[●○⚫⚪◯黒白]){0,12}+"
)
# Two such moves, and four, which are moves whatever words surround them.
PAIR: Final = re.compile(rf"(?<![a-z\d])[a-h][1-8]{_BETWEEN}[a-h][1-8]", re.IGNORECASE)
FOUR: Final = re.compile(rf"(?<![a-z\d])[a-h][1-8](?:{_BETWEEN}[a-h][1-8]){{3}}", re.IGNORECASE)
# The moves of a text that begins with something else: at least two squares, or one at the end.
RUN: Final = re.compile(rf"{PAIR.pattern}|(?<![a-z\d])[a-h][1-8]\W*\Z", re.IGNORECASE)
# The first two moves of a game.
OPENING: Final = re.compile(
    r"(?<![a-z\d])(?:\d{1,3}[.):]?)?(?:"
    + "|".join(
        f"{square_name(first)}{_BETWEEN}(?:{'|'.join(map(square_name, squares(board.legal_moves())))})"
        for first in squares(Board.initial().legal_moves())
        for board in [Board.initial().play(first)]
    )
    + ")",
    re.IGNORECASE,
)
# The most places to try: names before the moves may look like moves.
MOST_OPENINGS: Final = 9
# Characters to strip from around words.
EDGES: Final = " \t\r\n,;|\"'“”"
# Text before such moves that is not a comment: a number, a label.
LABEL: Final = re.compile(r"\W*+(?:\w+\s*[:=]\W*+|[\d\W]*+)", re.IGNORECASE)
# A square after moves without spaces that begins a name, and is not the next move.
NAMED: Final = re.compile(
    r"(?<=[a-h][1-8][a-h][1-8][ \t])[a-h][1-8][ \t]++(?!black|white|pas)[^\W\d_]{2,}", re.IGNORECASE
)
# Text after the moves that is not a word but a wrong move, or one cut off.
MISSPELT: Final = re.compile(r"[a-h]|[a-z]\d+|[{}()].*", re.IGNORECASE)
# Replacements of Japanese and typographic characters: full-width ASCII, dots, hyphens. Characters that web
# pages contain but do not show are removed.
WIDE: Final[dict[int, int | str | None]] = (
    {ord("！") + code: 0x21 + code for code in range(94)}
    | dict.fromkeys(map(ord, "\xad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufeff"))
    | dict.fromkeys(map(ord, "\u3000、。"), " ")
    | dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
)
# The annotations for which the PGN standard has numbers.
NAGS: Final = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}


class TranscriptError(ValueError):
    """The first token of a transcript that is not a legal move.

    `ply` counts from 1, passes included; `board` is the position before it; `summary` is the sentence alone.
    """

    def __init__(self, token: str, node: Node, sentence: str) -> None:
        """Fills in `ply`, `move`, `side` and `other` in a translated `sentence` on the token after `node`."""
        self.token, self.ply, self.board = token, node.ply + 1, node.board
        turn, move = node.board.turn, repr(token)
        self.summary = sentence.format(ply=self.ply, move=move, side=turn.label, other=turn.other.label)
        super().__init__(_("{problem}, in {position}", problem=self.summary, position=self.board.text()))

    @classmethod
    def no_move(cls, token: str, node: Node) -> "TranscriptError":
        """Returns the error for a token that does not even look like a move."""
        shown = token if len(token) <= SHOWN_CHARS else f"{token[:SHOWN_CHARS]}…"
        return cls(shown, node, _("ply {ply}: {move} is not a move"))


def describe_error(error: Exception) -> str:
    """Returns the sentence of an error, without the 64 squares of its position."""
    return error.summary if isinstance(error, TranscriptError) else str(error)


def parse_transcript(text: str, start: Board | None = None) -> Game:
    """Reads a game of nothing but moves and goes to its last move.

    `start` is the position before the first move (None: the standard one), unless the text has its own.
    Raises TranscriptError, and ValueError for an unreadable board.
    """
    game, problem = read_transcript(text, start, has_words=False)
    if problem is not None:
        raise problem
    return game


def read_transcript(
    text: str, start: Board | None = None, *, has_words: bool = True
) -> tuple[Game, TranscriptError | None]:
    """Reads as `parse_transcript` does, but keeps the moves before an illegal one of each line, and accepts
    words around the moves. Also returns the first problem. Raises ValueError for an unreadable board.
    """
    text = outside_comments(text, lambda piece: piece.translate(WIDE))
    if fen := parse_fen(text):
        start, text = fen
    elif written := START.match(text):
        start, text = Board.from_text(written[2] + side_sign(written[4])), text[written.end() :]
    elif (signs := SIGNS.match(text)) and not set("".join(signs[0].split())) <= set(EMPTY_CHARS):
        start, text = Board.from_text(signs[0]), text[signs.end() :]
    game = Game(start)
    problem = _read_moves(game, _in_order(text), -1 if has_words and start is not None else None, has_words)
    if problem is None or not has_words:
        return game, problem
    begin = 0
    begins = list(_outside_remarks(OPENING, text))
    if not (begins or game.root.children or SQUARE.fullmatch(problem.token)):
        begin = next(_outside_remarks(RUN, text), 0)
        game, problem = _behind(text, begin, start) if begin else (game, problem)
    for place in begins:
        other = _behind(text, place, start)
        if len(other[0].moves) > max(len(game.moves), 1):
            (game, problem), begin = other, place
    if not LABEL.fullmatch(text[:begin]):
        comments = Comments()
        comments.add(game.root, text[:begin].strip(" \t\n,;|\"'"))
        comments.write()
    return game, problem


def outside_comments(text: str, change: Callable[[str], str]) -> str:
    """Applies `change` to a text, except to its comments in braces."""
    pieces = COMMENT.split(text)
    pieces[::2] = map(change, pieces[::2])
    return "".join(pieces)


def _behind(text: str, place: int, start: Board | None) -> tuple[Game, TranscriptError | None]:
    game = Game(start)
    return game, _read_moves(game, text[place:], None, has_words=True)


def on_one_line(text: str) -> str:
    """Returns a game or position on one line, without remarks that end with their line."""
    if text.lstrip()[:1] not in ("(", "["):  # neither GGF or SGF nor PGN with tags
        text = REMARK.sub(lambda found: found[1] or " ", text)
    return " ".join(text.split())


def transcript(game: Game) -> str:
    """Returns all moves of a game, including those after its current node."""
    last = len(game.moves) - 1
    moves = "".join(
        "pa" if move == PASS else move_name(move)
        for index, move in enumerate(game.moves)
        if move != PASS or index == last
    )
    return moves if game.start == Board.initial() else f"{game.start.text()};{moves}"


def add_token(node: Node, move: Move, token: str, side: str = "") -> Node:
    """Returns the node after `move`, added if need be, with a pass before it that was left out.

    `side` is the side that the text names: X, O or ''. Raises TranscriptError.
    """
    if move != PASS and node.must_pass:
        node = node.add(PASS)
    is_others = side not in ("", "XO"[node.board.turn])
    if (child := node.child(move)) is not None and not is_others:
        return child
    if is_others or not node.board.is_legal(move):
        sentence = (
            _("ply {ply}: {move} comes after the end of the game")
            if node.result is not None
            else _("ply {ply}: {move} is written for {other}, but {side} is to move")
            if is_others
            else _("ply {ply}: {move} is not a legal move for {side}")
        )
        raise TranscriptError(token, node, sentence)
    return node.add(move)


def _read_moves(game: Game, text: str, end: int | None, has_words: bool) -> TranscriptError | None:
    """Adds the moves to the game and goes to the last one; returns the first problem.

    If the text `has_words`, those after `end`, the end of the last move or of a position, are a comment.
    """
    first: TranscriptError | None = None
    node = game.root
    comments = Comments()
    left: list[Node] = []  # where each open variation left its line
    depths: dict[Node | None, int] = {}  # depth of the variation of each node's first continuation
    around = 0  # open parentheses around the game itself
    skipped = 0  # open parentheses of a variation whose rest is not read
    side = ""  # the side that the text names for the next move
    before: list[str] | None = None  # comments on a variation before its first move
    for match in TOKEN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if skipped:
            skipped += {"open": 1, "close": -1}.get(kind or "", 0)
            if not skipped:
                node = left.pop()
            continue
        if kind == "separator" and token == "-" and side:
            kind = "pass"
        is_name = kind == "square" and end is not None and NAMED.match(text, match.start())
        try:
            if is_name and not left and not PAIR.search(text, match.end()):
                comments.add(node, text[match.start() :].strip(EDGES))
                break
            if kind in ("square", "pass"):
                move = parse_square(token) if kind == "square" else PASS
                if before is not None and not _can_follow(node, move):
                    others = (other for other in (left[-1], game.root) if _can_follow(other, move))
                    node = next(others, node)
                node, side = add_token(node, move, token, side), ""
                if len(left) < depths.get(node.parent, sys.maxsize):
                    depths[node.parent] = len(left)
                    make_first(node)
                for said in before or ():
                    comments.add(node, said)
                before, end = None, match.end() if has_words else None
            elif kind == "color":
                side = side_sign(token.rstrip(" \t\r\n:,"))
            elif kind in ("comment", "remark"):
                said = token[1:-1].strip() if kind == "comment" else token.strip("#() \t\r\n")
                before.append(said) if before is not None else comments.add(node, said)
            elif kind == "praise":
                comments.praise(node, NAGS.get(token, token)) if before is None else before.append(token)
            elif kind == "open" and node.parent is not None:
                left.append(node)
                node, before = node.parent, []
            elif kind == "open" and not left:
                around += 1
            elif kind == "close" and left:
                node, before = left.pop(), None
            elif kind == "close" and (around or has_words):
                around, end = around - 1, end and match.end()
            elif kind == "unknown" and not left and end is not None and _is_remark(text, match, end):
                said = text[max(end, 0) :].strip(EDGES)
                comments.add(node, said if any(map(str.isalnum, said)) else "")
                break
            elif kind in ("open", "close", "unknown"):
                raise TranscriptError.no_move(token, node)
        except TranscriptError as error:
            first = first or error
            if not left:
                break
            skipped, before, side = 1, None, ""
    comments.write()
    game.visit(left[0] if left else node)
    return first


def _can_follow(node: Node, move: Move) -> bool:
    return (node.board if move == PASS else node.board.after_pass()).is_legal(move)


def _in_order(text: str) -> str:
    """Returns the moves sorted by number if they are numbered in columns, else the text."""
    end, moves = 0, {}
    for match in NUMBERED.finditer(text):
        if not BETWEEN.fullmatch(text, end, match.start()) or int(match[1]) in moves:
            return text
        moves[int(match[1])] = match[2]
        end = match.end()
    numbers = list(moves)
    if numbers == sorted(numbers) or sorted(numbers) != list(range(1, len(numbers) + 1)):
        return text
    return " ".join(moves[number] for number in sorted(numbers)) + text[end:]


def _is_remark(text: str, found: re.Match[str], end: int) -> bool:
    """Returns whether `found` and all after it are words after the last move, not a wrong move."""
    is_apart = found.start() > end or not found[0].isalnum()
    return is_apart and not MISSPELT.fullmatch(found[0]) and not PAIR.search(text, found.start())


def _outside_remarks(pattern: re.Pattern[str], text: str) -> Iterator[int]:
    """Yields the places of a pattern outside remarks and comments, among the first `MOST_OPENINGS`."""
    for found in islice(pattern.finditer(text), MOST_OPENINGS):
        place = found.start()
        is_remark = re.search(r"#(?!\d)", text[text.rfind("\n", 0, place) + 1 : place]) is not None
        if not is_remark and text.rfind("{", 0, place) <= text.rfind("}", 0, place):
            yield place
