"""Themes and boards: every ink is readable on each of its grounds, and damaged files are replaced."""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pygame
import pytest
from pygame import Surface

from benchmarks.sheet import DIALOGS, pictures
from play.settings import Settings
from tests.ui.driving import dialog_of, open_dialog, press, walk_to_widget
from ui import colours as colours_module
from ui.app import App
from ui.assets import ASSETS, MissingAsset
from ui.board.thoughts import BEST, LINE_SOLID, PALEST
from ui.colours import (
    BOARDS,
    DARK,
    GREEN,
    INKS,
    OF_BOARD,
    OF_THEME,
    SYSTEM,
    THEMES,
    GroundColours,
    chosen_colours,
    colours,
    offered,
)
from ui.dialogs.settings import SettingsDialog
from ui.pages.lab.lanes import TINT
from ui.pages.lab.trees import NOT_YET
from ui.panels.charts import SHADE_ALPHA
from ui.panels.panel import COLOURS
from ui.theme import NORMAL, Theme

# WCAG 2.2: 1.4.3 and 1.4.11; 1.4.6 for the theme of high contrast.
TEXT, MARKS, MORE = 4.5, 3.0, 7.0


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """Returns the contrast, 1 to 21, by relative luminance in sRGB (WCAG 2.2, 1.4.3)."""
    darker, lighter = sorted(_luminance(colour) for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: tuple[int, int, int]) -> float:
    parts = [value / 255 for value in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def rgb(theme: Theme, name: str) -> tuple[int, int, int]:
    return theme[name].r, theme[name].g, theme[name].b


def too_faint(theme: Theme, groups: tuple[GroundColours, ...], least: float) -> list[str]:
    pairs = [
        (ink, ground, needed)
        for group in groups
        for inks, needed in ((group.text, least), (group.marks, MARKS))
        for ink, ground in product(inks, group.grounds)
    ]
    return [
        f"{ink} on {ground}: {ratio:.2f}"
        for ink, ground, needed in pairs
        if (ratio := contrast(rgb(theme, ink), rgb(theme, ground))) < needed
    ]


def test_contrast_agrees_with_the_standard() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((0x77, 0x77, 0x77), (255, 255, 255)) == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("name", offered(THEMES))
def test_theme_inks_are_readable_on_each_of_their_grounds(name: str) -> None:
    theme = Theme(1.0, written=colours(name))
    disabled = tuple(group for group in OF_THEME if "disabled" in group.text)
    others = tuple(group for group in OF_THEME if group not in disabled)
    assert too_faint(theme, disabled, TEXT) == []
    assert too_faint(theme, others, MORE if name == "contrast" else TEXT) == []


@pytest.mark.parametrize("name", offered(BOARDS))
def test_board_inks_and_marks_are_visible_on_each_of_their_grounds(name: str) -> None:
    assert too_faint(Theme(1.0, written=colours(board=name)), OF_BOARD, TEXT) == []


@pytest.mark.parametrize("name", offered(THEMES))
def test_text_on_mixed_grounds_is_readable(name: str) -> None:
    theme = Theme(1.0, written=colours(name))
    mixed = [("on_kind", theme["card"].lerp(theme[colour], TINT)) for colour in COLOURS.values()]
    mixed += [
        ("text", theme["well"].lerp(theme[kind], NOT_YET)) for kind in ("kind_pv", "kind_cut", "kind_all")
    ]
    mixed += [
        ("pvs", theme[plot].lerp(theme["accent"], SHADE_ALPHA / 255)) for plot in ("plot_black", "plot_white")
    ]
    for ink, ground in mixed:
        assert contrast(rgb(theme, ink), (ground.r, ground.g, ground.b)) >= TEXT, (ink, ground)


@pytest.mark.parametrize("name", offered(BOARDS))
def test_figures_on_pale_discs_are_readable(name: str) -> None:
    theme = Theme(1.0, written=colours(board=name))
    for disc, ink in (("black_disc", "on_black"), ("white_disc", "on_white")):
        for felt in ("felt", "felt_light"):
            for solid in (PALEST, BEST, *LINE_SOLID.values()):
                ground = theme[felt].lerp(theme[disc], solid / 255)
                assert contrast(rgb(theme, ink), (ground.r, ground.g, ground.b)) >= TEXT, (disc, felt, solid)


def test_text_in_a_colour_without_a_ground_is_refused() -> None:
    theme = Theme(1.0)
    theme.text("Hello", NORMAL, "quiet")
    with pytest.raises(ValueError, match="'card' is no ink"):
        theme.text("Hello", NORMAL, "card")


def test_widgets_write_in_inks() -> None:
    """The tests above compare each ink with its grounds."""
    written = json.loads((ASSETS / "widgets.json").read_text("utf-8"))
    used = {
        (key, value)
        for block in written.values()
        for key, value in block.get("colours", {}).items()
        if "text" in key and "shadow" not in key
    }
    assert used
    assert {value for _key, value in used} <= {f"${ink}" for ink in INKS}


def test_no_colour_is_written_in_code_or_widgets() -> None:
    sources = [*(ASSETS.parent / "ui").rglob("*.py"), ASSETS / "widgets.json"]
    found = {
        (path.name, colour)
        for path in sources
        for colour in re.findall(r'"(#[0-9A-Fa-f]{6,8})"', path.read_text("utf-8"))
        if colour != "#00000000"
    }
    assert found <= {("colours.py", "#1C2025")}  # an example in a sentence


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yields a copy of the themes and boards that tests may damage."""
    for folder in (THEMES, BOARDS):
        shutil.copytree(ASSETS / folder, tmp_path / folder)
    monkeypatch.setattr("ui.assets.ASSETS", tmp_path)
    monkeypatch.setattr("ui.colours.ASSETS", tmp_path)
    colours_module._read.cache_clear()
    yield tmp_path
    colours_module._read.cache_clear()


DAMAGED = ("", "[]", "{", "[" * 100_000, '{"text": 3}', '{"text": "red"}', '{"text": "#12"}')


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_theme_is_reported_and_replaced_by_dark(shipped: Path, content: str) -> None:
    (shipped / "themes" / "light.json").write_text(content)
    said: list[str] = []
    assert chosen_colours(Settings(theme="light"), False, said.append) == colours()
    (sentence,) = said
    assert sentence.startswith("assets/themes/light.json cannot be read")
    assert sentence.endswith("dark is used until then")


def test_an_unknown_theme_or_board_is_replaced_and_reported() -> None:
    said: list[str] = []
    settings = Settings(theme="../themes/light", board="marble")
    assert chosen_colours(settings, False, said.append) == colours()
    assert len(said) == 2
    assert "boards/marble.json" in said[1]


def test_a_missing_dark_theme_is_an_error(shipped: Path) -> None:
    (shipped / "themes" / "dark.json").unlink()
    with pytest.raises(MissingAsset, match=r"themes/dark\.json"):
        colours()


def test_a_new_file_is_a_new_theme(shipped: Path) -> None:
    text = (shipped / "themes" / "light.json").read_text().replace("#FFFFFF", "#FFF8E7")
    (shipped / "themes" / "cream.json").write_text(text)
    assert "cream" in offered(THEMES)
    assert colours("cream")["card"] == "#FFF8E7"


def test_the_system_decides_between_dark_and_light() -> None:
    for prefers_light, name in ((False, DARK), (True, "light")):
        assert chosen_colours(Settings(theme=SYSTEM), prefers_light, pytest.fail) == colours(name)


# In the window


def grounds_of(theme: str, board: str) -> set[tuple[int, int, int]]:
    written = Theme(1.0, written=colours(theme, board))
    return {rgb(written, name) for name in [*OF_THEME[0].grounds, "edge", "grid"]}


def share_of(picture: Surface, wanted: set[tuple[int, int, int]]) -> float:
    pixels = pygame.surfarray.array3d(picture).reshape(-1, 3)
    return float(sum((pixels == colour).all(axis=1).sum() for colour in wanted)) / len(pixels)


@pytest.mark.slow
def test_pages_and_dialogs_keep_no_colour_of_the_previous_theme(app: App) -> None:
    list(pictures(app))  # every page has been made, and is kept
    last = (DARK, GREEN)
    for now in (("light", "wood"), (DARK, GREEN)):
        app.session.settings = replace(app.settings, theme=now[0], board=now[1])
        app.frame()
        old = grounds_of(*last) - grounds_of(*now) - {(255, 255, 255), (0, 0, 0)}
        for name, picture in pictures(app):
            assert share_of(picture, old) < 0.001, (now, name)
            if name not in DIALOGS:  # behind which all is dark
                assert share_of(picture, grounds_of(*now)) > 0.2, (now, name)
        last = now


def test_a_theme_chosen_by_keyboard_applies_at_once_to_window_and_dialog(app: App) -> None:
    dialog = open_dialog(app, "settings", SettingsDialog)
    walk_to_widget(app, dialog, dialog.menus["theme"])
    seen = []
    for _ in range(len(offered(THEMES))):
        press(app, pygame.K_DOWN)
        app.frame()
        dialog = dialog_of(app, SettingsDialog)
        assert dialog.focus is dialog.menus["theme"]
        assert dialog.theme is app.theme
        assert dialog.theme.written == colours(app.settings.theme)
        seen.append(app.settings.theme)
    assert seen == list(offered(THEMES))
    press(app, pygame.K_ESCAPE)
    app.frame()
    assert app.theme.written == colours(DARK)


def test_an_open_window_follows_the_system_theme(app: App) -> None:
    app.system.prefers_light = True
    app.frame()
    assert app.theme.written == colours("light")


def test_an_unknown_theme_in_the_settings_is_reported_once(app: App) -> None:
    app.session.settings = replace(app.settings, theme="sepia")
    for _ in range(3):
        app.frame()
    assert app.toasts.current is not None
    assert "sepia" in app.toasts.current
    app.display.window.size = (1000, 700)
    said = app.toasts.current
    app.frame()
    assert app.toasts.current == said
