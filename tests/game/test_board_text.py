import pytest

from game.board import Board
from game.records.board_text import bare_line, board_lines, drawn, parse_fen
from tests.samples import AFTER_F5

ROWS = [AFTER_F5.text()[row : row + 8] for row in range(0, 64, 8)]
COLUMNS = "  a b c d e f g h"


def numbered(rows: list[str]) -> list[str]:
    return [f"{number} {' '.join(row)} {number}" for number, row in enumerate(rows, start=1)]


@pytest.mark.parametrize(
    "lines", [ROWS[:7], [*ROWS, "X", "O"], [*ROWS[:7], "-------"], [*reversed(numbered(ROWS[:7])), ROWS[0]]]
)
def test_other_lines_stay_unchanged(lines: list[str]) -> None:
    assert drawn([*map(bare_line, lines)]) == "\n".join(lines)


def test_boards_have_coordinates() -> None:
    assert board_lines(AFTER_F5).splitlines()[::4] == [COLUMNS, "4 - - - O X - - -", "8 - - - - - - - -"]
    assert board_lines(Board.initial()).endswith("\nBlack to move")


def test_invalid_fen_is_rejected() -> None:
    for text in ("8/8/8/3pP3/3Pp3/8/8 b", "8/8/8/3pP4/3Pp3/8/8/8 b", "8/8/8/3pP3/3Pp3/8/8/8", "f5d6"):
        assert parse_fen(text) is None
