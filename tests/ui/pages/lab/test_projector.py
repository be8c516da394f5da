"""The Lab for a projector: letter sizes, code beside the board, and labels of trees."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from pygame import Rect, Surface

from ai.limits import Limit
from tests.quick import quick
from tests.ui.driving import do, lab, press, resize, wait
from ui.app import App
from ui.pages.lab.commands import SCENES, WAYS, middle_game
from ui.pages.lab.trees import TreePanel
from ui.theme import NORMAL, SIGNS, SMALL
from ui.tree_view import LABEL_GAP, Icicle

LEAST = 16


@pytest.fixture
def app(app: App) -> Iterator[App]:
    resize(app, (1280, 720))
    press(app, pygame.K_F9)
    yield app
    app.is_projected = False


def open_part(app: App, way: str) -> None:
    """Opens a part of the Lab for the middle game and waits for its search."""
    lab(app).tree.commands.limit = Limit(depth=6)
    lab(app).commands.set_board(middle_game())
    start = {"lab_tree": ["tree_start"], SCENES[-2]: ["scene_play"]}
    do(app, way, *start.get(way, []))
    wait(app, lambda: lab(app).is_idle or way == SCENES[-2])
    app.frame()


@pytest.mark.parametrize("way", quick([*WAYS, *SCENES], 3))
def test_letters_have_at_least_16_pixels_in_every_part(app: App, way: str) -> None:
    open_part(app, way)
    if way == "lab_steps":
        do(app, "next_cut", "two", "lab_options", "lab_options")
        open_part(app, way)
    if way == "lab_race":
        do(app, "race_tab_why", "race_tab_lanes", "race_start", "race_start")
    sizes = {app.theme.px(size) for _face, size, _bold in app.theme._fonts}
    assert min(sizes) >= LEAST
    if way != SCENES[-1]:  # the exercise has no board
        assert lab(app).part.view.board.layout.board.width > 160
    press(app, pygame.K_F9)
    assert min(app.theme.px(size) for _face, size, _bold in app.theme._fonts) < LEAST, "as before"


@pytest.mark.parametrize("way", quick(["lab_steps", SCENES[0], SCENES[1], SCENES[3]], 2))
def test_code_is_monospaced_and_beside_the_board(app: App, way: str) -> None:
    open_part(app, way)
    theme, view = app.theme, lab(app).part.view
    (text,) = (panel for panel in view.panels if type(panel).__name__ == "TextPanel")
    board = view.board.layout.board
    assert text.rect.left > board.right
    assert text.rect.top < board.bottom
    assert text.rect.bottom > board.top
    assert theme.px(NORMAL) >= 18
    assert (SIGNS, NORMAL, False) in theme._fonts
    assert theme.code("if i:", NORMAL, "text").get_width() == theme.code("WMWMW", NORMAL, "text").get_width()


@pytest.mark.parametrize("way", quick(["lab_steps", SCENES[0], SCENES[1], SCENES[3]], 2))
def test_wide_nodes_of_the_top_rows_have_labels(app: App, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = set[int]()

    def draw(self: Icicle, surface: Surface, node: int, label: str, place: Rect) -> None:  # noqa: ARG001
        if self.theme.width(label, SMALL) + self.theme.px(LABEL_GAP) <= place.width:
            drawn.add(node)

    monkeypatch.setattr("ui.pages.lab.trees.ValuedIcicle.draw_label", draw)
    open_part(app, way)
    (tree,) = (panel for panel in lab(app).part.view.panels if isinstance(panel, TreePanel))
    icicle = tree.icicles[0]
    upper = {node for node in range(len(icicle.tree.ply)) if icicle.tree.ply[node] <= 1}
    assert len(upper & drawn) > 10
    gap = icicle.theme.px(LABEL_GAP)
    for node in upper - drawn:
        assert icicle.rect_of(node).width < icicle.theme.width(icicle.label_of(node), SMALL) + gap
