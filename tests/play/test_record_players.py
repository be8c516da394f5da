"""The players of an opened game: complete from the library, by their names from a file."""

from dataclasses import replace

import pytest

from ai.limits import Algorithm
from game.board import Color
from game.clock import TimeControl
from game.records.ggf import ggf, parse_ggf
from game.records.record import Record
from game.starts import Start
from game.tree import Game
from play.library import record_of
from play.players import Seat, Seats
from play.record_players import knows_players, player_name, seats_of
from play.saved_game import SavedGame
from tests.play.stored import BEGAN
from tests.samples import F5, PERSON

COMPUTER = Seat(Algorithm.PVS, 5)
ANN = Seat(name="Ann")


def kept(seats: Seats, opened: Record | None = None) -> Record:
    """Returns a game as the library stores it."""
    saved = SavedGame(Game(moves=[F5]), seats, TimeControl(), Start.STANDARD, BEGAN, opened)
    return parse_ggf(ggf(record_of(saved)))


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ((PERSON, COMPUTER), ("You", "Nullwindow PVS 5")),
        ((Seat(Algorithm.ALPHABETA), PERSON), ("Nullwindow alpha-beta 10", "You")),
        ((PERSON, PERSON), ("Black", "White")),
        ((ANN, PERSON), ("Ann", "White")),
        ((ANN, replace(COMPUTER, name="Robot")), ("Ann", "Robot")),
        ((COMPUTER, COMPUTER), ("Nullwindow PVS 5", "Nullwindow PVS 5")),
    ],
)
def test_seats_have_names(seats: Seats, expected: tuple[str, str]) -> None:
    assert (player_name(seats, Color.BLACK), player_name(seats, Color.WHITE)) == expected
    assert seats_of(kept(seats)) == seats


@pytest.mark.parametrize(
    "seats",
    [
        (PERSON, Seat(Algorithm.PVS, 3, adapts=True)),
        (Seat(Algorithm.ALPHABETA, 10, seconds=30.0), ANN),
        (Seat(name="Nullwindow PVS 5"), PERSON),
        (Seat(name="White"), Seat(name="Black")),
    ],
    ids=["adapts", "seconds", "a person called like the program", "called like the other"],
)
def test_seat_details_are_kept(seats: Seats) -> None:
    record = kept(seats)
    assert knows_players(record)
    assert seats_of(record) == seats
    again = kept(seats_of(record), record)
    assert (again.players, again.black, again.white) == (record.players, record.black, record.white)


def test_names_written_by_the_program_become_its_players() -> None:
    assert seats_of(Record(black="You", white="Nullwindow alpha-beta 3")) == (
        PERSON, Seat(Algorithm.ALPHABETA, 3),
    )  # fmt: skip
    assert seats_of(Record(black="Nullwindow PVS 10", white="Ben")) == (
        Seat(Algorithm.PVS, 10), Seat(name="Ben"),
    )  # fmt: skip


@pytest.mark.parametrize(
    "name", ["Nullwindow", "Nullwindow PVS", "Nullwindow PVS 11", "Nullwindow PVS 0", "You"]
)
def test_unknown_names_become_people(name: str) -> None:
    record = Record(black=name, white="Ben")
    assert seats_of(record) == (Seat(name=name), Seat(name="Ben"))
    assert not knows_players(record)
    assert not knows_players(kept(seats_of(record), record)), "also once it is in the library"


@pytest.mark.parametrize("players", ["{", "1", '{"black": 1, "white": 2}', '{"black": "human"}', "[" * 9999])
def test_invalid_player_data_is_ignored(players: str) -> None:
    record = Record(black="Ann", white="Nullwindow PVS 5", players=players)
    assert seats_of(record) == (ANN, COMPUTER)
