"""Every event of every search has its sentence."""

from __future__ import annotations

import re
import string
from random import Random

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice, Evaluator
from ai.reference.searches import Memory
from ai.reference.tree import Event
from ai.trace.events import Trace, record
from ai.trace.sentences import Phrase, sentence_at
from ai.trace.visits import TraceTree
from game.sentences import AtLeast, Line, Sentence, Worth, signed
from tests.ai.positions import positions, random_position


def sentences(trace: Trace, kind: Event) -> list[tuple[int, Sentence[Phrase]]]:
    nodes = TraceTree(trace)
    return [(step, sentence_at(trace, nodes, step)) for step in trace.steps(kind).tolist()]


def test_every_phrase_is_said_by_some_search() -> None:
    said: set[Phrase] = set()
    for index, board in enumerate(positions(Random(3), 4)):
        for algorithm in Algorithm:
            evaluator = list(Evaluator)[index // 2 % 2]
            choice = Choice(algorithm, 2, Order.STATIC, Memory.POSITIONS, True, evaluator)
            for chosen in (choice, Choice(algorithm, 2, Order.WORST_FIRST)):
                trace = record(board, chosen)
                nodes = TraceTree(trace)
                for step in range(len(trace)):
                    sentence = sentence_at(trace, nodes, step)
                    assert sentence.text().endswith((".", "?"))
                    assert not re.search(r"[−-]\d|[+]0[.]0| for (Black|White) for ", sentence.text())
                    fields = string.Formatter().parse(sentence.phrase.value)
                    assert set(sentence.fields) == {name for _, name, _, _ in fields if name}
                    said.add(sentence.phrase)
    assert set(Phrase) == said
    assert len({phrase.value for phrase in Phrase}) == len(Phrase)


def test_a_research_says_what_was_expected_and_what_was_found() -> None:
    trace = record(random_position(Random(1), 20), Choice(depth=3, order=Order.WORST_FIRST))
    step, sentence = sentences(trace, Event.RESEARCH)[0]
    event = trace.events[step]
    assert sentence.phrase is Phrase.RESEARCH
    color = trace.color(int(event["ply"]))
    assert sentence.fields == {
        "move": Line((int(event["move"]),)),
        "color": color,
        "alpha": Worth(color.sign * int(event["alpha"]), 10),
        "bound": AtLeast(color, int(event["value"]), 10),
    }
    assert sentence.text().endswith("searched again with the open window.")


def test_every_score_says_for_whom_it_is() -> None:
    """The value a node was left with is worth the same to both sides; a bound is what one of them gets."""
    trace = record(random_position(Random(1), 20), Choice(depth=3))
    for step, sentence in sentences(trace, Event.LEAVE):
        event = trace.events[step]
        color, value = trace.color(int(event["ply"])), int(event["value"])
        if "value" in sentence.fields:
            assert sentence.fields["value"] == Worth(color.sign * value, 10)
        if sentence.phrase is Phrase.LEAVE_CUT:
            assert sentence.fields["bound"] == AtLeast(color, value, 10)
        if sentence.phrase is Phrase.LEAVE_ALL:
            assert sentence.fields["bound"] == AtLeast(color.other, -value, 10)
    assert sentence.fields["value"] == Worth(trace.board.turn.sign * trace.score, 10)


def test_scores_have_no_sign_beside_a_side_and_the_unit_their_digits() -> None:
    assert [signed(value, 10) for value in (7, -43, 0, 641, -641)] == ["+0.7", "−4.3", "+0.0", "+∞", "−∞"]
    assert [signed(value, 1) for value in (12, -3)] == ["+12", "−3"]
    for value, said in ((-12, "+12 for White"), (3, "+3 for Black"), (0, "even"), (-65, "∞")):
        assert Sentence(Phrase.GAME_OVER, {"value": Worth(value, 1)}).text() == f"The game is over: {said}."


def test_a_way_around_a_cut_is_named_only_where_one_is_known() -> None:
    """The bound of an open window is what the other side has; that of a pass or zero window is a question."""
    board = random_position(Random(1), 20)
    said: dict[Algorithm, list[Phrase]] = {}
    for algorithm in (Algorithm.ALPHABETA, Algorithm.PVS, Algorithm.MTDF):
        trace = record(board, Choice(algorithm, 3))
        said[algorithm] = [sentence.phrase for _, sentence in sentences(trace, Event.CUT)]
    assert Phrase.CUT in said[Algorithm.ALPHABETA]
    assert Phrase.CUT_ANSWERED not in said[Algorithm.ALPHABETA]
    assert {Phrase.CUT, Phrase.CUT_ANSWERED} <= set(said[Algorithm.PVS])
    assert said[Algorithm.MTDF][0] is Phrase.CUT_ANSWERED
