"""A tree as an icicle: a column for every node, as wide as what was searched below it.

It is painted from NumPy arrays, a row of pixels for a row of it: the cost is that of the pixels and not of
the nodes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from ai.trace.tree import Array, Columns, NodeKind
from ui.text import N_
from ui.theme import SMALL, Theme

# Columns of so many pixels are parted by a line, and tell their move.
PARTED: Final = 4
LABELLED: Final = 28
LABELLED_HEIGHT: Final = 13
# One notch of the wheel shows so much of what was in sight.
NOTCH: Final = 0.8
# So many nodes are always in sight.
LEAST_IN_SIGHT: Final = 12

KIND_COLOURS: Final = {
    NodeKind.OPEN: "hover",
    NodeKind.PV: "kind_pv",
    NodeKind.CUT: "kind_cut",
    NodeKind.ALL: "kind_all",
}
KIND_NAMES: Final = {
    NodeKind.OPEN: N_("open"),
    NodeKind.PV: N_("PV"),
    NodeKind.CUT: N_("cut"),
    NodeKind.ALL: N_("all"),
}
"""To be translated when shown."""

Colours = NDArray[np.uint8]
"""Of pixels or of nodes: red, green and blue of each."""


class Tree(Protocol):
    """What an icicle asks of a tree; nodes are known by their numbers."""

    @property
    def plies(self) -> int: ...

    def columns(self, ply: int, left: float, right: float, pixels: int) -> Columns: ...

    def at(self, ply: int, place: float, /) -> int | None: ...


class Icicle(ABC):
    """A tree at `rect`, from `left` to `right`, in nodes. A subclass says how its nodes look."""

    def __init__(self, theme: Theme, rect: Rect, tree: Tree, left: float, right: float) -> None:
        self.theme = theme
        self.rect = rect
        self.tree = tree
        self.left = left
        self.right = max(right, left + 1e-9)
        self.columns: list[Columns] = []
        """Of each ply; made when first painted, for they change with the sight alone."""

    @abstractmethod
    def colours_of(self, nodes: Array) -> Colours:
        """The colour of each of these nodes."""

    @abstractmethod
    def label_of(self, node: int) -> tuple[str, str]:
        """(What a wide column says, the name of the colour it says it in)."""

    # Places

    def x_of(self, place: float) -> float:
        """The pixel of a place among the nodes."""
        return self.rect.left + (place - self.left) / (self.right - self.left) * self.rect.width

    def place_at(self, x: float) -> float:
        """The place among the nodes at a pixel."""
        return self.left + (x - self.rect.left) / max(1, self.rect.width) * (self.right - self.left)

    def node_at(self, position: tuple[int, int]) -> int | None:
        """The node under the pointer."""
        if not self.rect.collidepoint(position):
            return None
        ply = min(self.tree.plies - 1, (position[1] - self.rect.top) * self.tree.plies // self.rect.height)
        return self.tree.at(ply, self.place_at(position[0] + 0.5))

    def band(self, ply: int) -> Rect:
        """Where a row is."""
        plies, height = max(1, self.tree.plies), self.rect.height
        top = ply * height // plies
        tall = (ply + 1) * height // plies - top - (1 if height // plies > 3 else 0)
        return Rect(self.rect.left, self.rect.top + top, self.rect.width, tall)

    # Drawing

    def paint(self, surface: Surface) -> None:
        """All rows, and labels where there is room for them."""
        width, plies = self.rect.width, self.tree.plies
        if not self.columns:
            self.columns = [self.tree.columns(p, self.left, self.right, width) for p in range(plies)]
        thin = Surface((width, plies))
        pygame.surfarray.blit_array(thin, self.pixels())
        surface.fill(self.theme["well"], self.rect)
        for ply, columns in enumerate(self.columns):
            band = self.band(ply)
            surface.blit(pygame.transform.scale(thin.subsurface((0, ply, width, 1)), band.size), band)
            self._draw_labels(surface, band, columns)

    def pixels(self) -> Colours:
        """The colour of every pixel of every row: (width, plies, 3)."""
        ground = np.array(tuple(self.theme["well"])[:3], np.uint8)
        rows = np.empty((self.rect.width, len(self.columns), 3), np.uint8)
        rows[:] = ground
        for ply, columns in enumerate(self.columns):
            self._fill(rows[:, ply], columns, ground)
        return rows

    def _fill(self, row: Colours, columns: Columns, ground: Colours) -> None:
        ends = np.cumsum(columns.width)
        where = np.repeat(columns.left - ends + columns.width, columns.width) + np.arange(columns.width.sum())
        row[where] = np.repeat(self.colours_of(columns.node), columns.width, axis=0)
        row[columns.left[columns.width >= PARTED]] = ground

    def _draw_labels(self, surface: Surface, band: Rect, columns: Columns) -> None:
        if band.height < self.theme.px(LABELLED_HEIGHT):
            return
        wide = columns.width >= self.theme.px(LABELLED)
        for node, left, width in zip(*(part[wide].tolist() for part in columns), strict=True):
            label, ink = self.label_of(node)
            if label:
                text = self.theme.text(label, SMALL, ink)
                surface.blit(text, text.get_rect(center=(band.left + left + width // 2, band.centery)))


@dataclass(frozen=True, slots=True)
class Sight:
    """What of a tree is in sight, as shares of it."""

    left: float = 0.0
    right: float = 1.0

    @property
    def width(self) -> float:
        return self.right - self.left

    def zoomed(self, factor: float, at: float, nodes: int) -> Sight:
        """By a factor around `at`, a share of what is in sight, as far as a tree of so many nodes allows."""
        width = min(1.0, max(LEAST_IN_SIGHT / max(nodes, LEAST_IN_SIGHT), self.width * factor))
        return Sight.of(self.left + (self.width - width) * at, width)

    def moved(self, share: float) -> Sight:
        """By a share of what is in sight."""
        return Sight.of(self.left + share * self.width, self.width)

    def following(self, at: float) -> Sight:
        """So that `at`, a share of the whole, is in sight."""
        if self.left <= at <= self.right:
            return self
        return Sight.of(at - self.width / 8 if at > self.right else at - self.width * 7 / 8, self.width)

    def grown(self, factor: float) -> Sight:
        """On the same nodes, when the tree has grown on its right to so many times its size."""
        return self if self.width >= 1.0 else Sight.of(self.left / factor, self.width / factor)

    @staticmethod
    def of(left: float, width: float) -> Sight:
        """So much from there on, moved into the tree."""
        left = min(1.0 - width, max(0.0, left))
        return Sight(left, left + width)


WHOLE: Final = Sight()


def draw_kind(surface: Surface, theme: Theme, kind: NodeKind, at: tuple[int, int]) -> None:
    """A square for a PV node, half of it for a cut, a bar for one where all moves failed low, a frame for one
    that is open.
    """
    colour, side = theme[KIND_COLOURS[kind]], theme.px(8)
    box = Rect(0, 0, side, side)
    box.center = at
    if kind is NodeKind.PV:
        surface.fill(colour, box)
    elif kind is NodeKind.CUT:
        pygame.draw.polygon(surface, colour, (box.bottomleft, box.bottomright, box.topleft))
    elif kind is NodeKind.ALL:
        surface.fill(colour, (box.left, box.centery - side // 4, side, max(2, side // 2)))
    else:
        pygame.draw.rect(surface, theme["quiet"], box, max(1, theme.px(1)))
