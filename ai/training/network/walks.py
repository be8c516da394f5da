"""The step `walks`: positions some random moves after those of the step `positions`, as a search meets them,
with scores of two and three plies: a first lesson, of which there can be many.
"""

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np
from numba import int16, int64, uint64, void

from ai.compiled import CompiledSearcher
from ai.kernels import kernel
from ai.kernels.bitboard import make_move
from ai.kernels.entry import _ADDRESSES, search
from ai.kernels.intrinsics import ONE, first_square, mobility_vector, popcount
from ai.limits import Algorithm
from ai.telemetry import new_telemetry
from ai.training.arguments import PROGRAM, StepParsers, add_work
from ai.training.console import bar
from ai.training.network import positions
from ai.training.weights.positions import LabelKind, Split
from ai.weights import MAX_SCORE

FOLDER: Final = "walks"
CHUNK: Final = 250_000
_STEPS = np.uint64(7)
_LEAST = 8
_MOST = MAX_SCORE + 1
_PVS = int(Algorithm.PVS)
_N13, _N7, _N17 = (np.uint64(n) for n in (13, 7, 17))


def add(commands: StepParsers) -> None:
    parser = commands.add_parser(
        "walks",
        description="Note positions after random moves, with what the search finds of them at once.",
        epilog=f"example:\n  {PROGRAM} walks --files 20",
    )
    parser.add_number("--files", "the number of files", 1, 10**5, 20, f"of {CHUNK} positions each")
    add_work(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    rows = positions.read(options.work / positions.FOLDER)
    rows = rows[rows["split"] == Split.TRAIN]
    starts = np.ascontiguousarray(rows["player"]), np.ascontiguousarray(rows["opponent"])
    folder = options.work / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    searcher = CompiledSearcher(0)
    searcher.begin(new_telemetry(Algorithm.PVS))
    with bar("Files", options.files) as advance:
        for number in range(options.files):
            path = folder / f"{number:06}.npy"
            if not path.exists():
                _write(path, number, starts, searcher)
            advance(1)


def _write(path: Path, number: int, starts: Any, searcher: CompiledSearcher) -> None:
    made = np.zeros(CHUNK, positions.ROW)
    found = np.zeros(CHUNK, np.uint64), np.zeros(CHUNK, np.uint64), np.zeros(CHUNK, np.int16)
    walk(*starts, *found, np.uint64(number + 1) * np.uint64(0x9E3779B97F4A7C15), searcher._addresses)
    for name, values in zip(("player", "opponent", "score"), found, strict=True):
        made[name] = values
    made["kind"], made["split"] = LabelKind.RESULT, Split.TRAIN
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.save(file, made)
    unfinished.replace(path)


@kernel(void(uint64[:], uint64[:], uint64[:], uint64[:], int16[:], uint64, _ADDRESSES))
def walk(players: Any, opponents: Any, own: Any, other: Any, scores: Any, seed: int, addresses: Any) -> None:
    """Fills `own`, `other` and `scores`."""
    state = seed
    n = 0
    while n < len(own):
        state ^= state << _N13
        state ^= state >> _N7
        state ^= state << _N17
        start = int64(state % uint64(len(players)))
        player, opponent = players[start], opponents[start]
        state ^= state << _N13
        state ^= state >> _N7
        state ^= state << _N17
        left = int64(state % _STEPS) + 1
        while left > 0:
            moves = mobility_vector(player, opponent)
            if moves == 0 or popcount(~(player | opponent)) <= _LEAST:
                break
            state ^= state << _N13
            state ^= state >> _N7
            state ^= state << _N17
            skipped = int64(state % uint64(popcount(moves)))
            for _ in range(skipped):
                moves &= moves - ONE
            player, opponent = make_move(player, opponent, first_square(moves))
            left -= 1
        if mobility_vector(player, opponent) == 0 and mobility_vector(opponent, player) == 0:
            continue
        two = search(player, opponent, -_MOST, _MOST, 2, False, _PVS, addresses)
        three = search(player, opponent, -_MOST, _MOST, 3, False, _PVS, addresses)
        own[n], other[n], scores[n] = player, opponent, (two + three) // 2
        n += 1
