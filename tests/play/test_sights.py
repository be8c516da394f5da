"""What See shows of a position is what the words mean, written here square by square."""

from collections.abc import Iterator
from random import Random

import pytest

from game.board import PASS, Bitboard, Board, Color, legal_moves, squares
from play.sights import Sight, sights_of
from tests.ai.positions import positions, random_position

ALL = frozenset(Sight)
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
Place = tuple[int, int]
PLACES = [(x, y) for y in range(8) for x in range(8)]


def bits(places: set[Place]) -> Bitboard:
    return sum(1 << x + 8 * y for x, y in places)


def line(place: Place, way: Place) -> Iterator[Place]:
    """The squares from a place on, without it, to the edge of the board."""
    x, y = place
    while 0 <= (x := x + way[0]) < 8 and 0 <= (y := y + way[1]) < 8:
        yield x, y


def is_stable(place: Place, own: set[Place], known: set[Place], discs: set[Place]) -> bool:
    """On each axis nothing is empty, or there is the edge or a stable disc of the same colour beside it."""
    for way in WAYS[:4]:
        ahead, back = list(line(place, way)), list(line(place, (-way[0], -way[1])))
        is_held = not ahead or not back or ahead[0] in known or back[0] in known
        if place not in own or not (is_held or discs.issuperset(ahead + back)):
            return False
    return True


def can_move(place: Place, own: set[Place], other: set[Place]) -> bool:
    for way in WAYS:
        ahead = list(line(place, way))
        run = next((n for n, each in enumerate(ahead) if each not in other), 0)
        if run and ahead[run] in own:
            return True
    return False


def regions_of(empty: set[Place]) -> set[Bitboard]:
    found, left = set(), set(empty)
    while left:
        region, waiting = set(), [left.pop()]
        while waiting:
            x, y = waiting.pop()
            region.add((x, y))
            beside = left & {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
            left -= beside
            waiting += beside
        found.add(bits(region))
    return found


def check(board: Board) -> None:
    black, white = ({(n % 8, n // 8) for n in squares(board.discs(color))} for color in Color)
    discs = black | white
    empty = set(PLACES) - discs
    frontier = {place for place in discs for way in WAYS if empty.intersection([*line(place, way)][:1])}
    expected: dict[Sight, list[Bitboard]] = {sight: [] for sight in Sight if sight is not Sight.REGIONS}
    for own, other in ((black, white), (white, black)):
        stable: set[Place] = set()
        while more := {place for place in own - stable if is_stable(place, own, stable, discs)}:
            stable |= more
        expected[Sight.STABLE].append(bits(stable))
        expected[Sight.FRONTIER].append(bits(frontier & own))
        expected[Sight.MOVES].append(bits({place for place in empty if can_move(place, own, other)}))
    sights = sights_of(board, ALL)
    assert {sight: sides for sight, *sides in sights.sides} == expected, board.text()
    assert set(sights.regions) == regions_of(empty), board.text()
    assert len(sights.regions) == len(set(sights.regions))


@pytest.mark.parametrize("count", [100, pytest.param(10_000, marks=pytest.mark.slow)])
def test_all_equals_its_plain_definition(count: int) -> None:
    for board in positions(Random(82), count):
        check(board)


def play_out(board: Board, stable: Bitboard, last: Color | None, *, has_passed: bool = False) -> None:
    """Play all games that follow: no stable disc is turned, and without a pass `last` makes the last move."""
    if board.must_pass():
        play_out(board.play(PASS), stable, last, has_passed=True)
    for move in squares(legal_moves(board.player, board.opponent)):
        assert not board.flips(move) & stable, board.text()
        after = board.play(move)
        if after.empties == 0 and not has_passed:
            assert board.turn is last, board.text()
        play_out(after, stable, last, has_passed=has_passed)


@pytest.mark.parametrize(("count", "empties"), [(20, 5), pytest.param(200, 8, marks=pytest.mark.slow)])
def test_no_game_that_follows_turns_a_stable_disc_or_ends_otherwise(count: int, empties: int) -> None:
    rng, seen = Random(84), 0
    while seen < count:
        board = random_position(rng, 60 - rng.randint(2, empties))
        sights = sights_of(board, ALL)
        stable = sights.sides[0][1] | sights.sides[0][2]
        play_out(board.after_pass(), stable, sights.last)
        seen += bool(stable)


def test_only_what_is_chosen_is_shown() -> None:
    found = sights_of(Board.initial(), frozenset({Sight.MOVES}))
    assert ([sight for sight, *_sides in found.sides], found.regions) == ([Sight.MOVES], ())
    assert sights_of(Board.from_text("X" * 60 + "---- O"), ALL).last is None, "the game is over"
