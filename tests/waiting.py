"""Waiting for threads and other programs, however busy the machine is."""

import time
from collections.abc import Callable

# Seconds after which what is waited for will never come.
PATIENCE = 300.0


def wait_until(is_so: Callable[[], object], step: Callable[[], object] | None = None) -> None:
    """Wait until something is so, carrying out `step` again and again."""
    ends = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < ends, "it has not come"
        if step is not None:
            step()
        time.sleep(0.002)
