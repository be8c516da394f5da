"""The learned weights of the evaluation: `assets/weights.bin`, read and checked.

The file, all numbers little-endian:

    8 bytes   NWWEIGHT
    4 bytes   length of the header
    header    JSON in UTF-8: `version`, `layout` (a fingerprint of the patterns and stages that the weights
              belong to), `fingerprint` (SHA-256 of what follows), `command` (what made it), `error_model`
              (the numbers of ai/error_model.py), `expectation` (those of ai/expectation.py)
    the rest  zlib: int16, the weights of stage 0 (the end of the game), then of stage 1, up to the opening

Standard library only, for the plain search needs them before NumPy is loaded.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
import sys
import zlib
from array import array
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from ai.files import unpack, write_file
from ai.patterns import SHAPES, STAGE_EMPTIES, STAGE_SIZE, STAGES
from game.files import read_file
from game.plain_text import shortened
from game.text import _

# The integer score of the middle game counts in these parts of a disc.
ONE_DISC: Final = 10
MAX_SCORE: Final = 64 * ONE_DISC
# ... and a weight in these parts of that.
WEIGHT_SCALE: Final = 16

# Numbers of an error model; without any the weights were not calibrated.
ERROR_NUMBERS: Final = 10
# ... and of what a score is expected to come to; without any it stays as it is.
EXPECTATION_NUMBERS: Final = 20
_MODELS: Final = {"error_model": ERROR_NUMBERS, "expectation": EXPECTATION_NUMBERS}

_MAGIC: Final = b"NWWEIGHT"
_VERSION: Final = 1
_LENGTH: Final = struct.Struct("<I")
_MOST_HEADER: Final = 1 << 16
_CONTENT_BYTES: Final = 2 * STAGES * STAGE_SIZE
# Of the file: what cannot be packed becomes a little longer by it.
_MOST_BYTES: Final = _CONTENT_BYTES + 2 * _MOST_HEADER
_DEFAULT: Final = Path(__file__).parents[1] / "assets" / "weights.bin"


class WeightsError(ValueError):
    """The file cannot be used; the text names it and says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """`values` are STAGES * STAGE_SIZE weights, the end of the game first; see ai/patterns.py."""

    values: array[int]
    fingerprint: str
    command: str
    error_model: tuple[float, ...]
    expectation: tuple[float, ...] = ()

    def save(self, path: Path) -> None:
        """Write them to a file, whole or not at all. Raises OSError."""
        payload = _packed(self.values)
        header = {
            "version": _VERSION,
            "layout": layout(),
            "fingerprint": _fingerprint(payload),
            "command": self.command,
            "error_model": self.error_model,
            "expectation": self.expectation,
        }
        text = json.dumps(header).encode()
        write_file(path, _MAGIC, _LENGTH.pack(len(text)), text, payload)


def from_values(values: array[int], command: str, error_model: tuple[float, ...]) -> Weights:
    """Weights that were made a moment ago. Raises ValueError when their number is wrong."""
    if len(values) != STAGES * STAGE_SIZE:
        raise ValueError(f"{len(values)} weights, but there are {STAGES} stages of {STAGE_SIZE}")
    return Weights(values, _fingerprint(_packed(values)), command, error_model)


@cache
def default_weights() -> Weights:
    """The weights the program comes with. Raises WeightsError."""
    return load(_DEFAULT)


def load(path: Path) -> Weights:
    """Raises WeightsError for a file that is missing, damaged or made for other patterns."""
    try:
        data = read_file(path)
    except OSError as error:
        sentence = _("{path}: the weights cannot be read: {reason}")
        raise WeightsError(sentence.format(path=path, reason=error.strerror or error)) from error
    except ValueError as error:
        sentence = _("{path}: the weights cannot be read: no file can have this name", path=path)
        raise WeightsError(sentence) from error
    if len(data) > _MOST_BYTES:
        sentence = _("{path}: a file of weights has at most {most} bytes", path=path, most=_MOST_BYTES)
        raise WeightsError(sentence)
    start = len(_MAGIC) + _LENGTH.size
    if data[: len(_MAGIC)] != _MAGIC or len(data) < start:
        sentence = _("{path}: byte 0: not a file of weights (it does not begin with NWWEIGHT)", path=path)
        raise WeightsError(sentence)
    (length,) = _LENGTH.unpack_from(data, len(_MAGIC))
    header = _header(path, data, start, length)
    payload = data[start + length :]
    if _fingerprint(payload) != header["fingerprint"]:
        sentence = _(
            "{path}: the {count} bytes from byte {offset} on do not match the fingerprint in the "
            "header: the file is damaged or cut off. Get it again."
        )
        raise WeightsError(sentence.format(path=path, count=len(payload), offset=start + length))
    if header["layout"] != layout():
        sentence = _("{path}: byte {offset}: these weights belong to other patterns or stages")
        raise WeightsError(sentence.format(path=path, offset=start))
    try:
        content = unpack(payload, _CONTENT_BYTES)
    except zlib.error as error:
        sentence = _("{path}: byte {offset}: the weights cannot be unpacked ({reason})")
        raise WeightsError(sentence.format(path=path, offset=start + length, reason=error)) from error
    if len(content) != _CONTENT_BYTES:
        sentence = _(
            "{path}: byte {offset}: {count} bytes are not {stages} stages of {size} weights of 2 bytes"
        )
        raise WeightsError(
            sentence.format(
                path=path, offset=start + length, count=len(content), stages=STAGES, size=STAGE_SIZE
            )
        )
    values = array("h", content)
    if sys.byteorder == "big":
        values.byteswap()
    numbers = tuple(header["error_model"]), tuple(header["expectation"])
    return Weights(values, header["fingerprint"], header["command"], *numbers)


def layout() -> str:
    """A fingerprint of what the weights belong to."""
    what = [[shape.name, shape.squares] for shape in SHAPES], STAGE_EMPTIES, STAGES, STAGE_SIZE, WEIGHT_SCALE
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()


def _header(path: Path, data: bytes, start: int, length: int) -> dict[str, Any]:
    def failure(problem: str) -> WeightsError:
        sentence = _("{path}: the header, {count} bytes from byte {offset} on: {problem}")
        return WeightsError(sentence.format(path=path, count=length, offset=start, problem=problem))

    if length > _MOST_HEADER or start + length > len(data):
        raise failure(_("it is longer than the file or than any header: damaged or cut off"))
    try:
        header = json.loads(data[start : start + length])
    except (ValueError, RecursionError) as error:
        raise failure(_("it cannot be understood: it is not JSON")) from error
    try:
        version, *_others, command = (header[key] for key in ("version", "layout", "fingerprint", "command"))
        if not isinstance(command, str):
            raise TypeError("the command is no text")
        for name in _MODELS:
            if not all(map(math.isfinite, header.setdefault(name, []))):
                raise ValueError(f"a number of {name} is not finite")
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise failure(_("it cannot be understood: {reason}", reason=repr(error))) from error
    if version != _VERSION:
        sentence = _("it has version {found}; this program reads version {version}")
        raise failure(sentence.format(found=shortened(repr(version)), version=_VERSION))
    for name, wanted in _MODELS.items():
        count = len(header[name])
        if count not in (0, wanted):
            sentence = _("'{name}' has {count} numbers, not {wanted}", name=name, count=count, wanted=wanted)
            raise failure(sentence)
    return dict(header)


def _packed(values: array[int]) -> bytes:
    if sys.byteorder == "big":
        values = array("h", values)
        values.byteswap()
    return zlib.compress(values.tobytes())


def _fingerprint(payload: bytes) -> str:
    return hashlib.sha256(payload).hexdigest()
