from dataclasses import replace
from datetime import date, datetime
from random import Random

import pytest

import game.records.wthor as format
from game.board import PASS, parse_square
from game.records.any_format import read_games
from game.records.transcript import parse_transcript
from game.records.wthor import Names, WthorGame, WthorWriter, parse_names, parse_wthor, read_wthor, replay
from tests.samples import FINAL_1977, random_game
from tests.wthor_files import archive, names_file, record

MOVES = parse_transcript("f5d6c3f3f4d3").moves


def test_an_archive_file_is_parsed() -> None:
    """The header and the first record of WTH_1977.wtb."""
    data = bytes.fromhex("14070516 0c000000 0000 b907 08 00 18 00 0100 5a01 4b03 22 29 38402124 2e22")
    games, errors = parse_wthor(data + bytes(54))
    assert games == [
        WthorGame(
            year=1977,
            record=0,
            offset=16,
            tournament=1,
            black=346,
            white=843,
            score=34,
            theoretical=41,
            theoretical_empties=24,
            moves=tuple(map(parse_square, ("f5", "d6", "c3", "f3", "f4", "d3"))),
        )
    ]
    assert [str(error) for error in errors] == ["byte 4: the header says 12 games, but the file has 1"]
    assert replay(games[0]).moves == MOVES


def test_games_are_replayed_with_their_passes() -> None:
    rng = Random(1)
    played = [random_game(rng) for _ in range(30)]
    assert any(PASS in game.moves for game in played)
    games, errors = parse_wthor(archive(*(record(game.moves) for game in played)))
    assert errors == []
    assert [replay(game).moves for game in games] == [game.moves for game in played]
    assert [game.record for game in games] == list(range(30))


def test_missing_header_fields() -> None:
    games, errors = parse_wthor(archive(record(MOVES), size=0, empties=0))
    assert (games[0].theoretical_empties, errors) == (22, [])
    assert parse_wthor(archive()) == ([], [])


def test_names_files() -> None:
    names, errors = parse_names(names_file("???", "Inoue Hiroshi", "Coupé", size=20), 20)
    assert (names, errors) == (("???", "Inoue Hiroshi", "Coupé"), [])
    assert parse_names(names_file("a", "b", size=26)[:-1], 26)[0] == ("a",)


def test_a_game_gets_its_names() -> None:
    (game,), _ = parse_wthor(archive(record(MOVES)))
    players = tuple(f"Player {number}" for number in range(900))
    found = read_wthor(game, Names(players, ("Diverses", "World Championship")))
    assert (found.black, found.white, found.event) == ("Player 346", "Player 843", "World Championship")
    assert (found.result, found.date, found.place) == ("+4.00", datetime(1977, 1, 1), "WTHOR")
    assert found.game.moves == MOVES
    unnamed = read_wthor(game, Names())
    assert (unnamed.black, unnamed.event) == ("", "")


def test_a_result_that_contradicts_the_board_is_noted() -> None:
    whole = parse_transcript(FINAL_1977).moves
    for score, comment in ((40, ""), (24, "The file says 24:40, but the board 40:24")):
        (found,) = read_games(archive(record(whole, score=score)))
        assert (found.record.result, found.record.game.node.comment, found.problem) == ("+16.00", comment, "")
    (found,) = read_games(archive(record(whole[:50], score=24)))
    assert (found.record.result, found.record.game.node.comment) == ("-16.00", ""), "a game that was given up"


def test_the_writer_limits_the_number_of_names(monkeypatch: pytest.MonkeyPatch) -> None:
    assert format._MOST_NAMES == 0xFFFF
    monkeypatch.setattr(format, "_MOST_NAMES", 50)
    game = read_wthor(parse_wthor(archive(record(MOVES)))[0][0], Names())
    writer = WthorWriter()
    for number in range(49):
        writer.add(replace(game, black=str(number)))
    assert len(writer.files(date(2026, 1, 1))[1]) == 16 + 50 * 20
    with pytest.raises(ValueError, match="room for 49 players and 49 tournaments"):
        writer.add(replace(game, black="one more"))
