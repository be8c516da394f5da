"""A tree as an icicle plot: a column for every node, as wide as the tree searched below it.

Each ply is painted as a row of pixels from NumPy arrays: the cost depends on the pixels, not on the nodes.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from ai.reference.tree import NO_MOVE
from ai.trace.tree import Bound, Columns, NodeKind, RecordedTree, SearchTree
from ai.weights import ONE_DISC
from game.board import PASS, Board, Color, Move
from game.sentences import PLAIN, Worth
from ui.board.board_view import BoardScene
from ui.boxes import Box, Draw, picture, row, text
from ui.text import N_, _
from ui.text.wording import format_move
from ui.theme import SMALL, Theme

# The least width, in pixels, of a column with a line at its edge, and of one with a label.
PARTED: Final = 4
LABELLED: Final = 28
LABELLED_HEIGHT: Final = 13
# The gap between two labels, at a scale of 1.
LABEL_GAP: Final = 4
# The number of first plies with room for labels, if each other ply has at least LEAST_BAND pixels.
LABELLED_PLIES: Final = 2
LEAST_BAND: Final = 3
# One notch of the wheel leaves this share of the nodes in view.
NOTCH: Final = 0.8
# The fewest nodes in view.
LEAST_IN_VIEW: Final = 12
# The least width of the frame around a node, in pixels.
FRAMED: Final = 3

KIND_COLOURS: Final = dict(zip(NodeKind, ("hover", "kind_pv", "kind_cut", "kind_all"), strict=True))
VALUED: Final = (NodeKind.PV, NodeKind.CUT, NodeKind.ALL)
"""The kinds of nodes with a value; their labels are dark."""
KIND_NAMES: Final = dict(zip(NodeKind, (N_("open"), N_("PV"), N_("cut"), N_("all")), strict=True))
"""Names of the kinds, translated when shown."""
LEGEND: Final = (NodeKind.PV, NodeKind.CUT, NodeKind.ALL, NodeKind.OPEN)
BOUNDS: Final = {Bound.EXACT: "=", Bound.LOWER: "≥", Bound.UPPER: "≤", Bound.NONE: ""}
KIND_MEANINGS: Final = {
    NodeKind.PV: N_("PV node: its value lies inside its window and is exact."),
    NodeKind.CUT: N_("Cut node: a move was so good that the others were skipped."),
    NodeKind.ALL: N_("All node: all moves were searched, and none was good enough."),
    NodeKind.OPEN: N_("This node was given up before it had a value."),
}

Colours = NDArray[np.uint8]
"""The red, green and blue of each pixel or node."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """The part of a tree that is in view, as shares of its width."""

    left: float = 0.0
    right: float = 1.0

    @property
    def width(self) -> float:
        return self.right - self.left

    def share_of(self, place: float) -> float:
        """Converts a share of the whole to a share of the view, limited to 0 .. 1."""
        return min(1.0, max(0.0, (place - self.left) / self.width))

    def zoomed(self, factor: float, at: float, nodes: int) -> "Viewport":
        """Returns the view zoomed by `factor` around `at`, a share of it, as far as `nodes` allow."""
        width = min(1.0, max(LEAST_IN_VIEW / max(nodes, LEAST_IN_VIEW), self.width * factor))
        return Viewport.of(self.left + (self.width - width) * at, width)

    def moved(self, share: float) -> "Viewport":
        """Returns the view moved by a share of its width."""
        return Viewport.of(self.left + share * self.width, self.width)

    def turned(self, wheel: pygame.event.Event, at: float, nodes: int) -> "Viewport":
        """Returns the view zoomed or moved by the wheel; `at` is the pointer, as a share of the view."""
        return self.zoomed(NOTCH**wheel.y, at, nodes).moved(wheel.x * (1 - NOTCH))

    def following(self, at: float) -> "Viewport":
        """Returns the view, moved if necessary so that it contains `at`, a share of the whole."""
        if self.left <= at <= self.right:
            return self
        return Viewport.of(at - self.width / 8 if at > self.right else at - self.width * 7 / 8, self.width)

    def grown(self, factor: float) -> "Viewport":
        """Returns the view of the same nodes after the tree has grown at its right by this factor."""
        return self if self.width >= 1.0 else Viewport.of(self.left / factor, self.width / factor)

    @staticmethod
    def of(left: float, width: float) -> "Viewport":
        """Returns the view of this width from `left` on, moved into the tree."""
        left = min(1.0 - width, max(0.0, left))
        return Viewport(left, left + width)


WHOLE: Final = Viewport()


class Icicle:
    """The visible part of a tree, at `rect`. `left` and `right` are its ends, in nodes."""

    def __init__(self, theme: Theme, rect: Rect, tree: SearchTree, viewport: Viewport) -> None:
        self.theme = theme
        self.rect = rect
        self.tree = tree
        self.left = viewport.left * tree.width
        self.right = max(viewport.right * tree.width, self.left + 1e-9)
        self.columns: list[Columns] = []
        """The columns of each ply; built when first painted, since they depend only on the viewport."""
        self.inks = inks(theme, KIND_COLOURS.values())
        self.ink = tree.kind
        """For each node, the index of its colour in `inks`."""

    def label_of(self, node: int) -> str:
        """Returns the label of a wide column: its move."""
        move = int(self.tree.move[node])
        return format_move(move) if move != NO_MOVE else ""

    # Places

    def x_of(self, place: float) -> float:
        """Returns the x coordinate, in pixels, of a place among the nodes."""
        return self.rect.left + (place - self.left) / (self.right - self.left) * self.rect.width

    def place_at(self, x: float) -> float:
        """Returns the place among the nodes at an x coordinate in pixels."""
        return self.left + (x - self.rect.left) / max(1, self.rect.width) * (self.right - self.left)

    def share_at(self, position: tuple[int, int]) -> float | None:
        """Returns the place of the pointer as a share of the view; None outside."""
        if not self.rect.collidepoint(position):
            return None
        return (position[0] - self.rect.left) / max(1, self.rect.width)

    def node_at(self, position: tuple[int, int]) -> int | None:
        if not self.rect.collidepoint(position):
            return None
        ply = next((p for p in range(self.tree.plies) if position[1] < self.band(p + 1).top), 0)
        return self.tree.at(ply, self.place_at(position[0] + 0.5))

    def band(self, ply: int) -> Rect:
        top, end = self._top(ply), self._top(ply + 1)
        tall = end - top - (1 if self.rect.height // max(1, self.tree.plies) > 3 else 0)
        return Rect(self.rect.left, self.rect.top + top, self.rect.width, tall)

    def _top(self, ply: int) -> int:
        """Returns the top of a row; the first rows keep room for labels if others allow it."""
        plies, height = max(1, self.tree.plies), self.rect.height
        upper = min(LABELLED_PLIES, plies)
        most = (height - LEAST_BAND * (plies - upper)) / upper
        tall = max(height / plies, min(self.theme.px(LABELLED_HEIGHT) + 1, most))
        rest = (height - upper * tall) / max(1, plies - upper)
        return int(min(ply, upper) * tall + max(0, ply - upper) * rest + 1e-6)

    def rect_of(self, node: int) -> Rect:
        """Returns the visible part of a node's column, at least FRAMED pixels wide so that users find it."""
        band = self.band(int(self.tree.ply[node]))
        left = round(self.x_of(float(self.tree.start[node])))
        right = round(self.x_of(float(self.tree.start[node] + self.tree.size[node])))
        return Rect(left, band.top, max(FRAMED, right - left), band.height).clip(self.rect)

    # Drawing

    def paint(self, surface: Surface) -> None:
        """Paints all rows, and labels where there is room for them."""
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
        """Returns the colour of every pixel of every row, of shape (width, plies, 3)."""
        ground = np.array(tuple(self.theme["well"])[:3], np.uint8)
        rows = np.empty((self.rect.width, len(self.columns), 3), np.uint8)
        rows[:] = ground
        for ply, columns in enumerate(self.columns):
            self._fill(rows[:, ply], columns, ground)
        return rows

    def _fill(self, row: Colours, columns: Columns, ground: Colours) -> None:
        ends = np.cumsum(columns.width)
        where = np.repeat(columns.left - ends + columns.width, columns.width) + np.arange(columns.width.sum())
        row[where] = np.repeat(self.inks[self.ink[columns.node]], columns.width, axis=0)
        row[columns.left[columns.width >= PARTED]] = ground

    def _draw_labels(self, surface: Surface, band: Rect, columns: Columns) -> None:
        if band.height < self.theme.px(LABELLED_HEIGHT):
            return
        is_upper = 1 in self.tree.ply[columns.node[:1]]
        wide, end = columns.width >= self.theme.px(0 if is_upper else LABELLED), band.left
        for node, left, width in zip(*(part[wide].tolist() for part in columns), strict=True):
            if label := self.label_of(node):
                place = Rect(band.left + left, band.top, width, band.height)
                words = self.theme.width(label, SMALL) + self.theme.px(LABEL_GAP)
                if is_upper and width < words and end <= place.left <= band.right - words:
                    place.width = words
                    colour, high = self.inks[self.ink[node]], self.theme.line_height(label, SMALL)
                    surface.fill(colour, Rect(0, 0, words, high).move_to(center=place.center))
                elif place.left < end:
                    place.width, place.left = max(0, place.right - end), end
                end = place.right
                self.draw_label(surface, node, label, place)

    def draw_label(self, surface: Surface, node: int, label: str, place: Rect) -> None:
        """Draws a label in the middle of its column if it fits."""
        text = self.theme.text(label, SMALL, self.label_ink(node))
        if text.get_width() + self.theme.px(LABEL_GAP) <= place.width:
            surface.blit(text, text.get_rect(center=place.center))

    def label_ink(self, node: int) -> str:
        return "on_kind" if self.ink[node] in VALUED else "text"


class RecordedIcicle(Icicle):
    """The icicle of a tree that the kernels recorded: looks have labels, and roots show their windows."""

    tree: RecordedTree

    def __init__(
        self, theme: Theme, rect: Rect, tree: RecordedTree, viewport: Viewport, turn: Color | None = None
    ) -> None:
        """`turn` is the side to move at the root; without it roots show only their name."""
        super().__init__(theme, rect, tree, viewport)
        self.turn = turn

    def label_of(self, node: int) -> str:
        label, tree = super().label_of(node), self.tree
        if label or tree.is_look[node]:
            return label or _("look")
        if self.turn is None:
            return _("the root")
        return plain(window_of(int(tree.alpha[node]), int(tree.beta[node]), unit_of(tree, node), self.turn))


def unit_of(tree: RecordedTree, node: int) -> int:
    """Returns how many units of the node's value are one disc."""
    return 1 if tree.is_exact[node] else ONE_DISC


def inks(theme: Theme, names: Iterable[str]) -> Colours:
    return np.array([tuple(theme[name])[:3] for name in names], np.uint8)


def draw_kind(surface: Surface, theme: Theme, kind: NodeKind, at: tuple[int, int]) -> None:
    """Draws a square for a PV node, half of it for a cut, a bar for an all node, a frame for an open one."""
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


def labelled(name: str, draw: Draw) -> Box:
    """Builds a mark with its name beside it."""
    return row(picture(draw, 12, 12), text(_(name), SMALL, ink="quiet"), gap=2)


def legend(theme: Theme, kinds: Iterable[NodeKind], *others: Box, tip: str = "") -> list[Box]:
    """Returns the kinds with their names, then others, for a row; the first are left out if room is short."""

    def draw(kind: NodeKind, surface: Surface, place: Rect) -> None:
        draw_kind(surface, theme, kind, place.center)

    boxes = [*(labelled(KIND_NAMES[kind], partial(draw, kind)) for kind in kinds), *others]
    return [replace(box, order=len(boxes) - n, tip=tip) for n, box in enumerate(boxes)]


# Texts about nodes: values are those of the side to move, texts name the side

Parts: TypeAlias = tuple[str | Worth, ...]
"""Words and scores, side by side."""


def worth_of(value: int, unit: int, turn: Color) -> Worth:
    """Returns the worth of a value for the side to move; `unit` units are one disc."""
    return Worth(turn.sign * value, unit)


def _is_turned(worth: Worth, turn: Color) -> bool:
    """Whether a larger figure is worse for the side to move."""
    if worth.unit == PLAIN:
        return turn is Color.WHITE
    return (Color.BLACK if worth.value >= 0 else Color.WHITE) is not turn


def bound_of(value: int | None, bound: Bound, unit: int, turn: Color) -> Parts:
    """Returns a value with its bound: at least −4.3 for Black is '≤ +4.3 for White'."""
    if value is None:
        return ()
    worth = worth_of(value, unit, turn)
    sign = BOUNDS[bound.turned() if _is_turned(worth, turn) else bound]
    return (sign, worth) if sign else (worth,)


def window_of(alpha: int, beta: int, unit: int, turn: Color) -> Parts:
    """Returns the range in which a score matters for the side to move; for a null window, the question
    whether it is better. After a cut alpha has reached beta, and the question is about the score just below.
    """
    low, high = worth_of(min(alpha, beta - 1), unit, turn), worth_of(beta, unit, turn)
    if alpha + 1 >= beta:
        return "<" if _is_turned(low, turn) else ">", low, "?"
    if unit == PLAIN:
        return min(low, high), "…", max(low, high)
    is_open = min(abs(end.value) for end in (low, high)) > 64 * unit
    return ("−∞", "…", "+∞") if is_open else (low, "…", high)


def plain(parts: Parts) -> str:
    return " ".join(part if isinstance(part, str) else part.text() for part in parts)


def format_line(moves: tuple[Move, ...]) -> str:
    """Returns 'd7 c6 –', or the name of the root for an empty line."""
    return " ".join(map(format_move, moves)) or _("the root")


def line_scene(board: Board, line: tuple[Move, ...]) -> BoardScene:
    """Returns the scene after a line: numbers on the discs of its moves, in whatever colour these are now."""
    ghosts = tuple(
        (n, move, Color.BLACK if board.black >> move & 1 else Color.WHITE)
        for n, move in enumerate(line, start=1)
        if move != PASS
    )
    caption = _("{line} · {color} to move", line=format_line(line), color=board.turn.label)
    return BoardScene(turn=board.turn, ghosts=ghosts, caption=caption)
