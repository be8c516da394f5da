"""Games and positions in any format: GGF, SGF, PGN, WTHOR, OBF, transcripts, boards, web site formats.

The content determines the format, and `parts` where each game begins and ends. Games are read lazily, one by
one, in a time linear in their length. `parse_game` raises errors; `read_game` and `read_games` keep the moves
before an illegal one, whose error is the `problem` of the record.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from game.board import PASS, Board, Color, MissingSide, Move
from game.files import read_file
from game.plain_text import quoted
from game.records import wthor
from game.records.board_text import DAMAGED, SIGN, SQUARE
from game.records.encoding import decoded, may_be_text
from game.records.ggf import parse_ggf_header, read_ggf
from game.records.obf import ObfError, Problem, parse_problem
from game.records.parts import has_start, is_problem, split_text
from game.records.pgn import begin_of_pgn, below_tags, header, read_pgn
from game.records.record import UNKNOWN_RESULT, Record, check_length, parse_result, result_text
from game.records.sgf import read_sgf
from game.records.sgf_text import BEGIN, is_sgf
from game.records.transcript import SIGNS, WIDE, describe_error, read_transcript
from game.records.web_forms import JSON, is_table, read_json, read_row, record_of_page
from game.text import _, ngettext
from game.tree import Game

# Characters of an unreadable text that an error shows.
SHOWN_CHARS: Final = 40
# Most games read from a file: a packed megabyte can contain fifty times as many.
MOST_GAMES: Final = 1_000_000
# A placeholder for all further games; no text contains this character.
REST: Final = "\0"
# 64 squares without the side to move; not 63 squares and a separate side.
SIDELESS: Final = re.compile(rf"\A\s*(?:{SIGN}\s*){{63}}(?<!\S\S\s){SIGN}\s*(?=\Z|[;%]|[a-h][1-8])", re.I)

# A move of a GGF or SGF game that has lost its beginning: the tags and comments after it are not moves.
NODE: Final = re.compile(r"[\s;(]*+[BW]\s*+\[\s*+[a-h][1-8]", re.IGNORECASE)


class NoGame(ValueError):
    """A text that has no game or position in any format."""

    def __init__(self) -> None:
        super().__init__(_("no game was found"))


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game of a file: its `number`, from 1, and for text the `line` where it begins."""

    record: Record
    number: int
    line: int | None = None

    @property
    def problem(self) -> str:
        """The sentence that says what is wrong with the game, and where; '' if nothing is."""
        return "" if self.record.problem is None else self.describe(self.record.problem)

    def describe(self, problem: ValueError) -> str:
        """Returns the sentence that says what a problem of the game is, and where."""
        if isinstance(problem, wthor.WthorError):
            return str(problem)  # includes the place
        said = problem.reason if isinstance(problem, ObfError) else describe_error(problem)
        sentence = (
            _("game {number}: {problem}") if self.line is None else _("game {number}, line {line}: {problem}")
        )
        return sentence.format(number=self.number, line=self.line, problem=said)


def parse_game(text: str, number: int = 1) -> Record:
    """Reads game `number` of a text and goes to its last move. A position has no moves.

    Raises MissingSide, TranscriptError, ObfError or another ValueError as the parser of the format does, also
    if there is no game, or one of more than MAX_LENGTH characters.
    """
    return _nth(text, number).whole()


def read_game(data: bytes, number: int = 1, names: wthor.Names = wthor.NO_NAMES, charset: str = "") -> Record:
    """Reads a game of a file as `parse_game` does, also of WTHOR, whose `names` are in other files.

    Detects the character set if `charset` is ''. Keeps the moves before an illegal one, if there are any.
    Also raises WthorError.
    """
    if not charset and is_wthor(data):
        place, count = wthor.HEADER.size + (number - 1) * wthor.RECORD.size, 0
        for game in _wthor_records(data):
            if game.offset == place:
                break
            count += isinstance(game, wthor.WthorGame)
        else:
            raise _no_game(number, count)
        if isinstance(game, wthor.WthorError):
            raise game
        return _with_moves(wthor.read_wthor(game, names))
    return read_text(decoded(data, charset), number)


def read_text(text: str, number: int = 1) -> Record:
    """Reads a game of a text as `read_game` does."""
    return _with_moves(_nth(text, number))


def read_part(text: str) -> Record:
    """Reads a game that `split_games` has yielded, as `read_game` does."""
    return _with_moves(_read_part(text))


def _with_moves(record: Record) -> Record:
    """Returns a record with the moves before an illegal one. Raises its problem if it has no moves."""
    return record if record.game.root.children else record.whole()


def read_games(data: bytes, names: wthor.Names = wthor.NO_NAMES) -> Iterator[FoundGame]:
    """Yields the games of a file, at most MOST_GAMES, each as far as it can be read, with its `problem`.

    An unreadable game is a record without moves. Raises ValueError if the file as a whole is unreadable.
    """
    if is_wthor(data):
        for number, game in enumerate(_wthor_records(data), start=1):
            if isinstance(game, wthor.WthorError):
                record = Record(problem=game)
            else:
                record = wthor.read_wthor(game, names)
            yield FoundGame(record, number)
        return
    for number, (line, part) in enumerate(split_games(data), start=1):
        try:
            record = _read_part(part)
        except ValueError as error:
            record = Record(problem=error)
        yield FoundGame(record, number, line)


def split_games(data: bytes | str, charset: str = "") -> Iterator[tuple[int, str]]:
    """Yields the text of each game with its line, from 1; REST after MOST_GAMES games. Raises ValueError if
    the data is not text, or is a web page that this program did not make.
    """
    text = data if isinstance(data, str) else decoded(data, charset)
    parts = split_text(record_of_page(text))
    for number, (line, part) in enumerate(parts):
        if number == MOST_GAMES:
            yield line, REST
            return
        yield line, part


def read_header(text: str) -> tuple[Record, tuple[Move, ...]]:
    """Returns the record of a game without its moves, and their squares, without passes: for long lists.

    The moves of GGF are not replayed; other formats return only legal moves. Raises ValueError.
    """
    if not JSON.match(text) and begin_of_pgn(text) is None and BEGIN.search(text) and not is_sgf(text):
        check_length(text)
        return parse_ggf_header(text)
    record = _read_part(text)
    return record, tuple(move for move in record.game.moves if move != PASS)


def is_wthor(data: bytes) -> bool:
    """Returns whether the bytes of a file may be WTHOR; all others are text."""
    return b"\0" in data and (wthor.has_date(data) or not may_be_text(data))


def read_names(games: Path) -> tuple[wthor.Names, list[str]]:
    """Returns the names in the files beside a WTHOR file, and the problems of those files.

    Files with the same name come first, then those that belong to no other file of games.
    """
    try:
        paths = sorted(games.parent.iterdir())
    except OSError as error:  # a folder whose files may be read, but not listed
        return wthor.NO_NAMES, [f"{games.parent}: {error.strerror or error}"]
    unpacked = {path: Path(path.name.lower().removesuffix(".gz")) for path in paths}
    own = games.name.lower()
    names = [name.name for name in unpacked.values()]
    others = {name.partition(wthor.SUFFIX)[0] for name in names if wthor.SUFFIX in name}
    others.discard(own.partition(wthor.SUFFIX)[0])
    problems: list[str] = []
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(paths, key=lambda path: not own.startswith(f"{unpacked[path].stem}.")):
        stem, suffix = unpacked[path].stem, unpacked[path].suffix
        if stem in others or suffix not in wthor.NAME_SIZES or suffix in found:
            continue
        try:
            found[suffix], errors = wthor.parse_names(read_file(path), wthor.NAME_SIZES[suffix])
            problems += [f"{path.name}: {error}" for error in errors]
        except (wthor.WthorError, OSError) as error:
            problems.append(f"{path.name}: {getattr(error, 'strerror', None) or error}")
    return wthor.Names(*(found.get(suffix, ()) for suffix in wthor.NAME_SIZES)), problems


def count_games(data: bytes, charset: str = "") -> int:
    """Counts the games, good and bad, that `read_games` yields; much faster than reading them."""
    if not charset and is_wthor(data):
        return sum(1 for _ in _wthor_records(data))
    return sum(1 for _ in split_games(data, charset))


def read_problems(data: bytes) -> tuple[list[Problem], list[ValueError]]:
    """Returns the positions of a file, final ones for games, and errors for the rest; an ObfError names its
    line. In WTHOR the theoretical scores hold for them, and `line` counts games. Raises ValueError.
    """
    problems: list[Problem] = []
    errors: list[ValueError] = []
    if is_wthor(data):
        for record in _wthor_records(data):
            try:
                problems.append(_theoretical_problem(record))
            except wthor.WthorError as error:
                errors.append(error)
        return problems, errors
    for line, part in split_games(data):
        try:
            problems.append(replace(_parse_problem(part), line=line))
        except ObfError as error:
            errors.append(ObfError(error.text, error.reason, line))
        except ValueError as error:
            errors.append(ObfError(part[:SHOWN_CHARS], describe_error(error), line))
    return problems, errors


def is_typed(text: str) -> bool:
    """Returns whether a text is meant as moves or a position, even a wrong one, not as the name of a file."""
    path, words = Path(text), text.translate(WIDE)
    may_be_moves = re.search(r"(?<![a-z_])[a-h][1-8]", words, re.I) and not path.suffix[1:].isalpha()
    is_game = may_be_moves or SIGNS.match(text) or has_start(text)
    return bool(is_game) and not (path.is_absolute() or os.path.lexists(path))


def lacks_side(text: str) -> bool:
    """Returns whether a text begins with 64 squares that are not followed by the side to move."""
    return SIDELESS.match(text) is not None


def with_side(text: str, turn: Color) -> str:
    """Returns the text, with the side to move added where it is missing."""
    return SIDELESS.sub(lambda squares: f"{squares[0]} {'XO'[turn]}", text)


def first_part(text: str) -> str:
    """Returns the text of the first game or position."""
    return next((part for _, part in split_text(text)), text)


def _too_many() -> str:
    return _("a file can have at most {most} games: split it to read the rest", most=f"{MOST_GAMES:,}")


def _no_game(number: int, count: int) -> ValueError:
    if not count:
        return NoGame()
    sentence = ngettext(
        "it has {count} game, so there is no game {number}",
        "it has {count} games, so there is no game {number}",
        count,
    )
    return ValueError(sentence.format(count=count, number=number))


# The parts of a text


def _nth(text: str, number: int) -> Record:
    count = 0
    for count, (line, part) in enumerate(split_games(text.removeprefix("\ufeff")), start=1):
        if count == number:
            try:
                return _read_part(part)
            except ObfError as error:
                raise ObfError(error.text, error.reason, line) from error
    raise _no_game(number, count)


# Reading a part


def _read_part(text: str) -> Record:
    """Reads a game as far as possible. Raises ValueError for a text that is not a game."""
    check_length(text)
    if text == REST:
        raise ValueError(_too_many())
    record = _read_as_it_is(text)
    if not (record.game.start.black | record.game.start.white or BEGIN.match(text)):
        raise ValueError(_("the board has no discs"))
    end = record.game.node.result
    if parse_result(record.result) is not None or end is None or not record.game.moves:
        return record
    return replace(record, result=result_text(end))


def _read_as_it_is(text: str) -> Record:
    if JSON.match(text):
        return read_json(text)
    if is_table(text.partition("\n")[0]):
        record, tags = read_row(text)
        titles = header({name.lower(): value for name, value in tags.items()})
        result = titles.result if record.result == UNKNOWN_RESULT else record.result
        return replace(titles, game=record.game, result=result, problem=record.problem)
    if begin_of_pgn(text) is not None:
        if is_problem(position := below_tags(text)):
            return replace(read_pgn(text.removesuffix(position)), game=Game(parse_problem(position).board))
        record = read_pgn(text)
        if record.problem is None and not record.game.moves and record.game.start == Board.initial():
            raise NoGame
        return record
    if BEGIN.search(text):
        return read_sgf(text) if is_sgf(text) else read_ggf(text)
    if NODE.match(text):
        raise NoGame
    if lacks_side(text):
        raise MissingSide
    if DAMAGED.match(text):
        sentence = _("a row of a board is eight characters X, O or -, not {text}", text=quoted(text))
        raise ValueError(sentence)
    if is_problem(text):
        return Record(Game(parse_problem(text).board))
    game, problem = read_transcript(text)
    if problem is None and not game.moves and not has_start(text):
        raise NoGame
    return Record(game, problem=problem)


def _parse_problem(text: str) -> Problem:
    if begin_of_pgn(text) is not None and is_problem(position := below_tags(text)):
        return parse_problem(position)
    is_named_form = JSON.match(text) or is_table(text.partition("\n")[0]) or begin_of_pgn(text) is not None
    is_moves = BEGIN.search(text) or has_start(text) or SQUARE.search(text) or DAMAGED.match(text)
    if is_problem(text) or not (is_named_form or is_moves):
        return parse_problem(text)
    record = _read_part(text).whole()
    return Problem(record.game.board, comment=" - ".join(filter(None, (record.black, record.white))))


# WTHOR


def _wthor_records(data: bytes) -> Iterator[wthor.WthorGame | wthor.WthorError]:
    """Yields up to MOST_GAMES games of a file, then an error for the rest."""
    try:
        for number, record in enumerate(wthor.each_record(data)):
            if number == MOST_GAMES:
                yield wthor.WthorError(wthor.HEADER.size + number * wthor.RECORD.size, _too_many())
                return
            yield record
    except wthor.WthorError as error:
        if error.offset:
            raise  # only a part of its header is invalid
        raise ValueError(_("this is neither a text file nor a WTHOR file")) from error


def _theoretical_problem(record: wthor.WthorGame | wthor.WthorError) -> Problem:
    """Returns the position of a game's theoretical score, or its last one. Raises WthorError."""
    if isinstance(record, wthor.WthorError):
        raise record
    game = wthor.replay(record)
    name = _("{year}, game {number}", year=record.year, number=record.record + 1)
    found = (node.board for node in reversed(game.line) if node.board.empties == record.theoretical_empties)
    board = next(found, None)
    best = None if board is None else board.turn.sign * (2 * record.theoretical - 64)
    return Problem(board or game.board, best=best, comment=name, line=record.record + 1)
