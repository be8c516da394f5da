"""Positions to learn from, in rows of POSITION: their file, one of NumPy, and how games become positions."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.boards import Bitboards, flips, least, legal_moves
from ai.training.arguments import StepError
from ai.training.weights.games_file import NO_OTHER, PASS_BYTE, START, LabelKind, Split
from game.symmetry import SYMMETRIES, transform_bits

POSITION: Final = np.dtype(
    [
        ("player", "<u8"),  # to move; of the eight symmetries the one with the least numbers
        ("opponent", "<u8"),
        ("score", "<i2"),  # tenths of a disc for the player, if `kind` is not LabelKind.NONE
        ("search", "<i2"),  # likewise, by a search, if `depth` is not 0
        ("kind", "u1"),  # a LabelKind
        ("depth", "u1"),  # plies
        ("weight", "u1"),  # how many games had it, at most MOST_WEIGHT
        ("empties", "u1"),
    ]
)
Positions = np.ndarray[Any, np.dtype[np.void]]

MOST_WEIGHT: Final = 255

# What games are made of, as games_file.py has it.
_START: Final = np.dtype("u1, u1, u1, u1, <u8, <u8, <u8")
_LABEL: Final = np.dtype("u1, u1, <i2, <i2, u1, <i2")
# Rows that are turned to their least symmetry at once: copies of them take some megabytes.
_AT_ONCE: Final = 1 << 20


def read(path: Path) -> Positions:
    """Rows of POSITION. Raises StepError."""
    try:
        rows: Positions = np.load(path)
    except OSError as error:
        raise StepError(f"{path}: {error.strerror or error}; the step dataset makes it") from error
    except (ValueError, EOFError) as error:
        raise StepError(f"{path}: {error}; make it again with the step dataset") from error
    if rows.dtype != POSITION:
        raise StepError(f"{path}: this is no file of positions; make it again with the step dataset")
    return rows


def write(path: Path, rows: Positions) -> None:
    """Under its name the file is there as a whole or not at all. Raises OSError."""
    unfinished = path.with_suffix(".part.npy")
    np.save(unfinished, rows)
    unfinished.replace(path)


def from_games(
    payloads: Sequence[bytes], splits: Sequence[Split]
) -> tuple[dict[Split, Positions], dict[int, int]]:
    """(The positions of each split, the games with an illegal move by their index and its ply, from 1).

    Positions that are the same under one of the symmetries are one row: the mean of the exact scores if
    there are any, else of the results; of the search scores those of the greatest depth. A position of games
    of several splits belongs to the first of them, and only the games of that one count: so nothing that is
    learned from is tested with.
    """
    illegal = np.zeros(len(payloads), np.int64)
    found = [(np.zeros(0, np.int64), np.zeros(0, POSITION)), *_unpacked(payloads, illegal)]
    games, rows = (np.concatenate(column) for column in zip(*found, strict=True))
    games, rows = games[illegal[games] == 0], rows[illegal[games] == 0]
    for part in np.array_split(rows, len(rows) // _AT_ONCE + 1):
        sides = [np.ascontiguousarray(part[side]) for side in ("player", "opponent")]
        faces = ([transform_bits(side, symmetry) for side in sides] for symmetry in SYMMETRIES)
        part["player"], part["opponent"] = least(faces)
    merged, split_of_row = _merged(rows, np.array(splits, np.uint8)[games])
    bad = {int(game): int(illegal[game]) for game in np.flatnonzero(illegal)}
    return {split: merged[split_of_row == split] for split in Split}, bad


def _unpacked(payloads: Sequence[bytes], illegal: Any) -> Iterator[tuple[Any, Positions]]:
    """(The index of its game, a row) of each labelled position, ply by ply of all games at a time.

    Games end before an illegal move, whose ply is written to `illegal`.
    """
    starts = np.frombuffer(b"".join(payload[: START.size] for payload in payloads), _START)
    _, turns, counts, _, _, black, white = (starts[name] for name in starts.dtype.names or ())
    ends = START.size + counts.astype(np.int64)
    squares = b"".join(payload[START.size : end] for payload, end in zip(payloads, ends, strict=True))
    moves = np.frombuffer(squares, np.uint8)
    labels = np.frombuffer(b"".join(map(lambda payload, end: payload[end:], payloads, ends)), _LABEL)
    firsts = np.cumsum(counts, dtype=np.int64) - counts
    games = np.arange(len(payloads))
    own, other = np.where(turns == 0, black, white), np.where(turns == 0, white, black)
    for ply in range(int(counts.max(initial=0))):
        goes_on = counts[games] > ply
        games, own, other = games[goes_on], own[goes_on], other[goes_on]
        label, square = labels[firsts[games] + ply], moves[firsts[games] + ply]
        kind, depth, score, search, another, worth = (label[name] for name in label.dtype.names or ())
        is_exact = kind == LabelKind.EXACT
        here = (kind != LabelKind.NONE) | (depth != 0)
        yield games[here], _rows(own, other, kind, depth, score, search)[here]
        there = (another != NO_OTHER) & (is_exact | (depth != 0))
        after = _played(own, other, another)
        kinds, depths = np.where(is_exact, kind, LabelKind.NONE), np.where(is_exact, 0, depth)
        of_both = np.where(is_exact, worth, 0), np.where(is_exact, 0, worth)
        yield games[there], _rows(*after[:2], kinds, depths, *of_both)[there]
        passes = (square == PASS_BYTE) & (legal_moves(own, other) == 0) & (legal_moves(other, own) != 0)
        next_own, next_other, is_legal = _played(own, other, square)
        is_legal = (is_legal | passes) & (after[2] | ~there)
        illegal[games[~is_legal]] = ply + 1
        own, other = np.where(passes, other, next_own)[is_legal], np.where(passes, own, next_other)[is_legal]
        games = games[is_legal]


def _played(own: Bitboards, other: Bitboards, squares: Any) -> tuple[Bitboards, Bitboards, Any]:
    """The positions after a move, and whether it is legal."""
    turned = np.where(squares < 64, flips(own, other, squares % 64), np.uint64(0))
    return other & ~turned, own | turned | np.uint64(1) << (squares % 64).astype(np.uint64), turned != 0


def _rows(own: Bitboards, other: Bitboards, kind: Any, depth: Any, score: Any, search: Any) -> Positions:
    rows = np.zeros(len(own), POSITION)
    columns = {
        "player": own,
        "opponent": other,
        "score": score,
        "search": search,
        "kind": kind,
        "depth": depth,
    }
    for name, column in columns.items():
        rows[name] = column
    rows["empties"] = 64 - np.bitwise_count(own | other)
    return rows


def _merged(rows: Positions, splits: Any) -> tuple[Positions, Any]:
    """One row for equal positions, and the split of each."""
    order = np.lexsort((rows["opponent"], rows["player"]))
    rows, splits = rows[order], splits[order]
    is_new = np.ones(len(rows), np.bool_)
    is_new[1:] = (rows["player"][1:] != rows["player"][:-1]) | (rows["opponent"][1:] != rows["opponent"][:-1])
    group = np.cumsum(is_new) - 1
    split = np.minimum.reduceat(splits, np.flatnonzero(is_new))
    counts = splits == split[group]
    rows, group = rows[counts], group[counts]
    begin = np.flatnonzero(np.diff(group, prepend=-1))
    merged = rows[begin]
    merged["weight"] = np.minimum(np.bincount(group), MOST_WEIGHT)
    for name, of, nothing in (("score", "kind", LabelKind.NONE), ("search", "depth", 0)):
        best = np.maximum.reduceat(rows[of], begin)
        is_best = (rows[of] == best[group]) & (rows[of] != nothing)
        number = np.maximum(np.bincount(group, is_best), 1)
        merged[of], merged[name] = (
            best,
            np.rint(np.bincount(group, np.where(is_best, rows[name], 0)) / number),
        )
    return merged, split
