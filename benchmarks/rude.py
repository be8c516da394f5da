"""How even the window runs beside programs that misbehave, and whether anything of them is left:

    python -m benchmarks.rude [--seconds N]

Each way of misbehaving of tests/ai/arena/test_rude_engines.py plays White against a person for some seconds,
in a window of 1280x800. At the end the window closes, and their processes must be gone.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}

import psutil

from ai import preparation
from benchmarks.watch import Frames
from game.clock import TimeControl
from game.records.transcript import parse_transcript
from play.players import Seat
from play.settings import AnimationSpeed, Settings
from play.store import Store
from tests.ai.arena.test_rude_engines import RUDE
from ui.app import App

# The share of frames that must be there within 20 ms, and the seconds that what was started has to end.
EVEN: Final = 0.99
PATIENCE: Final = 10.0


def main() -> int:
    parser = argparse.ArgumentParser(description="frames beside programs that misbehave")
    parser.add_argument("--seconds", type=float, default=5.0, help="with each (default: %(default)s)")
    seconds = parser.parse_args().seconds
    total = Frames()
    with tempfile.TemporaryDirectory() as home:
        store = Store(Path(home))
        store.save_settings(Settings(muted=True, welcomed=True, animation=AnimationSpeed.NORMAL))
        app = App(store)
        app.display.window.size = (1280, 800)
        listed = []
        for number, (source, _sentence) in enumerate(RUDE.values()):
            script = Path(home) / f"engine{number}.py"
            script.write_text(source, "utf-8")
            listed.append(f'name={number},command="{sys.executable} {script}"')
        assert app.session.thinking.engines_file is not None
        app.session.thinking.engines_file.write_text("\n".join(listed), "utf-8")
        while not preparation.progress().is_over:
            app.frame()
        for number, kind in enumerate(RUDE):
            frames = Frames()
            seats = Seat(), Seat(outside=str(number))
            app.session.start_match(seats, TimeControl(), parse_transcript("d3c3c4"))
            began = before = time.perf_counter()
            while before - began < seconds:
                app.quiet_frames = 0  # else it sleeps
                app.frame()
                now = time.perf_counter()
                frames.add(1000 * (now - before))
                before = now
            print(f"{kind:28} {frames}; {app.session.match.problem or 'nothing said yet'}", flush=True)
            total.join(frames)
        started = psutil.Process().children(recursive=True)
        app.close()
        left = psutil.wait_procs(started, PATIENCE)[1]
    print(f"all {len(RUDE)}: {total}; {len(left)} of {len(started)} processes left")
    return 0 if total.even >= EVEN and not left else 1


if __name__ == "__main__":
    raise SystemExit(main())
