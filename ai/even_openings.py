"""Random openings that leave an even game, in plain Python, so that they need no kernels."""

from random import Random
from typing import Final

from ai.limits import Algorithm
from ai.reference.searcher import midgame
from ai.weights import MAX_SCORE, ONE_DISC
from game.board import Board
from game.starts import RANDOM_PLIES, random_opening
from game.tree import Game

# A position is even if its estimate is at most this far from 0; one in four is after eight random plies.
EVEN_DISCS: Final = 3.0
# The most openings drawn; then the most even one is used. After very few plies none may be even.
MOST_DRAWS: Final = 60


def even_opening(rng: Random, plies: int = RANDOM_PLIES) -> Game:
    """Returns a `random_opening` after which neither side is much ahead, and raises the same ValueError."""
    drawn: list[tuple[float, Game]] = []
    while len(drawn) < MOST_DRAWS:
        game = random_opening(rng, plies)
        lead = abs(estimate(game.board))
        if lead <= EVEN_DISCS:
            return game
        drawn.append((lead, game))
    return min(drawn, key=lambda entry: entry[0])[1]


def estimate(board: Board) -> float:
    """Returns discs for the side to move: the mean of one and two plies, so that moving last is no gain."""
    window = -MAX_SCORE, MAX_SCORE
    scores = (midgame(board.player, board.opponent, *window, depth, Algorithm.PVS) for depth in (1, 2))
    return sum(scores) / 2 / ONE_DISC
