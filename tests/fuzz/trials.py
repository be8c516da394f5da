"""Runs inputs through a reader, and measures errors, time and memory."""

import lzma
import signal
import sys
import time
import traceback
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import FrameType
from typing import Final

from tests.fuzz.mutations import mutated
from tests.fuzz.readers import Read, Reader
from tests.sources import ROOT

CASES: Final = Path(__file__).with_name("cases")
"""Inputs that failed once, in a folder for each reader."""
PACKED: Final = ".xz"

# Limits of processor time, for the first kilobyte of an input and for each further one, and of memory.
# The second one detects readers whose time grows with the square of the length.
MOST_SECONDS: Final = 0.2
MORE_SECONDS: Final = 0.03
MOST_BYTES: Final = 100_000_000
# Growth of the process by one input from which memory is measured more closely.
SUSPICIOUS_BYTES: Final = 20_000_000
# The longest wait for one input, in seconds.
PATIENCE: Final = 60
# Longer cases are kept packed.
LONGEST_PLAIN_CASE: Final = 4096


class Hang(BaseException):
    """An input has taken longer than PATIENCE; no reader catches this."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of an input: seconds of processor time, bytes by which the process grew, and the problem,
    or ''. Problems with equal `place` have the same reason.
    """

    seconds: float
    memory: int = 0
    problem: str = ""
    place: str = ""


def attempt(read: Read, data: bytes, measure_memory: bool = False) -> Trial:
    """Reads an input, and once more to confirm that it is slow or needs much memory."""
    peak = _peak()
    allowed = MOST_SECONDS + MORE_SECONDS * (kilobytes(data) - 1)
    trial = _attempt(read, data)
    if not trial.problem and trial.seconds > allowed:
        trial = min(trial, _attempt(read, data), key=lambda each: each.seconds)
    growth = _peak() - peak
    if not trial.problem:
        is_large = measure_memory or growth > SUSPICIOUS_BYTES
        trial = Trial(trial.seconds, _memory(read, data) if is_large else growth)
    if not trial.problem and trial.seconds > allowed:
        return Trial(
            trial.seconds, trial.memory, f"it takes {trial.seconds:.2f} s, and may {allowed:.2f} s", "slow"
        )
    if trial.memory > MOST_BYTES:
        return Trial(trial.seconds, trial.memory, f"it takes {trial.memory / 1e6:.0f} MB", "large")
    return trial


def trials(reader: Reader, seed: int, first: int, count: int) -> Iterator[tuple[int, bytes, Trial]]:
    """Yields inputs by number with their trials; an input depends on its seed and number alone."""
    seeds = reader.seeds()
    for number in range(first, first + count):
        data = mutated(Random(f"{reader.name} {seed} {number}"), seeds, reader.tokens)
        yield number, data, attempt(reader.read, data)


def kilobytes(data: bytes) -> int:
    """Returns the length in kilobytes, rounded up, but at least 1."""
    return max(1, -(-len(data) // 1024))


def read_case(path: Path) -> bytes:
    data = path.read_bytes()
    return lzma.decompress(data) if path.suffix == PACKED else data


def write_case(folder: Path, name: str, data: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    if len(data) > LONGEST_PLAIN_CASE:
        path, data = folder / f"{name}{PACKED}", lzma.compress(data)
    path.write_bytes(data)
    return path


def _attempt(read: Read, data: bytes) -> Trial:
    began = time.process_time()
    problem = place = ""
    try:
        with _patience():
            read(data)
    except Hang:
        problem, place = f"it has not ended after {PATIENCE} s", "hang"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        place = f"{type(error).__name__} in {_line_of(error)}"
        problem = f"{place}: {str(error)[:300]}"
    return Trial(time.process_time() - began, 0, problem, place)


def _line_of(error: BaseException) -> str:
    """Returns the file and line in the project where the error was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(ROOT)]
    return f"{Path(own[-1].filename).relative_to(ROOT).as_posix()}:{own[-1].lineno}"


def _memory(read: Read, data: bytes) -> int:
    """Returns the most bytes that Python has allocated at a time."""
    tracemalloc.start()
    try:
        _attempt(read, data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@contextmanager
def _patience() -> Iterator[None]:
    """Raises Hang after PATIENCE seconds, if the system has timers."""
    if sys.platform == "win32":
        yield
        return

    def give_up(_: int, __: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _peak() -> int:
    """Returns the peak memory of this process in bytes; 0 if the system does not report it."""
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
