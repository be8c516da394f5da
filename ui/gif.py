"""Writing an animated GIF: pictures of palette indices, of which each repaints what has changed.

The library for it would be Pillow, which takes more room in the bundle than is left.
The form is that of CompuServe's GIF89a (1990), its compression that of Welch (1984).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

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
