"""Games from elsewhere: files that are chosen or dropped, texts that are dropped or pasted."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from play.files import cannot_read
from ui.clipboard import checked_text, read_clipboard
from ui.dialogs.overlay import Overlay
from ui.pages.page import Page
from ui.text import _
from ui.toasts import Toasts

if TYPE_CHECKING:
    from play.game_file import Opening

DROPS: Final = (pygame.DROPBEGIN, pygame.DROPFILE, pygame.DROPTEXT, pygame.DROPCOMPLETE)


class GameFiles:
    """Opens games on the page that is open, if it is one for games."""

    def __init__(self, page: Callable[[], Page], overlay: Overlay, toasts: Toasts) -> None:
        self._page = page
        self._overlay = overlay
        self._toasts = toasts
        self._opening: Opening | None = None  # a file that was dropped
        self._dropped = 0  # files of one drop

    @property
    def is_reading(self) -> bool:
        return self._opening is not None

    def update(self) -> None:
        """Show a file that was dropped once it is read; a dialog that was opened since comes first."""
        opening = self._opening
        if opening is None or not opening.is_done or self._overlay.is_open:
            return
        self._opening = None
        if opening.problem:
            self._toasts.answer(opening.problem)
        else:
            self.show(opening)

    def show(self, opened: Opening) -> None:
        """Show the game of a file on the page, or offer those of a list."""
        from play.lists.sources import source_of  # loads NumPy

        games = self._page().games
        try:
            if games is None:
                self._refuse()
            elif opened.record is None:
                games.ask_game(source_of(opened.path, opened.charset))
            else:
                games.open_record(opened.record)
        except OSError as error:  # it has gone since it was read
            self._toasts.add(cannot_read(opened.path.name, error))

    def paste(self) -> None:
        """Open the game or the position on the clipboard."""
        try:
            text = read_clipboard()
        except ValueError as error:
            self._toasts.answer(str(error))
            return
        if text.strip():
            self._show_text(text)
        else:
            self._toasts.answer(_("The clipboard is empty: copy a transcript or a position first"))

    def drop(self, event: pygame.event.Event) -> None:
        """A file or a text that was dropped on the window; of several files the first."""
        if event.type not in (pygame.DROPFILE, pygame.DROPTEXT):
            self._dropped = 0
            return
        self._dropped += 1
        from play.game_file import Opening  # with all formats

        dialog = self._overlay.dialog if self._overlay.is_open else None
        if event.type == pygame.DROPFILE and self._dropped > 1:
            self._toasts.add(_("If there are several files, the first is opened"))
        elif dialog is not None:
            if event.type == pygame.DROPTEXT or not dialog.drop(Path(event.file)):
                dialog.say_error(_("Close this dialog first, then drop it again"))
        elif event.type == pygame.DROPFILE:
            self._opening = Opening(Path(event.file))
        else:
            self._drop_text(event.text)

    def _drop_text(self, text: str) -> None:
        too_long = _("The dropped text holds {number} characters, too many for a game")
        try:
            self._show_text(checked_text(text, too_long))
        except ValueError as error:
            self._toasts.answer(str(error))

    def _show_text(self, text: str) -> None:
        from game.records.any_format import split_games
        from play.lists.sources import TextSource  # loads NumPy

        games = self._page().games
        if games is None:
            self._refuse()
        elif len(list(islice(split_games(text), 2))) > 1:
            games.ask_game(TextSource(text))
        else:
            games.open_text(text)

    def _refuse(self) -> None:
        self._toasts.answer(_("Games are opened on the pages Play and Review"))
