"""Cards with trees: of searches step by step, of minimax and what is left of it, and the live tree."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import numpy as np
import pygame
from pygame import Rect, Surface

from ai.trace.tree import Bound, NodeKind, RecordedTree
from ai.trace.visits import TraceTree
from game.board import Color
from play.scenes import Scene
from play.slow_motion import Run
from ui.boxes import Box, area, column, grow, layers, picture, row, solve, text
from ui.pages.lab.cards import message, parts_width, write_parts
from ui.panels.panel import COLOURS, PADDING, SIGNS, BoxPanel, Model, Panel
from ui.panels.tips import KINDS, SCENE_TREE, TREE_FOOT, TREE_SIGN, TREE_TITLE
from ui.text import N_, _
from ui.theme import SMALL, Theme
from ui.tree_view import (
    LEGEND,
    VALUED,
    WHOLE,
    Colours,
    Icicle,
    Parts,
    RecordedIcicle,
    Viewport,
    bound_of,
    inks,
    labelled,
    legend,
)

# Lengths at a scale of 1.
HEAD: Final = 24
GAP: Final = 8
FOOT: Final = 22
# The width of the sign of a search beside its icicle, if there are two.
SIGN: Final = 24
# The share of its colour that a node not searched yet has; the rest is the colour of the ground.
NOT_YET: Final = 0.22
# The least width of a column that shows a sliver for the moves cut off.
SLIVERED: Final = 8
# From the line of a move to the line of its value.
VALUE_LINE: Final = 15


class TreePanel(BoxPanel[Model]):
    """A title, a legend of the kinds of nodes, and icicles that fill the rest."""

    padding = (PADDING, 8)
    icicles: Sequence[Icicle] = ()
    foot = 0

    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        self.placed = solve(self.whole("", (), area("plot")), theme, self.room)

    @property
    def plot(self) -> Rect:
        """The area of all icicles, in the card's own coordinates."""
        return self.placed.areas["plot"]

    @property
    def nodes(self) -> int:
        """The number of nodes in the largest tree."""
        return max((icicle.tree.width for icicle in self.icicles), default=1)

    def node_at(self, position: tuple[int, int]) -> tuple[int, int] | None:
        """Returns (the number of the icicle, the node) at a position, or None."""
        found = ((n, icicle.node_at(self.local(position))) for n, icicle in enumerate(self.icicles))
        return next(((n, node) for n, node in found if node is not None), None)

    def share_at(self, position: tuple[int, int]) -> float | None:
        """Returns where a position is in an icicle, from 0 to 1 of the part in view; None outside."""
        shares = (icicle.share_at(self.local(position)) for icicle in self.icicles)
        return next((share for share in shares if share is not None), None)

    def whole(self, title: str, kinds: Sequence[NodeKind], plot: Box, foot: Box | None = None) -> Box:
        """Returns the whole card; in little room the legend leaves out its first kinds."""
        cut = [labelled(N_("cut off"), self._draw_cut)] if kinds == VALUED else []
        heading = grow(text(title, bold=True, lines=1, tip=TREE_TITLE))
        return column(
            row(
                grow(row(heading, *legend(self.theme, kinds, *cut, tip=KINDS), gap=8)),
                area("", 0, HEAD),
                gap=0,
            ),
            grow(plot),
            row(foot, area("", 0, self.foot), gap=0, tip=TREE_FOOT if foot is not None else ""),
        )

    def _draw_cut(self, surface: Surface, place: Rect) -> None:
        side = self.theme.px(8)
        surface.fill(self.theme["mistake"], Rect(place.left, place.centery - side // 2, side, side))

    def draw_well(self, surface: Surface, place: Rect) -> None:
        self.theme.box(surface, place, "well")


def dimmed(theme: Theme, colours: Colours) -> Colours:
    """Returns the colours of nodes that are not searched yet."""
    well = np.array(tuple(theme["well"])[:3])
    return (NOT_YET * colours + (1 - NOT_YET) * well).astype(np.uint8)


class ValuedIcicle(Icicle):
    """Shows the values of nodes beside or below their moves, if there is room."""

    def __init__(self, panel: Panel[Any], rect: Rect, tree: TraceTree, viewport: Viewport) -> None:
        super().__init__(panel.theme, rect, tree, viewport)
        self._panel = panel

    @abstractmethod
    def value_of(self, node: int) -> Parts:
        """Returns what is known of a node's value; nothing before it is searched."""

    def label_of(self, node: int) -> str:
        return super().label_of(node) or _("the root")

    def draw_label(self, surface: Surface, node: int, label: str, place: Rect) -> None:
        value, room, line = self.value_of(node), place.width - 4, self.theme.line_height(label, SMALL)
        lines: tuple[Parts, ...] = ((label, *value),)
        if parts_width(self.theme, lines[0]) > room and 2 * line <= place.height + self.theme.px(8):
            lines = (label,), value
        if not value or max(parts_width(self.theme, parts) for parts in lines) > room:
            super().draw_label(surface, node, label, place)
            return
        for n, parts in enumerate(lines):
            middle = (
                place.centerx,
                place.centery + round((n - (len(lines) - 1) / 2) * self.theme.px(VALUE_LINE)),
            )
            write_parts(self._panel, surface, parts, self.label_ink(node), room, center=middle)


def value_of(run: Run, node: int) -> Parts:
    """Returns the value with which a search left a node, and its bound."""
    color, unit = run.trace.color(int(run.tree.ply[node])), run.trace.unit
    return bound_of(int(run.tree.value[node]), Bound(run.tree.bound[node]), unit, color)


# Step by step


class RunIcicle(ValuedIcicle):
    """A search in slow motion after `step`: nodes not searched yet are dim, cut-off moves are slivers."""

    def __init__(self, panel: Panel[Any], rect: Rect, run: Run, viewport: Viewport) -> None:
        super().__init__(panel, rect, run.tree, viewport)
        theme, self.run = panel.theme, run
        self.inks = np.concatenate((self.inks, dimmed(theme, self.inks)))
        self._cut = np.array(tuple(theme["mistake"])[:3], np.uint8)
        self.show(0)

    def show(self, step: int) -> None:
        self.step = step
        self.ink = self.tree.kind + len(NodeKind) * (self.run.tree.first > step)

    def value_of(self, node: int) -> Parts:
        return value_of(self.run, node) if self.run.tree.last[node] <= self.step else ()

    def step_at(self, x: float) -> int:
        """Returns the step in which the search entered the deepest node at a pixel."""
        tree, place = self.run.tree, self.place_at(x)
        if place >= len(tree):
            return len(self.run) - 1
        found = (tree.at(ply, max(0.0, place)) for ply in reversed(range(tree.plies)))
        return next((int(tree.first[node]) for node in found if node is not None), 0)

    def pixels(self) -> Colours:
        """Returns the pixels, with slivers for cut-off moves at the right end of the row below their node."""
        rows, tree = super().pixels(), self.run.tree
        for ply, above in enumerate(self.columns[:-1]):
            cut = tree.cut[above.node]
            shows = (above.width >= self.theme.px(SLIVERED)) & (tree.spared[above.node] > 0)
            shows &= (cut >= 0) & (cut <= self.step)
            stop = (above.left + above.width)[shows]
            for pixel in range(1, 1 + max(2, self.theme.px(2))):
                rows[stop - pixel, ply + 1] = self._cut
        return rows


@dataclass(frozen=True, slots=True)
class RunsModel:
    """Searches after `step`; `x` are the places of their lines for the current step, in nodes."""

    runs: tuple[Run, ...] = ()
    step: int = 0
    x: tuple[float, ...] = ()
    viewport: Viewport = WHOLE


class RunsPanel(TreePanel[RunsModel]):
    icicles: list[RunIcicle]
    _shown: tuple[tuple[Run, ...], Viewport] | None = None  # what the icicles show

    def content(self, model: RunsModel) -> Box:
        if self._shown != (model.runs, model.viewport):
            self._shown, self.icicles = (model.runs, model.viewport), []
        rows = []
        for n, run in enumerate(model.runs):
            algorithm, sign = run.choice.algorithm, None
            if len(model.runs) > 1:
                sign = text(SIGNS[algorithm], ink=COLOURS[algorithm], width=SIGN, tip=TREE_SIGN)
            rows.append(grow(row(sign, grow(picture(partial(self._draw_run, model, n))), gap=0)))
        plot = column(*rows, gap=GAP, name="plot") if rows else picture(self.draw_well, name="plot")
        return self.whole(_("The tree"), VALUED, plot)

    def _draw_run(self, model: RunsModel, n: int, surface: Surface, place: Rect) -> None:
        if n == len(self.icicles):
            self.icicles.append(RunIcicle(self, place, model.runs[n], model.viewport))
        self.icicles[n].show(model.step)
        self.icicles[n].paint(surface)
        self._draw_present(surface, self.icicles[n], model.x[n])

    def _draw_present(self, surface: Surface, icicle: RunIcicle, node: float) -> None:
        """Draws the line of the current step, with a head that makes it easy to find."""
        px, rect = self.theme.px, icicle.rect
        x, width, head = round(icicle.x_of(node)), max(2, px(2)), px(4)
        if not rect.left - px(1) <= x <= rect.right + px(1):
            return
        surface.fill(self.theme["warning"], (min(x, rect.right - width), rect.top, width, rect.height))
        corners = ((x - head, rect.top - head), (x + head, rect.top - head), (x, rect.top + head))
        pygame.draw.polygon(surface, self.theme["warning"], corners)


# A scene


@dataclass(frozen=True, slots=True)
class CoverModel:
    """Minimax's tree, and what the search of a scene knows of its nodes after `step`."""

    scene: Scene
    step: int


class CoverIcicle(ValuedIcicle):
    """The tree of minimax: nodes not searched yet, or cut off, are dim."""

    def __init__(self, panel: Panel[Any], rect: Rect, scene: Scene) -> None:
        super().__init__(panel, rect, scene.tree, WHOLE)
        dim = dimmed(panel.theme, inks(panel.theme, ("hover", "mistake")))  # not yet, and cut off
        self.inks, self.scene = np.concatenate((self.inks, dim)), scene
        self.show(0)

    def show(self, step: int) -> None:
        self.step, self.newest = step, self.scene.coverage.newest(step)
        self.ink = self.scene.coverage.at(step)

    def value_of(self, node: int) -> Parts:
        run, found = self.scene.run, int(self.newest[node])
        return value_of(run, found) if self.ink[node] in VALUED else ()


class CoverPanel(TreePanel[CoverModel]):
    """The tree never moves: nodes that are cut off stay where they would have been."""

    icicles: Sequence[CoverIcicle] = ()

    def content(self, model: CoverModel) -> Box:
        plot = picture(partial(self._draw_cover, model), name="plot", tip=SCENE_TREE)
        return self.whole(_("The tree of minimax, and what is left"), VALUED, plot)

    def _draw_cover(self, model: CoverModel, surface: Surface, place: Rect) -> None:
        if not self.icicles or self.icicles[0].scene is not model.scene:
            self.icicles = (CoverIcicle(self, place, model.scene),)
        self.icicles[0].show(model.step)
        self.icicles[0].paint(surface)


# The live tree


@dataclass(frozen=True, slots=True)
class TreeModel:
    """`title` names the search, `turn` is to move at its root. Only the part of the tree in `viewport` is
    shown; `note` describes the tree. Without a tree, `message` says why: a title and a sentence.
    """

    title: str = ""
    turn: Color = Color.BLACK
    tree: RecordedTree | None = None
    viewport: Viewport = WHOLE
    hovered: int | None = None
    chosen: int | None = None
    note: str = ""
    warning: str = ""
    message: tuple[str, str] = ("", "")


HOW: Final = N_("wheel to zoom · drag to move · click to choose")


class LivePanel(TreePanel[TreeModel]):
    foot = FOOT
    icicles: Sequence[RecordedIcicle] = ()
    _shown: tuple[RecordedTree, Viewport, Color] | None = None

    def look_at(self, tree: RecordedTree, viewport: Viewport, turn: Color) -> None:
        """Shows this part of a tree from now on; `node_at` uses it at once."""
        if self._shown != (tree, viewport, turn):
            self._shown = tree, viewport, turn
            self.icicles = (RecordedIcicle(self.theme, self.plot, tree, viewport, turn),)

    def content(self, model: TreeModel) -> Box:
        if model.tree is None:
            self._shown, self.icicles = None, ()
            plot = layers(picture(self.draw_well), message(self, *model.message), name="plot", tip=TREE_TITLE)
            return self.whole(model.title, (), plot)
        self.look_at(model.tree, model.viewport, model.turn)
        plot = picture(partial(self._draw_tree, model), name="plot")
        return self.whole(model.title, LEGEND, plot, self._foot(model))

    def _draw_tree(self, model: TreeModel, surface: Surface, _place: Rect) -> None:
        self.icicles[0].paint(surface)
        for node, colour in ((model.hovered, "text"), (model.chosen, "warning")):
            if node is not None:
                frame = self.icicles[0].rect_of(node)
                if frame.width:  # else it is out of sight
                    pygame.draw.rect(surface, self.theme[colour], frame, max(2, self.theme.px(2)))

    def _foot(self, model: TreeModel) -> Box:
        """Returns the note and, if there is room, how to zoom; or the note and the warning."""
        note = grow(text(model.note, SMALL, ink="quiet", lines=1))
        if model.warning:
            return grow(
                row(replace(note, order=1), text(model.warning, SMALL, ink="warning", lines=1), gap=16)
            )
        width = self.theme.width(_(HOW), SMALL) / self.theme.scale
        return grow(row(note, text(_(HOW), SMALL, ink="quiet", width=width, order=1), gap=16))
