"""The network in place of the sum of patterns: its patterns, its numbers, and its plain evaluation.

Each pattern's state, the mobility and the number of empties choose a row of WIDTH bytes. The rows are added:
the sums count by themselves, clipped and squared, and through a small layer; what they count is another set
of numbers for each BUCKET_EMPTIES empties.
"""

import os
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.boards import legal_moves
from ai.patterns import MOST_MOVES, Pattern, shape
from ai.weights import MAX_SCORE

SHAPES: Final = (
    shape("edge", "a1 b1 c1 d1 e1 f1 g1 h1"),
    shape("row 2", "a2 b2 c2 d2 e2 f2 g2 h2"),
    shape("row 3", "a3 b3 c3 d3 e3 f3 g3 h3"),
    shape("row 4", "a4 b4 c4 d4 e4 f4 g4 h4"),
    shape("diagonal of 8", "a1 b2 c3 d4 e5 f6 g7 h8"),
    shape("diagonal of 7", "b1 c2 d3 e4 f5 g6 h7"),
    shape("diagonal of 6", "c1 d2 e3 f4 g5 h6"),
    shape("diagonal of 5", "d1 e2 f3 g4 h5"),
    shape("corner of 2 by 4", "a1 b1 c1 d1 a2 b2 c2 d2"),
    *([shape("corner", "a1 b1 c1 a2 b2 c2 a3 b3")] if os.environ.get("NW_CORNER") else []),
    shape("edge block", "c1 d1 e1 f1 c2 d2 e2 f2"),
    shape("inner block", "b2 c2 d2 e2 b3 c3 d3 e3"),
)


def _place_all() -> tuple[Pattern, ...]:
    patterns, first = [], 0
    for each in SHAPES:
        patterns += [Pattern(squares, first + each.states // 2) for squares in each.placements]
        first += each.states
    return tuple(patterns)


PATTERNS: Final = _place_all()
MOBILITY_FIRST: Final = sum(each.states for each in SHAPES)
EMPTIES_FIRST: Final = MOBILITY_FIRST + (MOST_MOVES + 1) ** 2
ROWS: Final = -(-(EMPTIES_FIRST + 64) // 2) * 2

WIDTH: Final = int(os.environ.get("NW_WIDTH", "32"))
HIDDEN: Final = int(os.environ.get("NW_HIDDEN", "16"))
BUCKET_EMPTIES: Final = 4
BUCKETS: Final = 14
# The rows are another set in each band of empties, of which these are the first numbers.
BANDS: Final = tuple(int(each) for each in os.environ.get("NW_BANDS", "0").split(","))

# An activation of 1 is ONE of the sums, which are clipped there and squared; a sum of the hidden layer is
# shifted to come to ONE again, the output to tenths of a disc.
ONE: Final = 255
SQUARE_SHIFT: Final = 8
HIDDEN_SHIFT: Final = 10
OUTPUT_SHIFT: Final = 14

NETWORK: Final = np.dtype(
    [  # each begins at a multiple of 64 bytes, but for the last
        ("rows", np.int8 if WIDTH == 32 else np.int16, (len(BANDS), ROWS, WIDTH)),
        ("linear", np.int16, (BUCKETS, WIDTH)),
        ("squared", np.int16, (BUCKETS, WIDTH)),
        # By pairs of inputs, as the processor multiplies: [pair, hidden, input of the pair].
        ("hidden", np.int16, (BUCKETS, WIDTH // 2, HIDDEN, 2)),
        ("hidden_bias", np.int32, (BUCKETS, HIDDEN)),
        ("last", np.int32, (BUCKETS, HIDDEN)),
        ("bias", np.int32, (64,)),  # by empties
        ("error_model", np.float32, (10,)),  # see ai/error_model.py; zeros: not calibrated
    ]
)


# The file, or "" for the sum of patterns.
USED: Final = os.environ.get("NULLWINDOW_NETWORK", "")


def states(player: Any, opponent: Any) -> Any:
    """(n, patterns + 2): the rows of positions, arrays of uint64 of the shape (n,)."""
    found = np.empty((len(player), len(PATTERNS) + 2), np.int32)
    one = np.uint64(1)
    for number, pattern in enumerate(PATTERNS):
        state = np.full(len(player), pattern.centre, np.int32)
        for place, square in enumerate(pattern.squares):
            shift = np.uint64(square)
            own, other = player >> shift & one, opponent >> shift & one
            state += (own.astype(np.int32) - other.astype(np.int32)) * 3**place
        found[:, number] = state
    moves, replies = (
        np.minimum(np.bitwise_count(legal_moves(*sides)), MOST_MOVES).astype(np.int32)
        for sides in ((player, opponent), (opponent, player))
    )
    found[:, -2] = MOBILITY_FIRST + moves * (MOST_MOVES + 1) + replies
    found[:, -1] = EMPTIES_FIRST
    found[:, -1] += np.bitwise_count(~(player | opponent))
    return found


def bands(player: Any, opponent: Any) -> Any:
    empties = np.bitwise_count(~(player | opponent))
    return np.searchsorted(BANDS, empties, side="right") - 1


def buckets(player: Any, opponent: Any) -> Any:
    return np.minimum(np.bitwise_count(~(player | opponent)) // BUCKET_EMPTIES, BUCKETS - 1)


def evaluate(network: Any, player: Any, opponent: Any) -> Any:
    """Tenths of a disc for the side to move, of positions of the shape (n,); `network` is a NETWORK."""
    bucket = buckets(player, opponent)
    rows = network["rows"][bands(player, opponent)[:, None], states(player, opponent)]
    sums = rows.sum(axis=1, dtype=np.int32)
    squared = _squared(sums)
    pairs = network["hidden"][bucket].astype(np.int32)  # (n, pair, hidden, 2)
    hidden = np.einsum("npk,nphk->nh", squared.reshape(len(sums), -1, 2), pairs)
    hidden = _squared((hidden + network["hidden_bias"][bucket]) >> HIDDEN_SHIFT)
    out = (
        (sums * network["linear"][bucket]).sum(axis=1)
        + (squared * network["squared"][bucket]).sum(axis=1)
        + (hidden * network["last"][bucket]).sum(axis=1)
        + network["bias"][np.bitwise_count(~(player | opponent))]
    )
    return np.clip(out >> OUTPUT_SHIFT, -MAX_SCORE, MAX_SCORE)


def _squared(sums: Any) -> Any:
    return np.clip(sums, 0, ONE) ** 2 >> SQUARE_SHIFT


def load(path: Path) -> Any:
    """A NETWORK of a file."""
    return np.fromfile(path, NETWORK)[0]


def for_kernels(read: Any) -> Any:
    """Numbers as the processor adds and multiplies them: even places of the rows above 0, and the numbers of
    the sums and squares by even places, then odd ones.
    """
    made = read.copy()
    if WIDTH == 32:
        made["rows"][..., ::2] ^= -128
        for name in ("linear", "squared"):
            made[name] = np.concatenate([read[name][:, ::2], read[name][:, 1::2]], axis=1)
    return made
