"""Fixtures: a new Lab for each test, in the window of its module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ai import preparation
from ai.reference.choice import Choice
from ai.trace.events import Tick, Trace, record
from game.board import Board
from game.records.transcript import parse_transcript
from play.scenes import Scenes
from play.slow_motion import Phase
from tests.samples import PERSON
from tests.ui.driving import STILL, resize, start
from tests.waiting import wait_until
from ui.app import App
from ui.pages.lab.page import LabPage

OPENING = "f5d6c3d3c4f4f6f3e6e7"


@pytest.fixture(scope="session")
def searched() -> dict[Board, Scenes]:
    """The scenes of each position, searched once for all tests."""
    return {}


@pytest.fixture(scope="session")
def traces() -> dict[tuple[Board, Choice], Trace]:
    return {}


@pytest.fixture
def app(
    window: App,
    searched: dict[Board, Scenes],
    traces: dict[tuple[Board, Choice], Trace],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[App]:
    """Yields the window with the Lab open, at a position after ten moves."""

    def scenes_of(board: Board) -> Scenes:
        if board not in searched:
            searched[board] = Scenes(board)
            wait_until(lambda: searched[board].phase is not Phase.SEARCHING)
        for scene in searched[board].scenes:
            scene.jump(scene.first)
        return searched[board]

    def trace_of(board: Board, choice: Choice, tick: Tick) -> Trace:
        if (board, choice) not in traces:
            traces[board, choice] = record(board, choice, tick)
        return traces[board, choice]

    monkeypatch.setattr("ui.pages.lab.scenes.Scenes", scenes_of)
    monkeypatch.setattr("play.slow_motion.record", trace_of)
    monkeypatch.setattr("play.scenes.MOST_RACED", 1_000_000)
    assert preparation.wait().is_ready
    window.apply(STILL)
    resize(window, (1280, 800))
    start(window, PERSON, PERSON, game=parse_transcript(OPENING))
    page = window.show(LabPage)
    window.frame()
    yield window
    window.overlay.drop()
    window.toasts.take_back()
    window.do("page_play")
    window._pages.pop("lab")
    window.frame()
    page.close()
