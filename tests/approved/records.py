"""What is read of records as people and programs write them: `records.txt`.

A bar stands before each line of a text, and all that is found in the text follows, indented. For a new text
write its lines and an empty one: `python -m tests.approved` adds what is found.
"""

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Final

from game.board import PASS, Board, move_name
from game.plain_text import printable
from game.records.any_format import FoundGame, count_games, read_games, read_header, read_text, split_games
from game.records.ggf import ggf
from game.records.pgn import pgn
from game.records.record import Record
from game.records.sgf import sgf
from game.tree import Node
from tests.game.trees import contents, names

PATH: Final = Path(__file__).with_name("records.txt")
ESCAPED: Final = re.compile(r"\\(?:[\\rt]|x..|u....)")
BAR: Final = "| "


def renewed() -> Iterator[str]:
    """The lines of the file as they must be."""
    text: list[str] = []
    for line in PATH.read_text("utf-8").splitlines():
        if line.startswith(BAR.strip()):
            text.append(line[len(BAR) :])
            yield line
            continue
        if text:
            yield from found_in(ESCAPED.sub(unescaped, "\n".join(text)))
            text = []
        if not line.startswith("    "):
            yield line
    yield from found_in(ESCAPED.sub(unescaped, "\n".join(text))) if text else ()


def unescaped(found: re.Match[str]) -> str:
    return found[0].encode().decode("unicode_escape")


def found_in(text: str) -> Iterator[str]:
    data = text.encode("utf-8", "surrogatepass")
    found = list(read_games(data))
    assert [one.number for one in found] == list(range(1, count_games(data) + 1))
    for one, (_line, part) in zip(found, split_games(data), strict=True):
        if not one.problem:
            record, (heading, moves) = one.record, read_header(part)
            assert (heading.black, heading.event, heading.date) == (record.black, record.event, record.date)
            assert moves == tuple(move for move in record.game.moves if move != PASS)
        lines = summary(one)
        yield from (f"    {printable(line)}" for line in (one.problem, *lines) if line)


def summary(found: FoundGame) -> Iterator[str]:
    """A line for the heading, one for each line of the tree, the main one first, and one for each note.

    The game is read the same again when it is written; PGN has no marks on other squares.
    """
    record, game = found.record, found.record.game
    plain = Record(game, problem=record.problem)
    values = ((field.name, getattr(record, field.name)) for field in fields(Record))
    heading = [f"{name} {value}" for name, value in values if value != getattr(plain, name)]
    heading += [] if game.start == Board.initial() else [f"from {game.start.text()}"]
    yield from filter(None, ["; ".join(heading)])
    nodes = list(game.root.walk())
    yield from (names(node.path) or "no moves" for node in nodes if not node.children)
    yield from filter(None, map(noted, nodes))
    for write in (ggf, sgf, pgn) if game.root.children else ():
        again = read_text(write(record))
        assert [node.path for node in again.game.root.walk()] == [node.path for node in nodes]
        if write is not pgn:
            assert contents(again.game)[:-2] == contents(game)[:-2]
            assert record.problem or again.tags == record.tags


def noted(node: Node) -> str:
    worth = [(each.score, each.depth, each.kind.value) for each in node.evaluations.values()]
    notes = {
        "said": node.comment, "marks": node.marks, "seconds": node.seconds, "judged": node.judgement,
        "worth": worth,
    }  # fmt: skip
    shown = [f"{name} {value!r}" for name, value in notes.items() if value not in (None, "", {}, [])]
    place = "start" if node.move is None else f"{node.ply}. {move_name(node.move)}"
    return f"{place}: {', '.join(shown)}" if shown else ""
