"""Stands in for a process that reviews games."""

from __future__ import annotations

import os
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

LOG: Final = "NULLWINDOW_TEST_LOG"


def answer(parent: Connection, _effort: object, _megabytes: int) -> None:
    """Answer every game with itself, and write down which; of some it dies."""
    while True:
        game: str = parent.recv()
        with Path(os.environ[LOG]).open("a", encoding="utf-8") as log:
            log.write(f"{game}\n")
        once = Path(os.environ[LOG] + ".once")
        if "[Twice]" in game or ("[Once]" in game and not once.exists()):
            if "[Once]" in game:
                once.touch()
            sys.exit(1)
        time.sleep(0.02)
        parent.send(game)
