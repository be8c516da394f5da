"""The step `tune`: `tempo` and `calibrate` for a network (NULLWINDOW_NETWORK), by positions it did not learn from."""

import argparse
from pathlib import Path

import numpy as np

from ai import network
from ai.training.arguments import PROGRAM, StepError, StepParsers, add_work
from ai.training.console import tell
from ai.training.network import positions
from ai.training.weights import calibrate, tempo
from ai.training.weights.labels import Teacher
from ai.training.weights.positions import POSITION, Split
from ai.weights import ONE_DISC, default_weights

LEAST = 8  # empties down to which it has learned


def add(commands: StepParsers) -> None:
    parser = commands.add_parser(
        "tune",
        description="Add to the network what it is worth to move, or how well its shallow searches foretell.",
        epilog=f"example:\n  NULLWINDOW_NETWORK=a.bin {PROGRAM} tune --what tempo --to b.bin",
    )
    parser.add_argument("--what", choices=("tempo", "calibrate"), required=True)
    parser.add_path("--to", "the file to write", required=True)
    add_work(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    if not network.USED:
        raise StepError("NULLWINDOW_NETWORK names no network")
    rows = positions.read(options.work / positions.FOLDER)
    rows = rows[rows["split"] != Split.TRAIN]
    rows = rows[np.random.default_rng(3).permutation(len(rows))]
    found = np.zeros(len(rows), POSITION)
    for name in ("player", "opponent", "score", "kind"):
        found[name] = rows[name]
    found["empties"] = 64 - np.bitwise_count(rows["player"] | rows["opponent"])
    made, weights = network.load(Path(network.USED)).copy(), default_weights()
    if options.what == "tempo":
        discs = tempo.tempo(tempo.swings(weights, tempo.chosen(found, tempo.POSITIONS)))
        tenths = np.rint(discs * ONE_DISC * (1 << network.OUTPUT_SHIFT))
        made["bias"][: len(discs)] += tenths.astype(np.int32)
    else:
        teacher = Teacher(16, weights)
        scores = [
            calibrate.search(teacher, board, calibrate.DEPTH)
            for board in calibrate.choose(found, calibrate.POSITIONS)
        ]
        scores = [
            each._replace(by_depth=each.by_depth[: max(1, each.empties - LEAST + 1)]) for each in scores
        ]
        made["error_model"] = calibrate.fit(*(calibrate.differences(scores, end) for end in (False, True)))
    made.tofile(options.to)
    tell(f"{options.to}: {options.what}")
