from random import Random

import pytest

from game.board import CORNERS, PASS, Board, legal_moves, square_name, squares
from game.starts import MAX_RANDOM_PLIES, RANDOM_PLIES, Start, random_opening


def test_standard_start() -> None:
    game = Start.STANDARD.new_game(Random(1), random_opening)
    assert game.board == Board.initial()
    assert game.moves == ()


def test_alternative_start() -> None:
    board = Start.ALTERNATIVE.new_game(Random(1), random_opening).start
    assert board.text() == "---------------------------OO------XX--------------------------- X"
    assert {square_name(s) for s in squares(board.legal_moves())} == {"c3", "d3", "e3", "f3"}


@pytest.mark.parametrize("plies", [0, 1, 3, RANDOM_PLIES, 13, MAX_RANDOM_PLIES])
def test_random_openings_leave_a_game_to_play(plies: int) -> None:
    rng = Random(plies)
    for _ in range(30):
        game = random_opening(rng, plies)
        board = game.board
        assert len(game.moves) == plies
        assert PASS not in game.moves
        moves, answers = board.legal_moves(), legal_moves(board.opponent, board.player)
        assert moves
        assert not any(board.play(square).is_over() for square in squares(moves))
        if plies >= RANDOM_PLIES:
            assert min(moves.bit_count(), answers.bit_count()) >= 4
            assert abs(moves.bit_count() - answers.bit_count()) <= 4
            assert not (moves | answers) & CORNERS


def test_random_openings_repeat_with_their_seed_and_differ_without() -> None:
    assert len({random_opening(Random(5)).moves for _ in range(3)}) == 1
    rng = Random(5)
    assert len({random_opening(rng).moves for _ in range(100)}) > 95
    game = Start.RANDOM.new_game(rng, random_opening)
    assert (game.start, len(game.moves)) == (Board.initial(), RANDOM_PLIES)
