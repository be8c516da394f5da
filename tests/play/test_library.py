from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from ai.limits import Algorithm
from game.board import PASS, Board, Color, Ending, Result, squares
from game.clock import TimeControl
from game.records.any_format import MAX_LENGTH
from game.records.ggf import ggf, parse_ggf
from game.records.transcript import parse_transcript, transcript
from game.starts import Start
from game.tree import Game
from play.library import MAX_GAMES, Library, player_name, record_of
from play.players import Seat, Seats
from play.saved_game import SavedGame
from tests.play.stored import BEGAN, CONTROL, saved_game

PERSON = Seat()
COMPUTER = Seat(Algorithm.PVS, 5)
NAME = "2026-11-21 17.46.59 You - Nullwindow PVS 5.ggf"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "games", [])


def game_of(moves: str, seats: Seats = (PERSON, COMPUTER), began: datetime = BEGAN) -> SavedGame:
    return SavedGame(parse_transcript(moves), seats, TimeControl(), Start.STANDARD, began)


def whole_game(seed: int = 1) -> Game:
    rng, game = Random(seed), Game()
    while not game.board.is_over():
        game.play(rng.choice(list(squares(game.board.legal_moves())) or [PASS]))
    return game


def names(library: Library) -> list[str]:
    return sorted(path.name for path in library.directory.iterdir())


def messages(library: Library) -> list[str]:
    return library._messages


def test_a_game_is_kept_under_a_name_that_says_what_it_is(library: Library) -> None:
    assert library.games() == []
    assert library.keep(game_of("f5d6c3"))
    assert names(library) == [NAME]
    text = (library.directory / NAME).read_text("utf-8")
    assert text.startswith(
        "(;GM[Othello]PC[Nullwindow]DT[2026-11-21 17:46:59.250000]PB[You]PW[Nullwindow PVS 5]RE[?]TI[0:00]"
    )
    assert text.endswith("B[F5]W[D6]B[C3];)\n")
    (kept,) = library.games()
    assert (kept.path.name, kept.black, kept.white) == (NAME, "You", "Nullwindow PVS 5")
    assert (kept.date, kept.result, kept.moves) == (BEGAN, None, 3)
    assert messages(library) == []


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ((PERSON, COMPUTER), ("You", "Nullwindow PVS 5")),
        ((Seat(Algorithm.ALPHABETA), PERSON), ("Nullwindow alpha-beta 10", "You")),
        ((PERSON, PERSON), ("Black", "White")),
        ((Seat(name="Ann"), PERSON), ("Ann", "White")),
        ((Seat(name="Ann"), replace(COMPUTER, name="Robot")), ("Ann", "Robot")),
        ((COMPUTER, COMPUTER), ("Nullwindow PVS 5", "Nullwindow PVS 5")),
    ],
)
def test_names_of_players(seats: Seats, expected: tuple[str, str]) -> None:
    assert (player_name(seats, Color.BLACK), player_name(seats, Color.WHITE)) == expected


@pytest.mark.parametrize(
    ("name", "in_file", "in_game"),
    [
        ("a]b", "a]b", "a)b"),
        ("../../x", ".._.._x", "../../x"),
        ('<>:"/\\|?*', "_", '<>:"/\\|?*'),
        ("x" * 100, "x" * 24, "x" * 100),
        ("  two\n lines ", "two_ lines", "two lines"),
        ("\ud800", "_", "?"),
        ("名" * 30, "名" * 24, "名" * 30),
        ("...", "...", "..."),
    ],
)
def test_names_that_no_file_can_have(library: Library, name: str, in_file: str, in_game: str) -> None:
    seats = (Seat(name=name), Seat(name="B"))
    assert library.keep(game_of("f5", seats))
    assert names(library) == [f"2026-11-21 17.46.59 {in_file} - B.ggf"]
    (kept,) = library.games()
    assert (kept.black, kept.white) == (in_game, "B")


def test_a_game_kept_again_takes_its_own_place(library: Library) -> None:
    library.keep(game_of("f5d6"))
    library.keep(game_of("f5d6c3"))
    assert [kept.moves for kept in library.games()] == [3]
    library.keep(game_of("f5d6c3d3", (COMPUTER, PERSON)))
    assert names(library) == ["2026-11-21 17.46.59 Nullwindow PVS 5 - You.ggf"]


def test_another_game_of_the_same_second_has_a_place_of_its_own(library: Library) -> None:
    other = BEGAN + timedelta(microseconds=1)
    for _ in range(2):
        library.keep(game_of("f5d6"))
        library.keep(game_of("f5", began=other))
    assert names(library) == [NAME.replace(".ggf", " (2).ggf"), NAME]
    assert [(kept.date, kept.moves) for kept in library.games()] == [(other, 1), (BEGAN, 2)]


def test_a_file_of_that_name_that_is_no_game_is_left_alone(library: Library) -> None:
    library.directory.mkdir()
    (library.directory / NAME).write_text("mine", "utf-8")
    library.keep(game_of("f5"))
    assert (library.directory / NAME).read_text("utf-8") == "mine"
    assert len(names(library)) == 2


def test_what_is_kept_comes_back(library: Library) -> None:
    saved = saved_game()
    library.keep(saved)
    (kept,) = library.games()
    record = library.open(kept)
    assert transcript(record.game) == "f5d6c3d3c4"
    assert record.game.cursor == 5
    assert (record.black, record.white) == ("Nullwindow alpha-beta 3", "Ann")
    assert (record.date, record.place) == (BEGAN, "Nullwindow")
    assert [node.seconds for node in record.game.line[1:]] == [1.5, 2.5, 3.5, 4.5, 5.5]
    scores = [node.evaluation.score if node.evaluation else None for node in record.game.line]
    assert scores == [None, None, 8, None, 0.25, None]


def test_a_game_that_is_opened_and_left_stays_as_it_was(library: Library) -> None:
    saved = saved_game()
    library.keep(saved)
    (kept,) = library.games()
    before = kept.path.read_text("utf-8")
    assert "TI[1:00/0:01]" in before
    opened = SavedGame(library.open(kept).game, saved.seats, TimeControl(), None, kept.date)
    library.keep(opened)
    assert kept.path.read_text("utf-8") == before
    opened.game.play(next(squares(opened.game.board.legal_moves())))
    library.keep(opened)
    assert "B[F5//1.50]W[D6/-8.00/2.50]B[C3//3.50]W[D3/-0.25/4.50]B[C4//5.50]W[" in kept.path.read_text(
        "utf-8"
    )
    assert [game.moves for game in library.games()] == [6]


def test_less_of_a_game_takes_nothing_away(library: Library) -> None:
    library.keep(game_of("f5d6c3d3"))
    before = (library.directory / NAME).read_text("utf-8")
    for less in ("f5d6", "f5d6c3d3"):
        library.keep(game_of(less))
        assert (library.directory / NAME).read_text("utf-8") == before
    library.keep(game_of("f5d6c3d3c4"))
    assert [kept.moves for kept in library.games()] == [5]


def test_the_whole_tree_is_kept(library: Library) -> None:
    saved = saved_game()
    library.keep(saved)
    (kept,) = library.games()
    assert kept.moves == 5
    again = library.open(kept).game
    assert [(node.path, node.evaluations, node.comment, node.marks) for node in again.root.walk()] == [
        (node.path, node.evaluations, node.comment, node.marks) for node in saved.game.root.walk()
    ]
    assert again.moves == saved.game.moves


def test_a_game_that_is_played_on_in_two_ways_is_kept_with_both(library: Library) -> None:
    first, second = game_of("f5d6c3d3"), game_of("f5d6c4")
    first.game.comment(first.game.root, "said first")
    second.game.comment(second.game.node, "said later")
    for saved in (first, second):
        assert library.keep(saved)
    (kept,) = library.games()
    game = library.open(kept).game
    assert transcript(game) == "f5d6c4", "what was played last is the main line"
    ends = [node for node in game.root.walk() if not node.children]
    assert sorted(transcript(Game(moves=node.path)) for node in ends) == ["f5d6c3d3", "f5d6c4"]
    assert (game.root.comment, game.node.comment) == ("said first", "said later")
    library.keep(game_of("f5d6c3"))
    assert [again.moves for again in library.games()] == [3], "less of a game is nothing new"


def test_other_games_of_the_same_day_are_others(library: Library) -> None:
    day = datetime(2020, 5, 17)
    for name, moves in (("Ann", "f5d6"), ("Bob", "f5f6"), ("Ann", "f5d6c3")):
        library.keep(game_of(moves, (Seat(name=name), Seat(name="Eve")), began=day))
    assert sorted((kept.black, kept.moves) for kept in library.games()) == [("Ann", 3), ("Bob", 2)]


def test_a_damaged_file_is_never_replaced(library: Library) -> None:
    library.keep(game_of("f5d6"))
    path = library.directory / NAME
    path.write_text(path.read_text().replace("W[D6]", "W[H8]"))
    damaged = path.read_text()
    library.keep(game_of("f5d6c3"))
    assert path.read_text() == damaged
    assert names(library) == [NAME.replace(".ggf", " (2).ggf"), NAME]


def test_a_tree_larger_than_can_be_read_again_is_not_written(library: Library) -> None:
    saved = game_of("f5")
    saved.game.comment(saved.game.node, "x" * MAX_LENGTH)
    assert not library.keep(saved)
    assert "a game has at most 500,000 characters" in messages(library)[0]
    assert not library.directory.exists()


def test_results(library: Library) -> None:
    game = whole_game()
    result = game.result()
    assert result is not None
    game.go_to(20)  # looking back makes no game unfinished
    library.keep(SavedGame(game, (PERSON, COMPUTER), CONTROL, Start.STANDARD, BEGAN))
    (kept,) = library.games()
    assert kept.result == result
    assert kept.moves == sum(move != PASS for move in game.moves)
    assert f"RE[{result.black - result.white:+}.00]" in kept.path.read_text("utf-8")
    opened = library.open(kept).game
    assert opened.moves == game.moves
    assert opened.result() == result


def test_a_game_lost_on_time_ends_where_it_was_lost(library: Library) -> None:
    saved = saved_game()
    saved.game.go_to(2)
    assert saved.game.node.clock is not None
    saved.game.node.clock = saved.game.node.clock.ticked(30)
    saved.game.lose_on_time(Color.BLACK)
    library.keep(saved)
    (kept,) = library.games()
    assert kept.result == Result(0, 64, Color.WHITE, Ending.TIME)
    record = library.open(kept)
    assert transcript(Game(moves=record.game.node.path)) == "f5d6"
    assert transcript(record.game) == "f5d6c3d3c4", "what had been taken back is a variation"
    assert record.result == "-64.00:t"
    result = record.game.result()
    assert result is not None
    assert (result.winner, result.ending) == (Color.WHITE, Ending.TIME)
    record.game.go_to(0)
    library.keep(SavedGame(record.game, saved.seats, TimeControl(), None, BEGAN))
    assert [again.result for again in library.games()] == [kept.result]


def test_the_last_200_games_are_kept(library: Library) -> None:
    library.directory.mkdir()
    for name in ("1999-01-01.ggf", "mine.ggf", "1999-01-01 00.00.00 notes.txt"):
        (library.directory / name).write_text("(;DT[1999-01-01];)", "utf-8")
    for number in range(MAX_GAMES + 5):
        assert library.keep(game_of("f5", began=BEGAN + timedelta(hours=number)))
    games = library.games()
    own = [kept for kept in games if kept.moves]
    assert len(own) == MAX_GAMES
    assert own[0].date == BEGAN + timedelta(hours=MAX_GAMES + 4)
    assert own[-1].date == BEGAN + timedelta(hours=5)
    assert {kept.path.name for kept in games[MAX_GAMES:]} == {"1999-01-01.ggf", "mine.ggf"}
    assert (library.directory / "1999-01-01 00.00.00 notes.txt").exists()
    library.keep(game_of("f5d6", began=BEGAN))
    assert [kept.moves for kept in library.games() if kept.date == BEGAN] == [2]


def test_the_library_is_listed_quickly(library: Library) -> None:
    text = ggf(record_of(SavedGame(whole_game(), (PERSON, COMPUTER), CONTROL, None, BEGAN)))
    library.directory.mkdir()
    for number in range(MAX_GAMES):
        (library.directory / f"{number}.ggf").write_text(text, "utf-8")
    began = time.thread_time()
    assert len(library.games()) == MAX_GAMES
    assert time.thread_time() - began < 0.5


def test_damaged_files_are_named_once_and_left_alone(library: Library) -> None:
    library.keep(game_of("f5d6"))
    damaged = {"a.ggf": b"", "b.ggf": b"(;GM[Othello]", "c.ggf": b"\xff(;", "d.ggf": b"(;B[f5]" * 20_000}
    for name, content in damaged.items():
        (library.directory / name).write_bytes(content)
    (library.directory / "e.ggf").mkdir()
    for _ in range(2):
        assert [kept.path.name for kept in library.games()] == [NAME]
    assert sorted(message.partition(" ")[0] for message in messages(library)) == [*damaged, "e.ggf"]
    assert all("cannot be read: " in message and len(message) < 250 for message in messages(library))
    assert all((library.directory / name).read_bytes() == content for name, content in damaged.items())


def test_a_game_with_an_illegal_move_is_opened_up_to_it(library: Library) -> None:
    library.directory.mkdir()
    (library.directory / "x.ggf").write_text("(;PB[x]B[f5]W[a1];)", "utf-8")
    (kept,) = library.games()
    assert abs((datetime.now() - kept.date).total_seconds()) < 60
    record = library.open(kept)
    assert transcript(record.game) == "f5"
    assert str(record.problem).startswith("ply 2: 'a1' is not a legal move for White")
    kept.path.unlink()
    with pytest.raises(FileNotFoundError):
        library.open(kept)


def test_a_library_that_cannot_be_written_is_said(library: Library) -> None:
    library.directory.write_text("a file where the folder should be", "utf-8")
    assert not library.keep(game_of("f5"))
    (message,) = messages(library)
    assert message.startswith(f"The game cannot be kept in {library.directory} (")
    assert library.games() == []


def test_games_from_other_positions(library: Library) -> None:
    board = Board.from_text("-----------------------O---OOOO----OOO-X---OOOXX-----O-X----XXX- O")
    game = Game(board, [PASS])
    library.keep(SavedGame(game, (PERSON, PERSON), TimeControl(), None, BEGAN))
    (kept,) = library.games()
    assert kept.moves == 0
    record = parse_ggf(kept.path.read_text("utf-8"))
    assert (record.game.start, record.game.moves) == (board, (PASS,))
