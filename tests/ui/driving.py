"""Helpers for tests of the window: the whole program on SDL's dummy driver, driven as by a user."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pygame
import pytest
from pygame import Rect, Surface
from pygame_gui.core import UIElement

from ai.arena.report import GameReport, GameSoFar
from ai.limits import Algorithm
from game.board import Color, Square, parse_square
from game.clock import TimeControl
from game.tree import Game
from play.players import Seat, Seats
from play.settings import FAST, AnimationSpeed, Density, HintStep, Settings
from tests.samples import random_game
from tests.waiting import PATIENCE, comes_true
from ui.app import App
from ui.boxes import TextBox
from ui.dialogs.dialog import AnyDialog
from ui.layout import MIN_SIZE, Frame
from ui.list_view import ROW, ListView
from ui.pages.lab.page import LabPage
from ui.pages.page import Page
from ui.pages.play.page import PlayPage
from ui.pages.play.view import USUAL, PlayLayout, PlayShape
from ui.pages.tournament.page import TournamentPage
from ui.panels.panel import BoxPanel
from ui.theme import Theme

STILL = Settings(
    animation=AnimationSpeed.OFF, muted=True, watch_speed=FAST, search_threads=1, book=False,
    think_ahead=False, welcomed=True, playing=Density.ANALYSE, friends=Density.ANALYSE,
    hints=HintStep.FIGURES,
)  # fmt: skip
"""Settings under which nothing moves by itself and everything is shown."""
OpenPage = Callable[..., App]
"""The type of the fixture `open_page`: takes the class of a page and a record."""
SIZES = (MIN_SIZE, (1280, 800), (2560, 1080), (900, 1200))
"""Window sizes that are laid out differently."""
QUICK = Seat(Algorithm.PVS, level=1, seconds=0.1)
STRONG = Seat(Algorithm.PVS, level=10, seconds=20.0)

AnyKind = TypeVar("AnyKind", bound=AnyDialog)
AnyPage = TypeVar("AnyPage", bound=Page)
T = TypeVar("T")


def given(value: T | None) -> T:
    assert value is not None
    return value


def start(app: App, *seats: Seat, game: Game | None = None, control: TimeControl | None = None) -> None:
    both: Seats = (seats[0], seats[1])
    app.session.start_match(both, control or TimeControl(), game or Game())
    app.frame()


def start_of_strangers(app: App, game: Game | None = None, control: TimeControl | None = None) -> None:
    """Starts a game of two people like one that was opened: not their own, so the engine may help."""
    app.session.start_match((Seat(), Seat()), control or TimeControl(), game or Game())
    app.session.match.knows_players = False
    app.frame()


def page_of(app: App, kind: type[AnyPage]) -> AnyPage:
    """Returns the open page, which must be of this class."""
    assert isinstance(app.page, kind)
    return app.page


def page(app: App) -> PlayPage:
    return page_of(app, PlayPage)


def lab(app: App) -> LabPage:
    return page_of(app, LabPage)


def open_tournament(app: App) -> TournamentPage:
    page = app.show(TournamentPage)
    app.frame()
    return page


def finish_tournament(app: App) -> None:
    """Finishes the shown tournament as if all its games had been played, each one the same."""
    assert isinstance(app.page, TournamentPage)
    run, game = app.page.commands.run, random_game(1)
    pairings, result = run.setup.tournament([]).pairings(), game.result()
    assert result is not None
    run.count = len(pairings)
    run._add_reports([GameReport(pairing, game, result, ()) for pairing in pairings])
    run.games = {0: GameSoFar(pairings[0], game.board, 0)}
    app.frame()


def press(app: App, key: int, text: str = "", mod: int = 0) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=text, mod=mod))
    app.frame()


def press_all(app: App, *keys: int) -> None:
    for key in keys:
        press(app, key)


def do(app: App, *identities: str) -> None:
    """Performs actions, with a frame after each."""
    for identity in identities:
        app.do(identity)
        app.frame()


def post(app: App, kind: int, **details: object) -> None:
    pygame.event.post(pygame.event.Event(kind, details))
    app.frame()


def move_mouse(app: App, position: tuple[int, int], buttons: tuple[int, int, int] = (0, 0, 0)) -> None:
    post(app, pygame.MOUSEMOTION, pos=position, buttons=buttons, rel=(0, 0))


def walk_to(app: App, identity: str) -> None:
    """Presses Tab until a button has the focus."""
    for _ in range(40):
        press(app, pygame.K_TAB)
        if app.focus == identity:
            return
    raise AssertionError(f"Tab does not come to {identity}")


def open_dialog(app: App, identity: str, kind: type[AnyKind]) -> AnyKind:
    """Opens a dialog by its action."""
    do(app, identity)
    return dialog_of(app, kind)


def dialog_of(app: App, kind: type[AnyKind]) -> AnyKind:
    """Returns the open dialog, which must be of this class."""
    assert isinstance(app.overlay.dialog, kind)
    return app.overlay.dialog


def resize(app: App, size: tuple[int, int]) -> None:
    """Resizes the window, and lets it lay itself out."""
    app.display.window.size = size
    app.frame()
    app.frame()


def find_place(app: App, identity: str) -> Rect | None:
    """Returns the place of a button of the toolbar or the page; None if it is not shown."""
    return next(filter(None, (row.rect_of(identity) for row in app.button_rows)), None)


def place_of(app: App, identity: str) -> Rect:
    place = find_place(app, identity)
    assert place is not None, identity
    return place


def play_layout(frame: Frame, has_evaluation_bar: bool = True, shape: PlayShape = USUAL) -> PlayLayout:
    return PlayLayout.of(frame, Theme(frame.scale), has_evaluation_bar, shape)


def place_of_target(panel: BoxPanel[Any], target: object) -> Rect:
    """Returns the place in the window of the box with this target of a click."""
    found = (rect for box, rect in panel.placed.places if box.target == target)
    return next(found).move(panel.rect.topleft)


def push(app: App, identity: str) -> None:
    """Clicks a button."""
    click(app, place_of(app, identity).center)
    app.frame()


def push_in_dialog(app: App, words: str) -> None:
    """Clicks the button of the open dialog with these words."""
    assert app.overlay.dialog is not None
    buttons = (element for element in app.overlay.dialog.focusable if getattr(element, "text", "") == words)
    click(app, next(buttons).rect.center)
    app.frame()


def walk_to_widget(app: App, dialog: AnyDialog, element: UIElement) -> None:
    """Presses Tab until a widget of a dialog has the focus."""
    for _ in range(40):
        press(app, pygame.K_TAB)
        if dialog.focus is element:
            return
    raise AssertionError("Tab does not come there")


def type_text(app: App, text: str) -> None:
    for sign in text:
        press(app, ord(sign), sign)


def click(app: App, position: tuple[int, int]) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=position, button=1))
    app.frame()


def click_square(app: App, name: str) -> None:
    click(app, page(app).view.layout.cell(parse_square(name)).center)


def wait(app: App, is_so: Callable[[], bool]) -> None:
    assert comes_true(is_so, PATIENCE, app.frame), "it did not happen in time"


def has_reached(app: App, depth: int) -> bool:
    analysis = app.session.match.thinking.analysis
    return analysis is not None and analysis.progress.depth >= depth


def has_hints(app: App, number: int) -> bool:
    analysis = app.session.match.thinking.analysis
    return analysis is not None and len(analysis.progress.scores) == number


def pixels(app: App) -> bytes:
    return pygame.image.tobytes(app.display.surface, "RGB")


# The screen


def assert_apart(rects: Iterable[Rect | None], inside: Rect) -> None:
    """Asserts that all rects exist, are not empty, lie `inside` and do not overlap."""
    seen: list[Rect] = []
    for rect in rects:
        assert rect is not None
        assert rect.width > 0 < rect.height
        assert inside.contains(rect)
        assert rect.collidelist(seen) == -1
        seen.append(rect)


def usable(app: App) -> set[str]:
    """Returns the buttons of the page that can be pressed."""
    return {identity for row in app.page.button_rows for identity in row.usable}


def assert_drawing_changes_nothing(app: App, *panes: object) -> None:
    """Asserts that `update` alone settles what is shown: `draw` may be called never or often."""
    app.update(0.01)
    holders = [app, app.page, *panes]
    before = [getattr(each, "state", None) for each in holders], _plain_values(holders)
    app.draw()
    first = pixels(app)
    app.draw()
    assert pixels(app) == first
    assert before == ([getattr(each, "state", None) for each in holders], _plain_values(holders))


def _plain_values(holders: list[Any]) -> list[dict[str, str]]:
    """Returns the plain values of holders, their views and panels; the fonts of a theme are no state."""
    kinds = (int, float, str, bool, tuple, list, dict, type(None), Rect)
    views = [each.view for each in holders if hasattr(each, "view")]
    parts = [*holders, *views, *(part for view in views for part in vars(view).values())]
    ours = [part for part in parts if type(part).__module__.startswith("ui.") and hasattr(part, "__dict__")]
    own = [part for part in ours if not isinstance(part, Theme)]
    return [
        {name: repr(value) for name, value in vars(part).items() if isinstance(value, kinds)} for part in own
    ]


def disc_in(picture: Surface, cell: Rect) -> Color | None:
    """Returns the disc that a picture shows on a square, read beside the middle, where marks are."""
    red, green, blue, _ = picture.get_at((cell.centerx + cell.width // 5, cell.centery + cell.width // 8))
    if max(red, green, blue) < 90 and abs(red - green) < 12:
        return Color.BLACK
    return Color.WHITE if min(red, green, blue) > 170 else None


def disc_at(app: App, square: Square) -> Color | None:
    return disc_in(app.display.surface, page(app).view.layout.cell(square))


def share_changed(app: App, before: Surface, place: Rect) -> float:
    """Returns the share of pixels in a place that have changed."""
    now = app.display.surface
    one, other = (pygame.surfarray.array3d(picture.subsurface(place)) for picture in (before, now))
    return float((one != other).any(axis=2).mean())


def is_box(render: Callable[[str], Surface], sign: str) -> bool:
    """Whether a font lacks a character, and so draws the same box as for a noncharacter. Its metrics do not
    tell in some releases of pygame.
    """
    drawn = (pygame.image.tobytes(render(each), "RGBA") for each in (sign, "\uffff"))
    return len(set(drawn)) == 1


def words_drawn(app: App) -> set[str]:
    """Returns all texts of the page and its buttons, drawn anew."""
    written: set[str] = set()
    write, paint = Theme._text, TextBox.paint

    def spy(theme: Theme, text: str, *details: Any, **named: Any) -> Surface:
        written.add(text)
        return write(theme, text, *details, **named)

    def spy_on_box(box: TextBox, theme: Theme, surface: Surface, rect: Rect) -> None:
        """Notes a text on several lines, unless it is cut."""
        paint(box, theme, surface, rect)
        if not box.fitted(theme, rect)[1][-1].endswith("…"):
            written.add(box.words)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Theme, "_text", spy)
        patch.setattr(TextBox, "paint", spy_on_box)
        app.theme = Theme(app.theme.scale, app.theme.language)  # without cached texts
        app.rebuild()
        app.update(0.0)
        app.draw()
    return written


def place_of_line(view: ListView, line: int) -> Rect:
    """Returns the place in the window of a visible line."""
    heading, row = view.heading_of(0), view.theme.px(ROW)
    return Rect(view.rect.left, heading.bottom + (line - view.top) * row, heading.width, row)
