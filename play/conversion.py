"""Converts games between formats and reads them again, to find what the conversion loses."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from typing import Any, Final

from game.records import wthor
from game.records.any_format import FoundGame, NoGame, count_games, read_games, read_text
from game.records.record import RESULT, UNKNOWN_RESULT, Record, result_text
from game.records.transcript import TranscriptError
from game.text import N_, _
from game.tree import Node
from play.sharing import WTHOR_SUFFIXES, Form, SharedFiles, shared_files

FORMS: Final = {
    form.value: form for form in (Form.GGF, Form.SGF, Form.PGN, Form.TRANSCRIPT, Form.OBF, Form.WTHOR)
}
"""The formats by file suffix."""


def _of_nodes(what: Callable[[Node], Any]) -> Callable[[Record], Any]:
    """Returns a function that maps the path of each node to its value of `what`, unless that is empty."""
    return lambda record: {node.path: found for node in record.game.root.walk() if (found := what(node))}


PARTS: Final[dict[str, Callable[[Record], Any]]] = {
    N_("moves"): lambda record: record.game.end.path,
    N_("the start"): lambda record: record.game.start,
    N_("variations"): lambda record: {node.path for node in record.game.root.walk() if not node.children},
    N_("comments"): _of_nodes(lambda node: node.comment),
    N_("marks on squares"): _of_nodes(lambda node: node.marks),
    N_("scores"): _of_nodes(lambda node: (*node.evaluations.values(), *node.scores.values())),
    N_("review results"): _of_nodes(lambda node: node.judgement),
    N_("move times"): _of_nodes(lambda node: node.seconds),
    N_("players"): lambda record: (record.black, record.white),
    N_("the result"): lambda record: _result(record),
    N_("annotator, opening, teams or other tags"): lambda record: record.tags,
    N_("clocks"): lambda record: record.controls,
    N_("the date"): lambda record: record.date,
    # The reader of WTHOR adds the name of the format to the place.
    N_("place, event or round"): lambda record: (
        record.place.replace(wthor.PLACE, ""),
        record.event,
        record.round,
    ),
    N_("ratings"): lambda record: record.ratings,
}
"""Readers of the parts of a record, by their displayed names."""


def _result(record: Record) -> tuple[float, str | None] | None:
    """Returns Black's lead and the letter for how the game ended, so that spellings compare equal."""
    end = record.game.line[-1].result
    text = result_text(end) if record.result == UNKNOWN_RESULT and end is not None else record.result
    found = RESULT.fullmatch(text.strip())
    return None if found is None else (float(found[1]), found[2])


def lost(before: Record, after: Record) -> list[str]:
    """Returns the names of the parts that differ; only the moves if those do."""
    names = [name for name, part in PARTS.items() if part(before) != part(after)]
    return names[:1] if names[:1] == ["moves"] else names


def _is_unknown(problem: ValueError | None) -> bool:
    """Returns whether a text cannot be a game: not even its first word looks like a move."""
    if isinstance(problem, TranscriptError):
        return problem.ply == 1 and not any(map(str.isdigit, problem.token))
    return isinstance(problem, NoGame)


class Conversion:
    """Converts games one by one into one of FORMS; counts them, and how often each part was `lost`."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.read = self.written = self.damaged = self.unknown = 0
        self.lost: Counter[str] = Counter()
        self._wthor = wthor.WthorWriter()
        self._last = b""

    @property
    def found(self) -> int:
        """The number of all games: `read` whole, `damaged`, or `unknown` text that is no game."""
        return self.read + self.damaged + self.unknown

    def add(self, found: FoundGame) -> tuple[bytes, str]:
        """Returns what to write of a game now, b"" if nothing, and its problem, '' if none."""
        record, problem = found.record, found.problem
        self.read += not problem
        self.unknown += (is_unknown := _is_unknown(record.problem))
        self.damaged += bool(problem) and not is_unknown
        if problem and not record.game.moves:
            return b"", problem
        try:
            what = self._write(record)
        except ValueError as error:
            empty = "" if record.game.root.children else _("the format cannot hold a game without moves")
            return b"", problem or found.describe(ValueError(empty) if empty else error)
        self.written += 1
        return what, problem

    def files(self) -> SharedFiles:
        """Returns the files of WTHOR, which can be built only at the end."""
        return dict(zip(WTHOR_SUFFIXES, self._wthor.files(date.today()), strict=True))

    def _write(self, record: Record) -> bytes:
        """Converts a record. Raises ValueError for one that the format cannot hold."""
        (what, *names) = shared_files(self.form, record, record.game.end).values()
        if names:
            self._wthor.add(record)
            sizes = wthor.NAME_SIZES.values()
            found = (wthor.parse_names(*each)[0] for each in zip(names, sizes, strict=True))
            (game,) = read_games(what, wthor.Names(*found))
            year = datetime(self._wthor.year, 1, 1) if self._wthor.year else None
            self.lost.update(lost(record, replace(game.record, date=year)))
            return b""
        self.lost.update(lost(record, read_text(what.decode())))
        if self.form is Form.TRANSCRIPT and self._last and count_games(self._last + what) == 1:
            what = f"{record.game.start.text()};".encode() + what  # else this line would continue the last
        self._last = what
        return what
