"""What of a game can be given away, and in which forms."""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path

from game.records.board_text import board_lines
from game.records.diagram import svg
from game.records.ggf import ggf
from game.records.obf import Problem, obf
from game.records.record import Record
from game.records.sgf import sgf
from game.records.transcript import transcript
from game.tree import Game, Node
from play.library import FORBIDDEN, NAME_CHARS


class Form(Enum):
    """A value is what a file's name ends with."""

    GGF = "ggf"
    SGF = "sgf"
    TRANSCRIPT = "txt"
    LINES = "board.txt"
    POSITION = "squares.txt"
    OBF = "obf"
    SVG = "svg"
    NUMBERED_SVG = "moves.svg"
    PNG = "png"

    @property
    def is_text(self) -> bool:
        return self is not Form.PNG


def shared_text(form: Form, record: Record, node: Node) -> str:
    """The game of `record`, or what stands at `node`, as text. Raises ValueError for a picture."""
    if form is Form.GGF:
        return ggf(record) + "\n"
    if form is Form.SGF:
        return sgf(record) + "\n"
    if form is Form.TRANSCRIPT:
        return transcript(Game(record.game.start, node.path)) + "\n"
    if form is Form.LINES:
        return board_lines(node.board) + "\n"
    if form is Form.POSITION:
        return node.board.text() + "\n"
    if form is Form.OBF:
        return obf(Problem(node.board)) + "\n"
    if form in (Form.SVG, Form.NUMBERED_SVG):
        return svg(node, has_numbers=form is Form.NUMBERED_SVG)
    raise ValueError("a picture of dots is no text")


def file_name(record: Record, form: Form) -> str:
    """'2026-11-22 Anna - Ben.sgf'"""
    players = (FORBIDDEN.sub("_", name)[:NAME_CHARS].strip() or "_" for name in (record.black, record.white))
    date = "" if record.date is None else f"{record.date:%Y-%m-%d} "
    return f"{date}{' - '.join(players)}.{form.value}"


def save_new(path: str, data: bytes) -> Path:
    """Write a file that is not there yet. Raises OSError, and ValueError with a sentence."""
    try:
        place = Path(path.strip()).expanduser()
    except RuntimeError as error:
        raise ValueError("the home directory in this path is not known: write it without ~") from error
    if not place.name:
        raise ValueError("a file needs a name")
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        with place.open("xb") as file:
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                place.unlink(missing_ok=True)
                raise
    except FileExistsError as error:
        raise ValueError(f"there is a file {place.name} already: choose another name") from error
    return place
