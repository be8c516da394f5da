"""Which parameters of a test run always."""

from collections.abc import Iterable
from typing import Any

import pytest


def quick(values: Iterable[Any], count: int) -> list[Any]:
    """All of them, those after the first `count` marked slow."""
    return [
        value if place < count else pytest.param(value, marks=pytest.mark.slow)
        for place, value in enumerate(values)
    ]
