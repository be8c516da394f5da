"""The dialogs for the keys, the menu and the results."""

from dataclasses import replace
from datetime import datetime, timedelta

import pygame
import pytest
from pygame_gui.elements import UILabel

from game.board import Color
from play.results import GameResult, Results
from tests.ui.driving import dialog_of, do, open_dialog, press, push_in_dialog, resize
from ui.app import App
from ui.dialogs.games import GamesDialog
from ui.dialogs.help import KeysDialog, MenuDialog, ResultsDialog, result_rows
from ui.layout import MIN_SIZE

BEGAN = datetime(2026, 11, 22)


@pytest.fixture
def app(shared: App) -> App:
    return shared


def results_of(*games: tuple[int, int]) -> Results:
    """Returns the results of `games`, pairs (level, outcome)."""
    results = Results()
    for number, (level, outcome) in enumerate(games):
        results.add(GameResult(BEGAN + timedelta(hours=number), level, Color.BLACK, outcome))
    return results


def labels(app: App) -> list[UILabel]:
    elements = app.overlay.manager.get_sprite_group().sprites()
    return [element for element in elements if isinstance(element, UILabel)]


def test_each_played_level_has_a_row_and_all_share_a_total() -> None:
    results = results_of((3, 1), (3, 1), (7, -1), (7, 0))
    results.games[BEGAN] = replace(results.games[BEGAN], lost=1.26)
    assert result_rows(results) == [
        ("3  Learner", "2", "2", "0", "0", "2 won", "1.3"),
        ("7  Strong", "2", "0", "1", "1", "–", "–"),
        ("All levels", "4", "2", "1", "1", "–", "1.3"),
    ]


def test_empty_results_are_one_row_of_zeros() -> None:
    assert result_rows(Results()) == [("All levels", "0", "0", "0", "0", "–", "–")]


def test_results_open_by_key_and_show_adaptive_level(app: App) -> None:
    app.session.results = results_of((3, 1), (3, -1))
    press(app, pygame.K_F3)
    lines = dialog_of(app, ResultsDialog).list.lines
    assert (lines.text(0, 0), lines.text(0, 5)) == ("3  Learner", "1 lost")
    assert "Today: level 4, Casual." in " ".join(label.text for label in labels(app))
    press(app, pygame.K_RETURN)
    assert not app.overlay.is_open


def test_results_of_all_levels_fit_the_smallest_window(app: App) -> None:
    resize(app, (900, 640))
    app.session.results = results_of(*((level, 1) for level in range(1, 11)))
    press(app, pygame.K_F3)
    dialog = dialog_of(app, ResultsDialog)
    assert all(label.relative_rect.bottom <= dialog.bottom.bottom for label in labels(app))
    last = max(label.relative_rect.bottom for label in labels(app) if "two people" in label.text)
    assert last <= dialog.bottom.top
    assert dialog.list.page == dialog.list.lines.number == 11, "all are in sight"


def test_results_open_from_games(app: App) -> None:
    open_dialog(app, "games", GamesDialog)
    push_in_dialog(app, "Results")
    dialog_of(app, ResultsDialog)


def test_no_two_columns_have_the_same_heading(app: App) -> None:
    resize(app, (900, 640))
    dialog = open_dialog(app, "keys", KeysDialog)
    assert dialog.is_open
    headings = {label.text: label.rect for label in labels(app) if "@heading" in str(label.class_ids)}
    assert len(headings) == sum("@heading" in str(label.class_ids) for label in labels(app))
    assert headings["Window"].left < headings["Window, continued"].left, "it is read from the left"


def test_longest_menu_fits_the_smallest_window(app: App) -> None:
    resize(app, MIN_SIZE)
    do(app, "page_review")
    dialog = open_dialog(app, "menu", MenuDialog)
    assert app.display.surface.get_rect().contains(dialog.window.rect)
