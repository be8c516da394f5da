"""Which games are learned from, which are checked with while learning, and which only at the end."""

from __future__ import annotations

import zlib
from enum import IntEnum
from typing import Final

from ai.training.weights.games_file import Source

# Of this many games one is for validation, and one for the test.
_PARTS: Final = 20


class Split(IntEnum):
    TRAIN = 0
    VALIDATION = 1
    TEST = 2

    @property
    def file_name(self) -> str:
        return f"{self.name.lower()}.positions"


def split_of(source: Source) -> Split:
    """By the game, never by the position, and the same in every run: 90, 5 and 5 of a hundred games."""
    part = zlib.crc32(f"{source.origin:d} {source.number}".encode()) % _PARTS
    return Split(part) if part in (Split.VALIDATION, Split.TEST) else Split.TRAIN
