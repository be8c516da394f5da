"""Saves changes in a background thread, so that no frame waits for a disk."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias
from weakref import WeakKeyDictionary

from game.records.record import Record
from game.text import _, reason_of
from play.library_file import Source
from play.match import Match
from play.results import Results, written_results
from play.saved_game import SavedGame
from play.settings import Settings
from play.store import GameFile, Store

if TYPE_CHECKING:
    from play.practice.progress import Practice

logger = logging.getLogger(__name__)

Submit: TypeAlias = Callable[..., Future[object]]
OnDisk: TypeAlias = WeakKeyDictionary[Match, object]  # the content of each match that the library has
# Seconds between two saves of a running clock: the most that a player regains if the program is killed.
CLOCK_SECONDS: Final = 5.0


class _Follower:
    """Saves the game of a page as it goes on, on Review also once it is over; puts it into the library when
    it is finished or left. A game opened, or over when first seen, enters the library only after a change:
    a deleted game that is merely looked through stays deleted.
    """

    def __init__(self, file: GameFile, submit: Submit, saved: OnDisk, saves_finished: bool = False) -> None:
        self._file, self._submit, self._known, self._saves_finished = file, submit, saved, saves_finished
        self._match: Match | None = None
        self._state: object = None  # the state of the match when last saved
        self._save: Future[object] | None = None
        self._library_write: Future[object] | None = None  # the write of `_match` into the library

    def follow(self, match: Match | None) -> None:
        self._match, self._library_write = match, None
        if match is not None and _is_over(match):
            self._known.setdefault(match, _content(match))

    def keep(self, match: Match | None) -> None:
        """Saves the match if it has changed; takes the snapshot at once."""
        seconds = match.clock.spent // CLOCK_SECONDS if match is not None and match.is_timed else 0
        state = match and (match.game.changes, match.seats, seconds)
        is_new, before = match is not self._match, self._match
        if not is_new and state == self._state:
            return
        if is_new and before is not None and _content(before) != self._known.get(before):
            self._known[before] = _content(before)
            self._submit(self._file.move_to_library, SavedGame.of(before))
        self._state = state
        if is_new:
            self.follow(match)
        is_over = match is not None and _is_over(match)
        if match is not None and is_over and _content(match) != self._known.get(match):
            self._known[match] = _content(match)
            if self._library_write is not None:
                self._library_write.cancel()  # superseded; a library in use delays each write by seconds
            self._library_write = self._submit(self._file.move_to_library, SavedGame.of(match))
        elif match is None or (is_over and not self._saves_finished):
            self._submit(self._file.clear_game)
        if match is not None and (self._saves_finished or not is_over):
            self.save(match)

    def save(self, match: Match) -> None:
        """Saves the match; cancels an earlier save that still waits, which this one includes."""
        if self._save is not None:
            self._save.cancel()
        self._save = self._submit(self._file.save_game, SavedGame.of(match))


class Autosave:
    """Saves the games on the pages Play and Review, the settings, practice and results."""

    def __init__(
        self, store: Store, settings: Settings, match: Match | None = None, reviewed: Match | None = None
    ) -> None:
        """`match` and `reviewed` are the games at the start; the library gets them when left, like others."""
        self._store = store
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="save")
        self._known: OnDisk = WeakKeyDictionary()
        self._played = _Follower(store, self._submit, self._known)
        self._reviewed = _Follower(store.reviewed, self._submit, self._known, saves_finished=True)
        self._settings = settings
        self._practised = 0  # changes of the practice that are saved
        self._results = 0  # changes of the results that are saved
        self._played.follow(match)
        self._reviewed.follow(reviewed)

    def keep_game(self, match: Match, reviewed: Match | None = None) -> None:
        """Saves changed games; `reviewed` is the game on Review if that is another one."""
        self._played.keep(match)
        self._reviewed.keep(reviewed)

    def keep_opened(self, record: Record, match: Match) -> None:
        """Puts an opened game into the library; takes the snapshot at once."""
        self._known[match] = _content(match)
        if record.game.root.children:
            self._submit(self._keep_opened, replace(record, game=record.game.copy()), SavedGame.of(match))

    def _keep_opened(self, record: Record, saved: SavedGame) -> None:
        if not self._store.library.keep_record(record, Source.OPENED, saved.copy):
            self._store.hold(saved)

    def keep_settings(self, settings: Settings) -> None:
        if settings != self._settings:
            self._settings = settings
            self._submit(self._store.save_settings, settings)

    def keep_progress(self, practice: Practice | None, results: Results) -> None:
        if practice is not None and practice.changes != self._practised:
            from play.practice.progress import written_progress

            self._practised = practice.changes
            self._submit(self._store.save_practice, written_progress(practice.progress))
        if results.changes != self._results:
            self._results = results.changes
            self._submit(self._store.save_results, written_results(results))

    def close(self, match: Match, settings: Settings) -> None:
        """Saves the match, its clocks and the settings as they are now, and waits for all writes."""
        self._played.keep(match)
        if not _is_over(match):
            self._played.save(match)
        self._submit(self._store.save_settings, settings)
        self._submit(self._store.retry, True)
        self._writer.shutdown(wait=True)

    def _submit(self, write: Callable[..., object], *what: object) -> Future[object]:
        submitted = self._writer.submit(write, *what)
        submitted.add_done_callback(self._check)
        return submitted

    def _check(self, written: Future[object]) -> None:
        error = None if written.cancelled() else written.exception()
        if error is not None:
            logger.error("The game or the settings cannot be saved", exc_info=error)
            sentence = _("The game or the settings could not be saved: {reason}", reason=reason_of(error))
            self._store.messages.append(sentence)


def _content(match: Match) -> object:
    return match.game.moves, match.game.content_hash, match.seats


def _is_over(match: Match) -> bool:
    """Whether the match has ended and shows its last position; a loss on time may show any position."""
    return match.result is not None and (match.game.is_lost_on_time or not match.game.can_redo)
