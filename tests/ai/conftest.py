"""What tests of several rooms of ai/ share."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from ai import preparation
from ai.engine import Engine


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    """With the kernels, and a table that is made already."""
    assert preparation.wait(600).is_ready
    with closing(Engine(16)) as engine:
        engine.clear_and_allocate()
        yield engine
