"""An icicle without a search: a tree of a few nodes, painted and asked."""

from __future__ import annotations

import numpy as np
import pygame
import pytest
from pygame import Rect, Surface

from ai.trace.tree import Array, Columns, NodeKind
from ui.panels.icicle import KIND_COLOURS, Colours, Icicle, Sight, Tree
from ui.theme import Theme

# A root of 100 nodes; below it one of 60 and, behind a gap, one of 30.
LEFT, WIDTH = {0: [0], 1: [0, 65]}, {0: [100], 1: [60, 30]}
KINDS = {0: [NodeKind.PV], 1: [NodeKind.CUT, NodeKind.ALL]}


class Small(Tree):
    plies = 2

    def columns(self, ply: int, left: float, right: float, pixels: int) -> Columns:
        scale = pixels / (right - left)
        start, width = np.array(LEFT[ply]), np.array(WIDTH[ply])
        first = np.clip((start - left) * scale, 0, pixels).astype(int)
        last = np.clip((start + width - left) * scale, 0, pixels).astype(int)
        return Columns(10 * ply + np.arange(len(start)), first, last - first)

    def at(self, ply: int, place: float) -> int | None:
        found = (10 * ply + n for n, start in enumerate(LEFT[ply]) if start <= place < start + WIDTH[ply][n])
        return next(found, None)


class SmallIcicle(Icicle):
    def colours_of(self, nodes: Array) -> Colours:
        kinds = (KINDS[node // 10][node % 10] for node in nodes.tolist())
        return np.array([tuple(self.theme[KIND_COLOURS[kind]])[:3] for kind in kinds], np.uint8)

    def label_of(self, node: int) -> tuple[str, str]:
        return f"{node}", "on_kind"


@pytest.fixture(scope="module")
def theme() -> Theme:
    pygame.font.init()
    return Theme(1.0)


def test_every_column_has_the_colour_of_its_kind_and_the_rest_is_ground(theme: Theme) -> None:
    icicle = SmallIcicle(theme, Rect(10, 20, 200, 41), Small(), 0, 100)
    surface = Surface((300, 100))
    icicle.paint(surface)

    def colour(x: int, ply: int) -> pygame.Color:
        return surface.get_at((x, icicle.band(ply).bottom - 2))

    assert colour(30, 0) == theme["kind_pv"]
    assert colour(30, 1) == theme["kind_cut"]
    assert colour(10 + 125, 1) == theme["well"], "between two nodes"
    assert colour(10 + 135, 1) == theme["kind_all"]
    assert colour(10 + 195, 1) == theme["well"], "after the last"
    assert colour(10, 1) == theme["well"], "wide columns are parted"
    assert not any(surface.get_at((x, y))[:3] != (0, 0, 0) for x in (9, 210) for y in range(100))


def test_pixels_are_places_among_the_nodes(theme: Theme) -> None:
    icicle = SmallIcicle(theme, Rect(10, 20, 200, 41), Small(), 50, 100)
    assert icicle.x_of(50) == 10
    assert icicle.place_at(icicle.x_of(75)) == pytest.approx(75)
    assert icicle.node_at((12, icicle.band(0).centery)) == 0
    assert icicle.node_at((12, icicle.band(1).centery)) == 10
    assert icicle.node_at((10 + 56, icicle.band(1).centery)) is None
    assert icicle.node_at((10 + 64, icicle.band(1).centery)) == 11
    assert icicle.node_at((9, 30)) is None


def test_a_sight_stays_in_the_tree() -> None:
    sight = Sight().zoomed(0.5, 0.25, 1000)
    assert sight == Sight(0.125, 0.625)
    assert sight.moved(-9.0) == Sight(0.0, 0.5)
    assert sight.moved(9.0) == Sight(0.5, 1.0)
    assert sight.following(0.3) is sight
    assert sight.following(0.9).left <= 0.9 <= sight.following(0.9).right
    assert sight.zoomed(1e-9, 0.5, 1200).width == pytest.approx(0.01)
    assert Sight().zoomed(0.1, 0.5, 3) == Sight(), "a small tree is always all in sight"
