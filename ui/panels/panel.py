"""The base of all panels: a card that is repainted only when its model has changed."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Final, Generic, TypeVar

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm
from game.board import Color
from ui import paint
from ui.boxes import Box, Placed, picture, solve
from ui.buttons import ButtonRow
from ui.panels.tips import Tip
from ui.theme import NORMAL, Theme

PADDING: Final = 16

COLOURS: Final = dict(
    zip(Algorithm, ("minimax", "alphabeta", "pvs", "scout", "mtdf", "sss", "sss"), strict=True)
)
SIGNS: Final = dict(zip(COLOURS, "■◆●▲▼□◇", strict=True))
"""The sign of each search, shown with its colour."""

MOVE_CHIPS: Final = {
    Color.BLACK: ("black_chip", "on_black_chip"),
    Color.WHITE: ("white_chip", "on_white_chip"),
}
"""Background and ink of a move in the colours of its side."""

Model = TypeVar("Model")


class Panel(ABC, Generic[Model]):
    """A card at `rect` that shows its last `model`; None before the first."""

    tip: ClassVar[str] = ""
    """The tip of the whole card; if empty, its parts have tips of their own."""
    has_card: ClassVar[bool] = True
    """Whether the panel has a card; otherwise it is painted on the page itself."""

    def __init__(self, theme: Theme, rect: Rect) -> None:
        self.theme = theme
        self.rect = rect
        self.model: Model | None = None
        self.notes: list[Tip] = []
        """The tips that `paint` adds for what it draws, with their places in the card."""
        self._surface = Surface(rect.size, pygame.SRCALPHA)

    @property
    def _whole(self) -> Rect:
        """The card's rectangle in the card's coordinates."""
        return Rect((0, 0), self.rect.size)

    @property
    def inside(self) -> Rect:
        """The card without its padding, in the card's coordinates."""
        padding = 2 * self.theme.px(PADDING)
        return self._whole.inflate(-padding, -padding)

    def update(self, model: Model) -> None:
        """Shows a model; repaints only if it has changed."""
        if self.model != model:
            self.model = model
            self._repaint(model)

    def draw(self, surface: Surface) -> None:
        surface.blit(self._surface, self.rect)

    def _repaint(self, model: Model) -> None:
        self._surface.fill((0, 0, 0, 0))
        self.notes = []
        if self.has_card:
            self.theme.box(self._surface, self._whole, "card", self.edge(model), 10)
        self.paint(self._surface, model)

    @abstractmethod
    def paint(self, surface: Surface, model: Model) -> None:
        """Draws the model on the empty card, in the card's coordinates."""

    def edge(self, model: Model) -> str:  # noqa: ARG002 - for subclasses
        return "edge"

    def card_tips(self) -> Iterable[Tip]:
        """Returns tips that explain terms and figures, and their places in the card."""
        return [(self._whole, self.tip)] if self.tip else self.notes

    def tips(self) -> list[Tip]:
        """Returns the tips with their places in the window."""
        return [(rect.move(self.rect.topleft), sentence) for rect, sentence in self.card_tips()]

    def local(self, position: tuple[int, int]) -> tuple[int, int]:
        """Converts a position in the window to the card's coordinates."""
        return position[0] - self.rect.left, position[1] - self.rect.top

    def bar(self, surface: Surface, place: Rect, share: float, colour: str = "accent") -> None:
        radius = place.height // 2
        surface.blit(paint.rounded(place.size, radius, paint.rgba(self.theme["edge"])), place)
        done = round(place.width * min(1.0, share))
        if done >= place.height:
            surface.blit(paint.rounded((done, place.height), radius, paint.rgba(self.theme[colour])), place)

    def disc(self, surface: Surface, color: Color, centre: tuple[float, float], radius: float) -> None:
        """Draws a small disc beside words about one side."""
        _disc(self.theme, surface, color, centre, radius)

    def write(
        self,
        surface: Surface,
        text: str,
        colour: str = "text",
        size: int = NORMAL,
        bold: bool = False,
        *,
        room: int | None = None,
        **anchor: tuple[int, int],
    ) -> Rect:
        """Draws text, shortened to `room`, at an anchor, e.g. `topleft=(8, 8)`; returns its place."""
        if room is not None:
            text = self.theme.ellipsized(text, size, room, bold)
        picture = self.theme.text(text, size, colour, bold)
        return surface.blit(picture, picture.get_rect(**anchor))


class BoxPanel(Panel[Model]):
    """A card of boxes, laid out anew for each model; one layout serves painting, tips, clicks and buttons."""

    padding: ClassVar[tuple[float, float]] = (PADDING, 10)
    """The padding at the sides, and above and below."""

    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        self.placed = Placed()
        self.buttons = ButtonRow(theme)

    @abstractmethod
    def content(self, model: Model) -> Box:
        """Returns the boxes that fill the card inside its padding."""

    @property
    def room(self) -> Rect:
        """The place of the content, in the card's coordinates."""
        across, down = map(self.theme.px, self.padding)
        return self._whole.inflate(-2 * across, -2 * down)

    def natural_height(self, model: Model) -> int:
        """Returns the height that the content and its padding need at the card's width, in pixels."""
        heights = self.content(model).heights(self.theme, self.room.width)
        return heights[0] + 2 * self.theme.px(self.padding[1])

    def paint(self, surface: Surface, model: Model) -> None:
        self.placed = solve(self.content(model), self.theme, self.room)
        self.placed.paint(self.theme, surface)
        self.notes += self.placed.tips
        self.buttons.place(self.placed.buttons(self.theme, self.rect.topleft))

    def disc_box(self, color: Color, size: int = 12) -> Box:
        """Returns a small disc beside words about one side."""
        return picture(partial(_draw_disc, self.theme, color), size, size)

    def segments_box(self, colours: Sequence[str], height: int, gap: int, order: int = 0) -> Box:
        """Returns a bar of segments, one for each colour."""
        return picture(partial(self._draw_segments, colours, gap), 0, height, order=order)

    def _draw_segments(self, colours: Sequence[str], gap: int, surface: Surface, place: Rect) -> None:
        gap, count = self.theme.px(gap), max(1, len(colours))
        width = (place.width - gap * (count - 1)) // count
        for n, colour in enumerate(colours):
            rounded = paint.rounded((width, place.height), place.height // 2, paint.rgba(self.theme[colour]))
            surface.blit(rounded, (place.left + n * (width + gap), place.top))

    def at(self, position: tuple[int, int]) -> Any:
        """Returns the target of the box at a position in the window; None outside all boxes."""
        return self.placed.at(self.local(position))


def _draw_disc(theme: Theme, color: Color, surface: Surface, place: Rect) -> None:
    _disc(theme, surface, color, place.center, place.width // 2)


def _disc(theme: Theme, surface: Surface, color: Color, centre: tuple[float, float], radius: float) -> None:
    pygame.draw.aacircle(surface, theme[MOVE_CHIPS[color][0]], centre, radius)
    pygame.draw.aacircle(surface, theme["quiet"], centre, radius, max(1, theme.px(1)))
