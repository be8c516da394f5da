"""Waiting for threads and other programs, however busy the machine is."""

import time
from collections.abc import Callable

# Seconds after which an awaited event counts as missing.
PATIENCE = 300.0


def comes_true(
    is_so: Callable[[], object], seconds: float, step: Callable[[], object] = lambda: None
) -> bool:
    """Returns whether `is_so` becomes true within `seconds`; calls `step` again and again meanwhile."""
    ends = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > ends:
            return False
        step()
        time.sleep(0.005)  # leaves the processor to what is awaited
    return True


def wait_until(is_so: Callable[[], object], step: Callable[[], object] = lambda: None) -> None:
    assert comes_true(is_so, PATIENCE, step), "it has not come"
