"""Time management: whole games in which every move takes all its time, and a little more."""

from dataclasses import replace
from random import Random

import pytest

from ai.limits import LONGEST_MOVE
from ai.timing import LEAST_SECONDS, MOVE_OVERHEAD, MOVE_RESERVE, SECOND_EMPTIES, clock_in, seconds_for_move
from game.board import PASS, Board, Color, squares
from game.clock import Clock, TimeControl
from game.starts import ALTERNATIVE_BOARD, random_opening
from game.tree import Game
from tests.ai.positions import random_discs
from tests.samples import WHITE_PASSES

# Seconds between the end of a search and the move on the board, on a slow and busy machine.
DELAY = 0.020
MINUTE = 60.0


def starts(rng: Random) -> list[Board]:
    return [
        Board.initial(),
        ALTERNATIVE_BOARD,
        *(random_opening(rng, plies).board for plies in (8, 20)),
        random_discs(rng, SECOND_EMPTIES),
        random_discs(rng, 9),
    ]


def unused_shares(start: Board, control: TimeControl, rng: Random) -> list[float]:
    """Returns the shares of time that the sides of a random game have left when its end can be solved."""
    board, clock = start, Clock.start(control)
    unused: dict[Color, float] = {}
    while not board.is_over():
        if board.must_pass():
            board = board.play(PASS)
            continue
        if board.empties <= SECOND_EMPTIES:
            assert control.per_game is not None
            unused.setdefault(board.turn, (clock.game_time(board.turn, board.turn) or 0) / control.per_game)
        seconds = seconds_for_move(board, clock)
        assert seconds is not None
        clock = clock.ticked(seconds + DELAY)
        assert not clock.has_expired(board.turn), f"{board.text()}, {control}"
        clock = clock.moved(board.turn)
        board = board.play(rng.choice(list(squares(board.legal_moves()))))
    return list(unused.values())


@pytest.mark.parametrize("increment", [0.0, 0.1, 1.0, 12.0])
@pytest.mark.parametrize("per_game", [1.0, 2.0, 10.0, MINUTE, 5 * MINUTE, 25 * MINUTE])
def test_no_side_loses_on_time(per_game: float, increment: float) -> None:
    rng = Random(3)
    for start in starts(rng):
        unused_shares(start, TimeControl(per_game=per_game, increment=increment), rng)


@pytest.mark.parametrize("minutes", [1, 5, 25])
def test_most_time_is_used_before_solving(minutes: int) -> None:
    rng = Random(5)
    for start in starts(rng)[:4]:
        assert max(unused_shares(start, TimeControl(per_game=minutes * MINUTE), rng)) <= 0.15


def test_more_time_is_divided_among_fewer_moves() -> None:
    board = random_discs(Random(1), 50)
    for minutes, parts in ((1 / 6, 16), (1, 14), (5, 13), (25, 12)):
        share = seconds_for_move(board, Clock.start(TimeControl(per_game=minutes * MINUTE)))
        assert (share or 0) * parts == pytest.approx(minutes * MINUTE - 50 * MOVE_OVERHEAD)


def test_each_side_has_its_own_clock() -> None:
    black, white = Board.initial(), Board.initial().play(19)
    clock = replace(Clock.start(TimeControl(per_game=60)), remaining=(60.0, 600.0))
    shares = [seconds_for_move(board, clock) or 0 for board in (black, white)]
    assert 10 * shares[0] < shares[1] < 15 * shares[0]
    assert seconds_for_move(black, replace(clock, remaining=(None, 600.0))) is None
    both = Clock.start(TimeControl(per_move=5, per_game=60))
    assert seconds_for_move(black, both) == shares[0], "the shorter limit counts"


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (Clock.start(TimeControl()), None),
        (clock_in(Game(moves=[19]), TimeControl()), None),
        (Clock.start(TimeControl(per_move=5)), 5 - MOVE_RESERVE),
        (Clock.start(TimeControl(per_move=0.1)), 0.05),
        (replace(Clock.start(TimeControl(per_game=MINUTE)), remaining=(0.0, 0.0)), LEAST_SECONDS),
        (Clock.start(TimeControl(per_game=1e15)), LONGEST_MOVE),
    ],
)
def test_limits_of_a_move(clock: Clock, seconds: float | None) -> None:
    """A limit per move keeps a reserve; a clock that has run out leaves a moment; a day is the most."""
    assert seconds_for_move(Board.initial(), clock) == seconds


@pytest.mark.parametrize("control", [TimeControl(per_move=5), TimeControl(per_game=5 * MINUTE)])
def test_time_already_used_counts(control: TimeControl) -> None:
    clock = Clock.start(control)
    whole = seconds_for_move(Board.initial(), clock) or 0
    assert seconds_for_move(Board.initial(), clock.ticked(2.0)) == pytest.approx(whole - 2.0)
    assert seconds_for_move(Board.initial(), clock.ticked(whole)) == LEAST_SECONDS


def test_a_move_never_takes_more_than_half_of_the_clock() -> None:
    for empties in (1, 2, SECOND_EMPTIES, SECOND_EMPTIES + 1, SECOND_EMPTIES + 2):
        for increment in (0.0, 30.0):
            board = random_discs(Random(empties), empties)
            clock = Clock.start(TimeControl(per_game=10, increment=increment))
            assert (seconds_for_move(board, clock) or 0) <= 5


@pytest.mark.parametrize("are_told", [True, False])
@pytest.mark.parametrize(("per_game", "increment"), [(2.0, 0.0), (300.0, 0.0), (30.0, 2.0)])
def test_a_clock_lasts_a_whole_game(per_game: float, increment: float, are_told: bool) -> None:
    rng = Random(4)
    control = TimeControl(per_game=per_game, increment=increment)
    for _ in range(2):
        game = Game()
        left = [per_game, per_game]
        while not game.board.is_over():
            board = game.board
            if board.must_pass():
                game.play(PASS)
                continue
            clock = clock_in(game, control)
            assert not are_told or clock.remaining[board.turn] == pytest.approx(left[board.turn])
            seconds = seconds_for_move(board, clock)
            assert seconds is not None
            assert seconds < left[board.turn]
            left[board.turn] += increment - seconds
            game.play(rng.choice(list(squares(board.legal_moves()))))
            game.node.seconds = seconds if are_told else None


def test_a_pass_earns_no_increment() -> None:
    game = Game(WHITE_PASSES)
    game.play(PASS)
    game.play(next(squares(game.board.legal_moves())))
    assert game.board.turn is Color.WHITE
    assert clock_in(game, TimeControl(per_game=60.0, increment=5.0)).remaining[Color.WHITE] == 60.0
