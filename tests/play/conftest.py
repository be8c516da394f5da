from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from play.store import Store
from tests.play.scripted import ScriptedEngine, scripted_engines


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "nullwindow")
    yield store
    store.close()


@pytest.fixture
def engine() -> ScriptedEngine:
    return ScriptedEngine()


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> list[ScriptedEngine]:
    return scripted_engines(monkeypatch)
