"""Unpacking what may be forged: a kilobyte of zlib can be a megabyte of zeros, and so on."""

from __future__ import annotations

import zlib

from game.text import _


def unpack(data: bytes, most: int) -> bytes:
    """The content of zlib's `data`. Raises zlib.error, also when it has more than `most` bytes."""
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(data, most + 1)
    if len(content) > most:
        raise zlib.error(_("there are more than {most} bytes in it").format(most=most))
    if not unpacker.eof:
        raise zlib.error(_("it is cut off"))
    return content
