import pytest

from game.board import Board, Color, IllegalMove, Square, parse_square
from play.reasons import MoveReason, ReasonKind, reasons
from tests.samples import LAST_MOVE


def of(text: str, move: str) -> tuple[MoveReason, ...]:
    return reasons(Board.from_text(text), parse_square(move))


def test_corner_is_not_also_counted_as_stable() -> None:
    text = "-------- -O------ --X----- ---XO--- ---OX--- -------- -------- -------- X"
    kinds = [reason.kind for reason in of(text, "a1")]
    assert kinds[0] is ReasonKind.TAKES_CORNER
    assert ReasonKind.WINS_STABLE not in kinds


def test_last_move_has_no_other_reason() -> None:
    assert of(LAST_MOVE.text(), "h8") == (MoveReason(ReasonKind.ENDS_GAME, Color.BLACK),)


@pytest.mark.parametrize("square", [0, 27, 64])
def test_illegal_move_is_refused(square: Square) -> None:
    with pytest.raises(IllegalMove):
        reasons(Board.initial(), square)
