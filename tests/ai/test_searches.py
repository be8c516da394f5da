"""Equalities between all searches, of kernels and reference, whatever techniques they use."""

from contextlib import closing
from itertools import product
from random import Random

import numpy as np
import pytest

from ai.compiled import CompiledSearcher
from ai.engine import Engine
from ai.kernels import ordering, workspace
from ai.kernels.endgame import sort_endgame
from ai.kernels.evaluation import place_discs
from ai.kernels.midgame import sort_midgame
from ai.kernels.probcut import NEVER
from ai.kernels.recording import NO_DEPTH
from ai.kernels.table import Table
from ai.limits import ALL_TECHNIQUES, ENGINE_ALGORITHMS, Algorithm, Limit, Options, Order, Techniques
from ai.reference.searcher import ReferenceSearcher, midgame
from ai.search import parallel
from ai.search.parallel import Crew
from ai.search.root import RootSearch, Searcher
from ai.telemetry import Abandoned, Slot, new_telemetry
from ai.weights import ONE_DISC, default_weights
from benchmarks import FFO, read_problems
from game.board import PASS, Board, final_score, legal_moves, squares
from game.evaluation import Kind
from game.records.obf import Problem
from game.symmetry import symmetric_boards
from tests.ai.positions import endgame_node, midgame_node, positions, random_discs, random_position
from tests.ai.searching import FULL_WINDOW, PLAIN, analysed, begun, check_bound, estimated, published, solved

SEARCHER = CompiledSearcher(4)
ENGINE_ORDERS = tuple(Order)[:4]
TREE_SEARCHES = (Algorithm.MINIMAX, Algorithm.ALPHABETA, Algorithm.PVS)
WINDOWED = (Algorithm.ALPHABETA, Algorithm.PVS)
EVERY_TECHNIQUE = [Techniques(*each) for each in product((True, False), ENGINE_ORDERS, (True, False))]
# With more empties they take seconds.
PROBLEMS = [problem for problem in read_problems(FFO).values() if problem.board.empties <= 17]


def plain(board: Board, depth: int, algorithm: Algorithm) -> int:
    return midgame(board.player, board.opponent, *FULL_WINDOW, depth, algorithm)


def scores(board: Board, limit: Limit, algorithm: Algorithm, techniques: Techniques) -> dict[int, float]:
    """Returns full-width scores in discs by depth, without those that only tell who wins."""
    options = Options(algorithm, selective=False, techniques=techniques)
    iterations = published(board, limit, options, SEARCHER)[-1].iterations
    return {row.depth: row.score for row in iterations if row.kind is not Kind.OUTCOME}


def equal_scores(count: int, seed: int) -> dict[str, int]:
    """Checks that all searches agree on every face of `count` positions; returns counts of special cases."""
    tally = {"must pass": 0, "to the end": 0}
    for index, board in enumerate(positions(Random(seed), count)):
        depth = 1 + index % 4
        expected = plain(board, min(depth, 3), Algorithm.MINIMAX)
        for algorithm in WINDOWED:
            assert plain(board, min(depth, 3), algorithm) == expected, board.text()
        for algorithm in ENGINE_ALGORITHMS:
            assert estimated(board, min(depth, 3), algorithm) == expected, board.text()
        expected = estimated(board, depth, Algorithm.MINIMAX)
        for face, algorithm in product(symmetric_boards(board), ENGINE_ALGORITHMS):
            assert estimated(face, depth, algorithm) == expected, (board.text(), face.text())
        tally["must pass"] += board.must_pass()
        tally["to the end"] += depth >= board.empties
    return tally


@pytest.mark.parametrize("count", [16, pytest.param(500, marks=pytest.mark.slow)])
def test_all_searches_agree(count: int) -> None:
    tally = equal_scores(count, seed=3)
    assert tally["must pass"] >= count / 5
    assert tally["to the end"] >= count / 25


@pytest.mark.parametrize("algorithm", WINDOWED)
def test_scores_are_bounds(algorithm: Algorithm) -> None:
    rng = Random(6)
    for board in positions(rng, 40):
        exact = estimated(board, 2, Algorithm.MINIMAX)
        alpha = exact + rng.randrange(-30, 30)
        beta = alpha + rng.choice((1, 1, 7, 40))
        begun(PLAIN, algorithm)
        check_bound(exact, PLAIN.search(midgame_node(board, alpha, beta, 2, algorithm)), alpha, beta)
        check_bound(exact, midgame(board.player, board.opponent, alpha, beta, 2, algorithm), alpha, beta)


@pytest.mark.parametrize("algorithm", WINDOWED)
def test_the_plain_endgame_agrees_with_the_kernel(algorithm: Algorithm) -> None:
    boards = [board for board in positions(Random(9), 200) if board.empties <= 6]
    assert len(boards) > 18
    for board in boards:
        expected = estimated(board, board.empties, Algorithm.ALPHABETA) // ONE_DISC
        searcher = ReferenceSearcher(new_telemetry(algorithm), lambda: False)
        assert searcher.search(endgame_node(board, -64, 64, algorithm)) == expected


def test_the_counters_are_consistent() -> None:
    row = begun(SEARCHER)
    for depth in range(1, 9):
        SEARCHER.search(midgame_node(Board.initial(), *FULL_WINDOW, depth, Algorithm.PVS))
    assert 0 < row[Slot.FIRST_CUTOFFS] < row[Slot.CUTOFFS] < row[Slot.NODES]
    assert 0 < row[Slot.RESEARCHES] <= row[Slot.NULL_WINDOWS] < row[Slot.NODES]
    assert 0 < row[Slot.ANSWERS] < row[Slot.PROBES] < row[Slot.NODES]
    assert 0 < row[Slot.LEAVES] < row[Slot.NODES]


@pytest.mark.parametrize("slot", [Slot.STOP, Slot.WANTED])
def test_kernel_and_reference_stop_on_request(slot: Slot) -> None:
    row = begun(SEARCHER)
    row[slot] = 1
    searchers: list[Searcher] = [SEARCHER, ReferenceSearcher(row, lambda: False)]
    for searcher in searchers:
        with pytest.raises(Abandoned):
            searcher.search(midgame_node(Board.initial(), *FULL_WINDOW, 8, Algorithm.PVS))
    assert row[Slot.NODES] == 0


# The solver


@pytest.mark.parametrize("problem", PROBLEMS, ids=[problem.comment for problem in PROBLEMS])
@pytest.mark.parametrize("algorithm", WINDOWED)
def test_ffo(problem: Problem, algorithm: Algorithm) -> None:
    """Endgame problems of the Fédération Française d'Othello."""
    board = problem.board
    assert solved(board, algorithm, SEARCHER) == problem.best
    for move, score in problem.scores:
        after = board.play(move)
        replied = solved(after, algorithm, SEARCHER)
        assert (replied if after.turn is board.turn else -replied) == score


def perfect(board: Board) -> int:
    if board.is_over():
        return final_score(board.player, board.opponent)
    return max(-perfect(board.play(move)) for move in list(squares(board.legal_moves())) or [PASS])


@pytest.mark.parametrize("empties", range(1, 8))
def test_the_last_squares_match_minimax(empties: int) -> None:
    random, count = Random(empties), 15 if empties < 6 else 6  # minimax is slow
    boards = [random_position(random, 60 - empties), *(random_discs(random, empties) for _ in range(count))]
    begun(PLAIN)
    for board in boards:
        exact = perfect(board)
        assert PLAIN.search(endgame_node(board, -65, 65, Algorithm.PVS)) == exact, board.text()
        for alpha in range(-65, 65):
            found = PLAIN.search(endgame_node(board, alpha, alpha + 1, Algorithm.PVS))
            check_bound(exact, found, alpha, alpha + 1)


# Techniques change the work of a search, never its score


@pytest.mark.slow
def test_without_techniques_a_kernel_visits_the_nodes_of_the_plain_search() -> None:
    """Only PVS visits nodes again: the plain one spares those whose moves all led to leaves."""
    nothing = Techniques(table=False, order=Order.UNSORTED, aspiration=False)
    inside = twice = 0
    for board, algorithm in product(positions(Random(3), 5), TREE_SEARCHES):
        rows = begun(SEARCHER, algorithm, nothing), new_telemetry(algorithm)
        searchers: list[Searcher] = [SEARCHER, ReferenceSearcher(rows[1], lambda: False)]
        for searcher in searchers:
            searcher.search(midgame_node(board, *FULL_WINDOW, 3, algorithm))
        kernel, plain = (row[Slot.NODES] - row[Slot.LEAVES] for row in rows)
        again = rows[0][Slot.RESEARCHES] - rows[1][Slot.RESEARCHES]
        assert 0 <= kernel - plain <= again, (board.text(), algorithm)
        assert again == 0 or algorithm is Algorithm.PVS, (board.text(), algorithm)
        inside += plain
        twice += kernel - plain
    assert inside > 300
    assert twice > 0


@pytest.mark.slow
def test_scores_do_not_depend_on_search_or_techniques() -> None:
    """Each position is searched with half of the techniques, in turn."""
    must_pass = 0
    for index, board in enumerate(positions(Random(32), 8)):
        must_pass += board.must_pass()
        expected = scores(board, Limit(depth=4), Algorithm.MINIMAX, ALL_TECHNIQUES)
        for algorithm, techniques in product(ENGINE_ALGORITHMS, EVERY_TECHNIQUE[index % 2 :: 2]):
            found = scores(board, Limit(depth=4), algorithm, techniques)
            assert max(found) == max(expected)
            for depth, score in found.items():
                assert score == expected[depth], (board.text(), algorithm, techniques, depth)
    assert must_pass >= 2


@pytest.mark.slow
@pytest.mark.parametrize("techniques", EVERY_TECHNIQUE, ids=str)
def test_deeper_scores_agree_on_several_faces(techniques: Techniques) -> None:
    """Deep enough for killers, looking ahead and internal deepening to matter."""
    board = random_position(Random(33), 40)
    expected = scores(board, Limit(depth=8), Algorithm.PVS, ALL_TECHNIQUES)
    for face, algorithm in zip(list(symmetric_boards(board))[:5], ENGINE_ALGORITHMS[1:], strict=True):
        assert scores(face, Limit(depth=8), algorithm, techniques) == expected


def test_endgame_results_do_not_depend_on_techniques() -> None:
    boards = [board for board in positions(Random(34), 200) if 8 <= board.empties <= 12][:4]
    for index, board in enumerate(boards):
        expected = solved(board)
        for algorithm, techniques in product(ENGINE_ALGORITHMS[1:], EVERY_TECHNIQUE[index % 2 :: 2]):
            options = Options(algorithm, selective=False, techniques=techniques)
            found = published(board, Limit(solve=True), options, SEARCHER)[-1]
            assert (found.kind, found.score) == (Kind.EXACT, expected), (board.text(), techniques)
            assert -solved(board.play(found.move)) == expected, "the move, too, is one of that score"


def test_only_aspiration_finds_the_outcome_first() -> None:
    assert Options().techniques == ALL_TECHNIQUES == Techniques(table=True, order=Order.FULL, aspiration=True)
    board = next(board for board in positions(Random(35), 200) if 10 <= board.empties <= 12)
    for aspiration in (True, False):
        options = Options(selective=False, techniques=Techniques(aspiration=aspiration))
        iterations = published(board, Limit(solve=True), options, SEARCHER)[-1].iterations
        assert any(row.kind is Kind.OUTCOME for row in iterations) is aspiration


def test_threads_use_the_same_techniques(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_LEAST_DEPTH", 3)
    with closing(Crew(CompiledSearcher(4), 2)) as crew:
        for board in positions(Random(42), 4):
            expected = estimated(board, 6)
            for table, order in product((True, False), ENGINE_ORDERS):
                rows = [new_telemetry(Algorithm.PVS) for _ in range(2)]
                crew.begin(rows, Techniques(table, order))
                node = midgame_node(board, *FULL_WINDOW, 6, Algorithm.PVS)
                crew.share(node)
                assert crew.search(node) == expected
                crew.rest()
                assert table or not any(row[Slot.PROBES] for row in rows)


# The order of moves, and what techniques save


def order_of(board: Board, order: Order, is_end: bool) -> list[int]:
    """Returns the moves as a full-width kernel sorts them; history and killers favour the last one."""
    room = np.zeros(1, workspace.WORKSPACE)[0]
    room["order"], room["margins"], room["recorded_depth"] = order, NEVER, NO_DEPTH
    *_, last = squares(board.legal_moves())
    room["killers"][board.empties, 0] = 1 << last
    room["history"][board.empties & 1, last] = ordering.HISTORY_LIMIT - 1
    words = np.uint64(board.player), np.uint64(board.opponent)
    telemetry = np.frombuffer(new_telemetry(), workspace.TELEMETRY, count=1)[0]
    telemetry["wanted"] = room["algorithm"] = Algorithm.PVS
    values = np.frombuffer(default_weights().values, workspace.WEIGHTS)[0]
    crew = np.zeros(1, workspace.CREW)[0]
    context = workspace.SearchContext(telemetry, room, values, Table(0).record, crew)
    place_discs(room, *words)
    moves = np.uint64(legal_moves(board.player, board.opponent))
    count = sort_endgame(*words, moves, context) if is_end else sort_midgame(*words, moves, 10, context)
    assert not telemetry["abandoned"]
    return [int(square) for square in room["moves"][board.empties, :count]]


@pytest.mark.parametrize("count", [1, 2, 15, 16, 17, 31, 33, 47])
def test_moves_are_sorted_by_value(count: int) -> None:
    random = Random(count)
    room = np.zeros(1, workspace.WORKSPACE)[0]
    room["unsorted"][30] = np.iinfo(np.int32).max  # leftovers of another position do not count
    entries = [(random.randint(-6400, 6400), square) for square in random.sample(range(64), count)]
    room["unsorted"][30, :count] = [64 * worth + square for worth, square in entries]
    ordering.sort_moves(room, 30, count)
    assert room["moves"][30, :count].tolist() == [square for _, square in sorted(entries, reverse=True)]


@pytest.mark.parametrize("is_end", [False, True])
def test_each_order_sorts_differently(is_end: bool) -> None:
    """The endgame search has no killers."""
    found: dict[Order, list[list[int]]] = {order: [] for order in ENGINE_ORDERS}
    for board in (random_position(Random(seed), 20 + 2 * seed) for seed in range(9)):
        legal = list(squares(board.legal_moves()))
        for order in ENGINE_ORDERS if legal else ():
            found[order].append(order_of(board, order, is_end))
            assert sorted(found[order][-1]) == legal
        if legal:
            assert found[Order.UNSORTED][-1] == legal
            ahead = found[Order.KILLERS][-1].index(legal[-1]) <= found[Order.STATIC][-1].index(legal[-1])
            assert is_end or ahead, "the killer"
    assert (found[Order.STATIC] == found[Order.KILLERS]) is is_end
    assert len({str(orders) for orders in found.values()}) == len(ENGINE_ORDERS) - is_end


def test_the_unsorted_root_begins_with_the_first_square() -> None:
    """At every depth, however good another move was."""
    board = random_position(Random(39), 20)
    options = Options(selective=False, techniques=Techniques(order=Order.UNSORTED))
    search = RootSearch(board, Limit(depth=4), options, new_telemetry(), lambda _: None, 0.0)
    for _ in range(3):
        assert search._moves_in_order()[0] == next(squares(board.legal_moves()))
        search._order.reverse()


def test_each_technique_saves_nodes(engine: Engine) -> None:
    """In total over three middle games of 20 to 22 discs, to depth 8."""
    boards = [random_position(Random(seed), 16 + seed) for seed in range(3)]

    def nodes(**techniques: object) -> int:
        options = Options(Algorithm.ALPHABETA, selective=False, techniques=Techniques(**techniques))  # type: ignore[arg-type]
        return sum(analysed(engine, board, Limit(depth=8), options).counters().nodes for board in boards)

    assert (
        nodes()
        < nodes(order=Order.KILLERS, table=False)
        < nodes(order=Order.STATIC, table=False)
        < nodes(order=Order.UNSORTED)
    )
    assert nodes() < nodes(table=False)


def test_a_disabled_table_is_not_used(engine: Engine) -> None:
    board = random_position(Random(40), 20)
    without = Options(techniques=Techniques(table=False))
    counters = analysed(engine, board, Limit(depth=7), without).counters()
    assert (counters.probes, counters.answers) == (0, 0)
    assert counters.answer_share is None
    counters = analysed(engine, board, Limit(depth=8), Options(selective=False)).counters()
    assert 0 < counters.answers < counters.probes
    assert counters.answer_share == counters.answers / counters.probes
    engine.analyse(board, Limit(depth=8), without).result()
    again = engine.analyse(board, Limit(depth=8), Options(selective=False))
    again.result()
    assert again.counters().nodes < counters.nodes / 4, "the table is as it was"
