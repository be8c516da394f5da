from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from ai.arena.openings import BALANCED, read_openings
from ai.engine import Engine
from ai.training.__main__ import main
from ai.training.strength.balanced_openings import MOST_DISCS, PLIES, balanced_openings
from game.records.transcript import parse_transcript
from game.symmetry import canonical


def test_no_two_openings_of_the_list_are_the_same_game() -> None:
    boards = [parse_transcript(text).board for text in read_openings(BALANCED)]
    assert len(boards) >= 200
    assert len({canonical(board) for board in boards}) == len(boards)
    assert {60 - board.empties for board in boards} == set(PLIES)


def test_openings_are_even_and_repeat_with_their_seed(engine: Engine) -> None:
    found = list(islice(balanced_openings(engine, Random(1), depth=2), 6))
    assert all(abs(score) <= MOST_DISCS for _, score in found)
    assert all(len(game.moves) in PLIES for game, _ in found)
    again = islice(balanced_openings(engine, Random(1), depth=2), 6)
    assert [game.moves for game, _ in again] == [game.moves for game, _ in found]


def test_the_step_writes_a_list_that_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    assert main(["openings", "--count", "3", "--depth", "2", "--output", str(path)]) == 0
    assert len(read_openings(path)) == 3
    assert "%   python -m ai.training openings --count 3 --depth 2 --seed 1\n" in path.read_text("utf-8")


def test_a_list_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "nowhere" / "list.txt"
    assert main(["openings", "--count", "1", "--depth", "1", "--output", str(path)]) == 1
    assert f"{path}: No such file or directory" in capsys.readouterr().err
