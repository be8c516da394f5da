"""Recorded searches of written trees: their steps, states, marks and sentences."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice, estimate_nodes, minimax_nodes
from ai.reference.searches import INFINITE, Memory
from ai.reference.tree import Path
from ai.reference.written import WrittenTree, draw_tree, parse_tree, worth
from ai.trace.events import Trace, record
from ai.trace.sentences import Phrase, sentence_at
from ai.trace.source import text_of
from ai.trace.state import open_list, state_at
from ai.trace.tree import Bound
from ai.trace.visits import TraceTree
from ai.trace.written import Figure, NodeMark, marks_at
from game.board import Color
from game.sentences import PLAIN, AtLeast, Sentence, Worth
from tests.ai.reference.test_written import random_branches
from tests.ai.trace.replay import calls_of, holds, logged
from tests.ai.trace.test_events import OF_TREES

TEXTBOOK = parse_tree("((3 12 8)(2 4 6)(14 5 2))")


def trees(count: int) -> Iterator[WrittenTree]:
    random = Random(5)
    yield from (TEXTBOOK, parse_tree(f"({' '.join(map(str, range(-99, 100)))} 99)"))
    for _tree in range(count):
        yield WrittenTree(random_branches(random, random.randint(1, 4)), random.random() < 0.5)


def recorded(tree: WrittenTree) -> Iterator[Trace]:
    for algorithm in Algorithm:
        for memory in (Memory.OFF, Memory.PATHS):
            yield record(tree, Choice(algorithm, 3, Order.STATIC, memory, aspiration=True))


@pytest.mark.parametrize(("count", "looks"), [(2, 10), pytest.param(100, 60, marks=pytest.mark.slow)])
def test_every_search_of_a_written_tree_is_recorded(count: int, looks: int) -> None:
    """What is proved and shown of a node at each step is true of the tree below it, by minimax."""
    for tree in trees(count):
        right = worth(tree.branches, tree.is_max) * tree.turn.sign
        ways: dict[tuple[int, ...], Path] = {
            tuple(tree.moves[path[:n]] for n in range(1, len(path) + 1)): path for path in tree.moves
        }
        for trace in recorded(tree):
            assert (trace.score, calls_of(trace)) == logged(tree, trace.choice)
            assert trace.score == right, tree.text()
            nodes = TraceTree(trace)
            for step in range(0, len(trace), 1 + len(trace) // looks):
                state = state_at(trace, nodes, step)
                found = marks_at(trace, nodes, state, step)
                assert found.now in (*found.nodes, None)
                assert all(path not in found.nodes and path[:-1] in found.nodes for path in found.cut)
                for path, mark in found.nodes.items():
                    value = worth(tree.at(path), tree.is_max_at(len(path)))
                    assert mark.figure is None or holds(mark.figure, value)
                assert state.line in ways
                for row, line in zip(state.rows, (state.line[:n] for n in range(9)), strict=False):
                    for move in row.moves:
                        path = ways[*line, move.move]
                        value = worth(tree.at(path), tree.is_max_at(len(path))) * row.color.sign
                        assert move.bound is not Bound.EXACT or move.value == value
                        assert move.bound is not Bound.LOWER or (move.value or 0) <= value
                        assert move.bound is not Bound.UPPER or (move.value or 0) >= value
                assert all(each.line in ways for each in open_list(trace, nodes, step, 9)[1])


def test_a_written_tree_sets_depth_and_order() -> None:
    wanted = Choice(Algorithm.PVS, 3, Order.STATIC, aspiration=True)
    trace = record(TEXTBOOK, wanted)
    assert trace.choice == Choice(Algorithm.PVS, 2, Order.UNSORTED)
    assert trace.choice.fitting(TEXTBOOK) == trace.choice
    assert not any("aspire" in line for line in text_of(trace.choice).lines)
    assert minimax_nodes(TEXTBOOK, wanted) == (13, True) == (estimate_nodes(TEXTBOOK, wanted), True)
    assert trace.unit == PLAIN


def said(trace: Trace) -> list[Sentence[Phrase]]:
    nodes = TraceTree(trace)
    return [sentence_at(trace, nodes, step) for step in range(len(trace))]


def words_of(tree: WrittenTree, algorithm: Algorithm) -> list[str]:
    return [sentence.text() for sentence in said(record(tree, Choice(algorithm)))]


def test_sentences_speak_of_numbers_not_of_discs() -> None:
    """No plies, no evaluation; a value has no side, and no sign but a minus."""
    foreign = re.compile(r"ply|plies|evaluation|disc|even\b|\+|\d for|[a-h][1-8]\b")
    phrases = set[Phrase]()
    for tree in (TEXTBOOK, draw_tree(3, 3, 2), parse_tree("min (3((-4)5)((6 7)-12))")):
        for trace in recorded(tree):
            for sentence in said(trace):
                assert not foreign.search(sentence.text())
                phrases.add(sentence.phrase)
    assert phrases >= OF_TREES


def test_the_textbook_sentences() -> None:
    words = words_of(TEXTBOOK, Algorithm.ALPHABETA)
    assert words[:6] == [
        "The root: Black is to move.",
        "The moves of Black, in the order they are searched: B C D.",
        "At B White is to move. Any value counts.",
        "The moves of White, in the order they are searched: B1 B2 B3.",
        "The leaf B1 is next.",
        "A leaf: 3.",
    ]
    assert "At C White is to move. Only values from 3 to ∞ matter." in words
    cut = "With C1 the value is at most 2. If it is 3 or better for White, Black avoids this position"
    assert f"{cut}, so the other moves do not matter. Cut off: 2." in words
    assert words[-1] == "All moves are done. Exactly 3."
    words = words_of(TEXTBOOK, Algorithm.PVS)
    assert "At C White is to move. Null window: is the value at most 3, or at least 4?" in words
    words = words_of(parse_tree("min (3(5 2))"), Algorithm.ALPHABETA)
    assert "At B Black is to move. Only values from −∞ to 3 matter." in words


def test_plain_numbers_are_always_for_black() -> None:
    assert [Worth(value, PLAIN).text() for value in (3, 0, -12, 641, -640)] == ["3", "0", "−12", "∞", "−∞"]
    assert Worth(-3, PLAIN).side is None
    bounds = [AtLeast(color, 5, PLAIN).text() for color in Color]
    assert bounds == ["the value is at least 5", "the value is at most −5"]


def test_marks_show_searched_and_cut_nodes() -> None:
    """At the end of alpha-beta on the textbook's tree; values are for Black."""
    trace = record(TEXTBOOK, Choice(Algorithm.ALPHABETA))
    nodes, last = TraceTree(trace), len(trace) - 1
    found = marks_at(trace, nodes, state_at(trace, nodes, last), last)
    assert found.cut == {(1, 1), (1, 2)}
    figures = [found.nodes[path].figure for path in ((), (0,), (1,), (2,))]
    assert figures == [Figure(3), Figure(3), Figure(2, Bound.UPPER), Figure(2, Bound.UPPER)]
    entered = int(nodes.first[nodes.paths.index((1,))])
    found = marks_at(trace, nodes, state_at(trace, nodes, entered), entered)
    assert (found.now, found.nodes[1,].window) == ((1,), (3, INFINITE))
    assert found.nodes[()] == NodeMark(Figure(3, Bound.LOWER), (3, INFINITE))
