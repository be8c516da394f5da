"""Every event of every search has its sentence."""

from __future__ import annotations

import string
from random import Random

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice, Evaluator
from ai.reference.searches import Memory
from ai.trace.events import Event, Trace, record
from ai.trace.sentences import Phrase, Score, Sentence, sentence_at
from ai.trace.visits import TraceTree
from game.board import Color
from tests.ai.positions import positions, random_position


def sentences(trace: Trace, kind: Event) -> list[tuple[int, Sentence]]:
    nodes = TraceTree(trace)
    return [(step, sentence_at(trace, nodes, step)) for step in trace.steps(kind).tolist()]


def test_every_phrase_is_said_by_some_search() -> None:
    said: set[Phrase] = set()
    for index, board in enumerate(positions(Random(3), 8)):
        for algorithm in Algorithm:
            evaluator = list(Evaluator)[index // 2 % 2]
            choice = Choice(algorithm, 2, Order.STATIC, Memory.POSITIONS, True, evaluator)
            for chosen in (choice, Choice(algorithm, 2, Order.WORST_FIRST)):
                trace = record(board, chosen)
                nodes = TraceTree(trace)
                for step in range(len(trace)):
                    sentence = sentence_at(trace, nodes, step)
                    assert sentence.english().endswith((".", "?"))
                    said.add(sentence.phrase)
    assert set(Phrase) == said


def test_the_fields_of_a_sentence_are_those_of_its_phrase() -> None:
    assert len({phrase.value for phrase in Phrase}) == len(Phrase)
    trace = record(random_position(Random(2), 20), Choice(depth=3))
    nodes = TraceTree(trace)
    for step in range(len(trace)):
        sentence = sentence_at(trace, nodes, step)
        names = {name for _, name, _, _ in string.Formatter().parse(sentence.phrase.value) if name}
        assert set(sentence.fields) == names


def test_a_research_says_what_was_expected_and_what_was_found() -> None:
    trace = record(random_position(Random(1), 20), Choice(depth=3, order=Order.WORST_FIRST))
    step, sentence = sentences(trace, Event.RESEARCH)[0]
    event = trace.events[step]
    assert sentence.phrase is Phrase.RESEARCH
    assert sentence.fields["alpha"] == Score(int(event["alpha"]), 10)
    assert sentence.fields["value"] == Score(int(event["value"]), 10)
    assert sentence.fields["color"] is trace.color(int(event["ply"]))
    assert sentence.english().endswith("searched again with the open window.")
    assert f"for {trace.color(int(event['ply'])).name.capitalize()}." in sentence.english()


def test_scores_are_those_of_the_side_that_is_named() -> None:
    """The value a move was left with is, seen by the other side, what its mover has."""
    trace = record(random_position(Random(1), 20), Choice(Algorithm.MINIMAX, 2))
    for step, sentence in sentences(trace, Event.LEAVE):
        value, color = sentence.fields["value"], sentence.fields["color"]
        assert isinstance(value, Score)
        worth = value.value if color is trace.board.turn else -value.value
        seen = trace.events[step]["value"] * (1 if trace.events[step]["ply"] % 2 == 0 else -1)
        assert worth == seen
    assert sentence.fields == {"value": Score(trace.score, 10), "color": trace.board.turn}


def test_scores_have_signs_and_the_unit_their_digits() -> None:
    assert [str(Score(value, 10)) for value in (7, -43, 0, 641, -641)] == ["+0.7", "−4.3", "+0.0", "+∞", "−∞"]
    assert [str(Score(value, 1)) for value in (12, -3)] == ["+12", "−3"]
    sentence = Sentence(Phrase.GAME_OVER, {"value": Score(-12, 1), "color": Color.WHITE})
    assert sentence.english() == "The game is over: −12 for White."
