"""The state at a step, compared with a replay of all steps before it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice
from ai.reference.searches import INFINITE, Memory
from ai.reference.tree import Event, Path
from ai.trace.events import Trace, record
from ai.trace.state import Status, TraceState, avoiding_move, open_list, state_at
from ai.trace.tree import LEAF_REASONS, Bound
from ai.trace.visits import Tally, TraceTree
from game.board import Move
from tests.ai.positions import PLAIN_ORDERS, positions, random_position
from tests.ai.trace.replay import Frame, calls_of, walk


def statuses(node: Frame) -> list[Status]:
    known = {node.running: Status.UNDER_WAY, node.again: Status.AGAIN}
    known |= dict.fromkeys(node.values.keys() - known.keys(), Status.DONE)
    is_over = node.cut_by is not None or node.value is not None
    return [known.get(move, Status.CUT_OFF if is_over else Status.WAITING) for move in node.moves]


def searched_again(calls: list[tuple[Any, ...]]) -> set[int]:
    """Returns the LEAVE calls after which the same node is entered again below the same parent."""
    again: set[int] = set()
    left: dict[Path, int] = {}
    for step, call in enumerate(calls):
        path = call[1]
        if call[0] is Event.LEAVE:
            left[path] = step
        elif call[0] is Event.ENTER:
            if path and path in left:
                again.add(left[path])
            left = {each: at for each, at in left.items() if each[: len(path)] != path or each == path}
            left.pop(path, None)
    return again


def check_states(trace: Trace) -> None:
    """Checks a depth-first search at several hundred steps, or at every one."""
    nodes, again = TraceTree(trace), searched_again(calls_of(trace))
    for step, (call, line) in enumerate(walk(trace)):
        if call[0] is Event.LEAVE and len(line) > 1 and step in again:
            line[-2].again = line[-1].move
        if step % (1 + len(trace) // 400) == 0:
            check_state(trace, state_at(trace, nodes, step), line)


def check_state(trace: Trace, state: TraceState, line: list[Frame]) -> None:
    assert state.line == tuple(node.move for node in line[1:])
    assert trace.position(state.line) == (line[-1].board if line else trace.root)
    assert len(state.rows) == len(line)
    for ply, (row, known) in enumerate(zip(state.rows, line, strict=True)):
        assert (row.ply, row.color) == (ply, trace.color(ply))
        assert [each.move for each in row.moves] == list(known.moves)
        assert [each.status for each in row.moves] == statuses(known)
        for each in row.moves:
            if each.status in (Status.DONE, Status.AGAIN):
                assert each.value == known.values[each.move]
        done = [value for move, value in known.values.items() if move not in (known.again, known.running)]
        best = max([known.alpha, *done])
        alpha = known.alpha if trace.choice.algorithm is Algorithm.MINIMAX else min(best, known.beta)
        assert (row.alpha, row.beta) == (alpha, known.beta)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", list(Algorithm)[:6])
def test_every_state_matches_a_replay(algorithm: Algorithm) -> None:
    for index, board in enumerate(positions(Random(1), 4)):
        depth = 1 + index % 3 if algorithm is not Algorithm.MINIMAX else 1 + index % 2
        choice = Choice(algorithm, depth, PLAIN_ORDERS[index % 2], [*Memory][index % 3], index % 4 == 1)
        check_states(record(board, choice))


def test_a_move_searched_again_is_exact_if_both_values_agree() -> None:
    trace = record(random_position(Random(1), 20), Choice(depth=3, order=Order.WORST_FIRST))
    nodes = TraceTree(trace)
    seen = set()
    for step in trace.steps(Event.RESEARCH).tolist():
        event = trace.events[step]
        state = state_at(trace, nodes, step)
        waiting = next(each for each in state.rows[-1].moves if each.move == event["move"])
        assert (waiting.status, waiting.value) == (Status.AGAIN, event["value"])
        assert waiting.bound in (Bound.LOWER, Bound.EXACT)
        child = int(waiting.node)
        after = nodes.children(int(event["node"])).tolist()
        second = after[after.index(child) + 1]
        row = state_at(trace, nodes, int(nodes.last[second])).rows[-2]
        done = next(each for each in row.moves if each.move == event["move"])
        assert (done.status, done.visit) == (Status.DONE, 1)
        if done.value == event["value"]:
            assert done.bound is Bound.EXACT
        seen.add(done.bound)
    assert Bound.EXACT in seen


@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS, Algorithm.MTDF, Algorithm.SCOUT])
def test_the_move_that_avoids_a_cut_is_worth_its_value(algorithm: Algorithm) -> None:
    """By minimax. Alpha-beta always has one, as its window is what each side is sure of."""
    board, found = random_position(Random(5), 24), Counter[bool]()
    whole = TraceTree(record(board, Choice(Algorithm.MINIMAX, 3)))
    values = {tuple(whole.line(node)): -int(whole.value[node]) for node in range(len(whole))}
    trace = record(board, Choice(algorithm, 3))
    nodes = TraceTree(trace)
    for step in trace.steps(Event.CUT).tolist():
        state = state_at(trace, nodes, step)
        around = avoiding_move(state.rows)
        found[around is not None] += 1
        if around is not None:
            value, move = around
            plies = range(len(state.line) - 1, -1, -2)
            assert any(values.get((*state.line[:ply], move), -INFINITE) >= value for ply in plies)
            assert value >= -trace.events[step]["value"]
    assert (found[True] > 0) == (algorithm is not Algorithm.MTDF)
    assert (found[False] > 0) == (algorithm is not Algorithm.ALPHABETA)


def test_the_open_list_matches_a_replay() -> None:
    for index, board in enumerate(positions(Random(2), 4)):
        trace = record(board, Choice(Algorithm.SSS, 1 + index % 3))
        nodes = TraceTree(trace)
        in_open: dict[Path, tuple[int, bool]] = {}
        paths: dict[Path, tuple[Move, ...]] = {(): ()}
        for step, call in enumerate(calls_of(trace)):
            if call[0] is Event.PUSH:
                in_open[call[1]] = call[3], call[2]
            elif call[0] in (Event.POP, Event.PURGE):
                del in_open[call[1]]
            elif call[0] is Event.MOVES:
                for place, move in enumerate(call[2]):
                    paths[*call[1], place] = (*paths[call[1]], move)
            if step % (1 + len(trace) // 400):
                continue
            count, shown = open_list(trace, nodes, step, 6)
            assert count == len(in_open)
            expected = sorted(in_open, key=lambda path: (-in_open[path][0], path))[:6]
            assert [(state.line, state.merit, state.is_solved) for state in shown] == [
                (paths[path], *in_open[path]) for path in expected
            ]
            state_at(trace, nodes, step)


def test_counts_match_the_steps_so_far() -> None:
    for index, board in enumerate(positions(Random(4), 3)):
        for algorithm in Algorithm:
            choice = Choice(algorithm, 1 + index % 3, memory=[*Memory][index % 3], aspiration=True)
            trace = record(board, choice)
            tally = Tally(trace, TraceTree(trace))
            events: Counter[Event] = Counter()
            leaves = zero = 0
            for step, call in enumerate(calls_of(trace)):
                events[call[0]] += 1
                zero += call[0] is Event.ENTER and call[4] + 1 == call[5]
                leaves += call[0] is Event.LEAVE and call[5] in LEAF_REASONS
                if step % 11 == 0 or step == len(trace) - 1:
                    counts = tally.at(step)
                    assert (counts.leaves, counts.null_windows) == (leaves, zero)
                    kinds = events[Event.ENTER], events[Event.RESEARCH], events[Event.ANSWER]
                    assert (counts.nodes, counts.researches, counts.answers) == kinds


def test_there_is_no_state_before_the_first_step_or_after_the_last() -> None:
    trace = record(random_position(Random(5), 20), Choice(depth=1))
    nodes = TraceTree(trace)
    for step in (-1, len(trace)):
        with pytest.raises(IndexError, match="no step"):
            state_at(trace, nodes, step)
    row = state_at(trace, nodes, 0).rows[0]
    assert (row.alpha, row.beta) == (-INFINITE, INFINITE) == (-641, 641)
    trace = record(random_position(Random(3), 20), Choice(Algorithm.SSS, 3))
    row = state_at(trace, TraceTree(trace), len(trace) - 1).rows[0]
    assert {move.status for move in row.moves} - {Status.CUT_OFF} == {Status.DONE}
    assert row.value == trace.score
