"""The plain searches: one score from all of them, and the mistakes that are known from other programs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm, Limit, Options, Order, Progress
from ai.reference.choice import Choice, Evaluator, search
from ai.reference.searches import INFINITE, Memory
from ai.reference.tree import NO_MOVE, Event, Observer, TreePosition
from ai.search.root import RootSearch
from ai.telemetry import Reason, new_telemetry
from ai.weights import ONE_DISC
from game.board import PASS, Board, Move
from game.symmetry import symmetric_boards
from tests.ai.positions import PLAIN_ORDERS, endgame_node, positions, random_position
from tests.ai.reference.counting import Counter, counted

EXACT = [board for board in positions(Random(2), 60) if board.empties <= 6]


def choices(depth: int | None) -> Iterator[Choice]:
    """All that differ in how they search, and must not differ in what they find."""
    for algorithm, order, memory in product(Algorithm, PLAIN_ORDERS, Memory):
        for aspiration in (False, True):
            choice = Choice(algorithm, depth, order, memory, aspiration)
            if choice.aspires == aspiration and choice.remembers == (memory is not Memory.OFF):
                yield choice


def check_agreement(boards: list[Board], depths: list[int]) -> None:
    for index, board in enumerate(boards):
        depth = depths[index % len(depths)]
        scores = {choice: search(board, choice) for choice in choices(depth)}
        assert len(set(scores.values())) == 1, (board.text(), depth, scores)


def test_all_searches_find_one_score_whatever_is_chosen() -> None:
    check_agreement(list(positions(Random(1), 4)), [1, 2, 3])


@pytest.mark.slow
def test_all_searches_find_one_score_on_200_positions() -> None:
    check_agreement(list(positions(Random(3), 200)), [1, 2, 3, 4])


def test_all_searches_find_one_score_of_counted_discs() -> None:
    for board in positions(Random(4), 6):
        scores = {search(board, Choice(each, 3, evaluator=Evaluator.DISCS)) for each in Algorithm}
        assert len(scores) == 1


def test_at_the_end_of_the_game_all_find_its_result_in_discs() -> None:
    solver = CompiledSearcher(0)
    solver.begin(new_telemetry(Algorithm.PVS))
    assert len(EXACT) > 7
    for index, board in enumerate(EXACT):
        expected = solver.search(endgame_node(board, -64, 64, Algorithm.PVS))
        few = [choice for place, choice in enumerate(choices(None)) if (place + index) % 5 == 0]
        for choice in few:
            assert search(board, choice) == expected, (board.text(), choice)


@pytest.mark.parametrize("algorithm", Algorithm)
def test_all_eight_faces_have_one_score(algorithm: Algorithm) -> None:
    for index, board in enumerate(positions(Random(5), 6)):
        choice = Choice(algorithm, 1 + index % 3, PLAIN_ORDERS[index % 2])
        assert len({search(face, choice) for face in symmetric_boards(board)}) == 1, board.text()


@pytest.mark.parametrize("algorithm", [Algorithm.SCOUT, Algorithm.MTDF, Algorithm.MT_SSS])
def test_the_compiled_drivers_find_the_score_of_the_plain_searches(algorithm: Algorithm) -> None:
    searcher = CompiledSearcher(0)
    for index, board in enumerate(positions(Random(6), 24)):
        depth = min(1 + index % 4, board.empties)
        telemetry = new_telemetry(algorithm)
        searcher.begin(telemetry)
        published: list[Progress] = []
        limit, options = Limit(depth=depth), Options(algorithm, selective=False)
        RootSearch(board, limit, options, telemetry, published.append, time.perf_counter()).run(
            lambda: searcher
        )
        row = next(row for row in published[-1].iterations if row.depth == depth)
        assert round(row.score * ONE_DISC) == search(board, Choice(algorithm, depth))


# What is known of the trees


def test_minimax_visits_the_whole_tree() -> None:
    assert counted(Board.initial(), Choice(Algorithm.MINIMAX, 5)).nodes == 1 + 4 + 12 + 56 + 244 + 1396


def test_pvs_wins_by_good_ordering_and_loses_by_bad() -> None:
    """In sum over middle games. The table's best moves make the order good."""
    boards = [random_position(Random(seed), 20 + seed) for seed in range(6)]

    def nodes(algorithm: Algorithm, depth: int, order: Order, memory: Memory = Memory.OFF) -> int:
        return sum(counted(board, Choice(algorithm, depth, order, memory)).nodes for board in boards)

    alphabeta, pvs = Algorithm.ALPHABETA, Algorithm.PVS
    good, bad = (5, Order.STATIC, Memory.POSITIONS), (3, Order.WORST_FIRST)
    assert nodes(pvs, *good) < nodes(alphabeta, *good)
    assert nodes(pvs, *bad) > nodes(alphabeta, *bad)
    assert nodes(alphabeta, *bad) > 3 * nodes(alphabeta, 3, Order.STATIC)
    assert nodes(Algorithm.MINIMAX, 3, Order.STATIC) > 3 * nodes(alphabeta, 3, Order.STATIC)


@pytest.mark.parametrize("algorithm", list(Algorithm)[1:6])
def test_a_table_saves_nodes(algorithm: Algorithm) -> None:
    boards = [random_position(Random(seed), 24) for seed in range(2)]
    without, with_table = (
        sum(counted(board, Choice(algorithm, 4, memory=memory)).nodes for board in boards)
        for memory in (Memory.OFF, Memory.POSITIONS)
    )
    assert with_table < without


# Known mistakes: what a search does at each step, checked against what it knows there


class Windows(Observer):
    """Keeps, for every node on the way, its window and the best value yet, and checks each entry."""

    def __init__(self, algorithm: Algorithm) -> None:
        self.algorithm = algorithm
        self.stack: list[list[int]] = []  # alpha, beta, best, number of moves begun
        self.expected: tuple[int, int, int] | None = None  # move, and the window it announces
        self.checked = self.researches = self.passes = 0

    def note(self, event: Event, position: TreePosition, *fields: int, **of_moves: Any) -> None:
        handle: Callable[..., None] | None = getattr(self, event.name.lower(), None)
        if handle is not None:
            handle(position, *fields, **of_moves)

    def enter(self, position: TreePosition, alpha: int, beta: int) -> None:
        if self.stack:
            self.check(position, alpha, beta)
        self.stack.append([alpha, beta, -INFINITE, 0])

    def check(self, position: TreePosition, alpha: int, beta: int) -> None:
        upper_alpha, upper_beta, best, begun = self.stack[-1]
        lower = max(upper_alpha, best)
        if self.expected is not None and self.expected[0] == position.move:
            window = self.expected[1:]
        elif self.algorithm is Algorithm.PVS and begun:
            window = (lower, lower + 1)  # one unit wide, whatever the unit
        else:
            window = (lower, upper_beta)
        assert (alpha, beta) == (-window[1], -window[0]), "negated and swapped"
        self.expected = None
        self.stack[-1][3] += 1
        self.checked += 1

    def leave(self, position: TreePosition, alpha: int, beta: int, value: int, reason: Reason) -> None:
        assert self.stack.pop()[:2] == [alpha, beta]
        if self.stack and reason is not None and position.move != NO_MOVE:
            self.stack[-1][2] = max(self.stack[-1][2], -value)

    def null_window(self, position: TreePosition, alpha: int, beta: int, move: Move) -> None:  # noqa: ARG002
        assert alpha == beta - 1 == max(self.stack[-1][0], self.stack[-1][2])
        assert beta < self.stack[-1][1], "a window of no width cannot become narrower"

    def research(self, position: TreePosition, alpha: int, beta: int, value: int, move: Move) -> None:  # noqa: ARG002
        assert alpha < value < beta == self.stack[-1][1], "a cut needs no second look"
        self.expected = (move, value, beta)  # from the value just proved
        self.researches += 1

    def moves(self, position: TreePosition, moves: object) -> None:
        self.passes += moves == [PASS]
        self.depth = position.depth


@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS])
@pytest.mark.parametrize("order", PLAIN_ORDERS)
def test_windows_are_negated_swapped_and_of_the_right_width(algorithm: Algorithm, order: Order) -> None:
    checked = researches = 0
    for index, board in enumerate(positions(Random(7), 24)):
        windows = Windows(algorithm)
        search(board, Choice(algorithm, 1 + index % 4, order), windows)
        assert not windows.stack
        checked += windows.checked
        researches += windows.researches
    assert checked > 1000
    assert (researches > 20) == (algorithm is Algorithm.PVS)


class Depths(Observer):
    """A pass costs no depth, every other move one ply."""

    def __init__(self) -> None:
        self.line: list[TreePosition] = []
        self.passes = 0

    def note(self, event: Event, position: TreePosition, *fields: int, **moves: Any) -> None:  # noqa: ARG002
        if event is Event.LEAVE:
            self.line.pop()
        if event is not Event.ENTER:
            return
        if self.line:
            self.passes += position.move == PASS
            assert position.depth == self.line[-1].depth - (position.move != PASS)
        self.line.append(position)


@pytest.mark.parametrize("algorithm", list(Algorithm)[:6])
def test_a_pass_costs_no_depth(algorithm: Algorithm) -> None:
    passes = 0
    for board in [board for board in positions(Random(8), 40) if board.must_pass()][:6]:
        depths = Depths()
        search(board, Choice(algorithm, 3), depths)
        passes += depths.passes
    assert passes >= 6


# Limits


def test_too_deep_and_over_is_said_in_a_sentence() -> None:
    for depth in (0, 8):
        with pytest.raises(ValueError, match=f"1 to 7 plies deep, not {depth}"):
            Choice(depth=depth)
    with pytest.raises(ValueError, match="at most 8 empty squares, and here there are 60"):
        search(Board.initial(), Choice(depth=None))
    with pytest.raises(ValueError, match="the game is over"):
        search(Board.from_text("X" * 64 + " O"), Choice())


def test_an_observer_ends_the_search_by_what_it_raises() -> None:
    class Impatient(Counter):
        def note(self, event: Event, position: TreePosition, *fields: int, **moves: Any) -> None:
            super().note(event, position, *fields, **moves)
            if self.nodes == 100:
                raise TimeoutError

    for algorithm in Algorithm:
        impatient = Impatient()
        with pytest.raises(TimeoutError):
            search(Board.initial(), Choice(algorithm, 6), impatient)
        assert impatient.nodes == 100
