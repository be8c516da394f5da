"""Marks the parameters of a test that are slow."""

from collections.abc import Iterable
from typing import Any

import pytest


def quick(values: Iterable[Any], count: int, *, are_rows: bool = False) -> list[Any]:
    """Returns `values`, those after the first `count` marked slow; each of `are_rows` is a row."""
    return [
        value if place < count else pytest.param(*(value if are_rows else (value,)), marks=pytest.mark.slow)
        for place, value in enumerate(values)
    ]
