"""The source that is shown beside a trace is the code that ran, and every step has its line of it."""

from __future__ import annotations

import gc
import inspect
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Final

import pytest

from ai.limits import Algorithm
from ai.reference import searches, sss
from ai.reference.choice import Choice
from ai.reference.searches import Memory
from ai.reference.tree import Event
from ai.search import drivers
from ai.trace.events import record
from ai.trace.source import text_of
from tests.ai.positions import positions

LINES: Final = {
    line.strip() for module in (drivers, searches, sss) for line in inspect.getsource(module).splitlines()
}
YEARS: Final = ("1950", "1961", "1979", "1980", "1982", "1996")
# What the lines that are executed at these events begin with.
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


@pytest.mark.parametrize("algorithm", Algorithm)
def test_every_step_has_its_line(algorithm: Algorithm) -> None:
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


def test_the_cases_of_sss_are_all_met() -> None:
    trace = record(next(positions(Random(2), 1)), Choice(Algorithm.SSS, 3))
    assert len(set(trace.lines[trace.steps(Event.PUSH)])) == 7, "the root, and each of six cases"


@pytest.mark.parametrize("algorithm", Algorithm)
def test_a_text_is_lines_of_the_file_without_the_observer(algorithm: Algorithm) -> None:
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


def test_two_threads_may_ask_for_a_text_at_once() -> None:
    """A collection in the midst of a parse lets the other thread in."""

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
