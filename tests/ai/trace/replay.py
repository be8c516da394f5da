"""A search told twice: by an observer that keeps everything as it comes, and from the events of a trace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ai.limits import Algorithm
from ai.reference.choice import Choice, search
from ai.reference.evaluation import count_discs, evaluate
from ai.reference.searches import INFINITE
from ai.reference.tree import Observer, Path, Position
from ai.telemetry import Reason
from ai.trace.events import Event, Trace
from ai.trace.tree import LEAF_REASONS, NO_NODE
from ai.weights import ONE_DISC
from game.board import PASS, Board, Move, final_score


class Log(Observer):
    """Every call, as a tuple."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def enter(self, position: Position, alpha: int, beta: int) -> None:
        self.calls.append((Event.ENTER, position.path, position.move, position.depth, alpha, beta))

    def leave(self, position: Position, alpha: int, beta: int, value: int, reason: Reason) -> None:
        self.calls.append((Event.LEAVE, position.path, alpha, beta, value, reason))

    def answer(self, position: Position, value: int) -> None:
        self.calls.append((Event.ANSWER, position.path, value))

    def moves(self, position: Position, moves: Sequence[Move]) -> None:
        self.calls.append((Event.MOVES, position.path, tuple(moves)))

    def null_window(self, position: Position, child: Position, alpha: int) -> None:
        self.calls.append((Event.NULL_WINDOW, position.path, child.move, alpha))

    def research(self, position: Position, child: Position, alpha: int, beta: int, value: int) -> None:
        self.calls.append((Event.RESEARCH, position.path, child.move, alpha, beta, value))

    def improve(self, position: Position, child: Position, value: int) -> None:
        self.calls.append((Event.IMPROVE, position.path, child.move, value))

    def cut(self, position: Position, child: Position, value: int) -> None:
        self.calls.append((Event.CUT, position.path, child.move, value))

    def another_pass(self, root: Position, alpha: int, beta: int) -> None:
        self.calls.append((Event.ANOTHER_PASS, root.depth, alpha, beta))

    def push(self, position: Position, is_solved: bool, merit: int) -> None:
        self.calls.append((Event.PUSH, position.path, is_solved, merit))

    def pop(self, position: Position, is_solved: bool, merit: int) -> None:
        self.calls.append((Event.POP, position.path, is_solved, merit))

    def purge(self, position: Position, is_solved: bool, merit: int) -> None:
        self.calls.append((Event.PURGE, position.path, is_solved, merit))


def logged(board: Board, choice: Choice) -> tuple[int, list[tuple[Any, ...]]]:
    log = Log()
    return search(board, choice, log), log.calls


def calls_of(trace: Trace) -> list[tuple[Any, ...]]:
    """The calls of a Log, made from the trace alone."""
    calls: list[tuple[Any, ...]] = []
    paths: list[Path] = []
    lists: dict[Path, list[Move]] = {}
    used = 0
    for event in trace.events.tolist():
        kind, detail, move, depth, _, node, alpha, beta, value = event
        if kind == Event.ENTER:
            parent = int(trace.parents[node])
            assert node == len(paths)
            paths.append((*paths[parent], detail) if parent != NO_NODE else ())
            calls.append((Event.ENTER, paths[node], move, depth, alpha, beta))
        elif kind == Event.LEAVE:
            calls.append((Event.LEAVE, paths[node], alpha, beta, value, Reason(detail)))
        elif kind == Event.ANSWER:
            calls.append((Event.ANSWER, paths[node], value))
        elif kind == Event.MOVES:
            lists[paths[node]] = trace.move_lists[used : used + value].tolist()
            used += value
            calls.append((Event.MOVES, paths[node], tuple(lists[paths[node]])))
        elif kind == Event.NULL_WINDOW:
            assert beta == alpha + 1
            calls.append((Event.NULL_WINDOW, paths[node], move, alpha))
        elif kind == Event.RESEARCH:
            calls.append((Event.RESEARCH, paths[node], move, alpha, beta, value))
        elif kind in (Event.IMPROVE, Event.CUT):
            calls.append((Event(kind), paths[node], move, value))
        elif kind == Event.ANOTHER_PASS:
            calls.append((Event.ANOTHER_PASS, depth, alpha, beta))
        else:
            path: Path = () if node == NO_NODE else paths[node]
            if not detail and node != NO_NODE:  # a live state has no node yet
                path = (*path, lists[path].index(move))
            calls.append((Event(kind), path, bool(detail), value))
    assert used == len(trace.move_lists)
    return calls


@dataclass
class Frame:
    """A node that a replay is in."""

    board: Board
    depth: int
    alpha: int
    beta: int
    best: int = -INFINITE
    moves: Sequence[Move] = ()
    begun: list[Move] = field(default_factory=list)
    cut_by: Move | None = None


def check_depth_first(trace: Trace) -> None:
    """Every value of a depth-first search follows from those below it, and the leaves are worth what they
    are; a cut is made when, and only when, the best value has reached beta.
    """
    stack: list[Frame] = []
    score = None
    known: dict[tuple[Board, int], list[tuple[int, int, int]]] = {}  # windows and values of each node
    for call in calls_of(trace):
        kind = call[0]
        if kind is Event.ENTER:
            _, path, move, depth, alpha, beta = call
            assert len(path) == len(stack)
            board = stack[-1].board.play(move) if stack else trace.board
            if stack:
                if not stack[-1].begun or stack[-1].begun[-1] != move:
                    stack[-1].begun.append(move)
                assert stack[-1].begun == list(stack[-1].moves[: len(stack[-1].begun)]), "in their order"
                assert depth == stack[-1].depth - (move != PASS)
            stack.append(Frame(board, depth, alpha, beta))
        elif kind is Event.MOVES:
            stack[-1].moves = call[2]
            board = stack[-1].board
            legal = {move for move in range(64) if board.is_legal(move)}
            assert set(call[2]) == (legal or {PASS})
        elif kind is Event.CUT:
            assert call[3] == stack[-1].best >= stack[-1].beta
            assert call[2] == stack[-1].begun[-1]
            stack[-1].cut_by = call[2]
        elif kind is Event.LEAVE:
            frame = stack.pop()
            _, _, alpha, beta, value, reason = call
            assert (alpha, beta) == (frame.alpha, frame.beta)
            check_value(trace.choice, frame, value, reason, known)
            known.setdefault((frame.board, frame.depth), []).append((alpha, beta, value))
            if stack:
                stack[-1].best = max(stack[-1].best, -value)
            else:
                score = value
    assert not stack
    assert score == trace.score


def check_value(
    choice: Choice,
    frame: Frame,
    value: int,
    reason: Reason,
    known: dict[tuple[Board, int], list[tuple[int, int, int]]],
) -> None:
    board = frame.board
    if reason is Reason.GAME_OVER:
        assert value == choice.unit * final_score(board.player, board.opponent)
        assert board.is_over()
    elif reason is Reason.EVALUATED:
        judge = evaluate if choice.evaluator.value == "learned" else count_discs
        assert frame.depth == 0
        assert value == judge(board.player, board.opponent)
    elif reason is Reason.TABLE:
        assert value in [each for _, _, each in known[board, frame.depth]]
    else:
        assert value == frame.best
        assert (reason is Reason.CUT) == (value >= frame.beta) == (frame.cut_by is not None)
        if reason is Reason.ALL_MOVES:
            assert list(frame.moves) == frame.begun, "nothing is left out without a cut"


def check_best_first(trace: Trace) -> None:
    """SSS*, replayed from what goes in and out of OPEN: it always takes the highest and leftmost state, and
    the merit of a leaf is what is left of the hope.
    """
    assert trace.choice.algorithm is Algorithm.SSS
    in_open: dict[Path, tuple[int, bool]] = {}
    boards: dict[Path, Board] = {}
    lists: dict[Path, Sequence[Move]] = {}
    merit, solved = INFINITE, None
    for call in calls_of(trace):
        kind = call[0]
        if kind is Event.PUSH:
            _, path, is_solved, value = call
            assert path not in in_open
            assert value <= merit, "a hope never grows"
            in_open[path] = value, is_solved
        elif kind is Event.POP:
            _, path, is_solved, merit = call
            assert path == min(in_open, key=lambda each: (-in_open[each][0], each))
            assert in_open.pop(path) == (merit, is_solved)
            solved = merit if is_solved and not path else None
        elif kind is Event.PURGE:
            _, path, is_solved, value = call
            assert in_open.pop(path) == (value, is_solved)
        elif kind is Event.ENTER:
            _, path, move, *_ = call
            boards[path] = boards[path[:-1]].play(move) if path else trace.board
        elif kind is Event.MOVES:
            lists[call[1]] = call[2]
        elif kind is Event.LEAVE and call[-1] in LEAF_REASONS:
            _, path, _, _, value, reason = call
            board = boards[path]
            frame = Frame(board, 0, 0, 0)
            check_value(trace.choice, frame, value, reason, {})
    assert solved == trace.score == round(trace.score)
    assert trace.choice.unit in (1, ONE_DISC)
