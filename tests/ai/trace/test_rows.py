"""The recorded tree is what was searched: checked against the rules of the game and of the search, also while
it grows and when it is full.
"""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

import benchmarks
from ai.engine import Analysis, Engine
from ai.kernels.recording import NO_ROW, enter, leave
from ai.kernels.workspace import RECORDED_ROWS, ROW, TELEMETRY, WORKSPACE
from ai.limits import ENGINE_ALGORITHMS, Algorithm, Limit, Options, Order, Techniques
from ai.reference.tree import NO_MOVE
from ai.telemetry import Reason, Slot
from ai.trace.rows import LEAST_DEPTH, LEAST_EMPTIES, WHOLE, RowRecorder, _newest
from ai.trace.tree import NO_NODE, NodeKind, RecordedTree
from benchmarks import read_problems
from game.board import PASS, Board, flips, legal_moves
from tests.ai.positions import midgame_node, positions, random_discs
from tests.ai.searching import analysed
from tests.samples import START

MIDDLEGAMES = [problem.board for problem in read_problems(benchmarks.MIDDLEGAMES).values()]
FFO = [problem.board for problem in read_problems(benchmarks.FFO).values()]
PLIES = 5


def check(tree: RecordedTree) -> None:
    """Checks what must hold of any tree, also of a growing and of a full one."""
    is_root = tree.parent < 0
    child = np.flatnonzero(~is_root)
    parent = tree.parent[child]
    assert is_root[0]
    assert not tree.ply[is_root].any()
    assert (parent < child).all()
    assert (tree.ply[child] == tree.ply[parent] + 1).all()

    # The work: a column is within that of its parent, and siblings are side by side.
    assert (tree.size >= 0).all()
    assert (tree.start >= 0).all()
    below = np.bincount(parent, weights=tree.size[child], minlength=len(tree))
    assert (below <= tree.size).all()
    assert (tree.start[child] >= tree.start[parent]).all()
    assert (tree.start[child] + tree.size[child] <= tree.start[parent] + tree.size[parent]).all()
    for ply in range(tree.plies):
        columns = tree.columns(ply)
        assert (columns.left[1:] >= columns.left[:-1] + columns.width[:-1]).all()
    assert (tree.start + tree.size <= tree.width).all()

    # The value: kind, value and window agree.
    assert (tree.alpha < tree.beta).all()
    is_open = tree.kind == NodeKind.OPEN
    assert (is_open == (tree.reason == Reason.OPEN)).all()
    assert ((tree.value >= tree.beta) == (tree.kind == NodeKind.CUT))[~is_open].all()
    assert ((tree.value <= tree.alpha) == (tree.kind == NodeKind.ALL))[~is_open].all()
    for reason, kind in ((Reason.CUT, NodeKind.CUT), (Reason.STABILITY, NodeKind.ALL)):
        assert (tree.kind[tree.reason == reason] == kind).all()
    assert (tree.kind[tree.reason == Reason.PROBCUT] != NodeKind.PV).all()
    assert ((tree.ply[is_open][1:] - tree.ply[is_open][:-1]) == 1).all(), "one path is open"

    # The window: that of a move is its parent's, negated, and perhaps narrower.
    is_look = tree.is_look[child]
    move, up = child[~is_look], parent[~is_look]
    assert (-tree.beta[move] >= tree.alpha[up]).all()
    assert (-tree.alpha[move] <= tree.beta[up]).all()
    passed = tree.move[move] == PASS
    assert (-tree.beta[move] == tree.alpha[up])[passed].all()
    assert (-tree.alpha[move] == tree.beta[up])[passed].all()
    assert (tree.depth[move] == tree.depth[up] - ~passed).all()
    assert (tree.is_exact[move] == tree.is_exact[up]).all()
    assert (tree.depth[child] < tree.depth[parent])[is_look].all()
    assert (tree.move[tree.is_look | is_root] == NO_MOVE).all()


def check_rules(tree: RecordedTree, board: Board) -> None:
    for node in range(len(tree)):
        player, opponent = int(tree.player[node]), int(tree.opponent[node])
        up, move = int(tree.parent[node]), int(tree.move[node])
        if up < 0:
            assert (player, opponent) == (board.player, board.opponent)
            continue
        above = int(tree.player[up]), int(tree.opponent[up])
        if tree.is_look[node]:
            assert (player, opponent) == above
        elif move == PASS:
            assert not legal_moves(*above)
            assert (opponent, player) == above
        else:
            turned = flips(*above, move)
            assert turned
            assert (player, opponent) == (above[1] ^ turned, above[0] ^ turned ^ 1 << move)
        if tree.reason[node] == Reason.GAME_OVER:
            assert not legal_moves(player, opponent)
            assert not legal_moves(opponent, player)
        if tree.reason[node] == Reason.PASSED:
            assert not legal_moves(player, opponent)


def check_values(tree: RecordedTree) -> None:
    """Checks that a node with all moves recorded has the value of the best one; full width only."""
    least = LEAST_EMPTIES if tree.to_the_end else LEAST_DEPTH if tree.root_depth > WHOLE else 0
    least = max(tree.root_depth - PLIES, least)
    tried = 0
    for node in range(len(tree)):
        searched = tree.reason[node] in (Reason.ALL_MOVES, Reason.CUT, Reason.PASSED)
        if searched and tree.depth[node] > least:
            below = np.flatnonzero((tree.parent == node) & ~tree.is_look)
            assert tree.value[node] == (-tree.value[below]).max()
            tried += 1
    assert tried or tree.plies < 2


def check_trees(analysis: Analysis) -> tuple[RecordedTree, ...]:
    """Checks that each iteration has a tree, that of the first thread; returns the trees."""
    iterations, trees = analysis.progress.iterations, analysis.trees()
    assert [tree.iteration for tree in trees] == list(range(len(iterations)))
    assert sum(tree.width for tree in trees) == analysis.rows[0][Slot.NODES]
    for tree, row in zip(trees, iterations, strict=True):
        assert (tree.is_finished, tree.root_depth) == (True, row.depth)
        assert (tree.algorithm, tree.confidence) == (row.algorithm, row.confidence)
        assert tree.size[tree.parent < 0].sum() == tree.width
        assert tree.width == row.nodes if len(analysis.rows) == 1 else tree.width <= row.nodes
        check(tree)
    return trees


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ENGINE_ALGORITHMS)
@pytest.mark.parametrize("selective", [False, True])
def test_every_iteration_has_a_tree(algorithm: Algorithm, selective: bool, engine: Engine) -> None:
    limit = Limit(depth=5 if algorithm is Algorithm.MINIMAX else 9)
    for board in [MIDDLEGAMES[9], *positions(Random(51), 4)]:
        analysis = analysed(engine, board, limit, Options(algorithm, selective=selective, record=PLIES))
        for tree in check_trees(analysis)[-3:]:
            if len(tree) < 1000:
                check_rules(tree, board)
                if not selective and not tree.is_full:
                    check_values(tree)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ENGINE_ALGORITHMS)
@pytest.mark.parametrize("selective", [False, True])
def test_the_first_iterations_are_recorded_to_the_leaves(
    algorithm: Algorithm, selective: bool, engine: Engine
) -> None:
    """Every counted node has a row, and the search is the same as without recording."""
    for board in [MIDDLEGAMES[0], *positions(Random(58), 4)]:
        options = Options(algorithm, selective=selective, record=7)
        limit = Limit(depth=3 if algorithm is Algorithm.MINIMAX else WHOLE)
        plain = analysed(engine, board, limit, replace(options, record=0))
        analysis = analysed(engine, board, limit, options)
        for count in ("nodes", "leaves", "cutoffs"):
            assert getattr(analysis.counters(), count) == getattr(plain.counters(), count)
        assert analysis.progress.pv == plain.progress.pv
        for tree in analysis.trees():
            check(tree)
            check_rules(tree, board)
            if tree.to_the_end or tree.is_full:
                continue
            assert tree.plies > 1
            if not selective:
                check_values(tree)
                is_leaf = tree.depth == 0
                is_over = tree.reason == Reason.GAME_OVER
                assert (is_leaf == (tree.reason == Reason.EVALUATED) | (is_over & is_leaf)).all()
                assert (tree.size[is_leaf] == 1).all()
                if tree.root_depth <= 2:  # no moves are searched in order to sort them
                    assert len(tree) == tree.width + (tree.parent < 0).sum()


def test_every_reason_occurs(engine: Engine) -> None:
    """First those of a search in plies; then, when solving, all but that of a leaf."""
    found: set[int] = set()
    for board in positions(Random(52), 20):
        analysis = analysed(engine, board, Limit(depth=6), Options(selective=False, record=6))
        for tree in analysis.trees():
            check(tree)
            if len(tree) < 500:
                check_rules(tree, board)
            found |= {*np.unique(tree.reason).tolist(), *({PASS} & set(tree.move.tolist()))}
    assert {Reason.PASSED, Reason.GAME_OVER, Reason.CUT, Reason.ALL_MOVES, Reason.TABLE, PASS} <= found
    found, rng = set(), Random(57)
    for board in (*FFO[:3], FFO[20], *(random_discs(rng, rng.randrange(8, 13)) for _ in range(40))):
        analysis = analysed(engine, board, Limit(solve=True), Options(record=30))
        for tree in analysis.trees():
            check(tree)
            if tree.to_the_end:
                found |= {*np.unique(tree.reason).tolist()}
                assert tree.is_exact[~tree.is_look & (tree.ply <= 1)].all()
    assert found >= {*Reason} - {Reason.OPEN, Reason.EVALUATED}


def test_internal_deepening_is_a_look_with_the_window_of_its_node(engine: Engine) -> None:
    """At full width the only shallow looks are for nodes without a move in the table."""
    looks = 0
    for board in MIDDLEGAMES[:5]:
        analysis = analysed(engine, board, Limit(depth=10), Options(selective=False, record=8))
        for tree in analysis.trees():
            look = np.flatnonzero(tree.is_look)
            assert (tree.alpha[look] == tree.alpha[tree.parent[look]]).all()
            assert (tree.depth[look] == tree.depth[tree.parent[look]] // 2).all()
            looks += len(look)
    assert looks


def test_requested_plies_are_recorded(engine: Engine) -> None:
    for plies in (1, 4, 7):
        options = Options(record=plies, selective=False)
        tree = analysed(engine, MIDDLEGAMES[9], Limit(depth=9), options).trees()[-1]
        free = np.zeros(len(tree), int)  # plies that cost no depth
        for node in np.flatnonzero(tree.parent != NO_NODE):
            free[node] = free[tree.parent[node]] + (tree.move[node] == PASS)
        assert (tree.ply - free).max() == plies
        assert tree.plies == tree.ply.max() + 1
        assert tree.depth.min() == max(9 - plies, LEAST_DEPTH)


def test_a_full_record_is_consistent(engine: Engine) -> None:
    """Also if MT-SSS* opens a root for every pass, and goes on without room for one more."""
    unsorted = Techniques(order=Order.UNSORTED)
    for algorithm, depth in ((Algorithm.PVS, 9), (Algorithm.MT_SSS, 8)):
        options = Options(algorithm, record=60, selective=False, techniques=unsorted)
        analysis = analysed(engine, MIDDLEGAMES[9], Limit(depth=depth), options)
        trees = analysis.trees()
        assert trees[-1].is_full
        for tree in trees:
            check(tree)
            assert tree.is_finished
            assert tree.width == analysis.progress.iterations[tree.iteration].nodes
        if algorithm is Algorithm.PVS:
            assert not trees[4].is_full
            assert len(trees[-1]) == RECORDED_ROWS
            assert not (trees[-1].kind == NodeKind.OPEN).any()


def test_a_tree_can_be_read_while_it_grows(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.trace.rows.REFRESH", 0.0)
    engine.clear_and_allocate()
    analysis = engine.analyse(MIDDLEGAMES[1], Limit(seconds=60), Options(record=7, selective=False))
    running = 0
    seen: dict[int, RecordedTree] = {}
    while running <= 10 or len(seen) < 5:
        assert not analysis.is_done
        for tree in analysis.trees():
            if tree.is_finished:
                assert seen.setdefault(tree.iteration, tree) is tree
            else:
                check(tree)
                running += bool((tree.kind == NodeKind.OPEN).any())
    analysis.stop()
    analysis.wait()
    last = analysis.trees()[-1]
    check(last)
    assert last is analysis.trees()[-1]


def test_a_snapshot_does_not_change(engine: Engine) -> None:
    analysis = analysed(engine, MIDDLEGAMES[9], Limit(depth=6), Options(record=5))
    tree = analysis.trees()[-1]
    nodes = tree.size.copy()
    with pytest.raises(ValueError, match="read-only"):
        tree.size[0] = 1
    plain = analysed(engine, MIDDLEGAMES[3], Limit(depth=8), Options())
    assert plain.trees() == ()
    other = analysed(engine, MIDDLEGAMES[3], Limit(depth=8), Options(record=60))
    assert (other.counters().nodes, other.progress.pv) == (plain.counters().nodes, plain.progress.pv)
    assert analysis.trees()[-1] is tree
    assert (tree.size == nodes).all()
    for plies in (-1, 61):
        with pytest.raises(ValueError, match=f"a search records 0 to 60 plies, not {plies}"):
            Options(record=plies)


def test_the_running_tree_is_renewed_some_times_a_second(engine: Engine) -> None:
    engine.clear_and_allocate()
    analysis = engine.analyse(MIDDLEGAMES[1], Limit(seconds=0.5), Options(record=7, selective=False))
    made = set()
    began = time.perf_counter()
    while not analysis.is_done:
        made |= {id(tree) for tree in analysis.trees() if not tree.is_finished}
        time.sleep(0.005)
    lasted = time.perf_counter() - began
    assert 1 <= len(made) <= lasted / 0.2 + len(analysis.trees()) + 1


@pytest.mark.parametrize(("algorithm", "selective"), [(Algorithm.ALPHABETA, False), (Algorithm.PVS, True)])
def test_several_threads_record_the_tree_of_the_first(
    algorithm: Algorithm, selective: bool, engine: Engine
) -> None:
    """The shared table has more results than its tree shows; the tree is consistent all the same."""
    options = Options(algorithm, selective=selective, record=PLIES, threads=3)
    for board, limit in ((MIDDLEGAMES[1], Limit(depth=9)), (FFO[0], Limit(solve=True))):
        check_rules(check_trees(analysed(engine, board, limit, options))[-1], board)


def test_an_abandoned_iteration_leaves_no_tree(engine: Engine) -> None:
    engine.clear_and_allocate()
    analysis = engine.analyse(MIDDLEGAMES[1], Limit(seconds=0.5), Options(record=6, selective=False))
    rng = Random(53)
    while not analysis.is_done:
        analysis.switch(rng.choice((Algorithm.PVS, Algorithm.ALPHABETA)))
        time.sleep(0.01)
    iterations, trees = analysis.progress.iterations, analysis.trees()
    assert [tree.iteration for tree in trees][: len(iterations)] == list(range(len(iterations)))
    for tree in trees:
        check(tree)
        if tree.iteration < len(iterations):
            assert tree.algorithm is iterations[tree.iteration].algorithm
            assert tree.width == iterations[tree.iteration].nodes
    assert all(tree.is_finished for tree in trees[:-1])


@pytest.fixture
def recorder() -> RowRecorder:
    """Returns a recorder without a search: the test enters and leaves the nodes."""
    return RowRecorder(60, np.zeros(1, TELEMETRY)[0], np.zeros(1, WORKSPACE)[0])


ROOT = midgame_node(START, -1, 1, 9, Algorithm.PVS)


def enter_node(recorder: RowRecorder, depth: int) -> int:
    position = np.uint64(START.player), np.uint64(START.opponent)
    return int(enter(*position, -1, 1, depth, False, recorder._telemetry, recorder._workspace))


def test_no_node_is_open_below_a_closed_one(recorder: RowRecorder) -> None:
    """A copy of many bytes may begin at their end, while the search goes on."""
    workspace, telemetry = recorder._workspace, recorder._telemetry

    class CopiedFromItsEnd(np.ndarray[Any, np.dtype[Any]]):
        def copy(self, order: Any = "C") -> Any:
            end = np.array(self[-ROW.itemsize :])
            for row in (second, first):
                leave(row, 0, int(Reason.ALL_MOVES), telemetry, workspace)
            copied = np.array(self, order=order)
            copied[-ROW.itemsize :] = end
            return copied

    recorder.open_root(ROOT, 0)
    first, second = enter_node(recorder, 8), enter_node(recorder, 7)
    recorder._workspace = {"rows": workspace["rows"].view(CopiedFromItsEnd)}
    (tree,) = recorder.trees()
    assert tree.kind.tolist() == [NodeKind.OPEN, NodeKind.PV, NodeKind.PV]


def test_an_iteration_abandoned_without_room_for_its_root_restarts(recorder: RowRecorder) -> None:
    recorder.open_root(ROOT, 0)
    recorder._telemetry["recorded"] = RECORDED_ROWS
    assert enter_node(recorder, 8) == NO_ROW
    recorder.close_root(0)
    recorder.open_root(ROOT, 0)
    recorder.open_root(ROOT, 0)
    (tree,) = recorder.trees()
    assert (len(tree), tree.is_full) == (1, False)
    recorder.close()
    assert not recorder.trees()[0].is_finished


@pytest.mark.parametrize("options", [Options(all_moves=True), Options(level=9)], ids=["hints", "level 9"])
def test_a_tree_has_one_root_and_each_of_its_moves_once(engine: Engine, options: Options) -> None:
    for seed, empties in ((61, 10), (62, 12), (63, 14)):
        board = random_discs(Random(seed), empties)
        analysis = analysed(engine, board, Limit(depth=14), replace(options, record=7))
        assert any(tree.to_the_end for tree in analysis.trees())
        for tree in analysis.trees():
            check(tree)
            check_rules(tree, board)
            assert (tree.parent < 0).sum() == 1
            assert (tree.ply == 1).sum() == max(board.legal_moves().bit_count(), 1)


def test_the_oldest_trees_are_dropped(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = analysed(engine, MIDDLEGAMES[9], Limit(depth=7), Options(record=6, selective=False))
    trees = analysis.trees()
    for room in (0, len(trees[-1]), len(trees[-1]) + len(trees[-2]), 10**6):
        monkeypatch.setattr("ai.trace.rows.KEPT_ROWS", room)
        kept = tuple(_newest(trees))
        assert kept == trees[len(trees) - len(kept) :]
        assert len(kept) == 1 or sum(map(len, kept)) <= room
    assert tuple(_newest(trees)) == trees


# Columns


@pytest.fixture(scope="module")
def tree(engine: Engine) -> RecordedTree:
    options = Options(record=7, selective=False)
    return analysed(engine, MIDDLEGAMES[1], Limit(depth=10), options).trees()[-1]


def test_every_node_has_one_column(tree: RecordedTree) -> None:
    rng = Random(54)
    nodes = np.concatenate([tree.columns(ply).node for ply in range(tree.plies)])
    assert sorted(nodes) == list(range(len(tree)))
    for ply in range(tree.plies):
        columns = tree.columns(ply)
        for found, array in ((ply, tree.ply), (columns.left, tree.start), (columns.width, tree.size)):
            assert (array[columns.node] == found).all()
        for _ in range(20):  # a part has its visible columns
            left = rng.random() * tree.width
            right = left + rng.random() * (tree.width - left)
            seen = (columns.left + columns.width > left) & (columns.left < right)
            assert (tree.columns(ply, left, right).node == columns.node[seen]).all()
    assert len(tree.columns(tree.plies).node) == len(tree.columns(-1).node) == 0


def test_a_column_that_ends_at_the_left_does_not_hide_the_next(tree: RecordedTree) -> None:
    hidden = 0
    for ply in range(tree.plies):
        columns = tree.columns(ply)
        for before, node in list(pairwise(columns.node))[::5]:
            left, right = (float(tree.start[node] + share * tree.size[node]) for share in (-0.01, 2.0))
            hidden += tree.start[before] + tree.size[before] > left and tree.size[before] > tree.size[node]
            assert node in tree.columns(ply, left, right, 7).node
    assert hidden, "or this test tests nothing"


@pytest.mark.parametrize("pixels", [1, 7, 640])
def test_there_are_never_more_columns_than_pixels(tree: RecordedTree, pixels: int) -> None:
    rng = Random(55)
    for zoom in (1.0, 0.3, 0.01, 1e-4):
        left = rng.random() * tree.width * (1 - zoom)
        right = left + zoom * tree.width
        for ply in range(tree.plies):
            exact = tree.columns(ply, left, right)
            drawn = tree.columns(ply, left, right, pixels)
            assert bool(len(exact.node)) <= len(drawn.node) <= min(pixels, len(exact.node))
            assert (np.diff(drawn.left) > 0).all()
            assert ((drawn.width >= 1) & (drawn.left >= 0) & (drawn.left + drawn.width <= pixels)).all()
            seen = np.minimum(exact.left + exact.width, right) - np.maximum(exact.left, left)
            assert set(exact.node[seen > 2 * (right - left) / pixels]) <= set(drawn.node), "all wide ones"


def test_a_place_has_its_node_and_a_node_its_line(tree: RecordedTree) -> None:
    board = MIDDLEGAMES[1]
    rng = Random(56)
    for _ in range(100):
        ply = rng.randrange(tree.plies)
        place = rng.random() * tree.width
        node = tree.at(ply, place)
        if node is None:
            continue
        assert tree.ply[node] == ply
        assert tree.start[node] <= place < tree.start[node] + tree.size[node]
        after = board
        for move in tree.line(node):
            after = after.play(move)
        assert (after.player, after.opponent) == (int(tree.player[node]), int(tree.opponent[node]))
    assert tree.at(0, 0) == 0
    assert tree.at(2, tree.columns(2).left[0] - 0.3) is None, "a node counts itself before those below"
    assert tree.at(0, tree.width + 5) is None
    assert tree.line(0) == []
