"""Games from one format into another, and what is lost on the way.

What is lost is not looked up: each game is read again from what was written, and the two are compared.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from game.records import wthor
from game.records.any_format import read_game, read_games, read_text
from game.records.record import UNKNOWN_RESULT, Record, result_text
from game.text import N_, _
from game.tree import Node
from play.sharing import Files, Form, shared_files, wthor_files

FORMS: Final = {
    form.value: form for form in (Form.GGF, Form.SGF, Form.PGN, Form.TRANSCRIPT, Form.OBF, Form.WTHOR)
}
"""By what the names of their files end with."""


def _of_nodes(what: Callable[[Node], Any]) -> Callable[[Record], Any]:
    """What the positions of a tree have, each by the moves that lead to it."""
    return lambda record: {node.path: found for node in record.game.root.walk() if (found := what(node))}


PARTS: Final[dict[str, Callable[[Record], Any]]] = {
    N_("moves"): lambda record: tuple(record.game.main[-1].path),
    N_("the start"): lambda record: record.game.start,
    N_("variations"): lambda record: {node.path for node in record.game.root.walk() if not node.children},
    N_("comments"): _of_nodes(lambda node: node.comment),
    N_("marks on squares"): _of_nodes(lambda node: node.marks),
    N_("scores"): _of_nodes(lambda node: node.evaluations),
    N_("what a review found"): _of_nodes(lambda node: node.judgement),
    N_("the time of moves"): _of_nodes(lambda node: node.seconds),
    N_("players"): lambda record: (record.black, record.white),
    N_("the result"): lambda record: _result(record),
    N_("clocks"): lambda record: record.controls,
    N_("the date"): lambda record: record.date,
    N_("place, event or round"): lambda record: (record.place, record.event, record.round),
    N_("ratings"): lambda record: record.ratings,
}
"""What a record has, by the names people are told."""


def _result(record: Record) -> str:
    end = record.game.main[-1].result
    return result_text(end) if record.result == UNKNOWN_RESULT and end is not None else record.result


def lost(before: Record, after: Record) -> list[str]:
    """The parts that differ; without the moves nothing else is left of a game that is worth a word."""
    names = [name for name, part in PARTS.items() if part(before) != part(after)]
    return names[:1] if names[:1] == ["moves"] else names


@dataclass(frozen=True, slots=True)
class Converted:
    """What is written. `games` are in it, of which some have `lost` a part: how many, by its name."""

    files: Files
    games: int
    lost: Counter[str]


def convert(data: bytes, names: wthor.Names, form: Form, say: Callable[[str], None]) -> Converted:
    """The games of a file in one of FORMS; `names` are those of WTHOR.

    `say` gets a sentence for each game that cannot be read, or only in part, or cannot be written. Raises
    ValueError for what is no file of games.
    """
    written: list[tuple[Record, bytes]] = []
    parts: Counter[str] = Counter()
    for found in read_games(data, names, say):
        if found.problem:
            say(found.problem)
        record = found.record
        if record.problem is None or record.game.moves:
            try:
                files = shared_files(form, record, record.game.main[-1])
                parts.update(lost(record, _read(files)))
            except ValueError as error:
                say(_("game {number}: {problem}", number=found.number, problem=error))
            else:
                written.append((record, files[f".{form.value}"]))
    if form is Form.WTHOR:
        return Converted(wthor_files([record for record, _data in written]), len(written), parts)
    return Converted({f".{form.value}": b"".join(data for _record, data in written)}, len(written), parts)


def _read(files: Files) -> Record:
    """The one game of files. Raises ValueError."""
    if wthor.SUFFIX not in files:
        (data,) = files.values()
        return read_text(data.decode())
    players, _problems = wthor.parse_names(files[wthor.PLAYERS_SUFFIX], wthor.PLAYER_SIZE)
    tournaments, _problems = wthor.parse_names(files[wthor.TOURNAMENTS_SUFFIX], wthor.TOURNAMENT_SIZE)
    return read_game(files[wthor.SUFFIX], names=wthor.Names(players, tournaments))
