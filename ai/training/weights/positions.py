"""Positions to learn from, in rows of POSITION: their file, one of NumPy, and how equal ones become one."""

from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.boards import least
from ai.training.arguments import StepError
from game.board import Board, Color
from game.symmetry import SYMMETRIES, transform_bits


class LabelKind(IntEnum):
    """What a score is."""

    NONE = 0
    RESULT = 1  # what the game came to, by play that was not perfect all the way
    EXACT = 2


class Split(IntEnum):
    TRAIN = 0
    VALIDATION = 1
    TEST = 2

    @property
    def file_name(self) -> str:
        return f"{self.name.lower()}.npy"


POSITION: Final = np.dtype(
    [
        ("player", "<u8"),  # to move; of the eight symmetries the one with the least numbers
        ("opponent", "<u8"),
        ("score", "<i2"),  # tenths of a disc for the player, if `kind` is not LabelKind.NONE
        ("kind", "u1"),  # a LabelKind
        ("weight", "u1"),  # how many games had it, at most MOST_WEIGHT
        ("empties", "u1"),
    ]
)
Positions = np.ndarray[Any, np.dtype[np.void]]

MOST_WEIGHT: Final = 255

_AT_ONCE: Final = 1 << 20  # rows that are turned to their least symmetry: some megabytes


def board_at(row: Any) -> Board:
    """The position of a row, with Black to move."""
    return Board(int(row["player"]), int(row["opponent"]), Color.BLACK)


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
    """Writes the file, whole or not at all. Raises OSError."""
    unfinished = path.with_suffix(".part.npy")
    np.save(unfinished, rows)
    unfinished.replace(path)


def merged(games: Sequence[bytes], splits: Sequence[Split]) -> dict[Split, Positions]:
    """The positions of each split, by the rows of each game and its split.

    Positions that are the same under a symmetry are one row: the mean of the exact scores if there are any,
    else of the results. A position of games of several splits belongs to the first of them, and only the
    games of that one count, so that nothing that is learned from is tested with.
    """
    rows = np.frombuffer(b"".join(games), POSITION).copy()
    for part in np.array_split(rows, len(rows) // _AT_ONCE + 1):
        sides = [np.ascontiguousarray(part[side]) for side in ("player", "opponent")]
        faces = ([transform_bits(side, symmetry) for side in sides] for symmetry in SYMMETRIES)
        part["player"], part["opponent"] = least(faces)
    of_rows = np.repeat(np.array(splits, np.uint8), [len(game) // POSITION.itemsize for game in games])
    merged, split_of_row = _merged(rows, of_rows)
    return {split: merged[split_of_row == split] for split in Split}


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
    best = np.maximum.reduceat(rows["kind"], begin)
    is_best = (rows["kind"] == best[group]) & (best[group] != LabelKind.NONE)
    number = np.maximum(np.bincount(group, is_best), 1)
    merged["kind"] = best
    merged["score"] = np.rint(np.bincount(group, np.where(is_best, rows["score"], 0)) / number)
    return merged, split
