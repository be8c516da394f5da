"""The tree of the page Play on SDL's dummy driver: events in, state and pixels out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from operator import methodcaller

import pygame
import pytest
from pygame import Surface

from ai import preparation
from ai.engine import Analysis
from ai.limits import Algorithm, Preparation
from ai.telemetry import Reason
from ai.trace.tree import Bound, NodeKind, RecordedTree
from game.board import Board, Color, parse_square, square_name, squares
from game.clock import TimeControl
from game.records.transcript import parse_transcript
from game.tree import Game
from play.match import MatchPhase
from play.players import Seat
from play.settings import Language
from play.tree_cursor import NodeFacts
from tests.ai.books import small_book
from tests.samples import LAST_MOVE, PERSON
from tests.ui.driving import (
    OpenPage,
    assert_apart,
    assert_drawing_changes_nothing,
    click,
    do,
    move_mouse,
    page,
    place_of,
    post,
    press,
    press_all,
    push,
    resize,
    start,
    type_text,
    wait,
    walk_to,
)
from ui.app import App
from ui.layout import MIN_SIZE, Frame
from ui.pages.tree.pane import TreePane
from ui.pages.tree.panel import TreeModel, TreePanel
from ui.pages.tree.view import NodeModel, NodePanel, TreeLayout
from ui.pages.tree.wording import describe_node, describe_tree, name_tree
from ui.theme import SMALL, Theme
from ui.tree_view import WHOLE, format_window

SIZES = (MIN_SIZE, (1280, 800), (1366, 768), (1920, 1080), (2560, 1080), (900, 1300), (3840, 2160))
OPENING = "f5d6c3d3c4f4f6f3e6e7"
QUICK = Seat(Algorithm.PVS, seconds=0.4)
STRONG = Seat(Algorithm.PVS, seconds=30.0)
Reopen = Callable[[App], App]


@pytest.fixture
def app(open_page: OpenPage) -> App:
    assert preparation.wait().is_ready
    return open_page(game=parse_transcript(OPENING))


def begin(app: App, black: Seat, white: Seat, control: TimeControl | None = None) -> None:
    start(app, black, white, game=parse_transcript(OPENING), control=control)


def part(app: App) -> TreePane:
    return page(app).tree


def tree(app: App) -> RecordedTree:
    shown = part(app).search.tree
    assert shown is not None
    return shown


def newest(app: App) -> Analysis:
    analysis = app.session.match.thinking.newest
    assert analysis is not None
    return analysis


def think(app: App, iterations: int = 9) -> None:
    """Open the tree of a search that runs on."""
    begin(app, STRONG, PERSON)
    if not page(app).commands.has_tree:
        app.do("tree")
    wait(app, lambda: len(part(app).search.trees) >= iterations)


def search(app: App) -> None:
    """Open the tree of a search of the computer that is over: the person is to move."""
    begin(app, STRONG, PERSON)
    wait(app, lambda: newest(app).progress.depth >= 8)
    app.do("move_now")
    wait(app, lambda: app.session.match.phase is MatchPhase.HUMAN and newest(app).is_done)
    app.do("tree")
    app.frame()


def where(app: App, node: int) -> tuple[int, int]:
    """The middle of its column, in the window."""
    panel = part(app).view.tree
    return panel.icicle_of(tree(app), part(app).viewport).rect_of(node).move(panel.rect.topleft).center


def legal(app: App) -> int:
    return next(squares(app.session.match.board.legal_moves()))


def facts(app: App) -> NodeFacts:
    found = part(app).state.node.facts
    assert found is not None
    return found


def test_button_and_key_open_it_and_escape_closes_it(app: App) -> None:
    assert app.actions["tree"].shown_tip == "Tree: The tree of the search that runs or ran last (I)"
    press(app, pygame.K_i)
    assert page(app).commands.has_tree
    assert app.toolbar.is_down("tree")
    press(app, pygame.K_ESCAPE)
    assert not page(app).commands.has_tree
    move_mouse(app, place_of(app, "tree").center)
    push(app, "tree")
    assert page(app).commands.has_tree
    press(app, pygame.K_i)
    assert not page(app).commands.has_tree
    walk_to(app, "tree")
    press(app, pygame.K_RETURN, "\r")
    assert page(app).commands.has_tree
    assert app.focus == "tree"


def test_the_tree_of_a_search_that_is_over_stays_until_a_restart(app: App, reopen: Reopen) -> None:
    search(app)
    before = tree(app)
    assert before.is_finished
    assert part(app).state.tree.title == "Search for move 11 · Black"
    assert part(app).state.tree.note.endswith("of them recorded")
    do(app, "page_race", "page_play")
    assert page(app).commands.has_tree
    assert tree(app) is before
    again = reopen(app)
    assert not page(again).commands.has_tree
    do(again, "tree")
    assert part(again).state.tree.message[0] == "No search yet"


def test_it_grows_with_the_search_and_goes_on_to_the_next_iteration(app: App) -> None:
    think(app, 3)
    first = tree(app)
    wait(app, lambda: tree(app) is not first)
    assert tree(app) is part(app).search.trees[-1]
    iterations = len(part(app).search.trees)
    wait(app, lambda: len(part(app).search.trees) > iterations)
    assert tree(app) is part(app).search.trees[-1]
    assert "so far" in part(app).state.tree.note or tree(app).is_finished
    assert not page(app).is_idle


def test_the_game_goes_on_beneath_it(app: App) -> None:
    app.do("tree")
    begin(app, PERSON, QUICK, TimeControl(per_game=60.0))
    click(app, part(app).view.layout.cell(legal(app)).center)
    assert len(app.session.match.game.moves) == len(OPENING) // 2 + 1
    wait(app, lambda: app.session.match.phase is MatchPhase.HUMAN)
    assert len(app.session.match.game.moves) == len(OPENING) // 2 + 2
    assert not app.session.match.is_paused
    assert newest(app).board.turn is Color.WHITE
    assert part(app).search.analysis is newest(app)


def test_the_result_of_a_game_waits_until_it_is_closed(app: App) -> None:
    app.do("tree")
    app.session.start_match((PERSON, PERSON), TimeControl(), Game(LAST_MOVE))
    app.session.match.play(63)
    app.frame()
    app.frame()
    assert page(app).ending is None
    assert app.status.text.startswith("Game over")
    press(app, pygame.K_ESCAPE)
    app.frame()
    assert page(app).ending is not None


def test_in_the_least_window_every_button_is_there_in_every_language(app: App) -> None:
    resize(app, MIN_SIZE)
    search(app)
    for language in Language:
        if language is Language.SYSTEM:
            continue
        app.apply(replace(app.settings, language=language))
        app.frame()
        app.frame()
        placed = {action.identity for action in app.actions if action.place is not None}
        assert placed <= app.toolbar._buttons.keys()
        card = part(app).view.tree
        strip = [rect.move(card.rect.topleft) for rect, __ in card._chips]
        assert strip
        names = ("iteration_before", "zoom_in", "zoom_out", "whole_tree")
        assert_apart([place_of(app, name) for name in names], card.rect)
        assert all(place_of(app, name).collidelist(strip) == -1 for name in names)


def test_buttons_over_the_tree_step_and_zoom(app: App) -> None:
    search(app)
    trees = part(app).search.trees
    before = trees.index(tree(app))
    push(app, "iteration_before")
    push(app, "zoom_in")
    assert trees.index(tree(app)) == before - 1
    assert part(app).viewport.width < WHOLE.width


def test_a_node_is_pointed_at_chosen_and_shown_wide(app: App) -> None:
    search(app)
    shown = tree(app)
    node = int(shown.columns(2).node[0])
    move_mouse(app, where(app, node))
    assert part(app).state.tree.hovered == node
    on_board = part(app).state.on_board
    assert on_board is not None
    board = newest(app).board
    for square, _color in on_board.line:
        board = board.play(square)
    assert on_board.board == board
    assert len(on_board.line) == 2
    assert facts(app).nodes == shown.size[node]
    move_mouse(app, part(app).view.layout.board.center)
    assert part(app).state.tree.hovered is None
    assert part(app).state.on_board is None
    post(app, pygame.WINDOWLEAVE)
    assert part(app).state.node.facts is None
    row = shown.columns(1)
    node = int(row.node[row.width.argmax()])
    click(app, where(app, node))
    assert part(app).search.node == node
    assert part(app).viewport == WHOLE
    click(app, where(app, node))
    assert part(app).search.node == node
    viewport = part(app).viewport
    assert viewport.left == pytest.approx(shown.start[node] / shown.width, abs=0.02)
    assert viewport.width == pytest.approx(max(12, shown.size[node]) / shown.width, rel=0.02)
    press(app, pygame.K_HOME)
    assert part(app).viewport == WHOLE
    post(app, pygame.WINDOWLEAVE)
    assert part(app).state.on_board is not None
    press(app, pygame.K_e, "e")
    assert part(app).state.on_board is None, "a square is being typed"


def test_while_the_pointer_is_on_the_board_it_is_that_of_the_game(app: App) -> None:
    search(app)
    click(app, where(app, int(tree(app).columns(1).node[0])))
    assert part(app).state.on_board is not None
    square = legal(app)
    place = part(app).view.layout.cell(square).center
    move_mouse(app, place)
    assert part(app).state.on_board is None
    assert page(app).state.scene.hover == square
    assert part(app).state.tree.chosen is not None, "it is still chosen"
    post(app, pygame.WINDOWLEAVE)
    assert part(app).state.on_board is not None
    moves = len(app.session.match.game.moves)
    click(app, place)  # by a finger: the pointer was not there before
    assert len(app.session.match.game.moves) == moves
    assert part(app).state.on_board is None
    click(app, place)
    assert len(app.session.match.game.moves) == moves + 1


def test_the_wheel_zooms_at_the_pointer_and_dragging_moves(app: App) -> None:
    search(app)
    panel = part(app).view.tree
    plot = panel.plot.move(panel.rect.topleft)
    at = plot.left + plot.width // 4, plot.centery

    def place() -> float:
        return panel.icicle_of(tree(app), part(app).viewport).place_at(panel.local(at)[0]) / tree(app).width

    before = place()
    for _ in range(5):
        post(app, pygame.MOUSEWHEEL, pos=at, x=0, y=1)
    assert part(app).viewport.width == pytest.approx(0.8**5)
    assert place() == pytest.approx(before, abs=1e-6)
    for button, buttons in ((1, (1, 0, 0)), (2, (0, 1, 0)), (3, (0, 0, 1))):
        post(app, pygame.MOUSEBUTTONDOWN, pos=at, button=button)
        move_mouse(app, (at[0] - 60, at[1]), buttons)
        assert place() == pytest.approx(before + 60 / plot.width * part(app).viewport.width, rel=1e-3)
        assert part(app).state.tree.hovered is None, "it moves with the pointer"
        move_mouse(app, at, buttons)
        assert place() == pytest.approx(before, abs=1e-6)
        post(app, pygame.MOUSEBUTTONUP, pos=at, button=button)
    assert part(app).search.node is None, "a drag is no click"
    post(app, pygame.MOUSEWHEEL, pos=part(app).view.layout.board.center, x=0, y=1)
    assert part(app).viewport.width == pytest.approx(0.8**5), "only over the tree"
    for _ in range(20):
        post(app, pygame.MOUSEWHEEL, pos=at, x=0, y=-1)
    assert part(app).viewport == WHOLE


def test_a_click_in_the_strip_holds_an_iteration(app: App) -> None:
    think(app)
    panel = part(app).view.tree
    chips = {
        name: panel.rect.left + x
        for x in range(panel.rect.width)
        if (shown := panel.tree_at((panel.rect.left + x, panel.rect.top + app.theme.px(48)))) is not None
        for name in [shown.iteration]
    }
    assert len(chips) >= 5
    click(app, (chips[4], panel.rect.top + app.theme.px(48)))
    assert tree(app).iteration == 4
    iterations = len(part(app).search.trees)
    wait(app, lambda: len(part(app).search.trees) > iterations)
    assert tree(app).iteration == 4
    app.do("newest_iteration")
    app.frame()
    assert tree(app) is part(app).search.trees[-1]


def test_keys_walk_zoom_and_choose_an_iteration(app: App) -> None:
    search(app)
    press_all(app, pygame.K_DOWN, pygame.K_DOWN)
    shown = tree(app)
    first = part(app).search.node
    assert first is not None
    assert shown.ply[first] == 1
    assert len(facts(app).line) == 1
    assert part(app).state.on_board == facts(app)
    press(app, pygame.K_RIGHT)
    assert part(app).search.node != first
    press(app, pygame.K_LEFT)
    assert part(app).search.node == first
    press(app, pygame.K_RETURN, "\r")
    assert part(app).viewport.width < 1.0
    last = int(shown.columns(1).node[-1])
    press_all(app, *40 * [pygame.K_RIGHT])
    assert part(app).search.node == last
    middle = (shown.start[last] + shown.size[last] / 2) / shown.width
    assert part(app).viewport.left <= middle <= part(app).viewport.right, "where one walks is in sight"
    press(app, pygame.K_UP)
    above = part(app).search.node
    assert above is not None
    assert shown.ply[above] == 0, "the root, which is searched again with another window"
    press(app, pygame.K_HOME)
    assert part(app).viewport == WHOLE
    press(app, pygame.K_PLUS, "+")
    assert part(app).viewport.width == pytest.approx(0.5)
    press(app, pygame.K_MINUS, "-")
    assert part(app).viewport == WHOLE
    press(app, pygame.K_PAGEUP)
    assert tree(app).iteration == shown.iteration - 1
    press(app, pygame.K_PAGEDOWN)
    assert tree(app) is shown
    press_all(app, pygame.K_PAGEUP, pygame.K_PAGEUP, pygame.K_END)
    assert tree(app) is shown
    assert app.session.match.game.node.ply == len(app.session.match.game.line) - 1, "the game was left alone"


def test_squares_are_typed_and_the_keys_of_the_game_work(app: App) -> None:
    app.do("tree")
    begin(app, PERSON, PERSON)
    type_text(app, square_name(legal(app)))
    assert len(app.session.match.game.moves) == len(OPENING) // 2 + 1
    press(app, pygame.K_z)
    assert app.session.match.game.node.ply == len(OPENING) // 2
    press(app, pygame.K_t)
    wait(app, lambda: part(app).search.tree is not None)
    assert part(app).state.tree.title == "Hints for move 11 · Black"


def test_its_keys_are_in_the_help_sheet_and_those_they_hide_are_not(app: App) -> None:
    do(app, "tree")
    keys = [row.shown_keys for row in app.actions.rows]
    assert {"Arrows", "+", "Enter", "Home", "End"} <= set(keys)
    assert "Arrows, Enter" not in keys
    assert keys.count("Home") == keys.count("Page Up") == 1
    press(app, pygame.K_ESCAPE)
    assert "Arrows, Enter" in [row.shown_keys for row in app.actions.rows]


def change_threads(app: App) -> None:
    app.session.apply(replace(app.settings, threads=2))


def pause_and_go_on(app: App) -> None:
    do(app, "pause")
    app.frame()
    assert part(app).search.analysis is newest(app)
    app.do("pause")


def answer_dialog(app: App) -> None:
    do(app, "settings")
    press(app, pygame.K_ESCAPE)


ACTIONS = ("undo", "swap", "step", "stop", "move_now", "switch", "rematch", "first", "tree")
DEEDS: dict[str, Callable[[App], object]] = {
    **{identity: methodcaller("do", identity) for identity in ACTIONS},
    "pause": pause_and_go_on,
    "new game": lambda app: begin(app, PERSON, QUICK),
    "hints": lambda app: do(app, "stop", "swap", "pause", "hint"),
    "a level": lambda app: begin(app, Seat(Algorithm.ALPHABETA, level=4, seconds=1.0), PERSON),
    "threads": change_threads,
    "no selection": lambda app: app.session.apply(replace(app.settings, selective=False)),
    "empty tables": lambda app: app.session.thinking.clear_tables(),
    "size": lambda app: resize(app, MIN_SIZE),
    "another page": lambda app: do(app, "page_slow_motion", "page_play"),
    "a dialog": answer_dialog,
}


def test_with_the_tree_open_all_else_can_be_done(app: App) -> None:
    for deed in DEEDS.values():
        app.session.apply(replace(app.settings, threads=1, selective=True))
        resize(app, (1280, 800))
        think(app, 4)
        part(app).search.node = 0
        move_mouse(app, where(app, 0))
        deed(app)
        for _ in range(10):
            app.frame()
        assert app.session.match.problem is None
        if page(app).commands.has_tree:
            search = part(app).search
            assert search.analysis is app.session.match.thinking.newest
            assert (search.tree is None) == (search.missing is not None)
            assert search.tree is None or search.analysis is not None


def test_the_other_algorithm_takes_its_own_tree(app: App) -> None:
    think(app)
    app.do("alphabeta")
    wait(app, lambda: tree(app).algorithm is Algorithm.ALPHABETA)
    algorithms = [shown.algorithm for shown in part(app).search.trees]
    assert algorithms == sorted(algorithms, reverse=True), "what PVS has finished is still there"


def test_without_a_tree_it_says_why(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.do("tree")
    begin(app, PERSON, PERSON)
    title, sentence = part(app).state.tree.message
    assert title == "No search yet"
    assert "Hint (T)" in sentence
    press(app, pygame.K_DOWN)
    press(app, pygame.K_PLUS, "+")
    press(app, pygame.K_PAGEUP)
    move_mouse(app, part(app).view.tree.rect.center)
    click(app, part(app).view.tree.rect.center)
    assert part(app).state.node.facts is None
    change_threads(app)
    begin(app, STRONG, PERSON)
    wait(app, lambda: newest(app).progress.depth > 3)
    assert "threads" in part(app).state.tree.message[1]
    app.session.apply(replace(app.settings, threads=1))
    wait(app, lambda: part(app).search.tree is not None)
    monkeypatch.setattr(preparation, "is_ready", lambda: False)
    monkeypatch.setattr(preparation, "progress", lambda: Preparation(3, 11, ""))
    begin(app, STRONG, PERSON)
    app.frame()
    title, sentence = part(app).state.tree.message
    assert title == "Nothing is recorded"
    assert sentence.endswith("Compiling the fast search, once: 3 of 11.")


def test_a_move_from_the_book_has_no_tree(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.app.read_book", lambda: (small_book(), ""))
    app = open_page(book=True)
    start(app, PERSON, STRONG)
    app.do("tree")
    app.session.match.play(parse_square("f5"))
    wait(app, lambda: len(app.session.match.game.moves) == 2)
    app.frame()
    assert "book" in part(app).state.tree.message[1]
    assert part(app).state.tree.title == "Book move 2 · White"


def test_a_full_record_is_said_and_drawing_changes_nothing(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    search(app)
    trees = tuple(replace(each, is_full=True) for each in newest(app).trees())
    for size in ((1280, 800), MIN_SIZE):
        resize(app, size)
        move_mouse(app, where(app, 0))
        assert_drawing_changes_nothing(app, part(app))
    monkeypatch.setattr(Analysis, "trees", lambda _analysis: trees)
    app.frame()
    assert "no room" in part(app).state.tree.warning


def test_every_node_is_told_in_words(app: App) -> None:
    search(app)
    trees = part(app).search.trees
    for shown in trees:
        part(app).search.hold(shown)
        for node in range(0, len(shown), max(1, len(shown) // 50)):
            found = part(app).search.facts(node)
            assert describe_node(found, is_running=False).startswith(("Black to move", "White to move"))
            assert format_window(found.alpha, found.beta, found.unit)
    names = [name_tree(newest(app), shown) for shown in trees]
    assert names[:3] == ["1", "2", "3"]
    assert [name.endswith("…") for name in names] == [not shown.is_finished for shown in trees]
    assert describe_tree(newest(app), trees[2]).startswith("3 plies, PVS: ")


def some_facts(kind: NodeKind, reason: Reason, is_look: bool) -> NodeFacts:
    line = tuple((n, Color(n % 2)) for n in range(60, 64)) * 3
    return NodeFacts(
        line, Board.initial(), is_look, True, 1, -64, 63, -63, kind, Bound.EXACT, reason, 22, 999_900_000, 1.0
    )


@pytest.mark.parametrize("size", SIZES)
def test_whatever_is_said_of_a_node_fits_into_its_card(size: tuple[int, int]) -> None:
    frame = Frame.of(*size)
    theme = Theme(frame.scale)
    panel = NodePanel(theme, TreeLayout.of(frame).node)
    figures = panel._figures()
    for kind, reason, is_look in product(NodeKind, Reason, (False, True)):
        facts = some_facts(kind, reason, is_look and reason is not Reason.HANDED_ON)
        panel.update(NodeModel(facts, is_running=True))
        words = theme.text(describe_node(facts, True), SMALL, "quiet", room=panel._room.width)
        assert figures[0].bottom + words.get_height() <= panel.rect.height, (kind, reason, is_look)
    panel.update(NodeModel())


def test_it_is_painted_again_only_after_a_change(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    search(app)
    painted: list[TreeModel] = []
    real = TreePanel.paint

    def paint(panel: TreePanel, surface: Surface, model: TreeModel) -> None:
        painted.append(model)
        real(panel, surface, model)

    monkeypatch.setattr(TreePanel, "paint", paint)
    for _ in range(10):
        app.update(0.02)
    assert not painted
    place = where(app, int(tree(app).columns(1).node[0]))
    move_mouse(app, place)
    assert len(painted) == 1
    move_mouse(app, (place[0], place[1] + 1))
    assert len(painted) == 1, "the same node"
