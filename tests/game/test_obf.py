from dataclasses import replace

import pytest

from game.board import PASS, Board, parse_square
from game.records.obf import Problem, obf, parse_obf, parse_problem
from tests.samples import WHITE_PASSES
from tests.sources import ROOT

FFO = (ROOT / "assets" / "positions" / "ffo.obf").read_text("utf-8")

SQUARES = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
BOARD = Board.from_text(SQUARES + "X")
G8, H1 = parse_square("g8"), parse_square("h1")
LINE = f"{SQUARES} X; G8:+18; H1:+12;"


def test_an_obf_line_survives() -> None:
    line = f"{LINE} % FFO 1; the first"
    problem = parse_problem(line)
    assert problem == Problem(BOARD, ((G8, 18), (H1, 12)), 18, "FFO 1; the first")
    assert obf(problem) == line


@pytest.mark.parametrize(
    "text",
    [
        f"{SQUARES} X;G8:+18;H1:+12",
        f"{SQUARES}X ; G8 : +18 ; H1 : 12 ; ;",
        f"{SQUARES} x; g8:18; h1:+12; --:-127;",
        f"{SQUARES} X; +18; G8:+18; H1:+12; -- : -127",
        f"{SQUARES.replace('X', '*').replace('-', '.')} *; g8:+18; h1:+12;",
        f"{SQUARES.replace('X', 'b').replace('O', 'w').replace('-', '_')} B; g8:+18; h1:+12;",
        f"  {' '.join(SQUARES)} X; G8:+018; H1:+12;\r\n",
    ],
)
def test_other_notations_of_obf(text: str) -> None:
    assert obf(parse_problem(text)) == LINE


def test_obf_positions_without_move_scores() -> None:
    assert parse_problem(f"{SQUARES} X") == Problem(BOARD)
    assert obf(Problem(BOARD)) == f"{SQUARES} X;"
    alone = parse_problem(f"{SQUARES} X; -6;")
    assert (alone.scores, alone.best) == ((), -6)
    assert obf(alone) == f"{SQUARES} X; -6;"
    assert parse_problem(f"{SQUARES} X; --:-127;").best is None
    with pytest.raises(ValueError, match="a comment is one line"):
        obf(Problem(BOARD, comment="FFO\n1"))


@pytest.mark.parametrize("name", ["PA", "pa", "Pass", "ps", "--"])
def test_a_pass_has_a_score(name: str) -> None:
    problem = parse_problem(f"{WHITE_PASSES.text()}; {name}:-4;")
    assert problem.scores == ((PASS, -4),)
    assert obf(problem) == f"{WHITE_PASSES.text()}; PA:-4;"


def test_an_obf_file_yields_problems_and_errors() -> None:
    lines = ["\ufeff% Problems", "", LINE, "what?", "  % a comment; X", f"{SQUARES} X; A1:+2;", LINE]
    for end in ("\n", "\r\n", "\r"):
        problems, errors = parse_obf(end.join([*lines, "", ""]))
        assert [problem.line for problem in problems] == [3, 7]
        assert {obf(problem) for problem in problems} == {LINE}
        assert [error.line for error in errors] == [4, 6]
        assert str(errors[0]).startswith("line 4: a board has 64 squares")
        assert (errors[1].text, errors[1].reason) == ("A1", "'A1' is not a legal move for Black")
    assert parse_obf("") == parse_obf("% nothing\n\n") == ([], [])


def test_the_problems_of_the_ffo() -> None:
    problems, errors = parse_obf(FFO)
    assert errors == []
    assert [problem.comment for problem in problems] == [f"FFO {n}" for n in range(1, 60)]
    lines = [line for line in FFO.splitlines() if not line.startswith("%")]
    assert [obf(problem) for problem in problems] == lines
    for problem in problems:
        assert {score for _, score in problem.scores} == {problem.best}
    assert problems[39] == replace(
        parse_problem("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38;"),
        comment="FFO 40",
        line=problems[39].line,
    )
