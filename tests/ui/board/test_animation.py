import pytest

from game.board import Board, Color, parse_square
from ui.board.board_view import FLIP_SECONDS, Animator

START = Board.initial()
F5, E5 = parse_square("f5"), parse_square("e5")


@pytest.fixture
def animator() -> Animator:
    """Returns an animator just after the move f5."""
    animator = Animator(START)
    animator.show(START.play(F5))
    return animator


def test_move_places_its_disc_before_it_flips_others(animator: Animator) -> None:
    assert animator.is_moving
    assert animator.disc(F5).before is None
    assert animator.disc(E5).before is Color.WHITE
    assert animator.disc(E5).after is Color.BLACK
    assert animator.disc(E5).turn == 0.0


def test_animation_ends_at_the_new_board_with_one_flip_sound(animator: Animator) -> None:
    assert sum(animator.update(0.02) for _ in range(100)) == 1
    assert not animator.is_moving
    assert animator.disc(E5).after is Color.BLACK


@pytest.mark.parametrize("seconds", [0.1, 2.0])
def test_undo_animates_in_reverse(animator: Animator, seconds: float) -> None:
    """During the flips (0.1 s) and after them (2 s)."""
    animator.update(seconds)
    animator.show(START)
    assert animator.disc(F5).after is None
    animator.update(FLIP_SECONDS * 2)
    assert animator.disc(F5).before is None
    assert animator.disc(E5).after is Color.WHITE


def test_speed_off_shows_changes_at_once_and_fast_is_faster() -> None:
    off, fast, normal = (Animator(START, speed) for speed in (0.0, 2.0, 1.0))
    for animator in (off, fast, normal):
        animator.show(START.play(F5))
    assert not off.is_moving
    for animator in (fast, normal):
        animator.update(0.25)
    assert fast.disc(E5).turn > normal.disc(E5).turn


def test_switching_animation_off_midway_completes_the_flips(animator: Animator) -> None:
    animator.update(0.1)
    animator.speed = 0.0
    animator.update(0.01)
    assert not animator.is_moving
    assert animator.disc(E5).after is Color.BLACK
