"""A written tree as a picture: the places of its nodes and branches, and its marks."""

import pygame
import pytest
from pygame import Rect, Surface

from ai.reference.searches import INFINITE
from ai.reference.written import WrittenTree, draw_tree, parse_tree
from ai.trace.written import Figure, NodeMark, TreeMarks
from ui.theme import Theme
from ui.written_view import WrittenScene, WrittenTreePanel, columns

TEXTBOOK = parse_tree("((3 12 8)(2 4 6)(14 5 2))")
PLACE = Rect(10, 20, 430, 430)


@pytest.fixture
def panel() -> WrittenTreePanel:
    return WrittenTreePanel(Theme(1.0), PLACE)


def test_leaves_are_side_by_side_and_nodes_centred_above_children() -> None:
    places = columns(parse_tree("((1 2)3)"))
    assert places == {(): 2.0, (0,): 1.0, (0, 0): 0.5, (0, 1): 1.5, (1,): 3.0}


@pytest.mark.parametrize("tree", [TEXTBOOK, parse_tree("min (3((4)5)((6 7)-12))"), draw_tree(7, 4, 4)])
def test_every_node_is_found_where_it_is_drawn(panel: WrittenTreePanel, tree: WrittenTree) -> None:
    panel.update(WrittenScene(TEXTBOOK))
    panel.update(WrittenScene(tree))
    small = tree.leaves > 100
    for path in tree.moves:
        place = panel.place_of(path)
        assert PLACE.contains(place), path
        assert small or (
            panel.node_at(place.center) == path and panel.branch_at(place.center) == (path or None)
        )


def test_a_point_near_a_branch_selects_it(panel: WrittenTreePanel) -> None:
    assert panel.branch_at(PLACE.center) is None
    panel.update(WrittenScene(TEXTBOOK))
    above, below = panel.place_of((1,)), panel.place_of((1, 2))
    middle = (above.centerx + below.centerx) // 2 + 3, (above.bottom + below.top) // 2
    assert panel.branch_at(middle) == (1, 2)
    assert panel.branch_at(PLACE.bottomleft) is None


def test_every_mark_changes_the_picture(panel: WrittenTreePanel) -> None:
    def drawn(scene: WrittenScene) -> bytes:
        surface = Surface((450, 460))
        panel.update(scene)
        panel.draw(surface)
        return surface.get_buffer().raw

    cut = TreeMarks(cut=frozenset({(1, 1)}))
    marks = NodeMark(Figure(5)), NodeMark(window=(-INFINITE, INFINITE)), NodeMark()
    scenes = [
        WrittenScene(TEXTBOOK),
        *(WrittenScene(TEXTBOOK, TreeMarks({(0,): mark})) for mark in marks),
        WrittenScene(TEXTBOOK, TreeMarks(now=(1,))),
        WrittenScene(TEXTBOOK, cursor=(1,)),
        WrittenScene(TEXTBOOK, cut),
        WrittenScene(TEXTBOOK, cut, colour="pvs"),
        WrittenScene(TEXTBOOK, hover=(1, 1)),
    ]
    assert len(set(map(drawn, scenes))) == len(scenes)


def test_the_node_at_the_left_edge_has_its_letter() -> None:
    """In the width that Step by step has in a window of 1280x800."""
    theme = Theme(1.0)
    panel = WrittenTreePanel(theme, Rect(100, 60, 368, 340))
    panel.update(WrittenScene(parse_tree("(((1 -5)(3 -8))((-7 8)(-6 2)))")))
    surface = Surface((500, 400))
    surface.fill("black")
    panel.draw(surface)
    place = panel.place_of((0, 0))
    left = Rect(panel.rect.left, place.top, place.left - panel.rect.left, place.height)
    assert pygame.mask.from_threshold(surface.subsurface(left), theme["quiet"], (60, 60, 60)).count()
