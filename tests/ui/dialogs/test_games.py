"""The lists of games in the library, in a file and in the archive."""

import os
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pygame
import pytest
from pygame_gui.elements import UIButton

from game.board import Board, parse_square
from game.clock import TimeControl
from game.records.any_format import read_games
from game.records.ggf import ggf
from game.records.record import Record
from game.records.transcript import parse_transcript
from play.archive.index import make_index
from play.library_file import KeptGame
from play.lists.listing import Listing
from play.lists.sources import source_of
from play.match import MatchPhase
from play.review_file import Effort
from play.store import Store
from tests.play.lists.listed import wthor
from tests.samples import PERSON
from tests.ui.driving import (
    QUICK,
    click,
    dialog_of,
    given,
    open_dialog,
    page,
    place_of_line,
    post,
    press,
    push,
    push_in_dialog,
    resize,
    start,
    type_text,
    wait,
    walk_to_widget,
)
from tests.wthor_files import names_file
from ui.app import App
from ui.dialogs.games import GamesDialog, Tab
from ui.dialogs.new_game import NewGameDialog
from ui.pages.review.page import ReviewPage


def test_abandoned_game_is_in_the_library_and_opens_paused(app: App) -> None:
    type_text(app, "f5d6c3")
    start(app, PERSON, QUICK, control=TimeControl(per_game=60.0))
    wait(app, lambda: len(app.session.store.library.games()) == 1)
    open_dialog(app, "games", GamesDialog)
    list_of(app)
    press(app, pygame.K_RETURN)
    wait(app, lambda: not app.overlay.is_open)
    match = app.session.match
    assert match.game.moves == parse_transcript("f5d6c3").moves
    assert all(seat.is_human for seat in match.seats)
    assert match.phase is MatchPhase.PAUSED
    assert not match.is_timed


@pytest.mark.parametrize("is_on_review", [False, True])
def test_game_opens_on_the_page_it_was_chosen_from(app: App, is_on_review: bool) -> None:
    type_text(app, "d3")
    before = app.session.match
    keep(app.session.store, 1)
    if is_on_review:
        app.show(ReviewPage)
        press(app, pygame.K_o, mod=pygame.KMOD_CTRL)
    else:
        push(app, "new_game")
        click(app, dialog_of(app, NewGameDialog).games.rect.center)
        app.frame()
    list_of(app)
    press(app, pygame.K_RETURN)
    wait(app, lambda: not app.overlay.is_open)
    assert app.session.reviewed.game.moves == (parse_square("f5"),)
    assert (app.session.match is before) == is_on_review


# Lists of many games


def keep(store: Store, number: int) -> None:
    for n in range(number):
        game = parse_transcript("f5d6c3d3c4"[: 2 + 2 * (n % 5)])
        store.library.keep_record(Record(game, f"Player {n}", "Ann", date=datetime(2001 + n, 3, 4, 5, 6)))


def list_of(app: App) -> GamesDialog:
    """Returns the open dialog once its list is complete."""
    dialog = dialog_of(app, GamesDialog)
    wait(app, lambda: dialog.listing.is_settled)
    for _ in range(2):
        app.frame()
    return dialog


def open_list(app: App, tab: Tab = Tab.LIBRARY) -> GamesDialog:
    press(app, pygame.K_o, mod=pygame.KMOD_CTRL)
    list_of(app).show_tab(tab)
    return list_of(app)


def column(dialog: GamesDialog, number: int = 1) -> list[str]:
    return [dialog.list.lines.text(line, number) for line in range(dialog.list.lines.number)]


def type_into(app: App, text: str) -> None:
    for sign in text:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=ord(sign), unicode=sign, mod=0))
        post(app, pygame.TEXTINPUT, text=sign)


def press_button(app: App, dialog: GamesDialog, button: UIButton) -> None:
    """Presses a button by the keyboard: two fast clicks would be a double click."""
    walk_to_widget(app, dialog, button)
    press(app, pygame.K_SPACE)


def test_typing_into_the_search_deletes_no_game(app: App) -> None:
    """Nor does it sort: a click moves the focus away from the list, as Tab does."""
    keep(app.session.store, 3)
    dialog = open_list(app)
    before = dialog.list.sorted_by
    walk_to_widget(app, dialog, dialog.list)
    click(app, dialog.search.rect.center)
    type_into(app, "player")
    list_of(app)
    for key in (pygame.K_HOME, pygame.K_DELETE, pygame.K_LEFT):
        press(app, key)
        list_of(app)
    press(app, pygame.K_END)
    press(app, pygame.K_LEFT)
    press(app, pygame.K_DELETE)
    assert dialog.search.get_text() == "laye", "it takes the last letter, and no game"
    list_of(app)
    assert len(app.session.store.library.games()) == 3
    assert dialog.list.sorted_by == before
    assert dialog.focus is dialog.search


def post_keys(app: App, text: str, *keys: int) -> None:
    """Posts `text` and `keys` before the next frame."""
    for sign in text:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=sign))
    for key in keys:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0))
    app.frame()


def test_typing_searches_at_once_and_enter_waits_for_results(app: App) -> None:
    keep(app.session.store, 12)
    dialog = open_list(app)
    assert column(dialog)[0] == "Player 11", "the newest first"
    assert dialog.said == "12 games"
    type_into(app, "zz")
    list_of(app)
    assert (dialog.list.lines.number, dialog.list.empty) == (0, "No game matches all these words.")
    press(app, pygame.K_RETURN)
    assert dialog.error == "Choose a game from the list first."
    dialog.search.set_text("")
    type_into(app, "player 2003")
    list_of(app)
    assert column(dialog) == ["Player 2"]
    assert dialog.said == "1 of 12 games"
    dialog.search.set_text("")
    post_keys(app, "2007", pygame.K_RETURN)
    wait(app, lambda: not app.overlay.is_open)
    assert app.session.match.seats[0].name == "Player 6"


def test_key_after_enter_cancels_it(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(app.session.store, 3)
    dialog = open_list(app)
    with monkeypatch.context() as patch:
        patch.setattr(Listing, "is_settled", property(lambda _listing: False))
        post_keys(app, "2002", pygame.K_RETURN, pygame.K_m)
    list_of(app)
    assert dialog.is_open


def test_keys_select_sort_delete_and_restore_games(app: App) -> None:
    store = app.session.store
    keep(store, 6)
    dialog = open_list(app)
    press(app, pygame.K_DOWN)
    press(app, pygame.K_DOWN)
    assert dialog.list.chosen == 2
    walk_to_widget(app, dialog, dialog.list)
    press(app, pygame.K_RIGHT)
    list_of(app)
    assert column(dialog) == [f"Player {n}" for n in range(6)]
    press(app, pygame.K_SPACE)
    list_of(app)
    assert column(dialog) == [f"Player {n}" for n in reversed(range(6))]
    press(app, pygame.K_DOWN)
    press(app, pygame.K_DELETE)
    list_of(app)
    assert column(dialog) == ["Player 5", "Player 3", "Player 2", "Player 1", "Player 0"]
    assert dialog.list.chosen == 1, "the next one has taken its place"
    press_button(app, dialog, dialog.tabs[Tab.DELETED])
    list_of(app)
    assert column(dialog) == ["Player 4"]
    press_button(app, dialog, dialog.first)
    list_of(app)
    assert dialog.list.empty == "No game has been deleted."
    assert len(store.library.games()) == 6


def read_late(app: App, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Makes lists of the library wait for the returned event."""
    library, is_read = app.session.store.library, threading.Event()
    games = library.games

    def read(deleted: bool = False) -> list[KeptGame]:
        assert is_read.wait(20.0)
        return games(deleted)

    monkeypatch.setattr(library, "games", read)
    return is_read


def test_deleting_before_the_list_is_read_chooses_the_next(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    library = app.session.store.library
    keep(app.session.store, 6)
    dialog = open_list(app)
    press(app, pygame.K_DOWN)
    walk_to_widget(app, dialog, dialog.list)
    is_read = read_late(app, monkeypatch)
    try:
        for left in (["Player 3", "Player 2"], ["Player 2"]):
            press(app, pygame.K_DELETE)
            assert dialog.error == ""
            assert column(dialog) == ["Player 5", *left, "Player 1", "Player 0"]
            assert dialog.list.chosen == 1
        press(app, pygame.K_DOWN)
    finally:
        is_read.set()
    list_of(app)
    assert column(dialog) == ["Player 5", "Player 2", "Player 1", "Player 0"]
    assert dialog.list.chosen == 2, "and it stays so"
    assert dialog.said == "4 games"
    assert {kept.black for kept in library.games(deleted=True)} == {"Player 4", "Player 3"}


def test_game_is_removed_only_at_the_second_request(app: App) -> None:
    store = app.session.store
    keep(store, 2)
    store.library.delete(store.library.games())
    dialog = open_list(app, Tab.DELETED)
    press_button(app, dialog, dialog.second)
    assert dialog.error == "Press Remove again to delete it for good: Player 1 – Ann"
    assert len(store.library.games(deleted=True)) == 2
    press(app, pygame.K_DOWN)
    press_button(app, dialog, dialog.second)
    assert "Player 0" in dialog.error, "that was another game"
    press_button(app, dialog, dialog.second)
    list_of(app)
    assert [kept.black for kept in store.library.games(deleted=True)] == ["Player 1"]


def test_no_game_is_removed_once_the_warning_is_gone(app: App) -> None:
    store = app.session.store
    keep(store, 2)
    store.library.delete(store.library.games()[1:])
    dialog = open_list(app, Tab.DELETED)
    warning = "Press Remove again to delete it for good: Player 0 – Ann"
    press_button(app, dialog, dialog.second)
    assert dialog.error == warning
    for words in ("zz", ""):
        dialog.search.set_text(words)
        dialog.changed()
        list_of(app)
    assert dialog.said == "1 game"
    press_button(app, dialog, dialog.second)
    assert dialog.error == warning
    for tab in (Tab.LIBRARY, Tab.DELETED):
        dialog.show_tab(tab)
        list_of(app)
    press_button(app, dialog, dialog.second)
    assert dialog.error == warning
    assert len(store.library.games(deleted=True)) == 1


def test_export_writes_found_games_to_a_new_file(app: App, tmp_path: Path) -> None:
    store = app.session.store
    store.shared = tmp_path / "documents"
    keep(store, 12)
    dialog = open_list(app)
    type_into(app, "player 11")
    list_of(app)
    for _ in range(2):
        press_button(app, dialog, dialog.second)
    assert dialog.said.startswith("2 games saved as ")
    first, second = sorted(store.shared.iterdir())
    assert first.read_text("utf-8") == second.read_text("utf-8")
    assert [found.record.black for found in read_games(first.read_bytes())] == ["Player 11", "Player 10"]


def test_resize_keeps_the_list_and_selection(app: App) -> None:
    keep(app.session.store, 40)
    dialog = open_list(app)
    dialog.sort(1)
    type_into(app, "ann")
    list_of(app)
    for _ in range(30):
        press(app, pygame.K_DOWN)
    chosen = column(dialog)[30]
    resize(app, (900, 640))
    again = list_of(app)
    assert again.search.get_text() == "ann"
    assert again.list.chosen is not None
    assert column(again)[again.list.chosen] == chosen
    assert again.list.top <= again.list.chosen < again.list.top + again.list.page


@pytest.fixture
def archive(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("play.archive.reader._own_cache", lambda: tmp_path / "cache")
    monkeypatch.setattr("play.archive.reader.make_index_apart", make_index)  # here, which is faster
    folder = tmp_path / "archive"
    folder.mkdir()
    (folder / "WTH_1999.wtb").write_bytes(wthor((0, 1, 40, "f5d6c3d3c4")))
    app.change(archive=str(folder))
    return folder


def test_archive_is_listed_and_read_only_once(
    app: App, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.change(archive="")
    dialog = open_list(app, Tab.ARCHIVE)
    assert "WTH_1977.wtb" in dialog.list.empty
    press(app, pygame.K_ESCAPE)
    (archive / "WTH.JOU").write_bytes(names_file("Ann", "Ben"))
    app.change(archive=str(archive))
    dialog = open_list(app, Tab.ARCHIVE)
    assert [column(dialog, n)[0] for n in range(6)] == ["1999", "Ann", "Ben", "", "40–24", "Tiger"]
    dialog.show_tab(Tab.LIBRARY)
    monkeypatch.setattr("play.archive.reader.ArchiveIndex.load", lambda _: pytest.fail("it is read anew"))
    dialog.show_tab(Tab.ARCHIVE)
    assert column(list_of(app)) == ["Ann"]
    press(app, pygame.K_RETURN)
    assert len(app.session.match.game.moves) == 5
    wait(app, lambda: [kept.black for kept in app.session.store.library.games()] == ["Ann"])


def test_ignored_files_are_named(app: App, archive: Path) -> None:
    (archive / "notes.txt").touch()
    dialog = open_list(app, Tab.ARCHIVE)
    assert (dialog.said, dialog.error) == ("1 game. 1 file is not read: notes.txt", "")


@pytest.mark.usefixtures("archive")
def test_progress_of_reading_an_archive_is_shown(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on = threading.Event()

    def make(folder: Path, cache: Path, report: Callable[[float], None]) -> Path:
        report(0.4)
        reader = app.archive
        began, _share = reader._began or (0.0, 0.0)
        reader._began = began - 30.0, 0.1
        report(0.4)
        may_go_on.wait(60)
        return make_index(folder, cache)

    monkeypatch.setattr("play.archive.reader.make_index_apart", make)
    review = app.show(ReviewPage)
    press(app, pygame.K_2)
    press(app, pygame.K_a, mod=pygame.KMOD_CTRL)
    dialog = dialog_of(app, GamesDialog)
    wait(app, lambda: dialog.said.startswith("Reading the archive: 40 %, 1:0"))
    press(app, pygame.K_ESCAPE)
    app.frame()
    assert given(review.state.games).empty.startswith("Reading the archive: 40 %, 1:0")
    may_go_on.set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("nowhere", "There is no such folder"),
        ("empty", "The archive cannot be used: there are no games in {}: an archive is a folder of "),
        ("no_games", "The archive cannot be used: there are no games in {}: a.ggf: "),
        ("closed", "The archive in {} cannot be read: Permission denied"),
    ],
)
def test_wrong_folder_leaves_the_archive_unchanged(
    app: App, archive: Path, monkeypatch: pytest.MonkeyPatch, wrong: str, said: str
) -> None:
    folder, scandir = archive.with_name(wrong), os.scandir
    if wrong != "nowhere":
        folder.mkdir()
        (folder / ("a.txt" if wrong == "empty" else "a.ggf")).write_text("(;GM[Go];)")

    def forbidding(path: object) -> object:
        if wrong == "closed" and str(path) == str(folder):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)  # type: ignore[call-overload]

    app.show(ReviewPage)
    wait(app, lambda: app.archive.table is not None)
    press(app, pygame.K_a, mod=pygame.KMOD_CTRL)
    dialog = list_of(app)
    monkeypatch.setattr(os, "scandir", forbidding)
    for _attempt in range(2):
        dialog.path.set_text(str(folder))
        dialog.accept()
        wait(app, lambda: bool(dialog.error) and app.settings.archive == str(archive))
        assert dialog.error.startswith(said.format(folder))
        assert wrong == "nowhere" or dialog.error.endswith(f"The archive is still {archive}")
    press(app, pygame.K_ESCAPE)
    wait(app, lambda: app.archive.table is not None)
    assert app.archive.look_up(Board.initial()).all.games == 1


def test_read_errors_are_reported(app: App) -> None:
    app.session.settings = replace(app.settings, archive="/nowhere/at/all")
    app.session.store.library.path.mkdir()
    dialog = open_list(app)
    assert dialog.error.startswith("The library cannot be read: ")
    dialog.show_tab(Tab.ARCHIVE)
    assert list_of(app).error == "The archive in /nowhere/at/all cannot be read: No such file or directory"


def test_file_with_several_games_is_its_own_list(app: App, tmp_path: Path) -> None:
    path = tmp_path / "games.ggf"
    names_there = ("Carl", "Ann", "Ben")
    games = [ggf(Record(parse_transcript("f5"), name, "x")) for name in names_there]
    path.write_text("\n".join(games), "utf-8")
    page(app).commands.open_games_dialog(source_of(path))
    dialog = list_of(app)
    assert column(dialog) == ["Carl", "Ann", "Ben"], "as they come"
    click(app, dialog.list.heading_of(1).center)
    list_of(app)
    assert column(dialog) == ["Ann", "Ben", "Carl"]
    click(app, place_of_line(dialog.list, 1).center)
    click(app, place_of_line(dialog.list, 1).center)
    app.frame()  # handles the double click that the list posted
    assert app.session.match.seats[0].name == "Ben"


def test_damage_in_a_file_is_reported_with_its_game_count(app: App, tmp_path: Path) -> None:
    path = tmp_path / "x.wtb"
    path.write_bytes(wthor(*[(0, 1, 40, "f5d6")] * 12)[:500])
    page(app).commands.open_games_dialog(source_of(path))
    dialog = list_of(app)
    assert len(column(dialog)) == 7
    problem = "x.wtb: byte 492: game 8 is cut off after 8 of 68 bytes"
    assert dialog.error == f"7 games. Damaged in 2 places, the first: {problem}"


def test_enter_while_a_list_is_read_opens_nothing_later(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(app.session.store, 3)
    is_read = read_late(app, monkeypatch)
    press(app, pygame.K_o, mod=pygame.KMOD_CTRL)
    dialog = dialog_of(app, GamesDialog)
    press(app, pygame.K_RETURN)
    assert dialog.error == "The games are still being read: wait, then choose one."
    is_read.set()
    list_of(app)
    type_into(app, "om")
    list_of(app)
    assert dialog.is_open
    assert (app.overlay.dialog, app.settings.muted) == (dialog, True)


def test_listed_games_are_reviewed_in_the_background(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page shows the progress; the same button stops the reviews."""
    begun: list[str] = []

    def run(games: Iterable[str], _effort: Effort) -> None:
        begun.extend(games)
        app.reviews.total = len(begun)
        while app.reviews._is_wanted:
            time.sleep(0.005)

    monkeypatch.setattr(app.reviews, "_run", run)
    keep(app.session.store, 4)
    dialog = open_list(app)
    type_into(app, "year:2002-2003")
    list_of(app)
    push_in_dialog(app, "Review all")
    wait(app, lambda: len(begun) == 2)
    ids = {game.black: game.id for game in app.session.store.library.games()}
    assert begun == [f"row {ids['Player 2']}", f"row {ids['Player 1']}"]
    wait(app, lambda: dialog.said == "2 of 4 games. Reviewed: 0 of 2 games")
    press(app, pygame.K_ESCAPE)
    for shown in app.pages:
        app.open_page(shown)
        wait(app, lambda: "Reviewed: 0 of 2 games" in app.status.keys)  # after compilation
    app.open_page(app.pages[0])
    open_list(app)
    push_in_dialog(app, "Stop reviews")
    wait(app, lambda: not app.reviews.is_running)
    app.frame()
    assert "Reviewed" not in app.status.keys
