"""Unpacking what may be forged: a kilobyte of zlib can be a megabyte of zeros, and so on."""

from __future__ import annotations

import zlib


def unpack(data: bytes, most: int) -> bytes:
    """The content of zlib's `data`. Raises zlib.error, also when it has more than `most` bytes."""
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(data, most + 1)
    if len(content) > most:
        raise zlib.error(f"there are more than {most} bytes in it")
    if not unpacker.eof:
        raise zlib.error("it is cut off")
    return content
