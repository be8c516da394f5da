"""Writes the game and the settings down when they have changed, in a thread: no frame waits for a disk."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from game.tree import Game
from play.match import Match
from play.settings import SavedGame, Settings, Store


class Autosave:
    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="save")
        self._kept_game: object = None
        self._kept_settings = settings

    def keep_game(self, match: Match) -> None:
        """Save an unfinished game, forget a finished one; does nothing when that is done already."""
        is_over = match.result is not None and not match.game.can_redo
        state = (match.game.start, match.game.moves, match.game.cursor, match.seats, is_over)
        if state != self._kept_game:
            self._kept_game = state
            self._write_game(match, is_over)

    def keep_settings(self, settings: Settings) -> None:
        """Save the settings if they have changed."""
        if settings != self._kept_settings:
            self._kept_settings = settings
            self._submit(self._store.save_settings, settings)

    def close(self, match: Match, settings: Settings) -> None:
        """Save everything as it is now, the clocks too, and wait until it is written."""
        self._write_game(match, match.result is not None and not match.game.can_redo)
        self._submit(self._store.save_settings, settings)
        self._writer.shutdown(wait=True)

    def _write_game(self, match: Match, is_over: bool) -> None:
        if is_over:
            self._submit(self._store.clear_game)
            return
        game = Game(match.game.start, match.game.moves)  # a copy: the writer has its own time
        game.go_to(match.game.cursor)
        saved = SavedGame(game, match.seats, tuple(match.clocks), dict(match.evaluations))
        self._submit(self._store.save_game, saved)

    def _submit(self, write: Callable[..., None], *what: object) -> None:
        self._writer.submit(write, *what).add_done_callback(self._check)

    def _check(self, written: Future[None]) -> None:
        error = written.exception()
        if error is not None:
            self._store.messages.append(f"The game or the settings could not be saved: {error}")
