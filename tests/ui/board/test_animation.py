import pytest

from game.board import Board, Color, parse_square
from ui.board.board_view import FLIP_SECONDS, Animator

START = Board.initial()
F5, E5 = parse_square("f5"), parse_square("e5")


@pytest.fixture
def animator() -> Animator:
    """F5 has just been played."""
    animator = Animator(START)
    animator.show(START.play(F5))
    return animator


def test_a_move_places_its_disc_and_turns_the_others_later(animator: Animator) -> None:
    assert animator.is_moving
    assert animator.disc(F5).before is None
    assert animator.disc(E5).before is Color.WHITE
    assert animator.disc(E5).after is Color.BLACK
    assert animator.disc(E5).turn == 0.0


def test_in_the_end_the_new_board_is_shown_and_the_flip_was_heard_once(animator: Animator) -> None:
    assert sum(animator.update(0.02) for _ in range(100)) == 1
    assert not animator.is_moving
    assert animator.disc(E5).after is Color.BLACK


@pytest.mark.parametrize("seconds", [0.1, 2.0])
def test_undo_is_the_reverse_difference(animator: Animator, seconds: float) -> None:
    """In the middle of a flip and after it."""
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


def test_switching_it_off_in_mid_flight_leaves_no_disc_half_turned(animator: Animator) -> None:
    animator.update(0.1)
    animator.speed = 0.0
    animator.update(0.01)
    assert not animator.is_moving
    assert animator.disc(E5).after is Color.BLACK
