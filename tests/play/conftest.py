from collections.abc import Iterator
from pathlib import Path

import pytest

from ai import preparation
from ai.arena import talk
from ai.programs import Program
from play.store import Store
from tests.play.scripted import ScriptedEngine, scripted_engines


@pytest.fixture(autouse=True, scope="session")
def _fast_search() -> None:
    assert preparation.wait().is_ready


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


@pytest.fixture
def groups(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Returns the process groups of the programs that the test starts; the list grows."""
    found: list[int] = []

    def started(*arguments: object, **options: object) -> Program:
        program = Program(*arguments, **options)  # type: ignore[arg-type]
        found.append(program.pid)
        return program

    monkeypatch.setattr(talk, "Program", started)
    monkeypatch.setattr(talk, "QUIT_PATIENCE", 0.5)
    return found
