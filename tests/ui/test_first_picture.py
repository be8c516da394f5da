"""The first picture: nothing is loaded that is shown, asked or computed only later."""

import json
from dataclasses import replace

import pytest

from ai import preparation
from play.store import Store
from tests.samples import F5, PERSON
from tests.ui.command_line import run_python
from tests.ui.driving import STILL, click_square, disc_at
from ui.app import EDITOR, PAGES, App

# The first picture after that of an empty window.
CODE = """
import json, os, sys
from ai.weights import default_weights
from ui import cli, display

shown = []

def show(window):
    shown.append(window)
    if len(shown) == 2:
        print(json.dumps([default_weights.cache_info().misses, sorted(sys.modules)]), flush=True)
        os._exit(0)

display.Display.show = show
cli.main([])
"""
LATER = {
    *("play.outside", "play.engines_file", "play.practice.exercise", "play.new_game"),
    *("game.records.any_format", "ui.text.new_game_wording"),
    *("numpy", "numba", "llvmlite", "pygame_gui", "dask", "distributed"),
}
LATER_FOLDERS = (
    *("ai.arena.", "ai.bench.", "ai.kernels.", "ai.trace.", "play.archive.", "play.lists.", "ui.dialogs."),
)
PLAY = [f"ui.pages.play.{name}" for name in ("cards", "commands", "live_tree", "page", "state", "view")]
NEEDED = {"ui.dialogs.overlay", "ui.commands.window", "ui.commands.compile"}


def test_the_first_picture_loads_only_what_it_shows() -> None:
    done = run_python("-c", CODE)
    assert done.returncode == 0, done.stderr
    weights, modules = json.loads(done.stdout.splitlines()[-1])
    assert "ui.pages.play.page" in modules
    assert LATER & set(modules) == set()
    assert [name for name in modules if name.startswith(LATER_FOLDERS) and name not in NEEDED] == []
    assert [name for name in modules if name.startswith("ui.commands.") and name not in NEEDED] == []
    assert [name for name in modules if name.startswith("ui.pages.") and name.count(".") == 3] == PLAY
    assert weights == 0, "the search reads them"


def test_the_first_picture_has_discs_and_accepts_a_click(
    store: Store, opened: list[App], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even before the search is ready."""
    monkeypatch.setattr(preparation, "start", lambda: None)
    monkeypatch.setattr(preparation, "is_ready", lambda: False)
    store.save_settings(replace(STILL, seats=(PERSON, PERSON)))
    opened.append(app := App(store))
    app.frame()
    board = app.session.match.board
    assert [disc_at(app, square) for square in range(64)] == [board.color_at(square) for square in range(64)]
    click_square(app, "f5")
    assert app.session.match.game.moves == (F5,)


def test_every_page_is_found_by_identity(app: App) -> None:
    for name in (*PAGES, EDITOR):
        assert app.page_of(name.identity).identity == name.identity


# Presses a key while pygame_gui is being loaded, which is slowed down.
EARLY_KEY = """
import sys, threading, time
from importlib.abc import MetaPathFinder
from pathlib import Path

import pygame

from ai import preparation
from ai.limits import Preparation
from play.store import Store
from ui.app import App

class Slow(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.startswith("pygame_gui."):
            time.sleep(0.02)

sys.meta_path.insert(0, Slow())
preparation.start = lambda: None
preparation._state.preparation = Preparation(1, 1, preparation.READY)
app = App(Store(Path(sys.argv[1])))
while "pygame_gui" not in sys.modules:
    app.frame()
pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_n, mod=pygame.KMOD_CTRL, unicode=""))
app.frame()
print(type(app.overlay.dialog).__name__)
for thread in threading.enumerate():
    if thread.name == "pages":
        thread.join()
app.close()
"""


def test_a_dialog_opens_while_the_rest_is_loading(store: Store) -> None:
    store.save_settings(replace(STILL, seats=(PERSON, PERSON)))
    done = run_python("-c", EARLY_KEY, store.directory)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "NewGameDialog"
