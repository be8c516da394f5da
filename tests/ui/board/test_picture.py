"""PNG pictures of positions, decoded again."""

import io

import numpy as np
import pygame
import pytest
from pygame import surfarray

from game.records.transcript import parse_transcript
from game.tree import Game
from ui.board.picture import board_png


@pytest.mark.parametrize("side", [240, 480])
def test_picture_has_the_given_size_and_marks_the_last_move(side: int) -> None:
    red = []
    for node in parse_transcript("f5").line:
        picture = pygame.image.load(io.BytesIO(board_png(node, side)))
        assert picture.get_size() == (side, side)
        colours = surfarray.array3d(picture).astype(np.int64)
        red.append(int(((colours[..., 0] > 150) & (colours[..., 1:].max(axis=2) < 100)).sum()))
    assert red[0] == 0
    assert red[1] > side / 20


def test_coordinates_are_optional() -> None:
    with_them, without = (board_png(Game().node, 240, has) for has in (True, False))
    assert with_them != without
