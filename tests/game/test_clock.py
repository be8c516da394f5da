from game.board import Color
from game.clock import Clock, TimeControl

BLACK, WHITE = Color.BLACK, Color.WHITE


def test_without_limits_nothing_runs_out() -> None:
    clock = Clock.start(TimeControl()).ticked(1e6)
    assert clock.time_for_move(BLACK) is None
    assert clock.game_time(BLACK, BLACK) is None
    assert not clock.has_expired(BLACK)
    assert clock.moved(BLACK) == Clock.start(TimeControl())


def test_time_per_move_starts_anew_with_each_move() -> None:
    clock = Clock.start(TimeControl(per_move=5)).ticked(3)
    assert clock.time_for_move(BLACK) == 2
    assert not clock.has_expired(BLACK)
    assert clock.ticked(2).has_expired(BLACK)
    assert clock.moved(BLACK).time_for_move(WHITE) == 5


def test_time_per_game_is_used_up_by_its_owner_alone() -> None:
    clock = Clock.start(TimeControl(per_game=60)).ticked(20)
    assert clock.game_time(BLACK, turn=BLACK) == 40
    assert clock.game_time(WHITE, turn=BLACK) == 60
    clock = clock.moved(BLACK).ticked(5)
    assert clock.game_time(BLACK, turn=WHITE) == 40
    assert clock.game_time(WHITE, turn=WHITE) == 55
    clock = clock.moved(WHITE)
    assert clock.remaining == (40, 55)
    assert clock.time_for_move(BLACK) == 40
    assert clock.ticked(40).has_expired(BLACK)
    assert not clock.ticked(39.9).has_expired(BLACK)


def test_the_increment_comes_after_the_move() -> None:
    clock = Clock.start(TimeControl(per_game=10, increment=2)).ticked(3)
    assert clock.time_for_move(BLACK) == 7
    assert clock.moved(BLACK).remaining == (9, 10)
    assert clock.moved(BLACK).ticked(1).moved(WHITE).remaining == (9, 11)
    fallen = Clock.start(TimeControl(per_game=10)).ticked(11)
    assert fallen.has_expired(BLACK)
    assert fallen.game_time(BLACK, turn=BLACK) == fallen.time_for_move(BLACK) == 0
    assert fallen.moved(BLACK).remaining == (0, 10)


def test_the_shorter_of_both_limits_counts() -> None:
    clock = Clock.start(TimeControl(per_move=5, per_game=12))
    assert clock.time_for_move(BLACK) == 5
    for _ in range(2):
        clock = clock.ticked(4).moved(BLACK).ticked(1).moved(WHITE)
    assert clock.remaining == (4, 10)
    assert clock.time_for_move(BLACK) == 4
    assert clock.time_for_move(WHITE) == 5


def test_increments_are_taken_back_with_their_moves_as_far_as_there_is_time() -> None:
    clock = Clock.start(TimeControl(per_game=8.0, increment=5.0))
    assert clock.after_moves(-1, 1).remaining == (3.0, 13.0)
    assert clock.after_moves(-2, 0).remaining == (1.0, 8.0)
    assert Clock.start(TimeControl(per_move=3.0)).after_moves(-1, 1).remaining == (None, None)
