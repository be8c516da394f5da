"""A written tree as a picture: where its nodes and branches are, and how one walks through it."""

import pygame
import pytest
from pygame import Rect, Surface

from ai.reference.written import WrittenTree, draw_tree, parse_tree
from ui.theme import Theme
from ui.written_view import NodeNote, WrittenScene, WrittenTreeView, columns

TEXTBOOK = parse_tree("((3 12 8)(2 4 6)(14 5 2))")
PLACE = Rect(10, 20, 430, 430)


@pytest.fixture
def theme() -> Theme:
    return Theme(1.0)


def test_leaves_stand_side_by_side_and_a_node_over_the_middle_of_its_own() -> None:
    places = columns(parse_tree("((1 2)3)"))
    assert places == {(): 2.0, (0,): 1.0, (0, 0): 0.5, (0, 1): 1.5, (1,): 3.0}


@pytest.mark.parametrize("tree", [TEXTBOOK, parse_tree("min (3((4)5)((6 7)-12))"), draw_tree(7, 4, 4)])
def test_every_node_is_found_where_it_is_drawn(theme: Theme, tree: WrittenTree) -> None:
    view = WrittenTreeView(theme, PLACE, tree)
    small = tree.leaves > 100
    for path in tree.moves:
        place = view.place_of(path)
        assert PLACE.contains(place), path
        assert small or (
            view.node_at(place.center) == path and view.branch_at(place.center) == (path or None)
        )


def test_a_click_beside_a_branch_means_it(theme: Theme) -> None:
    view = WrittenTreeView(theme, PLACE, TEXTBOOK)
    above, below = view.place_of((1,)), view.place_of((1, 2))
    middle = (above.centerx + below.centerx) // 2 + 3, (above.bottom + below.top) // 2
    assert view.branch_at(middle) == (1, 2)
    assert view.branch_at(PLACE.bottomleft) is None


def test_what_is_seen_cut_and_under_way_is_drawn(theme: Theme) -> None:
    view = WrittenTreeView(theme, PLACE, TEXTBOOK)

    def drawn(scene: WrittenScene) -> bytes:
        surface = Surface((450, 460))
        view.draw(surface, scene)
        return surface.get_buffer().raw

    scenes = [
        WrittenScene(),
        WrittenScene({(0,): NodeNote("5", ("α −∞", "β ∞"))}),
        WrittenScene({(0, 1): NodeNote(is_seen=True)}),
        WrittenScene(now=(1,)),
        WrittenScene(cursor=(1,)),
        WrittenScene(cut=[(1, 1)]),
        WrittenScene(cut=[(1, 1)], colour="pvs"),
        WrittenScene(hover=(1, 1)),
    ]
    assert len(set(map(drawn, scenes))) == len(scenes)


def test_the_node_at_the_left_edge_has_its_letter(theme: Theme) -> None:
    """In the width that Step by step has in a window of 1280x800."""
    view = WrittenTreeView(theme, Rect(0, 0, 368, 340), parse_tree("(((1 -5)(3 -8))((-7 8)(-6 2)))"))
    surface = Surface((400, 340))
    surface.fill("black")
    view.draw(surface, WrittenScene())
    place = view.place_of((0, 0))
    left = Rect(0, place.top, place.left, place.height)
    assert pygame.mask.from_threshold(surface.subsurface(left), theme["quiet"], (60, 60, 60)).count()
