"""The plain searches and their evaluation: they find one score, and avoid known mistakes."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from statistics import geometric_mean
from typing import Any

import pytest

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm, Limit, Options, Order
from ai.patterns import STAGE_EMPTIES, STAGE_SIZE
from ai.reference.choice import Choice, estimate_nodes, minimax_nodes, search
from ai.reference.evaluation import count_discs, evaluate
from ai.reference.searches import INFINITE, Memory
from ai.reference.tree import NO_MOVE, Event, Observer, TreePosition
from ai.telemetry import Reason
from ai.weights import MAX_SCORE, ONE_DISC, WEIGHT_SCALE, default_weights
from game.board import Board, Move, legal_moves
from game.symmetry import symmetric_boards
from tests.ai.places import places
from tests.ai.positions import LEARNING_ORDERS, PLAIN_ORDERS, positions, random_position
from tests.ai.searching import published, solved
from tests.quick import quick


class NodeCounter(Observer):
    """Counts nodes and re-searches, and keeps the leaves in the order of evaluation."""

    def __init__(self) -> None:
        self.nodes = self.researches = 0
        self.leaves: list[tuple[int, ...]] = []

    def note(self, event: Event, position: TreePosition, *fields: int, **moves: Any) -> None:  # noqa: ARG002
        self.nodes += event is Event.ENTER
        self.researches += event is Event.RESEARCH
        if event is Event.LEAVE and fields[-1] in (Reason.EVALUATED, Reason.GAME_OVER):
            self.leaves.append(position.path)


def counted(board: Board, choice: Choice) -> NodeCounter:
    counter = NodeCounter()
    search(board, choice, counter)
    return counter


# The evaluation


def defined(board: Board) -> int:
    """Returns the evaluation by definition, from the weights at `places`."""
    player, opponent = board.player, board.opponent
    stage = board.empties // STAGE_EMPTIES * STAGE_SIZE
    moves, replies = (legal_moves(*sides).bit_count() for sides in ((player, opponent), (opponent, player)))
    total = sum(default_weights().values[stage + place] for place in places(player, opponent, moves, replies))
    return max(min((total + WEIGHT_SCALE // 2) // WEIGHT_SCALE, MAX_SCORE), -MAX_SCORE)


def test_the_evaluation_is_the_sum_of_its_weights() -> None:
    boards = [*positions(Random(1), 150), Board.initial()]
    assert len({defined(board) for board in boards}) > 80
    for board in boards:
        assert evaluate(board.player, board.opponent) == defined(board), board.text()
    board = Board.initial().play(19)
    assert count_discs(board.player, board.opponent) == -3 * ONE_DISC


# One score


def choices(depth: int | None) -> Iterator[Choice]:
    """Yields all choices, which search in different ways but must find the same."""
    for algorithm, order, memory in product(Algorithm, (*PLAIN_ORDERS, *LEARNING_ORDERS), Memory):
        for aspiration in (False, True):
            choice = Choice(algorithm, depth, order, memory, aspiration)
            if choice.aspires == aspiration and choice.remembers == (memory is not Memory.OFF):
                yield choice


@pytest.mark.parametrize("count", [4, pytest.param(200, marks=pytest.mark.slow)])
def test_all_choices_find_the_same_score(count: int) -> None:
    """The quick test searches each position with a part of the choices."""
    part = 4 if count < 100 else 1
    for index, board in enumerate(positions(Random(1), count)):
        depth = 1 + index % (3 if count < 100 else 4)
        expected = search(board, Choice(Algorithm.MINIMAX, depth))
        for choice in list(choices(depth))[index % part :: part]:
            assert search(board, choice) == expected, (board.text(), choice)


def test_at_the_end_all_choices_find_the_result_in_discs() -> None:
    boards = [board for board in positions(Random(2), 60) if board.empties <= 6]
    assert len(boards) > 7
    for index, board in enumerate(boards):
        for choice in list(choices(None))[index % 8 :: 8]:
            assert search(board, choice) == solved(board), (board.text(), choice)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", Algorithm)
def test_all_eight_faces_have_one_score(algorithm: Algorithm) -> None:
    for index, board in enumerate(positions(Random(5), 4)):
        choice = Choice(algorithm, 1 + index % 3, PLAIN_ORDERS[index % 2])
        assert len({search(face, choice) for face in symmetric_boards(board)}) == 1, board.text()


@pytest.mark.parametrize("algorithm", [Algorithm.SCOUT, Algorithm.MTDF, Algorithm.MT_SSS])
def test_the_compiled_drivers_find_the_score_of_the_plain_searches(algorithm: Algorithm) -> None:
    searcher, options = CompiledSearcher(0), Options(algorithm, selective=False)
    for index, board in enumerate(positions(Random(6), 18)):
        depth = min(1 + index % 3, board.empties)
        iterations = published(board, Limit(depth=depth), options, searcher)[-1].iterations
        row = next(row for row in iterations if row.depth == depth)
        assert round(row.score * ONE_DISC) == search(board, Choice(algorithm, depth))


# Known properties of the trees


@pytest.mark.slow
def test_pvs_wins_with_good_order_and_loses_with_bad() -> None:
    """In total over middle games. The best moves of the table make the order good."""
    boards = [random_position(Random(seed), 20 + seed) for seed in (1, 3, 5)]

    def nodes(algorithm: Algorithm, depth: int, order: Order, memory: Memory = Memory.OFF) -> int:
        return sum(counted(board, Choice(algorithm, depth, order, memory)).nodes for board in boards)

    alphabeta, pvs = Algorithm.ALPHABETA, Algorithm.PVS
    good, bad = (4, Order.STATIC, Memory.POSITIONS), (4, Order.UNSORTED)
    assert nodes(pvs, *good) < nodes(alphabeta, *good)
    assert nodes(pvs, *bad) > nodes(alphabeta, *bad)
    assert nodes(alphabeta, 3, Order.WORST_FIRST) > 3 * nodes(alphabeta, 3, Order.STATIC)
    assert nodes(Algorithm.MINIMAX, 3, Order.STATIC) > 3 * nodes(alphabeta, 3, Order.STATIC)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", list(Algorithm)[1:6])
def test_a_table_saves_nodes(algorithm: Algorithm) -> None:
    board = random_position(Random(0), 24)
    depth = 3 if algorithm is Algorithm.MT_SSS else 4
    without, with_table = (
        counted(board, Choice(algorithm, depth, memory=memory)).nodes
        for memory in (Memory.OFF, Memory.POSITIONS)
    )
    assert with_table < without


@pytest.mark.parametrize("count", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_sss_and_mt_sss_evaluate_equal_leaves_in_equal_order(count: int) -> None:
    """With a table of paths (Plaat, Schaeffer, Pijls & de Bruin 1996, "Best-first fixed-depth minimax")."""
    total = 0
    for index, board in enumerate(positions(Random(1), count)):
        depth = 1 + index % (4 if count < 100 else 5)
        for order in PLAIN_ORDERS:
            listed = counted(board, Choice(Algorithm.SSS, depth, order)).leaves
            remembered = counted(board, Choice(Algorithm.MT_SSS, depth, order, Memory.PATHS)).leaves
            assert listed == remembered, (board.text(), depth, order)
            assert len(set(listed)) == len(listed), "no leaf is valued twice"
            total += len(listed)
    assert total > 100 * count


def test_sss_evaluates_only_leaves_of_alpha_beta() -> None:
    """Stockman 1979, with ties broken as by Roizen & Pearl (1983)."""
    for (index, board), order in product(enumerate(positions(Random(3), 8)), PLAIN_ORDERS):
        best_first, depth_first = (
            counted(board, Choice(algorithm, 1 + index % 4, order)).leaves
            for algorithm in (Algorithm.SSS, Algorithm.ALPHABETA)
        )
        assert set(best_first) <= set(depth_first), board.text()


# Known mistakes: each step of a search is checked against what it knows there


class Windows(Observer):
    """Keeps the window and best value of each node on the path, and checks each entered window."""

    def __init__(self, algorithm: Algorithm) -> None:
        self.algorithm = algorithm
        self.stack: list[list[int]] = []  # alpha, beta, best, number of moves begun
        self.expected: tuple[int, int, int] | None = None  # move, and the window it announces
        self.checked = self.researches = 0

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


@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS])
@pytest.mark.parametrize("order", quick(PLAIN_ORDERS, 1))
def test_windows_are_negated_swapped_and_of_the_right_width(algorithm: Algorithm, order: Order) -> None:
    checked = researches = 0
    for index, board in enumerate(positions(Random(7), 12)):
        windows = Windows(algorithm)
        search(board, Choice(algorithm, 2 + index % 3, order), windows)
        assert not windows.stack
        checked += windows.checked
        researches += windows.researches
    assert checked > 500
    assert (researches > 10) == (algorithm is Algorithm.PVS)


# Limits and estimates


def test_unsearchable_positions_are_reported() -> None:
    for depth in (0, 8):
        with pytest.raises(ValueError, match=f"1 to 7 plies deep, not {depth}"):
            Choice(depth=depth)
    with pytest.raises(ValueError, match="at most 8 empty squares, not 60"):
        search(Board.initial(), Choice(depth=None))
    with pytest.raises(ValueError, match="the game is over"):
        search(Board.from_text("X" * 64 + " O"), Choice())


def test_the_whole_tree_is_counted_if_that_is_quick_else_estimated() -> None:
    assert minimax_nodes(Board.initial(), Choice(depth=5)) == (1713, True)
    for index, board in enumerate(positions(Random(1), 12)):
        choice = Choice(Algorithm.MINIMAX, 1 + index % 3)
        assert minimax_nodes(board, choice) == (counted(board, choice).nodes, True), board.text()
    nodes, is_exact = minimax_nodes(random_position(Random(1), 20), Choice(depth=7))
    assert not is_exact
    assert nodes > 10_000_000
    for seed in range(2):
        board = random_position(Random(seed), 24)
        exact, _ = minimax_nodes(board, Choice(depth=4))
        assert estimate_nodes(board, Choice(Algorithm.MINIMAX, 4)) == pytest.approx(exact, rel=0.1)


def test_estimates_have_the_right_order() -> None:
    for (seed, algorithm), order in product(enumerate(list(Algorithm)[1:]), PLAIN_ORDERS):
        board = random_position(Random(seed), 24)
        choice = Choice(algorithm, 3, order, Memory.POSITIONS)
        assert 0.1 < estimate_nodes(board, choice) / counted(board, choice).nodes < 6


@pytest.mark.slow
@pytest.mark.parametrize("order", [Order.STATIC, Order.UNSORTED])
@pytest.mark.parametrize("algorithm", [Algorithm.MTDF, Algorithm.MT_SSS])
def test_estimates_of_repeated_searches_without_a_table(algorithm: Algorithm, order: Order) -> None:
    ratios = []
    for seed in range(4):
        board, choice = random_position(Random(seed), 24), Choice(algorithm, 5, order)
        ratios.append(counted(board, choice).nodes / estimate_nodes(board, choice))
    assert 1 / 3 < geometric_mean(ratios) < 3
