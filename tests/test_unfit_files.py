import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from ai import preparation
from ai.files import add_line, lines_of
from ai.weights import WeightsError
from ai.weights import load as load_weights
from game.files import open_file, read_file, read_start
from game.records.any_format import read_names
from game.records.wthor import Names
from play.background_review import BackgroundReview
from play.engines_file import read_engines
from play.library import Library
from play.library_file import LibraryError
from play.lists.sources import source_of
from play.review_batch import ReviewSource
from play.settings import Language
from play.store import Store
from play.tournament import read_setup
from tests.play.stored import game_of
from tests.sources import ROOT
from tests.waiting import PATIENCE
from tests.wthor_files import archive, names_file, record
from ui.assets import MissingAsset, read_asset
from ui.colours import colours
from ui.text import languages

DEVICE = "this is a device or a pipe, not a file"
Make = Callable[[Path], None]
link_to_zeros = partial(Path.symlink_to, target="/dev/zero")
make_pipe, make_folder = os.mkfifo, Path.mkdir


def make_large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(64_000_001)


# Things that may be in place of a file, and the reason in the error.
UNFIT = pytest.mark.parametrize(
    ("make", "reason"),
    [
        (link_to_zeros, DEVICE),
        (make_pipe, DEVICE),
        (make_folder, "this is a folder"),
        (make_large, "it is larger than 64 MB"),
    ],
)
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no such devices, nor pipes with names")


@UNFIT
def test_only_small_regular_files_are_read(tmp_path: Path, make: Make, reason: str) -> None:
    make(tmp_path / "file")
    with pytest.raises(OSError, match=reason) as raised:
        read_file(tmp_path / "file")
    assert (raised.value.strerror, raised.value.filename) == (reason, str(tmp_path / "file"))


@pytest.mark.skipif(not Path("/proc/self/pagemap").exists(), reason="is of Linux")
def test_a_file_of_unknown_size_is_read_up_to_the_limit() -> None:
    assert read_file(Path("/proc/self/stat")).split()[0] == str(os.getpid()).encode()
    with pytest.raises(OSError, match="it is larger than 1 MB"):
        read_file(Path("/proc/self/pagemap"), 1_000_000)


@UNFIT
@pytest.mark.parametrize("suffix", ["JOU", "TRN"])
def test_unfit_names_files_are_reported(tmp_path: Path, make: Make, reason: str, suffix: str) -> None:
    (tmp_path / "a.wtb").write_bytes(archive(record((19,))))
    (tmp_path / "b.jou").write_bytes(names_file("Anna", "Ben"))
    make(tmp_path / f"a.{suffix}")
    names, problems = read_names(tmp_path / "a.wtb")
    assert problems == [f"a.{suffix}: {reason}"]
    assert names.players == ("Anna", "Ben")


@UNFIT
@pytest.mark.parametrize(
    ("name", "load", "most"),
    [
        ("settings.json", Store.load_settings, 1),
        ("practice.json", Store.load_practice, 64),
        ("results.json", Store.load_results, 64),
        ("game.json", Store.load_game, 64),
    ],
)
def test_unfit_stored_files_are_kept(
    tmp_path: Path, make: Make, reason: str, name: str, load: Callable[[Store], object], most: int
) -> None:
    make(tmp_path / name)
    with closing(Store(tmp_path)) as store:
        load(store)
        (message,) = store.messages
    assert message.startswith(f"{name} cannot be read: {reason.replace('64', str(most))}. The file is kept")


@UNFIT
def test_unfit_engines_or_weights_are_reported(tmp_path: Path, make: Make, reason: str) -> None:
    make(tmp_path / "file")
    assert reason.replace("64", "1") in read_engines(tmp_path / "file")[1][0]
    with pytest.raises(WeightsError, match=reason.replace("64", "12")):
        load_weights(tmp_path / "file")


@pytest.mark.parametrize("make", [link_to_zeros, make_pipe, make_folder])
@pytest.mark.parametrize("name", ["library.sqlite", "library.sqlite-journal"])
def test_unfit_libraries_are_reported(tmp_path: Path, make: Make, name: str) -> None:
    (tmp_path / "library.sqlite").write_bytes(bytes(100))
    (tmp_path / name).unlink(missing_ok=True)
    make(tmp_path / name)
    with pytest.raises(LibraryError, match="this is a "):
        Library(tmp_path / "library.sqlite", []).games()


@UNFIT
def test_unfit_catalogues_or_assets_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Make, reason: str
) -> None:
    (tmp_path / "ru" / "LC_MESSAGES").mkdir(parents=True)
    make(tmp_path / "ru" / "LC_MESSAGES" / "nullwindow.mo")
    make(tmp_path / "openings.csv")
    monkeypatch.setattr(languages, "LOCALES", tmp_path)
    monkeypatch.setattr("ui.assets.ASSETS", tmp_path)
    assert f"cannot be read ({reason}): reinstall" in languages.set_language(Language.RUSSIAN)
    with pytest.raises(MissingAsset, match=reason):
        read_asset("openings.csv")
    (tmp_path / "themes").mkdir()
    make(tmp_path / "themes" / "odd.json")
    monkeypatch.setattr("ui.colours.ASSETS", tmp_path)
    with pytest.raises(MissingAsset, match=reason.replace("64", "1")):
        colours("odd")


def review(path: Path) -> None:
    """Opens `path` as the list of games to review."""
    preparation.wait()
    messages: list[str] = []
    work = BackgroundReview(Library(path.with_name("library.sqlite"), []), path, messages)
    while not messages:
        work.update(is_busy=False)
    assert messages[0].startswith("The games cannot be reviewed: ")
    raise OSError(messages[0])


@pytest.mark.parametrize("make", [link_to_zeros, make_pipe])
@pytest.mark.parametrize(
    "read",
    [
        read_file, partial(read_start, size=9), open_file, partial(open_file, mode="ab+"), lines_of,
        read_setup, partial(add_line, line="9"), source_of, ReviewSource.read, review,
    ],
)  # fmt: skip
def test_no_reader_waits_for_a_pipe_or_reads_a_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Make, read: Callable[..., object]
) -> None:
    """Not even if it replaced a file after the check of its kind."""
    make(tmp_path / "file")
    monkeypatch.setattr("game.files.check_kind", lambda *_: None)
    found: list[bool] = []

    def run() -> None:
        with pytest.raises((OSError, ValueError), match=DEVICE):
            read(tmp_path / "file")
        found.append(True)

    work = Thread(target=run, daemon=True)
    work.start()
    work.join(PATIENCE)
    assert found


@pytest.mark.parametrize("name", ["settings.json.a.new", "library.sqlite.a.new"])
def test_a_pipe_named_like_an_unfinished_file_is_skipped(tmp_path: Path, name: str) -> None:
    make_pipe(tmp_path / name)
    start = Thread(target=lambda: Store(tmp_path).close(), daemon=True)
    start.start()
    start.join(PATIENCE)
    assert not start.is_alive()


# Folders and files that may not be entered or read


def test_an_archive_is_read_in_a_folder_that_cannot_be_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(folder: Path) -> None:
        raise PermissionError(13, "Permission denied", str(folder))

    (tmp_path / "a.wtb").write_bytes(archive(record((19,))))
    monkeypatch.setattr(Path, "iterdir", forbidden)
    assert read_names(tmp_path / "a.wtb") == (Names(), [f"{tmp_path}: Permission denied"])
    assert ReviewSource.read(tmp_path / "a.wtb").count == 1


KEEPING = """
import logging
logging.getLogger().addHandler(logging.NullHandler())  # main.py logs to a file
import sys
from pathlib import Path
from play.store import Store
from tests.play.stored import game_of
for name in sys.argv[1:]:
    print(name)
    store = Store(Path(name))
    store.load_settings(), store.load_game(), store.load_practice(), store.load_results()
    store.save_game(game_of(1))
    store.move_to_library(game_of(2))
    try:
        store.library.games()
    except Exception as error:
        assert type(error).__name__ == "LibraryError", repr(error)
"""
WINDOW = """
from ui.app import App
app = App()
for page in app.pages:
    app.open_page(page)
    app.frame()
app.close()
"""


@pytest.fixture
def as_user() -> list[str]:
    """Returns the start of a command that runs a program without the special rights of root."""
    if os.getuid():
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("root may enter every folder")
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


def run_closed(paths: Sequence[Path], mode: int, command: list[str], **options: Any) -> str:
    """Returns the output of a program that runs while `paths` have `mode`; allows no traceback."""
    for path in paths:
        path.chmod(mode)
    try:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, **options
        )
    finally:
        for path in filter(Path.exists, paths):  # it may have been set aside
            path.chmod(0o700)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stdout + done.stderr
    return done.stdout


CLOSED = (
    *("games", "games/a.ggf", "window.lock", "settings.json", "game.json", "practice.json", "results.json"),
    *("library.sqlite", "library.sqlite.lock", "."),
)


@pytest.mark.parametrize("mode", [0, pytest.param(0o400, marks=pytest.mark.slow)])
def test_unreadable_files_do_not_stop_the_store(tmp_path: Path, as_user: list[str], mode: int) -> None:
    """Each folder has another file that cannot be read."""
    whole = tmp_path / "whole"
    with closing(Store(whole)) as store:
        assert store.library.keep(game_of(0))
        store.save_game(game_of(1))
    (whole / "games").mkdir()
    for each in ("games/a.ggf", "window.lock", "settings.json", "practice.json", "results.json"):
        (whole / each).write_text("{}")
    (whole / "library.sqlite.lock").touch()
    folders = [shutil.copytree(whole, tmp_path / str(number)) for number in range(len(CLOSED))]
    closed = [folder / name for folder, name in zip(folders, CLOSED, strict=True)]
    run_closed(closed, mode, [*as_user, sys.executable, "-c", KEEPING, *map(str, folders)])


@pytest.mark.slow
@pytest.mark.parametrize("program", ["text", "window"])
@pytest.mark.parametrize("folder", ["config", "config/nullwindow", "data/nullwindow"])
def test_the_program_runs_with_an_unreadable_folder(
    tmp_path: Path, as_user: list[str], folder: str, program: str
) -> None:
    (tmp_path / folder).mkdir(parents=True)
    homes = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_DATA_HOME": str(tmp_path / "data")}
    screen = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    arguments = ["main.py", "text"] if program == "text" else ["-c", WINDOW]
    command = [*as_user, sys.executable, *arguments]
    out = run_closed([tmp_path / folder], 0, command, input="f5\nquit\n", env=os.environ | homes | screen)
    if program == "text":
        assert " cannot be read: Permission denied. The file stays unchanged" in out
        assert ("The game is kept" in out) is folder.startswith("data")
