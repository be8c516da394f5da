"""Games and positions in any format: GGF, SGF, PGN, WTHOR, OBF, transcripts, boards, and forms of web sites.

The content decides which it is, and `parts` where each begins and ends. Games are read one by one, as they
are asked for, in a time that is linear in their length. `parse_game` raises what is wrong; `read_game` and
`read_games` keep the moves before an illegal one, which is the `problem` of the record.
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
from game.records.pgn import begin_of_pgn, header, read_pgn
from game.records.record import UNKNOWN_RESULT, Record, check_length, result_text
from game.records.sgf import read_sgf
from game.records.sgf_text import BEGIN, is_sgf
from game.records.transcript import SIGNS, WIDE, describe_error, read_transcript
from game.records.web_forms import JSON, is_table, read_json, read_row, record_of_page
from game.text import _, ngettext
from game.tree import Game

# How much of a text that cannot be read an error shows.
SHOWN_CHARS: Final = 40
# Games that are read of a file: a megabyte that is packed can have fifty times as many.
MOST_GAMES: Final = 1_000_000
# What stands for those behind them; no text has a zero.
REST: Final = "\0"
# 64 squares without the side to move; not 63 of them and a side, which is apart.
SIDELESS: Final = re.compile(rf"\A\s*(?:{SIGN}\s*){{63}}(?<!\S\S\s){SIGN}\s*(?=\Z|[;%]|[a-h][1-8])", re.I)

# A move of GGF or SGF whose game has lost its beginning: tags and comments behind it are no moves.
NODE: Final = re.compile(r"[\s;(]*+[BW]\s*+\[\s*+[a-h][1-8]", re.IGNORECASE)


class NoGame(ValueError):
    """A text in which no format has a game or a position."""

    def __init__(self) -> None:
        super().__init__(_("there is no game in it"))


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game of a file: the `number`-th, from 1, of a text with the `line` it begins in."""

    record: Record
    number: int
    line: int | None = None

    @property
    def problem(self) -> str:
        """The sentence about what is wrong with the game, and where; '' without a problem."""
        return "" if self.record.problem is None else self.describe(self.record.problem)

    def describe(self, problem: ValueError) -> str:
        """Returns the sentence about a problem of the game, and where it is."""
        if isinstance(problem, wthor.WthorError):
            return str(problem)  # has its place
        said = problem.reason if isinstance(problem, ObfError) else describe_error(problem)
        sentence = (
            _("game {number}: {problem}") if self.line is None else _("game {number}, line {line}: {problem}")
        )
        return sentence.format(number=self.number, line=self.line, problem=said)


def parse_game(text: str, number: int = 1) -> Record:
    """Reads a game of a text, by its `number`; it stands at its last move. A position has no moves.

    Raises MissingSide, TranscriptError, ObfError or another ValueError as the parser of the format does, also
    where there is no game, or one of more than MAX_LENGTH characters.
    """
    return _nth(text, number).whole()


def read_game(data: bytes, number: int = 1, names: wthor.Names = wthor.NO_NAMES, charset: str = "") -> Record:
    """Reads a game of a file as `parse_game` does, also of WTHOR, whose `names` are in other files.

    Without a `charset` it is recognised. The moves before an illegal one are kept, if there are any. Raises
    WthorError, too.
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
        record = wthor.read_wthor(game, names)
        return record if record.game.root.children else record.whole()
    return read_text(decoded(data, charset), number)


def read_text(text: str, number: int = 1) -> Record:
    """As `read_game`, from a text."""
    record = _nth(text, number)
    return record if record.game.root.children else record.whole()


def read_games(data: bytes, names: wthor.Names = wthor.NO_NAMES) -> Iterator[FoundGame]:
    """Yields the games of a file, MOST_GAMES at most, each as far as it can be read, with its `problem`.

    What cannot be read at all is a record without moves. Raises ValueError for other files.
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
    """Yields the games of a text as they stand there, each with its line, from 1; REST behind MOST_GAMES.
    Raises ValueError for what is no text.
    """
    text = data if isinstance(data, str) else decoded(data, charset)
    parts = split_text(record_of_page(text))
    for number, (line, part) in enumerate(parts):
        if number == MOST_GAMES:
            yield line, REST
            return
        yield line, part


def read_header(text: str) -> tuple[Record, tuple[Move, ...]]:
    """A game of a text without its moves, and their squares, without passes: for long lists.

    Of GGF they are not replayed; of other formats only those come that are legal. Raises ValueError.
    """
    if not JSON.match(text) and begin_of_pgn(text) is None and BEGIN.search(text) and not is_sgf(text):
        check_length(text)
        return parse_ggf_header(text)
    record = _read_part(text)
    return record, tuple(move for move in record.game.moves if move != PASS)


def is_wthor(data: bytes) -> bool:
    """Whether the bytes of a file can be WTHOR; all else is text."""
    return b"\0" in data and (wthor.has_date(data) or not may_be_text(data))


def read_names(games: Path) -> tuple[wthor.Names, list[str]]:
    """Returns the names in the files beside a file of WTHOR, and what is wrong with those files.

    Files with its own name come first, then those that belong to no other file of games.
    """
    try:
        paths = sorted(games.parent.iterdir())
    except OSError as error:  # a folder whose files may be read, but not listed
        return wthor.NO_NAMES, [f"{games.parent}: {error.strerror or error}"]
    own = games.name.lower()
    names = [path.name.lower() for path in paths]
    others = {name.partition(wthor.SUFFIX)[0] for name in names if wthor.SUFFIX in name}
    others.discard(own.partition(wthor.SUFFIX)[0])
    problems: list[str] = []
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(paths, key=lambda path: not own.startswith(f"{path.stem.lower()}.")):
        suffix = path.suffix.lower()
        if path.stem.lower() in others or suffix not in wthor.NAME_SIZES or suffix in found:
            continue
        try:
            found[suffix], errors = wthor.parse_names(read_file(path), wthor.NAME_SIZES[suffix])
            problems += [f"{path.name}: {error}" for error in errors]
        except (wthor.WthorError, OSError) as error:
            problems.append(f"{path.name}: {getattr(error, 'strerror', None) or error}")
    return wthor.Names(*(found.get(suffix, ()) for suffix in wthor.NAME_SIZES)), problems


def count_games(data: bytes, charset: str = "") -> int:
    """How many games `read_games` gives, good and bad; much faster."""
    if not charset and is_wthor(data):
        return sum(1 for _ in _wthor_records(data))
    return sum(1 for _ in split_games(data, charset))


def read_problems(data: bytes) -> tuple[list[Problem], list[ValueError]]:
    """The positions of a file, for games where they end, and the errors of others; an ObfError names its
    line. In WTHOR theoretical scores hold from them on, and `line` counts games. Raises ValueError.
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
    """Whether it is moves or a position, perhaps with mistakes, and not the name of a file, there or not."""
    path, words = Path(text), text.translate(WIDE)
    may_be_moves = re.search(r"(?<![a-z_])[a-h][1-8]", words, re.I) and not path.suffix[1:].isalpha()
    is_game = may_be_moves or SIGNS.match(text) or has_start(text)
    return bool(is_game) and not (path.is_absolute() or os.path.lexists(path))


def lacks_side(text: str) -> bool:
    """Whether a text begins with 64 squares that are not followed by the side to move."""
    return SIDELESS.match(text) is not None


def with_side(text: str, turn: Color) -> str:
    """The text, with the side to move where it lacks it."""
    return SIDELESS.sub(lambda squares: f"{squares[0]} {'XO'[turn]}", text)


def first_part(text: str) -> str:
    """The first game or position of a text with several, as it stands there."""
    return next((part for _, part in split_text(text)), text)


def _too_many() -> str:
    return _("a file has at most {most} games: split it to read those from here on", most=f"{MOST_GAMES:,}")


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
    """Reads a game as far as it is readable. Raises ValueError for a text that is no game."""
    check_length(text)
    if text == REST:
        raise ValueError(_too_many())
    record = _read_as_it_is(text)
    if not (record.game.start.black | record.game.start.white or BEGIN.match(text)):
        raise ValueError(_("there is no disc on the board"))
    end = record.game.node.result
    if record.result != UNKNOWN_RESULT or end is None or not record.game.moves:
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
        sentence = _("a row of a board has eight of the signs X, O and -, not {text}", text=quoted(text))
        raise ValueError(sentence)
    if is_problem(text):
        return Record(Game(parse_problem(text).board))
    game, problem = read_transcript(text)
    if problem is None and not game.moves and not has_start(text):
        raise NoGame
    return Record(game, problem=problem)


def _parse_problem(text: str) -> Problem:
    is_named_form = JSON.match(text) or is_table(text.partition("\n")[0]) or begin_of_pgn(text) is not None
    is_moves = BEGIN.search(text) or has_start(text) or SQUARE.search(text) or DAMAGED.match(text)
    if is_problem(text) or not (is_named_form or is_moves):
        return parse_problem(text)
    record = _read_part(text).whole()
    return Problem(record.game.board, comment=" - ".join(filter(None, (record.black, record.white))))


# WTHOR


def _wthor_records(data: bytes) -> Iterator[wthor.WthorGame | wthor.WthorError]:
    """Up to MOST_GAMES of a file, with an error for the rest."""
    try:
        for number, record in enumerate(wthor.each_record(data)):
            if number == MOST_GAMES:
                yield wthor.WthorError(wthor.HEADER.size + number * wthor.RECORD.size, _too_many())
                return
            yield record
    except wthor.WthorError as error:
        if error.offset:
            raise  # of its header only a part cannot be read
        raise ValueError(_("this is neither a text file nor a WTHOR file")) from error


def _theoretical_problem(record: wthor.WthorGame | wthor.WthorError) -> Problem:
    """Where the theoretical score of a game holds, or where it ended before. Raises WthorError."""
    if isinstance(record, wthor.WthorError):
        raise record
    game = wthor.replay(record)
    name = _("{year}, game {number}", year=record.year, number=record.record + 1)
    found = (node.board for node in reversed(game.line) if node.board.empties == record.theoretical_empties)
    board = next(found, None)
    best = None if board is None else board.turn.sign * (2 * record.theoretical - 64)
    return Problem(board or game.board, best=best, comment=name, line=record.record + 1)
