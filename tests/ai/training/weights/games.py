"""Labelled games for tests."""

from collections.abc import Iterable
from itertools import pairwise
from random import Random

import numpy as np

from ai.training.weights.games_file import NO_OTHER, GameId, Label, LabelledGame, Origin
from ai.training.weights.positions import POSITION, LabelKind, Positions
from game.board import PASS, Board, Move, squares
from tests.samples import random_game


def some_games(count: int, seed: int = 1) -> list[LabelledGame]:
    rng = Random(seed)
    games = []
    for number in range(count):
        boards = random_game(rng).boards[:-1]
        games.append(LabelledGame(GameId(Origin.PLAY, number), boards, some_labels(rng, boards)))
    return games


def rows_of(boards: Iterable[Board]) -> Positions:
    """Returns positions without a score."""
    rows = [(board.player, board.opponent, 0, LabelKind.NONE, 1, board.empties) for board in boards]
    return np.array(rows, POSITION)


def some_labels(rng: Random, boards: Iterable[Board]) -> tuple[Label, ...]:
    """Returns labels with random scores; half of them have a legal move as the other move."""
    return tuple(
        Label(
            rng.choice(list(LabelKind)),
            rng.randrange(-640, 641),
            *(rng.choice([(move, rng.randrange(-640, 641)), (NO_OTHER, 0)])),
        )
        for board in boards
        for move in [rng.choice(list(squares(board.legal_moves())) or [NO_OTHER])]
    )


def moves_of(game: LabelledGame) -> list[Move]:
    discs = [board.black | board.white for board in game.boards]
    return [next(squares(after & ~before), PASS) for before, after in pairwise(discs)]
