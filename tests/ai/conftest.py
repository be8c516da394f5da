"""Fixtures that tests of several parts of ai/ share."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from ai import preparation
from ai.engine import Engine


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    """Yields an engine with the kernels and an allocated table."""
    assert preparation.wait(600).is_ready
    with closing(Engine(16)) as engine:
        engine.clear_and_allocate()
        yield engine
