"""A saved match, read from JSON and written to it: its tree as SGF, and the clocks of the nodes in the same
order. The list of nodes that version 1.0 wrote instead can be read, too.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from game.board import Board, parse_move, parse_square
from game.clock import Clock, TimeControl
from game.evaluation import DEEPEST, FULL_WIDTH, Evaluation, Kind, parse_judgement
from game.records.ggf import ggf, parse_ggf
from game.records.record import MOST_DISCS, Record, main_line_record
from game.records.sgf import read_sgf, sgf
from game.starts import Start
from game.text import _
from game.tree import Game, Node, Shape
from play.json_values import (
    named,
    one_of,
    read_date,
    read_flag,
    read_list,
    read_number,
    read_object,
    read_or,
    read_text,
    read_whole,
)
from play.library_file import LibraryCopy
from play.match import Match
from play.players import Seats
from play.settings import Settings, read_control, read_seats, written_seats

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The data that restores a match; the fields are those of `Match`."""

    game: Game
    seats: Seats
    control: TimeControl
    start: Start | None
    began: datetime
    opened_record: Record | None = None
    copy: LibraryCopy = field(default_factory=LibraryCopy, compare=False)
    was_coached: bool = False
    swaps: tuple[int, ...] = ()

    @classmethod
    def of(cls, match: Match) -> "SavedGame":
        """Takes a snapshot, which does not change as the match goes on."""
        game = match.game.copy()
        opened = match.opened_record
        return cls(
            game, match.seats, match.control, match.start, match.began, opened, match.copy, match.was_coached,
            match.swaps,
        )  # fmt: skip

    @property
    def has_been_played(self) -> bool:
        """Whether there is a move that was not part of the start."""
        root = self.game.root
        return any(node.ply > root.given for node in root.walk()) or self.game.has_variations


def written_game(saved: SavedGame) -> dict[str, object]:
    """Returns the game as JSON. `cursor` and `end` are the numbers of the current node and the line's last;
    `opened` is the GGF of an opened game, `library` the digest of its copy in the library, `row` its number.
    """
    more: dict[str, object] = {}
    if saved.opened_record is not None:
        more["opened"] = ggf(saved.opened_record)
    if saved.copy.digest:
        more |= {"library": saved.copy.digest, "row": saved.copy.row}
    if saved.was_coached:
        more["coached"] = True
    if saved.swaps:
        more["swaps"] = [*saved.swaps]
    nodes = list(saved.game.root.walk())
    clocks = (node.clock for node in nodes)
    return {
        "start": saved.start and saved.start.value,
        "began": (saved.copy.began or saved.began).isoformat(),
        "seats": written_seats(saved.seats),
        "control": asdict(saved.control),
        "game": sgf(Record(saved.game, event=saved.game.start_name)),
        "clocks": [clock and [*clock.remaining, clock.spent] for clock in clocks],
        "cursor": nodes.index(saved.game.node),
        "end": nodes.index(saved.game.line[-1]),
        **more,
    }


def parse_saved_game(content: Mapping[str, Any], say: Callable[[str], None]) -> SavedGame:
    """Reads a game; `say` gets other problems. Raises ValueError if the moves cannot be replayed."""

    def value(name: str, read: Callable[[Any], T], default: T) -> T:
        return read_or(default, name, read, content[name], say) if name in content else default

    if "nodes" in content:
        game = _read_nodes(content, say)
        clocks = [entry.get("clock") for entry in content["nodes"]]
        content = {**content, "clocks": clocks, "cursor": content.get("node")}
    else:
        game = _read_tree(content.get("game"))
    nodes = list(game.root.walk())
    read_place = partial(read_whole, least=0, most=len(nodes) - 1)
    end = nodes[value("end", read_place, nodes.index(game.node))]
    game.end_at(end)
    node = nodes[value("cursor", read_place, nodes.index(end))]
    if end.is_below(node):
        game.go_to(node.ply)
    else:
        game.visit(node)
    control = value("control", read_control, TimeControl())

    def read_clocks(found: Any) -> list[Clock | None]:
        return [_read_clock(each, control) for each in read_list(found, len(nodes))]

    readings: list[Clock | None] = value("clocks", read_clocks, [])
    for node, clock in zip(nodes, readings, strict=False):
        node.clock = clock
    row = value("row", partial(read_whole, least=0, most=2**63 - 1), 0)
    return SavedGame(
        game,
        value("seats", read_seats, Settings().seats),
        control,
        value("start", lambda found: None if found is None else one_of(Start, found), None),
        value("began", read_date, datetime.now()),
        value("opened", _read_opened, None),
        LibraryCopy(value("library", read_text, ""), row),
        value("coached", read_flag, False),
        value("swaps", lambda found: tuple(map(read_place, read_list(found))), ()),
    )


def _read_tree(found: Any) -> Game:
    """Reads a game from SGF and puts it at its end. Raises ValueError."""
    try:
        text = read_text(found)
    except ValueError as error:
        raise ValueError(named("game", error)) from error
    return read_sgf(text).whole().game


def _read_nodes(content: Mapping[str, Any], say: Callable[[str], None]) -> Game:
    """Reads a list of nodes, each with the number of its parent, and puts the game at its end."""
    entries = [read_object(entry) for entry in read_list(content["nodes"])]
    game = Game(Board.from_text(read_text(content.get("board"))))
    nodes = [game.root]
    for entry in entries[1:]:
        parent = nodes[read_whole(entry.get("after"), 0, len(nodes) - 1)]
        nodes.append(game.add(parent, parse_move(read_text(entry.get("move")))))
    wrong: list[ValueError] = []
    for node, entry in zip(nodes, entries, strict=False):
        try:
            _read_notes(node, entry)
        except ValueError as error:
            wrong.append(error)
    if wrong:
        say(named("nodes", wrong[0]))
    game.visit(game.main[-1])
    return game


def _read_notes(node: Node, entry: Mapping[str, Any]) -> None:
    """Reads the notes of a node. Raises ValueError for the first invalid one."""
    for kind, known in read_object(entry.get("evaluations", {})).items():
        score, depth, confidence = read_list(known, 3)
        discs, plies = read_number(score, -MOST_DISCS, MOST_DISCS), read_whole(depth, 0, DEEPEST)
        node.note(Evaluation(discs, plies, one_of(Kind, kind), read_whole(confidence, 1, FULL_WIDTH)))
    for name, mark in read_object(entry.get("marks", {})).items():
        is_label = isinstance(mark, dict)
        shape = read_text(mark.get("label")) if is_label else one_of(Shape, mark)
        node.marks[parse_square(name)] = shape
    node.comment = read_text(entry.get("comment", ""))
    if "judgement" in entry:
        node.judgement = parse_judgement(read_text(entry["judgement"]))
    if "seconds" in entry:
        node.seconds = read_number(entry["seconds"], 0)


def _read_clock(found: Any, control: TimeControl) -> Clock | None:
    if found is None:
        return None
    black, white, spent = read_list(found, 3)
    remaining: tuple[float | None, float | None] = (None, None)
    if control.per_game is not None:
        remaining = read_number(black, 0), read_number(white, 0)
    return Clock(control, remaining, read_number(spent, 0))


def _read_opened(found: Any) -> Record | None:
    try:
        return main_line_record(parse_ggf(read_text(found)))
    except ValueError as error:
        raise ValueError(_("must be a game in GGF: {problem}", problem=error)) from error
