import pytest

from game.board import Board, Color, IllegalMove, Square, parse_square
from play.reasons import MoveReason, ReasonKind, reasons
from tests.samples import LAST_MOVE


def of(text: str, move: str) -> tuple[MoveReason, ...]:
    return reasons(Board.from_text(text), parse_square(move))


def test_a_corner_alone_does_not_count_as_a_stable_disc_as_well() -> None:
    text = "-------- -O------ --X----- ---XO--- ---OX--- -------- -------- -------- X"
    kinds = [reason.kind for reason in of(text, "a1")]
    assert kinds[0] is ReasonKind.TAKES_CORNER
    assert ReasonKind.WINS_STABLE not in kinds


def test_of_the_last_move_nothing_else_is_said() -> None:
    assert of(LAST_MOVE.text(), "h8") == (MoveReason(ReasonKind.ENDS_GAME, Color.BLACK),)


@pytest.mark.parametrize("square", [0, 27, 64])
def test_a_move_against_the_rules_has_no_reasons(square: Square) -> None:
    with pytest.raises(IllegalMove):
        reasons(Board.initial(), square)
