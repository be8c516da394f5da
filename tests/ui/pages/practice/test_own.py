"""My play: the discs lost in all reviewed games, and moves added to practice."""

import json
import threading
from collections import defaultdict
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai import book
from ai.limits import Algorithm
from game.board import Board, Color, move_name, parse_square, squares
from game.evaluation import Judgement, Kind
from game.records.ggf import ggf, parse_ggf
from game.records.record import Record
from game.records.transcript import parse_transcript, transcript
from game.symmetry import canonical
from game.tree import Game
from play.game_file import dated
from play.library import Library
from play.library_file import KeptGame, Source
from play.my_play import MyPlay, departure_of
from play.players import Seat
from play.practice.exercise import RatedMove
from play.practice.progress import Section
from play.record_players import own_names
from play.repertoire import SQUARES, Repertoire, line_key
from play.review import JudgedMove, ReviewTally, judged_moves
from play.review_table import Summary
from play.settings import written_seats
from tests.ai.books import small_book
from tests.play.reviewed import judged, record
from tests.ui.command_line import Command
from tests.ui.driving import OpenPage, click, given, press, wait
from tests.ui.pages.practice.asked import drill
from tests.waiting import wait_until
from ui.app import App
from ui.assets import read_openings
from ui.pages.practice.own import MyPlayView, describe_fault, figures_of
from ui.pages.practice.page import PracticePage


def found_in(play: MyPlay, names: str) -> MyPlay:
    wait_until(lambda: not play.is_reading)
    play.read(own_names(names))
    wait_until(lambda: not play.is_reading)
    assert play.problem == ""
    return play


def test_figures_match_the_review_command_on_the_same_games(tmp_path: Path, command: Command) -> None:
    games = [record(1, year=2019), record(2, "Bob", "Ann", 2020), record(3, year=2020), record(4, "Carl")]
    file, kept = tmp_path / "games.ggf", tmp_path / "kept.ggf"
    file.write_text("".join(f"{ggf(game)}\n" for game in games))
    how = ["--depth", "2", "--solve", "12", "--threads", "1", "--hash", "4"]
    report = json.loads(command("review", file, *how, "--to", kept, "--json").out)
    library = Library(tmp_path / "library.sqlite", [])
    for line in kept.read_text().splitlines():
        library.keep_record(parse_ggf(line))
    library.keep_record(record(5))  # not reviewed
    play = found_in(MyPlay(library, read_openings, None, Repertoire()), " ANN,Zoe")
    assert play.summary is not None
    assert play.summary.all.as_json() == report["totals"]["players"]["Ann"]
    sides: dict[object, list[list[dict[str, Any]]]] = defaultdict(list)
    for game in report["games"]:
        for side in ("black", "white"):
            if game[side] == "Ann":
                moves = [move for move in game["moves"] if move["side"] == side]
                sides[side].append(moves)
                sides[int(game["date"][:4])].append(moves)
    tallies: dict[object, ReviewTally] = {}
    tallies.update(play.summary.years.items())
    tallies |= {color.name.lower(): tally for color, tally in play.summary.colors.items()}
    assert {2019, 2020, "black", "white"} == set(tallies) == set(sides)
    for name, tally in tallies.items():
        lost = round(sum(move["loss"] for moves in sides[name] for move in moves), 1)
        assert (tally.sides, round(tally.lost_in_all, 1)) == (len(sides[name]), lost)
    assert sum(tally.sides for tally in play.summary.openings.values()) == 3
    own = [move for name in ("black", "white") for moves in sides[name] for move in moves]
    firm = [move for move in own if move["source"] != "estimate" and move["loss"] >= 4]
    worst = sorted((-move["loss"], move["move"], move["best"]) for move in firm)
    assert len(worst) > 3
    shown = [(-fault.lost, move_name(fault.move), move_name(fault.better)) for fault in play.faults]
    assert sorted(shown) == worst
    assert [fault.lost for fault in play.faults] == sorted((-lost for lost, *_ in worst), reverse=True)


def test_moves_before_swapping_sides_belong_to_the_other_player(tmp_path: Path) -> None:
    """The user has Black up to ply 20 and White after it; the computer has the other side."""
    library = Library(tmp_path / "library.sqlite", [])
    game = judged(record(1, "Nullwindow PVS 4", "You"), dict.fromkeys(range(10, 50), 5.0))
    texts = written_seats((Seat(Algorithm.PVS, 4), Seat()))
    players = json.dumps({"black": texts[0], "white": texts[1], "swaps": "20"})
    library.keep_record(replace(game, players=players), Source.PLAYED)
    play = found_in(MyPlay(library, read_openings, None, Repertoire()), "")
    mine = {
        move.ply
        for move in judged_moves(game.game.line)
        if move.color is (Color.BLACK if move.ply <= 20 else Color.WHITE)
    }
    assert given(play.summary).all.moves == len(mine)
    assert {len(fault.line) + 1 for fault in play.faults} == mine


def test_a_mistake_tried_after_a_loss_on_time_does_not_count(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite", [])
    game = judged(record(1), {20: 5.0, 32: 9.5})
    game.game.go_to(24)
    game.game.lose_on_time(Color.WHITE)
    library.keep_record(replace(game, result="+64.00:t"))
    play = found_in(MyPlay(library, read_openings, None, Repertoire()), "Bob")
    assert play.summary is not None
    assert (play.summary.all.moves, play.summary.all.lost_in_all) == (1, 5.0)
    assert [len(fault.line) + 1 for fault in play.faults] == [20]


def test_a_move_tried_after_a_loss_on_time_does_not_leave_the_book(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite", [])
    tried = parse_transcript("f5f4")
    tried.go_to(1)
    tried.lose_on_time(Color.WHITE)
    library.keep_record(Record(tried, "Ann", "Bob", "+64.00:t"))
    (kept,) = library.games()
    assert departure_of(kept, parse_transcript("f5f4"), Color.WHITE, book.load()) is not None
    assert departure_of(kept, library.open(kept).game, Color.WHITE, book.load()) is None


def test_symmetric_departures_from_the_book_are_one(tmp_path: Path) -> None:
    """Unchanged games are not read again, other names have other games, and other starts no openings."""
    library = Library(tmp_path / "library.sqlite", [])
    other_start = Game(Board.initial().play(SQUARES["f5"]), moves=parse_transcript("f5f4").moves[1:])
    library.keep_record(judged(Record(other_start, "Bob", "Ann", date=record(1).date), {1: 2.5}))
    for number, moves in enumerate(("f5f4", "e6d6", "f5d6c3d3", "f5f6"), start=1):
        game = judged(Record(parse_transcript(moves), "Bob", "Ann", date=None), {1: 0.0, 2: 2.5})
        library.keep_record(Record(game.game, "Bob", "Ann", date=record(1, year=2000 + number).date))
    lines = Repertoire()
    lines.read(["f5f4 white", "f5d6c3d3 white", "f5d6c3d3c4f4 white", "f5f6 black"])
    play = found_in(MyPlay(library, read_openings, small_book(), lines), "Ann")
    (fault,) = [fault for fault in play.faults if fault.leaves_book]
    assert (fault.times, fault.lost, move_name(fault.move), move_name(fault.better)) == (2, 2.5, "d6", "f4")
    assert fault.game.date.year == 2002, "as it was played last"
    assert describe_fault(fault).endswith("d6 loses 2 discs"), "the book has it"
    assert describe_fault(replace(fault, is_in_book=False)).endswith("d6 leaves the book, which has f4")
    assert [(hole.games, transcript(Game(None, hole.line))) for hole in play.left] == [(1, "f5f6")]
    before = play.summary
    assert found_in(play, "ann").summary is before
    other = given(found_in(play, "Bob").summary)
    assert (other.all.sides, play.faults) == (5, ())


def test_user_is_compared_by_period_and_phase() -> None:
    summary, empties = Summary(), (58, 54, 50, 46, 38, 34, 30, 26, 18, 14, 10, 6)

    def play(month: int, year: int, lost: float) -> None:
        found = Judgement(lost, 0.0, 24, Kind.ESTIMATE)
        moves = [JudgedMove(61 - left, Color.BLACK, parse_square("f5"), left, found) for left in empties]
        summary.add_side(moves, Color.BLACK, datetime(year, month, 1, 12))

    def shown() -> list[str]:
        names = [row[0] for row in figures_of(summary)]
        return names[names.index("Black") + 1 : -1]

    for _game in range(10):
        play(3, 2025, 0.2)
        play(9, 2025, 3.0)
    best = " · about like the best tenth"
    phases = ["Opening", "Middle game", "Endgame"]
    march = ["2025-03" + best, *(phase + best for phase in phases)]
    assert shown() == ["2025-09", *phases, *march]
    play(1, 2026, 0.0)
    quarter = " · about like the best quarter"
    year = ["2025 · about like the better half", "Opening", *(phase + quarter for phase in phases[1:])]
    assert shown() == ["2026", *phases, *year]


@pytest.fixture
def app(open_page: OpenPage, tmp_path: Path) -> App:
    app = open_page()
    app.session.store.library = Library(tmp_path / "library.sqlite", [])
    return app


@pytest.fixture
def own(app: App, monkeypatch: pytest.MonkeyPatch) -> PracticePage:
    """Opens My play with a reviewed game against the program: two mistakes and a move outside the book."""
    game = judged(record(1, "Nullwindow PVS 4", "You"), {2: 11.7, 16: 4.0, 32: 9.5})
    game = dated(game, 3)  # as if read from a file
    app.session.store.library.keep_record(game, Source.PLAYED)
    monkeypatch.setattr(app.session, "book", small_book())
    page = app.show(PracticePage)
    press(app, pygame.K_4, mod=pygame.KMOD_CTRL)
    wait(app, lambda: page.commands.own.play.summary is not None)
    app.frame()
    return page


def test_one_click_or_key_sends_a_mistake_or_a_line_to_practice(app: App, own: PracticePage) -> None:
    trainer, commands = own.commands.trainer, own.commands.own
    assert [row[2] for row in own.state.faults.rows] == ["11.7", "9.5", "4.0"]
    assert own.state.status.startswith("Nullwindow PVS 4 – You, 2019: "), "a year alone stays one"
    press(app, pygame.K_DOWN)
    app.frame()
    assert own.state.figures.rows[0][:3] == ("All games", "1", "25.2")
    fault = given(commands.fault)
    assert own.animator.board == fault.board
    press(app, pygame.K_SPACE)
    assert list(trainer.practice.progress.mistakes) == [fault.board.text()]
    app.frame()
    assert [row[-1] for row in own.state.faults.rows] == ["+", "", "+"]
    assert isinstance(own.view, MyPlayView)
    panel = own.view.faults
    place = panel.placed.areas["list"].move(panel.rect.topleft)
    click(app, (place.left + sum(panel.list.edges[-1]) // 2, place.top + 24 + 11))
    line = given(commands.fault)
    assert line.leaves_book
    (key,) = trainer.practice.progress.cards[Section.OPENINGS]
    assert trainer.practice.due(Section.OPENINGS, [key]) == [key]
    app.frame()
    assert own.state.faults.rows[0][-1] == ""
    commands.chosen = 9  # as if the list had been longer
    assert (commands.can_walk(-1), commands.can_walk(+1)) == (True, False)
    press(app, pygame.K_3, mod=pygame.KMOD_CTRL)
    app.frame()
    task = drill(app)
    assert (task.key, task.color) == (line_key((*line.line, line.better)), line.board.turn)
    assert canonical(Game(moves=task.opening.moves).board) == canonical(line.board.play(line.better))


def test_figures_are_updated_when_background_reviews_end(
    app: App, own: PracticePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while the page is shown and still reads for an earlier request."""
    play, library = own.commands.own.play, app.session.store.library
    reviews, read, may_go_on = app.reviews, library.reviewed, threading.Event()

    def wait_and_read(after: int, count: int) -> list[tuple[KeptGame, str]]:
        games = read(after, count)
        may_go_on.wait(60)
        return games

    running = [True]
    monkeypatch.setattr(type(reviews), "is_running", property(lambda _self: running[0]))
    app.frame()
    monkeypatch.setattr(library, "reviewed", wait_and_read)
    own.commands.own.read()
    game = judged(record(2, "You", "Nullwindow PVS 4"), {1: 7.0})
    library.keep_record(game, Source.PLAYED)
    running[0] = False
    app.frame()
    may_go_on.set()
    wait(app, lambda: not play.is_reading)
    app.frame()
    assert own.state.figures.rows[0][:2] == ("All games", "2")


def test_move_known_to_be_no_mistake_is_not_added(app: App, own: PracticePage) -> None:
    press(app, pygame.K_DOWN)
    press(app, pygame.K_SPACE)
    assert app.toasts.current == "Added to Mistakes (Ctrl+1)"
    practice = own.commands.trainer.practice
    (sent,) = practice.progress.mistakes.values()
    others = [move for move in squares(sent.board.legal_moves()) if move != sent.played]
    found = tuple(RatedMove(move, 2.0) for move in (sent.played, *others))
    practice.note(replace(sent, found=found))
    press(app, pygame.K_SPACE)
    assert app.toasts.current == "Not added: the search found no better move there"


def test_without_reviews_the_page_says_what_to_do(app: App) -> None:
    page = app.show(PracticePage)
    press(app, pygame.K_4, mod=pygame.KMOD_CTRL)
    wait(app, lambda: page.commands.own.play.summary is not None)
    app.frame()
    assert page.state.figures.empty.startswith(
        "None of your games is reviewed yet: review one, or all in Games (Ctrl+O)"
    )
