"""A search recorded twice: by an observer that keeps every call, and from the events of a trace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ai.limits import Algorithm
from ai.reference.choice import Choice, Root, search
from ai.reference.evaluation import count_discs, evaluate
from ai.reference.searches import INFINITE
from ai.reference.tree import NO_MOVE, Event, Observer, Path, TreePosition
from ai.telemetry import Reason
from ai.trace.events import Trace
from ai.trace.tree import LEAF_REASONS, NO_NODE, Bound
from ai.trace.written import Figure
from ai.weights import ONE_DISC
from game.board import PASS, Board, Move, final_score, squares


class Log(Observer):
    """Every call, as a tuple: the event, the path of its position, and the arguments, a child as its move."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def note(
        self, event: Event, position: TreePosition, *fields: int, value: int | None = None,
        detail: int | None = None, move: Move | None = None, moves: Sequence[Move] = (),
    ) -> None:  # fmt: skip
        arguments: tuple[Any, ...] = tuple(
            each for each in (move, *fields, detail, value) if each is not None
        )
        if event is Event.ENTER:
            arguments = (position.move, position.depth, *arguments)
        elif event is Event.MOVES:
            arguments = (tuple(moves),)
        elif event is Event.NULL_WINDOW:
            assert fields[1] == fields[0] + 1
            arguments = (move, fields[0])
        place = position.depth if event is Event.ANOTHER_PASS else position.path
        self.calls.append((event, place, *arguments))


def logged(root: Root, choice: Choice) -> tuple[int, list[tuple[Any, ...]]]:
    log = Log()
    return search(root, choice, log), log.calls


def calls_of(trace: Trace) -> list[tuple[Any, ...]]:
    """Returns the calls of a Log, made from the trace alone."""
    calls: list[tuple[Any, ...]] = []
    paths: list[Path] = []
    lists: dict[Path, list[Move]] = {}
    used = 0
    for number, detail, move, depth, _, node, alpha, beta, value in trace.events.tolist():
        kind = Event(number)
        if kind is Event.ENTER:
            parent = int(trace.parents[node])
            assert node == len(paths)
            paths.append((*paths[parent], detail) if parent != NO_NODE else ())
        path: Path = () if node == NO_NODE else paths[node]
        arguments: tuple[Any, ...]
        if kind is Event.ENTER:
            arguments = move, depth, alpha, beta
        elif kind is Event.LEAVE:
            arguments = alpha, beta, value, Reason(detail)
        elif kind is Event.ANSWER:
            arguments = (value,)
        elif kind is Event.MOVES:
            lists[path] = trace.move_lists[used : used + value].tolist()
            used += value
            arguments = (tuple(lists[path]),)
        elif kind is Event.NULL_WINDOW:
            assert beta == alpha + 1
            arguments = move, alpha
        elif kind is Event.RESEARCH:
            arguments = move, alpha, beta, value
        elif kind in (Event.IMPROVE, Event.CUT):
            arguments = move, value
        elif kind is Event.ANOTHER_PASS:
            calls.append((kind, depth, alpha, beta))
            continue
        else:
            if not detail and node != NO_NODE:  # a live state has no node yet
                path = (*path, lists[path].index(move))
            arguments = bool(detail), value
        calls.append((kind, path, *arguments))
    assert used == len(trace.move_lists)
    return calls


@dataclass
class Frame:
    """A node on the path of a replay, with what is known of it; `value` is its final value."""

    move: Move
    board: Board
    depth: int
    alpha: int
    beta: int
    moves: Sequence[Move] = ()
    begun: list[Move] = field(default_factory=list)
    values: dict[Move, int] = field(default_factory=dict)  # the last one of each move, for its mover
    running: Move | None = None
    again: Move | None = None  # the move that is searched once more next
    cut_by: Move | None = None
    value: int | None = None

    @property
    def best(self) -> int:
        return max(self.values.values(), default=-INFINITE)


def walk(trace: Trace) -> Iterator[tuple[tuple[Any, ...], list[Frame]]]:
    """Yields the calls of a depth-first search, each with the path of nodes after it, which still ends with a
    node that was just left.
    """
    stack: list[Frame] = []
    for call in calls_of(trace):
        if stack and stack[-1].value is not None:
            stack.pop()
        if call[0] is Event.ENTER:
            _, path, move, *window = call
            assert len(path) == len(stack)
            board = trace.position()
            if stack:
                above, board = stack[-1], stack[-1].board.play(move)
                above.begun += [move] * (move not in above.begun)
                above.running, above.again = move, None
            stack.append(Frame(move, board, *window))
        elif call[0] is Event.MOVES:
            stack[-1].moves = call[2]
        elif call[0] is Event.CUT:
            stack[-1].cut_by = call[2]
        elif call[0] is Event.LEAVE:
            stack[-1].value = call[4]
            if len(stack) > 1:
                stack[-2].values[stack[-1].move], stack[-2].running = -call[4], None
        yield call, stack


def check_depth_first(trace: Trace) -> None:
    """Checks that every value of a depth-first search follows from those below it, that leaves have their
    true value, and that a cut is made if and only if the best value has reached beta.
    """
    known: dict[tuple[Board, int], list[tuple[int, int, int]]] = {}  # windows and values of each node
    for call, stack in walk(trace):
        kind = call[0]
        if kind is Event.ENTER and len(stack) > 1:
            frame, above = stack[-1], stack[-2]
            assert above.begun == list(above.moves[: len(above.begun)]), "in their order"
            assert frame.depth == above.depth - (frame.move != PASS)
        elif kind is Event.MOVES:
            assert set(call[2]) == (set(squares(stack[-1].board.legal_moves())) or {PASS})
        elif kind is Event.CUT:
            assert call[3] == stack[-1].best >= stack[-1].beta
            assert call[2] == stack[-1].begun[-1]
        elif kind is Event.LEAVE:
            frame, (_, _, alpha, beta, value, reason) = stack[-1], call
            assert (alpha, beta) == (frame.alpha, frame.beta)
            check_value(trace.choice, frame, value, reason, known)
            known.setdefault((frame.board, frame.depth), []).append((alpha, beta, value))
    assert [frame.value for frame in stack] == [trace.score]


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
    """Replays SSS* by the changes of OPEN: checks that it always takes the highest and leftmost state, that
    merits never grow, and that leaves have their true value.
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
            boards[path] = boards[path[:-1]].play(move) if path else trace.position()
        elif kind is Event.MOVES:
            lists[call[1]] = call[2]
        elif kind is Event.LEAVE and call[-1] in LEAF_REASONS:
            _, path, _, _, value, reason = call
            frame = Frame(NO_MOVE, boards[path], 0, 0, 0)
            check_value(trace.choice, frame, value, reason, {})
    assert solved == trace.score == round(trace.score)
    assert trace.choice.unit in (1, ONE_DISC)


def holds(figure: Figure, value: int) -> bool:
    """Returns whether the figure is true of a node with this value."""
    shown, bound = figure
    return {Bound.EXACT: value == shown, Bound.UPPER: value <= shown, Bound.LOWER: value >= shown}[bound]
