"""The two densities of the page Play: the game alone, and everything about the search."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest
from pygame import Surface

from game.board import squares
from game.clock import TimeControl
from game.tree import Game
from play.match import MatchPhase
from play.settings import Density
from tests.quick import quick
from tests.samples import LAST_MOVE, PERSON
from tests.ui.driving import (
    QUICK,
    STRONG,
    do,
    given,
    has_reached,
    page,
    press,
    press_all,
    push,
    resize,
    start,
    start_of_strangers,
    type_text,
    wait,
    words_drawn,
)
from ui.app import App
from ui.layout import MIN_SIZE
from ui.pages.play.view import CardKind
from ui.theme import Theme

CLOCK = TimeControl(per_game=300, increment=3)


def test_each_kind_of_game_has_its_density_and_keeps_it(app: App, reopen: Callable[[App], App]) -> None:
    start(app, PERSON, QUICK)
    assert not page(app).view.shape.is_calm
    press(app, pygame.K_v)
    app.frame()
    assert page(app).view.shape.is_calm
    start(app, STRONG, STRONG)
    assert not page(app).view.shape.is_calm, "one watches to see the search"
    press(app, pygame.K_v)
    start_of_strangers(app)
    assert not page(app).view.shape.is_calm
    press(app, pygame.K_v)
    kept = reopen(app).settings
    assert {kept.playing, kept.watching, kept.friends} == {Density.PLAY}


@pytest.mark.parametrize("size", [MIN_SIZE, (2560, 1080)])
def test_the_search_is_hidden_until_it_is_switched_on(app: App, size: tuple[int, int]) -> None:
    app.change(playing=Density.PLAY)
    resize(app, size)
    start(app, STRONG, PERSON)
    wait(app, lambda: has_reached(app, 2))
    app.frame()
    analysis = given(app.session.match.thinking.newest)
    assert app.status.text == "Black is thinking"
    written = words_drawn(app)
    assert {"You", "Nullwindow", "Moves", "Think"} <= written
    figures = [words for words in written if set(words) & set("+−%·")]
    assert figures == [words for words in figures if words == app.status.keys]
    assert page(app).state.scene.thoughts is None
    push(app, "density")
    assert not page(app).view.shape.is_calm
    assert app.session.match.thinking.newest is analysis, "the search goes on"


@pytest.mark.usefixtures("drawn_at_once")
@pytest.mark.parametrize("control", quick([CLOCK, TimeControl()], 1))
def test_a_calm_game_shows_no_engine_figures(
    app: App, monkeypatch: pytest.MonkeyPatch, control: TimeControl
) -> None:
    app.change(playing=Density.PLAY)
    seen, written, write = set[str](), set[str](), Theme._text

    def note(theme: Theme, words: str, *how: Any) -> Surface:
        written.add(words)
        return write(theme, words, *how)

    monkeypatch.setattr(Theme, "_text", note)
    app.theme = Theme(app.theme.scale, app.theme.language)  # without cached texts
    start(app, PERSON, QUICK, control=control)
    app.rebuild()
    written.clear()
    match = app.session.match

    def go_on() -> bool:
        if match.awaits_person and not match.board.must_pass():
            match.play(next(squares(match.board.legal_moves())))
        if match.result is None:
            seen.update(written)
        return match.result is not None

    wait(app, go_on)
    assert len(seen) > 60
    figures = re.compile(r"[+−%]|\d\.\d|discs? |ahead|wins|best|ply|plies")
    assert [words for words in seen if figures.search(words) and "F1" not in words] == []


@pytest.mark.parametrize("density", Density)
def test_games_with_a_clock_work_in_every_density(app: App, density: Density) -> None:
    """Combines clock, pause, swap, undo, travel and pages."""
    app.session.settings = replace(app.settings, playing=density)
    start(app, PERSON, replace(STRONG, level=1), control=CLOCK)
    app.frame()
    assert (page(app).view.players[0].rect.height > app.theme.px(90)) == (density is Density.PLAY)
    assert "5:00" in words_drawn(app)
    type_text(app, "f5")
    match = app.session.match
    wait(app, lambda: len(match.game.moves) == 2 and match.phase is MatchPhase.HUMAN)
    do(app, "density", "density")
    press(app, pygame.K_SPACE)
    assert match.is_paused
    before = match.clock
    do(app, "page_review", "page_play")
    assert match.is_paused
    assert match.clock == before
    press(app, pygame.K_HOME)
    press(app, pygame.K_END)
    assert match.game.node.ply == 2
    press(app, pygame.K_x)
    assert not match.seats[0].is_human
    press(app, pygame.K_z)
    assert match.seats[0].is_human
    press(app, pygame.K_z)
    assert match.game.node.ply == 0
    press(app, pygame.K_y)
    assert match.game.node.ply == 2


def test_a_calm_game_ends_in_a_card_and_can_be_browsed(app: App) -> None:
    app.change(friends=Density.PLAY)
    start(app, PERSON, PERSON, game=Game(LAST_MOVE))
    type_text(app, "h8")
    wait(app, lambda: page(app).view.shape.card is CardKind.END)
    assert page(app).view.shape.is_calm
    press_all(app, pygame.K_i, pygame.K_ESCAPE)
    assert page(app).view.shape.card is CardKind.END
    push(app, "first")
    assert page(app).view.shape.card is CardKind.NONE
    assert page(app).view.travel_target(page(app).view.moves.rect.center) is None
