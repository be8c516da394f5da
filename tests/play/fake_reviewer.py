"""Stands in for the review of a game."""

import os
import sys
import time
from pathlib import Path
from typing import Final

LOG: Final = "NULLWINDOW_TEST_LOG"


def answer(task: tuple[int, str], effort: object, megabytes: int) -> tuple[int, str, str]:  # noqa: ARG001
    """Returns the game itself and logs it; for some games the process exits."""
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
