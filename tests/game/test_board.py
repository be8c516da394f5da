from random import Random

import pytest

from game.board import (
    FULL,
    PASS,
    Board,
    Color,
    IllegalMove,
    Result,
    final_score,
    flips,
    legal_moves,
    move_name,
    parse_square,
    square_name,
    squares,
)
from tests.samples import AFTER_F5, START, WHITE_PASSES, random_game

STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def naive_flips(board: Board, square: int) -> int:
    """Returns the discs that a move flips, by walking square by square."""
    if (board.black | board.white) >> square & 1:
        return 0
    turned = 0
    for dx, dy in STEPS:
        x, y, line = square % 8 + dx, square // 8 + dy, 0
        while 0 <= x < 8 and 0 <= y < 8 and board.opponent >> 8 * y + x & 1:
            line |= 1 << 8 * y + x
            x, y = x + dx, y + dy
        if 0 <= x < 8 and 0 <= y < 8 and board.player >> 8 * y + x & 1:
            turned |= line
    return turned


def random_boards(count: int, seed: int) -> list[Board]:
    """Returns positions of random games, and boards filled at random, which games cannot reach."""
    rng = Random(seed)
    boards: list[Board] = []
    while len(boards) < count:
        boards += random_game(rng).boards
        discs, black = rng.getrandbits(64) | rng.getrandbits(64), rng.getrandbits(64)
        boards.append(Board(discs & black, discs & ~black, rng.choice(list(Color))))
    return boards[:count]


def test_moves_and_flips_follow_the_rules() -> None:
    for board in random_boards(1000, seed=7):
        turned = {s: naive_flips(board, s) for s in range(64)}
        assert list(squares(board.legal_moves())) == [s for s in range(64) if turned[s]]
        assert {s: board.flips(s) for s in range(64)} == turned
        other = Board(board.black, board.white, board.turn.other)
        assert other.legal_moves() == legal_moves(board.opponent, board.player)
        for square in squares(other.legal_moves()):
            assert other.flips(square) == flips(board.opponent, board.player, square)


def test_play_flips_discs_and_changes_the_turn() -> None:
    """The perft counts cover other moves."""
    assert (Board.initial().empties, Board.initial().play(parse_square("f5"))) == (60, AFTER_F5)


@pytest.mark.parametrize("move", [parse_square("a1"), parse_square("d4"), 64, 99, -2, PASS])
def test_illegal_moves_raise_an_error_with_the_position(move: int) -> None:
    board = Board.initial()
    assert not board.is_legal(move)
    with pytest.raises(IllegalMove, match="is not a legal move for Black") as caught:
        board.play(move)
    assert START.text() in str(caught.value)
    assert (caught.value.board, caught.value.move) == (board, move)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        # Full boards.
        ("X" * 40 + "O" * 24 + "X", Result(40, 24, Color.BLACK)),
        ("X" * 31 + "O" * 33 + "X", Result(31, 33, Color.WHITE)),
        ("X" * 32 + "O" * 32 + "X", Result(32, 32, None)),
        # The empties go to the winner, whoever's turn it is ...
        ("X" * 10 + "-" * 54 + "O", Result(64, 0, Color.BLACK)),
        ("O" * 3 + "-" * 61 + "O", Result(0, 64, Color.WHITE)),
        # ... both sides have discs, neither has a move, black leads 3-2: 3 + 59 to 2.
        ("XXX" + "-" * 59 + "OO" + "X", Result(62, 2, Color.BLACK)),
        # In a draw each side counts half of them.
        ("XX" + "-" * 60 + "OO" + "X", Result(32, 32, None)),
    ],
)
def test_result(text: str, result: Result) -> None:
    board = Board.from_text(text)
    assert (board.is_over(), board.must_pass(), board.is_legal(PASS)) == (True, False, False)
    assert board.result() == result
    assert final_score(board.white, board.black) == -final_score(board.black, board.white)
    assert final_score(board.black, board.white) == result.black - result.white


def test_game_is_over_when_neither_side_has_a_move() -> None:
    for board in (WHITE_PASSES, *random_boards(600, seed=9)):
        can_move = [
            any(naive_flips(Board(board.black, board.white, color), s) for s in range(64)) for color in Color
        ]
        assert board.is_over() == (not any(can_move))
        must_pass = not can_move[board.turn] and can_move[board.turn.other]
        assert (board.must_pass(), board.is_legal(PASS)) == (must_pass, must_pass)
        assert (board.result() is None) == any(can_move)


def test_square_names() -> None:
    assert [square_name(s) for s in (0, 7, 8, 63)] == ["a1", "h1", "a2", "h8"]
    assert [parse_square(square_name(s)) for s in range(64)] == list(range(64))
    assert parse_square("F5") == parse_square("f5") == 37
    assert (move_name(PASS), move_name(37)) == ("pass", "f5")
    walked = {0: [], FULL: list(range(64)), 1 << 63 | 1 << 5: [5, 63]}
    assert {bits: list(squares(bits)) for bits in walked} == walked
