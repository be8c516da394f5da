"""The settings dialog, and the effect of its settings on the program."""

import os
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import psutil
import pygame
import pytest

from ai.engine import Analysis
from game.board import parse_square
from play.settings import TABLE_SIZES
from tests.quick import quick
from tests.samples import PERSON
from tests.ui.driving import (
    STRONG,
    click,
    dialog_of,
    given,
    has_reached,
    page,
    press,
    push_in_dialog,
    resize,
    start,
    type_text,
    wait,
    walk_to_widget,
)
from ui.app import App
from ui.dialogs.settings import Part, SettingsDialog, table_label
from ui.layout import MIN_SIZE
from ui.sound import SoundName
from ui.theme import NORMAL


def open_settings(app: App, part: Part = Part.GENERAL) -> SettingsDialog:
    press(app, pygame.K_o)
    dialog = dialog_of(app, SettingsDialog)
    dialog.show_part(part)
    return dialog


def think(app: App) -> Analysis:
    """Returns the search of the current position once it has reached depth 3."""
    wait(app, lambda: has_reached(app, 3))
    return given(app.session.match.thinking.analysis)


def test_settings_apply_at_once_and_cancel_reverts_them(app: App) -> None:
    press(app, pygame.K_o)
    dialog: Any = app.overlay.dialog
    walk_to_widget(app, dialog, dialog.sound)
    press(app, pygame.K_SPACE, " ")
    assert app.settings.muted is False
    press(app, pygame.K_ESCAPE)
    assert not dialog.is_open
    assert app.settings.muted is True


def test_common_settings_come_first_and_search_is_advanced(app: App) -> None:
    dialog = open_settings(app)
    assert list(dialog.menus)[:3] == ["volume", "theme", "board"]
    assert not {"search_threads", "table_megabytes", "watch_speed"} & set(dialog.menus)
    assert not {"selective", "book", "think_ahead"} & set(dialog.boxes)
    given(dialog.names).set_text("Ann")
    push_in_dialog(app, "Advanced")
    names = {"search_threads", "analysis_threads", "lines", "table_megabytes", "watch_speed"}
    assert names == set(dialog.menus)
    push_in_dialog(app, "General")
    press(app, pygame.K_RETURN)
    assert app.settings.names == "Ann"


def test_values_outside_a_menu_are_kept(app: App) -> None:
    """A file edited by hand or made on a larger machine can hold them."""
    app.apply(replace(app.settings, lines=4, analysis_threads=63))
    dialog = open_settings(app, Part.ADVANCED)
    assert (dialog.chosen().lines, dialog.chosen().analysis_threads) == (4, 63)


def test_quitting_keeps_applied_settings(app: App, reopen: Callable[[App], App]) -> None:
    dialog = open_settings(app)
    dialog.choose(dialog.menus["theme"], "light")
    assert app.settings.theme == "light"
    again = reopen(app)
    assert again.settings.theme == "light"
    again.apply(replace(again.settings, theme="\0", board="\ud800"))  # as a damaged file may hold them
    assert open_settings(again).chosen().theme == "\0"


def test_opening_another_dialog_keeps_the_changes(app: App) -> None:
    dialog = open_settings(app, Part.ADVANCED)
    dialog.boxes["think_ahead"].set_state(True)
    dialog.changed()
    push_in_dialog(app, "Engines")
    press(app, pygame.K_ESCAPE)
    assert app.settings.think_ahead
    assert app.session.thinking.settings.think_ahead


def test_volume_change_plays_a_sound(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[SoundName] = []
    monkeypatch.setattr(app.sounds, "play", played.append)
    dialog = open_settings(app)
    walk_to_widget(app, dialog, dialog.menus["volume"])
    press(app, pygame.K_LEFT)
    assert (app.settings.volume, app.sounds.settings.volume) == (0.6, 0.6)
    dialog.choose(dialog.menus["theme"], "light")
    assert played == ["disc"]
    press(app, pygame.K_ESCAPE)
    assert app.sounds.settings.volume == 0.7


@pytest.mark.parametrize("name", ["animation", "text_size"])
def test_menu_shows_its_tip_unless_its_list_is_open(app: App, name: str) -> None:
    menu: Any = open_settings(app).menus[name]
    app.frame()
    button = menu.current_state.selected_option_button

    def rest(element: Any) -> Any:
        element.hovered = True
        element.while_hovering(9.0, element.rect.center)
        element.while_hovering(0.1, element.rect.center)
        return element.tool_tip

    tip = rest(button)
    assert tip.text_block.html_text
    assert app.display.surface.get_rect().contains(tip.rect)
    click(app, button.rect.center)
    app.frame()
    assert menu.list is not None
    assert not tip.alive()
    assert rest(menu) is rest(button) is None
    menu.fold()
    assert rest(button) is not None


def test_scale_applies_at_once_to_page_and_open_dialog(app: App) -> None:
    resize(app, (1920, 1080))
    app.do("settings")
    before = app.theme.scale
    app.session.settings = replace(app.settings, interface_scale=1.25)
    app.frame()
    assert app.theme.scale == 1.25 * before
    assert given(app.overlay.dialog).theme is app.theme
    assert page(app).view.board.theme is app.theme


def test_memory_and_threads_can_change_during_a_search(
    app: App, reopen: Callable[[App], App], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    start(app, PERSON, STRONG)
    type_text(app, "f5")
    first = think(app)
    dialog = open_settings(app, Part.ADVANCED)
    dialog.choose(dialog.menus["table_megabytes"], 128)
    second = think(app)
    dialog.choose(dialog.menus["search_threads"], 3)
    third = think(app)
    assert first.is_done
    assert second.is_done
    assert third.options.threads == 3
    assert (app.settings.table_megabytes, app.settings.search_threads) == (128, 3)
    press(app, pygame.K_ESCAPE)
    assert (app.settings.table_megabytes, app.settings.search_threads) == (64, 1)
    assert think(app).options.threads == 1
    press(app, pygame.K_z)
    assert app.session.match.game.moves == (parse_square("f5"),)
    assert app.session.match.game.node.ply == 0
    assert app.session.match.problem is None
    dialog = open_settings(app, Part.ADVANCED)
    dialog.choose(dialog.menus["table_megabytes"], 32)
    dialog.choose(dialog.menus["search_threads"], 2)
    press(app, pygame.K_RETURN)
    again = reopen(app)
    assert open_settings(again).chosen().table_megabytes == 32
    start(again, STRONG, PERSON)
    assert think(again).options.threads == 2


def test_selective_search_and_book_can_be_toggled(app: App) -> None:
    start(app, PERSON, STRONG)
    type_text(app, "f5")
    first = think(app)
    assert first.options.selective
    assert not first.options.book
    dialog = open_settings(app, Part.ADVANCED)
    walk_to_widget(app, dialog, dialog.boxes["selective"])
    press(app, pygame.K_SPACE, " ")
    second = think(app)
    assert first.is_done
    assert not second.options.selective
    click(app, dialog.boxes["book"].rect.center)
    words, shown = dialog.boxes["show_evaluation"].text_label, app.settings.show_evaluation
    click(app, words.rect.center)
    app.frame()
    assert (app.settings.selective, app.settings.book) == (False, True)
    assert app.settings.show_evaluation is not shown, "its words are clicked like the box"
    assert not second.is_done, "the book is for the next move"
    press(app, pygame.K_ESCAPE)
    assert (app.settings.selective, app.settings.book) == (True, False)
    assert think(app).options.selective


def test_too_much_memory_is_refused_and_nothing_changes(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    start(app, STRONG, PERSON)
    running = think(app)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=4000 << 20))
    dialog = open_settings(app, Part.ADVANCED)
    dialog.choose(dialog.menus["table_megabytes"], 2048)
    assert dialog.error == (
        "2 tables of 2,048 MB do not fit into memory: 4,000 MB are free. It stays at 64 MB."
    )
    assert dialog.chosen().table_megabytes == app.settings.table_megabytes == 64
    assert app.session.match.thinking.analysis is running
    dialog.choose(dialog.menus["table_megabytes"], 32)
    assert dialog.error == ""
    press(app, pygame.K_RETURN)
    assert app.settings.table_megabytes == 32


def test_every_table_size_fits_into_its_menu(app: App) -> None:
    resize(app, MIN_SIZE)
    widest = max(app.theme.width(table_label(memory), NORMAL) for memory in TABLE_SIZES)
    menu = open_settings(app, Part.ADVANCED).menus["table_megabytes"]
    assert widest < menu.rect.width - app.theme.px(50)
    press(app, pygame.K_ESCAPE)


def test_resize_during_settings_is_kept(app: App) -> None:
    press(app, pygame.K_o)
    resize(app, (1100, 760))
    press(app, pygame.K_RETURN)
    wait(app, lambda: app.settings.window_size == (1100, 760))


def test_check_box_mark_is_drawn(app: App) -> None:
    box: Any = open_settings(app).sound
    pictures = []
    for is_on in (False, True):
        box.set_state(is_on)
        app.frame()
        app.frame()
        pictures.append(pygame.image.tobytes(app.display.surface.subsurface(box.rect), "RGB"))
        assert box._get_display_symbol() == ""
    below, mark = (round(share * box.rect.width) for share in (0.43, 0.70))
    ink, ground = (app.display.surface.get_at((box.rect.left + below, box.rect.top + y)) for y in (mark, 4))
    assert ink != ground
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize("size", quick([(1920, 1080), MIN_SIZE], 1))
def test_only_fitting_text_sizes_are_offered(app: App, size: tuple[int, int]) -> None:
    resize(app, size)
    usual, dialog = app.theme.scale, open_settings(app)
    offered = dialog.menus["text_size"].values
    assert offered == ((1.0, 1.15) if size == MIN_SIZE else (1.0, 1.15, 1.3, 1.5))
    for text_size in offered:
        dialog.choose(dialog.menus["text_size"], text_size)
        app.frame()
        assert app.theme.scale == pytest.approx(text_size * usual)
        assert dialog.said == ""
    resize(app, MIN_SIZE)
    dialog = dialog_of(app, SettingsDialog)
    assert dialog.menus["text_size"].value == offered[-1], "what was chosen stays, and is said not to fit"
    dialog.choose(dialog.menus["volume"], 1.0)
    assert ("Text up to 115 % fits" in dialog.said) == (size != MIN_SIZE)


def test_a_letter_typed_as_a_dialog_closes_does_nothing(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.app.LETTERS_REST", 0.4)
    open_settings(app)
    press(app, pygame.K_RETURN)
    press(app, pygame.K_m, "m")
    assert app.settings.muted, "it was meant for the dialog"
    monkeypatch.setattr("ui.app.LETTERS_REST", 0.0)
    press(app, pygame.K_m, "m")
    assert not app.settings.muted
