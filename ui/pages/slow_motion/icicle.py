"""The tree as an icicle: a column for every node, as wide as what was searched below it.

It is painted from NumPy arrays, a row of pixels for a row of it: the cost is that
of the pixels and not of the nodes.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from ai.trace.nodes import Columns, NodeKind
from ai.trace.recording import NO_NODE
from game.board import PASS, Move
from play.slow_motion import Run
from ui.pages.slow_motion.looks import KIND_COLOURS
from ui.text.wording import format_move
from ui.theme import SMALL, Theme

# What has not been searched yet has so much of its colour, the rest is that of the card.
NOT_YET: Final = 0.22
# Columns of so many pixels are parted by a line, show what was cut off from them, and tell their move.
PARTED: Final = 4
SLIVERED: Final = 8
LABELLED: Final = 28
LABELLED_HEIGHT: Final = 13

Colours = NDArray[np.uint8]


class Icicle:
    """The tree of one run at `rect`, from `left` to `right`, in nodes."""

    def __init__(self, theme: Theme, rect: Rect, run: Run, left: float, right: float) -> None:
        self.theme = theme
        self.rect = rect
        self.run = run
        self.left = left
        self.right = right
        kinds = np.array([tuple(theme[KIND_COLOURS[kind]])[:3] for kind in NodeKind], float)
        self._ground = np.array(tuple(theme["well"])[:3], np.uint8)
        mixed = NOT_YET * kinds + (1 - NOT_YET) * self._ground
        self._colours = np.stack([mixed, kinds]).astype(np.uint8)  # by: is it there yet, kind
        self._cut = np.array(tuple(theme["mistake"])[:3], np.uint8)
        self._columns: list[Columns] = []  # made when first painted: they change with the sight alone

    # Places

    def x_of(self, node: float) -> float:
        """The pixel of a place among the nodes."""
        return self.rect.left + (node - self.left) / (self.right - self.left) * self.rect.width

    def place_at(self, x: float) -> float:
        """The place among the nodes at a pixel."""
        return self.left + (x - self.rect.left) / max(1, self.rect.width) * (self.right - self.left)

    def node_at(self, position: tuple[int, int]) -> int:
        """The node under the pointer, or NO_NODE."""
        if not self.rect.collidepoint(position):
            return NO_NODE
        plies = self.run.nodes.plies
        ply = min(plies - 1, (position[1] - self.rect.top) * plies // self.rect.height)
        return self.run.nodes.node_at(ply, self.place_at(position[0] + 0.5))

    def step_at(self, x: float) -> int:
        """The step in which what is at a pixel was searched: the deepest node's there."""
        nodes = self.run.nodes
        place = self.place_at(x)
        if place >= len(nodes):
            return len(self.run) - 1
        place = max(0.0, place)
        for ply in reversed(range(nodes.plies)):
            node = nodes.node_at(ply, place)
            if node != NO_NODE:
                return int(nodes.first[node])
        return 0

    def _band(self, ply: int) -> tuple[int, int]:
        """Where a row begins and how high it is, in the icicle's own pixels."""
        plies, height = self.run.nodes.plies, self.rect.height
        top = ply * height // plies
        return top, (ply + 1) * height // plies - top - (1 if height // plies > 3 else 0)

    # Drawing

    def paint(self, surface: Surface, step: int) -> None:
        """Everything as it is after a step; labels where there is room for them."""
        width, plies = self.rect.width, self.run.nodes.plies
        if not self._columns:
            row = self.run.nodes.columns
            self._columns = [row(ply, self.left, self.right, width) for ply in range(plies)]
        rows = np.empty((width, plies, 3), np.uint8)
        for ply, columns in enumerate(self._columns):
            rows[:, ply] = self._row(columns, step)
            if ply:
                self._draw_slivers(rows[:, ply], self._columns[ply - 1], step)
        thin = Surface((width, plies))
        pygame.surfarray.blit_array(thin, rows)
        surface.fill(self.theme["well"], self.rect)
        for ply, columns in enumerate(self._columns):
            top, tall = self._band(ply)
            band = pygame.transform.scale(thin.subsurface((0, ply, width, 1)), (width, tall))
            surface.blit(band, (self.rect.left, self.rect.top + top))
            self._draw_labels(surface, ply, columns, step)

    def _row(self, columns: Columns, step: int) -> Colours:
        """The colour of every pixel of a row."""
        nodes = self.run.nodes
        is_there = (nodes.first[columns.node] <= step).astype(np.intp)
        colours = np.empty((self.rect.width, 3), np.uint8)
        colours[:] = self._ground
        runs = columns.stop - columns.start
        where = (
            np.repeat(columns.start, runs) + np.arange(runs.sum()) - np.repeat(np.cumsum(runs) - runs, runs)
        )
        colours[where] = np.repeat(self._colours[is_there, nodes.kind[columns.node]], runs, axis=0)
        colours[columns.start[runs >= PARTED]] = self._ground
        return colours

    def _draw_slivers(self, row: Colours, above: Columns, step: int) -> None:
        """At the right end of what a node has below it, a sliver for the moves that were cut off."""
        nodes = self.run.nodes
        cut = nodes.cut[above.node]
        shows = (above.stop - above.start >= self.theme.px(SLIVERED)) & (nodes.spared[above.node] > 0)
        shows &= (cut >= 0) & (cut <= step)
        for pixel in range(1, 1 + max(2, self.theme.px(2))):
            row[above.stop[shows] - pixel] = self._cut

    def _draw_labels(self, surface: Surface, ply: int, columns: Columns, step: int) -> None:
        """The moves of wide columns."""
        top, tall = self._band(ply)
        if ply == 0 or tall < self.theme.px(LABELLED_HEIGHT):
            return
        nodes = self.run.nodes
        wide = columns.stop - columns.start >= self.theme.px(LABELLED)
        found = zip(columns.start[wide], columns.stop[wide], columns.node[wide], strict=True)
        for start, stop, node in found:
            is_bright = nodes.first[node] <= step and nodes.kind[node] != NodeKind.NONE
            ink = "black_chip" if is_bright else "text"
            text = self.theme.text(_name(int(nodes.move[node])), SMALL, ink)
            centre = self.rect.left + (int(start) + int(stop)) // 2, self.rect.top + top + tall // 2
            surface.blit(text, text.get_rect(center=centre))


def _name(move: Move) -> str:
    return format_move(move) if move >= PASS else ""
