"""A written tree as a picture: discs are nodes, boxes are leaves, with values inside and windows beside them.

Nodes and leaves are identified by their `Path` from the root, as in `WrittenTree.at`, branches by the node or
leaf at the lower end.
"""

from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import hypot
from typing import Any, Final

import pygame
from pygame import Rect, Surface, Vector2

from ai.reference.tree import Path
from ai.reference.written import Branches, WrittenTree
from ai.trace.written import Figure, TreeMarks
from game.board import Color
from game.nodes import node_name
from ui import paint
from ui.boxes import Box, picture, row, solve, text
from ui.panels.panel import MOVE_CHIPS, Panel
from ui.text import N_, _
from ui.theme import LARGE, NORMAL, SMALL, Theme

# Lengths at a scale of 1.
LEGEND: Final = 24
LABEL: Final = 20  # the width of the letter at the left of a node
DISC: Final = 28  # the radius of a node at most
BOX: Final = 48  # the side of a leaf at most
STROKE: Final = 22  # the length of a stroke of a cut at most
REACH: Final = 8  # the largest distance of a click from its branch
# The gap between the leaves of two nodes, as a share of the width of a leaf.
PARTING: Final = 0.5
# The largest size of a node or leaf, as shares of the distances between neighbours and between rows.
WIDE, HIGH = 0.84, 0.54
# The place of the strokes of a cut along a branch.
CUT_AT: Final = 0.5

SIDES: Final = {Color.BLACK: N_("Black takes the largest"), Color.WHITE: N_("White takes the smallest")}


def columns(tree: WrittenTree) -> dict[Path, float]:
    """Returns the place of each node and leaf from left to right, in leaves: the first one is at 0.5."""
    places: dict[Path, float] = {}
    end = 0.0

    def place(branch: Branches | int, path: Path) -> None:
        nonlocal end
        if isinstance(branch, int):
            places[path] = end + 0.5
            end += 1
            return
        for number, below in enumerate(branch):
            place(below, (*path, number))
        places[path] = (places[*path, 0] + places[*path, len(branch) - 1]) / 2
        end += PARTING

    place(tree.branches, ())
    return places


@dataclass(frozen=True, slots=True)
class WrittenScene:
    """A tree and its marks; everything below a cut is dashed. `cursor` is the keyboard's place, `hover` the
    place under the pointer.
    """

    tree: WrittenTree
    marks: TreeMarks = field(default_factory=TreeMarks)
    colour: str = "alphabeta"  # of the search
    cursor: Path | None = None
    hover: Path | None = None


class WrittenTreePanel(Panel[WrittenScene]):
    """A tree with a legend above it: values are in the nodes, windows beside them in the search's colour."""

    has_card = False
    tree: WrittenTree

    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        self._room = self.inside if self.has_card else self._whole
        self._legend = theme.px(LEGEND)
        self._places: dict[Path, Rect] = {}

    def paint(self, surface: Surface, model: WrittenScene) -> None:
        if not self._places or self.tree is not model.tree:
            self.tree, self._places = model.tree, self._placed(model.tree)
            leaves = ((path, leaf) for path in self._places if isinstance(leaf := self.tree.at(path), int))
            # Whether the values of leaves are turned by 90 degrees.
            self._is_narrow = any(self.theme.width(str(leaf), SMALL, bold=True) > self._places[path].width
                                  for path, leaf in leaves)  # fmt: skip
        self._draw_legend(surface)
        cut = model.marks.cut
        off = {path for path in self._places if any(path[:n] in cut for n in range(1, len(path) + 1))}
        for path in self._places:
            if path:
                self._draw_branch(surface, model, path, path in off)
        for path in self._places:
            self._draw_node(surface, model, path, path in off)
        for path, mark in model.marks.nodes.items():
            if mark.window is not None:
                self._write_window(surface, path, mark.window, model.colour)

    def place_of(self, path: Path) -> Rect:
        """Returns the place of a node's disc or a leaf's box in the window."""
        return self._places[path].move(self.rect.topleft)

    def node_at(self, position: tuple[int, int]) -> Path | None:
        """Returns the node or leaf at a position in the window, None if there is none."""
        local = self.local(position)
        return next((path for path, place in self._places.items() if place.collidepoint(local)), None)

    def branch_at(self, position: tuple[int, int]) -> Path | None:
        """Returns the branch there, or the branch to the leaf or node there; the root has none."""
        if found := self.node_at(position):
            return found
        near = {path: _distance(self.local(position), *self._ends(path)) for path in self._places if path}
        nearest = min(near, key=near.__getitem__, default=())
        return nearest if nearest and near[nearest] <= self.theme.px(REACH) else None

    def _placed(self, tree: WrittenTree) -> dict[Path, Rect]:
        """Returns the places of all nodes and leaves, row by row."""
        theme, rect = self.theme, self._room
        across = columns(tree)
        leaf, rows = rect.width / (max(across.values()) + 0.5), tree.depth + 1
        high = (rect.height - self._legend) / rows
        places: dict[Path, Rect] = {}
        for ply in range(rows):
            paths = sorted(path for path in across if len(path) == ply)
            steps = [leaf * (across[right] - across[left]) for left, right in pairwise(paths)]
            nearest = min(steps, default=float(rect.width))
            side = min(2 * theme.px(DISC), WIDE * nearest, HIGH * high)
            for path in paths:
                is_leaf = isinstance(tree.at(path), int)
                width = min(theme.px(BOX), WIDE * leaf) if is_leaf else side
                size = (
                    max(2, round(width)),
                    max(2, round(min(theme.px(BOX), HIGH * high) if is_leaf else side)),
                )
                place = Rect((0, 0), size)
                middle = rect.top + self._legend + high * (ply + 0.5)
                place.center = round(rect.left + leaf * across[path]), round(middle)
                places[path] = place
        return places

    def _ends(self, path: Path) -> tuple[Vector2, Vector2]:
        """Returns the ends of the branch to a node or leaf, on the edges of both."""
        above, here = self._places[path[:-1]], self._places[path]
        start, end = Vector2(above.center), Vector2(here.center)
        way = (end - start).normalize()
        low = Vector2(here.midtop) if isinstance(self.tree.at(path), int) else end - way * (here.width / 2)
        return start + way * (above.width / 2), low

    # Drawing

    def _draw_legend(self, surface: Surface) -> None:
        def disc(color: Color, surface: Surface, place: Rect) -> None:
            self._disc(surface, place, color, "quiet", 1)

        shown = []
        for n, color in enumerate((self.tree.turn, self.tree.turn.other)):
            words = picture(partial(disc, color), 12, 12), self._words(_(SIDES[color]))
            shown.append(row(*words, gap=6, order=n))
        values = self._words(_("Values are Black’s"), order=2, share=1, side="right")
        box = row(*shown, values, gap=16)
        place = Rect(self._room.topleft, (self._room.width, self._legend))
        solve(box, self.theme, place).paint(self.theme, surface)

    def _words(self, words: str, **how: Any) -> Box:
        """Builds a text that is shown whole or left out."""
        width = self.theme.width(words, SMALL) / self.theme.scale
        return text(words, SMALL, ink="quiet", lines=1, width=width, **how)

    def _draw_branch(self, surface: Surface, scene: WrittenScene, path: Path, is_off: bool) -> None:
        theme, (start, end), width = self.theme, self._ends(path), max(1, self.theme.px(2))
        if not is_off:
            colour = theme["accent" if path == scene.hover else "disabled"]
            pygame.draw.aaline(surface, colour, start, end, width)
            return
        paint.dashed_line(
            surface, theme["disabled"], ((start.x, start.y), (end.x, end.y)), max(1, theme.px(1)), theme.px(4)
        )
        if path not in scene.marks.cut:
            return
        along = (end - start).normalize()
        most = min(theme.px(STROKE), self._places[path].width)
        across, middle = along.rotate(90) * most / 2, start.lerp(end, CUT_AT)
        for step in (-theme.px(4), theme.px(4)):
            at = middle + along * step
            pygame.draw.aaline(surface, theme[scene.colour], at - across, at + across, max(2, theme.px(3)))

    def _draw_node(self, surface: Surface, scene: WrittenScene, path: Path, is_off: bool) -> None:
        theme, place, found = self.theme, self._places[path], self.tree.at(path)
        mark, color = scene.marks.nodes.get(path), Color(self.tree.turn ^ len(path) % 2)
        is_seen, figure = mark is not None, None if mark is None else mark.figure
        edge = "accent" if is_seen or path == scene.hover else "quiet"
        if isinstance(found, int):
            figure, ink = Figure(found), "disabled" if is_off else "text"
            if is_off:
                corners = (place.topleft, place.topright, place.bottomright, place.bottomleft, place.topleft)
                paint.dashed_line(surface, theme["disabled"], corners, max(1, theme.px(1)), theme.px(4))
            else:
                edge = edge if edge == "accent" else "edge"
                theme.box(surface, place, "best" if is_seen else "raised", edge, 6)
        else:
            ink = "disabled" if is_off else MOVE_CHIPS[color][1]
            if is_off:
                ring = paint.dashed_ring(place.width, paint.rgba(theme["disabled"]), max(1, theme.px(1)))
                surface.blit(ring, place)
            else:
                self._disc(surface, place, color, edge, 2 if is_seen else 1)
            label = theme.text(node_name(self.tree.moves[path]), SMALL, "quiet", bold=True)
            at = label.get_rect(midright=(place.left - theme.px(10), place.centery)).clamp(self._room)
            if at.right < place.left and not self._covered(path, at):
                surface.blit(label, at)
        if figure is not None:
            self._write_value(surface, place, figure.text(), ink, isinstance(found, int))
        size = max(place.size) + theme.px(12)
        if path == scene.marks.now:
            ring = paint.dashed_ring(size, paint.rgba(theme["warning"]), max(2, theme.px(3)))
            surface.blit(ring, ring.get_rect(center=place.center))
        if path == scene.cursor:
            frame = Rect(0, 0, size, size)
            frame.center = place.center
            pygame.draw.rect(surface, theme["text"], frame, max(1, theme.px(2)), theme.px(8))

    def _disc(self, surface: Surface, place: Rect, color: Color, edge: str, width: int) -> None:
        radius, line = place.width / 2, max(1, self.theme.px(width))
        pygame.draw.aacircle(surface, self.theme[MOVE_CHIPS[color][0]], place.center, radius)
        pygame.draw.aacircle(surface, self.theme[edge], place.center, radius, line)

    def _write_value(self, surface: Surface, place: Rect, value: str, ink: str, is_leaf: bool) -> None:
        """Writes a value in the largest size that fits, turned in a narrow leaf; omits it if none fits."""
        room = place.width - (0 if is_leaf else self.theme.px(4))
        for size in (LARGE, NORMAL, SMALL):
            fits = self.theme.px(size) <= place.height and self.theme.width(value, size, bold=True) <= room
            if fits and not (is_leaf and self._is_narrow):
                written = self.theme.text(value, size, ink, bold=True)
                surface.blit(written, written.get_rect(center=place.center))
                return
        if place.width < place.height and self.theme.px(SMALL - 2) <= place.width:
            written = pygame.transform.rotate(self.theme.text(value, SMALL, ink, bold=True), 90)
            surface.blit(written, written.get_rect(center=place.center))

    def _write_window(self, surface: Surface, path: Path, window: tuple[int, int], ink: str) -> None:
        """Writes a window right of a node or, if there is no room, on one line above, over the branches."""
        theme, place = self.theme, self._places[path]
        lines = [f"{name} {Figure(end).text()}" for name, end in zip("αβ", window, strict=True)]
        written = [theme.text(line, SMALL, ink, bold=True) for line in lines]
        size = max(line.get_width() for line in written), sum(line.get_height() for line in written)
        right = Rect((0, 0), size)
        right.midleft = place.right + theme.px(8), place.centery
        beyond = right.move(theme.px(LABEL), 0).clip(self._room)  # where the letter of a neighbour is
        if self._covered(path, right) or self._covered(path, beyond):
            written = [theme.text("  ".join(lines), SMALL, ink, bold=True)]
            right = written[0].get_rect(midbottom=(place.centerx, place.top - theme.px(6))).clamp(self._room)
            theme.box(surface, right.inflate(theme.px(6), 0), "card")
        top = right.top
        for line in written:
            surface.blit(line, (right.left, top))
            top += line.get_height()

    def _covered(self, path: Path, words: Rect) -> bool:
        """Whether words beside a node would overlap its neighbours or the end of the picture."""
        around = words.inflate(self.theme.px(LABEL) // 2, 0)
        beside = (each for each in self._places if len(each) == len(path) and each != path)
        return not self._room.contains(words) or any(
            self._places[each].colliderect(around) for each in beside
        )


def _distance(position: tuple[int, int], start: Vector2, end: Vector2) -> float:
    """Returns the distance from a point to a line segment."""
    way, at = end - start, Vector2(position)
    share = min(1.0, max(0.0, (at - start).dot(way) / max(1.0, way.length_squared())))
    return hypot(*(start + way * share - at))
