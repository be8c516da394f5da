"""What `python main.py bench` measures, a module for each: `measure` does it and returns a report.

It tells every line for people as soon as it is known; the report has the same figures for programs, and those
that are known when a measurement is ended before its time. The kernels must be ready. Positions are handed
in; only the signature's are fixed here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from ai.bench.ending import Ending

Tell = Callable[[str], object]
"""Takes one line for people, without its end."""


class Report(Protocol):
    @property
    def ending(self) -> Ending:
        """What ended the measurement before its time."""
        ...

    @property
    def is_right(self) -> bool:
        """Whether everything that can be checked was as it must be."""
        ...

    def as_json(self) -> dict[str, Any]:
        """Plain values; the units are in the names, scores are in discs for the side to move."""
        ...
