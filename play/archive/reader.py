"""The archive a person has named: its index is loaded, or made first, in the background."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from ai.files import temporary_folder
from game.board import Board, Move
from game.text import _
from play.archive.index import ArchiveIndex, Played, index_folder, make_index

# Seconds to wait for what runs in the background, after it was asked to end.
PATIENCE: Final = 2.0


@dataclass(frozen=True, slots=True)
class Lookup:
    """How many games have a position, and what was played there; moves alike by symmetry are all listed."""

    games: int = 0
    played: Mapping[Move, Played] = field(default_factory=dict)


class Stopped(Exception):
    """Another archive is wanted, or none."""


class ArchiveReader:
    """All of it may be asked at any time, and nothing waits."""

    def __init__(self, cache: Path | None = None) -> None:
        """`cache` is where indexes are kept: with the user's other caches, unless it is given."""
        self.folder: Path | None = None
        self.index: ArchiveIndex | None = None
        self.share = 0.0
        """How much of the index is made, 0 .. 1."""
        self.problem = ""
        """Why there is none, in a sentence."""
        self.damaged: tuple[str, ...] = ()
        """What is wrong with files of the archive, a sentence each; the rest is used."""
        self._cache = cache
        self._work: threading.Thread | None = None
        self._asked: tuple[Board, Lookup] | None = None

    def open(self, folder: Path | None) -> None:
        """Read this archive from now on; None for none."""
        self.folder, self.index, self.share, self.problem, self.damaged = folder, None, 0.0, "", ()
        self._asked = None
        if folder is not None:
            self._work = threading.Thread(target=self._read, args=(folder,), name="archive", daemon=True)
            self._work.start()

    def close(self) -> None:
        """End what runs in the background; what it has made so far is gone. A disk that does not answer is
        left to itself.
        """
        self.open(None)
        if self._work is not None:
            self._work.join(PATIENCE)

    def look_up(self, board: Board) -> Lookup:
        """What the archive knows of a position; nothing as long as there is no index."""
        if self.index is None:
            return Lookup()
        if self._asked is None or self._asked[0] != board:
            self._asked = board, Lookup(self.index.count(board), self.index.played(board))
        return self._asked[1]

    def _read(self, folder: Path) -> None:
        def report(share: float) -> None:
            if self.folder is not folder:
                raise Stopped
            self.share = share

        try:
            cache = self._cache or _own_cache()
            place = index_folder(folder, cache)
            index = _loaded(place)
            if index is None:
                make_index(folder, cache, report)
                index = ArchiveIndex(place)
        except Stopped:
            return
        except OSError as error:
            sentence = _("The archive in {folder} cannot be read: {reason}")
            self._fail(folder, sentence.format(folder=folder, reason=error.strerror or error))
        except ValueError as error:
            self._fail(folder, _("The archive cannot be used: {reason}", reason=error))
        else:
            if self.folder is folder:
                self.damaged, self.index = index.problems, index

    def _fail(self, folder: Path, problem: str) -> None:
        if self.folder is folder:
            self.problem = problem


def _loaded(place: Path) -> ArchiveIndex | None:
    """The index that is kept, None where there is none, or none that is whole: then it is made anew."""
    try:
        return ArchiveIndex(place)
    except Exception:  # noqa: BLE001 - of damaged files NumPy raises EOFError, TokenError and others
        return None


def _own_cache() -> Path:
    """Raises OSError where nothing can be kept."""
    try:
        return user_cache_path("nullwindow", appauthor=False)
    except RuntimeError:  # a user without a home
        return temporary_folder()
