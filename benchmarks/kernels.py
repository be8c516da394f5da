"""How long the kernels take to compile and to load: python -m benchmarks.kernels [--runs N]

Each run begins with an empty cache: `main.py compile` fills it, and a fresh process loads what is there.
Printed are the median and the worst of the runs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Final

from benchmarks import ROOT

# Seconds that compiling, on two cores, and loading may take.
COMPILING_MAY_LAST: Final = 25.0
LOADING_MAY_LAST: Final = 0.8

# Prints the seconds that importing every kernel takes.
LOAD: Final = (
    "import time; began = time.perf_counter(); import ai.compiled; print(time.perf_counter() - began)"
)


def main() -> int:
    parser = argparse.ArgumentParser(description="measure compiling and loading the kernels")
    parser.add_argument("--runs", type=int, default=3, help="empty caches (default: %(default)s)")
    compiling, loading = [], []
    for _ in range(parser.parse_args().runs):
        with tempfile.TemporaryDirectory() as home:
            began = time.perf_counter()
            run(home, "main.py", "compile")
            compiling.append(time.perf_counter() - began)
            loading.append(float(run(home, "-c", LOAD)))
        print(f"compiled in {compiling[-1]:.2f} s, loaded in {loading[-1]:.3f} s", flush=True)
    reached = [
        report("compile from an empty cache", compiling, COMPILING_MAY_LAST),
        report("load from the cache", loading, LOADING_MAY_LAST),
    ]
    return 0 if all(reached) else 1


def run(home: str, *arguments: str) -> str:
    """What a Python process prints whose user keeps everything in `home`, the compile cache too."""
    places = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "USERPROFILE"), home)
    command = [sys.executable, *arguments]
    environment = os.environ | places
    return subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def report(name: str, seconds: list[float], most: float) -> bool:
    reached = max(seconds) <= most
    print(
        f"{name:28} {len(seconds):2} runs: median {statistics.median(seconds):7.3f} s, "
        f"worst {max(seconds):7.3f} s; at most {most:g} s: {'reached' if reached else 'MISSED'}"
    )
    return reached


if __name__ == "__main__":
    raise SystemExit(main())
