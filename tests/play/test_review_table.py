"""Totals of reviews."""

from dataclasses import replace
from datetime import datetime

import pytest

from game.evaluation import Mark
from game.plain_text import fitted
from play.review import GamePhase
from play.review_file import ReviewedGame, identity, parse_reviewed, reviewed_ggf
from play.review_table import MOST_PLAYERS, NAME_WIDTH, Summary, game_as_json, game_row
from tests.play.reviewed import EFFORT, judged, record

LOSSES = {1: 0.0, 2: 2.5, 31: 4.0, 55: 9.5}  # Black's are 1, 31 and 55, if there is no pass


def game(seed: int = 1, black: str = "Ann", white: str = "Bob", year: int = 2019) -> ReviewedGame:
    found = judged(record(seed, black, white, year), LOSSES)
    return parse_reviewed(reviewed_ggf(found, identity(found), EFFORT))


def test_losses_are_added_up_by_player_year_and_phase() -> None:
    summary = Summary()
    for found in (game(), game(2, "Bob", "Ann", 2020), game(3, "Ann", "", 2020)):
        assert [move.color.name[0] for move in found.moves] == ["B", "W", "B", "B"]
        summary.add(found)
    assert summary.games == 3
    ann, bob = summary.players["Ann"], summary.players["Bob"]
    assert (ann.sides, ann.moves, ann.lost_in_all) == (3, 7, 29.5)
    assert ann.lost == {GamePhase.OPENING: 2.5, GamePhase.MIDDLE: 8.0, GamePhase.END: 19.0}
    assert (bob.sides, bob.moves, bob.lost_in_all) == (2, 4, 16.0)
    assert (bob.marks, bob.accuracy) == ({Mark.DUBIOUS: 1, Mark.MISTAKE: 1, Mark.BLUNDER: 1}, 0.25)
    assert "" not in summary.players
    years = {year: (tally.sides, tally.lost_in_all) for year, tally in summary.years.items()}
    assert years == {2019: (2, 16.0), 2020: (4, 32.0)}
    assert (summary.all.sides, summary.all.moves, summary.all.lost_in_all) == (6, 12, 48.0)
    as_json = summary.as_json()
    assert list(as_json["players"]) == ["Ann", "Bob"]
    assert as_json["all"]["lost_by_phase"] == {"opening": 7.5, "middle game": 12.0, "endgame": 28.5}


def test_players_and_years_have_rows() -> None:
    summary = Summary()
    summary.add(game())
    rows = [line.split() for line in summary.table()]
    assert ["Ann", "1", "3", "13.50", "0.00", "4.00", "9.50", "0", "1", "1", "33.3", "%"] in rows
    assert ["Bob", "1", "1", "2.50", "2.50", "0.00", "0.00", "1", "0", "0", "0.0", "%"] in rows
    assert ["2019", "1", "4", "8.00", "1.25", "2.00", "4.75", "1", "1", "1", "25.0", "%"] in rows
    assert game_row(7, game()).split() == [
        *("7", "Ann", "Bob", "?", "13.5", "2.5", "2", "0", "33.3", "%", "0.0", "%")
    ]


def test_players_with_the_most_games_are_shown() -> None:
    summary = Summary()
    for number in range(MOST_PLAYERS + 5):
        summary.add(game(1, f"Player {number} with a very long name", "Bob"))
    lines = summary.table()
    assert lines[1].startswith("Bob ")
    assert len({len(line) for line in lines[:MOST_PLAYERS]}) == 1
    assert lines[MOST_PLAYERS + 1] == "... and 6 players with fewer games"


def test_table_works_without_players_dates_or_moves() -> None:
    summary = Summary()
    found = record(1, "", "")
    text = reviewed_ggf(found, "name", EFFORT).replace("DT[2019]", "")
    summary.add(parse_reviewed(text))
    assert [line.split()[0] for line in summary.table() if line] == ["all", "1", "lost:"]
    assert summary.as_json()["all"]["accuracy"] is None


def test_json_has_every_judged_move() -> None:
    place_in_its_file = datetime(2019, 1, 1, microsecond=254)
    found = replace(game(1, 'Ann, "the best"'), date=place_in_its_file)
    assert (game_as_json(found)["black"], game_as_json(found)["date"]) == ('Ann, "the best"', "2019")
    moves = game_as_json(found)["moves"]
    assert [(move["ply"], move["side"], move["loss"], move["mark"]) for move in moves] == [
        (1, "black", 0.0, ""),
        (2, "white", 2.5, "?!"),
        (31, "black", 4.0, "?"),
        (55, "black", 9.5, "??"),
    ]
    assert [move["exact"] for move in moves] == [False, True, False, False]
    assert [move["source"] for move in moves] == ["estimate", "exact", "estimate", "estimate"]
    assert (moves[0]["best"], moves[1]["depth"]) == (moves[0]["move"], pytest.approx(6))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("A" * 200, "A" * (NAME_WIDTH - 1) + "…"),
        ("村上健", "村上健"),
        ("村" * 50, "村" * ((NAME_WIDTH - 1) // 2) + "…"),
        ("Zoe\u0308", "Zoe\u0308"),
    ],
)
def test_names_take_the_same_terminal_width(name: str, shown: str) -> None:
    wide = sum("\u3000" < sign < "\ua000" for sign in shown)
    marks = shown.count("\u0308")
    assert fitted(name, NAME_WIDTH) == shown + " " * (NAME_WIDTH - len(shown) - wide + marks)
