from __future__ import annotations

from game.board import Board, Color, parse_square
from ui.board.animation import FLIP_SECONDS, Animator

START = Board.initial()
F5, E5 = parse_square("f5"), parse_square("e5")


def test_a_move_places_its_disc_and_turns_the_others_later() -> None:
    animator = Animator(START)
    animator.show(START.play(F5))
    assert animator.is_moving
    assert animator.disc(F5).before is None
    assert animator.disc(E5).before is Color.WHITE
    assert animator.disc(E5).after is Color.BLACK
    assert animator.disc(E5).turn == 0.0


def test_in_the_end_the_new_board_is_shown_and_the_flip_was_heard_once() -> None:
    animator = Animator(START)
    animator.show(START.play(F5))
    heard = sum(animator.update(0.02) for _ in range(100))
    assert heard == 1
    assert not animator.is_moving
    assert animator.disc(E5).after is Color.BLACK


def test_undo_is_the_reverse_difference() -> None:
    animator = Animator(START.play(F5))
    animator.show(START)
    assert animator.disc(F5).after is None
    animator.update(FLIP_SECONDS * 2)
    assert animator.disc(F5).before is None
    assert animator.disc(E5).after is Color.WHITE


def test_speed_off_shows_changes_at_once_and_fast_is_faster() -> None:
    off = Animator(START, speed=0)
    off.show(START.play(F5))
    assert not off.is_moving
    fast, normal = Animator(START, 2.0), Animator(START, 1.0)
    for animator in (fast, normal):
        animator.show(START.play(F5))
        animator.update(0.25)
    assert fast.disc(E5).turn > normal.disc(E5).turn


def test_a_new_board_in_the_middle_of_a_flip_is_followed() -> None:
    animator = Animator(START)
    animator.show(START.play(F5))
    animator.update(0.1)
    animator.show(START)
    animator.update(2.0)
    assert animator.disc(F5).after is None
    assert animator.disc(E5).after is Color.WHITE


def test_switching_it_off_in_mid_flight_leaves_no_disc_half_turned() -> None:
    animator = Animator(START)
    animator.show(START.play(F5))
    animator.update(0.1)
    animator.speed = 0.0
    animator.update(0.01)
    assert not animator.is_moving
    assert animator.disc(E5).after is Color.BLACK
