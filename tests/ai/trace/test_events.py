"""A trace records what the search did; every step has a line of the source and a sentence."""

from __future__ import annotations

import gc
import inspect
import re
import string
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from typing import Final

import numpy as np
import pytest

from ai.limits import Algorithm, Order
from ai.reference import searches, sss
from ai.reference.choice import Choice, Evaluator, search
from ai.reference.searches import Memory
from ai.reference.tree import Event
from ai.search import drivers
from ai.trace.events import MAX_EVENTS, EventRecorder, Trace, record
from ai.trace.sentences import Phrase, sentence_at
from ai.trace.source import text_of
from ai.trace.visits import TraceTree
from game.board import Board, Color
from game.sentences import AtLeast, FieldValue, Line, Sentence, Worth, signed
from tests.ai.positions import LEARNING_ORDERS, PLAIN_ORDERS, positions, random_position
from tests.ai.trace.replay import calls_of, check_best_first, check_depth_first, logged
from tests.play.plain_searches import Plain

# Phrases for written trees alone: tests/ai/trace/test_written.py.
OF_TREES: Final = {phrase for phrase in Phrase if phrase.name.startswith(("NODE_", "LEAF"))}


def check(board: Board, choice: Choice) -> Trace:
    """Records a search, and checks that the trace matches its calls and is consistent."""
    trace = record(board, choice)
    assert (trace.score, calls_of(trace)) == logged(board, choice), (board.text(), choice)
    if choice.algorithm is Algorithm.SSS:
        check_best_first(trace)
    else:
        check_depth_first(trace)
    return trace


@pytest.mark.parametrize("count", [4, pytest.param(200, marks=pytest.mark.slow)])
def test_a_replayed_trace_is_the_search(count: int) -> None:
    """Every algorithm on every position, with the other choices in turn."""
    must_pass = events = 0
    for index, board in enumerate(positions(Random(1), count)):
        depth = 1 + index % (3 if count < 100 else 5)
        order = (*PLAIN_ORDERS, *LEARNING_ORDERS)[index % 7] if depth < 5 else Order.STATIC
        memory, evaluator = list(Memory)[index // 2 % 3], list(Evaluator)[index % 2]
        scores = set()
        for algorithm in Algorithm:
            choice = Choice(algorithm, depth, order, memory, index % 4 == 3, evaluator)
            if algorithm in (Algorithm.MTDF, Algorithm.MT_SSS) and depth > 3 and memory is Memory.OFF:
                choice = replace(choice, memory=Memory.POSITIONS)
            trace = check(board, choice)
            events += len(trace)
            scores.add(trace.score)
        assert len(scores) == 1, (board.text(), depth)
        must_pass += board.must_pass()
    assert must_pass >= count / 4
    assert events > 10_000


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", Algorithm)
def test_progress_grows_to_one_and_an_error_of_a_tick_ends_the_search(algorithm: Algorithm) -> None:
    shares: list[float] = []
    choice = Choice(algorithm, 3, memory=Memory.POSITIONS)
    record(random_position(Random(1), 20), choice, shares.append)
    assert len(shares) >= 5
    assert shares == sorted(shares)
    assert [share for share in shares if not 0 <= share < 1] == [1.0]
    ticks: list[float] = []

    def tick(share: float) -> None:
        ticks.append(share)
        if len(ticks) == 3:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        record(random_position(Random(1), 20), choice, tick)
    assert ticks == shares[:3]
    for board in [board for board in positions(Random(3), 60) if board.empties <= 6][:3]:
        check(board, Choice(algorithm, None, memory=Memory.POSITIONS, aspiration=True))  # in discs


@pytest.mark.parametrize(
    ("algorithm", "depth", "order"),
    [
        (Algorithm.MINIMAX, 7, Order.STATIC),
        (Algorithm.MT_SSS, 5, Order.WORST_FIRST),
        (Algorithm.MT_SSS, 6, Order.UNSORTED),
        (Algorithm.MTDF, 6, Order.WORST_FIRST),
    ],
)
def test_a_search_expected_too_long_is_refused(algorithm: Algorithm, depth: int, order: Order) -> None:
    ticks: list[float] = []

    def tick(share: float) -> None:
        ticks.append(share)
        raise TimeoutError

    with pytest.raises(ValueError, match=r"about [\d,]+ positions, but only 670,000 can be recorded"):
        record(random_position(Random(1), 20), Choice(algorithm, depth, order), tick)
    assert ticks == []


def test_a_search_that_turns_out_too_long_ends() -> None:
    choice = Choice(Algorithm.PVS, 4)
    recorder = EventRecorder(choice, lambda _: None, most=500)
    with pytest.raises(ValueError, match="more than 500 steps"):
        search(random_position(Random(1), 20), choice, recorder)
    assert len(recorder.trace(Board.initial(), choice, 0)) == 500
    assert MAX_EVENTS == 2_000_000


def test_scores_and_merits_fit_into_their_fields() -> None:
    """The widest window, on a board on which one side can win all discs."""
    board = Board.from_text("XO" + "-" * 62 + " X")
    for algorithm in Algorithm:
        trace = record(board, Choice(algorithm, 2))
        assert trace.score == 640
        assert np.abs(trace.events["beta"]).max() <= 642


# The source


LINES: Final = {
    line.strip() for module in (drivers, searches, sss) for line in inspect.getsource(module).splitlines()
}
YEARS: Final = ("1950", "1961", "1979", "1980", "1982", "1996")
# Beginnings of the lines that are executed at these events.
BEGINNINGS: Final = {
    Event.ENTER: ("known = self._enter(", "leaf = self._tree.leaf("),
    Event.ANSWER: ("known = self._enter(",),
    Event.MOVES: ("for child in self._children(", "children = list("),
    Event.NULL_WINDOW: ("value = -self.pvs(child, -lower - 1, -lower)", "value = -self.alphabeta("),
    Event.RESEARCH: ("value = -self.pvs(child, -beta, -value)", "value = -self.scout("),
    Event.IMPROVE: ("self._improve(", "self._purge("),
    Event.CUT: ("break", "self._purge("),
    Event.LEAVE: ("known =", "return self._leave(", "self._push(node, True", "self._solve("),
    Event.ANOTHER_PASS: (
        *("score = search(beta - 1, beta)", "score = search(alpha, beta)"),
        *("self._push(self._root, False, INFINITE)", "node, is_solved, merit = self._pop()"),
    ),
    Event.PUSH: ("self._push(", "self._solve("),
    Event.POP: ("node, is_solved, merit = self._pop()",),
    Event.PURGE: ("self._purge(",),
}


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", Algorithm)
def test_every_step_has_a_source_line(algorithm: Algorithm) -> None:
    executed: dict[Event, set[str]] = defaultdict(set)
    for index, board in enumerate(positions(Random(1), 4)):
        choice = Choice(algorithm, 1 + index % 3, memory=list(Memory)[index % 3], aspiration=index % 4 > 1)
        trace, text = record(board, choice), text_of(choice)
        assert len(trace.lines) == len(trace)
        for kind, number in zip(trace.events["kind"], trace.lines, strict=True):
            executed[Event(kind)].add(text.lines[number].strip())
    assert len(executed) >= 4
    for event, lines in executed.items():
        assert all(line.startswith(BEGINNINGS[event]) for line in lines), (event, lines)


def test_all_cases_of_sss_occur() -> None:
    trace = record(next(positions(Random(2), 1)), Choice(Algorithm.SSS, 3))
    assert len(set(trace.lines[trace.steps(Event.PUSH)])) == 7, "the root, and each of six cases"


@pytest.mark.parametrize("algorithm", Algorithm)
def test_source_texts_are_lines_without_the_observer(algorithm: Algorithm) -> None:
    for aspiration in (False, True):
        text = text_of(Choice(algorithm, aspiration=aspiration))
        assert any(year in text.source for year in YEARS)
        assert 10 <= len(text.lines) <= 40
        for line in text.lines:
            assert "_observer" not in line
            assert '"""' not in line
            assert line.strip() in LINES
        assert any("def aspire(" in line for line in text.lines) == (
            aspiration and algorithm in (Algorithm.ALPHABETA, Algorithm.PVS)
        )


def test_threads_may_read_a_text_at_once() -> None:
    """A garbage collection during a parse lets another thread run."""

    def pause(_phase: str, _info: dict[str, int]) -> None:
        time.sleep(0)

    usual = gc.get_threshold()
    gc.set_threshold(50)
    gc.callbacks.append(pause)
    try:
        with ThreadPoolExecutor(4) as threads:
            texts = list(threads.map(text_of.__wrapped__, [Choice(Algorithm.PVS, 3)] * 40))
    finally:
        gc.callbacks.remove(pause)
        gc.set_threshold(*usual)
    assert [text.lines for text in texts] == [texts[0].lines] * 40


# The sentences


@pytest.mark.slow
def test_every_phrase_is_used_by_some_search() -> None:
    said: set[Phrase] = set()
    for index, board in enumerate(positions(Random(3), 4)):
        for algorithm in Algorithm:
            evaluator = list(Evaluator)[index // 2 % 2]
            choice = Choice(algorithm, 2, Order.STATIC, Memory.POSITIONS, True, evaluator)
            ordered = Choice(algorithm, 3, orders=LEARNING_ORDERS)
            for chosen in (choice, Choice(algorithm, 2, Order.WORST_FIRST), ordered):
                trace = record(board, chosen)
                nodes = TraceTree(trace)
                for step in range(len(trace)):
                    sentence = sentence_at(trace, nodes, step)
                    assert sentence.text().endswith((".", "?"))
                    assert not re.search(r"[−-]\d|[+]0[.]0| for (Black|White) for ", sentence.text())
                    fields = string.Formatter().parse(sentence.phrase.value)
                    assert set(sentence.fields) == {name for _, name, _, _ in fields if name}
                    said.add(sentence.phrase)
    assert set(Phrase) - OF_TREES == said
    assert len({phrase.value for phrase in Phrase}) == len(Phrase)


def test_every_score_names_its_side() -> None:
    """The final value of a node is the same for both sides; a bound is what one of them can get."""
    trace = record(random_position(Random(1), 20), Choice(depth=3, order=Order.WORST_FIRST))
    nodes = TraceTree(trace)
    for step in [*trace.steps(Event.RESEARCH).tolist(), *trace.steps(Event.LEAVE).tolist()]:
        event, sentence = trace.events[step], sentence_at(trace, nodes, step)
        color, value = trace.color(int(event["ply"])), int(event["value"])
        gets = color.other if sentence.phrase is Phrase.LEAVE_ALL else color
        scores = {"value": value, "alpha": int(event["alpha"])}
        said: dict[str, FieldValue] = {name: Worth(color.sign * score, 10) for name, score in scores.items()}
        said |= {"bound": AtLeast(gets, value if gets is color else -value, 10)}
        said |= {"color": color, "other": color.other, "move": Line((int(event["move"]),))}
        assert sentence.fields.items() <= said.items()
    assert sentence.fields["value"] == Worth(trace.root.turn.sign * trace.score, 10)


def test_scores_with_a_side_have_no_sign() -> None:
    assert [signed(value, 10) for value in (7, -43, 0, 641, -641)] == ["+0.7", "−4.3", "+0.0", "+∞", "−∞"]
    assert [signed(value, 1) for value in (12, -3)] == ["+12", "−3"]
    for value, said in ((-12, "+12 for White"), (3, "+3 for Black"), (0, "even"), (-65, "+∞ for White")):
        assert Sentence(Phrase.GAME_OVER, {"value": Worth(value, 1)}).text() == f"The game is over: {said}."


@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS, Algorithm.MTDF])
def test_table_answers_are_described_by_their_bounds(algorithm: Algorithm) -> None:
    board, told = random_position(Random(3), 12), Counter[type]()
    trace, plain = record(board, Choice(algorithm, 4, memory=Memory.POSITIONS)), Plain(board, 4)
    nodes = TraceTree(trace)
    for step in trace.steps(Event.ANSWER).tolist():
        line, known = (
            tuple(nodes.line(int(trace.events["node"][step]))),
            sentence_at(trace, nodes, step).fields,
        )
        found = known["value"]
        told[type(found)] += 1
        if isinstance(found, AtLeast):
            assert plain.worth(line, found.color) >= found.value
        else:
            assert isinstance(found, Worth)
            assert plain.worth(line, Color.BLACK) == found.value
    assert told[AtLeast]
