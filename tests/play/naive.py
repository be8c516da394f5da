"""Othello on a list of lists, without any code of the program, to check sentences about moves."""

from collections.abc import Sequence
from typing import Final

Grid = list[list[str]]
"""Eight ranks of eight files: 'X' black, 'O' white, '-' empty."""
Place = tuple[int, int]
"""Rank and file, from 0."""

STEPS: Final = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0))
CORNERS: Final = ((0, 0), (0, 7), (7, 0), (7, 7))
EDGES: Final = {
    "top": [(0, n) for n in range(8)],
    "bottom": [(7, n) for n in range(8)],
    "left": [(n, 0) for n in range(8)],
    "right": [(n, 7) for n in range(8)],
}


def grid_of(text: str) -> Grid:
    return [list(text[8 * rank : 8 * rank + 8]) for rank in range(8)]


def place_of(name: str) -> Place:
    return int(name[1]) - 1, "abcdefgh".index(name[0])


def other(side: str) -> str:
    return "O" if side == "X" else "X"


def is_on(rank: int, file: int) -> bool:
    return rank in range(8) and file in range(8)


def turned(grid: Grid, side: str, place: Place) -> list[Place]:
    """Returns the discs that a move turns."""
    found: list[Place] = []
    for down, right in STEPS:
        line = []
        rank, file = place[0] + down, place[1] + right
        while is_on(rank, file) and grid[rank][file] == other(side):
            line.append((rank, file))
            rank, file = rank + down, file + right
        if is_on(rank, file) and grid[rank][file] == side:
            found += line
    return found


def moves(grid: Grid, side: str) -> set[Place]:
    everywhere = ((rank, file) for rank in range(8) for file in range(8))
    return {place for place in everywhere if grid[place[0]][place[1]] == "-" and turned(grid, side, place)}


def played(grid: Grid, side: str, place: Place) -> Grid:
    after = [list(rank) for rank in grid]
    for rank, file in [place, *turned(grid, side, place)]:
        after[rank][file] = side
    return after


def places(grid: Grid, sign: str) -> set[Place]:
    return {(rank, file) for rank in range(8) for file in range(8) if grid[rank][file] == sign}


def stable(grid: Grid, side: str) -> set[Place]:
    """Returns the stable discs, one after another: on each of the four lines through a disc, all squares are
    taken, or one neighbour is the border or a stable disc of its colour.
    """
    safe: set[Place] = set()
    waiting = places(grid, side)
    while True:
        found = next((p for p in waiting if all(_is_shut(grid, safe, p, step) for step in STEPS[:4])), None)
        if found is None:
            return safe
        safe.add(found)
        waiting.remove(found)


def _is_shut(grid: Grid, safe: set[Place], place: Place, step: Place) -> bool:
    has_empty = False
    for sign in (1, -1):
        rank, file = place[0] + sign * step[0], place[1] + sign * step[1]
        if not is_on(rank, file) or (rank, file) in safe:
            return True
        while is_on(rank, file):
            has_empty = has_empty or grid[rank][file] == "-"
            rank, file = rank + sign * step[0], file + sign * step[1]
    return not has_empty


def region(grid: Grid, place: Place, steps: Sequence[Place] = STEPS) -> set[Place]:
    """Returns the empty squares connected to a square by these steps, that square included."""
    found, waiting = {place}, [place]
    while waiting:
        rank, file = waiting.pop()
        for down, right in steps:
            near = rank + down, file + right
            if is_on(*near) and grid[near[0]][near[1]] == "-" and near not in found:
                found.add(near)
                waiting.append(near)
    return found
