"""The network against the sum of patterns: python -m benchmarks.duel NETWORK --depth 10 (or --seconds 0.1)

Both sides of each opening of assets/positions/balanced.txt, as a pair; seconds are of the processor, so that
load does not count. From SOLVED empties on the result is solved. Results are added to a file that any run
goes on from.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ai.arena.openings import BALANCED, read_openings
from game.board import move_name
from game.records.transcript import parse_transcript

SOLVED: Final = 16
MEGABYTES: Final = 64


def answer() -> None:
    """A player: a line of JSON with moves, depth and seconds for each line of a move, or of a result."""
    time.perf_counter = time.process_time  # the clock of the whole program
    from ai import preparation
    from ai.bench.runs import new_engine
    from ai.limits import Limit

    preparation.wait()
    with new_engine(MEGABYTES) as engine:
        print("ready", flush=True)
        for line in sys.stdin:
            moves, depth, seconds = json.loads(line)
            if moves is None:
                engine.new_game()
                continue
            board = parse_transcript(moves).board
            limit = Limit(solve=True) if board.empties <= SOLVED else Limit(depth=depth, seconds=seconds)
            analysis = engine.analyse(board, limit)
            found = analysis.result()
            counters = analysis.counters()
            row = move_name(found.move), found.score, found.depth, counters.nodes, counters.seconds
            print(json.dumps(row), flush=True)


@contextmanager
def player(network: str) -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "NULLWINDOW_NETWORK": network}
    environment["XDG_CACHE_HOME"] = (
        f"{os.environ.get('XDG_CACHE_HOME', '/tmp/duel')}-{'on' if network else 'off'}"
    )
    command = [sys.executable, "-m", "benchmarks.duel", "answer"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    with subprocess.Popen(command, env=environment, **pipes) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        yield child
        child.stdin.close()


def ask(child: subprocess.Popen[str], *question: object) -> list:
    child.stdin.write(json.dumps(question) + "\n")
    return json.loads(child.stdout.readline())


def play(opening: str, children: list, depth: int | None, seconds: float | None, costs: list) -> int:
    """The result for the first, which is Black; adds nodes, seconds, depths and moves of each."""
    for child in children:
        child.stdin.write(json.dumps((None, None, None)) + "\n")
    moves = opening
    while True:
        board = parse_transcript(moves).board
        if board.is_over():
            lead = board.black.bit_count() - board.white.bit_count()
            empty = board.empties if lead else 0
            return lead + (empty if lead > 0 else -empty)
        side = 0 if board.turn.name == "BLACK" else 1
        if board.must_pass():
            moves += " pass"
            continue
        name, score, reached, nodes, spent = ask(children[side], moves, depth, seconds)
        if board.empties <= SOLVED:
            return round(score) if side == 0 else -round(score)
        for place, more in enumerate((nodes, spent, reached, 1)):
            costs[side][place] += more
        moves += f" {name}"


def tell(rows: list[dict]) -> None:
    """Pairs won both, split, lost both; the share of points of the network, twice its standard error."""
    points = [sum((g > 0) + 0.5 * (g == 0) for g in row["games"]) / 2 for row in rows]
    share = sum(points) / len(points)
    spread = math.sqrt(sum((p - share) ** 2 for p in points) / len(points) / max(1, len(points) - 1))
    discs = sum(sum(row["games"]) for row in rows) / 2 / len(rows)
    won, lost = sum(p > 0.5 for p in points), sum(p < 0.5 for p in points)
    costs = [[sum(row["costs"][side][place] for row in rows) for place in range(4)] for side in (0, 1)]
    rates = ", ".join(
        f"{n / s / 1e6:.2f} M nodes/s, depth {d / m:.2f}, {s / m:.3f} s" for n, s, d, m in costs
    )
    print(
        f"{len(rows)} pairs: {won} won, {len(points) - won - lost} split, {lost} lost; "
        f"{100 * share:.1f} ± {100 * spread:.1f} % (one standard error), {discs:+.2f} discs; {rates}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("network")
    parser.add_argument("--depth", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--file", type=Path, required=True)
    options = parser.parse_args()
    rows = (
        [json.loads(line) for line in options.file.read_text().splitlines()] if options.file.exists() else []
    )
    done = {row["pair"] for row in rows}
    openings = read_openings(BALANCED)
    with player(options.network) as ours, player("") as theirs:
        for pair in range(options.first, options.first + options.pairs):
            if pair in done:
                continue
            costs = [[0, 0.0, 0, 0], [0, 0.0, 0, 0]]
            limits = options.depth, options.seconds
            first = play(openings[pair], [ours, theirs], *limits, costs)
            second = -play(openings[pair], [theirs, ours], *limits, costs[::-1])
            rows.append({"pair": pair, "games": [first, second], "costs": costs})
            with options.file.open("a") as file:
                file.write(json.dumps(rows[-1]) + "\n")
            if len(rows) % 10 == 0:
                tell(rows)
    tell(rows)


if __name__ == "__main__":
    if sys.argv[1:] == ["answer"]:
        answer()
    else:
        main()
