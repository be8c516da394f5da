"""The language of the window: which it is, and how another one is chosen."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from play.settings import Language, Settings
from play.store import SETTINGS_FILE, Store
from tests.ui.driving import page, press, walk_to_widget, words_drawn
from ui import text
from ui.app import App
from ui.dialogs.settings import SettingsDialog
from ui.text import languages
from ui.text.languages import of_system, preferred
from ui.theme import LATIN, Theme
from ui.widgets import appearance_of


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    text.use("en", languages.LOCALES)


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
def test_the_language_is_that_of_the_system(
    variables: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.environ", variables)
    assert of_system() == code


def test_without_variables_windows_and_macos_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert preferred({}) == []
    monkeypatch.setattr("os.environ", {})
    monkeypatch.setattr("sys.platform", "win32")
    found = [{"language": "fr", "country": "CA"}, {"language": "zh", "country": None}]
    monkeypatch.setattr(pygame.system, "get_pref_locales", lambda: found)
    assert of_system() == "zh_CN"


def test_another_language_is_spoken_at_once_on_every_page_and_in_the_open_dialog(app: App) -> None:
    before = app.session.match
    press(app, pygame.K_o)
    dialog: Any = app.overlay.dialog
    walk_to_widget(app, dialog, dialog.language.element)
    for wanted, title in (
        (Language.ENGLISH, "Settings"),
        (Language.CHINESE, "设置"),
        (Language.JAPANESE, "設定"),
    ):
        press(app, pygame.K_DOWN)  # the keyboard stays on the menu, as the dialog is made anew
        dialog = app.overlay.dialog
        assert isinstance(dialog, SettingsDialog)
        assert dialog.language.value is wanted
        assert dialog.window.window_display_title == title
    press(app, pygame.K_RETURN)
    app.frame()
    assert app.settings.language is Language.JAPANESE
    assert app.theme.language == "ja"
    assert app.session.match is before
    for shown, label in zip(app.pages, ("対局", "検討", "練習", "レース", "スローモーション"), strict=True):
        app.do(f"page_{shown.identity}")
        app.frame()
        assert app.actions[f"page_{shown.identity}"].shown_label == label
        words = words_drawn(app)
        assert any("\u3040" < sign < "\u9fff" for word in words for sign in word)
    app.quit()
    app.close()
    assert app.session.store.load_settings().language is Language.JAPANESE


def test_cancel_brings_the_language_back(app: App) -> None:
    press(app, pygame.K_o)
    dialog: Any = app.overlay.dialog
    dialog.choose(dialog.language, Language.RUSSIAN)
    app.frame()
    assert page(app).status.text.startswith("Ход: ")
    press(app, pygame.K_ESCAPE)
    app.frame()
    assert app.settings.language is Language.SYSTEM
    assert page(app).status.text == "Black to move"


def test_an_unknown_language_in_the_settings_is_told_and_the_systems_is_spoken(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_text(json.dumps({"language": "tlh", "muted": True}), "utf-8")
    store = Store(tmp_path)
    assert store.load_settings() == Settings(muted=True)
    (said,) = store.messages
    assert SETTINGS_FILE in said
    assert "language must be one of system, en, zh_CN, ja, ru" in said


@pytest.mark.parametrize("damage", [b"", b"no catalogue", b"\xde\x12\x04\x95" + b"\xff" * 40, None])
def test_of_a_damaged_catalogue_one_sentence_is_said_in_english(
    damage: bytes | None, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None: cut in the middle."""
    locales = tmp_path / "locale"
    shutil.copytree(languages.LOCALES, locales)
    file = locales / "ru" / "LC_MESSAGES" / "nullwindow.mo"
    file.write_bytes(file.read_bytes()[:20_000] if damage is None else damage)
    monkeypatch.setattr(languages, "LOCALES", locales)
    store.save_settings(Settings(language=Language.RUSSIAN, muted=True, book=False))
    app = App(store)
    app.frame()
    assert text.spoken() == "en"
    assert app.toasts.current is not None
    assert app.toasts.current.startswith("assets/locale/ru/LC_MESSAGES/nullwindow.mo cannot be read (")
    app.do("settings")
    dialog: Any = app.overlay.dialog
    dialog.choose(dialog.language, Language.JAPANESE)
    app.frame()
    assert app.theme.language == "ja", "the others can be spoken"
    dialog = app.overlay.dialog
    dialog.choose(dialog.language, Language.RUSSIAN)
    app.frame()
    assert app.overlay.dialog is not None
    assert "nullwindow.mo cannot be read (" in app.overlay.dialog.said
    assert app.theme.language == "en"
    app.close()


@pytest.mark.parametrize("language", ["en", "ja", "zh_CN", "ru"])
def test_every_language_can_read_its_own_name_in_the_menu(language: str) -> None:
    font = appearance_of(Theme(1.0, language)).get_font(["drop_down_menu"])
    for name in languages.OWN_NAMES.values():
        assert None not in font.get_metrics(name)


def test_a_name_in_another_script_is_written_where_the_face_lacks_it() -> None:
    japanese = Theme(1.0, "ja")
    assert None not in japanese.font("简体", 14).metrics("简体")
    font = appearance_of(Theme(1.0)).get_font(["button"])
    assert font.size("花子")[0] > 0
    assert font.get_metrics("Anna") == Theme(1.0).font("Anna", 14).metrics("Anna")
    assert Theme(1.0).widgets["defaults"]["font"]["name"] == LATIN.name
