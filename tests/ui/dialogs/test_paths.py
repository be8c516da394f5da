"""Paths that the system does not even look at are told in the dialogs, and the window goes on."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import pygame
import pytest

from tests.ui.driving import dialog_of, press, type_text, wait
from ui.app import App
from ui.dialogs.games import GamesDialog
from ui.dialogs.share import ShareDialog
from ui.system_dialog import Invocation


@pytest.fixture(params=[errno.ENAMETOOLONG, errno.EACCES], ids=["too long", "closed"])
def refused(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, str]:
    """(A path, what the system says of it.)"""
    number: int = request.param
    if number == errno.ENAMETOOLONG:
        if sys.platform == "win32":
            pytest.skip("names are refused in another way there")
        return str(tmp_path / ("x" * 300)), os.strerror(number)
    place, stat = tmp_path / "inside", os.stat

    def refuse(path: Any, *arguments: Any, **options: Any) -> os.stat_result:
        if isinstance(path, str | Path) and Path(path) == place:
            raise PermissionError(number, os.strerror(number), str(path))
        return stat(path, *arguments, **options)

    monkeypatch.setattr("os.stat", refuse)  # root may look everywhere
    return str(place), os.strerror(number)


def ask(app: App, kind: type[GamesDialog | ShareDialog]) -> GamesDialog | ShareDialog:
    control = pygame.KMOD_CTRL
    if kind is GamesDialog:
        press(app, pygame.K_o, mod=control | pygame.KMOD_SHIFT)
    else:
        type_text(app, "f5")
        app.do("page_review")
        press(app, pygame.K_s, mod=control)
    assert isinstance(app.overlay.dialog, kind)
    return app.overlay.dialog


@pytest.mark.parametrize("has_list", [True, False])
def test_what_cannot_be_opened(
    app: App, refused: tuple[str, str], has_list: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = None if has_list else Invocation(())
    monkeypatch.setattr("ui.dialogs.file_dialog.find_command", lambda *_details: command)
    dialog = ask(app, GamesDialog)
    dialog.path.set_text(refused[0])
    press(app, pygame.K_RETURN)
    wait(app, lambda: dialog.error.endswith(f"cannot be read: {refused[1]}"))
    assert dialog.is_open


def test_where_nothing_can_be_saved(app: App, refused: tuple[str, str]) -> None:
    dialog = ask(app, ShareDialog)
    dialog.path.set_text(refused[0])
    press(app, pygame.K_RETURN)
    assert dialog.error == f"It cannot be saved: {refused[1]}"
    assert dialog.is_open


@pytest.mark.parametrize("kind", [GamesDialog, ShareDialog])
def test_the_dialog_of_the_system_begins_in_the_last_folder_one_may_look_into(
    app: App,
    refused: tuple[str, str],
    kind: type[GamesDialog | ShareDialog],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Path] = []

    def find(_purpose: object, _title: str, folder: Path, _name: str = "") -> Invocation:
        asked.append(folder)
        return Invocation((sys.executable, "-c", "raise SystemExit(1)"))

    monkeypatch.setattr("ui.dialogs.file_dialog.find_command", find)
    dialog = ask(app, kind)
    dialog.path.set_text(refused[0])
    dialog._browse()
    wait(app, lambda: not dialog.is_busy)
    assert asked[-1] == Path(refused[0]).parent


def test_an_archive_that_cannot_be_looked_at(app: App, refused: tuple[str, str]) -> None:
    app.do("page_review")
    press(app, pygame.K_a, mod=pygame.KMOD_CTRL)
    dialog = dialog_of(app, GamesDialog)
    dialog.path.set_text(refused[0])
    press(app, pygame.K_RETURN)
    assert dialog.error == refused[1]
    assert app.settings.archive == ""
