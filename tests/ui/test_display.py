import pygame
import pytest

from game.board import parse_square
from tests.ui.driving import click, do, page, press, resize
from ui.app import App
from ui.display import Display, canvas_size, fitting, reachable
from ui.layout import MIN_SIZE

Size = tuple[int, int]


@pytest.mark.parametrize(
    ("wanted", "desktop", "size", "least"),
    [
        ((1280, 800), (1366, 768), (1280, 672), MIN_SIZE),
        ((3000, 2000), (1920, 1080), (1904, 984), MIN_SIZE),
        ((1, 1), (1920, 1080), MIN_SIZE, MIN_SIZE),
        ((1280, 800), (800, 600), (800, 600), (800, 600)),
        ((16384, 16384), (1024, 600), (1008, 600), (900, 600)),
    ],
)
def test_window_size_and_minimum_size_fit_the_desktop(
    wanted: Size, desktop: Size, size: Size, least: Size
) -> None:
    assert fitting(wanted, desktop) == (size, least)


LAPTOP, SCREEN = (1366, 768), (1920, 1080)


@pytest.mark.parametrize(
    ("position", "screens", "is_reachable"),
    [
        (None, [SCREEN], False),
        ((0, 0), [SCREEN], True),
        ((-500, 1000), [SCREEN], True),
        ((-700, 0), [SCREEN], False),
        ((0, -1), [SCREEN], False),
        ((1900, 0), [SCREEN], False),
        ((0, 1080), [SCREEN], False),
        ((1900, 0), [LAPTOP, SCREEN], True),
        ((-1900, -50), [LAPTOP, SCREEN], True),
        ((-32000, -32000), [LAPTOP, SCREEN], False),
    ],
)
def test_a_window_reopens_in_its_place_if_the_mouse_can_reach_it(
    position: Size | None, screens: list[Size], is_reachable: bool
) -> None:
    assert reachable(position, (1280, 800), screens) == (position if is_reachable else None)


@pytest.mark.parametrize(
    ("screen", "canvas"),
    [
        ((1280, 800), (1280, 800)),
        ((900, 640), (900, 640)),
        ((400, 400), (900, 900)),
        ((450, 320), (900, 640)),
        ((800, 600), (900, 675)),
        ((899, 1000), (900, 1001)),
        ((10, 1000), (900, 2560)),
        ((1, 1), (900, 900)),
    ],
)
def test_the_canvas_has_at_least_the_minimum_size(screen: Size, canvas: Size) -> None:
    assert canvas_size(screen) == canvas


def test_clicks_hit_with_two_pixels_per_point(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a Retina screen: the surface is twice the window, and events come in points."""
    size = app.display.window.size
    surface = pygame.Surface((2 * size[0], 2 * size[1]))
    monkeypatch.setattr(Display, "surface", property(lambda _: surface))
    app.frame()
    assert app.display.pixels_per_point == 2.0
    assert app.layout.window.size == surface.get_size()
    x, y = page(app).view.layout.cell(parse_square("f5")).center
    click(app, (x // 2, y // 2))
    assert app.session.match.game.moves == (parse_square("f5"),)
    assert app.settings.window_size == size


def test_a_desktop_may_force_any_window_size(app: App) -> None:
    """If the size is too small for everything, the picture is scaled down."""
    app.display.window.minimum_size = (1, 1)
    for size, shown in zip(((400, 400), (640, 480), (300, 800), (1, 1)), app.pages, strict=True):
        app.open_page(shown)
        resize(app, size)
        assert app.display.window.size == size
    for dialog in ("settings", "help"):
        do(app, dialog)
        press(app, pygame.K_ESCAPE)


@pytest.mark.usefixtures("drawn_at_once")
def test_clicks_hit_in_a_window_that_is_too_small(app: App) -> None:
    app.display.window.minimum_size = (1, 1)
    for size, name in (((400, 400), "f5"), ((390, 390), "d6")):
        resize(app, size)
        x, y = page(app).view.layout.cell(parse_square(name)).center
        factor = size[0] / app.layout.window.width
        click(app, (round(x * factor), round(y * factor)))
        shown = app.display.window.get_surface().get_at((round(x * factor), round(y * factor)))
        assert sum(abs(a - b) for a, b in zip(shown, app.display.surface.get_at((x, y)), strict=True)) < 60
    assert len(app.session.match.game.moves) == 2
