"""Every heading and every figure on a page or in a table has a tip that explains it."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from ai import preparation
from ai.limits import Limit
from game.clock import TimeControl
from play.match import MatchPhase
from play.practice.progress import DAYS, Section
from play.settings import Density
from play.slow_motion import Phase
from tests.play.reviewed import judged, record
from tests.quick import quick
from tests.samples import PERSON
from tests.ui.driving import (
    QUICK,
    do,
    finish_tournament,
    lab,
    move_mouse,
    open_dialog,
    open_tournament,
    page,
    place_of_line,
    post,
    resize,
    start,
    type_text,
    wait,
)
from ui.app import App
from ui.boxes import TextBox
from ui.dialogs.games import GamesDialog
from ui.dialogs.help import ResultsDialog
from ui.layout import MIN_SIZE
from ui.pages.lab.page import LabPage
from ui.panels.analysis import AnalysisPanel
from ui.panels.moves import MovesPanel
from ui.panels.panel import BoxPanel, Panel
from ui.panels.tips import TASK_NOTE

SIZES = (MIN_SIZE, (1920, 1080))


def told(app: App) -> list[Rect]:
    """Returns the places of all that has a tip: the buttons of pages and tabs have none."""
    buttons = [button for row in app.button_rows for button in row if button.action.shown_tip]
    assert all(sentence.strip() for __, sentence in app.page.tips)
    return [*(button.rect for button in buttons), *(place for place, __ in app.page.tips)]


def written(app: App, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Panel[Any], str, Rect]]:
    """Returns all that panels write: the panel, the text, and its place in the window."""
    found: list[tuple[Panel[Any], str, Rect]] = []
    write, paint = Panel.write, BoxPanel.paint

    def spy(panel: Panel[Any], surface: Surface, text: str, *details: Any, **anchor: Any) -> Rect:
        place = write(panel, surface, text, *details, **anchor)
        found.append((panel, text, place.move(panel.rect.topleft)))
        return place

    def spy_on_boxes(panel: BoxPanel[Any], surface: Surface, model: object) -> None:
        paint(panel, surface, model)
        texts = ((box, rect) for box, rect in panel.placed.places if isinstance(box, TextBox))
        found.extend((panel, box.words, rect.move(panel.rect.topleft)) for box, rect in texts)

    with monkeypatch.context() as patch:
        patch.setattr(Panel, "write", spy)
        patch.setattr(BoxPanel, "paint", spy_on_boxes)
        app.rebuild()
        app.update(0.0)
    return found


@pytest.mark.parametrize("density", Density)
def test_headings_and_figures_have_tips(app: App, monkeypatch: pytest.MonkeyPatch, density: Density) -> None:
    app.session.settings = replace(app.settings, playing=density)
    start(app, PERSON, replace(QUICK, level=3), control=TimeControl(per_game=60))
    type_text(app, "f5")
    match = app.session.match
    wait(app, lambda: len(match.game.moves) == 2 and match.phase is MatchPhase.HUMAN)
    for size in SIZES:
        resize(app, size)
        seen: set[type] = set()
        for tab in ("tab_think", "tab_tree", "tab_moves"):
            do(app, tab)
            for panel, text, place in written(app, monkeypatch):
                seen.add(type(panel))
                is_entry = isinstance(panel, MovesPanel) and place.top > panel.rect.top + app.theme.px(36)
                if text.strip() and not is_entry:
                    centre = Rect(place.center, (1, 1))
                    assert centre.collidelist(told(app)) >= 0, f"{type(panel).__name__}: {text!r}"
        assert (AnalysisPanel in seen) == (density is Density.ANALYSE)
        assert MovesPanel in seen


def review(app: App) -> None:
    app.session.open(judged(record(1), {1: 0.0, 2: 2.5, 3: 0.5, 30: 4.0, 55: 9.5}))
    do(app, "page_review", "review_mistake_back", "review_lines")


def learn(app: App) -> None:
    review(app)
    do(app, "review_learn", "practice_show")


def practise(section: str, app: App) -> None:
    do(app, "page_practice", f"practice_{section}", "practice_next", "practice_show")


def today(app: App) -> None:
    do(app, "page_practice")


def lesson(app: App) -> None:
    do(app, "page_practice", "lesson_4", "practice_show")


def race(tab: str, app: App) -> None:
    wait(app, preparation.is_ready)
    do(app, "page_lab", "lab_race", "race_add", f"race_tab_{tab}", "lab_options")
    lab(app).race.commands.set_limit(Limit(depth=6))
    do(app, "race_start")
    wait(app, lambda: app.page.is_idle)


def steps(tab: str, searches: int, app: App, *choices: str) -> None:
    do(app, "page_lab", "lab_steps", f"tab_{tab}")
    model = lab(app).steps.commands.model
    for action in ("window_open", *("two",) * (searches - 1), *choices):
        app.do(action)
        wait(app, lambda: model.phase is Phase.READY)
    model.go_to(model.last // 2)


def sss(app: App) -> None:
    steps("text", 1, app, "sss")


def tree(is_searched: bool, app: App) -> None:
    wait(app, preparation.is_ready)
    do(app, "page_lab")
    commands = lab(app).tree.commands
    commands.limit = Limit(depth=8)
    do(app, "lab_tree", "tree_start")
    wait(app, lambda: not commands.is_running)
    if is_searched:
        do(app, "node_below")
    else:
        commands.runner = None


def tournament(is_finished: bool, app: App) -> None:
    open_tournament(app)
    do(app, "tournament_player_10")
    if is_finished:
        finish_tournament(app)


LOOKS: list[Callable[[App], None]] = [
    review,
    learn,
    lambda app: app.do("edit_board"),
    sss,
    today,
    lesson,
    *(partial(practise, section.value) for section in Section),
    *(partial(race, tab) for tab in ("lanes", "why")),
    partial(steps, "text", 1),
    partial(steps, "board", 2),
    *(partial(look, is_over) for look in (tree, tournament) for is_over in (False, True)),
]


@pytest.mark.parametrize("look", quick(LOOKS, 4))
def test_all_texts_on_the_other_pages_have_tips(
    app: App, monkeypatch: pytest.MonkeyPatch, look: Callable[[App], None]
) -> None:
    look(app)
    for size, scale in ((MIN_SIZE, 1.0), ((1920, 1080), 2.0)):
        app.session.settings = replace(app.settings, interface_scale=scale)
        resize(app, size)
        look_at_tips(app, monkeypatch)


def look_at_tips(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asserts that every text has a tip, and that tips lie on the page and over no button."""
    found = written(app, monkeypatch)
    assert found
    places = told(app)
    for panel, text, place in found:
        if text.strip():
            centre = Rect(place.center, (1, 1))
            is_told = centre.collidelist(places) >= 0 or bool(noted(app, place.center))
            assert is_told, f"{type(panel).__name__}: {text!r} at {place} in {app.layout.window}"
    rows = (app.toolbar, *app.page.button_rows)
    buttons = [rect for row in rows for name in row.usable if (rect := row.rect_of(name)) is not None]
    for place in places:
        if place not in buttons and app.layout.page.colliderect(place):
            assert app.layout.page.contains(place)
            assert all(min(button.clip(place).size) <= 2 for button in buttons), f"{place} is over a button"


def noted(app: App, position: tuple[int, int]) -> str:
    """Returns the tip that a page has only for the place under the pointer."""
    if not isinstance(app.page, LabPage) or app.page.part is not app.page.steps:
        return ""
    steps = app.page.steps
    steps.pointer = position
    found = steps.tips[-1][1] if len(steps.tips) > len(steps.view.tips) else ""
    steps.pointer = None
    return found


@pytest.mark.parametrize(("name", "kind"), [("games", GamesDialog), ("results", ResultsDialog)])
def test_every_column_of_a_list_has_a_tip_under_its_heading(app: App, name: str, kind: type[Any]) -> None:
    dialog = open_dialog(app, name, kind)
    for number, column in enumerate(dialog.list.columns):
        point(app, dialog.list.heading_of(number).center)
        assert dialog.list.tool_tip is None, "it waits"
        app.update(1.5)
        app.update(0.1)
        tip: Any = dialog.list.tool_tip
        assert tip.text_block.html_text.endswith(column.tip)
        assert column.tip.endswith(".")
        assert tip.rect.top < dialog.list.heading_of(number).bottom + 40
    point(app, place_of_line(dialog.list, 0).center)
    assert dialog.list.tool_tip is None


def point(app: App, position: tuple[int, int]) -> None:
    pygame.mouse.set_pos(position)
    move_mouse(app, position)
    app.frame()


def test_a_tip_of_practice_names_the_days_of_its_schedule() -> None:
    assert re.findall(r"\d+", TASK_NOTE) == [str(days) for days in DAYS]


def test_tips_do_not_block_clicks(app: App) -> None:
    type_text(app, "f5d6")
    app.frame()
    chart = page(app).view.scores.rect
    at = (chart.left + app.theme.px(42), chart.centery)
    point(app, at)
    post(app, pygame.MOUSEBUTTONDOWN, pos=at, button=1)
    assert app.session.match.game.node.ply < 2
