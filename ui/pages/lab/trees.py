"""Cards of trees: of searches step by step, of minimax and what is left of it, of one that grows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from ai.trace.tree import NodeKind, RecordedTree
from ai.trace.visits import TraceTree
from game.board import Color
from play.slow_motion import Run
from ui.pages.lab.cards import draw_message
from ui.panels.panel import COLOURS, SIGNS, Model, Panel
from ui.panels.tips import KINDS, SCENE_TREE, TREE_FOOT, TREE_SIGN, TREE_TITLE
from ui.text import N_, _
from ui.theme import NORMAL, SMALL, Theme
from ui.tree_view import LEGEND, VALUED, WHOLE, Colours, Icicle, RecordedIcicle, Viewport, draw_legend, inks

# Lengths at a scale of 1.
HEAD: Final = 24
GAP: Final = 8
FOOT: Final = 22
# What a sign of a search takes before its icicle where there are two.
SIGN: Final = 24
# A node that is not searched yet has this share of its colour; the rest is that of the card.
NOT_YET: Final = 0.22
# Least width of a column, in pixels, that shows what was cut off from it.
SLIVERED: Final = 8


class TreePanel(Panel[Model]):
    """A title with the kinds of columns, and icicles that fill the rest."""

    icicles: Sequence[Icicle] = ()
    foot = 0

    @property
    def plot(self) -> Rect:
        """The room of all icicles, in the card's own coordinates."""
        px, inside = self.theme.px, self.inside
        top = px(8 + HEAD + 4)
        bottom = self.rect.height - px(12) - px(self.foot)
        return Rect(inside.left, top, inside.width, max(1, bottom - top))

    @property
    def nodes(self) -> int:
        """Of the largest tree."""
        return max((icicle.tree.width for icicle in self.icicles), default=1)

    def node_at(self, position: tuple[int, int]) -> tuple[int, int] | None:
        """(Which icicle, the node) under the pointer."""
        found = ((n, icicle.node_at(self.local(position))) for n, icicle in enumerate(self.icicles))
        return next(((n, node) for n, node in found if node is not None), None)

    def share_at(self, position: tuple[int, int]) -> float | None:
        """Where the pointer is in the icicles, 0 .. 1 of what is in view."""
        shares = (icicle.share_at(self.local(position)) for icicle in self.icicles)
        return next((share for share in shares if share is not None), None)

    def head(self, surface: Surface, title: str, kinds: Sequence[NodeKind]) -> None:
        theme, px, inside = self.theme, self.theme.px, self.inside
        place = Rect(inside.left, px(8), inside.width, px(HEAD))
        right, y = place.right, px(20)
        if kinds == VALUED:
            cut = self.write(surface, _("cut off"), "quiet", SMALL, midright=(right, y))
            surface.fill(theme["mistake"], (cut.left - px(12), y - px(4), px(8), px(8)))
            right = cut.left - px(24)
        least = place.left + min(theme.width(title, NORMAL, True), place.width // 3)
        room = draw_legend(self, surface, kinds, right, y, least) - place.left - px(GAP)
        title = title if theme.width(title, NORMAL, True) <= room else _("The tree")
        self.write(surface, title, "text", NORMAL, True, room=room, midleft=(place.left, y))
        self.notes += [(place, TREE_TITLE), (place.move(room, 0).clip(place), KINDS if kinds else TREE_TITLE)]


def dimmed(theme: Theme, colours: Colours) -> Colours:
    """Of what is not looked at yet."""
    well = np.array(tuple(theme["well"])[:3])
    return (NOT_YET * colours + (1 - NOT_YET) * well).astype(np.uint8)


# Step by step


class RunIcicle(Icicle):
    """Of a search in slow motion after `step`: what is not searched yet is dim, cut-off moves are slivers."""

    def __init__(self, theme: Theme, rect: Rect, run: Run, viewport: Viewport) -> None:
        super().__init__(theme, rect, run.tree, viewport)
        self.run = run
        self.inks = np.concatenate((self.inks, dimmed(theme, self.inks)))
        self._cut = np.array(tuple(theme["mistake"])[:3], np.uint8)
        self.show(0)

    def show(self, step: int) -> None:
        self.step = step
        self.ink = self.tree.kind + len(NodeKind) * (self.run.tree.first > step)

    def step_at(self, x: float) -> int:
        """The step in which what is at a pixel was searched: the deepest node's there."""
        tree, place = self.run.tree, self.place_at(x)
        if place >= len(tree):
            return len(self.run) - 1
        found = (tree.at(ply, max(0.0, place)) for ply in reversed(range(tree.plies)))
        return next((int(tree.first[node]) for node in found if node is not None), 0)

    def pixels(self) -> Colours:
        """With a sliver at the right end of what a node has below it, for the moves that were cut off."""
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
    """Searches after a `step`: `x` is where each line of the present stands, in nodes."""

    runs: tuple[Run, ...] = ()
    step: int = 0
    x: tuple[float, ...] = ()
    viewport: Viewport = WHOLE


class RunsPanel(TreePanel[RunsModel]):
    icicles: Sequence[RunIcicle] = ()
    _shown: tuple[tuple[Run, ...], Viewport] | None = None  # what they are of

    def paint(self, surface: Surface, model: RunsModel) -> None:
        self.head(surface, _("The tree"), VALUED)
        if self._shown != (model.runs, model.viewport):
            self._shown = model.runs, model.viewport
            self.icicles = tuple(self._make_icicles(model))
        for icicle, x, run in zip(self.icicles, model.x, model.runs, strict=True):
            icicle.show(model.step)
            icicle.paint(surface)
            self._draw_present(surface, icicle, x)
            if len(model.runs) > 1:
                algorithm = run.choice.algorithm
                place = self.plot.left + self.theme.px(4), icicle.rect.centery
                self.write(surface, SIGNS[algorithm], COLOURS[algorithm], NORMAL, midleft=place)
                sign = Rect(self.plot.left, icicle.rect.top, self.theme.px(SIGN), icicle.rect.height)
                self.notes.append((sign, TREE_SIGN))
        if not model.runs:
            self.theme.box(surface, self.plot, "well")

    def _make_icicles(self, model: RunsModel) -> Iterator[RunIcicle]:
        place, gap, count = self.plot, self.theme.px(GAP), len(model.runs)
        place.height = (place.height - (count - 1) * gap) // max(1, count)
        if count > 1:
            place.left, place.width = place.left + self.theme.px(SIGN), place.width - self.theme.px(SIGN)
        for n, run in enumerate(model.runs):
            yield RunIcicle(self.theme, place.move(0, n * (place.height + gap)), run, model.viewport)

    def _draw_present(self, surface: Surface, icicle: RunIcicle, node: float) -> None:
        """The line of the present, with a head so that it is found."""
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
    """Minimax's tree, and what is known of its nodes after `step` of a search."""

    tree: TraceTree
    cover: NDArray[np.uint8] = field(compare=False)
    step: int


class CoverPanel(TreePanel[CoverModel]):
    """It never moves: what is cut off stays where it would have been."""

    def paint(self, surface: Surface, model: CoverModel) -> None:
        self.head(surface, _("The tree of minimax, and what is left"), VALUED)
        self.notes.append((self.plot, SCENE_TREE))
        if not self.icicles or self.icicles[0].tree is not model.tree:
            icicle = Icicle(self.theme, self.plot, model.tree, WHOLE)
            dim = dimmed(self.theme, inks(self.theme, ("hover", "mistake")))  # not yet, and cut off
            icicle.inks = np.concatenate((icicle.inks, dim))
            self.icicles = (icicle,)
        self.icicles[0].ink = model.cover
        self.icicles[0].paint(surface)


# The live tree


@dataclass(frozen=True, slots=True)
class TreeModel:
    """`title` names the search for `turn`. The tree is shown in so far as it is in `viewport`; `note` says
    what it is. Without one `message` says why: a title and a sentence.
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
        """From now on, also of what is under the pointer."""
        if self._shown != (tree, viewport, turn):
            self._shown = tree, viewport, turn
            self.icicles = (RecordedIcicle(self.theme, self.plot, tree, viewport, turn),)

    def paint(self, surface: Surface, model: TreeModel) -> None:
        self.head(surface, model.title, LEGEND if model.tree is not None else ())
        if model.tree is None:
            self._shown, self.icicles = None, ()
            self.theme.box(surface, self.plot, "well")
            draw_message(self, surface, self.plot.inflate(-self.theme.px(48), 0), *model.message)
            return
        self.look_at(model.tree, model.viewport, model.turn)
        self.icicles[0].paint(surface)
        for node, colour in ((model.hovered, "text"), (model.chosen, "warning")):
            if node is not None:
                frame = self.icicles[0].rect_of(node)
                if frame.width:  # else it is out of sight
                    pygame.draw.rect(surface, self.theme[colour], frame, max(2, self.theme.px(2)))
        self._draw_foot(surface, model)

    def _draw_foot(self, surface: Surface, model: TreeModel) -> None:
        """What is seen and, where there is room, how to look closer; or what is not to be seen."""
        theme, inside = self.theme, self.inside
        foot = Rect(inside.left, self.plot.bottom, inside.width, self.rect.height - self.plot.bottom)
        self.notes.append((foot, TREE_FOOT))
        y, gap = self.plot.bottom + theme.px(FOOT // 2 + 2), theme.px(16)
        text, ink = (model.warning, "warning") if model.warning else (_(HOW), "quiet")
        needed = theme.width(text, SMALL) + gap + (0 if model.warning else theme.width(model.note, SMALL))
        right = inside.right
        if model.warning or needed <= inside.width:
            place, room = (inside.right, y), inside.width
            right = self.write(surface, text, ink, SMALL, room=room, midright=place).left - gap
        place, room = (inside.left, y), right - inside.left
        self.write(surface, model.note, "quiet", SMALL, room=room, midleft=place)
