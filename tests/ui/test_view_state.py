from __future__ import annotations

import pytest

from ai import preparation
from ai.limits import Algorithm, Preparation
from play.match import Match
from play.players import Seat
from play.settings import Settings
from tests.play.scripted import ScriptedEngine
from ui.view_state import InputState, ViewStateMaker


@pytest.mark.parametrize(("compiled", "threads"), [(3, 4), (2, 1)])
def test_the_panel_is_told_the_fill_of_the_table_and_the_threads(
    monkeypatch: pytest.MonkeyPatch, compiled: int, threads: int
) -> None:
    """While the kernels compile, the plain search answers, with one thread."""
    monkeypatch.setattr(preparation, "progress", lambda: Preparation(compiled, 3, "compiling"))
    engine = ScriptedEngine().as_engine()
    match = Match((engine, engine), (Seat(Algorithm.PVS), Seat()), threads=4)
    match.update(0.1)
    search = ViewStateMaker().picture(match, Settings(), InputState(), None).search
    assert search.threads == threads
    assert search.counters is not None
    assert search.counters.table_fill == 0.25
