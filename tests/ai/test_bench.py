"""Small measurements of the bench: correct and repeatable, whatever their speed."""

from dataclasses import replace

import pytest

from ai.bench import signature
from ai.bench.runs import search
from ai.engine import Engine
from ai.limits import Algorithm, Limit, Options
from game.board import Board
from tests.samples import OVER, PASS_COUNTS

MIDDLEGAME = Board.from_text(signature.POSITIONS[3][1])


def test_a_search_starts_with_an_empty_table_and_is_repeatable(engine: Engine) -> None:
    first = search(engine, MIDDLEGAME, Limit(depth=8), Options())
    search(engine, MIDDLEGAME, Limit(depth=9), Options(Algorithm.ALPHABETA))
    again = search(engine, MIDDLEGAME, Limit(depth=8), Options())
    assert replace(first, seconds=0) == replace(again, seconds=0)
    assert first.nodes > 8
    assert MIDDLEGAME.is_legal(first.move)


def test_the_signature_sums_all_nodes_and_pvs_needs_fewer() -> None:
    lines: list[str] = []
    signature.measure(lines.append, most_plies=7)
    _heading, *rows, sums, _empty, speed, textbook, said = lines
    assert [row[:10].strip() for row in rows] == [name for name, _, _ in signature.POSITIONS]
    alphabeta, pvs = (sum(int(row.split()[at].replace(",", "")) for row in rows) for at in (-6, -4))
    assert f"{alphabeta:,}" in sums
    assert said == f"Bench: {alphabeta + pvs}"
    assert pvs < alphabeta
    assert speed.endswith("million nodes/s.")
    counts = [int(word.replace(",", "")) for word in textbook.split() if word[0].isdigit()]
    assert textbook.startswith("7 plies in the middle game: ")
    assert counts == sorted(counts[:1]) + sorted(counts[1:], reverse=True)


@pytest.mark.parametrize("text", PASS_COUNTS)
def test_pieces_have_the_same_leaf_count(text: str) -> None:
    counts, board = PASS_COUNTS[text][:6], Board.from_text(text)
    for pieces in range(4):
        assert tuple(signature.count(board, plies, pieces) for plies in range(1, 7)) == counts
    assert signature.count(board, 6, 3, threads=3) == counts[-1]
    assert signature.positions_after(OVER, 3) == [OVER]
    assert signature.count(OVER, 5, 2) == 1
