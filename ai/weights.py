"""The learned weights of the evaluation: `assets/weights.bin`, read and checked.

The file, all numbers little-endian:

    8 bytes   NWWEIGHT
    4 bytes   length of the header
    header    JSON in UTF-8: `version`, `layout` (a fingerprint of the patterns and stages that the weights
              belong to), `fingerprint`, `error_model` (the numbers of ai/error_model.py), `expectation`
              (those of ai/expectation.py)
    the rest  zlib: int16, the weights of stage 0 (the end of the game), then of stage 1, up to the opening

Standard library only, as the plain search needs the weights before NumPy is loaded.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
import sys
import zlib
from array import array
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from ai.files import write_file
from ai.patterns import SHAPES, STAGE_EMPTIES, STAGE_SIZE, STAGES
from game.files import read_file
from game.plain_text import shortened
from game.text import _

ONE_DISC: Final = 10  # midgame scores are in tenths of a disc
MAX_SCORE: Final = 64 * ONE_DISC
WEIGHT_SCALE: Final = 16  # units of a weight in a tenth of a disc

# How many numbers each model has; a file may lack either model.
ERROR_NUMBERS: Final = 10
EXPECTATION_NUMBERS: Final = 20
_MODELS: Final = {"error_model": ERROR_NUMBERS, "expectation": EXPECTATION_NUMBERS}

_MAGIC: Final = b"NWWEIGHT"
_VERSION: Final = 1
_LENGTH: Final = struct.Struct("<I")
_CONTENT_BYTES: Final = 2 * STAGES * STAGE_SIZE
# Size limit of the file: data that cannot be compressed gets a little longer.
_MOST_BYTES: Final = _CONTENT_BYTES + (1 << 17)
_DEFAULT: Final = Path(__file__).parents[1] / "assets" / "weights.bin"


class WeightsError(ValueError):
    """A file of weights cannot be used; the text has its name and the reason."""


@dataclass(frozen=True, eq=False)
class Weights:
    """Weights: `values` are STAGES * STAGE_SIZE numbers, the end of the game first; see ai/patterns.py."""

    values: array[int]
    error_model: tuple[float, ...] = ()
    expectation: tuple[float, ...] = ()
    stored_fingerprint: str = ""  # the fingerprint in the file

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the values; a fingerprint from a file is kept, as tournament files refer to it."""
        return self.stored_fingerprint or hashlib.sha256(_little_endian(self.values)).hexdigest()

    def save(self, path: Path) -> None:
        """Writes the weights to a file atomically. Raises OSError."""
        header = {"version": _VERSION, "layout": layout(), "fingerprint": self.fingerprint}
        text = json.dumps(header | {name: getattr(self, name) for name in _MODELS}).encode()
        payload = zlib.compress(_little_endian(self.values))
        write_file(path, (_MAGIC, _LENGTH.pack(len(text)), text, payload))


@cache
def default_weights() -> Weights:
    """Returns the weights that come with the program. Raises WeightsError."""
    return load(_DEFAULT)


def load(path: Path) -> Weights:
    """Reads a file. Raises WeightsError if it is missing, damaged or made for other patterns."""
    try:
        data = read_file(path, _MOST_BYTES)
    except (OSError, ValueError) as error:
        is_file = isinstance(error, OSError)
        reason = getattr(error, "strerror", None) or error if is_file else _("this is not a valid file name")
        raise WeightsError(
            _("{path}: the weights cannot be read: {reason}", path=path, reason=reason)
        ) from error
    start = len(_MAGIC) + _LENGTH.size
    if data[: len(_MAGIC)] != _MAGIC or len(data) < start:
        sentence = _("{path}: byte 0: not a weights file (it does not begin with NWWEIGHT)", path=path)
        raise WeightsError(sentence)
    end = start + _LENGTH.unpack_from(data, len(_MAGIC))[0]
    payload = data[end:]
    try:
        header = json.loads(data[start:end])
        stored_fingerprint = str(header.get("fingerprint", ""))
        models = [tuple(map(float, header.get(name, ()))) for name in _MODELS]
        is_ours = (header["version"], header["layout"]) == (_VERSION, layout())
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        problem = _("it cannot be understood: {reason}", reason=shortened(repr(error)))
        sentence = _("{path}: the header, {count} bytes from byte {offset} on: {problem}")
        said = sentence.format(path=path, count=end - start, offset=start, problem=problem)
        raise WeightsError(said) from error
    for model, count in zip(models, _MODELS.values(), strict=True):
        is_ours = is_ours and len(model) in (0, count) and all(map(math.isfinite, model))
    if not is_ours:
        sentence = _("{path}: byte {offset}: these weights are for other patterns or stages")
        raise WeightsError(sentence.format(path=path, offset=start))
    unpacker, content = zlib.decompressobj(), b""
    with suppress(zlib.error):
        content = unpacker.decompress(payload, _CONTENT_BYTES + 1)  # it may be forged, and far longer
    if len(content) != _CONTENT_BYTES or not unpacker.eof:
        sentence = _(
            "{path}: the {count} bytes from byte {offset} on are damaged or cut off. Get the file again."
        )
        raise WeightsError(sentence.format(path=path, count=len(payload), offset=end))
    values = array("h", content)
    if sys.byteorder == "big":
        values.byteswap()
    error_model, expectation = models
    return Weights(values, error_model, expectation, stored_fingerprint)


def layout() -> str:
    """Returns a fingerprint of the patterns and stages that weights belong to."""
    what = [[shape.name, shape.squares] for shape in SHAPES], STAGE_EMPTIES, STAGES, STAGE_SIZE, WEIGHT_SCALE
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()


def _little_endian(values: array[int]) -> bytes:
    if sys.byteorder == "big":
        values = array("h", values)
        values.byteswap()
    return values.tobytes()
