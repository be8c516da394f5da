"""What a search may be told to leave out changes its work, and never its score."""

from __future__ import annotations

import time
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
from ai.limits import (
    ALL_TECHNIQUES,
    ENGINE_ALGORITHMS,
    Algorithm,
    Counters,
    Limit,
    Options,
    Order,
    Progress,
    Techniques,
)
from ai.reference import ReferenceSearcher
from ai.reference import midgame as reference_midgame
from ai.search import parallel
from ai.search.parallel import Crew
from ai.search.root import RootSearch
from ai.telemetry import Slot, Telemetry, new_telemetry
from ai.weights import MAX_SCORE, default_weights
from game.board import Board, legal_moves, squares
from game.evaluation import Kind
from game.symmetry import symmetric_boards
from tests.ai.positions import endgame_node, midgame_node, positions, random_position

SEARCHER = CompiledSearcher(4)
FULL_WINDOW = (-MAX_SCORE - 1, MAX_SCORE + 1)
ENGINE_ORDERS = tuple(Order)[:-1]
TREE_SEARCHES = (Algorithm.MINIMAX, Algorithm.ALPHABETA, Algorithm.PVS)
EVERY_TECHNIQUE = [
    Techniques(table, order, aspiration)
    for table, order, aspiration in product((True, False), ENGINE_ORDERS, (True, False))
]


def begun(algorithm: Algorithm, techniques: Techniques) -> Telemetry:
    """The searcher with an empty table; where it counts."""
    telemetry = new_telemetry(algorithm)
    SEARCHER.clear()
    SEARCHER.begin(telemetry, techniques)
    return telemetry


def midgame(board: Board, depth: int, algorithm: Algorithm, techniques: Techniques) -> int:
    begun(algorithm, techniques)
    return SEARCHER.search(midgame_node(board, *FULL_WINDOW, depth, algorithm))


def searched(board: Board, limit: Limit, algorithm: Algorithm, techniques: Techniques) -> Progress:
    """The last word of a full-width search on an empty table."""
    options, telemetry = (
        Options(algorithm, selective=False, techniques=techniques),
        begun(algorithm, techniques),
    )
    published: list[Progress] = []
    search = RootSearch(board, limit, options, telemetry, published.append, time.perf_counter())
    search.run(lambda: SEARCHER)
    return published[-1]


def scores(progress: Progress) -> dict[int, float]:
    """By depth, in discs; whether a game is won is no score."""
    return {row.depth: row.score for row in progress.iterations if row.kind is not Kind.OUTCOME}


def counted(engine: Engine, board: Board, depth: int, options: Options) -> Counters:
    engine.start_anew()
    analysis = engine.analyse(board, Limit(depth=depth), options)
    analysis.result()
    return analysis.counters()


def test_a_kernel_has_the_score_of_plain_minimax_whatever_it_leaves_out() -> None:
    must_pass = 0
    for index, board in enumerate(positions(Random(31), 24)):
        depth = 1 + index % 3
        expected = reference_midgame(board.player, board.opponent, *FULL_WINDOW, depth, Algorithm.MINIMAX)
        must_pass += board.must_pass()
        for algorithm, table, order in product(TREE_SEARCHES, (True, False), ENGINE_ORDERS):
            assert midgame(board, depth, algorithm, Techniques(table, order)) == expected, board.text()
    assert must_pass >= 6


def test_without_techniques_a_kernel_counts_the_nodes_of_the_plain_search_but_no_leaf_twice() -> None:
    plain = Techniques(table=False, order=Order.UNSORTED, aspiration=False)
    leaves = twice = 0
    for board in positions(Random(3), 6):
        for algorithm in TREE_SEARCHES:
            rows = new_telemetry(), new_telemetry()
            for row in rows:
                row[Slot.WANTED] = algorithm
            SEARCHER.begin(rows[0], plain)
            reference = ReferenceSearcher(rows[1], lambda: False)
            for searcher in (SEARCHER, reference):
                searcher.search(midgame_node(board, *FULL_WINDOW, 4, algorithm))
            kernel, plainly = rows
            again = plainly[Slot.LEAVES] - kernel[Slot.LEAVES]
            assert plainly[Slot.NODES] - kernel[Slot.NODES] == again, (board.text(), algorithm)
            assert again >= 0 if algorithm is Algorithm.PVS else again == 0, (board.text(), algorithm)
            leaves += kernel[Slot.LEAVES]
            twice += again
    assert leaves > 1000
    assert twice > 0


def test_every_search_has_one_score_at_every_depth_whatever_it_leaves_out() -> None:
    must_pass = 0
    for board in positions(Random(32), 8):
        must_pass += board.must_pass()
        expected = scores(searched(board, Limit(depth=5), Algorithm.MINIMAX, ALL_TECHNIQUES))
        for algorithm, techniques in product(ENGINE_ALGORITHMS, EVERY_TECHNIQUE):
            found = scores(searched(board, Limit(depth=5), algorithm, techniques))
            assert max(found) == max(expected)
            for depth, score in found.items():
                assert score == expected[depth], (board.text(), algorithm, techniques, depth)
    assert must_pass >= 2


@pytest.mark.parametrize("techniques", EVERY_TECHNIQUE, ids=str)
def test_a_deeper_search_has_one_score_on_all_faces(techniques: Techniques) -> None:
    """Deep enough for killers, looking ahead and internal deepening to have a say."""
    board = random_position(Random(33), 40)
    expected = scores(searched(board, Limit(depth=8), Algorithm.PVS, ALL_TECHNIQUES))
    for face, algorithm in zip(symmetric_boards(board), [*ENGINE_ALGORITHMS][1:] * 2, strict=False):
        assert scores(searched(face, Limit(depth=8), algorithm, techniques)) == expected


def test_an_endgame_has_one_result_whatever_is_left_out() -> None:
    boards = [board for board in positions(Random(34), 200) if 8 <= board.empties <= 12][:4]
    for board in boards:
        expected = searched(board, Limit(solve=True), Algorithm.PVS, ALL_TECHNIQUES)
        assert expected.kind is Kind.EXACT
        for algorithm, techniques in product([*ENGINE_ALGORITHMS][1:], EVERY_TECHNIQUE):
            found = searched(board, Limit(solve=True), algorithm, techniques)
            assert (found.kind, found.score) == (Kind.EXACT, expected.score), (board.text(), techniques)
            SEARCHER.begin(new_telemetry(Algorithm.PVS))
            reply = SEARCHER.search(endgame_node(board.play(found.move), -64, 64, Algorithm.PVS))
            assert -reply == expected.score, "the move, too, is one of that score"


def test_without_aspiration_nobody_asks_first_who_wins() -> None:
    assert Options().techniques == ALL_TECHNIQUES == Techniques(table=True, order=Order.FULL, aspiration=True)
    board = next(board for board in positions(Random(35), 200) if 10 <= board.empties <= 12)
    for aspiration in (True, False):
        found = searched(board, Limit(solve=True), Algorithm.PVS, Techniques(aspiration=aspiration))
        assert any(row.kind is Kind.OUTCOME for row in found.iterations) is aspiration


def order_of(board: Board, order: Order, depth: int, is_end: bool = False) -> list[int]:
    """The moves as a kernel sorts them at full width; history and killers say that the last legal one is the
    best.
    """
    room = np.zeros(1, workspace.WORKSPACE)[0]
    room["order"] = order
    room["margins"] = NEVER
    room["recorded_depth"] = NO_DEPTH
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
    count = sort_endgame(*words, moves, context) if is_end else sort_midgame(*words, moves, depth, context)
    assert not telemetry["abandoned"]
    return [int(square) for square in room["moves"][board.empties, :count]]


@pytest.mark.parametrize("count", [1, 2, 15, 16, 17, 31, 33, 47])
def test_moves_are_sorted_by_their_worth(count: int) -> None:
    random = Random(count)
    room = np.zeros(1, workspace.WORKSPACE)[0]
    room["unsorted"][30] = np.iinfo(np.int32).max  # what another position has left does not count
    chosen = random.sample(range(64), count)
    worths = [random.randint(-6400, 6400) for _ in chosen]
    room["unsorted"][30, :count] = [64 * worth + square for worth, square in zip(worths, chosen, strict=True)]
    ordering.sort_moves(room, 30, count)
    expected = sorted(zip(worths, chosen, strict=True), reverse=True)
    assert [int(square) for square in room["moves"][30, :count]] == [square for _, square in expected]


@pytest.mark.parametrize("is_end", [False, True])
def test_each_step_of_the_order_adds_something(is_end: bool) -> None:
    """At the end of the game there are no killers to ask."""
    found: dict[Order, list[list[int]]] = {order: [] for order in ENGINE_ORDERS}
    for board in (random_position(Random(seed), 20 + 2 * seed) for seed in range(9)):
        legal = list(squares(board.legal_moves()))
        for order in ENGINE_ORDERS if legal else ():
            found[order].append(order_of(board, order, 10, is_end))
            assert sorted(found[order][-1]) == legal
        if legal:
            assert found[Order.UNSORTED][-1] == legal
            ahead = found[Order.KILLERS][-1].index(legal[-1]) <= found[Order.STATIC][-1].index(legal[-1])
            assert is_end or ahead, "the killer"
    assert (found[Order.STATIC] == found[Order.KILLERS]) is is_end
    assert len({str(orders) for orders in found.values()}) == len(ENGINE_ORDERS) - is_end


def test_unsorted_the_root_begins_with_the_first_square_at_every_depth() -> None:
    """All its moves are searched as generated, however good another one was."""
    board = random_position(Random(39), 20)
    seen: list[int] = []
    options = Options(selective=False, techniques=Techniques(order=Order.UNSORTED))
    search = RootSearch(board, Limit(depth=4), options, new_telemetry(), lambda _: None, time.perf_counter())
    for _ in range(3):
        seen.append(search._moves_in_order()[0])
        search._order.reverse()
    assert set(seen) == {next(squares(board.legal_moves()))}


def test_each_technique_saves_nodes(engine: Engine) -> None:
    """In sum over middle games of 20 to 30 discs, to depth 8."""
    boards = [random_position(Random(seed), 16 + seed) for seed in range(6)]

    def nodes(techniques: Techniques, algorithm: Algorithm = Algorithm.ALPHABETA) -> int:
        options = Options(algorithm, selective=False, techniques=techniques)
        return sum(counted(engine, board, 8, options).nodes for board in boards)

    full, *others = (
        nodes(techniques)
        for techniques in (
            ALL_TECHNIQUES,
            Techniques(order=Order.KILLERS, table=False),
            Techniques(order=Order.STATIC, table=False),
            Techniques(order=Order.UNSORTED),
        )
    )
    assert full < others[0] < others[1] < others[2]
    assert full < nodes(Techniques(table=False))


def test_without_a_table_nothing_is_asked_of_it(engine: Engine) -> None:
    board = random_position(Random(40), 20)
    counters = counted(engine, board, 7, Options(techniques=Techniques(table=False)))
    assert (counters.probes, counters.hits, counters.answers, counters.table_fill) == (0, 0, 0, 0.0)
    assert counters.answer_share is None
    counters = counted(engine, board, 8, Options(selective=False))
    assert 0 < counters.answers < counters.probes
    assert counters.answer_share == counters.answers / counters.probes
    engine.analyse(board, Limit(depth=8), Options(techniques=Techniques(table=False))).result()
    again = engine.analyse(board, Limit(depth=8), Options(selective=False))
    again.result()
    assert again.counters().nodes < counters.nodes / 4, "the table is as it was"


def test_several_threads_leave_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_LEAST_DEPTH", 3)
    with closing(Crew(CompiledSearcher(4), 2)) as crew:
        for board in positions(Random(42), 8):
            expected = midgame(board, 6, Algorithm.PVS, ALL_TECHNIQUES)
            for table, order in product((True, False), ENGINE_ORDERS):
                rows = [new_telemetry(Algorithm.PVS) for _ in range(2)]
                crew.begin(rows, Techniques(table, order))
                node = midgame_node(board, *FULL_WINDOW, 6, Algorithm.PVS)
                crew.share(node)
                assert crew.search(node) == expected
                crew.rest()
                assert table or not any(row[Slot.PROBES] for row in rows)
