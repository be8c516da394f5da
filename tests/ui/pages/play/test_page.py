"""The Play page in the whole program: the user's moves, the computer's, and how they are shown."""

from dataclasses import replace
from itertools import product
from typing import Any

import pygame
import pytest

from ai.limits import Algorithm
from game.board import PASS, Board, parse_square
from game.clock import TimeControl
from game.evaluation import Kind
from game.records.record import Record
from game.records.transcript import parse_transcript
from game.starts import Start
from game.tree import Game
from play.match import MatchPhase
from play.new_game import NewGame
from play.settings import WATCH_SPEEDS, AnimationSpeed, Density
from tests.ai.books import small_book
from tests.samples import LAST_MOVE, PERSON, START, WHITE_PASSES, random_game
from tests.ui.driving import (
    QUICK,
    SIZES,
    STRONG,
    OpenPage,
    click,
    click_square,
    dialog_of,
    disc_at,
    do,
    given,
    has_hints,
    has_reached,
    move_mouse,
    page,
    post,
    press,
    press_all,
    resize,
    share_changed,
    start,
    start_of_strangers,
    type_text,
    wait,
    words_drawn,
)
from ui.app import App
from ui.dialogs.new_game import NewGameDialog
from ui.layout import MIN_SIZE
from ui.pages.play.cards import EndModel
from ui.panels.panel import Panel


def test_hover_previews_flips_click_plays_and_undo_reverts(app: App) -> None:
    before = app.display.surface.copy()
    f5, e5 = parse_square("f5"), parse_square("e5")
    cells = [page(app).view.layout.cell(square) for square in range(64)]
    move_mouse(app, cells[f5].center)
    assert page(app).input.square == f5
    changed = {square for square in range(64) if share_changed(app, before, cells[square]) > 0.01}
    assert changed == {f5, e5}
    for square, ply in (("a1", 0), ("f5", 1)):
        click_square(app, square)
        assert app.session.match.game.node.ply == ply
    for key, ply in ((pygame.K_z, 0), (pygame.K_y, 1)):
        press(app, key)
        assert app.session.match.game.node.ply == ply


def test_a_square_that_cannot_be_played_answers_itself(app: App) -> None:
    app.change(animation=AnimationSpeed.NORMAL)
    for square, sentence in (("a1", "a1 turns no discs"), ("d4", "d4 is taken")):
        click_square(app, square)
        app.update(0.1)
        scene = page(app).state.scene
        assert scene.caption == sentence
        assert given(scene.refused)[0] == parse_square(square)
        assert given(scene.refused)[1] > 0, "it shakes"
    app.update(10.0)
    app.frame()
    assert page(app).state.scene.refused is None
    assert page(app).state.scene.caption == ""


def test_reply_waits_until_the_flips_are_over(app: App) -> None:
    app.change(animation=AnimationSpeed.NORMAL)
    for seat, waits in ((QUICK, True), (replace(STRONG, seconds=0.1), False)):
        start(app, PERSON, seat)
        app.session.match.play(parse_square("f5"))
        app.update(0.01)  # not real time: a busy machine may take seconds for a frame
        app.update(0.01)
        assert page(app).animator.is_moving
        assert app.session.match.is_held == waits
        assert not page(app).state.scene.legal
        wait(app, lambda: app.session.match.game.node.ply == 2)


def test_flips_allow_one_panel_repaint_per_frame(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.change(animation=AnimationSpeed.NORMAL)
    start(app, PERSON, PERSON)
    app.update(0.01)
    painted, repaint = list[Panel[Any]](), Panel[Any]._repaint

    def count(panel: Panel[Any], model: object) -> None:
        painted.append(panel)
        repaint(panel, model)

    monkeypatch.setattr(Panel, "_repaint", count)
    app.session.match.play(parse_square("f5"))
    app.update(0.001)
    while page(app).animator.is_moving:
        assert len(painted) <= 1
        painted.clear()
        app.update(0.01)
    view, state = page(app).view, page(app).state
    assert all(model_of(state) in (panel.model, None) for panel, model_of in view._parts)


def test_panel_reports_thinking_ahead(app: App) -> None:
    thinking = app.session.thinking
    thinking.use(replace(app.settings, think_ahead=True))
    start(app, PERSON, replace(STRONG, seconds=0.1))
    type_text(app, "f5")
    wait(app, lambda: app.session.match.game.node.ply == 2)
    wait(app, lambda: page(app).state.figures.analysis.note == "The computer is thinking ahead.")
    thinking.use(app.settings)
    wait(app, lambda: not page(app).state.figures.analysis.note)


def test_squares_can_be_typed_and_walked_to(app: App) -> None:
    type_text(app, "f5d6")
    assert app.session.match.game.moves == (parse_square("f5"), parse_square("d6"))
    type_text(app, "h")
    assert page(app).input.typed_file == 7
    press(app, pygame.K_ESCAPE)
    assert page(app).input.typed_file is None
    press(app, pygame.K_RIGHT)
    first = given(page(app).input.cursor)
    assert app.session.match.board.is_legal(first)
    press(app, pygame.K_RETURN)
    assert app.session.match.game.node.ply == 3


def test_typed_file_is_dropped_unless_its_rank_follows(app: App) -> None:
    type_text(app, "f5d6")
    for key in (pygame.K_t, pygame.K_m, pygame.K_PAGEUP, pygame.K_TAB, pygame.K_3):
        press(app, pygame.K_c, "c")
        press(app, key, "?" if key == pygame.K_3 else "")
        press(app, pygame.K_3, "3")
        assert parse_square("c3") not in app.session.match.game.moves
        press(app, pygame.K_END)
    press(app, pygame.K_c, "c")
    press(app, pygame.K_LSHIFT)  # some keyboards need it for digits
    press(app, pygame.K_3, "3")
    assert app.session.match.game.moves[2:] == (parse_square("c3"),)


def test_move_list_and_graph_set_the_ply(app: App) -> None:
    type_text(app, "f5d6c3d3c4")
    app.frame()
    cells = {}
    area = page(app).view.moves.rect
    for x, y in product(range(area.left, area.right, 6), range(area.top, area.bottom, 6)):
        if (target := page(app).view.travel_target((x, y))) is not None:
            cells[target] = (x, y)
    assert set(cells) == {1, 2, 3, 4, 5}
    click(app, cells[2])
    assert app.session.match.game.node.ply == 2
    chart = page(app).view.scores.rect
    click(app, (chart.left + app.theme.px(42), chart.centery))
    assert app.session.match.game.node.ply < 2
    press(app, pygame.K_END)
    assert app.session.match.game.node.ply == 5
    at = (chart.left + app.theme.px(46), chart.centery)
    post(app, pygame.MOUSEBUTTONDOWN, pos=at, button=1)
    here = app.session.match.game.node.ply
    press(app, pygame.K_o)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    press(app, pygame.K_ESCAPE)
    move_mouse(app, (chart.right - app.theme.px(30), chart.centery))
    assert app.session.match.game.node.ply == here < 3, "a drag ends with its button, behind a dialog, too"


def test_page_shows_the_game_at_every_size(app: App) -> None:
    type_text(app, "f5d6")
    of_tab = {"tab_think": {"Depth"}, "tab_tree": {"The tree of this depth"}, "tab_moves": {"f5", "d6"}}
    for size in (MIN_SIZE, (1920, 1080)):
        resize(app, size)
        assert app.layout.window.size == size
        for tab, wanted in of_tab.items():
            app.do(tab)
            written = words_drawn(app)
            assert wanted | {"Black", "White", "Black to move"} <= written
            hidden = set.union(*of_tab.values()) - wanted
            assert page(app).view.layout.is_folded == (not hidden & written)
            assert [disc_at(app, square) for square in range(64)] == [
                app.session.match.board.color_at(square) for square in range(64)
            ]


def test_pass_is_announced_on_the_board_and_played(app: App) -> None:
    app.session.start_match((PERSON, PERSON), TimeControl(), Game(WHITE_PASSES))
    assert app.session.match.phase is MatchPhase.PASSING
    app.update(0.1)
    app.draw()
    assert page(app).state.scene.announcement
    announced = app.display.surface.copy()
    wait(app, lambda: app.session.match.phase is MatchPhase.HUMAN)
    assert app.session.match.game.node.move == PASS
    app.frame()
    middle = page(app).view.layout.felt
    across = middle.inflate(-middle.width // 2, -7 * middle.height // 8)
    assert share_changed(app, announced, across) > 0.5, "it goes across the board"


def test_dialog_pauses_the_clock(app: App) -> None:
    start(app, PERSON, PERSON, control=TimeControl(per_game=60))
    type_text(app, "f5")
    assert app.session.match.phase is MatchPhase.HUMAN
    press(app, pygame.K_o)
    assert app.session.match.phase is MatchPhase.PAUSED
    press(app, pygame.K_ESCAPE)
    assert app.session.match.phase is MatchPhase.HUMAN


def test_copy_uses_the_position_looked_back_at(app: App) -> None:
    start(app, PERSON, PERSON, control=TimeControl(per_game=60))
    type_text(app, "f5d6")
    press(app, pygame.K_HOME)
    do(app, "copy_position")
    assert pygame.scrap.get_text() == START.text()


def test_undo_ends_a_look_back_which_ends_a_lesson(app: App) -> None:
    start(app, PERSON, PERSON, control=TimeControl(per_game=60))
    type_text(app, "f5d6c3")
    commands, end = page(app).commands, app.session.match.game.node
    press_all(app, pygame.K_HOME, pygame.K_z, pygame.K_y)
    assert (commands.past, app.session.match.game.node) == (None, end)
    press_all(app, pygame.K_l, pygame.K_HOME)
    assert commands.past is app.session.match.game.root
    assert not commands.lessons.is_on


def test_game_between_computers_ends_in_a_card(app: App) -> None:
    start(app, QUICK, QUICK, game=random_game(1, plies=44))
    wait(app, lambda: app.session.match.phase is MatchPhase.OVER)
    wait(app, lambda: isinstance(page(app).state.card, EndModel))
    result = given(app.session.match.result)
    assert Game(app.session.match.game.start, app.session.match.game.moves).result() == result


def test_opening_is_named_only_while_analysing(app: App) -> None:
    headings = []
    for density in Density:
        app.change(friends=density)
        start_of_strangers(app, parse_transcript("f5d6"))
        headings.append(page(app).state.figures.moves.heading)
    assert headings == ["", "Perpendicular Opening"]


@pytest.mark.parametrize("density", Density)
def test_hints_end_with_the_move_unless_analysing(app: App, density: Density) -> None:
    app.change(playing=density)
    start(app, PERSON, STRONG)
    do(app, "hint")
    wait(app, lambda: has_hints(app, 4))
    click_square(app, "f5")
    app.frame()
    assert app.session.match.wants_hints is (density is Density.ANALYSE)


def test_user_actions_end_a_running_search(app: App) -> None:
    for action in ("stop", "undo", "new_game", "pause", "swap", "quit"):
        start(app, PERSON, STRONG)
        type_text(app, "f5")
        wait(app, lambda: has_reached(app, 3))
        analysis = given(app.session.match.thinking.analysis)
        app.do(action)
        if action == "new_game":
            press(app, pygame.K_RETURN)
        if action == "quit":
            app.frame()
            app.close()
        assert analysis.result(10).depth >= 3
        assert analysis.counters().seconds < STRONG.seconds


def test_pace_slider_can_be_clicked_and_dragged(app: App) -> None:
    start(app, STRONG, STRONG)
    for size in SIZES:
        resize(app, size)
        pace = given(page(app).view.pace)
        track = pace.placed.areas["track"].move(pace.rect.topleft)
        click(app, (track.right - 1, track.centery - 10))
        assert app.settings.watch_speed == WATCH_SPEEDS[-1]
        post(app, pygame.MOUSEBUTTONDOWN, pos=track.midleft, button=1)
        assert app.settings.watch_speed == WATCH_SPEEDS[0]
        move_mouse(app, (track.right + 900, track.bottom + 40), (1, 0, 0))
        assert app.settings.watch_speed == WATCH_SPEEDS[-1], "it is held beyond the end, too"
        post(app, pygame.MOUSEBUTTONUP, pos=track.center, button=1)


def test_search_keeps_the_depths_of_both_algorithms(app: App) -> None:
    start(app, STRONG, PERSON)
    wait(app, lambda: has_reached(app, 4))
    app.do("alphabeta")
    analysis = given(app.session.match.thinking.analysis)

    def has_both() -> bool:
        return {i.algorithm for i in analysis.progress.iterations} >= {Algorithm.PVS, Algorithm.ALPHABETA}

    wait(app, has_both)
    assert app.session.match.seats[0].algorithm is Algorithm.ALPHABETA


def test_book_move_is_played_and_labelled(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.app.read_book", lambda: (small_book(), ""))
    app = open_page(book=True)
    start(app, PERSON, STRONG)
    type_text(app, "f5")
    wait(app, lambda: len(app.session.match.game.moves) == 2)
    analysis = given(app.session.match.thinking.last_analysis)
    assert analysis.progress.kind is Kind.BOOK
    found = given(app.session.match.game.node.evaluation)
    assert (found.kind, found.depth) == (Kind.BOOK, 0)
    assert found.score in (0.3, 0.8), "White's loss is Black's gain"
    assert page(app).state.figures.analysis.lines[0].depth == "book"
    for size in (MIN_SIZE, (1280, 800)):
        resize(app, size)


def test_page_is_idle_after_the_game(app: App) -> None:
    for control, has_hints_on in product((TimeControl(), TimeControl(per_game=60.0)), (False, True)):
        start(app, PERSON, PERSON, game=Game(LAST_MOVE), control=control)
        if has_hints_on:
            press(app, pygame.K_t)
        type_text(app, "h8")
        assert app.session.match.phase is MatchPhase.OVER
        wait(app, lambda: page(app).is_idle)


def test_result_of_an_opened_game_names_the_winner(open_page: OpenPage) -> None:
    record = Record(Game(Board.from_text("X" * 20 + "O" * 44 + "X")), black="Tamenori", white="Seeley")
    app = open_page(record=record)
    wait(app, lambda: isinstance(page(app).state.card, EndModel))
    ending = page(app).state.card
    assert isinstance(ending, EndModel)
    assert ending.title == "Seeley won 44–20"
    assert [card.name for card in page(app).state.players] == ["Tamenori", "Seeley"]


def test_undo_of_a_new_game_restores_the_old_one(app: App) -> None:
    type_text(app, "f5d6")
    before = app.session.match
    press_all(app, pygame.K_n, pygame.K_RETURN)
    assert app.session.match.game.moves == ()
    app.frame()
    assert "Undo" in str(app.toasts.current)
    press(app, pygame.K_z)
    assert app.session.match is before
    assert app.toasts.current is None, "what was said to come back is there"
    assert app.session.match.game.moves == (parse_square("f5"), parse_square("d6"))
    type_text(app, "c3")
    assert app.session.match.game.node.ply == 3
    before = app.session.match
    press_all(app, pygame.K_n, pygame.K_RETURN)
    if app.session.match.seat.is_human:
        type_text(app, "d3")
        press(app, pygame.K_z)
        assert app.session.match is not before, "move by move first"
    press(app, pygame.K_z)
    assert app.session.match is before


def test_toast_explains_undo_of_a_game_pasted_with_moves(app: App) -> None:
    type_text(app, "f5")
    before = app.session.match
    pygame.scrap.put_text("f5d6c3")
    press(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    press(app, pygame.K_RETURN)
    app.frame()
    assert app.session.match is not before
    assert "Home" in str(app.toasts.current)
    press_all(app, pygame.K_HOME, pygame.K_z)
    assert app.session.match is before


def test_toast_explains_undo_of_a_game_with_a_clock(app: App) -> None:
    """Its position stays on the board when the user looks back."""
    type_text(app, "f5")
    before = app.session.match
    control = TimeControl(per_game=300.0)
    choice = replace(NewGame.of_text("f5d6", (PERSON, PERSON), control), control=control)
    page(app).commands.start_game(choice, choice.game())
    assert "at the start of this one" in str(app.toasts.current)
    press_all(app, pygame.K_z, pygame.K_z, pygame.K_z)
    assert app.session.match is before


def test_opened_game_lost_on_time_leads_back_to_the_game_before(app: App) -> None:
    type_text(app, "f5")
    before, lost = app.session.match, parse_transcript("f5d6")
    lost.lose_on_time(lost.board.turn)
    page(app).commands.open_record(Record(lost))
    assert "Undo (Z) brings it back" in str(app.toasts.current)
    press(app, pygame.K_z)
    assert app.session.match is before


def test_again_asks_for_a_start_that_is_missing(app: App) -> None:
    app.change(start=Start.XOT, start_text="")
    press(app, pygame.K_n, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert dialog_of(app, NewGameDialog).chosen().chosen.start is Start.XOT


def test_swapping_sides_is_announced_until_undone(app: App) -> None:
    start(app, PERSON, QUICK)
    press(app, pygame.K_x)
    assert "swapped" in str(app.toasts.current)
    press(app, pygame.K_x)
    assert app.toasts.current is None, "they are as before"
    press(app, pygame.K_x)
    app.toasts.add("Something else")
    press(app, pygame.K_z)
    assert app.toasts.current == "Something else"
    start(app, PERSON, QUICK, game=Game(Board.from_text("X" * 40 + "O" * 24 + "X")))
    press(app, pygame.K_x)
    assert app.session.match.seats == (PERSON, QUICK), "the game is over"
    assert "swap" not in app.toolbar.usable


def test_step_outlives_another_page(app: App) -> None:
    start(app, STRONG, STRONG)
    match = app.session.match
    match.step()
    do(app, "page_review", "page_play")
    assert (match.is_paused, match.is_stepping) == (False, True)


def test_rematch_swaps_colours_and_repeats_the_start(app: App) -> None:
    app.session.settings = replace(app.settings, start=Start.RANDOM)
    start(app, PERSON, QUICK, game=Game(WHITE_PASSES))
    do(app, "rematch")
    assert app.session.match.seats == (QUICK, PERSON)
    assert app.session.match.game.start == WHITE_PASSES
    app.session.start_match((PERSON, PERSON), TimeControl(), Game(), Start.STANDARD)
    app.do("rematch")
    assert app.session.match.game.moves == ()


@pytest.mark.parametrize("start", [Board.initial(), WHITE_PASSES])
def test_only_rematch_of_strangers_asks_who_plays(app: App, start: Board) -> None:
    move = PASS if start.must_pass() else parse_square("f5")
    app.session.open(Record(Game(start, [move]), "Ann", "Nullwindow"))
    do(app, "rematch")
    dialog = dialog_of(app, NewGameDialog)
    press(app, pygame.K_RETURN)
    assert not dialog.is_open
    assert app.session.match.game.start == start
    assert app.session.match.seats == app.settings.seats
    app.session.open(Record(Game(moves=[parse_square("f5")]), "You", "Nullwindow PVS 1"))
    do(app, "rematch")
    assert not app.overlay.is_open
    assert [seat.algorithm for seat in app.session.match.seats] == [Algorithm.PVS, None]
