"""The whole program on SDL's dummy driver: events in, state and pixels out."""

from __future__ import annotations

import itertools
import os
import signal
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pygame
import pytest
from pygame_gui.elements import UILabel

from ai import preparation
from ai.engine import Analysis
from ai.limits import Algorithm, Preparation
from game.board import PASS, Board, parse_square
from game.clock import TimeControl
from game.evaluation import Kind
from game.records.record import Record
from game.starts import Start
from game.tree import Game
from play.match import Phase
from play.settings import TABLE_SIZES
from play.store import Store
from tests.ai.test_book import small_book
from tests.ui.driving import (
    LAST_MOVE,
    PASS_NEXT,
    PERSON,
    QUICK,
    STRONG,
    click,
    click_square,
    color_at,
    disc_at,
    has_hints,
    has_reached,
    page,
    pixels,
    press,
    share_changed,
    start,
    type_text,
    wait,
    walk_to,
    walk_to_widget,
    words_drawn,
)
from ui.app import QUIET_FRAMES, App, run
from ui.dialogs.games import GamesDialog
from ui.dialogs.new_game import NewGame, NewGameDialog
from ui.dialogs.settings import SettingsDialog, table_label
from ui.display import Display
from ui.layout import MIN_SIZE
from ui.panels.thinking import FIGURES
from ui.text.wording import format_result
from ui.theme import NORMAL, SMALL
from ui.toasts import TOAST_SECONDS


def test_clicks_play_and_undo_takes_back(app: App) -> None:
    click_square(app, "a1")
    assert app.session.match.game.moves == ()
    click_square(app, "f5")
    assert app.session.match.game.cursor == 1
    press(app, pygame.K_z)
    assert app.session.match.game.cursor == 0
    press(app, pygame.K_y)
    assert app.session.match.game.cursor == 1


def test_squares_can_be_typed_and_walked_to(app: App) -> None:
    type_text(app, "f5")
    type_text(app, "d6")
    assert app.session.match.game.moves == (parse_square("f5"), parse_square("d6"))
    type_text(app, "h")
    assert page(app).hands.typed_file == 7
    press(app, pygame.K_ESCAPE)
    assert page(app).hands.typed_file is None
    press(app, pygame.K_RIGHT)
    first = page(app).hands.cursor
    assert first is not None
    assert app.session.match.board.is_legal(first)
    press(app, pygame.K_RETURN)
    assert app.session.match.game.cursor == 3


@pytest.mark.parametrize("key", [pygame.K_t, pygame.K_m, pygame.K_PAGEUP, pygame.K_TAB, pygame.K_3])
def test_a_file_that_is_typed_waits_for_nothing_but_its_rank(app: App, key: int) -> None:
    type_text(app, "f5d6")
    press(app, pygame.K_c, "c")
    press(app, key, "?" if key == pygame.K_3 else "")
    press(app, pygame.K_3, "3")
    assert parse_square("c3") not in app.session.match.game.moves
    press(app, pygame.K_END)
    press(app, pygame.K_c, "c")
    press(app, pygame.K_LSHIFT)  # which some keyboards need for figures
    press(app, pygame.K_3, "3")
    assert app.session.match.game.moves[2:] == (parse_square("c3"),)


def test_tab_walks_over_the_buttons_and_enter_presses_them(app: App) -> None:
    type_text(app, "f5")
    app.frame()
    walk_to(app, "undo")
    press(app, pygame.K_RETURN)
    assert app.session.match.game.cursor == 0
    press(app, pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert app.focus not in (None, "undo")
    press(app, pygame.K_ESCAPE)
    assert app.focus is None


def test_tab_walks_over_the_toolbar_from_left_to_right(app: App) -> None:
    places = [app.toolbar.rect_of(identity) for identity in app.toolbar.usable]
    lefts = [place.left for place in places if place is not None]
    assert lefts == sorted(lefts)


def test_tab_comes_to_every_button_of_the_banner(app: App) -> None:
    start(app, PERSON, PERSON, game=Game(LAST_MOVE))
    type_text(app, "h8")
    wait(app, lambda: page(app).banner is not None)
    for identity in ("new_game", "rematch", "close_banner"):
        walk_to(app, identity)


def test_the_keyboard_presses_no_button_that_has_gone(app: App) -> None:
    start(app, PERSON, PERSON, game=Game(LAST_MOVE))
    type_text(app, "h8")
    wait(app, lambda: page(app).banner is not None)
    walk_to(app, "rematch")
    match = app.session.match
    press(app, pygame.K_z)
    assert page(app).banner is None
    press(app, pygame.K_SPACE)
    assert app.session.match is match
    assert match.phase is Phase.PAUSED


def test_no_action_key_is_a_file_of_the_board(app: App) -> None:
    codes = {key.code for action in app.actions for key in action.all_keys if not key.control}
    assert len(codes) > 20
    assert not codes & set(range(pygame.K_a, pygame.K_h + 1))


def test_every_action_can_be_carried_out(app: App) -> None:
    for action in [action for action in app.actions if action.identity != "quit"]:
        app.do(action.identity)
        app.frame()
        if app.overlay.dialog is not None:
            press(app, pygame.K_ESCAPE)
            assert app.overlay.dialog is None
    if app.settings.fullscreen:
        app.do("fullscreen")
    assert app.is_running


def test_a_whole_game_of_the_computer_with_itself_ends_in_a_banner(app: App) -> None:
    start(app, QUICK, QUICK)
    wait(app, lambda: app.session.match.phase is Phase.OVER, 60)
    wait(app, lambda: page(app).banner is not None)
    banner = page(app).banner
    assert banner is not None
    result = app.session.match.result
    assert result is not None
    assert banner.title == format_result(result)
    press(app, pygame.K_ESCAPE)
    assert page(app).banner is None
    replay = Game(app.session.match.game.start, app.session.match.game.moves)
    assert replay.result() == result


@pytest.mark.parametrize("control", [TimeControl(), TimeControl(per_game=60.0)])
@pytest.mark.parametrize("has_hints_on", [False, True])
def test_after_the_end_the_window_rests(app: App, control: TimeControl, has_hints_on: bool) -> None:
    start(app, PERSON, PERSON, game=Game(LAST_MOVE), control=control)
    if has_hints_on:
        press(app, pygame.K_t)
    type_text(app, "h8")
    assert app.session.match.phase is Phase.OVER
    wait(app, lambda: page(app).is_idle)


def test_a_rematch_swaps_the_colours_and_keeps_an_unusual_start(app: App) -> None:
    start(app, PERSON, QUICK, game=Game(Board.from_text(PASS_NEXT)))
    app.do("rematch")
    app.frame()
    assert app.session.match.seats == (QUICK, PERSON)
    assert app.session.match.game.start == Board.from_text(PASS_NEXT)


def test_a_pass_is_announced_on_the_board_and_played(app: App) -> None:
    app.session.start_match((PERSON, PERSON), TimeControl(), Game(Board.from_text(PASS_NEXT)))
    assert app.session.match.phase is Phase.PASSING
    app.update(0.1)
    app.draw()
    assert page(app).state.scene.announcement == "White has no move and passes"
    announced = app.display.surface.copy()
    wait(app, lambda: app.session.match.phase is Phase.HUMAN, 3)
    assert app.session.match.game.node.move == PASS
    app.frame()
    assert page(app).state.scene.announcement == ""
    middle = page(app).view.layout.felt
    across = middle.inflate(-middle.width // 2, -7 * middle.height // 8)
    assert share_changed(app, announced, across) > 0.5, "it goes across the board"


def test_hints_show_scores_of_all_legal_moves(app: App) -> None:
    press(app, pygame.K_t)
    wait(app, lambda: has_hints(app, 4), 20)
    press(app, pygame.K_t)
    assert app.session.match.thinking.analysis is None


@pytest.mark.parametrize("action", ["stop", "undo", "new_game", "quit", "pause", "swap"])
def test_what_a_person_wants_during_a_search_ends_it(app: App, action: str) -> None:
    start(app, PERSON, STRONG)
    type_text(app, "f5")
    wait(app, lambda: has_reached(app, 3), 20)
    analysis = app.session.match.thinking.analysis
    assert analysis is not None
    app.do(action)
    if action == "new_game":
        press(app, pygame.K_RETURN)
    if action == "quit":
        app.frame()
        app.close()
    end = time.monotonic() + 5
    while not analysis.is_done:
        assert time.monotonic() < end
        time.sleep(0.001)
    assert analysis.counters().seconds < 20


def test_switching_resizing_and_clicking_while_it_thinks(app: App) -> None:
    """A short form of the half-minute storm under tests/benchmarks."""
    start(app, replace(STRONG, seconds=0.4), replace(STRONG, seconds=0.4))
    sizes = [(900, 640), (1280, 800), (1000, 1200), (1920, 1080)]
    for n in range(60):
        press(app, pygame.K_p)
        if n % 15 == 0:
            app.display.window.size = sizes[n // 15 % len(sizes)]
        click(app, ((n * 97) % app.layout.window.width, 60 + (n * 61) % 500))
    assert app.session.match.problem is None
    Game(app.session.match.game.start, app.session.match.game.moves)


def test_the_panel_says_which_algorithm_reached_each_depth(app: App) -> None:
    start(app, STRONG, PERSON)
    wait(app, lambda: has_reached(app, 4), 20)
    app.do("alphabeta")
    analysis = app.session.match.thinking.analysis
    assert analysis is not None

    def has_both() -> bool:
        return {i.algorithm for i in analysis.progress.iterations} >= {Algorithm.PVS, Algorithm.ALPHABETA}

    wait(app, has_both, 20)
    assert app.session.match.seats[0].algorithm is Algorithm.ALPHABETA


@pytest.mark.parametrize("size", [MIN_SIZE, (1280, 800), (1920, 1080), (900, 1200)])
def test_the_page_shows_the_game_at_every_size(app: App, size: tuple[int, int]) -> None:
    type_text(app, "f5d6")
    app.display.window.size = size
    app.frame()
    app.frame()
    assert app.layout.window.size == size
    of_tab = {
        "tab_search": {"No search yet"},
        "tab_charts": {"Nodes per depth", "Score by move"},
        "tab_moves": {"Moves", "f5", "d6"},
    }
    for tab, wanted in of_tab.items():
        app.do(tab)
        written = words_drawn(app)
        assert wanted | {"Black", "White", "Black to move", "a", "8"} <= written
        hidden = set.union(*of_tab.values()) - wanted
        assert page(app).view.layout.is_folded == (not hidden & written)
        assert [disc_at(app, square) for square in range(64)] == [
            color_at(app.session.match.board, square) for square in range(64)
        ]


def test_the_move_list_and_the_graph_travel(app: App) -> None:
    for square in ("f5", "d6", "c3", "d3", "c4"):
        type_text(app, square)
    app.frame()
    cells = {}
    area = page(app).view.moves.rect
    for x in range(area.left, area.right, 6):
        for y in range(area.top, area.bottom, 6):
            target = page(app).view.travel_target((x, y))
            if target is not None:
                cells[target] = (x, y)
    assert set(cells) == {1, 2, 3, 4, 5}
    click(app, cells[2])
    assert app.session.match.game.cursor == 2
    chart = page(app).view.scores.rect
    click(app, (chart.left + app.theme.px(42), chart.centery))
    assert app.session.match.game.cursor < 2
    press(app, pygame.K_END)
    assert app.session.match.game.cursor == 5


def test_the_unfinished_game_and_the_settings_come_back(store: Store) -> None:
    app = App(store)
    start(app, PERSON, PERSON)
    for square in ("f5", "d6", "c3"):
        type_text(app, square)
    press(app, pygame.K_z)
    press(app, pygame.K_m)
    app.close()
    again = App(Store(store.directory))
    assert again.session.match.game.moves == tuple(parse_square(s) for s in ("f5", "d6", "c3"))
    assert again.session.match.game.cursor == 2
    assert again.session.match.seats == (PERSON, PERSON)
    assert not again.settings.muted
    again.close()


def test_settings_are_written_down_before_the_end(store: Store) -> None:
    app = App(store)
    app.do("mute")
    wait(app, lambda: not Store(store.directory).load_settings().muted, 15)
    app.close()


def test_a_finished_game_is_not_taken_up_again(store: Store) -> None:
    app = App(store)
    start(app, QUICK, QUICK)
    wait(app, lambda: app.session.match.phase is Phase.OVER, 60)
    app.frame()
    app.close()
    assert Store(store.directory).load_game() is None


def test_damaged_files_are_set_aside_and_said(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{ not json")
    (tmp_path / "game.json").write_text('{"game": "f5 a1"}')
    app = App(Store(tmp_path))
    said = set()
    for _ in range(2):
        app.frame()
        said.add(app.toasts.current)
        app.toasts.update(TOAST_SECONDS)
    assert any("settings.json" in str(toast) for toast in said)
    assert any("game.json" in str(toast) for toast in said)
    assert (tmp_path / "settings.json.damaged").read_text() == "{ not json"
    assert (tmp_path / "game.json.damaged").exists()
    app.close()


def test_the_new_game_dialog_starts_what_it_says_and_explains_bad_text(app: App) -> None:
    started: list[tuple[NewGame, Game]] = []
    chosen = NewGame((PERSON, replace(QUICK, level=4)), start=None, text="f5d6c3d3c4")
    dialog = NewGameDialog(
        app.dialogs, app.theme, chosen, lambda choice, game: started.append((choice, game)), lambda: None
    )
    assert dialog.choice() == replace(chosen, seats=(replace(PERSON, seconds=0.1), chosen.seats[1]))
    dialog.accept()
    assert started[0][1].moves == tuple(parse_square(s) for s in ("f5", "d6", "c3", "d3", "c4"))
    assert not dialog.is_open
    for text, word in (("f5a1", "a1"), ("", "transcript"), ("zz", "zz"), ("X" * 64 + " X", "over")):
        bad = NewGameDialog(app.dialogs, app.theme, replace(chosen, text=text), lambda *_: None, lambda: None)
        bad.accept()
        assert bad.is_open
        assert word in bad.error
        bad.close()


def test_a_dialog_is_modal_and_survives_a_resize(app: App) -> None:
    press(app, pygame.K_n)
    assert app.overlay.dialog is not None
    click_square(app, "f5")
    assert app.session.match.game.moves == ()
    app.display.window.size = (1920, 1080)
    app.frame()
    app.frame()
    assert app.overlay.dialog is not None
    assert app.overlay.dialog.is_open
    press(app, pygame.K_ESCAPE)
    assert app.overlay.dialog is None


def test_settings_apply_at_once_and_cancel_takes_them_back(app: App) -> None:
    press(app, pygame.K_o)
    dialog: Any = app.overlay.dialog
    walk_to_widget(app, dialog, dialog.sound)
    press(app, pygame.K_SPACE, " ")
    assert app.settings.muted is False
    press(app, pygame.K_ESCAPE)
    assert not dialog.is_open
    assert app.settings.muted is True


def open_settings(app: App) -> SettingsDialog:
    press(app, pygame.K_o)
    dialog = app.overlay.dialog
    assert isinstance(dialog, SettingsDialog)
    return dialog


def think(app: App) -> Analysis:
    """Wait until the search for the position on the board has found something."""
    wait(app, lambda: has_reached(app, 3), 20)
    assert app.session.match.thinking.analysis is not None
    return app.session.match.thinking.analysis


def test_memory_and_threads_change_in_mid_search(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    start(app, PERSON, STRONG)
    type_text(app, "f5")
    first = think(app)
    dialog = open_settings(app)
    dialog.choose(dialog.table, 128)
    second = think(app)
    dialog.choose(dialog.threads, 3)
    third = think(app)
    assert first.is_done
    assert second.is_done
    assert third.options.threads == 3
    assert (app.settings.table_megabytes, app.settings.threads) == (128, 3)
    press(app, pygame.K_ESCAPE)
    assert (app.settings.table_megabytes, app.settings.threads) == (64, 1)
    assert think(app).options.threads == 1
    press(app, pygame.K_z)
    assert app.session.match.game.moves == (parse_square("f5"),)
    assert app.session.match.game.cursor == 0
    assert app.session.match.problem is None


def test_selection_and_book_are_switched_by_keys_and_clicks(app: App) -> None:
    start(app, PERSON, STRONG)
    type_text(app, "f5")
    first = think(app)
    assert first.options.selective
    assert not first.options.book
    dialog = open_settings(app)
    walk_to_widget(app, dialog, dialog.selective)
    press(app, pygame.K_SPACE, " ")
    second = think(app)
    assert first.is_done
    assert not second.options.selective
    click(app, dialog.book.rect.center)
    app.frame()
    assert (app.settings.selective, app.settings.book) == (False, True)
    assert not second.is_done, "the book is for the next move"
    press(app, pygame.K_ESCAPE)
    assert (app.settings.selective, app.settings.book) == (True, False)
    assert think(app).options.selective


def test_the_computer_plays_from_the_book_and_the_window_says_so(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.app.read_book", lambda: (small_book(), ""))
    store.save_settings(replace(store.load_settings(), book=True))
    app = App(store)
    start(app, PERSON, STRONG)
    type_text(app, "f5")
    wait(app, lambda: len(app.session.match.game.moves) == 2, 5)
    analysis = app.session.match.thinking.last_analysis
    assert analysis is not None
    assert analysis.progress.kind is Kind.BOOK
    found = app.session.match.evaluation
    assert found is not None
    assert (found.kind, found.depth) == (Kind.BOOK, 0)
    assert found.score in (0.3, 0.8), "White's loss is Black's gain"
    assert page(app).state.search.title == "Book move 2"
    for size in (MIN_SIZE, (1280, 800)):
        app.display.window.size = size
        app.frame()
        app.frame()
    app.close()


def test_without_a_book_the_window_says_why(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.app.read_book", lambda: (None, "There is no opening book: it was eaten"))
    app = App(store)
    wait(app, lambda: app.toasts.current == "There is no opening book: it was eaten", 5)
    app.close()


def test_the_next_start_has_the_memory_and_the_threads(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    app = App(store)
    dialog = open_settings(app)
    dialog.choose(dialog.table, 32)
    dialog.choose(dialog.threads, 2)
    press(app, pygame.K_RETURN)
    app.close()
    again = App(Store(store.directory))
    dialog = open_settings(again)
    assert dialog.choice().table_megabytes == 32
    start(again, STRONG, PERSON)
    assert think(again).options.threads == 2
    again.close()


def test_memory_that_is_not_there_is_refused_and_nothing_changes(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(app, STRONG, PERSON)
    running = think(app)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=4000 << 20))
    dialog = open_settings(app)
    dialog.choose(dialog.table, 2048)
    assert dialog.error == (
        "2 tables of 2,048 MB do not fit into memory: 4,000 MB are free. It stays at 64 MB."
    )
    assert dialog.choice().table_megabytes == app.settings.table_megabytes == 64
    assert app.session.match.thinking.analysis is running
    dialog.choose(dialog.table, 32)
    assert dialog.error == ""
    press(app, pygame.K_RETURN)
    assert app.settings.table_megabytes == 32


def test_what_was_searched_is_forgotten_on_request(app: App) -> None:
    start(app, STRONG, PERSON)
    open_settings(app)
    for _ in range(3):
        running = think(app)
        assert isinstance(app.overlay.dialog, SettingsDialog)
        walk_to_widget(app, app.overlay.dialog, app.overlay.dialog.clear_button)
        press(app, pygame.K_SPACE, " ")
        assert app.session.match.thinking.analysis is not running
        assert app.overlay.dialog is not None
        assert app.overlay.dialog.said == "What was searched is forgotten: the tables are empty."
        press(app, pygame.K_ESCAPE)
        press(app, pygame.K_o)
    assert think(app).limit == running.limit
    assert app.session.match.game.moves == ()


def test_a_start_with_too_little_memory_has_the_default_and_says_so(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.save_settings(replace(store.load_settings(), table_megabytes=4096))
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=300 << 20))
    app = App(store)
    app.frame()
    assert app.toasts.current == (
        "2 tables of 4,096 MB do not fit into memory: 300 MB are free; each player has 64 MB now."
    )
    assert app.settings.table_megabytes == 64
    app.close()


@pytest.mark.parametrize("size", [MIN_SIZE, (1000, 730), (1280, 800), (1920, 1080)])
def test_no_text_of_the_settings_or_the_figures_is_cut(app: App, size: tuple[int, int]) -> None:
    app.display.window.size = size
    app.frame()
    app.frame()
    theme = app.theme
    for (name, _), place in zip(FIGURES, page(app).view.thinking.figure_rects(), strict=True):
        figure = "999.9 M/s" if name == "Speed" else "999.9 M" if name == "Nodes" else "100.0 %"
        assert theme.width(name, SMALL) < place.width
        assert theme.width(figure, NORMAL, True) < place.width
    dialog = open_settings(app)
    inside: Any = dialog.window.get_container()
    labels = [part for part in inside.elements if isinstance(part, UILabel)]
    for label in labels:
        assert theme.width(label.text, NORMAL) <= label.rect.width + 1  # pygame_gui measures otherwise
    parts = [*labels, *dialog.focusable]
    assert all(inside.rect.contains(part.rect) for part in parts)
    assert not any(one.rect.colliderect(other.rect) for one, other in itertools.combinations(parts, 2))
    widest = max(theme.width(table_label(size), NORMAL) for size in TABLE_SIZES)
    assert widest < dialog.table.element.rect.width - theme.px(50)


def test_an_opened_game_leaves_the_unfinished_one_on_the_disk(store: Store) -> None:
    app = App(store)
    start(app, PERSON, PERSON)
    type_text(app, "f5")
    app.close()
    App(Store(store.directory), Record(Game(moves=[parse_square("d3")]))).close()
    (kept,) = Store(store.directory).library.games()
    assert "B[F5" in kept.path.read_text()


def test_a_drag_ends_with_the_button_even_behind_a_dialog(app: App) -> None:
    for square in ("f5", "d6", "c3"):
        type_text(app, square)
    app.frame()
    chart = page(app).view.scores.rect
    at = (chart.left + app.theme.px(46), chart.centery)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    app.frame()
    here = app.session.match.game.cursor
    press(app, pygame.K_o)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    press(app, pygame.K_ESCAPE)
    end = (chart.right - app.theme.px(30), chart.centery)
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(1, 0), buttons=(0, 0, 0)))
    app.frame()
    assert app.session.match.game.cursor == here < 3


def test_a_resize_behind_the_settings_is_kept(app: App) -> None:
    press(app, pygame.K_o)
    app.display.window.size = (1100, 760)
    app.frame()
    press(app, pygame.K_RETURN)
    assert app.settings.window_size == (1100, 760)


def test_a_clock_waits_for_a_dialog(app: App) -> None:
    start(app, PERSON, PERSON, control=TimeControl(per_game=60))
    type_text(app, "f5")
    assert app.session.match.phase is Phase.HUMAN
    press(app, pygame.K_o)
    assert app.session.match.phase is Phase.PAUSED
    press(app, pygame.K_ESCAPE)
    assert app.session.match.phase is Phase.HUMAN


def test_a_new_toast_takes_the_place_of_the_last(app: App) -> None:
    for _ in range(3):
        press(app, pygame.K_MINUS, "-")
    assert app.toasts.current is not None
    assert "0.6 s" in app.toasts.current
    app.toasts.update(TOAST_SECONDS)
    assert app.toasts.current is None


def test_escape_folds_an_open_menu_before_it_closes_the_dialog(app: App) -> None:
    press(app, pygame.K_n)
    dialog = app.overlay.dialog
    assert isinstance(dialog, NewGameDialog)
    menu, _ = dialog.players[0]
    click(app, menu.element.rect.center)
    app.frame()
    press(app, pygame.K_ESCAPE)
    assert dialog.is_open
    press(app, pygame.K_ESCAPE)
    assert not dialog.is_open


FAILED = Preparation(0, 11, "The fast search cannot be used (ImportError: x)", has_failed=True)


def test_a_window_whose_kernels_cannot_be_loaded_rests(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "progress", lambda: FAILED)
    waited: list[int] = []

    def wait_for_event(milliseconds: int) -> pygame.event.Event:
        waited.append(milliseconds)
        return pygame.event.Event(pygame.NOEVENT)

    monkeypatch.setattr(pygame.event, "wait", wait_for_event)
    for _ in range(QUIET_FRAMES + 5):
        app.frame()
    assert waited
    assert app.state.status.keys == FAILED.text


def test_closing_the_window_in_mid_search_ends_the_loop(store: Store) -> None:
    app = App(store)
    start(app, STRONG, STRONG)
    wait(app, lambda: app.session.match.thinking.is_searching)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert app.run() == 0


def test_told_to_end_while_it_opens_the_window_ends_well(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_and_be_told(record: Record | None) -> App:
        opened = App(store, record)
        signal.raise_signal(signal.SIGTERM)
        return opened

    monkeypatch.setattr("ui.app.App", open_and_be_told)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        assert run() == 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_hovering_a_legal_square_shows_what_turns(app: App) -> None:
    before = app.display.surface.copy()
    f5, e5 = parse_square("f5"), parse_square("e5")
    cells = [page(app).view.layout.cell(square) for square in range(64)]
    position = cells[f5].center
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0)))
    app.frame()
    assert page(app).hands.square == f5
    changed = {square for square in range(64) if share_changed(app, before, cells[square]) > 0.01}
    assert changed == {f5, e5}


def test_on_a_screen_of_two_pixels_per_point_the_mouse_still_hits(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a Retina screen: the surface is twice the window, and events come in points."""
    size = app.display.window.size
    surface = pygame.Surface((2 * size[0], 2 * size[1]))
    monkeypatch.setattr(Display, "surface", property(lambda _: surface))
    app.frame()
    assert app.display.pixels_per_point == 2.0
    assert app.layout.window.size == surface.get_size()
    x, y = page(app).view.layout.cell(parse_square("f5")).center
    click(app, (x // 2, y // 2))
    assert app.session.match.game.moves == (parse_square("f5"),)
    assert app.settings.window_size == size


@pytest.mark.parametrize("size", [(400, 400), (640, 480), (300, 800), (1, 1)])
def test_a_desktop_may_force_any_size_on_the_window(app: App, size: tuple[int, int]) -> None:
    """Where that is too small for everything, its picture is shown smaller."""
    app.display.window.minimum_size = (1, 1)
    for shown in app.pages:
        app.open_page(shown)
        app.display.window.size = size
        app.frame()
        app.frame()
        assert app.display.window.size == size
        for dialog in ("settings", "help"):
            app.do(dialog)
            app.frame()
            press(app, pygame.K_ESCAPE)
        app.display.window.size = (1280, 800)
        app.frame()


def test_the_mouse_hits_in_a_window_that_is_too_small(app: App) -> None:
    app.display.window.minimum_size = (1, 1)
    for size, name in (((400, 400), "f5"), ((390, 390), "d6")):
        app.display.window.size = size
        app.frame()
        x, y = page(app).view.layout.cell(parse_square(name)).center
        factor = size[0] / app.layout.window.width
        click(app, (round(x * factor), round(y * factor)))
        screen = app.display.window.get_surface()
        shown = screen.get_at((round(x * factor), round(y * factor)))
        assert sum(abs(a - b) for a, b in zip(shown, app.display.surface.get_at((x, y)), strict=True)) < 60
    assert len(app.session.match.game.moves) == 2


# Games that take each other's place


def test_a_new_game_is_taken_back_by_undo_and_the_old_one_is_kept(app: App) -> None:
    start(app, PERSON, PERSON)
    type_text(app, "f5")
    type_text(app, "d6")
    before = app.session.match
    press(app, pygame.K_n)
    press(app, pygame.K_RETURN)
    assert app.session.match.game.moves == ()
    app.frame()
    assert "Undo" in str(app.toasts.current)
    press(app, pygame.K_z)
    assert app.session.match is before
    assert app.toasts.current is None, "what was said to come back is there"
    assert app.session.match.game.moves == (parse_square("f5"), parse_square("d6"))
    type_text(app, "c3")
    assert app.session.match.game.cursor == 3


def test_a_new_game_with_moves_is_taken_back_move_by_move_first(app: App) -> None:
    start(app, PERSON, PERSON)
    type_text(app, "f5")
    before = app.session.match
    press(app, pygame.K_n)
    press(app, pygame.K_RETURN)
    if app.session.match.seat.is_human:
        type_text(app, "d3")
        press(app, pygame.K_z)
        assert app.session.match is not before
    press(app, pygame.K_z)
    assert app.session.match is before


def test_it_is_no_longer_said_that_sides_are_exchanged_when_they_are_not(app: App) -> None:
    start(app, PERSON, QUICK)
    press(app, pygame.K_x)
    assert "exchanged" in str(app.toasts.current)
    app.toasts.add("Something else")
    press(app, pygame.K_z)
    assert app.toasts.current == "Something else"


def test_how_a_game_is_brought_back_from_one_that_begins_with_moves_is_said(app: App) -> None:
    start(app, PERSON, PERSON)
    type_text(app, "f5")
    before = app.session.match
    pygame.scrap.put_text("f5d6c3")
    press(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    press(app, pygame.K_RETURN)
    app.frame()
    assert app.session.match is not before
    assert "Home" in str(app.toasts.current)
    press(app, pygame.K_HOME)
    press(app, pygame.K_z)
    assert app.session.match is before


def test_a_game_left_for_another_lies_in_the_library_and_opens_paused(store: Store) -> None:
    app = App(store)
    start(app, PERSON, PERSON)
    for square in ("f5", "d6", "c3"):
        type_text(app, square)
    app.session.start_match((PERSON, QUICK), TimeControl(per_game=60.0), Game())
    app.frame()
    wait(app, lambda: len(store.library.games()) == 1)
    press(app, pygame.K_o, mod=pygame.KMOD_CTRL)
    assert isinstance(app.overlay.dialog, GamesDialog)
    press(app, pygame.K_RETURN)
    match = app.session.match
    assert match.game.moves == tuple(parse_square(s) for s in ("f5", "d6", "c3"))
    assert all(seat.is_human for seat in match.seats)
    assert match.phase is Phase.PAUSED
    assert not match.is_timed
    app.close()


def test_the_games_played_before_are_reached_by_the_mouse(store: Store) -> None:
    app = App(store)
    start(app, PERSON, PERSON)
    type_text(app, "f5")
    app.session.start_match((PERSON, PERSON), TimeControl(), Game())
    app.frame()
    wait(app, lambda: len(store.library.games()) == 1)
    place = app.toolbar.rect_of("new_game")
    assert place is not None
    click(app, place.center)
    app.frame()
    dialog = app.overlay.dialog
    assert isinstance(dialog, NewGameDialog)
    click(app, dialog.games.rect.center)
    app.frame()
    assert isinstance(app.overlay.dialog, GamesDialog)
    press(app, pygame.K_RETURN)
    assert app.session.match.game.moves == (parse_square("f5"),)
    assert not app.overlay.is_open
    app.close()


def test_somebody_elses_game_has_two_named_players_and_nobody_loses(store: Store) -> None:
    record = Record(Game(Board.from_text("X" * 20 + "O" * 44 + "X")), black="Tamenori", white="Seeley")
    app = App(store, record)
    app.frame()
    wait(app, lambda: page(app).banner is not None)
    banner = page(app).banner
    assert banner is not None
    assert "lose" not in banner.line
    assert "Seeley" in banner.line
    assert [card.name for card in page(app).state.players] == ["Tamenori", "Seeley"]
    app.close()


def test_an_opened_game_waits_whatever_the_last_settings_were(store: Store) -> None:
    clock = TimeControl(per_game=60.0)
    store.save_settings(replace(store.load_settings(), seats=(QUICK, QUICK), control=clock))
    app = App(store, Record(Game(moves=[parse_square("f5")])))
    for _ in range(30):
        app.frame()
    assert app.session.match.game.moves == (parse_square("f5"),)
    assert app.session.match.phase is Phase.PAUSED
    assert not app.session.match.is_timed
    app.close()


def test_a_game_looked_back_at_is_neither_played_on_nor_cut_after_a_restart(store: Store) -> None:
    app = App(store)
    start(app, PERSON, PERSON)
    for square in ("f5", "d6", "c3", "d3"):
        type_text(app, square)
    app.session.match.seats = (QUICK, PERSON)
    app.session.match.travel(2)
    app.frame()
    app.close()
    again = App(Store(store.directory))
    for _ in range(60):
        again.frame()
    assert len(again.session.match.game.moves) == 4
    assert again.session.match.game.cursor == 2
    assert again.session.match.phase is Phase.PAUSED
    again.close()
    third = App(Store(store.directory))
    assert len(third.session.match.game.moves) == 4
    third.close()


def test_a_clock_does_not_run_because_the_program_was_opened(store: Store) -> None:
    store.save_settings(
        replace(store.load_settings(), seats=(PERSON, PERSON), control=TimeControl(per_game=60.0))
    )
    app = App(store)
    for _ in range(2):
        for _ in range(30):
            app.frame()
        match = app.session.match
        assert match.is_waiting
        assert match.clock.game_time(match.turn, match.turn) == 60.0
        app.close()
        app = App(Store(store.directory))
    click_square(app, "f5")
    app.update(0.5)
    assert app.session.match.clock.game_time(app.session.match.turn, app.session.match.turn) == pytest.approx(
        59.5, abs=0.2
    )
    app.close()


def test_a_rematch_begins_as_the_game_did_whatever_was_set_since(app: App) -> None:
    board = Board.from_text(PASS_NEXT)
    app.session.start_match((PERSON, PERSON), TimeControl(), Game(board), None)
    app.session.settings = replace(app.settings, start=Start.RANDOM)
    app.do("rematch")
    app.frame()
    assert app.session.match.game.start == board
    app.session.start_match((PERSON, PERSON), TimeControl(), Game(), Start.STANDARD)
    app.do("rematch")
    assert app.session.match.game.moves == ()


def test_after_the_end_sides_cannot_be_exchanged(app: App) -> None:
    start(app, PERSON, QUICK, game=Game(Board.from_text("X" * 40 + "O" * 24 + "X")))
    press(app, pygame.K_x)
    assert app.session.match.seats == (PERSON, QUICK)
    assert "swap" not in app.toolbar.usable


# Drawing


def test_drawing_changes_nothing(app: App) -> None:
    """What is shown is settled by `update`; `draw` may be called never or often."""
    start(app, PERSON, QUICK)
    type_text(app, "f5")
    for size in ((1280, 800), MIN_SIZE):
        app.display.window.size = size
        app.frame()
        app.frame()
        for tab in ("tab_search", "tab_charts", "tab_moves"):
            app.do(tab)
            app.update(0.01)
            states = app.state, page(app).state
            shown = frozen(app)
            app.draw()
            first = pixels(app)
            app.draw()
            assert pixels(app) == first
            assert states == (app.state, page(app).state)
            assert frozen(app) == shown


def frozen(app: App) -> str:
    """All plain values that the window, its page and the parts of it hold, two levels deep."""

    def plain(thing: object) -> dict[str, str]:
        kinds = (int, float, str, bool, tuple, list, dict, type(None), pygame.Rect)
        return {name: repr(value) for name, value in vars(thing).items() if isinstance(value, kinds)}

    view = page(app).view
    parts = [app, page(app), view, view.board, view.thinking, view.nodes, view.scores, view.moves]
    return repr([plain(part) for part in parts if hasattr(part, "__dict__")])
