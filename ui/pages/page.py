"""What a page is: it fills the window under the toolbar and brings its own actions."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

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
    """How a page opens games from elsewhere."""

    @abstractmethod
    def open_record(self, record: Record) -> None: ...

    @abstractmethod
    def open_text(self, text: str) -> None: ...

    @abstractmethod
    def ask_game(self, given: GameSource | None = None) -> None:
        """Offer the library, or the games of a file or a text. Raises OSError."""


@dataclass(frozen=True, slots=True)
class PageName:
    """What the window knows of a page before that is opened, which is when its module is loaded."""

    identity: str
    label: str
    """What the switch in the toolbar calls it, marked for translation."""
    place: str
    """The class: 'module:name'."""

    def load(self) -> Callable[..., Page]:
        """What makes the page for a window."""
        module, _, name = self.place.partition(":")
        make: Callable[..., Page] = getattr(importlib.import_module(module), name)
        return make


class Page:
    """A subclass says its identity and what it draws; all else has a default that does nothing.

    In every frame the window calls `handle` for each event that is not for a button, `update` and `draw`. All
    that is shown changes in `handle` and `update`; `draw` only reads.
    """

    identity: ClassVar[str]

    games: GameOpener | None = None
    """None on a page that is not for games."""

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        """The page's rows of the table of actions; asked whenever the toolbar and the page are made."""
        return ()

    def tables(self) -> Sequence[Sequence[Action | Gesture]]:
        """Its rows; of a page with parts of which one is in sight those of each."""
        return (self.actions,)

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        """Buttons of the page itself, in the order the keyboard walks over them."""
        return ()

    @property
    def tips(self) -> Sequence[Tip]:
        """What is explained on the page, and where."""
        return ()

    @property
    def status(self) -> StatusLine:
        return StatusLine()

    @property
    def is_idle(self) -> bool:
        """Whether nothing on it will change by itself, so that the window may sleep until an event comes."""
        return True

    @property
    def position(self) -> Board | None:
        """The position that is looked at here; None on a page that searches one it was given."""
        return None

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        """Make everything for the room `frame.page`."""

    def on_open(self) -> None:
        """The page is shown, or a dialog over it has been closed."""

    def on_hide(self) -> None:
        """Another page or a dialog takes its place."""

    def go_back_to_start(self) -> None:
        """Its name in the switch was chosen while it was open."""

    def on_leave(self) -> None:
        """Another page has taken its place."""

    def close(self) -> None:
        """The window closes: end what runs."""

    def handle(self, event: pygame.event.Event) -> bool:  # noqa: ARG002 - for subclasses
        """Whether an event, none of a button, is used up. Positions are in pixels of the surface."""
        return False

    def update(self, dt: float) -> None:
        """Advance by `dt` seconds, and make what is drawn."""

    def draw(self, surface: Surface) -> None:
        """Draw all but the buttons; changes nothing."""


class ViewPage(Page):
    """Has the rows of its `commands`, and the buttons and tips of its `view`, made for each layout."""

    commands: Any
    view: Any

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        rows: tuple[Action | Gesture, ...] = self.commands.rows
        return rows

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        rows: tuple[ButtonRow, ...] = self.view.button_rows
        return rows

    @property
    def tips(self) -> Sequence[Tip]:
        tips: Sequence[Tip] = self.view.tips
        return tips
