"""Rows of the table of actions that several pages have, with what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.board import Board
from ui.actions import Action, Group, Place
from ui.input import Key
from ui.pages.page import GameOpener
from ui.text import N_, _
from ui.window import Window

if TYPE_CHECKING:
    from play.lists.sources import GameSource

# More plies than a game has.
FAR: Final = 200
WHOLE_GAME: Final = (N_("To the beginning of the game"), N_("To the end of the game"))


def travel_rows(
    prefix: str,
    go: Callable[[int], object],
    can_go: Callable[[int], bool],
    *,
    has_arrows: bool = True,
    group: Group = Group.PLAY,
    ends: tuple[str, str] = WHOLE_GAME,
) -> tuple[Action, ...]:
    """Back, on, first and last. `go` takes plies, as far as the line goes; `ends` are tips."""

    def row(name: str, label: str, tip: str, plies: int, *keys: int) -> Action:
        first, *others = map(Key, keys)
        return Action(f"{prefix}{name}", label, tip, partial(go, plies), (first,), group, icon=name,
                      is_possible=lambda: can_go(-1 if plies < 0 else 1), aliases=tuple(others))  # fmt: skip

    arrows = ((pygame.K_LEFT,), (pygame.K_RIGHT,)) if has_arrows else ((), ())
    return (
        row("back", N_("One move back"), N_("To the position before the last move"), -1,
            *arrows[0], pygame.K_PAGEUP),
        row("on", N_("One move forward"), N_("To the position after the next move"), +1,
            *arrows[1], pygame.K_PAGEDOWN),
        row("first", N_("First position"), ends[0], -FAR, pygame.K_HOME),
        row("last", N_("Last position"), ends[1], +FAR, pygame.K_END),
    )  # fmt: skip


class GameCommands(GameOpener):
    """What can be done on a page for games, with rows that all of these have."""

    def __init__(self, window: Window) -> None:
        self.window = window

    def ask_game(self, given: GameSource | None = None) -> None:
        from ui.dialogs.games import GamesDialog

        self.window.open_dialog(GamesDialog(given, self.open_record, self.window))

    def games_row(self, identity: str) -> Action:
        return Action(identity, N_("Games"), N_("The library, the archive: games to look at again"),
                      self.ask_game, (Key(pygame.K_o, control=True),), Group.WINDOW, Place.LEFT,
                      icon="games", has_words=True)  # fmt: skip

    def open_file_row(self) -> Action:
        return Action("open_file", N_("Open file"), N_("A game or a position from a file, in any format"),
                      self.window.ask_file, (Key(pygame.K_o, control=True, shift=True),), Group.WINDOW,
                      Place.MENU, icon="open")  # fmt: skip

    def copy_position_row(self, identity: str, board: Callable[[], Board]) -> Action:
        return Action(identity, N_("Copy the position"), N_("64 squares and the side to move"),
                      lambda: self.window.copy(board().text(), _("The position is on the clipboard")),
                      (Key(pygame.K_c, control=True, shift=True),), Group.WINDOW)  # fmt: skip

    def edit_board_row(self, board: Callable[[], Board]) -> Action:
        return Action("edit_board", N_("Edit board"), N_("Set up a position to play, review or race"),
                      lambda: self.window.edit_board(board()), (Key(pygame.K_e, control=True),),
                      Group.WINDOW, Place.MENU, icon="edit")  # fmt: skip


class Tabs:
    """The parts of a folded page or panel, of which one is in sight."""

    def __init__(self, window: Window, labels: Mapping[str, str], group: Group = Group.WINDOW) -> None:
        """`labels` of the actions that choose a part; the first is in sight at the beginning."""
        self.shown = next(iter(labels))
        self._window = window
        self.rows = tuple(
            Action(tab, label, "", partial(self.show, tab), (), group, is_on=partial(self._is_shown, tab))
            for tab, label in labels.items()
        )

    def show(self, tab: str) -> None:
        self.shown = tab
        self._window.rebuild()

    def _is_shown(self, tab: str) -> bool:
        return self.shown == tab


def stepped(options: Sequence[float], now: float, step: int) -> float:
    """The next of the options, which grow, up or down; `now` where there is none."""
    further = [option for option in options if (option > now if step > 0 else option < now)]
    return now if not further else further[0] if step > 0 else further[-1]
