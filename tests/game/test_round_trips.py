"""Each format written and read again is what it was, as far as the format can hold it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.records.any_format import read_game, read_games, read_names
from game.records.ggf import ggf
from game.records.record import UNKNOWN_RESULT, Record, result_text
from game.records.sgf import sgf
from game.records.transcript import transcript
from tests.game.trees import contents, random_record

ARCHIVE = Path(__file__).resolve().parents[3] / "shared" / "reference" / "wthor"
TREES: list[Callable[[Record], str]] = [ggf, sgf]


def check_tree(record: Record, write: Callable[[Record], str]) -> None:
    again = read_game(write(record).encode())
    assert contents(again.game) == contents(record.game)
    assert again.problem is None
    end = record.game.node.result
    known = record.result if record.result != UNKNOWN_RESULT or end is None else result_text(end)
    assert replace(again, game=record.game) == replace(record, result=known)


def check(seed: int) -> None:
    record = random_record(Random(seed))
    for write in TREES:
        check_tree(record, write)


@pytest.mark.parametrize("seed", range(12))
def test_trees_with_all_that_a_node_can_have(seed: int) -> None:
    check(seed)


@pytest.mark.slow
def test_200_trees() -> None:
    for seed in range(200):
        check(1000 + seed)


@pytest.mark.slow
@pytest.mark.skipif(not ARCHIVE.is_dir(), reason="the archive is not here")
def test_1000_games_of_the_archive() -> None:
    games = 0
    for path in sorted(ARCHIVE.glob("*.wtb"))[::5]:
        names, problems = read_names(path)
        assert problems == []
        for found in read_games(path.read_bytes(), names):
            if found.number > 125 or games == 1000:
                break
            assert found.problem == ""
            record = found.record
            assert record.black
            assert record.white
            assert record.event
            for write in TREES:
                again = read_game(write(record).encode())
                assert contents(again.game) == contents(record.game)
                assert (again.black, again.white, again.date) == (record.black, record.white, record.date)
                assert again.result == record.result
            assert read_game(transcript(record.game).encode()).game.moves == record.game.moves
            games += 1
    assert games == 1000
