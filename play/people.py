"""Compares the user's moves with those of tournament players, by the mean loss in discs per move."""

from collections.abc import Sequence
from typing import Final

from play.review import GamePhase, ReviewTally

# The best shares of games or of players, ascending, and the bounds of their losses in discs per move, for
# moves with a choice, judged exactly or by 12 plies (python -m benchmarks.reviewed_people, docs/strength.md).
SHARES: Final = (0.1, 0.25, 1 / 3, 0.5)
GAMES: Final = (0.79, 1.18, 1.37, 1.76)
PLAYERS: Final = (1.15, 1.43, 1.56, 1.80)
PLAYERS_IN: Final = {
    GamePhase.OPENING: (0.57, 0.72, 0.80, 0.99),
    GamePhase.MIDDLE: (1.49, 1.83, 1.95, 2.35),
    GamePhase.END: (1.34, 1.73, 1.85, 2.22),
}
# The fewest judged moves, and the fewest games of a player, that are compared.
LEAST_MOVES: Final = 20
LEAST_GAMES: Final = 10


def share_of_game(tally: ReviewTally) -> float | None:
    """Returns the smallest of the SHARES that a side of a game belongs to; None for the worse half."""
    return _share(tally.loss_a_move(), GAMES) if tally.firm >= LEAST_MOVES else None


def share_of_player(tally: ReviewTally, phase: GamePhase | None = None) -> float | None:
    """Returns the same for many games of a person, in one phase or in all."""
    moves, lost, bounds = tally.firm, tally.loss_a_move(), PLAYERS
    if phase is not None:
        moves, lost, bounds = tally.moves_in[phase], tally.loss_a_move(phase), PLAYERS_IN[phase]
    return _share(lost, bounds) if tally.sides >= LEAST_GAMES and moves >= LEAST_MOVES else None


def _share(lost: float, bounds: Sequence[float]) -> float | None:
    return next((share for share, bound in zip(SHARES, bounds, strict=True) if lost < bound), None)
