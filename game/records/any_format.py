"""Games and positions in whatever format they come: GGF, SGF, PGN, WTHOR, OBF, transcripts, boards, and the
forms of web sites.

The content decides which it is. A text may have several of them: games with tags one after the other, all
others each on lines of its own, also under a header. Where both can be meant, lines are one game or a list of
games, whichever makes more moves of them; a line that begins with moves is a game also between those with
tags. Every reader is linear in the length of a text, and games are read one by one as they are asked for.

`parse_game` takes a text at its word: what is wrong with it is an error. `read_game` and `read_games` keep
the moves before one that is not legal, and the record says which that was.
"""

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from pathlib import Path
from typing import Final

from game.board import PASS, Board, Color, MissingSide, Move, square_name, squares
from game.files import read_file
from game.plain_text import quoted
from game.records import wthor
from game.records.board_text import DAMAGED, ROW, SIGN, SQUARE, boards_of_lines, parse_fen
from game.records.encoding import decoded, may_be_text
from game.records.ggf import parse_ggf_header, read_ggf, split_ggf
from game.records.obf import ObfError, Problem, parse_problem
from game.records.pgn import begin_of_pgn, is_labelled, read_pgn, split_labelled, split_pgn
from game.records.record import MAX_LENGTH, UNKNOWN_RESULT, Record, check_length, result_text
from game.records.sgf import read_sgf
from game.records.sgf_text import BEGIN, VALUE, split_sgf
from game.records.transcript import SIGNS, WIDE, describe_error, read_transcript
from game.records.web_forms import (
    is_json,
    is_table,
    moves_of_address,
    read_quest,
    read_row,
    split_json,
    split_table,
)
from game.text import _, ngettext
from game.tree import Game

# How much of a text that cannot be read an error shows.
SHOWN_CHARS: Final = 40

# 64 squares with any blanks between them, and the side to move.
SQUARES: Final = re.compile(rf"\s*(?:{SIGN}\s*){{64}}")
SIDE: Final = re.compile(r"[XO*BW]\s*", re.IGNORECASE)
# Not 63 of them and a side, which is apart.
SIDELESS: Final = re.compile(rf"\A\s*(?:{SIGN}\s*){{63}}(?<!\S\S\s){SIGN}\s*(?=\Z|[;%]|[a-h][1-8])", re.I)
# What may stand before a position on its line: a number, a label, a quote, the size of the board in GGF.
BEFORE_SQUARES: Final = re.compile(
    rf"\A\s*+(?:[\w ]{{1,30}}[:=]|\d{{1,6}}[.:),]?|(?:BO)?[\[(\"'](?:8\s)?)\s*+(?={SQUARES.pattern})"
)
# What only OBF has after the board: the first move with its score, or one score alone.
SCORE: Final = re.compile(r"(?:;\s*[\w-]+\s*:|;?\s*[+-]?\d+\s*(?:;|\Z))")
# A line between the parts of a page. Rows of eight signs are those of boards.
RULER: Final = re.compile(r"\s*+(?:[=~#+*_]{3,}+|-{3,7}|-{9,63})\s*+")
# How games begin: their first two squares.
OPENINGS: Final = frozenset(
    square_name(first) + square_name(second)
    for first in squares(Board.initial().legal_moves())
    for second in squares(Board.initial().play(first).legal_moves())
)
# Lines that are looked at to know whether each is a game of its own.
SAMPLE: Final = 100
# A game on several lines of a list has no more characters before the last of them.
LONGEST_JOINED: Final = 1000
# The first tags of a game in parentheses, which distinguish GGF from SGF, and how many are looked at.
FIRST_TAG: Final = re.compile(rf"\s*+([A-Za-z]++)\s*+({VALUE})", re.DOTALL)
MOST_TAGS: Final = 40
SGF_TAGS: Final = frozenset(("FF", "AB", "AW", "AP", "CA", "SZ", "ST"))


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game of a file: the `number`-th, from 1, of a text with the `line` it begins in."""

    record: Record
    number: int
    line: int | None = None

    @property
    def problem(self) -> str:
        """What is wrong with it, and where that is; '' if nothing is."""
        problem = self.record.problem
        if problem is None:
            return ""
        if isinstance(problem, wthor.WthorError):
            return str(problem)  # has its place
        said = problem.reason if isinstance(problem, ObfError) else describe_error(problem)
        sentence = (
            _("game {number}: {problem}") if self.line is None else _("game {number}, line {line}: {problem}")
        )
        return sentence.format(number=self.number, line=self.line, problem=said)


def parse_game(text: str, number: int = 1) -> Record:
    """Read a game of a text, the first one unless another `number` is given; it stands at its last move.

    A position is a game without moves. What a format does not have keeps its default. Raises
    MissingSide, TranscriptError, ObfError or another ValueError as the parser of the format does, and
    ValueError where there is no game, or one of more than MAX_LENGTH characters.
    """
    return _nth(text, number).whole()


def read_game(data: bytes, number: int = 1, names: wthor.Names = wthor.NO_NAMES, charset: str = "") -> Record:
    """Read a game of a file as `parse_game` does, also of WTHOR, whose `names` are in other files.

    The set of characters is `charset`; without one it is recognised, here and in the other functions.
    The moves before one that is not legal are kept, if there are any: the record's `problem` says which that
    is. Raises WthorError, too.
    """
    if not charset and is_wthor(data):
        games, errors = _parse_wthor(data)
        game = next((game for game in games if game.record == number - 1), None)
        if game is None:
            place = wthor.HEADER.size + (number - 1) * wthor.RECORD.size
            raise next((error for error in errors if error.offset == place), _no_game(number, len(games)))
        record = wthor.read_wthor(game, names)
        return record if record.game.root.children else record.whole()
    return read_text(decoded(data, charset), number)


def read_text(text: str, number: int = 1) -> Record:
    """As `read_game`, of a text. Raises ValueError likewise."""
    record = _nth(text, number)
    return record if record.game.root.children else record.whole()


def read_games(
    data: bytes, names: wthor.Names = wthor.NO_NAMES, say: Callable[[str], None] | None = None
) -> Iterator[FoundGame]:
    """All games of a file, one by one, each as far as it can be read, with its `problem`.

    `say` is called with what else is wrong with a WTHOR file. Raises ValueError for what is neither text nor
    WTHOR.
    """
    if is_wthor(data):
        games, errors = _parse_wthor(data)
        for error in errors:
            if say is not None:
                say(str(error))
        for game in games:
            yield FoundGame(wthor.read_wthor(game, names), game.record + 1)
        return
    for number, (line, part) in enumerate(_parts(decoded(data)), start=1):
        try:
            record = _read_part(part)
        except ValueError as error:
            record = Record(problem=error)
        yield FoundGame(record, number, line)


def split_games(data: bytes | str, charset: str = "") -> Iterator[tuple[int, str]]:
    """The games of a text as they stand there, each with the line it begins in, from 1.

    Raises ValueError for what is no text.
    """
    return _parts(data if isinstance(data, str) else decoded(data, charset))


def read_header(text: str) -> tuple[Record, tuple[Move, ...]]:
    """A game of a text without its moves, and their squares, without passes: for long lists.

    Of GGF they are not replayed; of other formats only those come that are legal. Raises ValueError.
    """
    if not is_json(text) and begin_of_pgn(text) is None and BEGIN.search(text) and not _is_sgf(text):
        check_length(text)
        return parse_ggf_header(text)
    record = _read_part(text)
    return record, tuple(move for move in record.game.moves if move != PASS)


def is_wthor(data: bytes) -> bool:
    """Whether the bytes of a file can be WTHOR; all else is text."""
    return b"\0" in data and (wthor.has_date(data) or not may_be_text(data))


def read_names(games: Path) -> tuple[wthor.Names, list[str]]:
    """The names that lie beside a file of WTHOR, and what is wrong with their files, which are named.

    Those with its own name come first, then those that no other file of games has. Raises OSError.
    """
    problems: list[str] = []
    found: dict[str, tuple[str, ...]] = {}
    try:
        own, of_all = games.name.lower(), sorted(games.parent.iterdir())
        others = {path.name.lower().partition(wthor.SUFFIX)[0] for path in of_all}
        others.discard(own.partition(wthor.SUFFIX)[0])
        of_all = [path for path in of_all if path.stem.lower() not in others]
        beside = sorted(of_all, key=lambda path: not own.startswith(f"{path.stem.lower()}."))
    except OSError as error:  # one may open what is in it, but not look what there is
        beside = []
        problems.append(f"{games.parent}: {error.strerror or error}")
    for path in beside:
        suffix = path.suffix.lower()
        size = wthor.NAME_SIZES.get(suffix)
        if size is None or suffix in found:
            continue
        try:
            found[suffix], errors = wthor.parse_names(read_file(path), size)
            problems += [f"{path.name}: {error}" for error in errors]
        except (wthor.WthorError, OSError) as error:
            problems.append(f"{path.name}: {getattr(error, 'strerror', None) or error}")
    return wthor.Names(*(found.get(suffix, ()) for suffix in wthor.NAME_SIZES)), problems


def count_games(data: bytes, charset: str = "") -> int:
    """How many games `read_games` gives, good and bad: much faster. Raises ValueError likewise."""
    if not charset and is_wthor(data):
        games, errors = _parse_wthor(data)
        return len(games) + len(errors)
    return sum(1 for _ in _parts(decoded(data, charset)))


def read_problems(data: bytes) -> tuple[list[Problem], list[ValueError]]:
    """The positions of a file, and what is wrong with the others: an ObfError names its line.

    Of a game that is where it ends; in WTHOR it is that from which the theoretical score holds, and `line` is
    the number of the game, from 1. Raises ValueError for what is no such file.
    """
    problems: list[Problem] = []
    errors: list[ValueError] = []
    if is_wthor(data):
        records, wrong = _parse_wthor(data)
        errors += wrong
        for record in records:
            try:
                problems.append(_theoretical_problem(record))
            except wthor.WthorError as error:
                errors.append(error)
        return problems, errors
    for line, part in _parts(decoded(data)):
        try:
            problems.append(replace(_parse_problem(part), line=line))
        except ObfError as error:
            errors.append(ObfError(error.text, error.reason, line))
        except ValueError as error:
            errors.append(ObfError(part[:SHOWN_CHARS], describe_error(error), line))
    return problems, errors


def is_typed(text: str) -> bool:
    """Whether it is moves or a position, perhaps with mistakes, and not the name of a file, there or not."""
    path, words = Path(text), text.translate(WIDE)
    may_be_moves = re.search(r"(?<![a-z_])[a-h][1-8]", words, re.I) and not path.suffix[1:].isalpha()
    is_game = may_be_moves or SIGNS.match(text) or _has_start(text)
    return bool(is_game) and not (path.is_absolute() or os.path.lexists(path))


def lacks_side(text: str) -> bool:
    """Whether a text begins with 64 squares that are not followed by the side to move."""
    return SIDELESS.match(text) is not None


def with_side(text: str, turn: Color) -> str:
    """The text, with the side to move where it lacks it."""
    return SIDELESS.sub(lambda squares: f"{squares[0]} {'XO'[turn]}", text)


def first_part(text: str) -> str:
    """The first game or position of a text with several, as it stands there."""
    return next((part for _, part in _parts(text)), text)


def _no_game(number: int, count: int) -> ValueError:
    if not count:
        return ValueError(_("there is no game in it"))
    sentence = ngettext(
        "it has {count} game, so there is no game {number}",
        "it has {count} games, so there is no game {number}",
        count,
    )
    return ValueError(sentence.format(count=count, number=number))


# The parts of a text


def _nth(text: str, number: int) -> Record:
    found = list(islice(_parts(text.removeprefix("\ufeff")), number))
    if len(found) < number:
        raise _no_game(number, len(found))
    line, part = found[-1]
    try:
        return _read_part(part)
    except ObfError as error:
        raise ObfError(error.text, error.reason, line) from error


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """The games and positions of a text, each with the line it begins in, from 1."""
    if is_json(text):
        yield from split_json(text)
    elif is_table(text):
        yield from split_table(text)
    elif (begin := begin_of_pgn(text)) is not None:
        yield from _loose(text[:begin], 1)
        yield from split_pgn(text)
    elif BEGIN.search(text):
        end, end_line = 0, 1
        for line, part in split_sgf(text) if _is_sgf(text) else split_ggf(text):
            begin = text.index(part, end)
            yield from _loose(text[end:begin], end_line)
            yield line, part
            end, end_line = begin + len(part), line + part.count("\n")
        yield from _loose(text[end:], end_line)
    elif boards := boards_of_lines(text):
        yield from boards
    elif is_labelled(text):
        for line, tags, lines in split_labelled(text):
            games = _by_line(lines)
            yield line, tags + next(games, (line, ""))[1]
            yield from ((number, tags + part) for number, part in games)
    else:
        yield from _by_line(enumerate(io.StringIO(text, newline=None), start=1))


def _loose(text: str, first: int) -> Iterator[tuple[int, str]]:
    """The lines that begin with moves, between games of another format; the number of the `first`."""
    if SQUARE.search(text):
        for number, line in enumerate(text.split("\n"), first):
            if SQUARE.match(line.lstrip()) and _begins(line):
                yield number, line


def _by_line(numbered: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """A game or a position on each line, or one on all of them, whichever makes more moves; a position in OBF
    always has a line of its own.
    """
    lines = [
        (number, BEFORE_SQUARES.sub("", moves_of_address(line)))
        for number, line in numbered
        if line.partition("%")[0].strip() and not line.startswith("# ") and not RULER.fullmatch(line)
    ]
    headings = len(list(takewhile(_is_heading, (line for _, line in lines))))
    if headings < len(lines) and _begins(lines[headings][1]):
        lines = lines[headings:]
    if not lines:
        return
    sample = lines[:SAMPLE]
    as_list, as_one = sum(_weight(part) for _, part in _joined(sample)), "".join(line for _, line in sample)
    if _is_problem(lines[0][1]) or as_list > _weight(as_one):
        yield from _joined(lines)
    else:
        yield lines[0][0], "".join(line for _, line in lines)


def _is_sgf(text: str) -> bool:
    """Whether the first game in parentheses is SGF: both formats begin alike."""
    begin = BEGIN.search(text)
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
    rest = text[position : position + SHOWN_CHARS].lstrip()
    return rest.startswith(("(", ";")) and not rest[1:].lstrip().startswith(")")


def _joined(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Each line is a game of its own, but for those that go on with the moves of the line before."""
    first, part = lines[0]
    for number, line in lines[1:]:
        may_go_on = not _begins(line) and len(part) < LONGEST_JOINED
        if may_go_on and _weight(part + line) > _weight(part):
            part += line
        else:
            yield first, part
            first, part = number, line
    yield first, part


def _begins(line: str) -> bool:
    """Whether a line begins with a position, or with first moves."""
    found = "".join(match[0].lower() for match in islice(SQUARE.finditer(line), 2))
    return found in OPENINGS or _has_start(line)


def _is_heading(line: str) -> bool:
    return not (SQUARE.search(line) or SIGNS.match(line) or ROW.match(line) or parse_fen(line))


def _weight(text: str) -> int:
    """How much of a text can be read as one game or position: one for its start, and each of its moves."""
    if len(text) > MAX_LENGTH:
        return 0
    has_start = _has_start(text)
    if has_start and _is_problem(text):
        return 1
    try:
        game, _problem = read_transcript(text)
    except ValueError:
        return int(has_start)
    return has_start + len(game.moves)


def _has_start(text: str) -> bool:
    return SQUARES.match(text) is not None or parse_fen(text) is not None


def _is_problem(text: str) -> bool:
    """Whether it is a position in OBF, not a transcript that begins with one."""
    position, comment, _ = text.partition("%")
    squares = SQUARES.match(position)
    side = squares and SIDE.match(position, squares.end())
    return side is not None and (bool(comment) or SCORE.match(position, side.end()) is not None)


# What a part says


def _read_part(text: str) -> Record:
    """A game as far as it can be read. Raises ValueError for what is none."""
    check_length(text)
    record = _read_as_it_is(text)
    end = record.game.node.result
    if record.result != UNKNOWN_RESULT or end is None or not record.game.moves:
        return record
    return replace(record, result=result_text(end))


def _read_as_it_is(text: str) -> Record:
    if is_json(text):
        return read_quest(text)
    if is_table(text):
        return read_row(text)
    if begin_of_pgn(text) is not None:
        record = read_pgn(text)
        if record.problem is None and not record.game.moves and record.game.start == Board.initial():
            raise ValueError(_("there is no game in it"))
        return record
    if BEGIN.search(text):
        return read_sgf(text) if _is_sgf(text) else read_ggf(text)
    if lacks_side(text):
        raise MissingSide
    if DAMAGED.match(text):
        raise ValueError(
            _("a row of a board has eight of the signs X, O and -, not {text}", text=quoted(text))
        )
    if _is_problem(text):
        return Record(Game(parse_problem(text).board))
    game, problem = read_transcript(text)
    if problem is None and not game.moves and not _has_start(text):
        raise ValueError(_("there is no game in it"))
    return Record(game, problem=problem)


def _parse_problem(text: str) -> Problem:
    is_moves = BEGIN.search(text) or _has_start(text) or SQUARE.search(text) or DAMAGED.match(text)
    is_game = is_moves or is_json(text) or is_table(text) or begin_of_pgn(text) is not None
    if _is_problem(text) or not is_game:
        return parse_problem(text)
    record = _read_part(text).whole()
    return Problem(record.game.board, comment=" - ".join(filter(None, (record.black, record.white))))


# WTHOR


def _parse_wthor(data: bytes) -> tuple[list[wthor.WthorGame], list[wthor.WthorError]]:
    try:
        return wthor.parse_wthor(data)
    except wthor.WthorError as error:
        if error.offset:
            raise  # of its header only a part cannot be read
        raise ValueError(_("this is neither a text file nor a WTHOR file")) from error


def _theoretical_problem(record: wthor.WthorGame) -> Problem:
    """Where the theoretical score of a game holds, or where it ended before."""
    game = wthor.replay(record)
    name = _("{year}, game {number}", year=record.year, number=record.record + 1)
    found = (node.board for node in reversed(game.line) if node.board.empties == record.theoretical_empties)
    board = next(found, None)
    best = None if board is None else board.turn.sign * (2 * record.theoretical - 64)
    return Problem(board or game.board, best=best, comment=name, line=record.record + 1)
