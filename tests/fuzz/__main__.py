"""Feeds random input to the readers: python -m tests.fuzz [READER ...] [--inputs N | --hours H]

The first input that fails for a reason is kept in tests/fuzz/cases, where the tests read it from then on.
The same seed makes the same inputs; `--seed 1 --first 17 --inputs 1` repeats one of them.
"""

import argparse
import gc
import io
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.fuzz.readers import READERS, Reader
from tests.fuzz.trials import CASES, kilobytes, trials, write_case

# Inputs between two turns of a reader, and between two lines of progress.
BATCH: Final = 1000
SAID: Final = 100_000


@dataclass(slots=True)
class Run:
    """The results of the inputs of one reader so far."""

    reader: Reader
    seed: int
    first: int
    done: int = 0
    seconds: float = 0.0
    worst: float = 0.0  # seconds per kilobyte
    memory: int = 0
    reasons: set[str] = field(default_factory=set)

    def go_on(self, count: int) -> None:
        began = time.perf_counter()
        for number, data, trial in trials(self.reader, self.seed, self.first + self.done, count):
            self.done += 1
            self.worst = max(self.worst, trial.seconds / kilobytes(data))
            self.memory = max(self.memory, trial.memory)
            if trial.problem and trial.place not in self.reasons:
                self.reasons.add(trial.place)
                path = write_case(CASES / self.reader.name, f"seed-{self.seed}-input-{number}", data)
                print(f"{self.reader.name}, input {number}: {trial.problem}\n  kept as {path}", flush=True)
        self.seconds += time.perf_counter() - began

    def row(self) -> str:
        return (
            f"{self.reader.name:14}{self.done:12,}{self.seconds:11.0f}{self.worst:12.4f}"
            f"{self.memory / 1e6:11.1f}{len(self.reasons):8}"
        )


HEADER: Final = f"{'reader':14}{'inputs':>12}{'seconds':>11}{'worst s/kB':>12}{'most MB':>11}{'faults':>8}"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="give the readers rubbish")
    parser.add_argument(
        "readers", nargs="*", metavar="READER", help=f"of {', '.join(READERS)} (default: all)"
    )
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--inputs", type=int, default=10_000, help="for each reader (default: %(default)s)")
    length.add_argument("--hours", type=float, help="for all of them together, in turn")
    parser.add_argument("--seed", type=int, default=1, help="of the inputs (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first input (default: 0)")
    options = parser.parse_args(arguments)
    if unknown := set(options.readers) - set(READERS):
        parser.error(f"there is no reader {', '.join(sorted(unknown))} among {', '.join(READERS)}")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # messages about random input may quote it
    gc.freeze()  # keeps collections of loaded objects out of the measured time
    runs = [Run(READERS[name], options.seed, options.first) for name in options.readers or READERS]
    print(HEADER, flush=True)
    if options.hours is None:
        for run in runs:
            while run.done < options.inputs:
                run.go_on(min(BATCH, options.inputs - run.done))
                if run.done % SAID == 0 or run.done == options.inputs:
                    print(run.row(), flush=True)
    else:
        end = time.monotonic() + 3600 * options.hours
        while time.monotonic() < end:
            for run in runs:
                run.go_on(BATCH)
        print(*(run.row() for run in runs), sep="\n")
    return int(any(run.reasons for run in runs))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
