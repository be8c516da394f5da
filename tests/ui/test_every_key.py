"""No key is silently ignored: every key of every page is pressed, in several games."""

from collections.abc import Callable

import pygame
import pytest

from game.clock import TimeControl
from game.tree import Game
from tests.samples import PERSON, random_game
from tests.ui.driving import STRONG, do, pixels, press, start, wait
from ui.actions import Action
from ui.app import App

# They end the test or change the size of the window.
LEFT_OUT = {"quit", "fullscreen", "leave_fullscreen"}
PLACES = (
    ("play",),
    ("review",),
    ("review", "review_explorer"),
    *(("practice", f"practice_{name}") for name in ("mistakes", "endgames", "openings", "play")),
    ("practice",),
    ("practice", "lesson_4"),
    ("lab", "lab_scene_1"),
    ("lab", "lab_scene_4"),
    *(("lab", "lab_explore", *["lab_next"] * views) for views in range(4)),
    ("edit",),
)
GAMES: dict[str, Callable[[App], None]] = {
    "fresh": lambda _app: None,
    "of two people": lambda app: start(app, PERSON, PERSON, game=Game(moves=(37, 43, 18))),
    "over": lambda app: start(app, PERSON, PERSON, game=random_game(1)),
    "being searched": lambda app: start(app, STRONG, PERSON, control=TimeControl()),
}


def press_action(app: App, action: Action) -> str:
    """Presses an action's first key; returns the sentence shown, or what has changed."""
    key, put, page = action.keys[0], list[str](), app.page
    app.toasts.take_back()
    while app.toasts.current is not None:
        app.toasts.update(100.0)
    app.frame()
    before = pixels(app)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pygame.scrap.put_text", put.append)
        patch.setattr("pygame.scrap.get_text", lambda: "")
        press(app, key.code, mod=pygame.KMOD_CTRL * key.control | pygame.KMOD_SHIFT * key.shift)
        for _ in range(3):
            app.frame()
    seen = app.toasts.current or ("dialog" if app.overlay.is_open else "")
    seen = seen or ("clipboard" if put else "") or ("page" if app.page is not page else "")
    seen = seen or ("picture" if pixels(app) != before else "")
    while app.overlay.is_open:
        press(app, pygame.K_ESCAPE)
    if app.page is not page:
        app.open_page(page)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES, ids=" ".join)
@pytest.mark.parametrize("game", GAMES)
def test_every_key_does_something_or_says_why_not(app: App, game: str, place: tuple[str, ...]) -> None:
    GAMES[game](app)
    page, *steps = place
    app.open_page(app.page_of(page))
    do(app, *steps)
    silent = []
    for identity in [action.identity for action in app.actions if action.keys]:
        if identity in LEFT_OUT or identity not in app.actions:
            continue
        action = app.actions[identity]
        refusal = "" if action.is_possible() else action.refusal
        seen = press_action(app, action)
        if not seen or (refusal and game != "being searched" and seen != refusal):
            silent.append((identity, seen, refusal))
    assert not silent, str(silent)


def test_review_of_an_unfinished_game_says_when_it_is_possible(app: App) -> None:
    press(app, pygame.K_r)
    assert app.toasts.current == "Review a game here when it is over, or on the page Review at any time"


def test_keys_report_impossible_and_needless_actions(app: App) -> None:
    press(app, pygame.K_j)
    assert app.toasts.current == "Move now is not possible now"
    press(app, pygame.K_HOME)
    assert app.toasts.current == "This is the first position"
    app.open_page(app.page_of("review"))
    press(app, pygame.K_1)
    assert app.toasts.current == "Moves is already chosen"
    do(app, "review_explorer")
    wait(app, lambda: app.actions["review_explorer"].is_on())
