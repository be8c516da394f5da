"""The players of a record: the names of this program's players, and the seats that the names stand for."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Final

from ai.limits import FULL_STRENGTH
from game.board import Color
from game.clock import Clock
from game.records.record import Record
from play.json_values import read_number, read_whole
from play.library_file import KeptGame, Source
from play.players import Seat, Seats
from play.settings import ALGORITHM_OF, read_control, read_seats, written_seats

PROGRAM: Final = "Nullwindow"
# Errors of reading the `players` of a record, which another program may have written.
_STRANGE: Final = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
# The name of an unnamed person who plays the computer.
YOU: Final = "You"
TERMS: Final = {algorithm.term: algorithm for algorithm in ALGORITHM_OF.values()}
COMMAS: Final = re.compile("[,，、]")
OWN_NAME: Final = re.compile(rf"{PROGRAM} ({'|'.join(map(re.escape, TERMS))}) ([1-9]\d?)")


def player_name(seats: Seats, color: Color) -> str:
    """Returns a player's own name, else the name of the computer player, 'You' against one, or the colour."""
    seat, other = seats[color], seats[color.other]
    if seat.name:
        return seat.name
    if seat.outside:
        return seat.outside
    if seat.algorithm is not None:
        return f"{PROGRAM} {seat.algorithm.term} {seat.level}"
    return color.name.capitalize() if other.is_human else YOU


def own_names(text: str) -> frozenset[str]:
    """Returns comma-separated names in the form for comparison: without case and blanks."""
    return frozenset(map(_compared, COMMAS.split(text))) - {""}


def _compared(name: str) -> str:
    return "".join(name.casefold().split())


def is_own(name: str, names: frozenset[str]) -> bool:
    return _compared(name) in names


def own_color(black: str, white: str, names: frozenset[str] = frozenset()) -> Color | None:
    """Returns the user's side, by name or as this program's opponent; None if the names do not decide it."""
    own = [
        name == YOU or is_own(name, names) or OWN_NAME.fullmatch(other) is not None
        for name, other in ((black, white), (white, black))
    ]
    return None if own[0] == own[1] else Color(own.index(True))


def own_side(game: KeptGame, names: frozenset[str]) -> Color | None:
    """Returns the user's side in a game of the library that was played here or under one of `names`."""
    color = own_color(game.black, game.white, names)
    is_known = color is not None and is_own((game.black, game.white)[color], names)
    return color if is_known or game.source is Source.PLAYED else None


def seats_of(record: Record) -> Seats:
    """Returns the stored seats of a record, else those of its names: this program's players, or people."""
    names = record.black, record.white
    black, white = _kept_seats(record) or (_seat_named(names[0]), _seat_named(names[1]))
    nameless = replace(black, name=""), replace(white, name="")
    own, other = (
        nameless[color] if names[color] == player_name(nameless, color) else replace(seat, name=names[color])
        for color, seat in zip(Color, (black, white), strict=True)
    )
    return own, other


def knows_players(record: Record) -> bool:
    """Whether a record stores its seats or names a player of this program; else it only names strangers."""
    return _kept_seats(record) is not None or not all(seat.is_human for seat in seats_of(record))


def written_players(
    seats: Seats, opened: Record | None, swaps: Sequence[int] = (), clock: Clock | None = None
) -> str:
    """Returns the `players` text of a record: '' if the names imply it, and for strangers. `swaps_of` reads
    back `swaps`, and `clock_of` the `clock` of an unfinished game.
    """
    black, white = (player_name(seats, color) for color in Color)
    has_computer = not all(seat.is_human for seat in seats)
    says_all = has_computer and seats_of(Record(black=black, white=white)) == seats
    is_strange = not has_computer and opened is not None and not knows_players(opened)
    if not (swaps or clock) and (says_all or is_strange):
        return ""
    texts = written_seats((replace(seats[0], name=""), replace(seats[1], name="")))
    written = dict(zip(("black", "white"), texts, strict=True))
    if swaps:
        written["swaps"] = " ".join(map(str, swaps))
    if clock:
        left = ("" if left is None else f"{left:.2f}" for left in clock.remaining)
        written["clock"] = asdict(clock.control) | {"left": " ".join(left)}
    return json.dumps(written)


def swaps_of(record: Record) -> tuple[int, ...]:
    """Returns the plies after which the players exchanged sides."""
    try:
        swaps = json.loads(record.players)["swaps"].split()
        return tuple(read_whole(int(ply), 0, len(record.game.moves)) for ply in swaps)
    except _STRANGE:
        return ()


def clock_of(record: Record) -> Clock | None:
    """Returns the clock from when the game was left, None if there is none."""
    try:
        found = json.loads(record.players)["clock"]
        black, white = (read_number(float(left), 0) if left else None for left in found["left"].split(" "))
        return Clock(read_control(found), (black, white))
    except _STRANGE:
        return None


def _kept_seats(record: Record) -> Seats | None:
    try:
        found = json.loads(record.players)
        return read_seats([found["black"], found["white"]])
    except _STRANGE:
        return None


def _seat_named(name: str) -> Seat:
    match = OWN_NAME.fullmatch(name)
    if match is None or int(match[2]) > FULL_STRENGTH:
        return Seat()
    return Seat(TERMS[match[1]], int(match[2]))
