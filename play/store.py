"""Everything saved between two starts: settings, the unfinished game, the library, practice, results.
Problems become sentences in `Store.messages`, never exceptions.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import platformdirs
from filelock import FileLock, Timeout

from ai.files import delete_unfinished, temporary_folder
from game.files import LARGEST_FILE
from game.records.transcript import describe_error
from game.text import _
from play.files import JsonFiles, and_more, is_folder
from play.json_values import NewerVersion
from play.library import Library
from play.library_file import LibraryCopy
from play.results import Results, parse_results
from play.saved_game import SavedGame, parse_saved_game, written_game
from play.settings import DIRECTORY_NAME, Settings, parse_settings, written_settings
from play.settings import SETTINGS_FILE as SETTINGS_FILE

if TYPE_CHECKING:
    from play.practice.progress import PracticeProgress

Read = TypeVar("Read")
# Parses the content of a file, and calls its second argument with each problem.
ContentParser: TypeAlias = Callable[[dict[str, Any], Callable[[str], object]], Read]

LIBRARY_FILE: Final = "library.sqlite"
TOURNAMENTS_NAME: Final = "tournaments"
REVIEWS_FILE: Final = "reviews.txt"
GAME_FILE: Final = "game.json"
REVIEWED_FILE: Final = "reviewed.json"
PRACTICE_FILE: Final = "practice.json"
RESULTS_FILE: Final = "results.json"
LOCK_FILE: Final = "window.lock"


class GameFile:
    """The file of one page's game, and the library, which receives a game that another replaces."""

    def __init__(
        self,
        files: JsonFiles,
        name: str,
        library: Library,
        messages: list[str],
        waiting: dict[int, SavedGame] | None = None,
    ) -> None:
        """`waiting` are games that could be kept nowhere, by `id` of their copy; those of both pages."""
        self.game_file = name
        self.library = library
        self.messages = messages
        self._files = files
        self._beside: tuple[LibraryCopy, str] | None = None  # a game the library could not keep, and its file
        self._waiting = {} if waiting is None else waiting

    def load_game(self) -> SavedGame | None:
        """Returns the unfinished game; None if there is none, or it cannot be read."""
        content = self._files.read(self.game_file, LARGEST_FILE)
        if content is None:
            return None
        try:
            return parse_saved_game(content, partial(self._files.report_default, self.game_file))
        except ValueError as error:
            sentence = _("{name} cannot be replayed ({reason})")
            problem = sentence.format(name=self.game_file, reason=describe_error(error))
            self._files.set_aside(self.game_file, problem)
            return None

    def save_game(self, saved: SavedGame) -> None:
        self._files.write(self.game_file, written_game(saved))

    @property
    def keeps_game(self) -> bool:
        return self._files.keeps(self.game_file)

    def clear_game(self) -> None:
        self._files.delete(self.game_file)

    def move_to_library(self, saved: SavedGame) -> None:
        """Moves the game to the library, or to another file if that fails; forgets a game without moves."""
        self._waiting.pop(id(saved.copy), None)
        self.retry()
        if not saved.has_been_played or self.library.keep(saved):
            self.clear_game()
        elif self._beside is not None and self._beside[0] is saved.copy:  # changed since, as by a review
            self._files.write(self._beside[1], written_game(saved))
            self.clear_game()
        else:
            self.save_game(saved)
            is_whole = self.keeps_game  # else the file has an earlier version of the game, if any
            aside = self._files.make_room(self.game_file, is_whole)
            self._beside = None if aside is None or not is_whole else (saved.copy, aside)
            if not is_whole:
                self.hold(saved)

    def hold(self, saved: SavedGame) -> None:
        """Keeps a game in memory until `retry` can store it."""
        self._waiting[id(saved.copy)] = saved

    def retry(self, is_last: bool = False) -> None:
        """Stores what could not be stored before; at the end, games that the library refuses in files."""
        self._files.retry()
        for key, saved in [*self._waiting.items()]:
            if self.library.keep(saved):
                del self._waiting[key]
            elif is_last:
                del self._waiting[key]
                self._files.write_aside(self.game_file, written_game(saved))

    def move_saved_game(self) -> None:
        """Moves the unfinished game to the library, as it was last saved."""
        saved = self.load_game()
        if saved is not None:
            self.move_to_library(saved)


class Store(GameFile):
    """The files of one window, in `directory` or the user's own. Of several windows only the first saves
    settings, practice and results; the others only read those, and each has a game file of its own, which the
    next window of the same number finds again.
    """

    def __init__(self, directory: Path | None = None) -> None:
        self.messages = messages = list[str]()
        self.directory, data = self._own_directories() if directory is None else (directory, directory)
        self.tournaments = data / TOURNAMENTS_NAME
        self.reviews = data / REVIEWS_FILE
        self.shared = _documents(data)
        self._data = JsonFiles(data, messages)
        number, self._lock = _lock_first_free(self.directory)
        files, library = JsonFiles(self.directory, messages), Library(data / LIBRARY_FILE, messages)
        super().__init__(files, _numbered(GAME_FILE, number), library, messages)
        self.reviewed = GameFile(files, _numbered(REVIEWED_FILE, number), library, messages, self._waiting)
        self.keeps_practice = number == 1
        if number > 1:
            self._files.protect(SETTINGS_FILE)
            self._data.protect(PRACTICE_FILE)
            self._data.protect(RESULTS_FILE)
            sentence = _(
                "Another Nullwindow window is open: its settings and game are left alone, and this "
                "window's game is saved as {name}."
            )
            self.messages.append(sentence.format(name=self.game_file))
        for folder in {self.directory, data}:
            delete_unfinished(folder, "*.json")
        delete_unfinished(data, LIBRARY_FILE)

    def _own_directories(self) -> tuple[Path, Path]:
        try:
            return (
                platformdirs.user_config_path(DIRECTORY_NAME, appauthor=False),
                platformdirs.user_data_path(DIRECTORY_NAME, appauthor=False),
            )
        except RuntimeError:
            pass
        try:
            folder = temporary_folder()
        except OSError:
            folder = Path(os.devnull) / DIRECTORY_NAME  # which cannot exist
            self.messages.append(_("This user has no home directory: settings and games cannot be kept."))
        else:
            sentence = _(
                "This user has no home directory: settings and games are kept in {folder}, and may be lost."
            )
            self.messages.append(sentence.format(folder=folder))
        return folder, folder

    def close(self) -> None:
        """Releases the files for the next window."""
        if self._lock is not None:
            self._lock.release()

    def retry(self, is_last: bool = False) -> None:
        super().retry(is_last)  # also for `reviewed`
        self._data.retry()

    def load_settings(self) -> Settings:
        """Returns the saved settings; each value that is missing or cannot be used has its default."""
        content = self._files.read(SETTINGS_FILE) or {}
        return parse_settings(content, partial(self._files.report_default, SETTINGS_FILE))

    # These have no effect in a second window.

    def save_settings(self, settings: Settings) -> None:
        self._files.write(SETTINGS_FILE, written_settings(settings))

    def save_practice(self, written: dict[str, Any]) -> None:
        self._data.write(PRACTICE_FILE, written)

    def save_results(self, written: dict[str, Any]) -> None:
        self._data.write(RESULTS_FILE, written)

    def load_practice(self) -> PracticeProgress:
        from play.practice.progress import PracticeProgress, parse_progress

        progress = self._kept(PRACTICE_FILE, parse_progress)
        self.keeps_practice = self.keeps_practice and progress is not None
        return progress or PracticeProgress()

    def load_results(self) -> Results:
        return self._kept(RESULTS_FILE, parse_results) or Results()

    def _kept(self, name: str, parse: ContentParser[Read]) -> Read | None:
        """Reads a file without bad entries; copies one that has some. Returns None for a later version."""
        problems: list[str] = []
        try:
            read = parse(self._data.read(name, LARGEST_FILE) or {}, problems.append)
        except NewerVersion as error:
            self._data.protect(name)
            sentence = _(
                "{name} is from a later version ({version}): it stays unchanged, and nothing is saved to it."
            )
            self.messages.append(sentence.format(name=name, version=error))
            return None
        if problems:
            self._data.report_default(name, and_more(problems))
        return read


def _documents(data: Path) -> Path:
    """Returns the user's documents folder, else the home folder, else `data`."""
    try:
        folders = platformdirs.user_documents_path(), Path.home()
    except RuntimeError:
        return data
    return next(filter(is_folder, folders), data)


def _lock_first_free(directory: Path) -> tuple[int, FileLock | None]:
    """Returns the first number that no open window has, and its lock, which ends with the process at the
    latest. If no file can be made in `directory`, as on a full disk, the lock is in the session's folder; it
    is None if that fails, too.
    """
    number = 1
    for folder in _lock_folders(directory):
        while True:
            lock = FileLock(folder / _numbered(LOCK_FILE, number), thread_local=False, fallback_to_soft=False)
            try:
                folder.mkdir(parents=True, exist_ok=True)
                lock.acquire(blocking=False)
            except Timeout:
                number += 1
            except (OSError, NotImplementedError):
                break
            else:
                return number, lock
    return number, None


def _lock_folders(directory: Path) -> list[Path]:
    """Returns the folder of the files, and one for it in the user's session folder, which is in memory."""
    session = os.environ.get("XDG_RUNTIME_DIR")
    if not session:
        return [directory]
    own = hashlib.sha256(os.fsencode(directory.absolute())).hexdigest()[:16]
    return [directory, Path(session) / DIRECTORY_NAME / own]


def _numbered(name: str, number: int) -> str:
    """Returns 'game.json', 'game-2.json', …"""
    path = Path(name)
    return name if number == 1 else f"{path.stem}-{number}{path.suffix}"
