"""The whole program on SDL's dummy driver, driven as by a person: what the tests of the window share."""

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
"""Nothing moves by itself, and all that is known is shown."""
OpenPage = Callable[..., App]
"""What the fixture `open_page` is: it takes the class of a page and a record."""
SIZES = (MIN_SIZE, (1280, 800), (2560, 1080), (900, 1200))
"""Windows that are laid out in different ways."""
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
    """Start a game of two people as one that was opened: not their own, so that the engine may help."""
    app.session.start_match((Seat(), Seat()), control or TimeControl(), game or Game())
    app.session.match.knows_players = False
    app.frame()


def page_of(app: App, kind: type[AnyPage]) -> AnyPage:
    """The page that is open, which is of this class."""
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
    """As if all games of the one that is shown had been played: the same one again and again."""
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
    """Carry out actions, and show what has come of each."""
    for identity in identities:
        app.do(identity)
        app.frame()


def post(app: App, kind: int, **details: object) -> None:
    pygame.event.post(pygame.event.Event(kind, details))
    app.frame()


def move_mouse(app: App, position: tuple[int, int], buttons: tuple[int, int, int] = (0, 0, 0)) -> None:
    post(app, pygame.MOUSEMOTION, pos=position, buttons=buttons, rel=(0, 0))


def walk_to(app: App, identity: str) -> None:
    """Press Tab until the keyboard is on a button."""
    for _ in range(40):
        press(app, pygame.K_TAB)
        if app.focus == identity:
            return
    raise AssertionError(f"Tab does not come to {identity}")


def open_dialog(app: App, identity: str, kind: type[AnyKind]) -> AnyKind:
    """By its action."""
    do(app, identity)
    return dialog_of(app, kind)


def dialog_of(app: App, kind: type[AnyKind]) -> AnyKind:
    """The dialog that is open, which is of this class."""
    assert isinstance(app.overlay.dialog, kind)
    return app.overlay.dialog


def resize(app: App, size: tuple[int, int]) -> None:
    """Give the window another size, and let it lay itself out."""
    app.display.window.size = size
    app.frame()
    app.frame()


def find_place(app: App, identity: str) -> Rect | None:
    """Of a button of the toolbar or the page; None if it is not to be seen."""
    return next(filter(None, (row.rect_of(identity) for row in app.button_rows)), None)


def place_of(app: App, identity: str) -> Rect:
    place = find_place(app, identity)
    assert place is not None, identity
    return place


def play_layout(frame: Frame, has_evaluation_bar: bool = True, shape: PlayShape = USUAL) -> PlayLayout:
    return PlayLayout.of(frame, Theme(frame.scale), has_evaluation_bar, shape)


def place_of_target(panel: BoxPanel[Any], target: object) -> Rect:
    """Where in the window a card has what a click means."""
    found = (rect for box, rect in panel.placed.places if box.target == target)
    return next(found).move(panel.rect.topleft)


def push(app: App, identity: str) -> None:
    """Click on a button."""
    click(app, place_of(app, identity).center)
    app.frame()


def push_in_dialog(app: App, words: str) -> None:
    """Click on the button of the open dialog that says this."""
    assert app.overlay.dialog is not None
    buttons = (element for element in app.overlay.dialog.focusable if getattr(element, "text", "") == words)
    click(app, next(buttons).rect.center)
    app.frame()


def walk_to_widget(app: App, dialog: AnyDialog, element: UIElement) -> None:
    """Press Tab until the keyboard is on a widget of a dialog."""
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


# What is on the screen


def assert_apart(rects: Iterable[Rect | None], inside: Rect) -> None:
    """Each there, with an extent, within a place and on no other."""
    seen: list[Rect] = []
    for rect in rects:
        assert rect is not None
        assert rect.width > 0 < rect.height
        assert inside.contains(rect)
        assert rect.collidelist(seen) == -1
        seen.append(rect)


def usable(app: App) -> set[str]:
    """The buttons of the page that can be pressed."""
    return {identity for row in app.page.button_rows for identity in row.usable}


def assert_drawing_changes_nothing(app: App, *panes: object) -> None:
    """What is shown is settled by `update`; `draw` may be called never or often."""
    app.update(0.01)
    holders = [app, app.page, *panes]
    before = [getattr(each, "state", None) for each in holders], _plain_values(holders)
    app.draw()
    first = pixels(app)
    app.draw()
    assert pixels(app) == first
    assert before == ([getattr(each, "state", None) for each in holders], _plain_values(holders))


def _plain_values(holders: list[Any]) -> list[dict[str, str]]:
    """Those that they hold, their views, and the panels of these; the fonts of a theme are no state."""
    kinds = (int, float, str, bool, tuple, list, dict, type(None), Rect)
    views = [each.view for each in holders if hasattr(each, "view")]
    parts = [*holders, *views, *(part for view in views for part in vars(view).values())]
    ours = [part for part in parts if type(part).__module__.startswith("ui.") and hasattr(part, "__dict__")]
    own = [part for part in ours if not isinstance(part, Theme)]
    return [
        {name: repr(value) for name, value in vars(part).items() if isinstance(value, kinds)} for part in own
    ]


def disc_in(picture: Surface, cell: Rect) -> Color | None:
    """Which disc a picture shows on a square of the board: aside of the middle, where signs are."""
    red, green, blue, _ = picture.get_at((cell.centerx + cell.width // 5, cell.centery + cell.width // 8))
    if max(red, green, blue) < 90 and abs(red - green) < 12:
        return Color.BLACK
    return Color.WHITE if min(red, green, blue) > 170 else None


def disc_at(app: App, square: Square) -> Color | None:
    return disc_in(app.display.surface, page(app).view.layout.cell(square))


def share_changed(app: App, before: Surface, place: Rect) -> float:
    """The share of pixels in a place that are not as they were."""
    now = app.display.surface
    one, other = (pygame.surfarray.array3d(picture.subsurface(place)) for picture in (before, now))
    return float((one != other).any(axis=2).mean())


def is_box(render: Callable[[str], Surface], sign: str) -> bool:
    """Whether a font lacks a character: then it draws the same as for one that is none. To measure it says
    nothing in some releases of pygame.
    """
    drawn = (pygame.image.tobytes(render(each), "RGBA") for each in (sign, "\uffff"))
    return len(set(drawn)) == 1


def words_drawn(app: App) -> set[str]:
    """All that the page and its buttons write when they are drawn anew."""
    written: set[str] = set()
    write, paint = Theme._text, TextBox.paint

    def spy(theme: Theme, text: str, *details: Any, **named: Any) -> Surface:
        written.add(text)
        return write(theme, text, *details, **named)

    def spy_on_box(box: TextBox, theme: Theme, surface: Surface, rect: Rect) -> None:
        """A text on several lines, unless it is cut."""
        paint(box, theme, surface, rect)
        if not box.fitted(theme, rect)[1][-1].endswith("…"):
            written.add(box.words)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Theme, "_text", spy)
        patch.setattr(TextBox, "paint", spy_on_box)
        app.theme = Theme(app.theme.scale, app.theme.language)  # which remembers no text
        app.rebuild()
        app.update(0.0)
        app.draw()
    return written


def place_of_line(view: ListView, line: int) -> Rect:
    """Where a line that is in sight is in the window."""
    heading, row = view.heading_of(0), view.theme.px(ROW)
    return Rect(view.rect.left, heading.bottom + (line - view.top) * row, heading.width, row)
