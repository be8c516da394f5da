"""The plain evaluation against the definition of its weights."""

from __future__ import annotations

from random import Random

from ai.patterns import STAGE_EMPTIES, STAGE_SIZE
from ai.reference import evaluate
from ai.reference.evaluation import count_discs
from ai.weights import MAX_SCORE, ONE_DISC, WEIGHT_SCALE, default_weights
from game.board import Board, legal_moves
from tests.ai.places import places
from tests.ai.positions import positions


def defined(board: Board) -> int:
    """The sum of the weights at `places`, one by one."""
    player, opponent = board.player, board.opponent
    stage = board.empties // STAGE_EMPTIES * STAGE_SIZE
    moves, replies = (legal_moves(*sides).bit_count() for sides in ((player, opponent), (opponent, player)))
    total = sum(default_weights().values[stage + place] for place in places(player, opponent, moves, replies))
    return max(min((total + WEIGHT_SCALE // 2) // WEIGHT_SCALE, MAX_SCORE), -MAX_SCORE)


def test_the_evaluation_is_the_sum_of_its_weights() -> None:
    boards = [*positions(Random(1), 200), Board.initial()]
    assert len({defined(board) for board in boards}) > 100
    for board in boards:
        assert evaluate(board.player, board.opponent) == defined(board), board.text()


def test_discs_are_counted_in_tenths() -> None:
    board = Board.initial().play(19)
    assert count_discs(board.player, board.opponent) == -3 * ONE_DISC
