"""What pages and actions may ask of the window they are in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from game.board import Board
from play.session import Session
from play.settings import Settings
from ui.actions import Action, Actions, Gesture
from ui.dialogs.dialog import AnyDialog
from ui.display import Display
from ui.game_files import GameFiles
from ui.sound import Sounds
from ui.theme import Theme
from ui.toasts import Toasts

AnyPage = TypeVar("AnyPage")


class Window(Protocol):
    session: Session
    display: Display
    theme: Theme
    sounds: Sounds
    toasts: Toasts
    actions: Actions
    files: GameFiles
    focus: str | None
    """The action of the button the keyboard is on."""

    @property
    def settings(self) -> Settings: ...

    @property
    def animation_speed(self) -> float:
        """How many times as fast as normal things move; 0 where nothing moves by itself."""

    @property
    def position(self) -> Board:
        """The position that was looked at last, on this page or on another."""

    @property
    def tables(self) -> Mapping[str, Sequence[Action | Gesture]]:
        """The rows of every page, by its label, with those of the window."""

    def open_dialog(self, dialog: AnyDialog) -> None:
        """Show a dialog over the page."""

    def show(self, kind: type[AnyPage]) -> AnyPage:
        """Open the page of this class, and return it."""

    def ask_file(self) -> None:
        """Ask for a file with a game, and open it on this page."""

    def copy(self, text: str, said: str) -> None:
        """Put a text on the clipboard, and say so."""

    def edit_board(self, board: Board) -> None:
        """Let a position be set up, beginning with `board`; who cancels that comes back to this page."""

    def answer(self, text: str, is_error: bool = False) -> None:
        """Say what came of something the person has just done."""

    def rebuild(self) -> None:
        """Make the toolbar and the page anew."""

    def quit(self) -> None:
        """End the program after this frame."""
