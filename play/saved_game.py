"""A match as it stood, and how it is read from JSON and written to it.

The tree is written flat, every node with the number of the one it comes after, so that none is too deep. What
version 0.3 wrote, one line of moves, is read too. A comment, marks by the names of their squares, and the
seconds of a record stand in a node only where there are any.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeVar

from game.board import Board, IllegalMove, Move, Square, move_name, parse_move, parse_square, square_name
from game.clock import Clock, TimeControl
from game.evaluation import DEEPEST, FULL_WIDTH, Evaluation, Kind, judgement_text, parse_judgement
from game.records.ggf import ggf, parse_ggf
from game.records.record import MOST_DISCS, Record, lose_as_reported, opened_record
from game.records.transcript import parse_transcript
from game.starts import ALTERNATIVE_BOARD, RANDOM_PLIES, Start
from game.text import _
from game.tree import Game, Mark, Node, Shape
from play.files import and_more
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
    shown,
)
from play.library_file import LibraryCopy
from play.match import Match
from play.players import Seats
from play.settings import Settings, read_control, read_seats, written_seats

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a match is made again from: its tree with clocks and evaluations, and where one stands in it.

    `start` is the kind of position it began from, None for one that was set up; `began` is local time. Of
    an opened game there is `opened_record`, as in `Match`; `copy` is what the library has of it.
    """

    game: Game
    seats: Seats
    control: TimeControl
    start: Start | None
    began: datetime
    opened_record: Record | None = None
    copy: LibraryCopy = field(default_factory=LibraryCopy, compare=False)
    was_coached: bool = False

    @classmethod
    def of(cls, match: Match) -> "SavedGame":
        """A snapshot, which stays as it is while the match goes on."""
        game = match.game.copy()
        opened = match.opened_record
        return cls(
            game, match.seats, match.control, match.start, match.began, opened, match.copy, match.was_coached
        )

    @property
    def has_been_played(self) -> bool:
        """Whether there is a move that was not part of the start."""
        opening = RANDOM_PLIES if self.start is Start.RANDOM else 0
        return len(self.game.moves) > opening or self.game.has_variations


def written_game(saved: SavedGame) -> dict[str, object]:
    """As JSON. One stands on the `node` of that number; the line ends at `end`, the main line at `main`.

    Of an opened game the GGF of its record is in `opened`; `library` is the digest of its copy there, and
    `row` its number.
    """
    more: dict[str, object] = {}
    if saved.opened_record is not None:
        more["opened"] = ggf(saved.opened_record)
    if saved.copy.digest:
        more |= {"library": saved.copy.digest, "row": saved.copy.row}
    if saved.was_coached:
        more["coached"] = True
    nodes = list(saved.game.root.walk())
    number = {node: index for index, node in enumerate(nodes)}
    return {
        "start": saved.start and saved.start.value,
        "began": (saved.copy.began or saved.began).isoformat(),
        "seats": written_seats(saved.seats),
        "control": asdict(saved.control),
        "board": saved.game.start.text(),
        "node": number[saved.game.node],
        "end": number[saved.game.line[-1]],
        "main": number[saved.game.main[-1]],
        "nodes": [_written_node(node, number) for node in nodes],
        **more,
    }


def _written_node(node: Node, number: Mapping[Node, int]) -> dict[str, object]:
    content: dict[str, object] = {}
    if node.parent is not None and node.move is not None:
        content |= {"after": number[node.parent], "move": move_name(node.move)}
    if node.clock is not None:
        content["clock"] = [*node.clock.remaining, node.clock.spent]
    if node.evaluations:
        content["evaluations"] = {
            kind.value: [known.score, known.depth, known.confidence]
            for kind, known in node.evaluations.items()
        }
    if node.judgement is not None:
        content["judgement"] = judgement_text(node.judgement)
    if node.seconds is not None:
        content["seconds"] = node.seconds
    if node.comment:
        content["comment"] = node.comment
    if node.marks:
        content["marks"] = {
            square_name(square): mark.value if isinstance(mark, Shape) else {"label": mark}
            for square, mark in node.marks.items()
        }
    return content


class _Reader:
    """The values of one saved game; each that cannot be used has its default, and `say` gets a sentence."""

    def __init__(self, content: Mapping[str, Any], say: Callable[[str], None]) -> None:
        self.content = content
        self.say = say

    def value(self, name: str, read: Callable[[Any], T], default: T) -> T:
        return read_or(default, name, read, self.content[name], self.say) if name in self.content else default

    def required(self, name: str, read: Callable[[Any], T]) -> T:
        """Raises ValueError for a value without which there is no game."""
        try:
            return read(self.content.get(name))
        except ValueError as error:
            raise ValueError(named(name, error)) from error


def parse_saved_game(content: Mapping[str, Any], say: Callable[[str], None]) -> SavedGame:
    """Raises ValueError when the moves cannot be replayed; `say` gets what else cannot be used."""
    reader, read_row = _Reader(content, say), partial(read_whole, least=0, most=2**63 - 1)
    control = reader.value("control", read_control, TimeControl())
    game = _read_tree(reader, control) if "nodes" in content else _read_line(reader, control)
    # As far as the position shows it, which a random opening shares with the standard start.
    start = {Board.initial(): Start.STANDARD, ALTERNATIVE_BOARD: Start.ALTERNATIVE}.get(game.start)
    return SavedGame(
        game,
        reader.value("seats", read_seats, Settings().seats),
        control,
        reader.value("start", lambda found: None if found is None else one_of(Start, found), start),
        reader.value("began", read_date, datetime.now()),
        reader.value("opened", _read_opened, None),
        LibraryCopy(reader.value("library", read_text, ""), reader.value("row", read_row, 0)),
        reader.value("coached", read_flag, False),
    )


def _read_tree(reader: _Reader, control: TimeControl) -> Game:
    """The game of `nodes`, as `written_game` has it."""
    entries = reader.required("nodes", read_list)
    game = Game(Board.from_text(reader.required("board", read_text)))
    nodes = [game.root]
    for entry in entries[1:]:
        nodes.append(_add_node(game, nodes, entry))
    readers = {"clock": lambda found: _read_clock(found, control), **_ATTRIBUTES}
    problems: list[str] = []
    for index, (node, entry) in enumerate(zip(nodes, entries, strict=False)):
        for name, read in readers.items():
            if isinstance(entry, dict) and name in entry:
                try:
                    value = read(entry[name])
                    if isinstance(value, Iterator):
                        getattr(node, name).update(value)
                    else:
                        setattr(node, name, value)
                except ValueError as error:
                    where = _("{name} of node {number}", name=name, number=index)
                    problems.append(named(where, error))
    if problems:
        reader.say(and_more(problems))
    game.visit(game.root)
    end = reader.value("end", lambda found: _node(nodes, found), game.line[-1])
    # The first versions with a tree had no other main line than that which was played.
    game.make_main(reader.value("main", lambda found: _node(nodes, found), end))
    game.visit(end)
    game.line = tuple(end.line)  # what was tried after it is no part of the game
    node = reader.value("node", lambda found: _node(nodes, found), end)
    if end.is_below(node):
        game.go_to(node.ply)
    else:
        game.visit(node)
    return game


def _add_node(game: Game, nodes: list[Node], entry: Any) -> Node:
    """The node that `entry` adds to the tree. Raises ValueError that names it."""
    number = len(nodes)
    try:
        found = read_object(entry)
        parent, move = _read_parent(nodes, found.get("after")), _read_move(found.get("move"))
    except ValueError as error:
        raise ValueError(named(_("node {number}", number=number), error)) from error
    try:
        return game.add(parent, move)
    except IllegalMove as error:
        sentence = _("node {number}: {move} is not a legal move for {side}")
        side = error.board.turn.label
        raise ValueError(sentence.format(number=number, move=move_name(move), side=side)) from error


def _read_entries(found: Any, read: Callable[[str, Any], T]) -> Iterator[T]:
    """The entries that can be read. Raises ValueError after them for the first that cannot."""
    problems = []
    for name, entry in read_object(found).items():
        try:
            yield read(name, entry)
        except ValueError as error:
            problems.append(error)
    if problems:
        raise problems[0]


def _read_evaluation_of(kind: str, found: Any) -> tuple[Kind, Evaluation]:
    return one_of(Kind, kind), _read_evaluation(kind, *read_list(found, 3))


def _read_mark(name: str, found: Any) -> tuple[Square, Mark]:
    is_label = isinstance(found, dict) and "label" in found
    return parse_square(name), read_text(found["label"]) if is_label else one_of(Shape, found)


# How the attributes of a node are read that have the same names in the file; beside them there is its clock.
_ATTRIBUTES: Final[Mapping[str, Callable[[Any], object]]] = {
    "evaluations": partial(_read_entries, read=_read_evaluation_of),
    "seconds": lambda found: read_number(found, 0),
    "judgement": lambda found: parse_judgement(read_text(found)),
    "comment": read_text,
    "marks": partial(_read_entries, read=_read_mark),
}


def _read_line(reader: _Reader, control: TimeControl) -> Game:
    """The game of version 0.3: a transcript, with a clock for each position and scores by number of moves."""
    game = parse_transcript(reader.required("game", read_text))
    count = len(game.line)
    plies = {str(ply): ply for ply in range(count)}

    def read_clocks(found: Any) -> list[Clock]:
        return [_read_clock(reading, control) for reading in read_list(found, count)]

    def read_evaluations(found: Any) -> dict[int, Evaluation]:
        evaluations = {}
        for ply, entry in read_object(found).items():
            score, depth, kind = read_list(entry, 3)
            if ply not in plies:
                raise ValueError(_("must be scores by move, not {found}", found=shown(ply)))
            evaluations[plies[ply]] = _read_evaluation(kind, score, depth, FULL_WIDTH)
        return evaluations

    clocks: list[Clock] = reader.value("clocks", read_clocks, [])
    for node, clock in zip(game.line, clocks, strict=False):
        node.clock = clock
    evaluations: dict[int, Evaluation] = reader.value("evaluations", read_evaluations, {})
    for ply, evaluation in evaluations.items():
        game.line[ply].note(evaluation)
    game.go_to(reader.value("cursor", lambda found: read_whole(found, 0, count - 1), count - 1))
    return game


def _read_opened(found: Any) -> Record | None:
    try:
        record = parse_ggf(read_text(found))
    except ValueError as error:
        raise ValueError(_("must be a game in GGF: {problem}", problem=error)) from error
    lose_as_reported(record)
    return opened_record(record)


def _node(nodes: list[Node], found: Any) -> Node:
    return nodes[read_whole(found, 0, len(nodes) - 1)]


def _read_parent(nodes: list[Node], found: Any) -> Node:
    try:
        return _node(nodes, found)
    except ValueError as error:
        sentence = _("must come after one of the {count} before it, not {found}")
        raise ValueError(sentence.format(count=len(nodes), found=shown(found))) from error


def _read_move(found: Any) -> Move:
    try:
        return parse_move(read_text(found))
    except ValueError as error:
        raise ValueError(_("must have a move, a square or pass, not {found}", found=shown(found))) from error


def _read_clock(found: Any, control: TimeControl) -> Clock:
    black, white, spent = read_list(found, 3)
    remaining: tuple[float | None, float | None] = (None, None)
    if control.per_game is not None:
        remaining = read_number(black, 0), read_number(white, 0)
    return Clock(control, remaining, read_number(spent, 0))


def _read_evaluation(kind: Any, score: Any, depth: Any, confidence: Any) -> Evaluation:
    return Evaluation(
        read_number(score, -MOST_DISCS, MOST_DISCS),
        read_whole(depth, 0, DEEPEST),
        one_of(Kind, kind),
        read_whole(confidence, 1, FULL_WIDTH),
    )
