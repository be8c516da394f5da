import pytest

from game.board import Board, Color, MissingSide
from game.records.any_format import first_part, lacks_side, parse_game
from game.records.board_text import bare_line, board_lines, drawn, parse_fen
from tests.samples import AFTER_F5

ROWS = [AFTER_F5.text()[row : row + 8] for row in range(0, 64, 8)]
COLUMNS = "  a b c d e f g h"


def numbered(rows: list[str]) -> list[str]:
    return [f"{number} {' '.join(row)} {number}" for number, row in enumerate(rows, start=1)]


def test_eight_lines_that_do_not_say_who_is_to_move() -> None:
    text = "\n".join([COLUMNS, *numbered(ROWS)])
    with pytest.raises(MissingSide):
        parse_game(text)
    assert lacks_side(first_part(text))


@pytest.mark.parametrize(
    "lines", [ROWS[:7], [*ROWS, "X", "O"], [*ROWS[:7], "-------"], [*reversed(numbered(ROWS[:7])), ROWS[0]]]
)
def test_what_is_no_board_of_eight_lines(lines: list[str]) -> None:
    assert drawn([*map(bare_line, lines)]) == "\n".join(lines)


def test_it_is_written_with_coordinates() -> None:
    assert board_lines(AFTER_F5).splitlines()[::4] == [COLUMNS, "4 - - - O X - - -", "8 - - - - - - - -"]
    assert board_lines(Board.initial()).endswith("\nBlack to move")


def test_positions_as_chess_has_them() -> None:
    assert parse_fen("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1") == (Board.initial(), "")
    for behind, moves in (("", 0), (" - - 0 1", 0), (" Anna", 0), (" d6c3", 2), (" 1. d6 2. c3", 2)):
        game = parse_game(f"8/8/8/3ppp2/3Pp3/8/8/8 w{behind}").game
        assert (game.start, len(game.moves)) == (AFTER_F5, moves)
    for text in ("8/8/8/3pP3/3Pp3/8/8 b", "8/8/8/3pP4/3Pp3/8/8/8 b", "8/8/8/3pP3/3Pp3/8/8/8", "f5d6"):
        assert parse_fen(text) is None
    assert AFTER_F5.turn is Color.WHITE
