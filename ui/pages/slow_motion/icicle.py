"""The icicle of a run: dim what is not searched yet, with a sliver for the moves that were cut off."""

from __future__ import annotations

from typing import Final

import numpy as np
from pygame import Rect

from ai.trace.tree import Array, NodeKind
from game.board import PASS
from play.slow_motion import Run
from ui.panels.icicle import KIND_COLOURS, Colours, Icicle
from ui.text.wording import format_move
from ui.theme import Theme

# What has not been searched yet has so much of its colour, the rest is that of the card.
NOT_YET: Final = 0.22
# Columns of so many pixels show what was cut off from them.
SLIVERED: Final = 8


class RunIcicle(Icicle):
    """Painted as it is after `step`, 0 unless it is set."""

    def __init__(self, theme: Theme, rect: Rect, run: Run, left: float, right: float) -> None:
        super().__init__(theme, rect, run.tree, left, right)
        self.run = run
        self.step = 0
        kinds = np.array([tuple(theme[KIND_COLOURS[kind]])[:3] for kind in NodeKind], float)
        mixed = NOT_YET * kinds + (1 - NOT_YET) * np.array(tuple(theme["well"])[:3])
        self._colours = np.stack([mixed, kinds]).astype(np.uint8)  # by: is it there yet, kind
        self._cut = np.array(tuple(theme["mistake"])[:3], np.uint8)

    def step_at(self, x: float) -> int:
        """The step in which what is at a pixel was searched: the deepest node's there."""
        nodes = self.run.tree
        place = self.place_at(x)
        if place >= len(nodes):
            return len(self.run) - 1
        found = (nodes.at(ply, max(0.0, place)) for ply in reversed(range(nodes.plies)))
        return next((int(nodes.first[node]) for node in found if node is not None), 0)

    def colours_of(self, nodes: Array) -> Colours:
        is_there = (self.run.tree.first[nodes] <= self.step).astype(np.intp)
        colours: Colours = self._colours[is_there, self.run.tree.kind[nodes]]
        return colours

    def pixels(self) -> Colours:
        """With a sliver at the right end of what a node has below it, for the moves that were cut off."""
        rows, nodes = super().pixels(), self.run.tree
        for ply, above in enumerate(self.columns[:-1]):
            cut = nodes.cut[above.node]
            shows = (above.width >= self.theme.px(SLIVERED)) & (nodes.spared[above.node] > 0)
            shows &= (cut >= 0) & (cut <= self.step)
            stop = (above.left + above.width)[shows]
            for pixel in range(1, 1 + max(2, self.theme.px(2))):
                rows[stop - pixel, ply + 1] = self._cut
        return rows

    def label_of(self, node: int) -> tuple[str, str]:
        nodes, move = self.run.tree, int(self.run.tree.move[node])
        is_bright = nodes.first[node] <= self.step and nodes.kind[node] != NodeKind.OPEN
        return format_move(move) if move >= PASS else "", "on_kind" if is_bright else "text"
