"""Every heading and every figure on the page Play has a sentence that says what it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from game.clock import TimeControl
from play.match import Phase
from play.settings import Density
from tests.ui.driving import PERSON, QUICK, page, start, type_text, wait
from ui.app import App
from ui.layout import MIN_SIZE
from ui.panels.moves import MoveList
from ui.panels.panel import Panel
from ui.panels.thinking import ThinkingPanel

TABS = ("tab_search", "tab_charts", "tab_moves")


def told(app: App) -> list[Rect]:
    """The places of all widgets that have a tip."""
    root: Any = app.manager.get_root_container()
    assert all(
        element.tool_tip_text.strip() for element in root.elements if element.tool_tip_text is not None
    )
    return [Rect(element.rect) for element in root.elements if element.tool_tip_text]


def written(app: App, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Panel[Any], str, Rect]]:
    """All that panels write: by which, what, and where in the window."""
    found: list[tuple[Panel[Any], str, Rect]] = []
    write = Panel.write

    def spy(panel: Panel[Any], surface: Surface, text: str, *details: Any, **anchor: Any) -> Rect:
        place = write(panel, surface, text, *details, **anchor)
        found.append((panel, text, place.move(panel.rect.topleft)))
        return place

    with monkeypatch.context() as patch:
        patch.setattr(Panel, "write", spy)
        app.rebuild()
        app.update(0.0)
    return found


@pytest.mark.parametrize("density", Density)
@pytest.mark.parametrize("size", [MIN_SIZE, (1280, 800), (1920, 1080), (900, 1200)])
def test_every_heading_and_figure_has_a_sentence(
    app: App, monkeypatch: pytest.MonkeyPatch, density: Density, size: tuple[int, int]
) -> None:
    app.session.settings = replace(app.settings, playing=density)
    app.display.window.size = size
    app.frame()
    app.frame()
    start(app, PERSON, replace(QUICK, level=3), control=TimeControl(per_game=60))
    type_text(app, "f5")
    match = app.session.match
    wait(app, lambda: len(match.game.moves) == 2 and match.phase is Phase.HUMAN, 30)
    seen: set[type] = set()
    for tab in TABS:
        app.do(tab)
        app.frame()
        for panel, text, place in written(app, monkeypatch):
            seen.add(type(panel))
            is_entry = isinstance(panel, MoveList) and place.top > panel.rect.top + app.theme.px(36)
            if text.strip() and not is_entry:
                centre = Rect(place.center, (1, 1))
                assert centre.collidelist(told(app)) >= 0, f"{type(panel).__name__}: {text!r}"
    assert (ThinkingPanel in seen) == (density is Density.ANALYSE)
    assert MoveList in seen


def test_tips_are_in_the_way_of_no_click(app: App) -> None:
    type_text(app, "f5d6")
    app.frame()
    chart = page(app).view.scores.rect
    at = (chart.left + app.theme.px(42), chart.centery)
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
    for _ in range(3):
        app.frame()
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    app.frame()
    assert app.session.match.game.cursor < 2
