"""WTHOR, the archive of tournament games of the Fédération Française d'Othello: one .wtb file per year.

Little-endian and unsigned. 16 bytes of header (date, number of games, year, size of the board, empties from
which theoretical scores hold), then 68 bytes a game: the numbers of the tournament and both players, the
score, the theoretical score, and 60 moves of one byte, 10 * row + column (f5 is 56), without passes, padded
with zeros. Scores are Black's discs, with empty squares counted for the winner. Only games on 64 squares are
read.

Names are in separate files, .jou for players and .trn for tournaments: the same header, in which the number
of names follows that of games, then 20 or 26 bytes a name in ISO-8859-1, padded with zeros.
"""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from game.board import PASS, Board, Move, move_name
from game.records.record import MOST_DISCS, Record, lead_text, parse_result, result_text
from game.records.transcript import TranscriptError, add_token
from game.text import _, ngettext
from game.tree import Game

SUFFIX: Final = ".wtb"
PLAYERS_SUFFIX: Final = ".jou"
TOURNAMENTS_SUFFIX: Final = ".trn"
# The place in records.
PLACE: Final = "WTHOR"

HEADER: Final = struct.Struct("<4BIHH4B")
RECORD: Final = struct.Struct("<3H2B60s")

# The most names that the header can count; the first in a written file stands for none.
_MOST_NAMES: Final = 2**16 - 1
# The bytes of a name.
PLAYER_SIZE: Final = 20
TOURNAMENT_SIZE: Final = 26
NAME_SIZES: Final = {PLAYERS_SUFFIX: PLAYER_SIZE, TOURNAMENTS_SUFFIX: TOURNAMENT_SIZE}

BOARD_SIZES: Final = (0, 8)  # both mean 8
# The empties of theoretical scores if the header has 0.
DEFAULT_EMPTIES: Final = 22

# The bytes of squares, and the table that translates them to squares.
_SQUARE_BYTES: Final = bytes(10 * row + column for row in range(1, 9) for column in range(1, 9))
_SQUARES: Final = bytes.maketrans(_SQUARE_BYTES, bytes(range(64)))


class WthorError(ValueError):
    """An error in a file or a record, from byte `offset` on; the `reason` counts games from 1."""

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(_("byte {offset}: {problem}", offset=offset, problem=reason))
        self.offset = offset
        self.reason = reason


@dataclass(frozen=True, slots=True)
class WthorGame:
    """A game of a file. `moves` are its squares, without passes and not yet replayed; see `replay`.

    `score` is the result of the game, `theoretical` that of perfect play from the position with
    `theoretical_empties`: Black's discs, 0 to 64. `record` counts from 0 in the file of the `year`.
    """

    year: int
    record: int
    offset: int
    tournament: int
    black: int
    white: int
    score: int
    theoretical: int
    theoretical_empties: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """The names of players and tournaments, by their numbers in records."""

    players: tuple[str, ...] = ()
    tournaments: tuple[str, ...] = ()


NO_NAMES: Final = Names()


def parse_names(data: bytes, size: int) -> tuple[tuple[str, ...], list[WthorError]]:
    """Reads a file of names, `size` bytes each, and the errors in its length. Raises WthorError."""
    _check_header_size(data)
    games, count = HEADER.unpack_from(data)[4:6]
    if games or not has_date(data):
        raise WthorError(0, _("this is not the header of a file of names"))
    whole, rest = divmod(len(data) - HEADER.size, size)
    names = tuple(
        data[start : start + size].partition(b"\0")[0].decode("latin-1").strip()
        for start in range(HEADER.size, HEADER.size + whole * size, size)
    )
    errors = []
    if rest:
        sentence = ngettext(
            "name {number} is cut off after {bytes} byte",
            "name {number} is cut off after {bytes} bytes",
            rest,
        )
        errors.append(WthorError(HEADER.size + whole * size, sentence.format(number=whole + 1, bytes=rest)))
    if count not in (whole, whole + bool(rest)):
        sentence = _("the header says {count} names, but the file has {whole}", count=count, whole=whole)
        errors.append(WthorError(8, sentence))
    return names, errors


def _check_header_size(data: bytes) -> None:
    if len(data) < HEADER.size:
        sentence = _("the header has {size} bytes, but the file ends after {count}")
        raise WthorError(0, sentence.format(size=HEADER.size, count=len(data)))


def has_date(data: bytes) -> bool:
    """Returns whether a file begins with the date it was made, as all WTHOR files do."""
    return len(data) >= HEADER.size and 1 <= data[2] <= 12 and 1 <= data[3] <= 31


def parse_header(data: bytes) -> tuple[int, int, int]:
    """Returns (games of a .wtb file, their year, empties of theoretical scores). Raises WthorError."""
    _check_header_size(data)
    count, names, year, size, _type, empties = HEADER.unpack_from(data)[4:10]
    if names or not has_date(data):
        raise WthorError(0, _("this is not the header of a file of games"))
    if size not in BOARD_SIZES:
        raise WthorError(12, _("the board is {size} squares wide, not 8", size=size))
    if empties > MOST_DISCS - 4:
        raise WthorError(14, _("theoretical scores are impossible at {empties} empties", empties=empties))
    return count, year, empties or DEFAULT_EMPTIES


def parse_wthor(data: bytes) -> tuple[list[WthorGame], list[WthorError]]:
    """Reads a .wtb file: returns the good records, whose moves only `replay` checks, and the errors of the
    others and of the length of the file. Raises WthorError if the header is invalid.
    """
    found = list(each_record(data))
    games = [game for game in found if isinstance(game, WthorGame)]
    return games, [error for error in found if isinstance(error, WthorError)]


def each_record(data: bytes) -> Iterator[WthorGame | WthorError]:
    """Yields records and errors one by one, as `parse_wthor` does: files may have millions."""
    count, year, empties = parse_header(data)
    whole, rest = divmod(len(data) - HEADER.size, RECORD.size)
    for record in range(whole):
        try:
            yield _parse_record(data, record, year, empties)
        except WthorError as error:
            yield error
    end = HEADER.size + whole * RECORD.size
    if rest:
        sentence = _("game {number} is cut off after {bytes} of {size} bytes")
        yield WthorError(end, sentence.format(number=whole + 1, bytes=rest, size=RECORD.size))
    if count not in (whole, whole + bool(rest)):
        sentence = _("the header says {count} games, but the file has {whole}")
        yield WthorError(4, sentence.format(count=count, whole=whole))


def replay(record: WthorGame) -> Game:
    """Returns the game of a record, with passes, at its last move. Raises WthorError for an illegal move."""
    return read_wthor(record).whole().game


def read_wthor(game: WthorGame, names: Names = NO_NAMES) -> Record:
    """Replays a game as a record, whose `problem` is the error of an illegal move."""
    node = (played := Game()).root
    problem = None
    for move in game.moves:
        try:
            node = add_token(node, move, move_name(move))
        except TranscriptError as error:
            sentence = _("game {number}: {problem}", number=game.record + 1, problem=error)
            problem = WthorError(game.offset, sentence)
            break
    if problem is None and node.must_pass:
        node = node.add(PASS)
    played.visit(node)
    result = lead_text(2 * game.score - MOST_DISCS)
    end = played.node.result
    if problem is None and end is not None and result_text(end) != result:
        sentence, white = _("The file says {black}:{white}, but the board {result}"), MOST_DISCS - game.score
        found = f"{end.black}:{end.white}"
        played.node.comment = sentence.format(black=game.score, white=white, result=found)
        result = result_text(end)
    return Record(
        game=played,
        black=_name(names.players, game.black),
        white=_name(names.players, game.white),
        result=result,
        date=datetime(game.year, 1, 1) if 1 <= game.year <= 9999 else None,
        place=PLACE,
        event=_name(names.tournaments, game.tournament),
        problem=problem,
    )


def _name(names: Sequence[str], number: int) -> str:
    """Returns the name with a number, '' if there is none."""
    return names[number] if number < len(names) else ""


class WthorWriter:
    """Collects games for a WTHOR file, but keeps only their bytes.

    All get the `year` of the first one with a date. Theoretical scores hold from one empty square on.
    """

    def __init__(self) -> None:
        self.year = 0
        self._rows = bytearray()
        self._players, self._tournaments = _Numbers(PLAYER_SIZE), _Numbers(TOURNAMENT_SIZE)

    def add(self, record: Record) -> None:
        """Adds a game. Raises ValueError for another start, no result, and too many names."""
        result = parse_result(record.result)
        if record.game.start != Board.initial():
            raise ValueError(_("WTHOR can hold only games from the usual start"))
        if result is None:
            raise ValueError(_("WTHOR can hold only games with a result"))
        moves = bytes(10 * (move // 8 + 1) + move % 8 + 1 for move in record.game.end.path if move != PASS)
        names = (self._tournaments[record.event], self._players[record.black], self._players[record.white])
        self._rows += RECORD.pack(*names, result.black, result.black, moves)
        if not self.year and record.date is not None:
            self.year = record.date.year

    def files(self, today: date) -> tuple[bytes, bytes, bytes]:
        """Returns the files of games, of their players and of their tournaments."""
        made = (today.year // 100, today.year % 100, today.month, today.day)
        header = HEADER.pack(*made, len(self._rows) // RECORD.size, 0, self.year, 8, 0, 1, 0)
        return header + self._rows, self._players.file(made), self._tournaments.file(made)


class _Numbers(dict[str, int]):
    """Names and their numbers, in the order of first use; number 0 stands for no name."""

    def __init__(self, size: int) -> None:
        super().__init__({"": 0})
        self._size = size

    def __missing__(self, name: str) -> int:
        if len(self) == _MOST_NAMES:
            sentence = _("A WTHOR file has room for {most} players and {most} tournaments")
            raise ValueError(sentence.format(most=f"{_MOST_NAMES - 1:,}"))
        self[name] = len(self)
        return self[name]

    def file(self, made: tuple[int, int, int, int]) -> bytes:
        header = HEADER.pack(*made, 0, len(self), 0, 0, 0, 0, 0)
        names = (name.encode("latin-1", "replace")[: self._size - 1] for name in self)
        return header + b"".join(name.ljust(self._size, b"\0") for name in names)


def _parse_record(data: bytes, record: int, year: int, empties: int) -> WthorGame:
    offset = HEADER.size + record * RECORD.size
    tournament, black, white, score, theoretical, field = RECORD.unpack_from(data, offset)
    if max(score, theoretical) > MOST_DISCS:
        sentence = _("game {number} has {discs} discs, more than {most}")
        discs = max(score, theoretical)
        raise WthorError(offset, sentence.format(number=record + 1, discs=discs, most=MOST_DISCS))
    moves = field.rstrip(b"\0")
    if unknown := moves.translate(None, _SQUARE_BYTES):
        ply = moves.index(unknown[0]) + 1
        sentence = _("game {number}: move {ply} is {found}, which is not a square")
        raise WthorError(offset, sentence.format(number=record + 1, ply=ply, found=unknown[0]))
    squares = tuple(moves.translate(_SQUARES))
    return WthorGame(year, record, offset, tournament, black, white, score, theoretical, empties, squares)
