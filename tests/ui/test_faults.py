"""Errors in the window: the rest of it goes on, the game is kept, and there is a report."""

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pygame
import pytest

from ai import log
from ai.log import LogFile
from ai.search.root import RootSearch
from play.session import Session
from play.store import Store
from tests.samples import F5
from tests.ui.driving import (
    QUICK,
    OpenPage,
    click_square,
    dialog_of,
    do,
    given,
    place_of,
    press,
    push,
    start,
    wait,
)
from ui import cli
from ui.app import MOST_FAILED, App
from ui.assets import CannotRun
from ui.dialogs.help import KeysDialog, ResultsDialog
from ui.pages.fault import FaultPage
from ui.pages.lab.page import LabPage
from ui.pages.page import Page
from ui.pages.play.page import PlayPage
from ui.toasts import Toasts

begin_window = log.begin_window
LINE = "Nullwindow 9 (abc)"
pytestmark = pytest.mark.usefixtures("drawn_at_once")


def fail(*_: object, **__: object) -> Any:
    raise KeyError("f5")


def fail_with(error: Exception) -> None:
    raise error


def assert_saved(store: Store) -> None:
    kept = given(store.load_game())
    assert kept.game.moves == (F5,)


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LogFile]:
    """Yields the log of these tests."""
    monkeypatch.setattr(log, "folder", lambda: tmp_path)
    with closing(LogFile()) as file:
        file.describe = lambda: LINE
        monkeypatch.setattr(log, "file", file)
        logging.getLogger().addHandler(file)
        yield file
        logging.getLogger().removeHandler(file)


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    copied = list[str]()
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    return copied


def run(app: App, frames: int = 3) -> None:
    """Runs the loop for some frames; the window stays open."""
    frame, left = app.frame, iter(range(frames - 1))

    def count() -> None:
        app.is_running = next(left, None) is not None
        frame()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "frame", count)
        patch.setattr(app, "close", lambda: None)
        assert app.run() == 0
    app.is_running = True


def click_in_loop(app: App, identity: str) -> None:
    """Clicks a button like `push`, even if the program fails."""
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        details = {"pos": place_of(app, identity).center, "button": 1, "buttons": (0, 0, 0), "rel": (0, 0)}
        pygame.event.post(pygame.event.Event(kind, details))
    run(app)


def logged(tmp_path: Path) -> str:
    return (tmp_path / log.NAME).read_text("utf-8")


def assert_logged(tmp_path: Path, sentence: str = "") -> None:
    """Asserts that the log has the program, the sentence and the place."""
    text = logged(tmp_path)
    assert text.startswith(LINE)
    assert sentence in text
    assert "in fail" in text


@pytest.mark.parametrize(
    ("page", "deed"),
    [*((PlayPage, deed) for deed in ("update", "handle", "lay_out", "status")), (LabPage, "draw")],
)
def test_a_failed_page_is_replaced_and_the_others_go_on(
    deed: str, page: type[Page], open_page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_page(page)
    with monkeypatch.context() as broken:
        broken.setattr(page, deed, property(fail) if deed == "status" else fail)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_HOME, unicode="", mod=0))
        if deed == "lay_out":
            app.display.window.size = (900, 640)
        run(app)
        assert isinstance(app.page, FaultPage)
        assert app.page.identity == page.identity
        assert app.actions[f"page_{page.identity}"].is_on()
        assert_logged(tmp_path, f"A frame has failed on the page {page.identity}")
        push(app, "page_review")
        run(app)
        assert not isinstance(app.page, FaultPage)
        click_in_loop(app, f"page_{page.identity}")
        assert isinstance(app.page, FaultPage) is (deed != "handle"), "it is made anew, and fails again"
    click_in_loop(app, f"page_{page.identity}")
    assert isinstance(app.page, page)


def test_an_unbuildable_page_leaves_the_others_usable(
    app: App, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app.page_of("play")
    with monkeypatch.context() as broken:
        broken.setattr("ui.pages.practice.page.PracticePage.lay_out", fail)
        broken.setattr("ui.pages.lab.commands.LabCommands.__init__", fail)
        for identity in ("lab", "practice"):
            click_in_loop(app, f"page_{identity}")
            assert isinstance(app.page, FaultPage)
            assert app.page.identity == identity
            push(app, "page_play")
            run(app)
            assert isinstance(app.page, PlayPage)
    assert logged(tmp_path).count("in fail") >= 2


def test_a_failed_page_saves_the_game_and_copies_a_report(
    store: Store, app: App, monkeypatch: pytest.MonkeyPatch, copied: list[str]
) -> None:
    click_square(app, "f5")
    app.change(names="Anna Bob")
    with monkeypatch.context() as broken:
        broken.setattr(PlayPage, "draw", lambda *_: fail_with(ValueError("PB[Rose] Anna Bob")))
        broken.setattr(PlayPage, "on_leave", fail)
        broken.setattr(PlayPage, "close", fail)
        run(app)
    app.session._autosave._writer.submit(lambda: None).result()
    assert_saved(store)
    push(app, "copy_report")
    assert copied[-1].startswith(f"{LINE}\n\n")
    assert "ValueError: PB[] (name)" in copied[-1]
    assert "Anna" not in copied[-1]
    assert app.toasts.current == "Report copied: paste it where you report the fault"
    press(app, pygame.K_F5)
    assert isinstance(app.page, PlayPage)
    assert app.session.match.game.moves == (F5,)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [(CannotRun("assets/icons/x.svg is missing"), "assets/icons/x.svg is missing"),
     (MemoryError(), "there is not enough memory"), (KeyError("f5"), None)],
)  # fmt: skip
def test_a_fault_page_shows_the_sentence_of_its_error(
    error: Exception, sentence: str | None, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(PlayPage, "update", lambda *_: fail_with(error))
        run(app)
    assert isinstance(app.page, FaultPage)
    assert app.page.sentences[1:-1] == (() if sentence is None else (sentence,))


def test_an_error_outside_the_pages_stops_no_page(
    app: App, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The window stays usable, and the log does not grow with each frame."""
    with monkeypatch.context() as broken:
        broken.setattr(Session, "update", fail)
        for _turn in range(3):
            run(app, 10)
            assert isinstance(app.page, FaultPage)
            click_in_loop(app, "page_review")
        assert logged(tmp_path).count("A frame has failed") <= log.MOST_ALIKE
    push(app, "page_play")
    run(app)
    assert isinstance(app.page, PlayPage)


def test_a_window_that_fails_on_every_page_ends_and_saves(
    app: App, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    click_square(app, "f5")
    frames = iter(range(100))
    monkeypatch.setattr(Toasts, "update", lambda *_, **__: fail_with(KeyError(next(frames))))
    with pytest.raises(KeyError, match=f"{MOST_FAILED}"):
        app.run()
    assert_saved(store)
    app.is_running = False


@pytest.mark.parametrize("deed", ["fill", "process", "draw"])
def test_a_failed_dialog_is_closed(
    deed: str, app: App, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(ResultsDialog, deed, fail)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F3, unicode="", mod=0))
        run(app, 1)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, unicode="", mod=0))
        run(app)
        assert app.overlay.dialog is None
        assert isinstance(app.page, PlayPage)
        assert app.toasts.current == "The dialog failed and was closed; Copy report (F12) copies the reason"
        assert_logged(tmp_path)
    press(app, pygame.K_F1)
    assert dialog_of(app, KeysDialog).is_open, "another one opens"
    press(app, pygame.K_ESCAPE)
    click_square(app, "f5")
    assert app.session.match.game.moves == (F5,)


def test_an_error_in_an_engine_thread_is_logged(
    app: App, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(RootSearch, "run", fail)
    start(app, QUICK, QUICK)
    app.session.match.resume()
    wait(app, lambda: bool(app.session.match.problem))
    assert app.session.match.problem == (
        "The search failed and the game is paused: an internal error; see the log"
    )
    assert_logged(tmp_path, "The search of ")
    run(app)
    assert isinstance(app.page, PlayPage)


def test_messages_about_damaged_files_are_logged(
    app: App, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "ui")  # as in a window
    app.session.store.messages.append("game.json is damaged")
    app.frame()
    assert app.toasts.current == "game.json is damaged"
    assert "game.json is damaged" in logged(tmp_path)


def test_the_window_opens_even_if_its_first_page_fails(
    store: Store, opened: list[App], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(PlayPage, "lay_out", fail)
        opened.append(app := App(store))
        run(app)
        assert isinstance(app.page, FaultPage)
    do(app, "reload_page")
    assert isinstance(app.page, PlayPage)


def test_the_start_after_a_crash_shows_a_report(
    store: Store, monkeypatch: pytest.MonkeyPatch, copied: list[str], tmp_path: Path
) -> None:
    (tmp_path / "crash-0.txt").write_text("Fatal Python error: Segmentation fault")
    monkeypatch.setattr(log, "begin_window", begin_window)
    monkeypatch.setattr(log, "write_crashes_to", lambda _path: None)
    monkeypatch.setattr("atexit.register", lambda _deed: None)
    for is_first in (True, False):
        seen = list[Page]()

        def look(app: App, seen: list[Page] = seen) -> int:
            app.frame()
            seen.append(app.page)
            if isinstance(app.page, FaultPage):
                push(app, "copy_report")
                push(app, "reload_page")
                seen.append(app.page)
            app.close()
            return 0

        monkeypatch.setattr(App, "run", look)
        monkeypatch.setattr("ui.app.Store", lambda: Store(store.directory))
        assert cli.main([]) == 0
        assert [type(page) for page in seen] == [FaultPage, PlayPage] if is_first else [PlayPage]
    assert "Fatal Python error: Segmentation fault" in copied[-1]
