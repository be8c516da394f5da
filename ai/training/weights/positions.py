"""Positions to learn from, as rows of POSITION: their NumPy file, and the merging of equal positions."""

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
    """The kind of a score."""

    NONE = 0
    RESULT = 1  # the game's result, by imperfect play
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
        ("player", "<u8"),  # to move; in the least of the eight symmetric forms
        ("opponent", "<u8"),
        ("score", "<i2"),  # tenths of a disc for the player, if `kind` is not LabelKind.NONE
        ("kind", "u1"),  # a LabelKind
        ("weight", "u1"),  # games that had the position, at most MOST_WEIGHT
        ("empties", "u1"),
    ]
)
Positions = np.ndarray[Any, np.dtype[np.void]]

MOST_WEIGHT: Final = 255

_AT_ONCE: Final = 1 << 20  # rows brought to their least symmetric form at a time: some megabytes


def board_at(row: Any) -> Board:
    """Returns the position of a row, with Black to move."""
    return Board(int(row["player"]), int(row["opponent"]), Color.BLACK)


def read(path: Path) -> Positions:
    """Reads rows of POSITION. Raises StepError."""
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
    """Returns the positions of each split, from the rows and the split of each game.

    Positions that are equal under a symmetry become one row, with the mean of the exact scores if there are
    any, else of the results. A position in games of several splits belongs to the first of them, and only the
    games of that split count, so that no position serves for both training and testing.
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
    """Returns one row for each set of equal positions, and its split."""
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
