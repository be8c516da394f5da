"""What all panels share: a card that is painted again only when its model has changed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, Generic, TypeVar

import pygame
from pygame import Rect, Surface

from game.board import Color
from ui import paint
from ui.panels.tips import Tip
from ui.theme import NORMAL, Theme

PADDING: Final = 16
RADIUS: Final = 10

MOVE_CHIPS: Final = {
    Color.BLACK: ("black_chip", "on_black_chip"),
    Color.WHITE: ("white_chip", "on_white_chip"),
}
"""Ground and ink of a move that is written in the mover's colours."""

Model = TypeVar("Model")


class Panel(ABC, Generic[Model]):
    """A card at `rect`, which shows the `model` it was last given; None before the first."""

    def __init__(self, theme: Theme, rect: Rect) -> None:
        self.theme = theme
        self.rect = rect
        self.model: Model | None = None
        self._surface = Surface(rect.size, pygame.SRCALPHA)

    @property
    def inside(self) -> Rect:
        """The card without its padding, in its own coordinates."""
        padding = 2 * self.theme.px(PADDING)
        return Rect((0, 0), self.rect.size).inflate(-padding, -padding)

    def update(self, model: Model) -> None:
        """Show this from now on."""
        if self.model != model:
            self.model = model
            self._repaint(model)

    def draw(self, surface: Surface) -> None:
        surface.blit(self._surface, self.rect)

    def _repaint(self, model: Model) -> None:
        self._surface.fill((0, 0, 0, 0))
        self.paint(self._surface, model)

    @abstractmethod
    def paint(self, surface: Surface, model: Model) -> None:
        """Draw the model on the empty `surface`, in the card's own coordinates."""

    def tips(self) -> list[Tip]:
        """What its terms and figures mean, and where they stand in the window."""
        return []

    def local(self, position: tuple[int, int]) -> tuple[int, int]:
        """A position in the window, in the card's own coordinates."""
        return position[0] - self.rect.left, position[1] - self.rect.top

    def card(self, surface: Surface, edge: str = "edge") -> None:
        self.theme.box(surface, Rect((0, 0), self.rect.size), "card", edge, RADIUS)

    def bar(self, surface: Surface, place: Rect, share: float, colour: str = "accent") -> None:
        """A bar that is filled by a share."""
        radius = place.height // 2
        surface.blit(paint.rounded(place.size, radius, paint.rgba(self.theme["edge"])), place)
        done = round(place.width * min(1.0, share))
        if done >= place.height:
            surface.blit(paint.rounded((done, place.height), radius, paint.rgba(self.theme[colour])), place)

    def disc(self, surface: Surface, color: Color, centre: tuple[float, float], radius: float) -> None:
        """A small disc beside words about one side."""
        pygame.draw.aacircle(surface, self.theme[MOVE_CHIPS[color][0]], centre, radius)
        pygame.draw.aacircle(surface, self.theme["quiet"], centre, radius, max(1, self.theme.px(1)))

    def write(
        self,
        surface: Surface,
        text: str,
        colour: str = "text",
        size: int = NORMAL,
        bold: bool = False,
        **anchor: tuple[int, int],
    ) -> Rect:
        """Draw text by one anchor of its rectangle, e.g. `topleft=(8, 8)`; returns where it is."""
        picture = self.theme.text(text, size, colour, bold)
        return surface.blit(picture, picture.get_rect(**anchor))
