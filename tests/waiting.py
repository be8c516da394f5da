"""Waiting for threads and other programs, however busy the machine is."""

import time
from collections.abc import Callable

# Seconds after which what is waited for will never come.
PATIENCE = 300.0


def comes_true(
    is_so: Callable[[], object], seconds: float, step: Callable[[], object] = lambda: None
) -> bool:
    """Whether something comes true in time, carrying out `step` again and again."""
    ends = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > ends:
            return False
        step()
        time.sleep(0.005)  # the processor is for what is waited for
    return True


def wait_until(is_so: Callable[[], object], step: Callable[[], object] = lambda: None) -> None:
    assert comes_true(is_so, PATIENCE, step), "it has not come"
