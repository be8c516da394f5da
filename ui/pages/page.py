"""The base class of pages: a page fills the window below the toolbar and has actions."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pygame
from pygame import Surface

from game.board import Board
from game.records.record import Record
from ui.actions import Action, Gesture
from ui.buttons import ButtonRow
from ui.layout import Frame
from ui.panels.tips import Tip
from ui.theme import Theme

if TYPE_CHECKING:
    from play.lists.sources import GameSource


@dataclass(frozen=True, slots=True)
class StatusLine:
    """The line at the bottom: what is going on, and what the keys do here."""

    text: str = ""
    is_problem: bool = False
    keys: str = ""


class GameOpener(ABC):
    """The interface by which a page opens games from elsewhere."""

    @abstractmethod
    def open_record(self, record: Record) -> None: ...

    @abstractmethod
    def open_text(self, text: str) -> None: ...

    @abstractmethod
    def open_games_dialog(self, given: GameSource | None = None) -> None:
        """Opens the dialog for games of the library, or of a `given` file or text. Raises OSError."""


@dataclass(frozen=True, slots=True)
class PageName:
    """The name of a page that may not be loaded yet: its module is imported when it is first opened."""

    identity: str
    label: str
    """The label in the page switch of the toolbar, marked for translation."""
    place: str
    """The class of the page: 'module:name'."""

    def load(self) -> Callable[..., Page]:
        """Imports and returns the class, which builds the page for a window."""
        module, _, name = self.place.partition(":")
        make: Callable[..., Page] = getattr(importlib.import_module(module), name)
        return make


class Page:
    """A page. Subclasses define their identity and what they draw; everything else does nothing by default.

    In every frame the window calls `handle` for each event that is not for a button, then `update` and
    `draw`. What is shown changes in `handle` and `update` only; `draw` only reads.
    """

    identity: ClassVar[str]

    games: GameOpener | None = None
    """The opener of games; None on a page that is not for games."""

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        """The page's rows of the table of actions, read whenever the toolbar and the page are laid out."""
        return ()

    def tables(self) -> Sequence[Sequence[Action | Gesture]]:
        """Returns the rows of the page; for a page with parts, of which one is shown, those of each part."""
        return (self.actions,)

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        """The buttons on the page, in the order of the keyboard focus."""
        return ()

    @property
    def tips(self) -> Sequence[Tip]:
        """The explanations on the page, and the areas they belong to."""
        return ()

    @property
    def status(self) -> StatusLine:
        return StatusLine()

    @property
    def is_idle(self) -> bool:
        """Whether the page changes only with input, so that the window may sleep until an event comes."""
        return True

    @property
    def position(self) -> Board | None:
        """The position shown on the page; None on a page that searches a given one."""
        return None

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        """Builds everything for the area `frame.page`."""

    def on_open(self) -> None:
        """Called when the page is shown, or when a dialog over it has been closed."""

    def on_hide(self) -> None:
        """Called when another page or a dialog takes the place of the page."""

    def go_back_to_start(self) -> None:
        """Called when the page is chosen in the switch while it is already open."""

    def on_leave(self) -> None:
        """Called when another page takes the place of the page."""

    def close(self) -> None:
        """Ends whatever runs; called when the window closes."""

    def handle(self, event: pygame.event.Event) -> bool:  # noqa: ARG002 - for subclasses
        """Handles an event, at surface pixels, that no button takes; returns whether it is used up."""
        return False

    def update(self, dt: float) -> None:
        """Advances by `dt` seconds and builds what is drawn."""

    def draw(self, surface: Surface) -> None:
        """Draws everything but the buttons; changes nothing."""
