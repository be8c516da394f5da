"""Opens games from files and texts that the user drops or pastes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from game.files import typed_paths
from play.files import cannot_read
from ui.clipboard import checked_text, read_clipboard
from ui.dialogs.overlay import Overlay
from ui.pages.page import Page
from ui.text import _
from ui.text.wording import capitalised
from ui.toasts import Toasts

if TYPE_CHECKING:
    from play.game_file import GameFileReader

DROPS: Final = (pygame.DROPBEGIN, pygame.DROPFILE, pygame.DROPTEXT, pygame.DROPCOMPLETE)


class GameFiles:
    """Opens games on the open page, if it is a page for games."""

    def __init__(self, page: Callable[[], Page], overlay: Overlay, toasts: Toasts) -> None:
        self._page = page
        self._overlay = overlay
        self._toasts = toasts
        self._opening: GameFileReader | None = None  # the file being read
        self._dropped: list[Path] = []  # the files of one drop
        self._lines: list[str] = []  # the lines of text of one drop

    @property
    def is_reading(self) -> bool:
        return self._opening is not None

    def update(self) -> None:
        """Shows a file once it is read; waits while a dialog is open."""
        opening = self._opening
        if opening is None or not opening.is_done or self._overlay.is_open:
            return
        self._opening = None
        if opening.problem:
            self._toasts.answer(opening.problem)
        else:
            self.show(opening)

    def show(self, opened: GameFileReader) -> None:
        """Shows the game of a file on the page, or offers a choice from several."""
        from play.lists.sources import source_of  # loads NumPy

        games = self._page().games
        try:
            if games is None:
                self._refuse()
            elif opened.record is None:
                games.open_games_dialog(source_of(opened.path, opened.charset))
            else:
                games.open_record(opened.record)
        except OSError as error:  # the file has gone since it was read
            self._toasts.add(cannot_read(opened.path.name, error))

    def paste(self) -> None:
        """Opens the game or position on the clipboard, or the file whose path it holds."""
        try:
            text = read_clipboard()
            paths = _paths_in(text)
        except ValueError as error:
            self._toasts.answer(capitalised(str(error)))
            return
        if paths:
            self._open(paths)
        elif text.strip():
            self._show_text(text)
        else:
            self._toasts.answer(_("The clipboard is empty: copy a transcript or a position first"))

    def drop(self, event: pygame.event.Event) -> None:
        """Collects the files and lines of a drop and opens them once it is complete."""
        if event.type == pygame.DROPBEGIN:
            self._dropped, self._lines = [], []
        elif event.type == pygame.DROPTEXT:
            self._lines.append(event.text)
        elif event.type == pygame.DROPFILE:
            self._dropped += [Path(event.file)] if event.file else []
        else:
            self._open_dropped("\n".join(self._lines))

    def _open_dropped(self, text: str) -> None:
        dialog = self._overlay.dialog if self._overlay.is_open else None
        say = self._toasts.answer if dialog is None else dialog.show_error
        too_long = _("The dropped text holds {number} characters, too many for a game")
        try:
            text = checked_text(text, too_long)
            paths = self._dropped or _paths_in(text)
        except ValueError as error:
            say(capitalised(str(error)))
            return
        if not paths and not text.strip():
            say(_("No file was dropped: copy the moves and paste them here, or save the game as a file"))
        elif dialog is not None:
            if not paths or not dialog.drop(paths[0]):
                say(_("Close this dialog first, then drop it again"))
        elif paths:
            self._open(paths)
        else:
            self._show_text(text)

    def _open(self, paths: Sequence[Path]) -> None:
        from play.game_file import GameFileReader  # loads all formats

        if len(paths) > 1:
            self._toasts.add(_("Only the first of these files is opened"))
        self._opening = GameFileReader(paths[0])

    def _show_text(self, text: str) -> None:
        from game.records.any_format import split_games
        from play.lists.sources import TextSource  # loads NumPy

        games = self._page().games
        if games is None:
            self._refuse()
        elif len(list(islice(split_games(text), 2))) > 1:
            games.open_games_dialog(TextSource(text))
        else:
            games.open_text(text)

    def _refuse(self) -> None:
        self._toasts.answer(_("Go to Play or Review to open a game"))


def _paths_in(text: str) -> list[Path]:
    """Returns the files that a text names line by line, else []. Raises ValueError for a web address."""
    from game.records.any_format import parse_game

    try:
        return typed_paths(text)
    except ValueError:
        with suppress(ValueError):
            parse_game(text)
            return []
        raise
