from game.board import Color
from game.clock import Clock, TimeControl

BLACK, WHITE = Color.BLACK, Color.WHITE


def test_unlimited_clocks_never_expire() -> None:
    clock = Clock.start(TimeControl()).ticked(1e6)
    assert clock.time_for_move(BLACK) is None
    assert clock.game_time(BLACK, BLACK) is None
    assert not clock.has_expired(BLACK)
    assert clock.moved(BLACK) == Clock.start(TimeControl())


def test_time_per_move_restarts_with_each_move() -> None:
    clock = Clock.start(TimeControl(per_move=5)).ticked(3)
    assert clock.time_for_move(BLACK) == 2
    assert not clock.has_expired(BLACK)
    assert clock.ticked(2).has_expired(BLACK)
    assert clock.moved(BLACK).time_for_move(WHITE) == 5


def test_time_per_game_runs_for_the_side_to_move() -> None:
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


def test_the_increment_is_added_after_the_move() -> None:
    clock = Clock.start(TimeControl(per_game=10, increment=2)).ticked(3)
    assert clock.time_for_move(BLACK) == 7
    assert clock.moved(BLACK).remaining == (9, 10)
    assert clock.moved(BLACK).ticked(1).moved(WHITE).remaining == (9, 11)
    fallen = Clock.start(TimeControl(per_game=10)).ticked(11)
    assert fallen.has_expired(BLACK)
    assert fallen.game_time(BLACK, turn=BLACK) == fallen.time_for_move(BLACK) == 0
    assert fallen.moved(BLACK).remaining == (0, 10)


def test_the_shorter_limit_applies() -> None:
    clock = Clock.start(TimeControl(per_move=5, per_game=12))
    assert clock.time_for_move(BLACK) == 5
    for _ in range(2):
        clock = clock.ticked(4).moved(BLACK).ticked(1).moved(WHITE)
    assert clock.remaining == (4, 10)
    assert clock.time_for_move(BLACK) == 4
    assert clock.time_for_move(WHITE) == 5


def test_taking_back_moves_subtracts_increments_down_to_a_second() -> None:
    clock = Clock.start(TimeControl(per_game=8.0, increment=5.0))
    assert clock.after_moves(-1, 1).remaining == (3.0, 13.0)
    assert clock.after_moves(-2, 0).remaining == (1.0, 8.0)
    assert Clock.start(TimeControl(per_move=3.0)).after_moves(-1, 1).remaining == (None, None)
