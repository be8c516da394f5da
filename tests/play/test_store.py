import errno
import json
import os
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, NoReturn

import filelock
import platformdirs
import pytest

from ai.files import UNFINISHED, put_in_place
from game.board import squares
from game.records.transcript import parse_transcript
from game.starts import RANDOM_PLIES, Start
from game.tree import Game
from play.library_file import LibraryCopy, LibraryFile
from play.players import Seat
from play.practice.exercise import Mistake, RatedMove
from play.practice.progress import PracticeProgress, written_progress
from play.results import Results, written_results
from play.saved_game import SavedGame
from play.settings import Settings
from play.store import GAME_FILE, LOCK_FILE, PRACTICE_FILE, RESULTS_FILE, SETTINGS_FILE, Store
from tests.play.practice.material import mistake
from tests.play.stored import BEGAN, CHOSEN, CONTROL, content_of, files, loaded, results_of, saved_game, write
from tests.samples import F5, FINAL_1977, random_game

BEFORE = "game.json.before"

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


def raising(error: Exception) -> Callable[..., NoReturn]:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise error

    return refuse


@pytest.fixture
def no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = raising(RuntimeError("could not determine the home directory"))
    monkeypatch.setattr(platformdirs, "user_config_path", refuse)


@pytest.mark.usefixtures("no_home")
def test_without_a_home_a_temporary_folder_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("play.store.temporary_folder", lambda: tmp_path)
    with closing(Store()) as store:
        store.save_settings(CHOSEN)
    assert (tmp_path / SETTINGS_FILE).exists()
    assert store.messages == [
        f"This user has no home directory: settings and games are kept in {tmp_path}, and may be lost."
    ]


@pytest.mark.usefixtures("no_home")
@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("tempfile.gettempdir", FileNotFoundError(errno.ENOENT, "No usable temporary directory found")),
        ("play.store.temporary_folder", PermissionError("the folder is not of this user alone")),
    ],
)
def test_without_home_and_temporary_folder_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, name: str, error: OSError
) -> None:
    monkeypatch.setattr(name, raising(error))
    with closing(Store()) as store:
        assert store.messages == ["This user has no home directory: settings and games cannot be kept."]
        store.save_settings(CHOSEN)
        store.save_game(saved_game())
        assert (store.load_settings(), store.load_game()) == (Settings(), None)
        assert not store.library.keep(saved_game())
        assert store.library.games() == []
        assert [message for message in store.messages[1:] if "cannot be" not in message] == []


def test_the_usual_directories_are_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for kind in ("config", "data"):
        place = f"platformdirs.user_{kind}_path"
        monkeypatch.setattr(place, lambda name, kind=kind, **_: tmp_path / kind / name)
    with closing(Store()) as store:
        assert store.directory == tmp_path / "config" / "nullwindow"
        assert store.library.path == tmp_path / "data" / "nullwindow" / "library.sqlite"


DAMAGE = [
    *(b"", b"{", b'{"volume": 0.5', b"[1, 2]", b"null", b'"x"', b"\x00" * 100, b"\xff\xfe{}"),
    *(b"[" * 100_000, b'{"volume": ' + b"9" * 5000 + b"}"),
]
PROGRESS = PracticeProgress(mistakes={mistake(1).key: mistake(1)})
# How each file is loaded and saved, its default, and the content to save.
FILES: Final[dict[str, tuple[Callable[[Store], object], Callable[[Store, Any], None], object, Any]]] = {
    SETTINGS_FILE: (Store.load_settings, Store.save_settings, Settings(), CHOSEN),
    GAME_FILE: (Store.load_game, Store.save_game, None, saved_game()),
    PRACTICE_FILE: (Store.load_practice, Store.save_practice, PracticeProgress(), written_progress(PROGRESS)),
    RESULTS_FILE: (Store.load_results, Store.save_results, Results(), written_results(results_of(1))),
}


@pytest.mark.slow
def test_large_practice_file_loads(store: Store) -> None:
    boards = {board for seed in range(90) for board in random_game(seed).boards if board.empties > 12}
    found = {
        board: [RatedMove(move, 0.0, (move,)) for move in squares(board.legal_moves())] for board in boards
    }
    mistakes = [Mistake(board, moves[0].move, tuple(moves)) for board, moves in found.items() if moves]
    store.save_practice(written_progress(PracticeProgress({each.key: each for each in mistakes})))
    assert (store.directory / PRACTICE_FILE).stat().st_size > 1_000_000
    assert (len(store.load_practice().mistakes), store.messages) == (len(mistakes), [])


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("text", DAMAGE, ids=range(len(DAMAGE)))
def test_a_damaged_file_is_set_aside_whole(store: Store, name: str, text: bytes) -> None:
    load, save, nothing, content = FILES[name]
    (store.directory / name).write_bytes(text)
    assert load(store) == nothing
    save(store, content)
    (message,) = store.messages
    assert f"is damaged. The file is kept as {name}.damaged" in message
    assert files(store) == {name, f"{name}.damaged"}
    assert (store.directory / f"{name}.damaged").read_bytes() == text


@pytest.mark.parametrize("name", [PRACTICE_FILE, RESULTS_FILE])
def test_file_of_a_later_version_is_not_changed(store: Store, name: str) -> None:
    load, save, nothing, content = FILES[name]
    later = content | {"version": 2}
    write(store, name, later)
    assert load(store) == nothing
    (message,) = store.messages
    assert message.startswith(f"{name} is from a later version (2)")
    save(store, content)
    assert json.loads((store.directory / name).read_text("utf-8")) == later


@pytest.mark.parametrize("name", [PRACTICE_FILE, RESULTS_FILE])
def test_a_second_window_reads_and_does_not_write(store: Store, name: str) -> None:
    load, save, _, content = FILES[name]
    save(store, content)
    with closing(Store(store.directory)) as second:
        assert not second.keeps_practice
        assert load(second) == load(store)
        save(second, {})
    assert json.loads((store.directory / name).read_text("utf-8")) == json.loads(json.dumps(content))


def test_damaged_files_do_not_replace_each_other(store: Store) -> None:
    for text in ("one", "two", "three"):
        write(store, SETTINGS_FILE, text)
        store.load_settings()
    found = [(store.directory / f"{SETTINGS_FILE}.damaged{n}").read_text("utf-8") for n in ("", "-2", "-3")]
    assert found == ["one", "two", "three"]


def test_file_that_cannot_be_set_aside_is_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    write(store, GAME_FILE, "a game, but no longer readable")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", raising(PermissionError(13, "Permission denied")))
        assert store.load_game() is None
    store.save_game(saved_game())
    store.clear_game()
    assert (store.directory / GAME_FILE).read_text("utf-8") == "a game, but no longer readable"
    (message,) = store.messages
    assert "stays unchanged" in message


def game_before(store: Store) -> SavedGame:
    (store.directory / BEFORE).replace(store.directory / GAME_FILE)
    return loaded(store)


@pytest.mark.parametrize("move", [lambda store: store.move_to_library(saved_game()), Store.move_saved_game])
def test_moved_game_is_in_the_library(store: Store, move: Callable[[Store], None]) -> None:
    store.move_saved_game()
    assert store.library.games() == []
    store.save_game(saved_game())
    move(store)
    assert store.load_game() is None
    assert [(kept.date, kept.moves) for kept in store.library.games()] == [(BEGAN, 5)]
    assert store.messages == []


def test_game_without_played_moves_is_not_kept(store: Store) -> None:
    opening = parse_transcript(FINAL_1977).moves
    for moves, start in ((0, Start.STANDARD), (RANDOM_PLIES, Start.RANDOM), (RANDOM_PLIES + 1, Start.RANDOM)):
        game = Game(moves=opening[:moves])
        game.name_start("8r12" if moves else "")
        saved = SavedGame(game, CHOSEN.seats, CONTROL, start, BEGAN)
        store.save_game(saved)
        store.move_to_library(saved)
        assert store.load_game() is None
        assert [kept.moves for kept in store.library.games()] == [moves] * (moves > RANDOM_PLIES)


def test_moves_tried_in_a_position_are_kept(store: Store) -> None:
    """On Review a line is added to the tree and not played."""
    game = Game()
    game.extend(game.root, parse_transcript("f5d6c3").moves)
    store.move_to_library(SavedGame(game, CHOSEN.seats, CONTROL, Start.STANDARD, BEGAN))
    assert [kept.moves for kept in store.library.games()] == [3]


def test_what_a_full_disk_refuses_is_written_later(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    games = Game(moves=(F5,)), parse_transcript("e6f4c3")
    days = BEGAN, BEGAN + timedelta(days=1)
    two = [SavedGame(*of, CHOSEN.seats, CONTROL, None, day) for of, day in zip(zip(games), days, strict=True)]
    store.save_game(two[0])
    with monkeypatch.context() as full:
        full.setattr("play.files.write_file", refuse)
        full.setattr(store.library, "keep", lambda _saved: False)
        for saved in two:
            store.move_to_library(saved)
        store.save_results({"games": 1})
    assert not any("is kept" in message for message in store.messages)
    assert files(store) == {BEFORE}, "an earlier version"
    store.retry()
    assert sorted(kept.moves for kept in store.library.games()) == [1, 3]
    assert files(store) >= {RESULTS_FILE, BEFORE}
    assert GAME_FILE not in files(store)


def test_game_refused_by_the_library_is_kept_in_a_file(store: Store) -> None:
    """A longer version replaces it, with only one message."""
    store.library.path.mkdir()
    saved = saved_game()
    for comment in ("", "What a review goes on to say."):
        saved.game.comment(saved.game.root, comment)
        store.move_to_library(saved)
        assert files(store) == {BEFORE}
        assert "The game cannot be saved in" in store.messages[0]
        assert store.messages[1:] == [f"The previous game is kept as {BEFORE} in {store.directory}."]
    store.save_game(SavedGame(Game(), (Seat(), Seat()), CONTROL, None, BEGAN))
    assert (files(store), content_of(game_before(store))) == ({GAME_FILE, BEFORE}, content_of(saved))
    store.move_to_library(replace(saved, began=BEGAN + timedelta(days=1), copy=LibraryCopy()))
    assert len(store.messages) == 4, "another game is one more"


def test_game_is_kept_in_a_file_on_any_error(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LibraryFile, "write", raising(TypeError("argument should be integer")))
    store.save_game(saved_game())
    store.move_to_library(saved_game())
    assert files(store) == {BEFORE}
    problem = f"The game cannot be saved in {store.library.path} (an internal error; see the log)."
    assert (store.messages[0], content_of(game_before(store))) == (problem, content_of(saved_game()))


def test_failed_write_leaves_the_old_file(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save_settings(CHOSEN)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", raising(OSError(28, "No space left on device")))
        store.save_settings(Settings())
        store.save_game(saved_game())
    assert (files(store), store.load_settings()) == ({SETTINGS_FILE}, CHOSEN)
    (message,) = store.messages  # one, though two files could not be written
    assert "cannot be saved" in message
    assert "No space left on device" in message
    assert not store.keeps_game
    for _outage in range(2):
        store.save_settings(CHOSEN)
        store.save_game(saved_game())
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", raising(OSError(28, "No space left on device")))
            store.save_settings(Settings())
    assert (len(store.messages), store.keeps_game) == (3, True)


def test_a_second_window_leaves_the_files_of_the_first_alone(store: Store) -> None:
    store.save_settings(CHOSEN)
    store.save_game(saved_game())
    second = Store(store.directory)
    (message,) = second.messages
    assert "Another Nullwindow window is open" in message
    assert "game-2.json" in message
    assert (second.load_settings(), second.load_game()) == (CHOSEN, None)
    second.save_settings(Settings())
    own = SavedGame(Game(moves=[19]), (Seat(), Seat()), CONTROL, None, BEGAN)
    second.save_game(own)
    third = Store(store.directory)
    assert (third.game_file, third.load_game()) == ("game-3.json", None)
    second.close()
    again = Store(store.directory)
    assert content_of(loaded(again)) == content_of(own)
    again.clear_game()
    assert content_of(loaded(store)) == content_of(saved_game())
    assert (store.load_settings(), store.messages, files(store)) == (CHOSEN, [], {SETTINGS_FILE, GAME_FILE})
    for each in (third, again, store):
        each.close()
    with closing(Store(store.directory)) as free:
        assert (free.game_file, free.messages) == (GAME_FILE, [])


def test_a_second_window_leaves_damaged_settings_alone(store: Store) -> None:
    with closing(Store(store.directory)) as second:
        for text in ('{"volume": 7}', "{"):
            write(store, SETTINGS_FILE, text)
            assert second.load_settings() == Settings()
    assert files(store) == {SETTINGS_FILE}
    assert "settings.json: volume must be from 0 to 1, not 7; the default is used." in second.messages
    assert "settings.json is damaged. The file stays unchanged" in second.messages[-1]


def test_old_unfinished_files_are_deleted(store: Store) -> None:
    """Whether the first window left them, a second one, or one that kept a game."""
    for name in ("game.json.x", "library.sqlite.w", "settings.json.y", "game-2.json.z", "mine"):
        write(store, f"{name}.new", "half")
    Store(store.directory).close()
    assert len(files(store)) == 5
    age(store.directory)
    Store(store.directory).close()
    assert files(store) == {"mine.new"}


def age(directory: Path) -> None:
    """Makes unfinished files look old."""
    for path in directory.glob(f"*{UNFINISHED}"):
        os.utime(path, (0, 0))


def test_file_being_written_is_not_deleted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    unfinished: list[set[str]] = []

    def start_another(written: Path, place: Path) -> None:
        Store(store.directory).close()
        unfinished.append({path.suffix for path in place.parent.iterdir()} & {UNFINISHED})
        put_in_place(written, place)

    monkeypatch.setattr("ai.files.put_in_place", start_another)
    store.save_game(saved_game())
    assert store.library.keep(saved_game())
    assert (unfinished, store.messages) == ([{UNFINISHED}], [])
    assert store.load_game() is not None
    assert len(store.library.games()) == 1


@pytest.mark.parametrize("has_lock", [False, True])
def test_windows_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_lock: bool) -> None:
    """No lock file can be made there; existing ones can be locked."""
    directory = tmp_path / "nullwindow"
    directory.mkdir()
    if has_lock:
        (directory / LOCK_FILE).touch()
    acquire = filelock.FileLock.acquire

    def refuse(lock: filelock.FileLock, **options: Any) -> object:
        path = Path(lock.lock_file)
        if path.is_relative_to(directory) and not path.exists():
            raise OSError(errno.ENOSPC, "No space left on device")
        return acquire(lock, **options)

    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    monkeypatch.setattr(filelock.FileLock, "acquire", refuse)
    stores = [Store(directory) for _ in range(3)]
    stores.append(Store(tmp_path / "run" / "another"))
    assert [store.game_file for store in stores] == [GAME_FILE, "game-2.json", "game-3.json", GAME_FILE]
    for store in stores:
        store.close()
    with closing(Store(directory)) as again:
        assert again.game_file == GAME_FILE


@pytest.mark.parametrize("error", [OSError(95, "Operation not supported"), NotImplementedError()])
def test_windows_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    monkeypatch.setattr(filelock.FileLock, "acquire", raising(error))
    for _ in range(2):
        with closing(Store(tmp_path)) as store:
            store.save_game(saved_game())
            assert store.load_game() is not None
            assert (store.game_file, store.messages) == (GAME_FILE, [])


@needs_links
def test_files_that_are_links_stay_links(tmp_path: Path) -> None:
    """Links to a file and to missing files, in a folder that is a link."""
    own, kept = tmp_path / "own", tmp_path / "kept"
    kept.mkdir()
    (kept / SETTINGS_FILE).write_text("{}")
    own.mkdir()
    for name in (SETTINGS_FILE, GAME_FILE, PRACTICE_FILE):
        (own / name).symlink_to(Path("..") / "kept" / name)
    (tmp_path / "linked").symlink_to("own")
    with closing(Store(tmp_path / "linked")) as store:
        store.save_settings(CHOSEN)
        store.save_game(saved_game())
        store.save_practice(written_progress(PracticeProgress()))
        assert store.messages == []
    for name in (SETTINGS_FILE, GAME_FILE, PRACTICE_FILE):
        assert (own / name).is_symlink()
        assert (kept / name).stat().st_size > 2
    with closing(Store(own)) as store:
        assert store.load_settings() == CHOSEN
        store.clear_game()
        (kept / SETTINGS_FILE).write_text("{")
        store.load_settings()
        assert "The file is kept as settings.json.damaged" in store.messages[0]
        store.save_game(saved_game())
        store.save_settings(CHOSEN)
        assert store.load_settings() == CHOSEN
    assert all((own / name).is_symlink() for name in (SETTINGS_FILE, GAME_FILE))
    assert (kept / f"{SETTINGS_FILE}.damaged").read_text() == "{"


@needs_links
def test_link_to_a_pipe_is_replaced_and_linked_library_repaired(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / SETTINGS_FILE).symlink_to("pipe")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "library").write_bytes(b"rubbish" * 100)
    (tmp_path / "library.sqlite").symlink_to(Path("kept") / "library")
    with closing(Store(tmp_path)) as store:
        store.save_settings(CHOSEN)
        assert (store.load_settings(), store.library.games()) == (CHOSEN, [])
        assert "library is damaged" in store.messages[0]
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "library.sqlite").is_symlink()
    assert (tmp_path / "kept" / "library").read_bytes().startswith(b"SQLite format 3")
