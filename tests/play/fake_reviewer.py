"""Stands in for the review of a game."""

import os
import sys
import time
from pathlib import Path
from typing import Final

LOG: Final = "NULLWINDOW_TEST_LOG"


def answer(task: tuple[int, str], effort: object, megabytes: int) -> tuple[int, str, str]:  # noqa: ARG001
    """Answer a game with itself, and write down which; of some the process dies."""
    number, game = task
    with Path(os.environ[LOG]).open("a", encoding="utf-8") as log:
        log.write(f"{game}\n")
    once = Path(os.environ[LOG] + ".once")
    if "[Twice]" in game or ("[Once]" in game and not once.exists()):
        if "[Once]" in game:
            once.touch()
        sys.exit(1)
    time.sleep(0.02)
    return number, game, ""
