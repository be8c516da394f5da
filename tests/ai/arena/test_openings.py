"""Lists of openings: what can be read, and the errors for the rest."""

from pathlib import Path

import pytest

from ai.arena.openings import BALANCED, OpeningsError, read_openings
from game.records.transcript import parse_transcript
from game.symmetry import canonical

POSITION = "-" * 26 + "XO----XXOO" + "-" * 28 + " X"


@pytest.mark.parametrize(
    ("text", "openings"),
    [
        (f"% a comment\n\nf5D6 c3 % +1.0\n{POSITION}; % of another game\n", ["f5d6c3", f"{POSITION}"]),
        ('[Event "Cup"]\n\n1. f5 (1. d3) d6 2. c3 {good} *\n', ["f5d6c3"]),
        ("(;GM[Othello]PB[A]PW[B]B[f5]W[f6];)\n(;GM[Othello]B[d3];)\n", ["f5f6", "d3"]),
    ],
)
def test_a_list_may_have_games_of_any_format_and_positions(
    text: str, openings: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text, "utf-8")
    assert read_openings(path) == (dict(enumerate(openings, start=1)), {})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("\n\nf5e4 % bad\n", "list.txt: game 1, line 3: ply 2: 'e4' is not a legal move for White"),
        ("f5 d6 z9", "list.txt: game 1, line 1: ply 3: 'z9' is not a move"),
        ("% nothing\n\n", "list.txt has no openings"),
        ("X" * 64 + " X;", "line 1: the game is over"),
        ("\0\1\2" * 20, "list.txt: this is neither a text file nor a WTHOR file"),
    ],
)
def test_invalid_lists(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(OpeningsError, match=complaint):
        read_openings(path)


def test_the_even_openings_are_all_different() -> None:
    boards = [parse_transcript(text).board for text in read_openings(BALANCED)[0].values()]
    assert len(boards) >= 200
    assert len({canonical(board) for board in boards}) == len(boards)
    assert {60 - board.empties for board in boards} == set(range(8, 13))
