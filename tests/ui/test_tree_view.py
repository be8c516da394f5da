"""The icicle of a tree of a few nodes, without a search."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pygame
import pytest
from pygame import Rect, Surface

from ai.reference.tree import NO_MOVE
from ai.telemetry import Reason
from ai.trace.tree import NO_NODE, NodeKind, SearchTree
from game.board import Color
from ui.theme import SMALL, Theme
from ui.tree_view import LABEL_GAP, LABELLED_HEIGHT, WHOLE, Icicle, Viewport, plain, window_of

# A root of 100 nodes; below it one of 60 and, behind a gap, one of 30.
TREE = SearchTree(
    width=100,
    parent=np.array([NO_NODE, 0, 0]),
    move=np.array([NO_MOVE, 19, 26]),
    ply=np.array([0, 1, 1]),
    depth=np.array([2, 1, 1]),
    alpha=np.full(3, -10),
    beta=np.full(3, 10),
    value=np.array([0, 10, -10]),
    kind=np.array([NodeKind.PV, NodeKind.CUT, NodeKind.ALL]),
    reason=np.array([Reason.ALL_MOVES, Reason.CUT, Reason.ALL_MOVES]),
    start=np.array([0, 0, 65]),
    size=np.array([100, 60, 30]),
)


@pytest.fixture(scope="module")
def theme() -> Theme:
    pygame.font.init()
    return Theme(1.0)


def test_columns_are_coloured_by_kind_and_gaps_are_background(theme: Theme) -> None:
    icicle = Icicle(theme, Rect(10, 20, 200, 41), TREE, WHOLE)
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


def test_pixels_map_to_places_and_nodes(theme: Theme) -> None:
    icicle = Icicle(theme, Rect(10, 20, 200, 41), TREE, Viewport(0.5, 1.0))
    assert icicle.x_of(50) == 10
    assert icicle.place_at(icicle.x_of(75)) == pytest.approx(75)
    assert icicle.node_at((12, icicle.band(0).centery)) == 0
    assert icicle.node_at((12, icicle.band(1).centery)) == 1
    assert icicle.node_at((10 + 56, icicle.band(1).centery)) is None
    assert icicle.node_at((10 + 64, icicle.band(1).centery)) == 2
    assert icicle.node_at((9, 30)) is None


def test_a_viewport_stays_in_the_tree() -> None:
    viewport = Viewport().zoomed(0.5, 0.25, 1000)
    assert viewport == Viewport(0.125, 0.625)
    assert viewport.moved(-9.0) == Viewport(0.0, 0.5)
    assert viewport.moved(9.0) == Viewport(0.5, 1.0)
    assert viewport.following(0.3) is viewport
    assert viewport.following(0.9).left <= 0.9 <= viewport.following(0.9).right
    assert viewport.zoomed(1e-9, 0.5, 1200).width == pytest.approx(0.01)
    assert Viewport().zoomed(0.1, 0.5, 3) == Viewport(), "a small tree is always all in view"


@pytest.mark.parametrize(
    ("alpha", "beta", "turn", "said"),
    [
        (12, 13, Color.BLACK, "> +1.2 for Black ?"),
        (-13, -12, Color.BLACK, "< +1.3 for White ?"),
        (12, 13, Color.WHITE, "> +1.2 for White ?"),
        (-13, -12, Color.WHITE, "< +1.3 for Black ?"),
        (0, 1, Color.BLACK, "> even ?"),
        (0, 1, Color.WHITE, "< even ?"),
        (-12, -12, Color.BLACK, "< +1.3 for White ?"),  # a cut has answered it
        (-13, 5, Color.WHITE, "+1.3 for Black … +0.5 for White"),
        (-999, 999, Color.WHITE, "−∞ … +∞"),
        (-999, 5, Color.BLACK, "+∞ for White … +0.5 for Black"),
        (-12, 999, Color.WHITE, "+1.2 for Black … +∞ for White"),
    ],
)
def test_windows_are_described_in_plain_words(alpha: int, beta: int, turn: Color, said: str) -> None:
    assert plain(window_of(alpha, beta, 10, turn)) == said


@pytest.mark.parametrize("height", [9, 30, 31, 60, 300])
def test_rows_fill_the_height_and_the_first_two_have_room_for_labels(theme: Theme, height: int) -> None:
    tree = replace(TREE, ply=np.arange(3), parent=np.arange(3) - 1)
    icicle = Icicle(theme, Rect(0, 7, 100, height), tree, WHOLE)
    bands = [icicle.band(ply) for ply in range(3)]
    assert bands[0].top == 7
    assert all(band.bottom <= after.top <= band.bottom + 1 for band, after in pairwise(bands))
    assert bands[-1].bottom in (6 + height, 7 + height)
    assert (min(band.height for band in bands[:2]) >= LABELLED_HEIGHT) == (height > 30)


def test_labels_of_narrow_columns_keep_a_gap_or_are_left_out(theme: Theme) -> None:
    """A root with moves of 1 to 40 nodes, some narrower than their labels."""
    sizes = np.array([1 + 29 * n % 40 for n in range(40)])
    count = 1 + len(sizes)
    whole = int(sizes.sum())
    starts = np.concatenate(([0], np.cumsum(sizes) - sizes))
    tree = replace(
        TREE, width=whole, parent=np.array([NO_NODE] + [0] * 40), move=np.array([NO_MOVE, *range(40)]),
        ply=np.array([0] + [1] * 40), kind=np.full(count, NodeKind.ALL), start=starts,
        size=np.array([whole, *sizes]),
    )  # fmt: skip
    words = list[Rect]()

    class Drawn(Icicle):
        def draw_label(self, _surface: Surface, _node: int, label: str, place: Rect) -> None:
            width = self.theme.width(label, SMALL)
            if width + self.theme.px(LABEL_GAP) <= place.width:
                words.append(Rect(0, 0, width, 9).move_to(center=place.center))

    Drawn(theme, Rect(0, 0, 700, 60), tree, WHOLE).paint(Surface((700, 60)))
    assert 20 < len(words) < 40
    assert all(word.right + theme.px(LABEL_GAP) - 1 <= after.left for word, after in pairwise(words))
