"""Labelled games for tests."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ai.training.weights.games_file import (
    LABEL,
    NO_OTHER,
    PASS_BYTE,
    START,
    Label,
    LabelKind,
    LabelledGame,
    Origin,
    Source,
)
from game.board import PASS, Board, Color, squares
from tests.samples import random_game


def some_games(count: int, seed: int = 1) -> list[LabelledGame]:
    rng = Random(seed)
    games = []
    for number in range(count):
        game = random_game(rng)
        labels = some_labels(rng, game.boards[:-1])
        games.append(LabelledGame(Source(Origin.PLAY, number), game.start, game.moves, labels))
    return games


def some_labels(rng: Random, boards: Iterable[Board]) -> tuple[Label, ...]:
    """Any scores; half of them with a legal move as another one than that of the game."""
    return tuple(
        Label(
            rng.choice(list(LabelKind)),
            rng.randrange(-640, 641),
            rng.randrange(9),
            rng.randrange(-640, 641),
            *(rng.choice([(move, rng.randrange(-640, 641)), (NO_OTHER, 0)])),
        )
        for board in boards
        for move in [rng.choice(list(squares(board.legal_moves())) or [NO_OTHER])]
    )


def parse_game(payload: bytes) -> LabelledGame:
    """What `LabelledGame.payload` has written."""
    origin, turn, count, number, black, white = START.unpack_from(payload)
    after = START.size + count
    return LabelledGame(
        Source(Origin(origin), number),
        Board(black, white, Color(turn)),
        tuple(PASS if move == PASS_BYTE else move for move in payload[START.size : after]),
        tuple(
            Label(LabelKind(kind), score, depth, search, other, other_score)
            for kind, depth, score, search, other, other_score in LABEL.iter_unpack(payload[after:])
        ),
    )
