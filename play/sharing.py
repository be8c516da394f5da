"""The export of games and positions, in several forms."""

import re
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Final, TypeAlias

from ai.files import write_file
from game.files import check_kind, open_file, typed_path
from game.records.board_text import board_lines
from game.records.diagram import svg
from game.records.ggf import ggf
from game.records.obf import Problem, obf
from game.records.pgn import pgn
from game.records.record import Record, date_text, parse_result, plain_date
from game.records.sgf import sgf
from game.records.transcript import transcript
from game.records.wthor import NAME_SIZES, SUFFIX, WthorWriter
from game.text import _
from game.tree import Game, Node

# Characters of a player's name in a file name: at four bytes each they fit the limits of all systems.
NAME_CHARS: Final = 24
# Characters that some systems do not allow in a file name.
FORBIDDEN: Final = re.compile(r'[\x00-\x1f\x7f\ud800-\udfff<>:"/\\|?*]+')
# The file of games, and the files of names beside it.
WTHOR_SUFFIXES: Final = (SUFFIX, *NAME_SIZES)

SharedFiles: TypeAlias = Mapping[str, bytes]  # contents by the ends of the file names


class Form(Enum):
    """The forms of export; a value is the end of the file name."""

    GGF = "ggf"
    SGF = "sgf"
    PGN = "pgn"
    WTHOR = "wtb"
    TRANSCRIPT = "txt"
    LINES = "board.txt"
    OBF = "obf"
    SVG = "svg"
    PNG = "png"
    WEB = "html"

    @property
    def is_text(self) -> bool:
        return self not in (Form.PNG, Form.WTHOR, Form.WEB)


def shared_text(form: Form, record: Record, node: Node) -> str:
    """Returns the game of `record`, or the position at `node`, as text. Raises ValueError for other forms."""
    if form is Form.GGF:
        return ggf(replace(record, date=plain_date(record.date))) + "\n"
    if form is Form.SGF:
        return sgf(_as_played(form, record)) + "\n"
    if form is Form.PGN:
        return pgn(_as_played(form, record))
    if form is Form.TRANSCRIPT:
        return transcript(Game(record.game.start, node.path)) + "\n"
    if form is Form.LINES:
        return board_lines(node.board) + "\n"
    if form is Form.OBF:
        return obf(Problem(node.board)) + "\n"
    if form is Form.SVG:
        return svg(node)
    raise ValueError("pictures of dots and web pages are no text")


def leaves_out_tried(form: Form, record: Record) -> bool:
    """Whether a form leaves out moves tried after a resignation or a loss on time: only GGF marks them."""
    is_over = parse_result(record.result) is not None
    return form in (Form.SGF, Form.PGN) and is_over and bool(record.game.end.children)


def _as_played(form: Form, record: Record) -> Record:
    if not leaves_out_tried(form, record):
        return record
    game = record.game.copy()
    for child in tuple(game.end.children):
        game.delete(child)
    return replace(record, game=game)


def shared_files(form: Form, record: Record, node: Node) -> SharedFiles:
    """Returns the game, or the position at `node`, as bytes. Raises ValueError, also for PNG and HTML."""
    if form is Form.WTHOR:
        writer = WthorWriter()
        writer.add(record)
        return dict(zip(WTHOR_SUFFIXES, writer.files(date.today()), strict=True))
    return {f".{form.value}": shared_text(form, record, node).encode()}


def file_name(record: Record, form: Form) -> str:
    """Returns a file name such as '2026-11-22 Anna - Ben.sgf'."""
    players = (FORBIDDEN.sub("_", name)[:NAME_CHARS].strip() or "_" for name in (record.black, record.white))
    return f"{date_text(record.date)[:10]} {' - '.join(players)}.{form.value}".lstrip()


class AlreadyThere(ValueError):
    """A file of this name exists, and may not be replaced."""


def place_of(path: str, may_replace: bool = False) -> Path:
    """Returns where to write a file whose path the user has typed. Raises AlreadyThere or another ValueError;
    OSError if the place is not accessible, or for anything but a regular file.
    """
    place = typed_path(path.strip())
    if not place.name:
        raise ValueError(_("a file needs a name"))
    try:
        check_kind(place)
    except (FileNotFoundError, NotADirectoryError):
        if not place.is_symlink():
            return place
    if not may_replace:
        raise AlreadyThere(_("the file {name} already exists", name=place.name))
    return place


def save_files(path: str, files: Mapping[str, bytes | Iterable[bytes]], may_replace: bool = False) -> Path:
    """Writes all files or none: the first at `path`, the others beside it by their endings. Iterables are
    consumed as they are written. Raises OSError, as `place_of`, and what the iterables raise.
    """
    places = [place_of(path, may_replace)]
    first, *others = files
    if others and places[0].suffix.lower() != first:
        raise ValueError(_("the name must end in {ending}", ending=first))
    places += [place_of(str(places[0].with_suffix(suffix)), may_replace) for suffix in others]
    with ExitStack() as undo:
        for place, data in zip(places, files.values(), strict=True):
            old = None
            if others and place.is_file():
                with open_file(place) as file:
                    old = file.read()
            write_file(place, data)
            undo.callback(place.unlink) if old is None else undo.callback(write_file, place, old)
        undo.pop_all()
    return places[0]
