"""The games played here: a list to choose from, the newest first."""

from __future__ import annotations

from collections.abc import Callable

import pygame_gui
from pygame import Rect

from game.records.any_format import describe_error
from game.records.record import Record
from play.library import Library
from play.library_file import KeptGame, LibraryError
from ui.dialogs.dialog import MARGIN, Dialog
from ui.text import _, ngettext
from ui.text.wording import format_result
from ui.theme import Theme


class GamesDialog(Dialog):
    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        library: Library,
        open_game: Callable[[Record], None],
    ) -> None:
        """`open_game` is called with the game that was chosen."""
        super().__init__(manager, theme, _("Games"), (720, 560))
        self._library = library
        self._open = open_game
        px = theme.px
        inside = self.inside
        place = Rect(px(MARGIN), px(MARGIN) // 2, inside.width - 2 * px(MARGIN), inside.height - px(104))
        self._games = self.list_box(place, library.games(), game_label)
        self.buttons(_("Open"))
        if not self._games.values:
            self.say(_("No game has been finished or left yet."))

    def accept(self) -> None:
        chosen = self._games.value
        if chosen is None:
            self.say_error(_("Choose a game from the list first."))
            return
        try:
            record = self._library.open(chosen)
        except (LibraryError, ValueError) as error:
            problem = describe_error(error) if isinstance(error, ValueError) else str(error)
            said = _("{file} cannot be opened: {problem}")
            self.say_error(said.format(file=game_label(chosen), problem=problem))
        else:
            self.close()
            self._open(record)

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> GamesDialog:
        dialog = GamesDialog(manager, theme, self._library, self._open)
        if self._games.value in dialog._games.values:
            dialog._games.choose(dialog._games.values.index(self._games.value))
        return dialog


def game_label(game: KeptGame) -> str:
    """'2026-11-21 17:46   You – Nullwindow PVS 5   Black wins 40–24'."""
    date = f"{game.date:%Y-%m-%d %H:%M}"
    moves = ngettext("{number} move", "{number} moves", game.moves).format(number=game.moves)
    end = moves if game.result is None else format_result(game.result)
    return f"{date}   {game.black} – {game.white}   {end}"
