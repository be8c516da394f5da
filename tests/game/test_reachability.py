"""What is said to be out of reach of every game: never a position of one."""

from __future__ import annotations

from random import Random

import pytest

from game.board import PASS, Board
from game.starts import ALTERNATIVE_BOARD
from game.symmetry import SYMMETRIES, transform_board
from play.position_editor import Unreachable, why_unreachable
from tests.samples import random_game


def position(rows: str, turn: str = "X") -> Board:
    return Board.from_text(f"{rows.replace('/', ''):-<64} {turn}")


@pytest.mark.parametrize("start", [Board.initial(), ALTERNATIVE_BOARD], ids=["standard", "alternative"])
def test_no_position_of_a_game_is_out_of_reach_on_any_face(start: Board) -> None:
    rng = Random(11)
    passes = 0
    for _ in range(150):
        game = random_game(rng, start)
        passes += game.moves.count(PASS)
        for board in game.boards[1:]:
            assert why_unreachable(transform_board(board, rng.choice(SYMMETRIES))) is None, board.text()
    assert passes > 50


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        (position(""), Unreachable.CENTRE),
        (position("--------/--------/--------/---OX---/----O---"), Unreachable.CENTRE),
        (position("X-------/--------/--------/---OX---/---XO---"), Unreachable.ISLAND),
        (position("--------/--------/-----X--/---OX---/---XO---"), Unreachable.LAST_MOVE),
        # White has just moved, and all white discs stand alone or in pairs.
        (position("--------/--------/---X----/---XX---/---XO---"), Unreachable.LAST_MOVE),
        (position("--------/--------/---X----/---XX---/---XO---", "O"), None),
    ],
)
def test_what_shows_that_no_game_leads_there(board: Board, reason: Unreachable | None) -> None:
    for symmetry in SYMMETRIES:
        assert why_unreachable(transform_board(board, symmetry)) is reason


def test_the_side_to_move_can_have_moved_last_when_the_other_had_to_pass() -> None:
    """White has no discs left: Black took the last one, White passed, and the game is over."""
    board = position("--------/--------/---X----/---XX---/---XX---/--------", "X")
    assert why_unreachable(board) is None
