from random import Random

import pytest

from ai.even_openings import EVEN_DISCS, estimate, even_opening
from game.board import Board, Color
from game.starts import MAX_RANDOM_PLIES, RANDOM_PLIES, Start
from game.symmetry import symmetric_boards


@pytest.mark.parametrize("plies", [0, 1, 3, 4, RANDOM_PLIES, 13])
def test_neither_side_is_ahead(plies: int) -> None:
    """There may be no even opening of fewer than four plies."""
    rng = Random(plies)
    for _ in range(3):
        game = even_opening(rng, plies)
        assert len(game.moves) == plies
        assert plies < 4 or abs(estimate(game.board)) <= EVEN_DISCS
    assert abs(estimate(Start.RANDOM.new_game(rng, even_opening).board)) <= EVEN_DISCS
    with pytest.raises(ValueError, match=f"0 to {MAX_RANDOM_PLIES} plies"):
        even_opening(rng, MAX_RANDOM_PLIES + 1)


def test_openings_differ_and_repeat_with_their_seed() -> None:
    drawn, again = ([even_opening(rng).moves for _ in range(6)] for rng in (Random(2), Random(2)))
    assert drawn == again
    assert len(set(drawn)) > 4


def test_the_estimate_sees_lost_positions_and_is_symmetric() -> None:
    assert len({estimate(face) for face in symmetric_boards(even_opening(Random(4)).board)}) == 1
    # Black holds three corners and most of the border.
    won = Board.from_text("XXXXXXXXXOOOOOOXX-OOOO-XX-OOOO-XX-OOOO-XX------XX------X------X- X")
    assert estimate(won) > 3 * EVEN_DISCS
    assert estimate(Board(won.black, won.white, Color.WHITE)) < -3 * EVEN_DISCS
