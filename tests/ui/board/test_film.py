"""An animated GIF of a game, read again by another program's code."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from pygame import surfarray

from game.board import PASS
from game.records.transcript import parse_transcript
from game.tree import Game
from tests.samples import random_game
from ui.board import film
from ui.board.film import PAUSE, Film, Painter


def made(film: Film) -> bytes:
    while not film.work(0.01):
        pass
    return film.data


def frames(data: bytes) -> list[tuple[Image.Image, float]]:
    """The pictures as they are seen, and how many seconds each stands."""
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.format == "GIF"
        assert picture.info["loop"] == 0
        found = []
        for number in range(picture.n_frames):  # type: ignore[attr-defined]
            picture.seek(number)
            found.append((picture.convert("RGB"), picture.info["duration"] / 1000))
        return found


def test_every_position_of_a_whole_game_is_seen() -> None:
    game = random_game(3)
    assert any(node.move == PASS for node in game.line)
    shown = [node for node in game.line if node.move != PASS]
    seen = frames(made(Film(game.line, 240, 0.5)))
    assert len(seen) == len(shown)
    assert [seconds for _, seconds in seen] == [0.5] * (len(shown) - 1) + [0.5 + PAUSE]
    painter = Painter(240)
    for node, (picture, _seconds) in zip(shown, seen, strict=True):
        painter.paint(node)
        there = np.asarray(picture, np.int64).transpose(1, 0, 2)
        wanted = surfarray.array3d(painter.surface).astype(np.int64)
        assert there.shape == wanted.shape
        assert np.abs(there - wanted).mean() < 3
        assert np.abs(there - wanted).max() < 64


@pytest.mark.parametrize("side", [240, 480])
def test_it_has_the_size_that_is_wanted_and_the_last_move_is_marked(side: int) -> None:
    pictures = [picture for picture, _ in frames(made(Film(parse_transcript("f5").line, side, 1.0)))]
    assert {picture.size for picture in pictures} == {(side, side)}
    first, second = (np.asarray(picture, np.int64) for picture in pictures)
    red = [
        int(((found[..., 0] > 150) & (found[..., 1:].max(axis=2) < 100)).sum()) for found in (first, second)
    ]
    assert red[0] == 0
    assert red[1] > side / 20


def test_coordinates_can_be_left_out() -> None:
    line = Game().line
    with_them, without = (made(Film(line, 240, 1.0, has)) for has in (True, False))
    assert with_them != without


def test_a_step_is_short_and_says_how_much_is_done() -> None:
    film = Film(random_game(3).line, 240, 1.0)
    shares = []
    while not film.work(0.0):
        shares.append(film.share)
    assert shares == sorted(shares)
    assert len(set(shares)) > 50
    assert film.share == 1.0


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 40), st.integers(1, 40), st.sampled_from([2, 5, 250]), st.integers(0, 2**32 - 1))
def test_what_is_compressed_is_read_again(width: int, height: int, colours: int, seed: int) -> None:
    side = max(width, height)
    palette = np.zeros((256, 3), np.uint8)
    palette[:, 0] = np.arange(256)
    noise = np.random.default_rng(seed).integers(1, colours + 1, (side, side)).astype(np.uint8)
    changed = noise.copy()
    changed[:height, :width] = 1
    data = b"".join(
        [
            film.beginning(side, palette),
            *film.frame(None, noise, 1),
            *film.frame(noise, changed, 1),
            film.ENDING,
        ]
    )
    for wanted, (picture, _) in zip((noise, changed), frames(data), strict=False):
        assert np.array_equal(np.asarray(picture)[..., 0], wanted)


def test_a_full_table_is_begun_anew() -> None:
    palette = np.zeros((256, 3), np.uint8)
    palette[:, 0] = np.arange(256)
    noise = np.random.default_rng(1).integers(1, 256, (300, 300)).astype(np.uint8)
    data = b"".join([film.beginning(300, palette), *film.frame(None, noise, 1), film.ENDING])
    ((picture, _seconds),) = frames(data)
    assert np.array_equal(np.asarray(picture)[..., 0], noise)
