from typing import Any

import pytest
from pygame import Rect, Surface

from game.board import Board, Color
from play.settings import Coordinates
from tests.samples import D3, E6, F5
from tests.ui.panels.samples import SIZES, pixels, theme_and_layout
from ui.board.board_view import Animator, BoardScene, BoardView, ScoreMark
from ui.board.thoughts import LegendEntry, MarkStatus, MoveMark, MoveMarks
from ui.theme import SMALL

START = Board.initial()
BEST = MoveMark(F5, MarkStatus.BEST, "−42.7")
LEGEND = (LegendEntry("scores", "Scores for Black"),)
SCENES = (
    BoardScene(),
    BoardScene(last_disc=D3, legal=START.legal_moves(), hover=F5, hover_flips=START.flips(F5), typed_file=2),
    BoardScene(thoughts=MoveMarks(Color.BLACK, (BEST,), (), LEGEND), cursor=3),
    BoardScene(hints=(ScoreMark(F5, "+1.2", "9-ply"), ScoreMark(E6, "−64", "exact", False, True))),
    BoardScene(ghosts=((1, F5, Color.BLACK), (2, 43, Color.WHITE))),
    BoardScene(announcement="White has no move and passes"),
    BoardScene(numbers=((28, 1), (36, 60))),
)


def view_of(size: tuple[int, int] = SIZES[1]) -> BoardView:
    theme, layout = theme_and_layout(size)
    return BoardView(theme, layout)


def picture_of(view: BoardView, scene: BoardScene, animator: Animator | None = None) -> Surface:
    surface = Surface(view.layout.board.bottomright)
    view.draw(surface, animator or Animator(START), scene)
    return surface


def state_of(view: BoardView, animator: Animator) -> dict[str, Any]:
    held = {**vars(view), **vars(animator)}
    return {
        name: pixels(value) if isinstance(value, Surface) else repr(value) for name, value in held.items()
    }


def test_drawing_changes_nothing() -> None:
    view = view_of()
    animator = Animator(START)
    animator.show(START.play(F5))
    animator.update(0.2)  # a disc is turning
    for scene in SCENES:
        before = state_of(view, animator)
        pictures = [pixels(picture_of(view, scene, animator)) for _ in range(2)]
        assert state_of(view, animator) == before
        assert pictures[0] == pictures[1]


def test_every_scene_looks_different() -> None:
    view = view_of()
    assert len({pixels(picture_of(view, scene)) for scene in SCENES}) == len(SCENES)


@pytest.mark.parametrize("size", SIZES[:2])
def test_caption_is_drawn_in_the_frame(size: tuple[int, int]) -> None:
    view = view_of(size)
    assert (
        view.layout.board.bottom - view.felt.bottom
        >= view.theme.text("g", SMALL, "text", True).get_height() - 2
    )
    surface = picture_of(view, BoardScene(caption="White passed"))
    felt, plain = view.felt, picture_of(view, BoardScene())
    assert pixels(surface.subsurface(felt)) == pixels(plain.subsurface(felt))
    assert pixels(surface) != pixels(plain)


def test_coordinates_are_in_the_frame_in_the_squares_or_nowhere() -> None:
    theme, layout = theme_and_layout(SIZES[1])
    views = (BoardView(theme, layout, where) for where in Coordinates)
    outside, inside, none = (picture_of(view, BoardScene()) for view in views)
    frame = Rect(layout.board.left, layout.felt.top, layout.felt.left - layout.board.left, layout.felt.height)

    def differs(one: Surface, other: Surface, place: Rect) -> bool:
        return pixels(one.subsurface(place)) != pixels(other.subsurface(place))

    assert differs(outside, none, frame)
    assert not differs(outside, none, layout.felt)
    assert differs(inside, none, layout.felt)
    assert not differs(inside, none, frame)
