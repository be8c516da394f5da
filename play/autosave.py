"""Writes down what has changed, in a thread: no frame waits for a disk."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.records.record import Record
from game.text import _
from game.tree import Game
from play.library_file import LibraryCopy, Source
from play.match import Match
from play.results import Results, written_results
from play.saved_game import SavedGame
from play.settings import Settings
from play.store import Store

if TYPE_CHECKING:
    from play.practice.progress import Practice

# Seconds between two saves of a running clock: a killed program gives back no more.
CLOCK_SECONDS: Final = 5.0


class Autosave:
    """Follows one match after another, the settings, and what is practised.

    A match is saved while it goes on, and put away into the library when it is finished or left for another.
    One that was opened, or finished when it was first seen, is put away only when something was added to it:
    a deleted game that is looked through stays deleted.
    """

    def __init__(self, store: Store, settings: Settings, match: Match | None = None) -> None:
        """`match` is the one that is on the board already: left at once, it is put away like any other."""
        self._store = store
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="save")
        self._match: Match | None = None
        self._state: object = None  # of the match when it was last written
        self._kept: object = None  # of the match: what the library has of it, None where that is not all
        self._opened: tuple[Game, int] | None = None  # what the library has, with its remarks
        self._save: Future[object] | None = None
        self._put_away: Future[object] | None = None  # of the match
        self._settings = settings
        self._practised = 0  # changes of the practice that are written
        self._results = 0  # changes of the results that are written
        if match is not None:
            self._follow(match)

    def _follow(self, match: Match) -> None:
        self._match = match
        game, remarks = self._opened or (None, 0)
        is_opened = match.game is game and match.game.remarks == remarks
        self._kept = _content(match) if _is_over(match) or is_opened else None
        self._put_away = None

    def keep_game(self, match: Match) -> None:
        """Write down what has changed, if anything; a snapshot is taken at once."""
        state = (match.game.changes, match.seats, match.clock.spent // CLOCK_SECONDS if match.is_timed else 0)
        is_new = match is not self._match
        if not is_new and state == self._state:
            return
        before = self._match
        if is_new and before is not None and not _is_over(before) and _content(before) != self._kept:
            self._submit(self._store.put_away, SavedGame.of(before))
        self._state = state
        if is_new:
            self._follow(match)
        if not _is_over(match):
            self._save_game(match)
        elif (content := _content(match)) == self._kept:
            self._submit(self._store.clear_game)
        else:
            self._kept = content
            if self._put_away is not None:
                self._put_away.cancel()  # as with saves: a library in use makes each wait for seconds
            self._put_away = self._submit(self._store.put_away, SavedGame.of(match))

    def keep_opened(self, record: Record, copy: LibraryCopy) -> None:
        """Put an opened game into the library; a snapshot is taken at once."""
        self._opened = record.game, record.game.remarks
        if record.game.root.children:
            record = replace(record, game=record.game.copy())
            self._submit(self._store.library.keep_record, record, Source.OPENED, copy)

    def keep_settings(self, settings: Settings) -> None:
        """Save the settings if they have changed."""
        if settings != self._settings:
            self._settings = settings
            self._submit(self._store.save_settings, settings)

    def keep(self, match: Match, practice: Practice | None, results: Results) -> None:
        """Save of all three what has changed."""
        self.keep_game(match)
        if practice is not None and practice.changes != self._practised:
            from play.practice.progress import written_progress

            self._practised = practice.changes
            self._submit(self._store.save_practice, written_progress(practice.progress))
        if results.changes != self._results:
            self._results = results.changes
            self._submit(self._store.save_results, written_results(results))

    def close(self, match: Match, settings: Settings) -> None:
        """Save everything as it is now, the clocks too, and wait until it is written."""
        self.keep_game(match)
        if not _is_over(match):
            self._save_game(match)
        self._submit(self._store.save_settings, settings)
        self._writer.shutdown(wait=True)

    def _save_game(self, match: Match) -> None:
        """Saves still waiting for the disk are as good as done: this one has all they have."""
        if self._save is not None:
            self._save.cancel()
        self._save = self._submit(self._store.save_game, SavedGame.of(match))

    def _submit(self, write: Callable[..., object], *what: object) -> Future[object]:
        submitted = self._writer.submit(write, *what)
        submitted.add_done_callback(self._check)
        return submitted

    def _check(self, written: Future[object]) -> None:
        error = None if written.cancelled() else written.exception()
        if error is not None:
            sentence = _("The game or the settings could not be saved: {reason}", reason=error)
            self._store.messages.append(sentence)


def _content(match: Match) -> object:
    """All that the library keeps of a match whose moves are played."""
    return match.game.moves, match.game.remarks, match.seats


def _is_over(match: Match) -> bool:
    """Whether the match has ended, and stands at its end."""
    return match.result is not None and not match.game.can_redo
