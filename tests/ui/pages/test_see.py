"""See on three pages: its keys, its settings, the squares that it draws on, and its layout."""

import time
from itertools import combinations

import pygame
import pytest
from pygame import Rect, Surface

from game.board import Bitboard, Board, squares
from play.practice.lesson import Idea
from play.settings import MOST_TEXT
from play.sights import Sight, sights_of
from tests.samples import random_game
from tests.ui.driving import SIZES, OpenPage, do, find_place, page, page_of, press, press_all, resize
from ui.app import App
from ui.board.sights import sights_picture
from ui.layout import MIN_SIZE, BoardPlace
from ui.pages.board_page import BoardPage
from ui.pages.practice.page import PracticePage
from ui.pages.review.page import ReviewPage
from ui.pages.see import SeePanel
from ui.theme import Theme

# The width of the board in a window of 1280x800, in pixels, and the time limit for painting on it.
WIDTH = 696
SECONDS = 0.004
GAME = random_game(3, plies=46)


@pytest.fixture
def app(open_page: OpenPage) -> App:
    """Returns a window with a game between strangers, and Think."""
    return open_page(game=GAME)


def shown(app: App) -> str:
    """Returns the names of the sights on the board of the open page, '-' if See is off."""
    assert isinstance(app.page, BoardPage)
    sights = app.page.state.scene.sights
    if sights is None:
        return "-"
    return " ".join([sight.value for sight, *_sides in sights.sides] + ["regions"] * bool(sights.regions))


def open_lesson(app: App) -> None:
    app.show(PracticePage)
    app.frame()
    page_of(app, PracticePage).commands.open_lesson(Idea.PARITY)
    app.frame()


def test_keys_toggle_sights_which_all_pages_share(app: App) -> None:
    assert shown(app) == "-"
    press(app, pygame.K_F6)
    assert shown(app) == "frontier", "it alone"
    press_all(app, pygame.K_F8, pygame.K_F5, pygame.K_F6, pygame.K_F7)
    assert shown(app) == "stable moves regions"
    press(app, pygame.K_F4)
    assert (shown(app), find_place(app, "see_stable")) == ("-", None)
    app.show(ReviewPage)
    press(app, pygame.K_F4)
    assert shown(app) == "stable moves regions"
    open_lesson(app)
    assert shown(app) == "stable moves regions"
    press_all(app, pygame.K_F5, pygame.K_F7, pygame.K_F8)
    assert shown(app) == ""
    assert find_place(app, "see_stable"), "the switches stay"
    assert (app.settings.see, app.settings.sights) == (True, "")


def test_see_is_hidden_without_think(app: App) -> None:
    press(app, pygame.K_F5)
    height = page(app).view.moves.rect.height
    do(app, "density")
    assert (shown(app), find_place(app, "see"), find_place(app, "see_stable")) == ("-", None, None)
    press_all(app, pygame.K_F4, pygame.K_F6)
    assert (app.settings.see, app.settings.sights) == (True, "stable"), "as it was chosen"
    do(app, "density")
    assert (shown(app), page(app).view.moves.rect.height) == ("stable", height)


def painted(sights: frozenset[Sight], board: Board, written: Bitboard = 0) -> tuple[Bitboard, Surface]:
    """Returns the squares that are painted on, and the picture."""
    picture = sights_picture(Theme(1.0), WIDTH, sights_of(board, sights), written)
    place, found = BoardPlace(Rect(0, 0, WIDTH, WIDTH)), 0
    for square in range(64):
        cell = picture.subsurface(place.cell(square))
        found |= bool(pygame.mask.from_surface(cell, 0).count()) << square
    return found, picture


@pytest.mark.parametrize("seed", range(4))
def test_sights_are_drawn_on_their_squares_and_spare_text(seed: int) -> None:
    board = random_game(seed, plies=20 + 9 * seed).board
    empty = sum(1 << square for square in range(64) if board.color_at(square) is None)
    for sight in Sight:
        sights = sights_of(board, frozenset({sight}))
        expected = sum(sights.regions) if sight is Sight.REGIONS else sights.sides[0][1] | sights.sides[0][2]
        assert painted(frozenset({sight}), board)[0] == expected
    assert sum(sights.regions) == empty
    place, picture = (
        BoardPlace(Rect(0, 0, WIDTH, WIDTH)),
        painted(frozenset({Sight.REGIONS}), board, empty)[1],
    )
    for square in squares(empty):
        assert picture.get_at(place.cell(square).center).a == 0, "a score is read on the felt"


def test_sights_are_painted_in_time() -> None:
    theme, taken = Theme(1.0), list[float]()
    for seed in range(8):
        sights = sights_of(random_game(seed, plies=15 + 5 * seed).board, frozenset(Sight))
        begun = time.thread_time()
        first = sights_picture(theme, WIDTH, sights, 0)
        taken.append(time.thread_time() - begun)
        assert sights_picture(theme, WIDTH, sights, 0) is first, "kept while nothing changes"
    assert min(taken) < SECONDS


def check_room(app: App) -> None:
    assert isinstance(app.page, BoardPage)
    view = app.page.view
    (card,) = (panel for panel in view.panels if isinstance(panel, SeePanel))
    places = [view.board.layout.board, *(panel.rect for panel in view.panels if panel.rect.height)]
    for one, other in combinations(places, 2):
        assert not one.colliderect(other), (one, other)
    for place in places:
        assert app.layout.page.contains(place)
    for row in view.button_rows:
        for button in row:
            is_own = button.action.identity.startswith("see_")
            assert card.rect.contains(button.rect) if is_own else not card.rect.colliderect(button.rect)
    for box, rect in card.placed.places:
        assert card.rect.contains(rect.move(card.rect.topleft)), box


@pytest.mark.parametrize(
    ("size", "text_size"),
    [
        (MIN_SIZE, 1.0),
        *(
            pytest.param(size, text_size, marks=pytest.mark.slow)
            for size in (*SIZES, (1920, 1080))
            for text_size in (1.0, MOST_TEXT)
        ),
    ],
)
def test_see_panel_overlaps_nothing(open_page: OpenPage, size: tuple[int, int], text_size: float) -> None:
    app = open_page(game=GAME, text_size=text_size)
    resize(app, size)
    press_all(app, pygame.K_F5, pygame.K_F6, pygame.K_F7, pygame.K_F8)
    check_room(app)
    app.show(ReviewPage)
    for action in ("see_moves", "review_hints", "review_hints", "review_graph", "review_explorer"):
        do(app, action)
        check_room(app)
    open_lesson(app)
    check_room(app)
    do(app, "practice_lessons", "today_endgames")
    check_room(app)
    do(app, "practice_openings")
    check_room(app)
