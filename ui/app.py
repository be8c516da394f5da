"""The program: its pages in a window, and the loop. Events -> update(dt) -> draw."""

from __future__ import annotations

import gc
import importlib
import logging
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pygame

from ai import log, preparation
from ai.machine import return_free_pages, return_large_blocks
from game.board import Board
from game.records.record import Record
from play.record_players import own_names
from play.session import Session
from play.store import Store
from ui.actions import Action, Gesture, Group, Place, wrong_keys
from ui.assets import CannotRun, read_book
from ui.display import NoDisplay
from ui.events import events_within
from ui.game_files import DROPS
from ui.input import ENTER, Key, is_plain
from ui.pages.fault import FaultPage
from ui.pages.page import PageName
from ui.pages.play.commands import PlayCommands
from ui.pages.play.page import PlayPage
from ui.text import N_, _
from ui.theme import drawable
from ui.window import Window

if TYPE_CHECKING:
    from play.archive.reader import ArchiveReader
    from play.new_game import NewGame

logger = logging.getLogger(__name__)

FRAMES_PER_SECOND: Final = 60
# The longest waits for an event, in milliseconds: while nothing moves, and while minimised.
IDLE_WAIT: Final = 400
MINIMISED_WAIT: Final = 1000
# Frames without input before idling.
QUIET_FRAMES: Final = 30
# Seconds after a dialog has closed during which typed letters are ignored.
LETTERS_REST: Final = 0.4
# Consecutive frames that may fail before the program ends.
MOST_FAILED: Final = 3
# Layouts after which garbage is collected at once, without waiting for a pause in the input.
MOST_LAYOUTS: Final = 8
PAGES: Final = (
    PageName("play", N_("Play"), "ui.pages.play.page:PlayPage"),
    PageName("review", N_("Review"), "ui.pages.review.page:ReviewPage"),
    PageName("practice", N_("Practice"), "ui.pages.practice.page:PracticePage"),
    PageName("lab", N_("Lab"), "ui.pages.lab.page:LabPage"),
)
"""The pages of the switch, in order."""
EDITOR: Final = PageName("edit", N_("Edit board"), "ui.pages.edit.page:EditPage")
TOURNAMENT: Final = PageName("tournament", N_("Tournament"), "ui.pages.tournament.page:TournamentPage")
"""EDITOR and TOURNAMENT are not in the switch."""
# The first means hidden, any other means visible: desktops do not send all of them.
VISIBILITY: Final = (
    *(pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED, pygame.WINDOWMAXIMIZED, pygame.WINDOWSHOWN),
    *(pygame.WINDOWEXPOSED, pygame.WINDOWFOCUSGAINED, pygame.WINDOWENTER),
)
MOUSE_EVENTS: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)


class App(Window):
    def __init__(
        self, store: Store | None = None, record: Record | None = None, pages: Sequence[PageName] = PAGES
    ) -> None:
        """Opens the first page, with the game of `record` if given. Raises NoDisplay and MissingAsset."""
        return_large_blocks()
        store = store or Store()
        book, problem = read_book()
        if problem:
            store.messages.append(problem)
        super().__init__(Session(store, record, book))
        self._was_preparing = True
        self._rest: RestLoader | None = None
        self._dialog_closed = 0.0
        self._seconds = 0.0  # taken by the last frame
        self.is_minimised = False
        self.rows = self._rows()
        self.switch, self.names = pages, (*pages, EDITOR, TOURNAMENT)
        try:
            self.page = self._position_page = self.page_of(pages[0].identity)
            self.build()
            self.page.on_open()
        except (CannotRun, MemoryError, pygame.error):
            raise
        except Exception as error:  # otherwise a saved game could keep the window from opening
            logger.exception("The first page has failed")
            self.replace_page(pages[0].identity, error)
        self._clock = pygame.time.Clock()  # start-up time belongs to no frame

    def _rows(self) -> tuple[Action | Gesture, ...]:
        """Builds the rows of every page: sound, settings, full screen, the help sheet, quitting."""

        def toggle(name: str) -> None:
            changed: dict[str, Any] = {name: not getattr(self.settings, name)}
            self.apply(replace(self.settings, **changed))

        # Dialogs, and pygame_gui with them, are loaded when first opened.
        def open_rules() -> None:
            from ui.dialogs.rules import RulesDialog

            self.open_dialog(RulesDialog(self.animation_speed))

        def open_help() -> None:
            from ui.dialogs.help import HelpDialog

            self.open_dialog(HelpDialog(self.do))

        def open_keys() -> None:
            from ui.dialogs.help import KeysDialog

            self.open_dialog(KeysDialog(self.actions.rows, open_help))

        def open_results() -> None:
            from ui.dialogs.help import ResultsDialog

            self.open_dialog(ResultsDialog(self.session.results, None))

        def open_settings() -> None:
            from ui.dialogs.settings import SettingsDialog

            self.open_dialog(SettingsDialog(self.settings, self))

        def leave_fullscreen() -> None:
            """Leaves full screen; silent in a window, since Escape leaves other things, too."""
            if self.settings.fullscreen:
                toggle("fullscreen")

        def menu_rows() -> Iterator[Action]:
            return (each for each in self.actions if each.place is Place.MENU and each.is_possible())

        return (
            Action("menu", N_("More"), N_("Less common actions, with their keys"),
                   lambda: self.open_menu(list(menu_rows())), (Key(pygame.K_F10),), Group.WINDOW, Place.MORE,
                   icon="more", is_possible=lambda: next(menu_rows(), None) is not None),
            Action("mute", N_("Sound"), N_("Sound on or off"), partial(toggle, "muted"),
                   (Key(pygame.K_m),), Group.WINDOW, Place.RIGHT, is_on=lambda: self.settings.muted,
                   label_on=N_("Muted"), icon="sound", icon_on="muted"),
            Action("help", N_("Help"), N_("The rules, the marks on the board, the keys"), open_help, (),
                   Group.WINDOW, Place.RIGHT, icon="help"),
            Action("keys", N_("Keys"), N_("Everything the keyboard can do"), open_keys,
                   (Key(pygame.K_F1),), Group.WINDOW),
            Action("rules", N_("Rules"), N_("How Othello is played, on seven boards"), open_rules,
                   (Key(pygame.K_F2),), Group.WINDOW),
            Action("results", N_("Results"), N_("Games won and lost against each level"),
                   open_results, (Key(pygame.K_F3),), Group.WINDOW),
            Action("copy_report", N_("Copy report"), N_("Copy the last fault and the log, to report it"),
                   self.copy_report, (Key(pygame.K_F12),), Group.WINDOW),
            Action("settings", N_("Settings"),
                   N_("Sound, looks, text size, language, names"),
                   open_settings, (Key(pygame.K_o),), Group.WINDOW, Place.RIGHT, icon="settings"),
            Action("fullscreen", N_("Full screen"), N_("Switch full screen on or off"),
                   partial(toggle, "fullscreen"), (Key(pygame.K_F11),), Group.WINDOW),
            Action("leave_fullscreen", N_("Leave full screen"), N_("Back to a window"),
                   leave_fullscreen, (Key(pygame.K_ESCAPE),), Group.WINDOW),
            Gesture(N_("Tab, then Enter"), N_("Move to a button, press it"), Group.WINDOW),
            Action("quit", N_("Quit"), N_("Close the window; the game is kept"), self.quit,
                   (Key(pygame.K_q, control=True),), Group.WINDOW),
        )  # fmt: skip

    def edit_board(self, board: Board) -> None:
        from ui.pages.edit.page import EditPage

        editor = self.page_of(EDITOR.identity)
        assert isinstance(editor, EditPage)
        editor.edit(board, partial(self.open_page, self.page))
        self.open_page(editor)

    def offer_game(self, choice: NewGame, board: Board | None = None) -> None:
        from ui.dialogs.new_game import NewGameDialog, NewGameForm, NewGameListener

        def play() -> PlayCommands:
            return (self.page if isinstance(self.page, PlayPage) else self.show(PlayPage)).commands

        listener = NewGameListener(
            lambda choice, game: play().start_game(choice, game),
            lambda: play().open_games_dialog(),
            lambda: self.open_page(self.page_of(TOURNAMENT.identity)),
            None if board is None else partial(self.edit_board, board),
        )
        session = self.session
        if session.thinking.list_problem:
            session.thinking.forget_list()  # the file may have been repaired since
        form = NewGameForm.of(choice, session.results.adaptive_level, session.settings, session.thinking)
        self.open_dialog(NewGameDialog(form, listener))

    def run(self) -> int:
        """Runs the loop until the window is closed; returns the exit status."""
        try:
            failed = 0
            while self.is_running:
                try:
                    self.frame()
                    failed = 0
                except Exception as error:
                    failed += 1
                    if failed > MOST_FAILED:
                        raise
                    self.recover(error)
                    logger.exception("A frame has failed on the page %s", self.page.identity)
        finally:
            self.close()
        return 0

    def frame(self) -> None:
        """Runs one turn of the loop. It waits between drawing and showing, for an even frame rate."""
        idle = self._is_idle()
        wait = MINIMISED_WAIT if self.is_minimised else IDLE_WAIT
        events = events_within(wait) if idle else pygame.event.get()
        if idle:
            self._seconds = self._clock.tick() / 1000
        self._take_events(events)
        self.rebuild_if_appearance_changed()
        if self.is_running:
            self.update(self._seconds)
            if not self.is_minimised:
                self.draw()
            self._collect_garbage()
            self._seconds = self._clock.tick(0 if idle else FRAMES_PER_SECOND) / 1000
            if not self.is_minimised:
                self.display.show()
            preparation.start()  # only after the first picture: it takes as long as everything before
            self.sounds.prepare()

    def _collect_garbage(self) -> None:
        """Frees old themes and widgets: reference cycles that Python would find only dozens of layouts later.
        Takes some 5 ms, but much longer before the preparation is over.
        """
        is_time = self.quiet_frames > QUIET_FRAMES or self.layouts > MOST_LAYOUTS
        if self.layouts and is_time and not self._was_preparing:
            gc.collect()
            return_free_pages()
            self.layouts = 0

    def _is_idle(self) -> bool:
        return (
            self.page.is_idle
            and not self.overlay.is_busy
            and not self.files.is_reading
            and not self.toasts.is_in_time
            and not self.pointer.is_tip_due
            and preparation.progress().is_over
            and self.quiet_frames > QUIET_FRAMES
        )

    def update(self, dt: float) -> None:
        """Advances everything by `dt` seconds and updates what is drawn."""
        if not isinstance(self.page, FaultPage):  # the session may be what has failed
            self.session.update(dt)
        if self.quiet_frames > QUIET_FRAMES:  # not at every step of a resize
            self.keep_placement()
            self.session.keep_settings()
        self._show_messages(dt)
        self.files.update()
        is_elsewhere = self.page.identity != PAGES[0].identity
        self.reviews.update(self.session.thinking.is_searching or (is_elsewhere and not self.page.is_idle))
        self.page.update(dt)
        if not self.overlay.is_open:
            where, free = self.display.pointer, self.layout.window.copy()
            free.height = self.layout.status.top - free.top  # tips never cover the status line
            self.pointer.update(dt, where, self.button_rows, self.page.tips, self.theme, free)
        if self.overlay.update(dt):
            self._dialog_closed = time.monotonic()
            self.page.on_open()
        self.settle()

    def _show_messages(self, dt: float) -> None:
        if self._was_preparing and preparation.progress().is_over:
            self._was_preparing = False
            gc.enable()  # the preparation does so, too, unless it was over before
            self._rest = RestLoader(name="pages", daemon=True)
            self._rest.start()
            if preparation.progress().warning:
                self.toasts.add(preparation.progress().warning)
        if self._rest is not None and not self._rest.is_alive():
            self._rest = None
            if self.settings.keys:
                for wrong in wrong_keys(self.settings.keys, self.tables):
                    self.toasts.add(wrong)
        while self.session.store.messages:
            message = self.session.store.messages.pop(0)
            logger.info(drawable(message))
            self.toasts.add(message)
        if self.sounds.problem is not None:
            self.toasts.add(self.sounds.problem)
            self.sounds.problem = None
        self.toasts.update(dt, has_input=not self.quiet_frames)

    @cached_property
    def archive(self) -> ArchiveReader:
        """The reader of the archive, loaded on first use."""
        from play.archive.reader import ArchiveReader
        from ui.dialogs.games import list_wording

        library = self.session.store.library
        return ArchiveReader(list_wording(), library, names=lambda: own_names(self.settings.names))

    def close(self) -> None:
        self.keep_placement()
        self.display.window.hide()
        chosen = self.settings
        self.overlay.close()
        self.session.settings = chosen  # quitting must not restore settings as Cancel does
        for page in self._pages.values():
            log.attempt(page.close)
        if "archive" in vars(self):
            log.attempt(self.archive.close)
        log.attempt(self.reviews.close)
        self.session.close()
        self.sounds.close()
        self.display.close()

    # Events

    def _take_events(self, events: list[pygame.event.Event]) -> None:
        self.quiet_frames = 0 if events else self.quiet_frames + 1
        if self._rest is not None and any(event.type != pygame.MOUSEMOTION for event in events):
            self._rest.has_widgets.wait()
        for event in events:
            if event.type in VISIBILITY:
                self.is_minimised = event.type == pygame.WINDOWMINIMIZED
            if event.type == pygame.WINDOWFOCUSGAINED:
                self.system.ask()
            self.display.track_maximized(event)
            if event.type == pygame.QUIT:
                self.is_running = False
                return
            if event.type in DROPS:
                self.files.drop(event)
            elif not self.overlay.handle(event):
                self._take_event(event)

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
            and self.pointer.press(event.pos, self.button_rows)
        ):
            return
        self.focus = None
        self.page.handle(event)
        if event.type == pygame.MOUSEBUTTONUP and is_left:
            pressed = self.pointer.release(event.pos, self.button_rows)
            if pressed is not None:
                self.do(pressed)

    def _take_key(self, event: pygame.event.Event) -> None:
        is_late = time.monotonic() - self._dialog_closed < LETTERS_REST
        if is_late and is_plain(event) and event.unicode.isalpha():
            return  # it was meant for the dialog
        if event.key == pygame.K_TAB:
            if self.focus is not None or not self.page.handle(event):
                self._move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif self.focus is not None and event.key in (*ENTER, pygame.K_SPACE):
            self.do(self.focus)
        elif self.page.handle(event) or (self.focus is not None and event.key == pygame.K_ESCAPE):
            self.focus = None
        elif (action := self.actions.of_key(event)) is not None:
            self._do_by_key(action)

    def _do_by_key(self, action: Action) -> None:
        """Performs an action, or shows why its key changes nothing."""
        was_on = action.is_on()
        if not action.is_possible():
            self.toasts.answer(action.refusal)
            return
        self.do(action.identity)
        is_switch = action.icon or action.label_on  # else one of a group in which one is always on
        if was_on and action.is_on() and not is_switch:
            self.toasts.answer(_("{name} is already chosen", name=action.name))

    def _move_focus(self, step: int) -> None:
        """Moves the keyboard focus by `step` buttons; an action with two buttons is visited once."""
        usable = list(dict.fromkeys(identity for row in self.button_rows for identity in row.usable))
        begin = -1 if step > 0 else 0
        at = usable.index(self.focus) if self.focus in usable else begin
        self.focus = usable[(at + step) % len(usable)]


class RestLoader(threading.Thread):
    """Preloads all pages and the largest dialog, so that they open without delay.

    Code that may open a dialog waits for `has_widgets`: the modules of pygame_gui import each other, and two
    threads that load it at the same time both fail.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.has_widgets: Final = threading.Event()

    def run(self) -> None:
        try:
            importlib.import_module("pygame_gui")  # 0.1 s
        finally:
            self.has_widgets.set()
        for name in (*PAGES, EDITOR, TOURNAMENT):
            name.load()
        importlib.import_module("ui.dialogs.settings")


def run(
    record: Record | None = None,
    listed: Path | None = None,
    problem: str = "",
    has_crashed: bool = False,
    is_projected: bool = False,
) -> int:
    """Opens the window with a game, or with a list of the games in a file, and returns the exit status.

    The window shows `problem`, what is wrong with a file, since a menu entry has no terminal. After a crash
    it shows a report. A termination signal, even an early one, closes all. Raises NoDisplay and MissingAsset.
    """
    opened: list[App] = []
    is_signalled = threading.Event()

    def end(*_signal: object) -> None:
        is_signalled.set()
        for app in opened:
            app.quit()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    try:
        opened.append(App(record=record))
    except pygame.error as error:  # mostly for lack of memory
        raise NoDisplay(_("The window cannot be opened: {reason}", reason=error)) from error
    (app,) = opened
    app.is_projected = is_projected
    if has_crashed:
        app.replace_page(PAGES[0].identity)
    if problem:
        app.toasts.add(problem)
    if listed is not None:
        from play.lists.sources import source_of  # loads NumPy

        app.show(PlayPage).commands.open_games_dialog(source_of(listed))
    if is_signalled.is_set():
        app.quit()
    return app.run()
