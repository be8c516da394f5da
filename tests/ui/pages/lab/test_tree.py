"""The live tree in the Lab on SDL's dummy driver: events in, state and pixels out."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pygame
import pytest
from pygame import Surface

from ai import preparation
from ai.engine import Analysis
from ai.limits import Algorithm, Limit, Preparation
from ai.telemetry import Reason
from ai.trace.tree import NodeKind, RecordedTree
from game import text
from game.board import Color
from play.race import Lane, LaneState
from play.settings import Language
from tests.quick import quick
from tests.ui.driving import (
    assert_apart,
    assert_drawing_changes_nothing,
    click,
    do,
    given,
    lab,
    move_mouse,
    place_of,
    post,
    press,
    press_all,
    push,
    resize,
    wait,
)
from ui.app import App
from ui.boxes import TextBox
from ui.layout import MIN_SIZE
from ui.pages.lab.cards import FactsModel
from ui.pages.lab.page import LabBar
from ui.pages.lab.tree import TreePart
from ui.pages.lab.trees import LivePanel, TreeModel
from ui.pages.lab.wording import describe_node, describe_tree, node_facts
from ui.text.wording import format_count
from ui.tree_view import WHOLE, Viewport, unit_of

DEEP = Limit(seconds=30.0)


def part(app: App) -> TreePart:
    return lab(app).tree


def tree(app: App) -> RecordedTree:
    return given(part(app).commands.cursor.tree)


def newest(app: App) -> Analysis:
    return given(given(part(app).commands.runner).analysis)


def think(app: App, iterations: int = 6) -> None:
    """Opens the live tree of a search that keeps running."""
    part(app).commands.limit = DEEP
    do(app, "lab_tree", "tree_start")
    wait(app, lambda: len(part(app).commands.cursor.trees) >= iterations)


def search(app: App) -> None:
    """Opens the live tree of a finished search."""
    part(app).commands.limit = Limit(depth=7)
    do(app, "lab_tree", "tree_start")
    wait(app, lambda: not part(app).commands.is_running)
    app.frame()


def where(app: App, node: int) -> tuple[int, int]:
    """Returns the centre of a node's column, in window coordinates."""
    panel = part(app).view.tree
    return panel.icicles[0].rect_of(node).move(panel.rect.topleft).center


def viewport(app: App) -> Viewport:
    return part(app).commands.viewport


def line(app: App) -> list[int]:
    """Returns the moves to the node that the board shows."""
    ghosts = part(app).state.scene.ghosts
    return [move for _number, move, _color in ghosts]


def test_space_starts_stops_and_restarts_the_search(app: App) -> None:
    do(app, "lab_tree", "lab_less", "alphabeta", "pvs", "lab_more")
    assert part(app).commands.runner is None
    assert "Start" in part(app).state.tree.message[1]
    press(app, pygame.K_SPACE)
    wait(app, lambda: part(app).commands.cursor.tree is not None)
    assert newest(app).board == app.session.match.board
    assert part(app).state.tree.title == "PVS · Black"
    assert not part(app).is_idle
    press(app, pygame.K_SPACE)
    assert "already" not in str(app.toasts.current), "though it has not ended yet"
    wait(app, lambda: not part(app).commands.is_running)
    stopped = newest(app)
    assert part(app).is_idle
    assert tree(app) is not None
    press(app, pygame.K_SPACE)
    assert part(app).commands.is_running
    wait(app, lambda: part(app).commands.cursor.tree is not None)
    assert newest(app) is not stopped


def test_minimax_cannot_start_at_too_many_plies(app: App) -> None:
    part(app).commands.choose(Lane(Algorithm.MINIMAX))
    do(app, "lab_tree")
    assert app.status.is_problem
    assert "too many for minimax" in app.status.text
    assert not app.actions["tree_start"].is_possible()
    assert part(app).commands.runner is None


def test_search_error_is_reported(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object, **_named: object) -> None:
        raise ValueError("no memory for this table")

    monkeypatch.setattr("play.race.Engine", fail)
    do(app, "lab_tree", "tree_start")
    assert given(part(app).commands.runner).state is LaneState.FAILED
    assert app.status.text == "no memory for this table"
    assert app.status.is_problem


@pytest.mark.slow
def test_buttons_and_options_fit_the_smallest_window_in_every_language(app: App) -> None:
    resize(app, MIN_SIZE)
    search(app)
    explorer = part(app).commands
    searches, *groups = explorer.options.groups
    for language in set(Language) - {Language.SYSTEM}:
        app.apply(replace(app.settings, language=language))
        app.frame()
        placed = {action.identity for action in app.actions if action.place is not None}
        assert placed - {"menu"} <= app.toolbar._buttons.keys()
        names = ("iteration_before", "zoom_in", "zoom_out", "whole_tree", "tree_start")
        assert_apart([place_of(app, name) for name in names], part(app).view.layout.bar)
        facts = [fact.name for fact in node_facts(tree(app), 0, Color.BLACK, 10)]
        assert app.actions["lab_share"].shown_label not in facts, "the button hands something on"
        bar = lab(app)._cards[0]
        assert isinstance(bar, LabBar)
        longest: dict[str, Any] = {
            group.field: max(group.options, key=lambda option: len(text._(option.label))).value
            for group in groups
        }
        for option in searches.options:
            explorer.choice = replace(explorer.choice, **(longest | {searches.field: option.value}))
            bar.update((explorer.options.how_far, explorer.options.summary))
            for box, rect in bar.placed.places:
                assert bar.room.inflate(0, 2).contains(rect), explorer.options.summary
                if isinstance(box, TextBox):
                    assert len(box.fitted(app.theme, rect)[1]) <= 2, explorer.options.summary


def test_node_can_be_hovered_selected_and_zoomed(app: App) -> None:
    search(app)
    shown = tree(app)
    node = int(shown.columns(2).node[0])
    move_mouse(app, where(app, node))
    assert part(app).state.tree.hovered == node
    board = newest(app).board
    for square in line(app):
        board = board.play(square)
    assert part(app).state.board == board == part(app).animator.board
    assert line(app) == shown.line(node)
    assert [number for number, *__ in part(app).state.scene.ghosts] == [1, 2]
    assert part(app).state.node.facts[2].values[0][0] == format_count(int(shown.size[node]))
    move_mouse(app, part(app).view.layout.board.center)
    assert part(app).state.tree.hovered is None
    assert part(app).animator.board == newest(app).board
    post(app, pygame.WINDOWLEAVE)
    assert part(app).state.node.facts == ()
    row = shown.columns(1)
    node = int(row.node[row.width.argmax()])
    click(app, where(app, node))
    assert part(app).commands.cursor.node == node
    assert viewport(app) == WHOLE
    click(app, where(app, node))
    assert part(app).commands.cursor.node == node
    viewed = viewport(app)
    assert viewed.left == pytest.approx(shown.start[node] / shown.width, abs=0.02)
    assert viewed.width == pytest.approx(max(12, shown.size[node]) / shown.width, rel=0.02)
    press(app, pygame.K_HOME)
    assert viewport(app) == WHOLE


def test_wheel_zooms_at_the_pointer_and_dragging_pans(app: App) -> None:
    search(app)
    panel = part(app).view.tree
    plot = panel.plot.move(panel.rect.topleft)
    at = plot.left + plot.width // 4, plot.centery

    def place() -> float:
        return panel.icicles[0].place_at(panel.local(at)[0]) / tree(app).width

    before = place()
    for _ in range(5):
        post(app, pygame.MOUSEWHEEL, pos=at, x=0, y=1)
    assert viewport(app).width == pytest.approx(0.8**5)
    assert place() == pytest.approx(before, abs=1e-6)
    for button, buttons in ((1, (1, 0, 0)), (2, (0, 1, 0)), (3, (0, 0, 1))):
        post(app, pygame.MOUSEBUTTONDOWN, pos=at, button=button)
        move_mouse(app, (at[0] - 60, at[1]), buttons)
        assert place() == pytest.approx(before + 60 / plot.width * viewport(app).width, rel=1e-3)
        assert part(app).state.tree.hovered is None, "it moves with the pointer"
        move_mouse(app, at, buttons)
        assert place() == pytest.approx(before, abs=1e-6)
        post(app, pygame.MOUSEBUTTONUP, pos=at, button=button)
    assert part(app).commands.cursor.node is None, "a drag is no click"
    post(app, pygame.MOUSEWHEEL, pos=part(app).view.layout.board.center, x=0, y=1)
    assert viewport(app).width == pytest.approx(0.8**5), "only over the tree"
    for _ in range(20):
        post(app, pygame.MOUSEWHEEL, pos=at, x=0, y=-1)
    assert viewport(app) == WHOLE


def test_the_time_line_holds_an_iteration(app: App) -> None:
    think(app)
    time, cursor = part(app).view.time, part(app).commands.cursor
    line = time.line.move(time.rect.topleft)
    share = 4 / (len(cursor.trees) - 1)
    click(app, (line.left + round(share * line.width), line.centery))
    held = tree(app).iteration
    assert held == cursor.trees[4].iteration
    iterations = len(cursor.trees)
    wait(app, lambda: len(cursor.trees) > iterations)
    assert tree(app).iteration == held, "while others come"
    assert part(app).state.time.share < 1
    app.do("newest_iteration")
    app.frame()
    assert tree(app) is cursor.trees[-1]
    assert part(app).state.time.share == 1


def test_keys_walk_zoom_and_choose_an_iteration(app: App) -> None:
    search(app)
    press_all(app, pygame.K_DOWN, pygame.K_DOWN)
    shown = tree(app)
    first = given(part(app).commands.cursor.node)
    assert shown.ply[first] == 1
    assert len(line(app)) == 1
    press(app, pygame.K_RIGHT)
    assert part(app).commands.cursor.node != first
    press(app, pygame.K_LEFT)
    assert part(app).commands.cursor.node == first
    press(app, pygame.K_RETURN, "\r")
    assert viewport(app).width < 1.0
    last = int(shown.columns(1).node[-1])
    press_all(app, *40 * [pygame.K_RIGHT])
    assert part(app).commands.cursor.node == last
    middle = (shown.start[last] + shown.size[last] / 2) / shown.width
    assert viewport(app).left <= middle <= viewport(app).right, "where one walks is in sight"
    press(app, pygame.K_UP)
    above = given(part(app).commands.cursor.node)
    assert shown.ply[above] == 0, "the root, which is searched again with another window"
    press(app, pygame.K_HOME)
    assert viewport(app) == WHOLE
    press(app, pygame.K_PLUS, "+")
    assert viewport(app).width == pytest.approx(0.5)
    press(app, pygame.K_MINUS, "-")
    assert viewport(app) == WHOLE
    push(app, "zoom_in")
    push(app, "iteration_before")
    assert viewport(app).width < WHOLE.width
    assert tree(app).iteration == shown.iteration - 1
    press(app, pygame.K_PERIOD)
    assert tree(app) is shown
    press_all(app, pygame.K_COMMA, pygame.K_COMMA, pygame.K_END)
    assert tree(app) is shown


def test_compilation_of_the_fast_search_is_shown(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "is_ready", lambda: False)
    monkeypatch.setattr(preparation, "progress", lambda: Preparation(3, 11, ""))
    do(app, "lab_tree", "tree_start")
    title, sentence = part(app).state.tree.message
    assert title == "The search begins"
    assert sentence.endswith("Compiling the fast search, once: 3 of 11")
    press_all(app, pygame.K_DOWN, pygame.K_PLUS, pygame.K_COMMA)
    click(app, part(app).view.tree.rect.center)
    assert part(app).state.node.facts == ()


def test_full_record_is_shown_and_drawing_changes_nothing(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    search(app)
    trees = tuple(replace(each, is_full=True) for each in newest(app).trees())
    move_mouse(app, where(app, 0))
    assert_drawing_changes_nothing(app, part(app))
    monkeypatch.setattr(Analysis, "trees", lambda _analysis: trees)
    app.frame()
    assert "is full" in part(app).state.tree.warning


def test_every_node_is_described_in_words(app: App) -> None:
    search(app)
    trees = part(app).commands.cursor.trees
    for shown in trees:
        part(app).commands.cursor.select_tree(shown)
        for node in range(0, len(shown), max(1, len(shown) // 50)):
            assert describe_node(shown, node, Color.BLACK).startswith(("Black to move", "White to move"))
            facts = node_facts(shown, node, Color.BLACK, unit_of(shown, node))
            assert all(values[0] for fact in facts for values in fact.values)
    assert part(app).state.tree.note.endswith("of them recorded")
    assert app.status.text == part(app).state.tree.note
    assert all(shown.plies > 1 for shown in trees), "a tree of one rectangle says nothing"
    assert [shown.plies for shown in trees[:4]] == [2, 3, 4, 5], "these are whole"
    assert describe_tree(newest(app), trees[2]).startswith("3 plies, PVS: ")
    count = len(shown)
    stopped = replace(shown, kind=np.full(count, NodeKind.OPEN), reason=np.full(count, Reason.OPEN))
    assert "given up" in describe_node(stopped, 0, Color.BLACK)
    assert "OPEN" not in describe_node(stopped, 0, Color.BLACK), "that is a list of SSS*, which has no tree"
    assert "being searched" in describe_node(stopped, 0, Color.BLACK, is_running=True)


@pytest.mark.parametrize("size", quick([MIN_SIZE, (1280, 800), (900, 1300)], 1))
def test_every_description_of_a_node_fits_its_card(app: App, size: tuple[int, int]) -> None:
    resize(app, size)
    search(app)
    panel, shown = part(app).view.node, tree(app)
    for reason, is_look in product(Reason, (False, True)):
        changed = replace(
            shown,
            reason=np.full(len(shown), reason),
            is_look=np.full(len(shown), is_look and reason is not Reason.HANDED_ON),
        )
        for node in {int(np.flatnonzero(shown.kind == kind)[0]) for kind in set(shown.kind.tolist())}:
            words = describe_node(changed, node, Color.BLACK, is_running=True)
            facts = node_facts(changed, node, Color.BLACK, unit_of(changed, node))
            model = FactsModel("e3 f8", facts, ((words, "quiet"),))
            panel.update(model)
            shown_boxes = {
                box.words: (box, rect) for box, rect in panel.placed.places if isinstance(box, TextBox)
            }
            box, rect = shown_boxes[words]
            letters, lines = box.fitted(app.theme, rect)
            assert len(lines) * app.theme.line_height(words, letters) <= rect.height
            assert panel.room.contains(rect)
            tips = [sentence for _place, sentence in panel.tips()]
            assert all(fact.meaning in tips for fact in facts), "all facts"


def test_tree_is_repainted_only_after_a_change(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    search(app)
    painted: list[TreeModel] = []
    real = LivePanel.paint

    def paint(panel: LivePanel, surface: Surface, model: TreeModel) -> None:
        painted.append(model)
        real(panel, surface, model)

    monkeypatch.setattr(LivePanel, "paint", paint)
    for _ in range(10):
        app.update(0.02)
    assert not painted
    place = where(app, int(tree(app).columns(1).node[0]))
    move_mouse(app, place)
    assert len(painted) == 1
    move_mouse(app, (place[0], place[1] + 1))
    assert len(painted) == 1, "the same node"
