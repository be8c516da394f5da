"""What tests of several rooms share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.display import missing_tools, virtual_display


@pytest.fixture
def screen() -> Iterator[dict[str, str]]:
    """The environment for a window on Xvfb."""
    if missing_tools():
        pytest.skip(f"needs {', '.join(missing_tools())}")
    with virtual_display() as environment:
        yield environment
