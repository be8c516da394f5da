"""A game as an animated GIF, made bit by bit between the frames of the window."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from game.board import PASS
from game.tree import Node
from ui import gif
from ui.board.picture import Painter

# Seconds that the last position is shown longer than the others.
PAUSE: Final = 3.0
# Positions from which the palette is made.
SAMPLES: Final = 6

Colours = NDArray[np.uint16]


class Film:
    """The positions of a line, each with its last move; a pass is not seen.

    Call `work` until it is done. `share` of it is made, 0 .. 1; then `data` is the file.
    """

    def __init__(self, line: Sequence[Node], side: int, seconds: float, has_coordinates: bool = True) -> None:
        """`seconds` is how long each position is shown."""
        self._nodes = [node for node in line if node.move != PASS]
        self._side = side
        self._seconds = seconds
        self._has_coordinates = has_coordinates
        self.share = 0.0
        self._made: list[bytes] = []
        self._rest = self._make()

    @property
    def data(self) -> bytes:
        return b"".join(self._made)

    def work(self, seconds: float) -> bool:
        """Go on for about `seconds`; whether it is done. A single step takes some milliseconds."""
        end = time.perf_counter() + seconds
        for piece in self._rest:
            self._made.append(piece)
            if time.perf_counter() >= end:
                return False
        return True

    def _make(self) -> Iterator[bytes]:
        nodes = self._nodes
        painter = Painter(self._side, self._has_coordinates)
        yield b""
        counts = np.zeros(1 << 16, np.int64)
        for n in sorted({round(n * (len(nodes) - 1) / (SAMPLES - 1)) for n in range(SAMPLES)}):
            painter.paint(nodes[n])
            yield b""
            counts += np.bincount(_colours(painter.surface).ravel(), minlength=len(counts))
            yield b""
        palette = _Palette(counts)
        yield gif.beginning(self._side, palette.rgb)
        before = None
        for n, node in enumerate(nodes):
            painter.paint(node)
            yield b""
            colours = _colours(painter.surface)
            yield b""
            now = palette.indices(colours)
            is_last = n == len(nodes) - 1
            yield from gif.frame(before, now, self._seconds + PAUSE * is_last)
            before = now
            self.share = (n + 1) / len(nodes)
        yield gif.ENDING


def _colours(surface: pygame.Surface) -> Colours:
    """Of each pixel, in rows: 5 bits of red, 6 of green, 5 of blue. Finer differences are ignored."""
    found: Colours = pygame.surfarray.pixels_red(surface).T.astype(np.uint16, order="C")
    green = pygame.surfarray.pixels_green(surface).T.astype(np.uint16, order="C")
    blue = pygame.surfarray.pixels_blue(surface).T
    found >>= 3
    found <<= 6
    green >>= 2
    found |= green
    found <<= 5
    found |= blue >> 3
    return found


def _rgb(colours: Colours) -> NDArray[np.int64]:
    """The middle of what the numbers stand for, as (n, 3)."""
    numbers = colours.astype(np.int64)
    return np.stack([numbers >> 8 & 0xF8 | 4, numbers >> 3 & 0xFC | 2, numbers << 3 & 0xF8 | 4], axis=-1)


class _Palette:
    def __init__(self, counts: NDArray[np.int64]) -> None:
        """Of the most frequent by how often each is there; the first index stays transparent."""
        order = np.argsort(-counts, kind="stable")[: gif.COLOURS - 1]
        colours = order[counts[order] > 0].astype(np.uint16)
        self._colours = _rgb(colours)
        self.rgb = np.zeros((gif.COLOURS, 3), np.uint8)
        self.rgb[1 : len(colours) + 1] = self._colours
        self._index = np.zeros(1 << 16, np.uint8)  # 0: not yet known
        self._index[colours] = np.arange(1, len(colours) + 1)

    def indices(self, colours: Colours) -> gif.Indices:
        """Of the nearest colours in the palette."""
        found = self._index[colours]
        if found.all():
            return found
        for colour in np.unique(colours[found == gif.TRANSPARENT]):
            self._index[colour] = 1 + np.argmin(((self._colours - _rgb(colour)) ** 2).sum(axis=1))
        return self._index[colours]
