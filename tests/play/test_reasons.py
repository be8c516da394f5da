import pytest

from game.board import Board, Color, IllegalMove, Square, parse_square
from play.reasons import Edge, MoveReason, ReasonKind, reasons
from tests.samples import CORNER_LOST, LAST_MOVE

RANK = "-OOOOOOX --------  ---OX---  ---XO--- -------- -------- -------- -------- X"


def of(text: str, move: str) -> tuple[MoveReason, ...]:
    return reasons(Board.from_text(text), parse_square(move))


def test_a_corner_is_the_weightiest_of_them() -> None:
    found = of(RANK, "a1")
    assert [reason.kind for reason in found[:2]] == [ReasonKind.TAKES_CORNER, ReasonKind.SAFE_EDGE]
    assert found[1].edge is Edge.TOP


def test_a_corner_alone_does_not_count_as_a_stable_disc_as_well() -> None:
    text = "-------- -O------ --X----- ---XO--- ---OX--- -------- -------- -------- X"
    kinds = [reason.kind for reason in of(text, "a1")]
    assert kinds[0] is ReasonKind.TAKES_CORNER
    assert ReasonKind.WINS_STABLE not in kinds


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        (CORNER_LOST.text(), "h2", MoveReason(ReasonKind.GIVES_CORNER, Color.WHITE, (parse_square("h1"),))),
        (
            "---------O----X--OO--X--XXXXX---XXXOOX--XOXXXOX-O-OXXXO------XO- O",
            "e3",
            MoveReason(ReasonKind.KEEPS_CORNER, Color.WHITE, (parse_square("a1"),)),
        ),
        (
            "O-XXXXXXOOOOOOOXOOXOXOOXOXOOOXOXOOOOOXOXOOOXXXOXOOOOOXXX-XXXXXXX X",
            "b1",
            MoveReason(ReasonKind.MAKES_PASS, Color.BLACK),
        ),
        (
            "--XXX--OXXXXXXO--XXXXOXOXXOOXXXXXOOXXXX-OOXXOOOO-XOOOOOXXO-X-OX- O",
            "h2",
            MoveReason(ReasonKind.EVEN_REGION, Color.WHITE, (parse_square("h2"),), 2),
        ),
    ],
)
def test_what_a_move_does_is_found(text: str, move: str, reason: MoveReason) -> None:
    assert reason in of(text, move)


def test_of_the_last_move_nothing_else_is_said() -> None:
    assert of(LAST_MOVE.text(), "h8") == (MoveReason(ReasonKind.ENDS_GAME, Color.BLACK),)


@pytest.mark.parametrize("square", [0, 27, 64])
def test_a_move_against_the_rules_has_no_reasons(square: Square) -> None:
    with pytest.raises(IllegalMove):
        reasons(Board.initial(), square)
