"""Games of a file reviewed behind the window, which is killed twice meanwhile:

    python -m benchmarks.background_review FOLDER FILE [GAMES] [SECONDS]

FOLDER is an empty one for the library. The first GAMES of the file, 200 by default, get SECONDS a position,
0.1 by default. At a third and two thirds of them the window is killed with -9. What it had started must end;
then it must go on, and at the end the library must have every game once, reviewed.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import islice, pairwise
from pathlib import Path
from time import perf_counter

import psutil

from ai import preparation
from ai.limits import Limit
from game.records.any_format import read_games
from game.records.ggf import ggf, parse_ggf
from play.library import Library
from play.review import SOLVED_EMPTIES, judged_moves
from play.review_file import Effort
from play.store import LIBRARY_FILE, Store

# Seconds that what a killed window had started has to end.
PATIENCE = 60.0


def games_of(file: Path, count: int) -> list[str]:
    found = (each.record for each in read_games(file.read_bytes()) if not each.problem)
    return [ggf(record) for record in islice(found, count)]


def window(folder: Path, file: Path, count: int, seconds: float, is_first: bool) -> None:
    """Writes how many games are done whenever that changes, and at the end how even the frames were."""
    from ui.app import App

    app = App(Store(folder))
    while not preparation.progress().is_over:
        app.frame()
    if is_first:
        app.reviews.start(games_of(file, count), Effort(Limit(seconds=seconds), SOLVED_EMPTIES))
    times, told = [perf_counter()], -1
    while app.is_running and not (told >= count and not app.reviews.is_running):
        app.quiet_frames = 0  # else it sleeps
        app.frame()
        times.append(perf_counter())
        if app.reviews.done != told:
            told = app.reviews.done
            print(told, flush=True)
    frames = [1000 * (after - before) for before, after in pairwise(times)]
    share = 100 * sum(frame <= 20 for frame in frames) / len(frames)
    print(f"{len(frames)} frames in {times[-1] - times[0]:.0f} s, {share:.2f} % within 20 ms", flush=True)
    app.close()


def main(folder: Path, file: Path, count: int, seconds: float) -> int:
    wanted = Counter(parse_ggf(text).game.moves for text in games_of(file, count))
    begin = perf_counter()
    for turn, most in enumerate((count // 3, 2 * count // 3, None)):
        command = [sys.executable, "-m", "benchmarks.background_review", str(folder), str(file), str(count)]
        command += [str(seconds), "first" if turn == 0 else "again"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if not line.strip().isdecimal():
                    print(line.strip())
                elif most is not None and int(line) >= most:
                    started = psutil.Process(process.pid).children(recursive=True)
                    process.kill()
                    left = psutil.wait_procs(started, PATIENCE)[1]
                    print(
                        f"killed after {line.strip()} games; {len(left)} of {len(started)} processes live on"
                    )
                    break
    library = Library(folder / LIBRARY_FILE, [])
    rows = [parse_ggf(library.text(kept.id)).game for kept in library.games()]
    reviewed = sum(bool(judged_moves(row.line)) for row in rows)
    is_right = Counter(row.moves for row in rows) == wanted and reviewed == len(rows)
    print(f"{len(rows)} games, {reviewed} reviewed, in {perf_counter() - begin:.0f} s: "
          f"{'all once' if is_right else 'NOT all once'}")  # fmt: skip
    return not is_right


if __name__ == "__main__":
    where, of = Path(sys.argv[1]), Path(sys.argv[2])
    number = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    limit = float(sys.argv[4]) if len(sys.argv) > 4 else 0.1
    if len(sys.argv) > 5:
        window(where, of, number, limit, sys.argv[5] == "first")
    else:
        sys.exit(main(where, of, number, limit))
