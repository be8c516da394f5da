"""Opening files by the program's dialog, by the system's dialog and by dropping them."""

import contextlib
import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import psutil
import pygame
import pytest

from game.clock import TimeControl
from play.match import MatchPhase
from tests.samples import PERSON
from tests.ui.driving import (
    STRONG,
    dialog_of,
    do,
    given,
    open_dialog,
    press,
    resize,
    start,
    type_text,
    wait,
    walk_to_widget,
)
from ui.app import App
from ui.dialogs.games import GamesDialog
from ui.dialogs.settings import SettingsDialog
from ui.dialogs.share import ShareDialog
from ui.pages.edit.page import EditPage
from ui.pages.lab.page import LabPage
from ui.pages.review.page import ReviewPage
from ui.system_dialog import Invocation, Purpose, find_command

GAME = "f5d6c3"
Browse: TypeAlias = Callable[[Invocation | None], GamesDialog]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(GAME, "utf-8")
    return path


def drop(app: App, kind: int, *things: str) -> None:
    key = "file" if kind == pygame.DROPFILE else "text"
    events = [(pygame.DROPBEGIN, {}), *((kind, {key: thing}) for thing in things), (pygame.DROPCOMPLETE, {})]
    for event, details in events:
        pygame.event.post(pygame.event.Event(event, details))
    app.frame()


def ask(app: App) -> GamesDialog:
    press(app, pygame.K_o, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    return dialog_of(app, GamesDialog)


def python(code: str, *arguments: str) -> Invocation:
    return Invocation((sys.executable, "-c", code, *arguments))


@pytest.fixture
def browse(app: App, monkeypatch: pytest.MonkeyPatch) -> Browse:
    """Returns a function that browses with a command as the system's dialog, None for no dialog."""

    def browse(command: Invocation | None) -> GamesDialog:
        monkeypatch.setattr("ui.dialogs.file_dialog.find_command", lambda *_details: command)
        dialog = ask(app)
        dialog._browse()
        return dialog

    return browse


def moves(app: App) -> int:
    return len(app.session.reviewed.game.moves)


def is_shown(app: App) -> bool:
    return moves(app) == 3 and not app.overlay.is_open


@pytest.mark.parametrize("identity", ["page_play", "page_review"])
def test_opening_a_file_by_keys_keeps_the_previous_game(app: App, path: Path, identity: str) -> None:
    type_text(app, "f5")
    before = app.session.match
    app.do(identity)
    ask(app).path.set_text(str(path))
    press(app, pygame.K_RETURN)
    wait(app, lambda: is_shown(app))
    if identity == "page_play":
        said = given(app.toasts.current)
        assert said.startswith("The previous game is kept: ")
        press(app, pygame.K_HOME)
        press(app, pygame.K_z)
        assert moves(app) == 1
    assert app.session.match is before


def test_dialog_reports_unreadable_files_and_stays_open(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.dialogs.file_dialog.find_command", lambda *_details: Invocation(()))
    dialog = ask(app)
    press(app, pygame.K_RETURN)
    assert "Type the path of the file" in dialog.error
    dialog.open(tmp_path / "none.ggf")
    wait(app, lambda: "none.ggf" in dialog.error)
    assert dialog.error == "none.ggf cannot be read: No such file or directory"
    dialog.open(tmp_path)
    wait(app, lambda: dialog.error == f"{tmp_path.name} cannot be read: this is a folder")
    assert dialog.is_open
    assert moves(app) == 0
    press(app, pygame.K_ESCAPE)
    assert not app.overlay.is_open


@pytest.mark.parametrize("identity", ["page_play", "page_review"])
def test_games_of_a_file_with_several_are_listed(app: App, tmp_path: Path, identity: str) -> None:
    (tmp_path / "two.txt").write_text("f5d6c3\nf5f6\n", "utf-8")
    app.do(identity)
    drop(app, pygame.DROPFILE, str(tmp_path / "two.txt"))
    wait(app, lambda: isinstance(app.overlay.dialog, GamesDialog))
    dialog = dialog_of(app, GamesDialog)
    wait(app, lambda: dialog.list.lines.number == 2)
    press(app, pygame.K_RETURN)
    wait(app, lambda: moves(app) == 3)
    assert app.page.identity == identity.removeprefix("page_")
    dialog = ask(app)
    dialog.open(tmp_path / "two.txt")
    wait(app, lambda: dialog.list.lines.number == 2)
    app.do("page_practice")
    press(app, pygame.K_ESCAPE)
    drop(app, pygame.DROPFILE, str(tmp_path / "two.txt"))
    wait(app, lambda: app.toasts.current == "Go to Play or Review to open a game")


def test_dropped_file_ends_a_review_and_keeps_its_game(app: App, path: Path) -> None:
    type_text(app, "f5f4d3")
    before = app.session.match
    review = app.show(ReviewPage).commands
    review.begin()
    app.frame()
    assert review.is_reviewing
    drop(app, pygame.DROPFILE, str(path))
    wait(app, lambda: is_shown(app) and app.session.reviewed is not before)
    app.frame()
    assert review.review is None
    assert review.cursor.game is app.session.reviewed.game
    assert app.session.match is before
    do(app, "review_own")
    assert review.cursor.game is before.game


def test_dropping_a_file_stops_the_computers_search(app: App, path: Path) -> None:
    start(app, STRONG, PERSON, control=TimeControl(per_game=600))
    wait(app, lambda: app.session.match.thinking.is_searching)
    drop(app, pygame.DROPFILE, str(path))
    wait(app, lambda: is_shown(app))
    app.frame()
    assert not app.session.match.thinking.is_searching
    assert app.session.match.phase is MatchPhase.PAUSED


def test_only_the_games_dialog_accepts_dropped_files(app: App, path: Path) -> None:
    dialog = open_dialog(app, "settings", SettingsDialog)
    drop(app, pygame.DROPFILE, str(path))
    assert dialog.error == "Close this dialog first, then drop it again"
    drop(app, pygame.DROPTEXT, GAME)
    assert dialog.is_open
    assert moves(app) == 0
    press(app, pygame.K_ESCAPE)
    ask(app)
    drop(app, pygame.DROPFILE, str(path))
    wait(app, lambda: is_shown(app))


def test_file_being_read_opens_after_a_new_dialog_closes(app: App, path: Path) -> None:
    drop(app, pygame.DROPFILE, str(path))
    if moves(app) == 0:  # it may have been quicker
        app.do("settings")
        for _ in range(20):
            app.frame()
        assert moves(app) == 0
        press(app, pygame.K_ESCAPE)
    wait(app, lambda: is_shown(app))


@pytest.mark.parametrize(("action", "kind"), [("edit_board", EditPage), ("page_lab", LabPage)])
def test_other_pages_refuse_games_with_a_message(app: App, path: Path, action: str, kind: type) -> None:
    do(app, action)
    for dropped, thing in ((pygame.DROPFILE, str(path)), (pygame.DROPTEXT, GAME)):
        app.toasts.take_back()
        drop(app, dropped, thing)
        wait(app, lambda: app.toasts.current == "Go to Play or Review to open a game")
    assert isinstance(app.page, kind)
    assert moves(app) == 0


def test_first_of_several_files_is_opened(app: App, path: Path, tmp_path: Path) -> None:
    drop(app, pygame.DROPFILE, str(path), str(tmp_path))
    wait(app, lambda: is_shown(app))
    drop(app, pygame.DROPFILE, str(tmp_path))
    wait(app, lambda: app.toasts.current is not None and "this is a folder" in app.toasts.current)


@pytest.mark.parametrize("number", [1, 2])
def test_character_set_can_be_chosen(app: App, tmp_path: Path, number: int) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes("(;GM[2]PB[山];B[f5])".encode("big5") * number)
    dialog = ask(app)
    dialog.choose(dialog.charset, "big5")
    resize(app, (900, 640))
    dialog.open(path)
    if number > 1:
        wait(app, lambda: dialog.list.lines.number == number)
        press(app, pygame.K_RETURN)
    wait(app, lambda: not app.overlay.is_open)
    assert app.session.match.seats[0].name == "山"


def test_cancelled_system_dialog_changes_nothing(app: App, browse: Browse) -> None:
    for code in ("raise SystemExit(1)", "pass"):
        dialog = browse(python(code))
        assert dialog.is_busy
        wait(app, lambda: not dialog_of(app, GamesDialog).is_busy)
        assert dialog.is_open
        assert dialog.error == ""
        press(app, pygame.K_ESCAPE)


def test_system_dialog_closes_with_ours(app: App, browse: Browse) -> None:
    system = given(browse(python("import time; time.sleep(60)"))._system)
    resize(app, (900, 640))
    assert dialog_of(app, GamesDialog)._system is system, "it goes on in a window of another size"
    assert not system.is_done
    press(app, pygame.K_ESCAPE)
    wait(app, lambda: system.is_done)


# A program that starts a child, which keeps running and holds its parent's output open. The program writes
# the child's process id to a file, waits for the child if it is asked to, and prints a path.
WRAPPER = """
import subprocess, sys
from pathlib import Path
pid, path, waits = sys.argv[1:]
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
Path(pid).write_text(str(child.pid), "utf-8")
if waits:
    child.wait()
print(path)
"""


@pytest.fixture
def wrapper(tmp_path: Path) -> Iterator[Path]:
    """Yields the file for the child's process id, and kills the child at the end."""
    pid = tmp_path / "pid"
    yield pid
    with contextlib.suppress(psutil.NoSuchProcess):
        psutil.Process(int(pid.read_text("utf-8"))).kill()


def test_child_of_a_dialog_is_not_waited_for(app: App, path: Path, wrapper: Path, browse: Browse) -> None:
    browse(python(WRAPPER, str(wrapper), str(path), ""))
    wait(app, lambda: is_shown(app))
    assert psutil.Process(int(wrapper.read_text("utf-8"))).status() != psutil.STATUS_ZOMBIE


@pytest.mark.skipif(sys.platform == "win32", reason="only the program itself is ended there")
def test_wrapped_dialog_closes_with_ours_at_once(app: App, path: Path, wrapper: Path, browse: Browse) -> None:
    browse(python(WRAPPER, str(wrapper), str(path), "waits"))
    wait(app, lambda: wrapper.exists() and wrapper.read_text("utf-8") != "")
    child = psutil.Process(int(wrapper.read_text("utf-8")))
    began = time.monotonic()
    press(app, pygame.K_ESCAPE)
    assert time.monotonic() - began < 5
    child.wait(timeout=20)


@pytest.mark.skipif(sys.platform == "win32", reason="there nobody can refuse to end")
def test_dialog_ignoring_sigterm_is_not_waited_for(app: App, tmp_path: Path, browse: Browse) -> None:
    ready = tmp_path / "ready"
    code = f"import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); open({str(ready)!r}, 'w')"
    system = given(browse(python(f"{code}; time.sleep(60)"))._system)
    wait(app, ready.exists)
    began = time.monotonic()
    press(app, pygame.K_ESCAPE)
    assert time.monotonic() - began < 5
    assert not app.overlay.is_open
    system._process.kill()
    wait(app, lambda: system.is_done)


def test_button_explains_a_missing_system_dialog(app: App, path: Path, browse: Browse) -> None:
    dialog = browse(None)
    walk_to_widget(app, dialog, dialog.browse)
    press(app, pygame.K_SPACE, " ")
    assert dialog.error == "Neither zenity nor kdialog is installed: type the path here"
    assert not dialog.is_busy
    dialog.path.set_text(str(path))
    dialog.accept()
    wait(app, lambda: is_shown(app))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are texts")
def test_file_name_without_glyphs_can_be_opened(app: App, tmp_path: Path) -> None:
    path = tmp_path / "\udcff \U0001f3b2.txt"
    path.write_text(GAME, "utf-8")
    ask(app).open(path)
    wait(app, lambda: is_shown(app))


def found_arguments(folder: Path) -> tuple[str, ...]:
    command = given(find_command(Purpose.OPEN, "Open", folder))
    return command.arguments


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("purpose", Purpose)
def test_no_text_becomes_part_of_a_script(
    system: str, purpose: Purpose, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = 'it\'s "Zoë"; $(rm)'
    monkeypatch.setattr("ui.system_dialog.sys.platform", system)
    monkeypatch.setattr("ui.system_dialog.find_program", lambda name: name)
    command = given(find_command(purpose, title, tmp_path, "a.gif"))
    whole = [*command.arguments, *command.variables.values()]
    assert any(argument.removeprefix("--title=") == title for argument in whole)
    assert any(str(tmp_path) in argument for argument in whole)


def test_desktop_determines_the_dialog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.system_dialog.sys.platform", "linux")
    monkeypatch.setattr("ui.system_dialog.find_program", lambda name: name)
    for desktop, program in (("KDE", "kdialog"), ("ubuntu:GNOME", "zenity")):
        monkeypatch.setenv("XDG_CURRENT_DESKTOP", desktop)
        assert found_arguments(tmp_path)[0] == program
    monkeypatch.setattr("ui.system_dialog.find_program", lambda _name: None)
    assert find_command(Purpose.OPEN, "Open", tmp_path) is None


@pytest.mark.parametrize(
    ("root", "folder"), [(r"D:\Windows", r"D:\Windows"), ("", r"C:\Windows"), ("Windows", r"C:\Windows")]
)
def test_system_program_is_started_by_its_full_path(
    root: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows looks for a bare name beside the downloaded game first."""
    monkeypatch.setenv("SystemRoot", root)
    wanted = {
        "win32": rf"{folder}\System32\WindowsPowerShell\v1.0\powershell.exe",
        "darwin": "/usr/bin/osascript",
    }
    for system, program in wanted.items():
        monkeypatch.setattr("ui.system_dialog.sys.platform", system)
        assert found_arguments(tmp_path)[0] == program


@pytest.mark.skipif(sys.platform == "win32", reason="programs have other names there")
@pytest.mark.parametrize("entry", ["", ".", "games"])
def test_program_beside_a_game_is_not_started(
    entry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / entry / "zenity"
    program.parent.mkdir(exist_ok=True)
    program.touch(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ui.system_dialog.sys.platform", "linux")
    monkeypatch.setenv("PATH", f"{entry}{os.pathsep}/no/such/folder")
    assert find_command(Purpose.OPEN, "Open", tmp_path) is None
    monkeypatch.setenv("PATH", f"{entry}{os.pathsep}{program.parent}")
    assert found_arguments(tmp_path)[0] == str(program)


@pytest.mark.skipif(sys.platform != "linux", reason="the dialogs of other systems are their own")
def test_desktop_program_gets_the_path_of_the_dialog(
    app: App, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "zenity"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" > "{tmp_path}/asked"\necho "{path}"\n', "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "GNOME")
    dialog = ask(app)
    dialog.set_path(path)
    walk_to_widget(app, dialog, dialog.browse)
    press(app, pygame.K_SPACE, " ")
    wait(app, lambda: is_shown(app))
    asked = (tmp_path / "asked").read_text("utf-8")
    assert asked == f"--file-selection --title=Games --filename={path}\n"


@pytest.mark.parametrize("key", [pygame.K_o, pygame.K_a])
def test_typing_starts_in_the_path_field(app: App, key: int) -> None:
    app.show(ReviewPage)
    shift = pygame.KMOD_SHIFT if key == pygame.K_o else 0
    press(app, key, mod=pygame.KMOD_CTRL | shift)
    dialog = dialog_of(app, GamesDialog)
    for letter in "a/b":
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        app.frame()
    press(app, pygame.K_HOME)
    assert (dialog.path.get_text(), dialog.search.get_text()) == ("a/b", "")
    assert dialog.path.edit_position == 0


def test_search_has_focus_when_games_are_listed(app: App, tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text("f5d6c3\nf5f6\n", "utf-8")
    ask(app).open(tmp_path / "two.txt")
    dialog = dialog_of(app, GamesDialog)
    wait(app, lambda: dialog.list.lines.number == 2)
    assert dialog.focus is dialog.search


@pytest.mark.parametrize("way", ["typed", "dropped", "pasted"])
def test_every_way_of_input_accepts_a_uri(
    app: App, tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "my games #1.txt"
    path.write_text(GAME, "utf-8")
    text = path.as_uri()
    if way == "typed":
        ask(app).path.set_text(text)
        press(app, pygame.K_RETURN)
    elif way == "dropped":
        drop(app, pygame.DROPTEXT, "# a list", text)
    else:
        monkeypatch.setattr("pygame.scrap.get_text", lambda: text)
        press(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    wait(app, lambda: is_shown(app))


REFUSED = "This address is not a file on this computer: save or copy the file here first"
NOTHING = "No file was dropped: copy the moves and paste them here, or save the game as a file"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("f5f6e6",), ""),
        (('[Black "Anna"]', "", "1. f5 d6 2. c3"), ""),  # SDL reports each line separately
        (("https://example.org/?moves=f5d6c3",), ""),
        (("https://example.org/games",), REFUSED),
        (("nothing of the kind",), "This is not a game: "),
        (("f5" * 60_000,), "too many for a game"),
        ((), NOTHING),  # as SDL reports a link dragged from a browser
    ],
)
def test_dropped_text_is_parsed_on_review(app: App, lines: tuple[str, ...], said: str) -> None:
    app.show(ReviewPage)
    drop(app, pygame.DROPTEXT if lines else pygame.DROPFILE, *lines)
    assert moves(app) == (0 if said else 3)
    assert said in (app.toasts.current or "")


def test_dropped_text_is_offered_as_a_new_game(app: App) -> None:
    drop(app, pygame.DROPTEXT, GAME)
    assert app.overlay.is_open
    press(app, pygame.K_RETURN)
    wait(app, lambda: not app.overlay.is_open)
    assert moves(app) == 3
    dialog = ask(app)
    dialog.path.set_text("https://example.org/games")
    press(app, pygame.K_RETURN)
    assert dialog.error == REFUSED


# Paths that the system refuses to look up


@pytest.fixture(params=[errno.ENAMETOOLONG, errno.EACCES], ids=["too long", "closed"])
def refused(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, str]:
    """Returns a path that the system refuses and its error message."""
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

    monkeypatch.setattr("os.stat", refuse)  # root would be allowed to look it up
    return str(place), os.strerror(number)


def share(app: App) -> ShareDialog:
    type_text(app, "f5")
    app.do("page_review")
    press(app, pygame.K_s, mod=pygame.KMOD_CTRL)
    return dialog_of(app, ShareDialog)


def test_refused_paths_are_reported(app: App, refused: tuple[str, str]) -> None:
    dialog = ask(app)
    dialog.path.set_text(refused[0])
    press(app, pygame.K_RETURN)
    wait(app, lambda: dialog.error.endswith(f"cannot be read: {refused[1]}"))
    press(app, pygame.K_ESCAPE)
    sharing = share(app)
    sharing.path.set_text(refused[0])
    press(app, pygame.K_RETURN)
    assert sharing.error == f"It cannot be saved: {refused[1]}"
    assert sharing.is_open


@pytest.mark.parametrize("begin", [ask, share])
def test_system_dialog_starts_in_the_nearest_readable_folder(
    app: App, refused: tuple[str, str], begin: Callable[[App], GamesDialog | ShareDialog],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    asked: list[Path] = []

    def find(_purpose: object, _title: str, folder: Path, _name: str = "") -> Invocation:
        asked.append(folder)
        return Invocation((sys.executable, "-c", "raise SystemExit(1)"))

    monkeypatch.setattr("ui.dialogs.file_dialog.find_command", find)
    dialog = begin(app)
    dialog.path.set_text(refused[0])
    dialog._browse()
    wait(app, lambda: not dialog.is_busy)
    assert asked[-1] == Path(refused[0]).parent


def test_unreadable_archive_is_reported(app: App, refused: tuple[str, str]) -> None:
    app.do("page_review")
    press(app, pygame.K_a, mod=pygame.KMOD_CTRL)
    dialog = dialog_of(app, GamesDialog)
    dialog.path.set_text(refused[0])
    press(app, pygame.K_RETURN)
    assert dialog.error == refused[1]
    assert app.settings.archive == ""
