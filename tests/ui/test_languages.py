"""The language of the window: its detection, and the choice of another."""

import shutil
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame_gui.core import UIAppearanceTheme

from game import text
from play.settings import Language
from tests.ui.driving import (
    OpenPage,
    dialog_of,
    do,
    given,
    is_box,
    open_dialog,
    page,
    press,
    walk_to_widget,
    words_drawn,
)
from ui.app import App
from ui.dialogs.fields import Appearance, DirectLoader
from ui.dialogs.settings import SettingsDialog
from ui.text import languages
from ui.text.languages import preferred, system_language
from ui.theme import JAPANESE, LATIN, Theme, can_write


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "zh_SG.UTF-8"}, "zh_CN"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
        ({"LANG": "ja_JP", "LC_MESSAGES": "ru_RU"}, "ru"),
        ({"LANG": "ja_JP", "LC_ALL": "zh_CN", "LC_MESSAGES": "ru_RU"}, "zh_CN"),
        ({"LANG": "ja_JP", "LANGUAGE": "fr:ru:zh"}, "ru"),
        ({"LANG": "ja_JP", "LC_ALL": ""}, "ja"),
    ],
)
def test_the_system_language(variables: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.environ", variables)
    assert system_language() == code


def test_without_variables_windows_gives_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    assert preferred({}) == []
    monkeypatch.setattr("os.environ", {})
    monkeypatch.setattr("sys.platform", "win32")
    found = [{"language": "fr", "country": "CA"}, {"language": "zh", "country": None}]
    monkeypatch.setattr(pygame.system, "get_pref_locales", lambda: found)
    assert system_language() == "zh_CN"


def test_another_language_applies_at_once_to_every_page_and_the_open_dialog(app: App) -> None:
    before = app.session.match
    press(app, pygame.K_o)
    dialog: Any = app.overlay.dialog
    walk_to_widget(app, dialog, dialog.menus["language"])
    for wanted, title in (
        (Language.ENGLISH, "Settings"),
        (Language.CHINESE, "设置"),
        (Language.JAPANESE, "設定"),
    ):
        press(app, pygame.K_DOWN)  # the menu keeps the focus when the dialog is rebuilt
        dialog = dialog_of(app, SettingsDialog)
        assert dialog.menus["language"].value is wanted
        assert dialog.window.window_display_title == title
    press(app, pygame.K_RETURN)
    app.frame()
    assert app.settings.language is Language.JAPANESE
    assert app.theme.language == "ja"
    assert app.session.match is before
    for shown, label in zip(app.pages, ("対局", "検討", "練習", "ラボ"), strict=True):
        do(app, f"page_{shown.identity}")
        assert app.actions[f"page_{shown.identity}"].shown_label == label
        assert any("\u3040" < sign < "\u9fff" for word in words_drawn(app) for sign in word)
    app.quit()
    app.close()
    assert app.session.store.load_settings().language is Language.JAPANESE


def choose(app: App, language: Language) -> None:
    """Chooses a language in the settings, which stay open."""
    dialog = open_dialog(app, "settings", SettingsDialog)
    dialog.choose(dialog.menus["language"], language)
    app.frame()


def test_cancel_restores_the_language(app: App) -> None:
    choose(app, Language.RUSSIAN)
    assert page(app).status.text == "Ход чёрных"
    press(app, pygame.K_ESCAPE)
    app.frame()
    assert app.settings.language is Language.SYSTEM
    assert page(app).status.text == "Black to move"


def test_a_damaged_catalogue_is_reported_in_english(
    open_page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locales = tmp_path / "locale"
    shutil.copytree(languages.LOCALES, locales)
    file = locales / "ru" / "LC_MESSAGES" / "nullwindow.mo"
    monkeypatch.setattr(languages, "LOCALES", locales)
    for damage in (b"", b"no catalogue", b"\xde\x12\x04\x95" + b"\xff" * 40, file.read_bytes()[:20_000]):
        file.write_bytes(damage)
        said = languages.set_language(Language.RUSSIAN)
        assert said.startswith("assets/locale/ru/LC_MESSAGES/nullwindow.mo cannot be read (")
    app = open_page(language=Language.RUSSIAN)
    assert text.current_language() == "en"
    assert app.toasts.current == said
    choose(app, Language.JAPANESE)
    assert app.theme.language == "ja", "the others can be spoken"
    dialog = dialog_of(app, SettingsDialog)
    dialog.choose(dialog.menus["language"], Language.RUSSIAN)
    app.frame()
    assert "nullwindow.mo cannot be read (" in given(app.overlay.dialog).said
    assert app.theme.language == "en"


def lacks(font: Any, text: str) -> list[str]:
    """Returns the characters of a text that a widget font draws as boxes."""
    chosen = font._for(text)
    white = pygame.Color("white")
    return [sign for sign in text if is_box(lambda each: chosen.render_premul(each, white), sign)]


@pytest.mark.usefixtures("app")
def test_missing_characters_are_found() -> None:
    assert lacks(Appearance(Theme(1.0)).get_font(["button"]), "A\U000e1234Я") == ["\U000e1234"]
    latin = Theme(1.0).font("A", 14)
    assert is_box(lambda each: latin.render(each, True, "white"), "語")


def test_the_characters_of_a_font_are_known_after_closing_a_window() -> None:
    for signs in ("日", "本"):  # not yet cached
        pygame.init()
        assert can_write(JAPANESE, signs)
        assert not can_write(LATIN, signs)
        pygame.quit()


@pytest.mark.usefixtures("app")
def test_every_language_has_a_readable_name_in_the_menu() -> None:
    for language in ("en", "ja", "zh_CN", "ru"):
        font = Appearance(Theme(1.0, language)).get_font(["drop_down_menu"])
        for name in languages.OWN_NAMES.values():
            assert not lacks(font, name)


@pytest.mark.usefixtures("app")
def test_names_in_another_script_use_another_font() -> None:
    names = Theme(1.0, "ja").font("简体", 14)
    assert not any(is_box(lambda each: names.render(each, True, "white"), sign) for sign in "简体")
    font = Appearance(Theme(1.0)).get_font(["button"])
    assert not lacks(font, "花子")
    assert not lacks(Appearance(Theme(1.0, "ja")).get_font(["button"]), "简体")
    assert font.get_metrics("Anna") == Theme(1.0).font("Anna", 14).metrics("Anna")


def test_ids_of_nested_widgets_equal_pygame_guis_without_its_long_keys() -> None:
    ours, theirs = Appearance(Theme(1.0)), UIAppearanceTheme(DirectLoader(), "en")
    for depth in (1, 3, 5):
        names = ("base", "element", "class", "object")
        parts: Any = [[f"{name}_{level}" for level in range(depth)] for name in names]
        found = ours.build_all_combined_ids(*parts)
        assert found == theirs.build_all_combined_ids(*parts)
        assert ours.build_all_combined_ids(*parts) is found
    assert sum(map(len, theirs.unique_theming_ids)) > 100_000
    assert not ours.unique_theming_ids
