"""Almost valid inputs: texts and files that the project writes, with random changes."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import numpy as np

# The longest input, in bytes: twice the longest game.
MOST_BYTES: Final = 200_000
# The most changes to an input; a single change is the most frequent.
MOST_CHANGES: Final = 12
REPEATS: Final = (2, 10, 100, 1000, 10_000)
# The usual limit, in bytes, of a piece that is cut out, repeated or moved; some are of any length.
PIECE: Final = 24

TOKENS: Final = (
    *(b"9" * 11, b"9" * 20, b"9" * 5000, b"1" + b"0" * 400, b"0" * 20 + b"19999", b"0123456789" * 99),
    *b"0 -1 1e20 1e308 1e999 -1e999 NaN Infinity -0.0 0x10 1_000 +7 .5 null true false {} []".split(),
    *(b"", b"\0", b"\r", b"\n", b"\r\n", b"\t", b"\x0b", b"\x0c", b"\x1b[2J", b"\x7f", b"\xff\xfe"),
    *b"""% %s {0} \\ " ' "" ( ) [ ] { } ; : , = /""".split(),
    *(b" " * 1000, b"/" * 400, b"[" * 2000, b'{"a":' * 2000),
    *map(str.encode, ("\u200b", "\ufeff", "\u200d\u2060", "\u2028", "\x85", "\xa0", "\u3000", "\u202e")),
    *map(str.encode, ("²", "٣", "７", "İ", "ß", "ſ", "−", "…", "日本", "♟", "\U000e0041", "\U0010ffff")),
)
"""Texts that tend to break readers of any format."""

Change = Callable[[bytes, Random, Sequence[bytes], Sequence[bytes]], bytes]


def mutated(rng: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    """Returns a seed with random changes, the same for the same `rng`; `tokens` are words of its format."""
    data = rng.choice(seeds)
    for _ in range(min(1 + int(rng.expovariate(0.5)), MOST_CHANGES)):
        (change,) = rng.choices(list(CHANGES), list(CHANGES.values()))
        data = change(data, rng, seeds, tokens)[:MOST_BYTES]
    return data


def _span(data: bytes, rng: Random) -> tuple[int, int]:
    begin = rng.randint(0, len(data))
    length = rng.randint(1, PIECE) if rng.random() < 0.8 else rng.randint(0, len(data))
    return begin, min(begin + length, len(data))


def _flip(data: bytes, rng: Random, *_: Sequence[bytes]) -> bytes:
    if not data:
        return data
    place = rng.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]


def _overwrite(data: bytes, rng: Random, *_: Sequence[bytes]) -> bytes:
    begin, end = _span(data, rng)
    return data[:begin] + rng.randbytes(end - begin) + data[end:]


def _delete(data: bytes, rng: Random, *_: Sequence[bytes]) -> bytes:
    begin, end = _span(data, rng)
    return data[:begin] + data[end:]


def _truncate(data: bytes, rng: Random, *_: Sequence[bytes]) -> bytes:
    return data[: rng.randint(0, len(data))]


def _repeat(data: bytes, rng: Random, *_: Sequence[bytes]) -> bytes:
    begin, end = _span(data, rng)
    times = rng.choices(REPEATS, (320, 80, 40, 10, 1))[0]
    return data[:begin] + (data[begin:end] * times)[:MOST_BYTES] + data[end:]


def _splice(data: bytes, rng: Random, seeds: Sequence[bytes], _: Sequence[bytes]) -> bytes:
    """Puts a piece of any seed at a random place."""
    other = rng.choice(seeds)
    begin, end = _span(other, rng)
    first, last = _span(data, rng)
    return data[:first] + other[begin:end] + data[rng.choice((first, last)) :]


def _insert(data: bytes, rng: Random, _: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    """Puts a word of the format, or one of TOKENS, in place of some bytes or between them."""
    first, last = _span(data, rng)
    return data[:first] + rng.choice(rng.choice((tokens, TOKENS))) + data[rng.choice((first, last)) :]


def _sign(data: bytes, rng: Random, *_: Sequence[bytes]) -> bytes:
    """Inserts a character of any Unicode plane, lone surrogates included."""
    most = rng.choice((0x7F, 0xFF, 0xFFFF, 0x10FFFF))
    place = rng.randint(0, len(data))
    return data[:place] + chr(rng.randint(0, most)).encode("utf-8", "surrogatepass") + data[place:]


def _number(data: bytes, rng: Random, *_: Sequence[bytes]) -> bytes:
    """Replaces a number by another one."""
    values = np.frombuffer(data, np.uint8)
    places = np.flatnonzero((values >= ord("0")) & (values <= ord("9")))
    if not places.size:
        return data
    begin = end = int(rng.choice(places))
    while end < len(data) and data[end] in b"0123456789.":
        end += 1
    number = rng.choice((rng.randint(-2, 70), rng.getrandbits(rng.choice((8, 16, 32, 64, 2000)))))
    return data[:begin] + str(number).encode() + data[end:]


def _anything(_: bytes, rng: Random, *__: Sequence[bytes]) -> bytes:
    """Returns random bytes, or characters of any plane, in place of the data."""
    if rng.random() < 0.5:
        return rng.randbytes(rng.randrange(60))
    most = rng.choice((0x7F, 0xFF, 0xFFFF, 0x10FFFF))
    signs = (chr(rng.randint(0, most)) for _ in range(rng.randrange(40)))
    return "".join(signs).encode("utf-8", "surrogatepass")


CHANGES: Final[dict[Change, int]] = {
    _flip: 4,
    _overwrite: 2,
    _delete: 3,
    _truncate: 1,
    _repeat: 2,
    _splice: 3,
    _insert: 5,
    _sign: 3,
    _number: 4,
    _anything: 1,
}
"""The relative frequency of each change."""
