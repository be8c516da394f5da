"""What See shows of a position agrees with plain definitions, written here square by square."""

from random import Random

import pytest

from game.board import PASS, Bitboard, Board, Color, legal_moves, squares
from play.sights import Sight, sights_of
from tests.ai.positions import positions, random_position
from tests.play import naive
from tests.play.naive import Grid, Place

ALL = frozenset(Sight)


def bits(places: set[Place]) -> Bitboard:
    return sum(1 << 8 * rank + file for rank, file in places)


def regions_of(grid: Grid) -> set[Bitboard]:
    found, left = set(), naive.places(grid, "-")
    while left:
        region = naive.region(grid, next(iter(left)), [step for step in naive.STEPS if 0 in step])
        found.add(bits(region))
        left -= region
    return found


def check(board: Board) -> None:
    grid = naive.grid_of(board.text())
    empty = naive.places(grid, "-")
    beside = {(rank + down, file + right) for rank, file in empty for down, right in naive.STEPS}
    expected: dict[Sight, list[Bitboard]] = {sight: [] for sight in Sight if sight is not Sight.REGIONS}
    for side in "XO":
        expected[Sight.STABLE].append(bits(naive.stable(grid, side)))
        expected[Sight.FRONTIER].append(bits(beside & naive.places(grid, side)))
        expected[Sight.MOVES].append(bits(naive.moves(grid, side)))
    sights = sights_of(board, ALL)
    assert {sight: sides for sight, *sides in sights.sides} == expected, board.text()
    assert set(sights.regions) == regions_of(grid), board.text()
    assert len(sights.regions) == len(set(sights.regions))


@pytest.mark.parametrize("count", [50, pytest.param(10_000, marks=pytest.mark.slow)])
def test_sights_equal_plain_definitions(count: int) -> None:
    for board in positions(Random(82), count):
        check(board)


def play_out(board: Board, stable: Bitboard, last: Color | None, *, has_passed: bool = False) -> None:
    """Plays all games that follow: no stable disc is turned, and without a pass `last` moves last."""
    if board.must_pass():
        play_out(board.play(PASS), stable, last, has_passed=True)
    for move in squares(legal_moves(board.player, board.opponent)):
        assert not board.flips(move) & stable, board.text()
        after = board.play(move)
        if after.empties == 0 and not has_passed:
            assert board.turn is last, board.text()
        play_out(after, stable, last, has_passed=has_passed)


@pytest.mark.parametrize(("count", "empties"), [(20, 5), pytest.param(200, 8, marks=pytest.mark.slow)])
def test_stable_discs_and_last_mover_hold_in_every_game(count: int, empties: int) -> None:
    rng, seen = Random(84), 0
    while seen < count:
        board = random_position(rng, 60 - rng.randint(2, empties))
        sights = sights_of(board, ALL)
        stable = sights.sides[0][1] | sights.sides[0][2]
        play_out(board.after_pass(), stable, sights.last)
        seen += bool(stable)


def test_only_chosen_sights_are_shown() -> None:
    found = sights_of(Board.initial(), frozenset({Sight.MOVES}))
    assert ([sight for sight, *_sides in found.sides], found.regions) == ([Sight.MOVES], ())
    assert sights_of(Board.from_text("X" * 60 + "---- O"), ALL).last is None, "the game is over"
