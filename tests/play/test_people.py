"""How a person's moves compare with those of tournament players."""

from collections.abc import Sequence

import pytest

from game.board import Color
from game.evaluation import Judgement, Kind
from play.people import (
    GAMES,
    LEAST_GAMES,
    LEAST_MOVES,
    PLAYERS,
    PLAYERS_IN,
    SHARES,
    share_of_game,
    share_of_player,
)
from play.review import GamePhase, JudgedMove, ReviewTally
from ui.panels.tips import PEOPLE
from ui.text.people import SENTENCES, describe_own_game
from ui.text.people import SHARES as WORDS


def tally(lost: float, moves: int = LEAST_MOVES, depth: int = 12, games: int = 1) -> ReviewTally:
    """Returns a tally of games in which every move lost the same."""
    found = Judgement(best=lost, played=0.0, depth=depth, source=Kind.ESTIMATE)
    counted = ReviewTally()
    for _game in range(games):
        counted.add(JudgedMove(2 * n + 1, Color.BLACK, 19, 60 - 2 * n, found) for n in range(moves))
    return counted


@pytest.mark.parametrize("bounds", [GAMES, PLAYERS, *PLAYERS_IN.values()])
def test_bounds_of_shares_increase(bounds: Sequence[float]) -> None:
    assert 0 < bounds[0] < bounds[1] < bounds[2] < bounds[3]
    assert set(SENTENCES) == set(WORDS) == set(SHARES)


@pytest.mark.parametrize(("place", "share"), list(enumerate(SHARES)))
def test_better_half_of_games_and_players_has_a_share(place: int, share: float) -> None:
    lost = round(GAMES[place] - 0.06, 1)
    assert share_of_game(tally(lost)) == share
    assert describe_own_game(tally(lost)) == SENTENCES[share]
    lost = round(PLAYERS[place] - 0.06, 1)
    assert share_of_player(tally(lost, games=LEAST_GAMES)) == share


def test_weak_or_small_samples_are_not_compared() -> None:
    assert describe_own_game(tally(3.1)) == "Your moves lost 3.1 discs each, on average."
    assert describe_own_game(tally(0.0, LEAST_MOVES - 1)) == ""
    assert share_of_game(tally(0.0, depth=11)) is None, "of a quick review"
    assert share_of_player(tally(0.0, games=LEAST_GAMES - 1)) is None
    assert share_of_player(tally(0.0, games=LEAST_GAMES), GamePhase.END) is None, "no move there"
    assert share_of_player(tally(9.0, games=LEAST_GAMES), GamePhase.MIDDLE) is None
    assert f"{GAMES[-1]:.1f}" in PEOPLE
