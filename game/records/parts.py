"""Splits a text into its games and positions, whatever their formats, in a time linear in its length.

A game in parentheses (GGF, SGF) ends with the last of them, a game with tags (PGN) after its moves, a table
before a line that is no row, a drawn board or a diagram of numbers with its eighth row. Any other line is a
game or position by itself, or continues the moves before it. Words are a heading above a game or a remark
below one; anything else becomes a part that no reader accepts, so that it is reported. The format may change
from line to line.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import chain, groupby, islice, takewhile
from typing import Final, NamedTuple

from game.records.board_text import SIDE as SIDE_NAME
from game.records.board_text import SIGN, SQUARE, bare_line, drawn, is_beside, is_row, parse_fen, side_sign
from game.records.ggf import end_of_ggf
from game.records.headings import as_comment, as_tags, split_heading
from game.records.pgn import LOOSE_TAG, TAG, is_played, split_pgn
from game.records.record import LINE_ENDS, MAX_LENGTH
from game.records.sgf_text import BEGIN, end_of_sgf, is_sgf
from game.records.transcript import COMMENT, FOUR, OPENING, WIDE, read_transcript
from game.records.web_forms import JSON, end_of_json, fits, is_table, moves_of_address

# 64 squares with any spaces between them.
SQUARES: Final = re.compile(rf"\s*(?:{SIGN}\s*){{64}}")
SQUARES_ALONE: Final = re.compile(rf"\s*+(?:{SIGN}{{8,}}+\s*+)++")
# Text before a position on its line: a number, a label, a quote, the size of the board in GGF.
BEFORE_SQUARES: Final = re.compile(
    rf"\A\s*+(?:[\w ]{{1,30}}[:=]|\d{{1,6}}[.:),]?|(?:BO)?[\[(\"'](?:8\s)?)\s*+(?={SQUARES.pattern})"
)
# A position in a row of cells: its name, its squares, the side to move and remarks.
CELLS: Final = re.compile(
    rf"\s*+([^;,|\t]{{0,200}})[;,|\t]\s*+\"?({SIGN}{{64}})\"?\s*+"
    rf"[;,|\t]\s*+({SIDE_NAME.pattern})\s*+(?:[;,|\t](.*)|\Z)",
    re.IGNORECASE | re.DOTALL,
)
# A board and the side to move; after them, only in OBF, a move with its score or a score alone.
PROBLEM: Final = re.compile(
    rf"{SQUARES.pattern}[XO*BW]\s*(;\s*[\w-]+\s*:|;?\s*[+-]?\d+\s*(?:;|\Z))?", re.IGNORECASE
)
# A line between the parts of a page, not a row of a board; and a comment, typed input, or output of GGS.
RULER: Final = re.compile(r"\s*+(?:[=~#+*_]{3,}+|-{3,7}|-{9,63}|(?=[^|+]*+[|+])[|:+ -]++)\s*+")
ASIDE: Final = re.compile(r"# |\s*+%|(?!\w\d)\w{0,20}>|/os: ")
# A tag, perhaps without one of its brackets or quotes.
TAG_LINE: Final = re.compile(
    r'[ \t]*+(?:\[\s*+[A-Za-z]\w*+\b(?:\s*+".*|[^"\n]*+"\][ \t]*$)|[A-Za-z]\w*+ ".*"?\][ \t]*$)', re.MULTILINE
)
LINE_END: Final = re.compile(r"[ \t]*+\n?")
# Lines with remarks, directly above a tag or apart from it.
REMARKS_ABOVE: Final = re.compile(
    r'(?:[ \t]*+[;%][^\n]*+\n(?:[ \t]*+\n){0,2}){1,40}(?=[ \t]*+\[\s*+[A-Za-z]\w*+\s*+")'
)
# The score that ends the moves of a PGN game.
SCORE_AT_END: Final = re.compile(r"(?<!\S)(?:\*|1/2-1/2|\d\d?-\d\d?)\s*\Z")
# Text before a JSON object, not before a comment with moves; and the end of a list of objects.
OBJECT: Final = re.compile(r"[\s,\[\]]*+(?=\{(?:\s*+\"|(?![^{}]*+\}\s*+[\da-h])))", re.IGNORECASE)
CLOSED: Final = re.compile(r"\s*+\][ \t]*+(?=\n|\Z)")
# The side to move below a board, followed by moves.
SIDE_AND_MOVES: Final = re.compile(rf"({SIDE_NAME.pattern})[\s:;,]++(?=[a-h][1-8])", re.IGNORECASE)
# Characters of a row to examine.
LONGEST_ROW: Final = 200
# The most lines of GGS before the first row of a board.
MOST_LINES: Final = 40
GGS: Final = re.compile(r"/os: (?:update|join)\b")
# The certain beginning of a game in parentheses, even if the one before it has no end.
NEXT_GAME: Final = re.compile(r"\n\s{0,9}\(\s{0,9};\s{0,9}(?:GM|FF|CA|AP|SZ)\s{0,9}\[[^\]\\\n]{1,99}\]")
LINE_GAME: Final = re.compile(r"\n\s{0,9}\(\s{0,9};")
# The most damaged games that are searched up to NEXT_GAME; more are only searched up to LINE_GAME.
MOST_DAMAGED: Final = 100
# The most frequent kind of line.
SQUARES_OF_MOVES: Final = re.compile(r"(?:[a-h][1-8])++\s*+", re.IGNORECASE)
# A line of nothing but moves, right or wrong, and what belongs to them.
BARE: Final = re.compile(
    r"""(?> \{[^{}]*+\} | \#(?!\d).* | (?:black|white|b|w)(?![a-z]) | (?:pass?|pa|ps|p)(?![a-z](?![1-8]))
      | [a-z]\d | 0000 | \d{1,3}(?!\d) | \$\d+ | [●○⚫⚪◯黒白パス] | [\s,;:|+/→・>!?().=*@"'“”「」-] )++""",
    re.VERBOSE | re.IGNORECASE,
)  # fmt: skip
MOVE: Final = re.compile(
    r"(?<![a-z\d])[a-z]\d|(?<![a-z])(?:pass?|pa|ps|p)(?![a-z])|--|@@|\b0000\b|パス"
    r"|(?:black|white|[bw●○黒白])[,:]?\s*-\s*\Z",
    re.IGNORECASE,
)
# The number before the moves of a line, and the most moves on it if a game has many such lines.
NUMBERED: Final = re.compile(r"\s*+(\d{1,2})\s?[.)]{1,3}")
MOST_NUMBERED: Final = 3
WORD: Final = re.compile(r"[^\W\d_]{2,}")
# Text that no sentence contains: signs of other formats, a damaged position, moves in one word.
JUNK: Final = re.compile(
    r"[][{}<>\\^~=\x00-\x08\x0e-\x1f\ufffd]|(?:[^\s/]{1,8}/){5}"
    rf"|{SIGN}{{16}}|[XO]{{4}}|[a-h][1-8]\w*?[a-h][1-8]",
    re.IGNORECASE,
)
# Lines to examine for whether each is a separate game.
SAMPLE: Final = 100
# The most characters of a game on several lines of a list, without its last line.
LONGEST_JOINED: Final = 1000


def split_text(text: str) -> Iterator[tuple[int, str]]:
    """Yields the games and positions of a text, each with the line it begins in, from 1."""
    return _Splitter(LINE_ENDS.sub("\n", text) if "\r" in text else text).parts()


def has_start(text: str) -> bool:
    """Returns whether a text begins with a position."""
    return SQUARES.match(text) is not None or parse_fen(text) is not None


def is_problem(text: str) -> bool:
    """Returns whether a text is a position in OBF, not a transcript that begins with one."""
    found = PROBLEM.match(text.partition("%")[0])
    return found is not None and ("%" in text or found[1] is not None)


class _Ahead:
    """Finds the first match of a pattern at or after a place; places must not decrease."""

    def __init__(self, pattern: re.Pattern[str], text: str) -> None:
        self._pattern, self._text, self._found = pattern, text, -1

    def of(self, place: int) -> int:
        if self._found < place:
            match = self._pattern.search(self._text, place)
            self._found = match.start() if match else len(self._text)
        return self._found


class _Splitter:
    """A text that is split up to `place`, which is at the beginning of line `number`, or inside it."""

    def __init__(self, text: str) -> None:
        self.text, self.place, self.number = text, 0, 1
        self.starts, self.certain_starts, self.line_starts = (
            _Ahead(pattern, text) for pattern in (BEGIN, NEXT_GAME, LINE_GAME)
        )
        self.damaged = 0
        self.heading = ""  # of the last table
        self.unread: list[tuple[int, str]] = []  # neither games nor remarks on one

    def parts(self) -> Iterator[tuple[int, str]]:
        is_found = False
        while self.place < len(self.text):
            read, begin = self.reader(), self.place
            for part in read() if read else _split_lines(self.lines(), self.unread):
                is_found = True
                yield part
            if self.place == begin:  # the reader found nothing
                self.unread.extend(islice(self.lines(), 1))
        if not is_found and self.unread:
            yield self.unread[0][0], "".join(line for _, line in self.unread)

    def line_at(self, place: int) -> str:
        """Returns the line at `place`, and the lines below into which a comment in braces extends."""
        begin, end = place, self.end_of_line(place)
        while (opened := self.text.find("{", begin, end)) >= 0:
            if not (comment := COMMENT.match(self.text, opened)):
                break
            begin = comment.end()
            end = self.end_of_line(begin)
        return self.text[place:end]

    def end_of_line(self, place: int) -> int:
        return self.text.find("\n", place) + 1 or len(self.text)

    def go_to(self, place: int) -> None:
        self.number += self.text.count("\n", self.place, place)
        self.place = place

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yields the lines, with their numbers, up to where another format begins."""
        while self.place < len(self.text):
            line, number = self.line_at(self.place), self.number
            self.go_to(self.place + len(line))
            yield number, line
            if self.reader() is not None:
                return

    def reader(self) -> Callable[[], Iterator[tuple[int, str]]] | None:
        """Returns the method that reads a game or position of several lines that begins here, or None."""
        end = self.end_of_line(self.place)
        line = self.text[self.place : end]
        if SQUARES_OF_MOVES.fullmatch(line):
            return None
        first = line.lstrip()[:1]
        if first in ("[", "{") and JSON.match(self.text, self.place):
            return self.json
        if first in (";", "%") and REMARKS_ABOVE.match(self.text, self.place):
            return self.tagged
        if '"' in line and TAG_LINE.match(line):
            return self.tagged
        if self.starts.of(self.place) < end:
            return self.marked
        if is_table(line) or (self.heading and OPENING.search(line) and fits(self.heading, line)):
            return self.table
        bare, below = bare_line(line), self.text[end : end + LONGEST_ROW].partition("\n")[0]
        if is_row(bare) or (bare and is_beside(bare) and is_row(bare_line(below))):
            return self.drawn
        bars = islice(self.bars() if first == "|" else (), MOST_LINES)
        return self.console if GGS.match(line) or any(is_row(bare_line(bar)) for bar in bars) else None

    def begins(self, place: int) -> bool:
        """Returns whether a game or position begins at `place`, a later line."""
        self.place, before = place, self.place
        line = self.text[place : self.end_of_line(place)]
        is_begun = OPENING.search(line) is not None or has_start(line) or self.reader() is not None
        self.place = before
        return is_begun

    def marked(self) -> Iterator[tuple[int, str]]:
        """Reads a game in parentheses, and moves before it on its line."""
        begin = self.starts.of(self.place)
        before = self.text[self.place : begin]
        if OPENING.search(before):
            yield self.number, before
        self.go_to(begin)
        end = self.end_of_game(begin)
        yield self.number, self.text[begin:end]
        self.go_to(end)

    def end_of_game(self, begin: int) -> int:
        limit = (self.certain_starts if self.damaged < MOST_DAMAGED else self.line_starts).of(begin + 1)
        end, is_whole = (end_of_sgf if is_sgf(self.text, begin) else end_of_ggf)(self.text, begin, limit)
        if is_whole:
            return end
        self.damaged += 1
        lines = self.lines_to(end)
        return next((place for place in lines if self.text[place] != "(" and self.begins(place)), end)

    def lines_to(self, end: int) -> Iterator[int]:
        """Yields the beginnings of the lines below this one, up to `end`."""
        place = self.place
        while place := self.text.find("\n", place, end - 1) + 1:
            yield place

    def tagged(self) -> Iterator[tuple[int, str]]:
        """Reads a game of PGN; remarks above or between its tags, and damaged tags, become comments."""
        number, names = self.number, set[str]()
        tags = moves = ""
        while True:
            while self.place < len(self.text):
                tag = TAG.match(self.text, self.place)
                if tag and tag[1] in names and "\n" in self.text[self.place : tag.start(1)]:
                    break  # below an empty line
                if names:
                    tag = tag or LOOSE_TAG.match(self.text, self.place)
                line = self.line_at(self.place)
                if tag:
                    names.add(tag[1])
                    tags += f"{tag[0].strip()}\n"
                    self.go_to(next(LINE_END.finditer(self.text, tag.end())).end())
                elif (is_damaged := TAG_LINE.match(line)) or REMARKS_ABOVE.match(self.text, self.place):
                    moves += _comment_line(line) if is_damaged else line
                    self.go_to(self.place + len(line))
                else:
                    break
            moves += self.moves_text()
            tag = TAG.match(self.text, self.place)
            if not tag or tag[1] in names or is_played(moves):
                break
        if not names:
            yield number, moves
        for offset, part in split_pgn(f"{tags}\n{moves}"):
            yield number + offset - 1, part

    def moves_text(self) -> str:
        """Reads the moves below tags; a line without moves ends them after a score or an empty line."""
        begin, is_over = self.place, False
        has_moves = is_apart = False
        while self.place < len(self.text):
            line = self.line_at(self.place)
            is_remark = line.lstrip()[:1] in (";", "%")
            if not line.strip():
                is_over = is_over or has_moves
            elif not is_remark or (is_apart and self.reader() is not None):
                read = self.reader()
                if read is not None and (read != self.marked or line.lstrip().startswith("(")):
                    break
                is_other = OPENING.search(line) or not (BARE.fullmatch(line) and MOVE.search(line))
                if has_start(line) or (is_over and is_other):
                    break
                has_moves = has_moves or SQUARE.search(line) is not None
                is_over = has_moves and SCORE_AT_END.search(line) is not None
            is_apart = not line.strip()
            self.go_to(self.place + len(line))
        return self.text[begin : self.place]

    def json(self) -> Iterator[tuple[int, str]]:
        """Reads JSON objects, one after the other or in a list; wraps a damaged one in an object."""
        while found := OBJECT.match(self.text, self.place):
            self.go_to(found.end())
            end = end_of_json(self.text, self.place) if self.damaged < MOST_DAMAGED else 0
            if not end:
                self.damaged += 1
                lines = self.lines_to(len(self.text))
                end = next((place for place in lines if self.ends_json(place)), len(self.text))
            part = self.text[self.place : end]
            yield self.number, part if JSON.match(part) else f'{{"damaged": {part}}}'
            self.go_to(end)
        if closed := CLOSED.match(self.text, self.place):
            self.go_to(closed.end())

    def ends_json(self, place: int) -> bool:
        sign = self.text[place]
        return sign in "\n{[" or (sign not in " \t}]" and self.begins(place))

    def table(self) -> Iterator[tuple[int, str]]:
        """Reads the rows below a heading, or more rows of the last table, also damaged ones."""
        line = self.text[self.place : self.end_of_line(self.place)]
        if is_table(line):
            self.heading = line.strip()
            self.go_to(self.place + len(line))
        while self.place < len(self.text):
            line = self.text[self.place : self.end_of_line(self.place)]  # a cell has no comment
            is_ruler = RULER.fullmatch(line) is not None
            if is_table(line) or not (is_ruler or fits(self.heading, line) or self.is_damaged_row(line)):
                return
            if not is_ruler:
                yield self.number, f"{self.heading}\n{line.strip()}"
            self.go_to(self.place + len(line))

    def is_damaged_row(self, line: str) -> bool:
        """Returns whether the next line, which does not fit its table, is no game, position or sentence."""
        if ASIDE.match(line) or not line.strip() or self.reader() is not None:
            return False
        kind = _kind(line)
        return kind is LineKind.OTHER or (kind is LineKind.WORDS and not _is_sentence(line))

    def bars(self) -> Iterator[str]:
        """Yields the next lines while they begin with a bar."""
        places = chain([self.place], self.lines_to(len(self.text)))
        for place in takewhile(lambda place: self.text.startswith("|", place), places):
            yield self.text[place : self.end_of_line(place)]

    def console(self) -> Iterator[tuple[int, str]]:
        """Reads a board of GGS: lines that begin with a bar, perhaps below a line that announces them."""
        number, line = self.number, self.line_at(self.place)
        if GGS.match(line):
            self.go_to(self.place + len(line))
        lines = list(self.bars())
        self.go_to(self.place + sum(map(len, lines)))
        yield number, drawn([*map(bare_line, lines)]) or line

    def drawn(self) -> Iterator[tuple[int, str]]:
        """Reads a board, or a diagram of numbers, up to its eighth row and the side to move below that."""
        number, lines, rows, moves = self.number, list[str](), 0, ""
        end, is_apart, is_spaced, has_side = self.place, False, False, False
        for place in chain([self.place], self.lines_to(len(self.text))):
            stop = self.end_of_line(place)
            line = bare_line(self.text[place:stop])
            is_side = SIDE_NAME.fullmatch(line) is not None
            if not line or line.startswith(">"):
                is_apart = True
                continue
            is_spaced = is_spaced or (is_apart and rows == 1)
            if is_apart and 1 < rows < 8 and not is_spaced:
                break
            if is_row(line):
                if rows == 8:
                    break
                rows += 1
            elif rows == 8 and not has_side and (side := SIDE_AND_MOVES.match(line)):
                lines.append(side[1])
                moves, end = f";{line[side.end() :]}", stop
                break
            elif is_beside(line):
                if is_side and has_side:
                    break
                has_side = has_side or is_side
            elif rows == 8 or is_apart or (rows and (JUNK.search(line) or self.begins(place))):
                break
            elif rows:
                rows += 1  # a damaged one
            is_apart = False
            lines.append(line)
            end = stop
        self.go_to(end)
        if rows == 8 or set("".join(lines)) != {"-"}:
            yield number, drawn(lines) + moves


class LineKind(Enum):
    """GAME begins a game, MOVES may continue it, WORDS are a heading or a remark, OTHER is none of these."""

    BLANK = auto()
    TAGS = auto()
    POSITION = auto()
    GAME = auto()
    MOVES = auto()
    WORDS = auto()
    OTHER = auto()


class _Line(NamedTuple):
    """A line in none of the other formats: its kind, the `tags` in it, and the `text` without them."""

    number: int
    kind: LineKind
    text: str
    tags: Mapping[str, str] = {}


def _classified(lines: Iterable[tuple[int, str]]) -> Iterator[_Line]:
    for number, line in lines:
        if SQUARES_OF_MOVES.fullmatch(line):
            yield _Line(number, LineKind.GAME if OPENING.match(line) else LineKind.MOVES, line)
            continue
        plain = line if line.isascii() else line.translate(WIDE)
        if not plain.strip():
            yield _Line(number, LineKind.BLANK, line)
            continue
        if ASIDE.match(plain) or RULER.fullmatch(plain):
            continue
        tags, rest = split_heading(line)
        if tags:
            yield _Line(number, LineKind.TAGS, rest, tags)
        elif cells := CELLS.match(plain):
            name, squares, side, said = cells.group(1, 2, 4, 5)
            rest = _position_of(name, f"{squares} {side_sign(side)}", said or "")
        else:
            rest = BEFORE_SQUARES.sub("", moves_of_address(line))
        if rest.strip():
            yield _Line(number, _kind(rest if rest.isascii() else rest.translate(WIDE)), rest)


def _kind(line: str) -> LineKind:
    if has_start(line):
        return LineKind.POSITION
    if OPENING.search(line):
        return LineKind.GAME
    if FOUR.search(line) or (BARE.fullmatch(line) and (MOVE.search(line) or "{" in line)):
        return LineKind.MOVES
    signs = "".join(line.split())
    is_words = 2 * sum(map(str.isalpha, signs)) > len(signs) or (len(signs) < 9 and not WORD.search(signs))
    return LineKind.WORDS if is_words and not JUNK.search(line) else LineKind.OTHER


def _is_sentence(text: str) -> bool:
    """Returns whether a line of WORDS has several words, counting squares, or no letters at all."""
    words = len(WORD.findall(text))
    return (words > 0 and words + len(SQUARE.findall(text)) > 1) or not any(map(str.isalpha, text))


def _position_of(name: str, position: str, said: str) -> str:
    """Returns a position of a table with its scores as in OBF, or with all its words as a comment."""
    said = said.strip(" \t\n;,|")
    if is_problem(f"{position}; {said}"):
        return f"{position}; {said}\n"
    return f"{position} {_comment_line(': '.join(filter(None, (name.strip(), said))))}"


def _comment_line(text: str) -> str:
    return f"{as_comment(text.strip())}\n" if text.strip() else "\n"


def _split_lines(
    lines: Iterable[tuple[int, str]], unread: list[tuple[int, str]]
) -> Iterator[tuple[int, str]]:
    """Yields games and positions of lines in no other format, with tags above; the rest joins `unread`."""
    begun: _Part | None = None
    tags = dict[str, str]()
    header, is_apart = 0, True
    inside = LineKind.GAME, LineKind.MOVES, LineKind.WORDS
    runs = groupby(_classified(lines), lambda line: line.kind in inside)
    for is_run, run in runs:
        sample = list(islice(run, SAMPLE)) if is_run else []
        is_below = begun is not None and begun.kind is LineKind.POSITION and not is_apart
        is_one_game = is_run and _is_one_game(sample, begun.text if begun and is_below else "")
        for line in chain(sample, run):
            if line.kind is LineKind.BLANK:
                tags = {} if begun and begun.tags is tags else tags
            elif line.kind is LineKind.TAGS:
                if begun and begun.tags is tags and not is_apart and not line.tags.keys() & tags.keys():
                    tags.update(line.tags)
                else:
                    tags = {**({} if begun and begun.tags is tags else tags), **line.tags}
                    header = header or line.number
            elif begun and begun.try_add(line, is_one_game and not is_apart, is_apart):
                pass
            elif line.kind is LineKind.WORDS and (begun is None or (is_apart and _is_sentence(line.text))):
                unread += [(line.number, line.text)] * (len(unread) < SAMPLE)
            else:
                if begun:
                    yield begun.part()
                is_named = line.kind in (LineKind.POSITION, LineKind.GAME, LineKind.MOVES)
                begun = _Part(
                    header or line.number, tags if is_named else {}, line.text, line.kind, line.text
                )
                tags = {} if header == line.number else tags  # the names are on its own line
                header = 0
            is_apart = line.kind is LineKind.BLANK or (is_apart and line.kind is LineKind.TAGS)
    if begun:
        yield begun.part()
    elif tags:
        unread.insert(0, (header, as_tags(tags)))


@dataclass(slots=True)
class _Part:
    """A game or position that is being read: its tags, and its text so far."""

    number: int
    tags: dict[str, str]
    text: str
    kind: LineKind
    last: str

    def try_add(self, line: _Line, is_one_game: bool, is_apart: bool) -> bool:
        """Adds a line if it continues the game or is a remark on it; returns whether it does."""
        if self.kind is LineKind.OTHER:  # such as a damaged game in parentheses, on several lines
            is_more = line.kind is LineKind.OTHER and not is_apart and JUNK.search(line.text) is not None
        elif line.kind in (LineKind.GAME, LineKind.MOVES):
            is_more = is_one_game or self.continues(line)
        else:
            is_more = line.kind is LineKind.WORDS and not is_apart and _is_sentence(line.text)
        is_next = not is_apart and self.continues_numbering(line.text)
        if is_more or is_next:
            is_remark = line.kind is LineKind.WORDS and not is_next
            if is_remark and is_problem(self.text):
                sign = " " if "%" in self.text else " % "
                self.text = f"{self.text.rstrip()}{sign}{line.text.strip()}\n"
            else:
                self.text += _comment_line(line.text) if is_remark else line.text
            self.last = line.text if NUMBERED.match(line.text) or not is_next else self.last
        return is_more or is_next

    def continues(self, line: _Line) -> bool:
        """Returns whether a line's moves can be played after this part, or this part is only a comment."""
        is_bare = line.kind is LineKind.MOVES and BARE.fullmatch(line.text.translate(WIDE)) is not None
        if not is_bare or len(self.text) > LONGEST_JOINED:
            return self.kind is LineKind.MOVES and not MOVE.search(self.text)
        return not MOVE.search(line.text) or _size(self.text + line.text) > _size(self.text)

    def continues_numbering(self, line: str) -> bool:
        """Returns whether a line is the side to move of 64 squares, or has the next move number."""
        if SQUARES_ALONE.fullmatch(self.text):
            return SIDE_NAME.fullmatch(line.strip()) is not None
        last, number = NUMBERED.match(self.last), NUMBERED.match(line)
        if last is None or max(len(SQUARE.findall(each)) for each in (self.last, line)) > MOST_NUMBERED:
            return False
        is_damaged = number is None and line.lstrip()[:1].isdigit() and not WORD.search(line)
        return is_damaged or (number is not None and 0 < int(number[1]) - int(last[1]) < 3)

    def part(self) -> tuple[int, str]:
        return self.number, as_tags(self.tags) + self.text if self.tags else self.text


def _is_one_game(lines: Sequence[_Line], before: str) -> bool:
    """Returns whether lines below `before` give at least as many moves as one game as they do one by one."""
    moves = [line for line in lines if line.kind is not LineKind.WORDS]
    is_bare = all(BARE.fullmatch(line.text.translate(WIDE)) for line in moves)
    if len(moves) < (1 if before else 2) or not is_bare or (before and is_problem(before)):
        return False
    as_list, part = 0, _Part(0, {}, before, LineKind.POSITION, before)
    for line in moves:
        if not part.try_add(line, is_one_game=False, is_apart=False):
            as_list += _size(part.text)
            part = _Part(0, {}, line.text, line.kind, line.text)
    return as_list + _size(part.text) <= _size(before + "".join(line.text for line in moves))


@lru_cache(maxsize=4)  # lines are compared repeatedly with the same text
def _size(text: str) -> int:
    """Returns how much of a text can be read as one game: 1 for a start position, and 1 for each move."""
    if not text or len(text) > MAX_LENGTH:
        return 0
    is_begun = has_start(text)
    if is_begun and is_problem(text):
        return 1
    try:
        game, _problem = read_transcript(text, has_words=OPENING.search(text) is not None)
    except ValueError:
        return int(is_begun)
    return is_begun + len(game.moves)
