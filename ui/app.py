"""The window: the loop, the page that is open, and the dialogs over it. Events -> update(dt) -> draw."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, cast

import pygame

from ai import preparation
from ai.memory import return_large_blocks
from game.board import Board
from game.records.record import Record
from play.session import Session
from play.settings import AnimationSpeed, Settings
from play.store import Store
from ui import paint
from ui.actions import Action, Actions, Gesture, Group
from ui.assets import read_book
from ui.buttons import ButtonRow, draw_focus
from ui.colours import chosen_colours
from ui.dialogs.dialog import AnyDialog
from ui.dialogs.open_file import OpenFileDialog
from ui.dialogs.overlay import Overlay
from ui.display import Display, NoDisplay
from ui.game_files import DROPS, GameFiles
from ui.input import ENTER
from ui.keys import first_keys, keys_line, with_keys
from ui.layout import Frame
from ui.pages.edit.page import EditPage
from ui.pages.page import Page, Status
from ui.pages.play.page import PlayPage
from ui.pages.practice.page import PracticePage
from ui.pages.race.page import RacePage
from ui.pages.review.page import ReviewPage
from ui.pages.shared_rows import ask_for_game
from ui.pages.slow_motion.page import SlowMotionPage
from ui.pointer import Pointer
from ui.sound import Sounds
from ui.status_bar import draw_status
from ui.system_preferences import SystemPreferences
from ui.text import _, spoken
from ui.text.key_names import use_keys
from ui.text.languages import speak
from ui.text.wording import describe_preparation
from ui.theme import Theme
from ui.toasts import Toasts
from ui.toolbar import draw_toolbar, toolbar
from ui.window import AnyPage, Window
from ui.window_actions import window_actions

FRAMES_PER_SECOND: Final = 60
# With nothing moving the window sleeps until an event comes, at most this many milliseconds.
IDLE_WAIT: Final = 100
# So many frames without an event make a rest.
QUIET_FRAMES: Final = 30
PAGES: Final = (PlayPage, ReviewPage, PracticePage, RacePage, SlowMotionPage)
"""In the order of the switch."""
MOUSE_EVENTS: Final = (
    pygame.MOUSEMOTION,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEWHEEL,
)


@dataclass(frozen=True, slots=True)
class WindowState:
    """What the window itself shows: its line of status, a toast, and the button the keyboard is on."""

    status: Status
    toast: str | None
    focus: str | None


@dataclass(frozen=True, slots=True)
class LaidOut:
    """What a page has been made with for the window as it is. It is kept while other pages are open."""

    actions: Actions
    toolbar: ButtonRow


class App:
    """The program with its window open."""

    def __init__(
        self,
        store: Store | None = None,
        record: Record | None = None,
        pages: Sequence[Callable[[Window], Page]] = PAGES,
    ) -> None:
        """Open the window on the first page, with the game of `record` if it is given.

        Raises NoDisplay and MissingAsset.
        """
        return_large_blocks()
        store = store or Store()
        book, problem = read_book()
        if problem:
            store.messages.append(problem)
        self.session = Session(store, record, book)
        self.display = Display(self.settings)
        if problem := speak(self.settings.language):
            store.messages.append(problem)
        self.system = SystemPreferences()
        self.system.ask()
        self.theme = Theme(1.0, spoken(), self._colours())
        self.display.surface.fill(self.theme["background"])  # something to look at while the rest is made
        self.display.show()
        self.sounds = Sounds(self.settings)
        self.toasts = Toasts()
        self.overlay = Overlay()
        self.pointer = Pointer()
        self.focus: str | None = None
        self.is_running = True
        self._was_preparing = True
        self._quiet_frames = 0
        self.files = GameFiles(lambda: self.page, self.overlay, self.toasts)
        self._seconds = 0.0  # that the last frame took
        self.pages = [make(self) for make in pages]
        self.editor = EditPage(self)
        self.page: Page = self.pages[0]
        self._looked_at = self.page
        self._laid_out: dict[Page, LaidOut] = {}
        self._build()
        self.page.on_open()
        preparation.start()
        self._clock = pygame.time.Clock()  # making all this belongs to no frame

    @property
    def settings(self) -> Settings:
        return self.session.settings

    @property
    def animation_speed(self) -> float:
        """How many times as fast as normal things move; 0 where nothing moves by itself."""
        speed = self.settings.animation
        is_still = speed is AnimationSpeed.SYSTEM and self.system.prefers_less_motion
        return 0.0 if is_still else speed.factor

    @property
    def position(self) -> Board:
        """The position somebody has looked at last, on this page or on another."""
        return self._looked_at.position or self.session.match.board

    # Building

    def _colours(self) -> Mapping[str, str]:
        return chosen_colours(self.settings, self.system.prefers_light, self.session.store.messages.append)

    @property
    def _looks(self) -> tuple[object, ...]:
        """What all widgets and pictures are made for: they are made anew when any of it changes."""
        settings = self.settings
        chosen = settings.theme, settings.board, settings.interface_scale, settings.text_size
        return self.display.sizes, spoken(), *chosen, self.system.prefers_light

    def _build(self) -> None:
        """Make everything that depends on the size of the window, or on its colours."""
        self._made_for = self._looks
        size = self.display.surface.get_size()
        self.layout = Frame.of(*size, self.settings.interface_scale, self.settings.text_size)
        paint.forget()
        theme = (self.layout.scale, spoken(), self._colours())
        if theme != (self.theme.scale, self.theme.language, self.theme.written):
            self.theme = Theme(*theme)
        self.overlay.lay_out(size, self.theme, self.display.pixels_per_point)
        self.rebuild()

    def rebuild(self) -> None:
        """Make the toolbar and the page anew, other pages when they are opened, and leave an open dialog."""
        use_keys(first_keys(self.tables.values()))
        self._laid_out.clear()
        self._quiet_frames = 0
        self._lay_out()

    def _lay_out(self) -> None:
        """Make the toolbar and the page, unless they have been made before for the window as it is."""
        made = self._laid_out.get(self.page)
        if made is None:
            self.actions = Actions(*self._table(self.page))
            switch = [self.actions[f"page_{page.identity}"] for page in self.pages]
            place = self.layout.content_of(self.layout.toolbar)
            self.toolbar = toolbar(self.theme, place, switch, self.actions)
            self.page.lay_out(self.theme, self.layout)
            self._laid_out[self.page] = LaidOut(self.actions, self.toolbar)
        else:
            self.actions, self.toolbar = made.actions, made.toolbar
        self._settle()

    def open_page(self, page: Page) -> None:
        """Let another page take the place of this one."""
        self.pointer.forget()
        self.page.on_cover()
        if page is not self.page:
            self.page.on_leave()
        self.page = page
        if page.position is not None:
            self._looked_at = page
        self.focus = None
        self._lay_out()
        self.page.on_open()
        self.page.update(0.0)  # it may be as somebody has left it long ago

    def show(self, kind: type[AnyPage]) -> AnyPage:
        """Open the page of this class, and return it."""
        page = next(page for page in self.pages if isinstance(page, kind))
        self.open_page(page)
        return cast(AnyPage, page)

    def ask_file(self) -> None:
        """Ask for a file with a game, and open it on this page."""
        self.open_dialog(OpenFileDialog(self.files.folder, self.files.show))

    def copy(self, text: str, said: str) -> None:
        """Put a text on the clipboard, and say so."""
        pygame.scrap.put_text(text)
        self.toasts.answer(said)

    def edit_board(self, board: Board) -> None:
        """Let a position be set up, beginning with `board`; who cancels that comes back to this page."""
        self.editor.edit(board, partial(self.open_page, self.page))
        self.open_page(self.editor)

    # The loop

    def run(self) -> int:
        """Until the window is closed; returns the exit status."""
        try:
            while self.is_running:
                self.frame()
        finally:
            self.close()
        return 0

    def frame(self) -> None:
        """One turn of the loop: take events, update, draw, and show the picture when its time has come.

        The wait is between drawing and showing, so that pictures come evenly whatever drawing them took.
        """
        idle = self._is_idle()
        first = [pygame.event.wait(IDLE_WAIT)] if idle else []
        if idle:
            self._seconds = self._clock.tick() / 1000
        self._take_events([e for e in (*first, *pygame.event.get()) if e.type != pygame.NOEVENT])
        self._follow_looks()
        if self.is_running:
            self.update(self._seconds)
            self.draw()
            self._seconds = self._clock.tick(0 if idle else FRAMES_PER_SECOND) / 1000
            self.display.show()

    def _is_idle(self) -> bool:
        return (
            self.page.is_idle
            and not self.overlay.is_busy
            and not self.files.is_reading
            and not self.toasts.is_in_time
            and preparation.progress().is_over
            and self._quiet_frames > QUIET_FRAMES
        )

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass, and settle what is to be drawn."""
        self.session.update(dt)
        if self._quiet_frames > QUIET_FRAMES:  # not at every step of a resize
            self.session.keep_settings()
        self._pass_messages_on(dt)
        self.files.update()
        self.page.update(dt)
        if not self.overlay.is_open:
            where, window = self.display.pointer, self.layout.window
            self.pointer.update(dt, where, self._button_rows, self.page.tips, self.theme, window)
        if self.overlay.update(dt):
            self.page.on_open()
        self._settle()

    def _settle(self) -> None:
        """Settle what the window itself shows."""
        for row in self._button_rows:
            row.update()
        if all(row.rect_of(self.focus) is None for row in self._button_rows):
            self.focus = None  # its button has gone
        status, ready = self.page.status, preparation.progress()
        if self.settings.keys:
            status = replace(status, keys=keys_line(self.actions.rows))
        if not ready.is_ready:
            status = replace(status, keys=describe_preparation(ready))
        self.state = WindowState(status, self.toasts.current, self.focus)

    def draw(self) -> None:
        """Draw what `update` has settled; changes nothing."""
        surface, theme, state = self.display.surface, self.theme, self.state
        surface.fill(theme["background"])
        draw_toolbar(surface, theme, self.layout.toolbar)
        draw_status(surface, theme, self.layout, state.status, state.toast)
        self.page.draw(surface)
        for row in reversed(self._button_rows):
            row.draw(surface)
        draw_focus(surface, theme, self._button_rows, state.focus)
        self.pointer.draw(surface)
        self.overlay.draw(surface)

    def _pass_messages_on(self, dt: float) -> None:
        """What the store, the sounds and the preparation have to say."""
        if self._was_preparing and preparation.is_ready():
            self._was_preparing = False
            if preparation.progress().warning:
                self.toasts.add(preparation.progress().warning)
        while self.session.store.messages:
            self.toasts.add(self.session.store.messages.pop(0))
        if self.sounds.problem is not None:
            self.toasts.add(self.sounds.problem)
            self.sounds.problem = None
        self.toasts.update(dt, is_somebody_there=not self._quiet_frames)

    def close(self) -> None:
        """Stop everything and keep what is to be kept."""
        self.display.window.hide()
        self.overlay.close()
        for page in self.pages:
            page.close()
        self.session.close()
        self.sounds.close()
        self.display.close()

    # Events

    def _take_events(self, events: list[pygame.event.Event]) -> None:
        self._quiet_frames = 0 if events else self._quiet_frames + 1
        for event in events:
            if event.type == pygame.WINDOWFOCUSGAINED:
                self.system.ask()
            if event.type == pygame.QUIT:
                self.is_running = False
                return
            if event.type in DROPS:
                self.files.drop(event)
            elif not self.overlay.handle(event):
                self._take_event(event)

    def _follow_looks(self) -> None:
        """Make everything anew when the window has another size, language or theme: by whatever event, once a
        frame.
        """
        if self._looks != self._made_for:
            if not self.settings.fullscreen:
                size = self.display.window.size
                self.session.settings = replace(self.settings, window_size=size)
            self._build()

    def _take_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN:
            self._take_key(event)
        elif event.type in MOUSE_EVENTS:
            self._take_mouse(self.display.in_pixels(event))
        else:
            self.page.handle(event)

    def _take_mouse(self, event: pygame.event.Event) -> None:
        is_left = getattr(event, "button", None) == pygame.BUTTON_LEFT
        if (
            event.type == pygame.MOUSEBUTTONDOWN
            and is_left
            and self.pointer.press(event.pos, self._button_rows)
        ):
            return
        self.focus = None
        self.page.handle(event)
        if event.type == pygame.MOUSEBUTTONUP and is_left:
            pressed = self.pointer.release(event.pos, self._button_rows)
            if pressed is not None:
                self.do(pressed)

    def _take_key(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_TAB:
            self._move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif self.focus is not None and event.key in (*ENTER, pygame.K_SPACE):
            self.do(self.focus)
        elif self.page.handle(event) or (self.focus is not None and event.key == pygame.K_ESCAPE):
            self.focus = None
        elif (action := self.actions.of_key(event)) is not None:
            self.do(action.identity)

    @property
    def _button_rows(self) -> tuple[ButtonRow, ...]:
        return self.toolbar, *self.page.button_rows

    def _move_focus(self, step: int) -> None:
        # An action may have a button in two rows: the keyboard comes to it once.
        usable = list(dict.fromkeys(identity for row in self._button_rows for identity in row.usable))
        begin = -1 if step > 0 else 0
        at = usable.index(self.focus) if self.focus in usable else begin
        self.focus = usable[(at + step) % len(usable)]

    # Actions

    def do(self, identity: str) -> None:
        """Carry out an action by its name, if it is possible now."""
        self.actions.perform(identity)

    @property
    def tables(self) -> Mapping[str, Sequence[Action | Gesture]]:
        """The rows of every page, by its label, with those of the window."""
        return {page.label: self._table(page) for page in (*self.pages, self.editor)}

    def _table(self, of: Page) -> Sequence[Action | Gesture]:
        """The rows of a page, those of every page, and the switch between them; with keys of one's own."""
        switch = (
            Action(f"page_{page.identity}", page.label, "", partial(self.open_page, page),
                   group=Group.WINDOW, is_on=partial(self._is_open, page), short=page.short_label)
            for page in self.pages
        )  # fmt: skip
        return with_keys((*of.actions, *window_actions(self), *switch), self.settings.keys)

    def _is_open(self, page: Page) -> bool:
        return self.page is page

    def quit(self) -> None:
        """End the loop after this frame."""
        self.is_running = False

    def open_dialog(self, dialog: AnyDialog) -> None:
        """Show a dialog over the page."""
        self.page.on_cover()
        self.focus = None
        self.overlay.open(dialog)
        self.pointer.forget()

    def answer(self, text: str, is_error: bool = False) -> None:
        """Say what came of something the person has just done: in the dialog, as long as one is open."""
        if not self.overlay.say(text, is_error):
            self.toasts.answer(text)


def run(record: Record | None = None, listed: Path | None = None) -> int:
    """Open the window, with somebody's game if it is given, or with the games of a file to choose from.

    Returns the exit status.

    Told to end, it ends well, however early. Raises NoDisplay and MissingAsset.
    """
    opened: list[App] = []
    is_told = threading.Event()

    def end(*_signal: object) -> None:
        is_told.set()
        for app in opened:
            app.quit()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    try:
        opened.append(App(record=record))
    except pygame.error as error:  # for want of memory, mostly
        raise NoDisplay(_("The window cannot be opened: {reason}").format(reason=error)) from error
    (app,) = opened
    if listed is not None:
        ask_for_game(app, app.show(PlayPage).commands.open_record, listed)
    if is_told.is_set():
        app.quit()
    return app.run()
