"""Lines of the NBoard protocol, as they are written and read."""

import pytest

from game.board import PASS
from game.evaluation import Kind
from game.records.ggf import NotedMove
from game.records.nboard import (
    analysis_line,
    answer_line,
    nodestats_line,
    parse_answer,
    parse_nodes,
    parse_whole_number,
    search_line,
)
from tests.samples import C3, D6, F5


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (NotedMove(F5), "=== F5"), (NotedMove(PASS), "=== PA"), (NotedMove(F5, 1.5), "=== F5/1.50"),
        (NotedMove(F5, seconds=3.25), "=== F5//3.25"), (NotedMove(D6, -0.0, 0.0), "=== D6/0.00/0.00"),
    ],
)  # fmt: skip
def test_a_written_answer_is_read_back(answer: NotedMove, line: str) -> None:
    assert answer_line(answer) == line
    assert parse_answer(line.removeprefix("=== ")) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("d6 -1.00 0.0", NotedMove(D6, -1.0, 0.0)),  # as Edax writes it
        ("  D6  2 ", NotedMove(D6, 2.0)),
        ("pass", NotedMove(PASS)),
        ("P/0", NotedMove(PASS, 0.0)),
        ("f5/1.5,-1.5/2", NotedMove(F5, None, 2.0)),  # two values: with draws as wins, and as losses
        ("f5/nan/-1", NotedMove(F5)),
        ("f5/inf/inf", NotedMove(F5)),
    ],
)
def test_other_notations_of_answers(text: str, answer: NotedMove) -> None:
    assert parse_answer(text) == answer


def test_search_lines() -> None:
    assert search_line((F5, D6, PASS, C3), 1.25, 14, Kind.ESTIMATE) == "search F5D6PAC3 1.25 0 14"
    assert search_line((F5,), -0.004, 9, Kind.OUTCOME) == "search F5 0.00 0 100%W"
    assert search_line((F5,), -0.9, 0, Kind.BOOK) == "book F5 -0.90 0 0"
    assert analysis_line(7, -2.0) == "analysis 7 -2.00"


def test_numbers_in_nboard_lines() -> None:
    assert nodestats_line(1992, 0.5) == "nodestats 1992 0.500"
    assert parse_nodes("1992 10000000.00") == 1992
    assert parse_nodes("1.5e+06 0.5") == 1_500_000, "the protocol has a number with a fraction"
    assert [parse_nodes(text) for text in ("", "many 1", "-3 1", "²")] == [0, 0, 0, 0]
    assert parse_whole_number("hint", "3") == parse_whole_number("hint", "0" * 5000 + "3") == 3
    assert parse_whole_number("hint", "9" * 5000) > 10**18
