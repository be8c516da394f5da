"""Positions as the window shows them, at any size; a game as an animated GIF, made between frames.

The library for it would be Pillow, which takes more room in the bundle than is left. The form is that of
CompuServe's GIF89a (1990), its compression that of Welch (1984): pictures of palette indices, of which each
repaints what has changed.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Surface

from game.board import PASS
from game.tree import Node
from play.settings import Coordinates
from ui.board.board_view import Animator, BoardView, Scene
from ui.layout import BoardPlace
from ui.theme import Theme

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
        yield beginning(self._side, palette.rgb)
        before = None
        for n, node in enumerate(nodes):
            painter.paint(node)
            yield b""
            colours = _colours(painter.surface)
            yield b""
            now = palette.indices(colours)
            is_last = n == len(nodes) - 1
            yield from frame(before, now, self._seconds + PAUSE * is_last)
            before = now
            self.share = (n + 1) / len(nodes)
        yield ENDING


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
        order = np.argsort(-counts, kind="stable")[: COLOURS - 1]
        colours = order[counts[order] > 0].astype(np.uint16)
        self._colours = _rgb(colours)
        self.rgb = np.zeros((COLOURS, 3), np.uint8)
        self.rgb[1 : len(colours) + 1] = self._colours
        self._index = np.zeros(1 << 16, np.uint8)  # 0: not yet known
        self._index[colours] = np.arange(1, len(colours) + 1)

    def indices(self, colours: Colours) -> Indices:
        """Of the nearest colours in the palette."""
        found = self._index[colours]
        if found.all():
            return found
        for colour in np.unique(colours[found == TRANSPARENT]):
            self._index[colour] = 1 + np.argmin(((self._colours - _rgb(colour)) ** 2).sum(axis=1))
        return self._index[colours]


# The board of a window at a scale of 1, in pixels.
DESIGN_SIDE = 680


class Painter:
    """Draws positions on a square of `side` pixels, one after the other: `surface` has the last one."""

    def __init__(self, side: int, has_coordinates: bool = True) -> None:
        self._theme = Theme(side / DESIGN_SIDE)
        self.surface = Surface((side, side))
        coordinates = Coordinates.OUTSIDE if has_coordinates else Coordinates.NONE
        self._view = BoardView(self._theme, BoardPlace(self.surface.get_rect()), coordinates)

    def paint(self, node: Node) -> None:
        """The position of a node, its last move and its marks."""
        self.surface.fill(self._theme["frame"])
        last = node.move if node.move is not None and node.move != PASS else None
        scene = Scene(last_disc=last, turn=node.board.turn, marks=tuple(node.marks.items()))
        self._view.draw(self.surface, Animator(node.board, 0.0), scene)


def board_png(node: Node, side: int, has_coordinates: bool = True) -> bytes:
    """A square of `side` pixels with the position of a node, its last move and its marks."""
    painter = Painter(side, has_coordinates)
    painter.paint(node)
    file = BytesIO()
    pygame.image.save(painter.surface, file, "board.png")
    return file.getvalue()


COLOURS: Final = 256
TRANSPARENT: Final = 0
"""The index that leaves a pixel as it is."""
Indices = NDArray[np.uint8]
"""Of the palette, a row of the picture after the other."""

_CODE_BITS: Final = 8
_CLEAR: Final = 1 << _CODE_BITS
_END: Final = _CLEAR + 1
_MOST_CODES: Final = 4096
# Bytes of compressed data in a block.
_BLOCK: Final = 255


def beginning(side: int, palette: NDArray[np.uint8]) -> bytes:
    """The file up to its first picture, `side` pixels square, played for ever. `palette`: uint8 (256, 3)."""
    screen = struct.pack("<6sHHBBB", b"GIF89a", side, side, 0xF7, 0, 0)
    return screen + palette.tobytes() + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


ENDING: Final = b";"


def frame(before: Indices | None, now: Indices, seconds: float) -> Iterator[bytes]:
    """A picture shown for `seconds`, in pieces: all of it, or what differs from the one before."""
    left = top = 0
    if before is not None:
        changed = before != now
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        if len(rows):
            top, left = int(rows[0]), int(columns[0])
            place = slice(top, int(rows[-1]) + 1), slice(left, int(columns[-1]) + 1)
        else:
            place = slice(0, 1), slice(0, 1)
        now = np.where(changed[place], now[place], TRANSPARENT).astype(np.uint8)
    height, width = now.shape
    # Keep this picture under the next one; index 0 is transparent.
    yield struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0b0000_0101, round(100 * seconds), TRANSPARENT, 0)
    yield struct.pack("<BHHHHBB", 0x2C, left, top, width, height, 0, _CODE_BITS)
    yield from _compressed(now.tobytes())
    yield b"\0"


def _compressed(pixels: bytes) -> Iterator[bytes]:
    """Blocks of codes of 9 to 12 bits, each for a sequence of pixels that was seen before."""
    table: dict[int, int] = {}
    bits, size = _CLEAR, 9  # what is not yet in a block, from its lowest bit on
    width, free = 9, _END + 1
    prefix = pixels[0]
    for pixel in memoryview(pixels)[1:]:
        key = prefix << 8 | pixel
        code = table.get(key)
        if code is not None:
            prefix = code
            continue
        bits |= prefix << size
        size += width
        if free < _MOST_CODES:
            table[key] = free
            width += free == 1 << width
            free += 1
        else:
            bits |= _CLEAR << size
            size += width
            table.clear()
            width, free = 9, _END + 1
        prefix = pixel
        if size >= 8 * _BLOCK:
            yield _block(bits, _BLOCK)
            bits >>= 8 * _BLOCK
            size -= 8 * _BLOCK
    bits |= prefix << size
    size += width
    width += free == 1 << width and free < _MOST_CODES
    bits |= _END << size
    size += width
    while size > 0:
        count = min(_BLOCK, -(-size // 8))
        yield _block(bits, count)
        bits >>= 8 * count
        size -= 8 * count


def _block(bits: int, count: int) -> bytes:
    return bytes((count,)) + (bits & ((1 << 8 * count) - 1)).to_bytes(count, "little")
