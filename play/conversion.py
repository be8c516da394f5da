"""Games from one format into another, and what is lost on the way.

What is lost is not looked up: each game is read again from what was written, and the two are compared. Of
WTHOR, in which all games have one year, that is the whole file.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from game.records import wthor
from game.records.any_format import count_games, read_games, read_text
from game.records.record import RESULT, UNKNOWN_RESULT, Record, result_text
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
    N_("moves"): lambda record: record.game.end.path,
    N_("the start"): lambda record: record.game.start,
    N_("variations"): lambda record: {node.path for node in record.game.root.walk() if not node.children},
    N_("comments"): _of_nodes(lambda node: node.comment),
    N_("marks on squares"): _of_nodes(lambda node: node.marks),
    N_("scores"): _of_nodes(lambda node: node.evaluations),
    N_("what a review found"): _of_nodes(lambda node: node.judgement),
    N_("the time of moves"): _of_nodes(lambda node: node.seconds),
    N_("players"): lambda record: (record.black, record.white),
    N_("the result"): lambda record: _result(record),
    N_("annotator, opening, teams or other tags"): lambda record: record.tags,
    N_("clocks"): lambda record: record.controls,
    N_("the date"): lambda record: record.date,
    # Readers of WTHOR put its name into the place.
    N_("place, event or round"): lambda record: (
        record.place.replace(wthor.PLACE, ""),
        record.event,
        record.round,
    ),
    N_("ratings"): lambda record: record.ratings,
}
"""What a record has, by the names people are told."""


def _result(record: Record) -> tuple[float, str | None] | None:
    """Black's lead, however it is written, and the letter that says how the game ended."""
    end = record.game.line[-1].result
    text = result_text(end) if record.result == UNKNOWN_RESULT and end is not None else record.result
    found = RESULT.fullmatch(text.strip())
    return None if found is None else (float(found[1]), found[2])


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
    records, written = list[Record](), list[bytes]()
    parts: Counter[str] = Counter()
    for found in read_games(data, names, say):
        if found.problem:
            say(found.problem)
        record = found.record
        if record.problem is None or record.game.moves:
            try:
                (what, *_names) = shared_files(form, record, record.game.end).values()
                if form is not Form.WTHOR:
                    parts.update(lost(record, read_text(what.decode())))
                if form is Form.TRANSCRIPT and written and count_games(written[-1] + what) == 1:
                    what = f"{record.game.start.text()};".encode() + what  # the line before does not go on
            except ValueError as error:
                empty = "" if record.game.root.children else _("the format cannot hold a game without moves")
                say(_("game {number}: {problem}", number=found.number, problem=empty or error))
            else:
                records.append(record)
                written.append(what)
    if form is not Form.WTHOR:
        return Converted({f".{form.value}": b"".join(written)}, len(records), parts)
    files = wthor_files(records)
    found_names = (wthor.parse_names(files[suffix], size)[0] for suffix, size in wthor.NAME_SIZES.items())
    read = read_games(files[wthor.SUFFIX], wthor.Names(*found_names))
    for record, after in zip(records, read, strict=True):
        parts.update(lost(record, after.record))
    return Converted(files, len(records), parts)
