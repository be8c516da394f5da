"""Every event of every search has its line and its sentence."""

from __future__ import annotations

import string
from random import Random

import pytest

from ai.reference.choice import Choice, Evaluator, PlainSearch
from ai.reference.observer import Reason
from ai.reference.searches import Memory
from ai.reference.tree import Order
from ai.trace.nodes import Nodes
from ai.trace.recording import Event, Trace, record
from ai.trace.sentences import Phrase, Score, Sentence, sentence_at
from ai.trace.story import Part, line_at, part_at, text_of
from game.board import Color
from tests.ai.positions import positions, random_position

ALL_CHOICES = [
    Choice(algorithm, 2, order, memory, aspiration)
    for algorithm in PlainSearch
    for order in Order
    for memory in Memory
    for aspiration in (False, True)
]


@pytest.mark.parametrize("algorithm", PlainSearch)
def test_every_event_has_a_line_and_a_sentence(algorithm: PlainSearch) -> None:
    seen: set[int] = set()
    for index, board in enumerate(positions(Random(1), 24)):
        evaluator = list(Evaluator)[index % 2]
        choice = Choice(
            algorithm, 1 + index % 3, Order.SORTED, list(Memory)[index % 3], index % 4 > 1, evaluator
        )
        trace = record(board, choice)
        nodes, text = Nodes(trace), text_of(choice)
        for step in range(0, len(trace), 1 + len(trace) // 3000):
            seen.add(line_at(trace, text, step))
            assert sentence_at(trace, nodes, step).english().endswith((".", "?"))
    assert len(seen) >= 6


def test_a_text_is_ten_to_twenty_lines_with_author_and_year() -> None:
    for choice in ALL_CHOICES:
        text = text_of(choice)
        assert 10 <= len(text.lines) <= 20
        assert any(year in text.source for year in ("1950", "1961", "1979", "1980", "1982", "1996"))
        parts = [part for line in text.lines for part in line.parts]
        assert len(parts) == len(set(parts)), "one line for each part"
        assert not any("{" in line.text for line in text.lines)
        assert any("table" in line.text for line in text.lines) == choice.remembers


def test_a_text_without_a_part_says_so() -> None:
    with pytest.raises(ValueError, match="Minimax has no line for CUT"):
        text_of(Choice(PlainSearch.MINIMAX)).line_of(Part.CUT)


def test_a_node_is_returned_from_where_its_reason_is() -> None:
    trace = record(random_position(Random(2), 20), Choice(depth=3, memory=Memory.POSITIONS))
    text = text_of(trace.choice)
    for step in trace.steps(Event.LEAVE).tolist():
        line = text.lines[line_at(trace, text, step)].text.strip()
        reason = Reason(trace.events[step]["detail"])
        assert (
            line
            == {
                Reason.EVALUATED: "if depth = 0: return the evaluation",
                Reason.GAME_OVER: "if the game is over: return the result",
                Reason.TABLE: "if the table knows enough: return that",
                Reason.CUT: "return best",
                Reason.SEARCHED: "return best",
            }[reason]
        )


def test_scout_tests_in_one_function_and_evaluates_in_the_other() -> None:
    trace = record(random_position(Random(2), 20), Choice(PlainSearch.SCOUT, 3))
    parts = {part_at(trace, step) for step in range(len(trace))}
    assert {Part.ENTER, Part.MOVES, Part.NULL_WINDOW, Part.RESEARCH, Part.RETURN} <= parts
    assert {Part.TEST_ENTER, Part.TEST_MOVES, Part.TEST_CUT, Part.TEST_RETURN, Part.TEST_LEAF} <= parts


def test_the_cases_of_sss_are_all_met() -> None:
    trace = record(random_position(Random(2), 20), Choice(PlainSearch.SSS, 3))
    parts = {part_at(trace, step) for step in range(len(trace))}
    assert {Part.CASE_1, Part.CASE_2, Part.CASE_3, Part.CASE_4, Part.CASE_5, Part.CASE_6} <= parts
    assert {Part.START, Part.POP, Part.POP_ROOT, Part.CASE_1_PURGE, Part.PASS, Part.ANOTHER_PASS} <= parts


# Sentences


def sentences(trace: Trace, kind: Event) -> list[tuple[int, Sentence]]:
    nodes = Nodes(trace)
    return [(step, sentence_at(trace, nodes, step)) for step in trace.steps(kind).tolist()]


def test_every_phrase_is_said_by_some_search() -> None:
    said: set[Phrase] = set()
    for index, board in enumerate(positions(Random(3), 16)):
        for algorithm in PlainSearch:
            evaluator = list(Evaluator)[index // 2 % 2]
            choice = Choice(algorithm, 2, Order.SORTED, Memory.POSITIONS, True, evaluator)
            for chosen in (choice, Choice(algorithm, 2, Order.WORST_FIRST)):
                trace = record(board, chosen)
                nodes = Nodes(trace)
                said |= {sentence_at(trace, nodes, step).phrase for step in range(len(trace))}
    assert set(Phrase) == said


def test_the_fields_of_a_sentence_are_those_of_its_phrase() -> None:
    assert len({phrase.value for phrase in Phrase}) == len(Phrase)
    trace = record(random_position(Random(2), 20), Choice(depth=3))
    nodes = Nodes(trace)
    for step in range(len(trace)):
        sentence = sentence_at(trace, nodes, step)
        names = {name for _, name, _, _ in string.Formatter().parse(sentence.phrase.value) if name}
        assert set(sentence.fields) == names


def test_a_research_says_what_was_expected_and_what_was_found() -> None:
    board = random_position(Random(1), 20)
    trace = record(board, Choice(depth=3, order=Order.WORST_FIRST))
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
    trace = record(random_position(Random(1), 20), Choice(PlainSearch.MINIMAX, 2))
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
