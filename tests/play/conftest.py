from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from play.store import Store
from tests.play.scripted import ScriptedEngine


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
    """Those of every session that is begun, in place of real ones."""
    made: list[ScriptedEngine] = []

    def make(*_: object, **__: object) -> ScriptedEngine:
        made.append(ScriptedEngine())
        return made[-1]

    monkeypatch.setattr("play.session.Engine", make)
    return made
