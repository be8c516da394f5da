"""Compares the kernels below the searches with plain code."""

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
import pytest
from numba import int64, njit
from numba.core.typeinfer import TypeInferer

import game.board as rules
from ai import kernels
from ai.kernels import bitboard, evaluation, ordering, stability, table, workspace
from ai.reference import evaluation as reference
from ai.weights import default_weights
from game.board import PASS, Board, squares
from game.symmetry import SYMMETRIES, transform_bits
from tests.ai.positions import positions
from tests.samples import PASS_COUNTS, START, START_COUNTS, random_game
from tests.ui.command_line import run_python

WORKSPACE = np.zeros(1, workspace.WORKSPACE)[0]
WEIGHTS = np.frombuffer(default_weights().values, workspace.WEIGHTS)[0]


@cache
def boards() -> tuple[Board, ...]:
    return tuple(positions(Random(1), 300))


def words(board: Board) -> tuple[np.uint64, np.uint64]:
    return np.uint64(board.player), np.uint64(board.opponent)


def check_bits(boards: Iterable[Board], rng: Random) -> dict[str, int]:
    tally = dict.fromkeys(("positions", "flips", "must pass", "last flips", "stable"), 0)
    for board in boards:
        player, opponent = words(board)
        empty = ~(board.black | board.white) & rules.FULL
        assert bitboard.legal_moves(player, opponent) == board.legal_moves(), board.text()
        for square in squares(empty):
            assert bitboard.flips(player, opponent, square) == board.flips(square), board.text()
            tally["flips"] += 1
        for face in SYMMETRIES:
            seen = transform_bits(np.array([player]), face)  # as in an array of positions
            assert int(seen[0]) == transform_bits(board.player, face), board.text()
        assert bitboard.final_score(player, opponent) == rules.final_score(board.player, board.opponent)
        stable = stability.stable_discs(player, opponent)
        assert stable == reference.stable_discs(board.player, board.opponent), board.text()
        theirs = reference.stable_discs(board.opponent, board.player)
        assert stability.stable_discs(opponent, player) == theirs, board.text()
        if empty:
            last = rng.choice(list(squares(empty)))  # all other empties become discs
            mine = (board.player | empty & rng.getrandbits(64)) & ~(1 << last)
            turned = rules.flips(mine, ~mine & ~(1 << last) & rules.FULL, last)
            assert bitboard.last_flips(np.uint64(mine), last) == turned.bit_count(), board.text()
            tally["last flips"] += bool(turned)
        tally["positions"] += 1
        tally["must pass"] += board.must_pass()
        tally["stable"] += bool(stable)
    return tally


@pytest.mark.parametrize("count", [250, pytest.param(100_000, marks=pytest.mark.slow)])
def test_bitboards_follow_the_rules(count: int) -> None:
    assert min(check_bits(positions(Random(1), count), Random(3)).values()) > count / 5


@pytest.mark.parametrize(("text", "counts"), [(START.text(), START_COUNTS), *PASS_COUNTS.items()])
def test_perft(text: str, counts: tuple[int, ...]) -> None:
    player, opponent = words(Board.from_text(text))
    assert [bitboard.perft(player, opponent, depth) for depth in range(1, len(counts) + 1)] == list(counts)


def test_stable_discs_cannot_be_flipped() -> None:
    rng = Random(2)
    for board in boards()[:150]:
        stable = reference.stable_discs(board.player, board.opponent)
        for after in random_game(rng, board).boards:
            assert after.discs(board.turn) & stable == stable


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("X" + "-" * 63 + " X", 1),  # a corner
        ("XXX" + "-" * 61 + " X", 0b111),  # and the discs next to it along the border
        ("-X" + "-" * 62 + " X", 0),  # a border disc without its corner
        ("XXXOOOOX" + "-" * 56 + " X", 0b10000111),  # a full border: all of it
    ],
)
def test_stable_discs_of_known_positions(text: str, expected: int) -> None:
    board = Board.from_text(text)
    assert reference.stable_discs(board.black, board.white) == expected


def evaluated(board: Board) -> int:
    """Returns the kernel's evaluation of the features in the workspace."""
    moves, replies = board.legal_moves(), rules.legal_moves(board.opponent, board.player)
    return int(evaluation.evaluate(WORKSPACE, board.empties, np.uint64(moves), np.uint64(replies), WEIGHTS))


def test_the_evaluation_matches_the_reference() -> None:
    scores = set()
    for board in boards():
        evaluation.place_discs(WORKSPACE, *words(board))
        assert evaluated(board) == reference.evaluate(board.player, board.opponent)
        scores.add(evaluated(board))
    assert len(scores) > 150


def test_incremental_features_match_the_position() -> None:
    rng = Random(3)
    for _ in range(20):
        board = Board.initial()
        evaluation.place_discs(WORKSPACE, *words(board))
        while not board.is_over():
            if board.must_pass():
                board = board.play(rules.PASS)
                evaluation.change_sides(WORKSPACE, board.empties)
            else:
                square = rng.choice(list(squares(board.legal_moves())))
                evaluation.follow(WORKSPACE, board.empties, square, np.uint64(board.flips(square)))
                board = board.play(square)
            row = WORKSPACE["features"][board.empties].copy()
            evaluation.place_discs(WORKSPACE, *words(board))
            assert np.array_equal(row, WORKSPACE["features"][board.empties])


class Entry(NamedTuple):
    lower: int
    upper: int
    depth: int
    move: int
    age: int
    confidence: int


def known(entries: table.Table, key: np.uint64) -> Entry:
    data = table.probe(entries.record, key)
    fields = ("lower", "upper", "depth", "move", "age", "confidence")
    return Entry(*(int(getattr(table, f"data_{name}")(data)) for name in fields))


def store(entries: table.Table, key: np.uint64, *fields: int) -> Entry:
    """Stores score, alpha, beta, depth, move, age and confidence; returns the entry."""
    table.store(entries.record, key, *fields)
    return known(entries, key)


KEY: Final = np.uint64(77)


def test_the_table_returns_what_was_stored() -> None:
    entries, keys = table.Table(1), set()
    for index, board in enumerate(boards()):
        for kind in (table.MIDGAME, table.ENDGAME):
            key = table.position_key(*words(board), kind)
            keys.add(key)
            score = index - 200 if kind == table.MIDGAME else index % 128 - 64
            depth, move = index % 61, index % 65
            found = store(entries, key, score, score - 1, score + 1, depth, move, 7, 100)
            assert found == Entry(score, score, depth, move, 7, 100)
    assert len(keys) == 2 * len({(board.player, board.opponent) for board in boards()})


def test_positions_of_one_ending_have_different_keys() -> None:
    """Once g8 by either side, with g4 flipped, led to the same key."""
    seen: dict[int, tuple[int, int]] = {}
    waiting = [Board.from_text("XXXXX---OXOXXOO-OXXOXO--OXXXOO-O-OXXXOXO-OOOOXOO-OO--XXOOOOOOOX- O")]
    visited = set(waiting)
    while waiting:
        board = waiting.pop()
        key = int(table.position_key(*words(board), table.ENDGAME))
        assert seen.setdefault(key, (board.player, board.opponent)) == (board.player, board.opponent)
        if board.empties > 9:
            for move in list(squares(board.legal_moves())) or [PASS]:
                after = board.play(move)
                if after not in visited and not after.is_over():
                    visited.add(after)
                    waiting.append(after)
    assert len(seen) > 500


def test_bounds_of_one_depth_are_joined_and_keep_the_proving_move() -> None:
    entries = table.Table(1)
    assert store(entries, np.uint64(1), 3, 0, 10, 5, 20, 1, 100)[:2] == (3, 3), "exact inside its window"
    store(entries, KEY, 20, 19, 20, 6, 19, 1, 100)  # at least 20, by d3
    found = store(entries, KEY, 30, 30, 31, 6, 26, 1, 100)  # at most 30, whatever is played
    assert (found.lower, found.upper, found.move) == (20, 30, 19)
    found = store(entries, KEY, 25, 24, 25, 7, 37, 1, 100)  # another depth voids the old bounds
    assert (found.lower, found.upper, found.depth, found.move) == (25, table.MOST_BOUND, 7, 37)
    found = store(entries, KEY, 30, 30, 31, 7, 26, 1, 87)  # so does another confidence
    assert (found.lower, found.upper, found.confidence) == (table.LEAST_BOUND, 30, 87)
    found = store(entries, KEY, 35, 34, 35, 7, 26, 1, 87)  # a contradiction
    assert (found.lower, found.upper) == (35, table.MOST_BOUND)
    found = store(entries, KEY, 10, 10, 11, 7, 26, 1, 87)
    assert (found.lower, found.upper, found.age) == (table.LEAST_BOUND, 10, 1)


def test_deeper_entries_of_an_earlier_search_stay() -> None:
    """The next one begins at shallow depths, which must not replace entries that serve deep ones."""
    entries = table.Table(1)
    store(entries, KEY, 20, 19, 21, 12, 19, 1, 87)
    found = store(entries, KEY, 8, 7, 9, 11, 26, 2, 100)
    assert (found.depth, found.age, found.lower) == (12, 1, 20)
    found = store(entries, KEY, 8, 7, 9, 12, 26, 2, 87)  # equally deep
    assert (found.age, found.lower) == (2, 8)
    assert store(entries, KEY, 4, 3, 5, 6, 26, 2, 87).depth == 6  # of the same search


def test_a_torn_entry_matches_no_position() -> None:
    entries = table.Table(1)
    keys = [table.position_key(*words(board), table.MIDGAME) for board in boards()[:2]]
    table.store(entries.record, keys[0], 20, 19, 21, 6, 19, 1, 100)
    place = np.flatnonzero(entries.words)[0]
    whole = entries.words[place : place + 2].copy()
    table.store(entries.record, keys[1], -8, -9, -7, 9, 26, 1, 100)
    for half in (0, 1):
        entries.words[:] = 0
        entries.words[place : place + 2] = whole
        entries.words[place + half] ^= np.uint64(1 << 17)
        assert table.probe(entries.record, keys[0]) == 0
    entries.words[place : place + 2] = whole
    assert table.probe(entries.record, keys[0]) == whole[1]


def test_a_full_cluster_replaces_old_and_shallow_entries() -> None:
    entries = table.Table(1)
    clusters = len(entries.words) // table.CLUSTER_WORDS
    keys = [np.uint64(1 + n * clusters) for n in range(table.CLUSTER_ENTRIES + 2)]
    table.store(entries.record, keys[0], 0, -1, 1, 40, 0, 1, 100)  # deep, but of an earlier search
    for key, depth in zip(keys[1:5], (9, 8, 7, 6), strict=True):
        table.store(entries.record, key, 0, -1, 1, depth, 0, 2, 100)
    assert [table.probe(entries.record, key) != 0 for key in keys[:5]] == [False, True, True, True, True]
    table.store(entries.record, keys[5], 0, -1, 1, 3, 0, 2, 100)
    assert table.probe(entries.record, keys[4]) == 0
    assert table.probe(entries.record, keys[1]) != 0


def test_odd_quadrants_are_found() -> None:
    random = Random(12)
    for share in range(100):
        empty = sum(1 << square for square in range(64) if random.randrange(100) < share)
        expected = 0
        for corner in (0, 4, 32, 36):
            quadrant = sum(1 << corner + 8 * y + x for y in range(4) for x in range(4))
            if (empty & quadrant).bit_count() % 2:
                expected |= quadrant
        assert int(ordering.odd_quadrants(np.uint64(empty))) == expected
    groups = [int(group) for group in ordering.GROUPS]  # the last ply goes through them
    assert sum(groups) == (1 << 64) - 1
    assert sum(group.bit_count() for group in groups) == 64


def test_eight_packed_numbers_are_sorted() -> None:
    @njit  # type: ignore[untyped-decorator]
    def taken_out(former: int, later: int, order: Any) -> None:
        for place in range(order.size):
            order[place] = ordering.greatest_of_eight(former, later)
            former, later = ordering.without_number(former, later, order[place])

    rng = Random(4)
    for count in range(9):
        numbers = rng.sample(range(1, 1 << 16), count)
        former, later = np.array(numbers + [0] * (8 - count), np.uint16).view(np.uint64)
        order = np.zeros(8, np.uint64)
        taken_out(former, later, order)
        assert order.tolist() == sorted(numbers, reverse=True) + [0] * (8 - count)


def collatz(number: int, left: int) -> int:
    """Returns the steps down to 1; raises ValueError if they exceed `left`."""
    if left == 0:
        raise ValueError("more steps")
    if number == 1:
        return 0
    return 1 + collatz(number // 2 if number % 2 == 0 else 3 * number + 1, left - 1)


def test_a_recursive_kernel_is_typed_once(monkeypatch: pytest.MonkeyPatch) -> None:

    def infer(_: TypeInferer) -> None:
        raise AssertionError("Numba goes through the kernel to type a call of itself")

    plain = collatz
    monkeypatch.setattr(kernels, "CACHE_FOLDER", None)
    monkeypatch.setattr(TypeInferer, "return_types_from_partial", infer)
    compiled = kernels.kernel(int64(int64, int64))(plain)
    compiled.load()
    monkeypatch.undo()
    assert collatz is plain, "its name means another thing only while it is compiled"
    assert all(compiled(number, 200) == plain(number, 200) for number in range(1, 100))
    with pytest.raises(ValueError, match="more steps"):
        compiled(27, 100)


def test_a_kernel_is_compiled_on_first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "CACHE_FOLDER", None)

    @kernels.kernel(int64(int64))
    def doubled(number: int) -> int:
        return 2 * number

    @kernels.kernel(int64(int64))
    def quadrupled(number: int) -> int:
        return int(doubled(doubled(number)))

    assert not doubled.overloads
    assert quadrupled(np.uint8(7)) == 28
    assert [list(kernel.overloads) for kernel in (doubled, quadrupled)] == [[(int64,)], [(int64,)]]
    assert doubled(3) == 6
    with pytest.raises(TypeError):
        doubled("3")


def test_a_search_loads_only_kernels_that_python_calls() -> None:
    code = (
        "import ai.compiled as c, ai.kernels.endgame as e, ai.kernels.midgame as m\n"
        "from ai.engine import Engine\nfrom ai.limits import Limit, Options\nfrom game.board import Board\n"
        "from ai.kernels import Kernel\n"
        "called = lambda: sum(bool(k.overloads) for k in vars(c).values() if isinstance(k, Kernel))\n"
        "before = called()\nengine = Engine()\n"
        "engine.analyse(Board.initial(), Limit(depth=8), Options(record=3, book=False)).result()\n"
        "engine.close()\n"
        "print(before, called(), len(m.midgame.overloads), len(e.endgame.overloads))"
    )
    before, after, *inner = map(int, run_python("-c", code, check=True).stdout.split())
    assert before == after > 5
    assert inner == [0, 0]
