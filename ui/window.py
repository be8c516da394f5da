"""The window: the open page, dialogs and tips over it, and services for pages and actions."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pygame import Surface

from ai import log, preparation
from game.board import Board
from play.background_review import BackgroundReview
from play.files import is_folder
from play.session import Session
from play.settings import PLACEMENT, AnimationSpeed, Settings
from ui import paint
from ui.actions import Action, Actions, Gesture, Group, with_keys
from ui.buttons import ButtonRow, draw_focus, toolbar
from ui.clipboard import write_clipboard
from ui.colours import chosen_colours
from ui.dialogs.overlay import Overlay
from ui.display import Display, SystemPreferences
from ui.game_files import GameFiles
from ui.input import Key, use_keys, with_key_names
from ui.layout import Frame
from ui.pages.fault import FaultPage
from ui.pages.page import Page, PageName, StatusLine
from ui.pointer import Pointer
from ui.sound import Sounds
from ui.text import _, current_language
from ui.text.languages import set_language
from ui.text.wording import capitalised, describe_getting_ready, describe_progress
from ui.theme import NORMAL, SMALL, Theme
from ui.toasts import Toasts

if TYPE_CHECKING:
    from play.archive.reader import ArchiveReader
    from play.new_game import NewGame
    from ui.dialogs.dialog import AnyDialog

logger = logging.getLogger(__name__)

AnyPage = TypeVar("AnyPage", bound=Page)

STATUS_MARGIN: Final = 16
# The least gap between the left and the right text of the status line.
STATUS_GAP: Final = 24
# The separator between the keys in the status line.
KEYS_APART: Final = " · "
# Seconds for which the status line shows where a file was saved.
SAVED_SECONDS: Final = 15.0


class Window(ABC):
    """The window; subclasses set `names`, `switch` and `rows`, open a page, call `build`, run the loop."""

    names: Sequence[PageName]
    """The names of all pages."""
    switch: Sequence[PageName]
    """The names of the pages in the switch of the toolbar."""
    page: Page
    """The open page."""
    rows: Sequence[Action | Gesture]
    """The rows of the table of actions that every page has."""
    actions: Actions
    toolbar: ButtonRow
    status: StatusLine

    def __init__(self, session: Session) -> None:
        """Raises NoDisplay and MissingAsset."""
        self.session = session
        self.display = Display(self.settings)
        if problem := set_language(self.settings.language):
            session.store.messages.append(problem)
        self.system = SystemPreferences()
        self.system.ask()
        self.theme = Theme(1.0, current_language(), self._colours())
        self.display.surface.fill(self.theme["background"])  # shown while the rest is built
        self.display.show()
        self.sounds = Sounds(self.settings)
        self.toasts = Toasts()
        store = session.store
        self.reviews = BackgroundReview(store.library, store.reviews, store.messages)
        self.overlay = Overlay()
        self.pointer = Pointer()
        self.files = GameFiles(lambda: self.page, self.overlay, self.toasts)
        self.focus: str | None = None
        """The action of the button with the keyboard focus."""
        self.is_running = True
        self.quiet_frames = 0
        """Frames since the last input."""
        self.layouts = 0
        """Layouts built since garbage was collected."""
        self.is_projected = False
        """Whether a projector shows the window; not stored, since it depends on the room, not on the user."""
        self._pages: dict[str, Page] = {}  # those built so far, by identity
        self._laid_out: dict[Page, tuple[Actions, ButtonRow]] = {}  # for the current appearance

    @property
    def settings(self) -> Settings:
        return self.session.settings

    @property
    def folder(self) -> Path:
        """The default folder to save files in: the one used last, if it still exists."""
        last = self.settings.folder
        return Path(last) if last and is_folder(Path(last)) else self.session.store.shared

    def report_saved(self, sentence: str, place: Path | None) -> None:
        """Shows for a while what was saved, and stores its folder; `place` is None for the clipboard."""
        if place is not None:
            self.change(folder=str(place.absolute().parent))
        self.toasts.answer(sentence, SAVED_SECONDS)

    @property
    @abstractmethod
    def archive(self) -> ArchiveReader:
        """The reader of the archive for explorer and lists."""

    @property
    def animation_speed(self) -> float:
        """The speed of animations as a multiple of normal; 0 if nothing moves by itself."""
        speed = self.settings.animation
        is_still = speed is AnimationSpeed.SYSTEM and self.system.prefers_less_motion
        return 0.0 if is_still else speed.factor

    def change(self, **settings: Any) -> None:
        """Changes settings that take effect when they are next looked up."""
        self.session.settings = replace(self.settings, **settings)

    def keep_placement(self) -> None:
        """Stores the placement of the window for the next start."""
        self.change(**self.display.placement)

    def apply(self, settings: Settings) -> Settings:
        """Applies the settings, except a table size that does not fit; returns the settings in effect."""
        self.keep_placement()  # before the window goes full screen
        before = self.settings
        try:
            self.session.apply(replace(settings, **{name: getattr(before, name) for name in PLACEMENT}))
        except ValueError as error:
            self.show_error(capitalised(str(error)))
        if settings.language is not before.language and (problem := set_language(settings.language)):
            self.show_error(problem)
        self.sounds.settings = settings
        if settings.fullscreen != before.fullscreen:
            self.display.set_fullscreen(settings.fullscreen)
        looks = (settings.show_evaluation, settings.coordinates)
        if looks != (before.show_evaluation, before.coordinates):
            self.rebuild()
        return self.settings

    # Appearance

    def _colours(self) -> Mapping[str, str]:
        return chosen_colours(self.settings, self.system.prefers_light, self.session.store.messages.append)

    @property
    def _appearance_key(self) -> tuple[object, ...]:
        """Everything that pictures depend on: a change of any part rebuilds them."""
        settings = self.settings
        chosen = settings.theme, settings.board, settings.interface_scale, settings.text_size
        return self.display.sizes, current_language(), *chosen, self.is_projected, self.system.prefers_light

    def build(self) -> None:
        """Builds everything that depends on the size or the colours of the window."""
        self._made_for = self._appearance_key
        size = self.display.surface.get_size()
        settings = self.settings
        self.layout = Frame.of(*size, settings.interface_scale, settings.text_size, self.is_projected)
        paint.forget()
        theme = (self.layout.scale, current_language(), self._colours())
        if theme != (self.theme.scale, self.theme.language, self.theme.written):
            self.theme = Theme(*theme)
        has_room = self.layout.dialog_scale == self.layout.scale
        dialog_theme = self.theme if has_room else Theme(self.layout.dialog_scale, *theme[1:])
        self.overlay.lay_out(size, dialog_theme, self.display.pixels_per_point)
        self.rebuild()

    def rebuild_if_appearance_changed(self) -> None:
        """Rebuilds if size, language or theme have changed, for whatever reason."""
        if self._appearance_key != self._made_for:
            self.build()

    def rebuild(self) -> None:
        """Rebuilds the toolbar and the page, other pages when they are opened; an open dialog stays."""
        use_keys(self._key_of)
        self._laid_out.clear()
        self.quiet_frames = 0
        self.layouts += 1
        self._lay_out()

    def _lay_out(self) -> None:
        """Builds the toolbar and the page, or reuses those built for the current appearance."""
        if self.page in self._laid_out:
            self.actions, self.toolbar = self._laid_out[self.page]
        else:
            self.actions = Actions(*self._table(self.page.actions))
            switch = [self.actions[f"page_{page.identity}"] for page in self.switch]
            place = self.layout.content_of(self.layout.toolbar)
            self.toolbar = toolbar(self.theme, place, switch, self.actions)
            self.page.lay_out(self.theme, self.layout)
            self._laid_out[self.page] = self.actions, self.toolbar
        self.settle()

    # Pages

    @property
    def position(self) -> Board:
        """The position last looked at, on this page or another."""
        return self._position_page.position or self.session.match.board

    @property
    def tables(self) -> Sequence[Sequence[Action]]:
        """The actions of every page and its parts, with those of the window."""
        return [
            [row for row in self._table(rows) if isinstance(row, Action)]
            for name in self.names
            for rows in self.page_of(name.identity).tables()
        ]

    def _key_of(self, identity: str) -> Key | None:
        """Returns the first key of an action of the open page, else of another: that builds all pages."""
        if identity in self.actions:
            return next(iter(self.actions[identity].keys), None)
        actions = (action for actions in self.tables for action in actions)
        return next((row.keys[0] for row in actions if row.identity == identity and row.keys), None)

    @property
    def pages(self) -> Sequence[Page]:
        """The pages of the switch, built if necessary."""
        return [self.page_of(name.identity) for name in self.switch]

    def page_of(self, identity: str) -> Page:
        """Returns the page, built on first use."""
        if identity not in self._pages:
            make = next(name for name in self.names if name.identity == identity).load()
            self._pages[identity] = make(self)
        return self._pages[identity]

    def _table(self, of: Sequence[Action | Gesture]) -> Sequence[Action | Gesture]:
        """Returns rows of a page, those of every page, and the switch of pages, with the user's keys."""

        def row(name: PageName) -> Action:
            return Action(f"page_{name.identity}", name.label, "",
                          lambda: self._choose_page(self.page_of(name.identity)), group=Group.WINDOW,
                          is_on=lambda: self.page.identity == name.identity)  # fmt: skip

        return with_keys((*of, *self.rows, *map(row, self.switch)), self.settings.keys)

    def open_page(self, page: Page) -> None:
        logger.info("The page %s", page.identity)
        self.pointer.forget()
        self.page.on_hide()
        if page is not self.page:
            self.page.on_leave()
        self.page = page
        if page.position is not None:
            self._position_page = page
        self.focus = None
        self._lay_out()
        self.page.on_open()
        self.page.update(0.0)  # it may have been left long ago

    def _choose_page(self, page: Page) -> None:
        """Opens a page of the switch; if it is open already, returns it to its start."""
        if page is self.page:
            page.go_back_to_start()
        self.open_page(page)

    def show(self, kind: type[AnyPage]) -> AnyPage:
        """Opens the page of this class and returns it."""
        page = self.page_of(kind.identity)
        assert isinstance(page, kind)
        self.open_page(page)
        return page

    @abstractmethod
    def edit_board(self, board: Board) -> None:
        """Opens the editor on `board`; Cancel returns to this page."""

    @abstractmethod
    def offer_game(self, choice: NewGame, board: Board | None = None) -> None:
        """Opens the dialog for a new game like `choice`; from there, the editor can be opened on `board`."""

    # Services for pages and actions

    def do(self, identity: str) -> None:
        """Performs an action by its identity, if it is possible now."""
        self.actions.perform(identity)

    def open_dialog(self, dialog: AnyDialog) -> None:
        logger.info("The dialog %s", type(dialog).__name__)
        self.page.on_hide()
        self.focus = None
        self.overlay.open(dialog)
        self.pointer.forget()

    def open_menu(self, actions: Sequence[Action], title: str = "") -> None:
        """Opens a menu of actions under its button."""
        from ui.dialogs.help import MenuDialog  # loads pygame_gui

        self.open_dialog(MenuDialog(actions, self.toolbar.rect_of("menu") or self.layout.toolbar, title))

    def show_error(self, text: str) -> None:
        """Shows what is wrong with the last input: in the open dialog, else as a toast."""
        if not self.overlay.show_error(text):
            self.toasts.answer(text)

    def copy(self, text: str, message: str) -> None:
        """Puts a text on the clipboard and shows a message, or why that failed."""
        try:
            write_clipboard(text)
        except ValueError as error:
            message = str(error)
        self.toasts.answer(message)

    def copy_report(self) -> None:
        report = log.report(self.session.player_names)
        self.copy(report, _("Report copied: paste it where you report the fault"))

    def recover(self, error: Exception) -> None:
        """Closes the dialog that has failed, or replaces the page that has failed by a report."""
        log.attempt(self.session.keep)
        callers = [frame.f_locals.get("self") for frame, _line in walk_tb(error.__traceback__)]
        if any(caller is self.overlay for caller in callers):
            self.overlay.drop()
            sentence = _("The dialog failed and was closed; Copy report ({copy_report}) copies the reason")
            self.toasts.answer(with_key_names(sentence))
            log.attempt(self.page.on_open)
            return
        failed = next((caller for caller in reversed(callers) if isinstance(caller, Page)), self.page)
        for deed in (self.page.on_hide, self.page.on_leave, failed.close):
            log.attempt(deed)
        self.replace_page(failed.identity, error)

    def replace_page(self, identity: str, error: Exception | None = None) -> None:
        """Shows a report in place of a page: on `error` or, without one, on a crash before this start."""
        self._pages.pop(identity, None)
        self.page = self._position_page = FaultPage(
            identity,
            error,
            lambda: self.open_page(self.page_of(identity)),
            lambda: self.actions["copy_report"],
        )
        self._lay_out()

    def quit(self) -> None:
        """Ends the loop after this frame."""
        self.is_running = False

    # Drawing

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        return self.toolbar, *self.page.button_rows

    def settle(self) -> None:
        """Updates what the window itself shows: its buttons and its status line."""
        for row in self.button_rows:
            row.update()
        if all(row.rect_of(self.focus) is None for row in self.button_rows):
            self.focus = None  # its button is gone
        status, ready = self.page.status, preparation.progress()
        keys = status.keys
        if self.settings.keys:
            all_keys = self.actions["keys"].shown_keys
            keys = _("{key} shows all keys", key=all_keys) if all_keys else ""
        if not ready.is_ready:
            keys = describe_getting_ready(ready)
        elif self.reviews.is_running:
            keys = f"{describe_reviews(self.reviews)}{KEYS_APART}{keys}"
        self.status = replace(status, keys=keys)

    def draw(self) -> None:
        """Draws the window as `settle` left it; changes nothing."""
        surface, theme = self.display.surface, self.theme
        surface.fill(theme["background"])
        draw_bars(surface, theme, self.layout)
        draw_status(surface, theme, self.layout, self.status, self.toasts.current)
        self.page.draw(surface)
        for row in reversed(self.button_rows):
            row.draw(surface)
        draw_focus(surface, theme, self.button_rows, self.focus)
        self.pointer.draw(surface)
        self.overlay.draw(surface)


def describe_reviews(reviews: BackgroundReview) -> str:
    """Returns 'Reviewed: 12 of 200 games, 3:20 left'."""
    if not reviews.total:
        return _("Reviews begin")
    done = describe_progress(reviews.done, reviews.total, reviews.seconds_left)
    words = _("Reviewed: {done} (waiting)") if reviews.is_paused else _("Reviewed: {done}")
    return words.format(done=done)


def draw_bars(surface: Surface, theme: Theme, frame: Frame) -> None:
    """Draws the grounds of the toolbar and the status line, with an edge towards the page."""
    line = max(1, theme.px(1))
    for bar, edge in ((frame.toolbar, frame.toolbar.bottom - line), (frame.status, frame.status.top)):
        surface.fill(theme["bar"], bar)
        surface.fill(theme["edge"], (bar.left, edge, bar.width, line))


def draw_status(surface: Surface, theme: Theme, frame: Frame, status: StatusLine, toast: str | None) -> None:
    """Draws the line at the bottom: the state; at the right what the keys do, or for a while a toast."""
    place = frame.content_of(frame.status)
    margin = theme.px(STATUS_MARGIN)
    line = theme.ellipsized(status.text, NORMAL, place.width - 2 * margin)
    used = theme.width(line, NORMAL) + theme.px(STATUS_GAP) + theme.width(toast or "", SMALL)
    if toast and used > place.width - 2 * margin:  # the toast has the whole line for a while
        line = ""
    text = theme.text(line, NORMAL, "mistake_text" if status.is_problem else "text")
    surface.blit(text, text.get_rect(midleft=(place.left + margin, place.centery)))
    room = place.width - 2 * margin - text.get_width() - theme.px(STATUS_GAP)
    keys = theme.ellipsized(toast, SMALL, room) if toast is not None else _fitting(theme, status.keys, room)
    if len(keys) > 1:
        shown = theme.text(keys, SMALL, "quiet" if toast is None else "warning")
        surface.blit(shown, shown.get_rect(midright=(place.right - margin, place.centery)))


def _fitting(theme: Theme, keys: str, room: int) -> str:
    """Returns as many of the keys as fit; the last, which shows all of them, has priority."""
    *others, last = keys.split(KEYS_APART)
    while others and theme.width(KEYS_APART.join((*others, last)), SMALL) > room:
        others.pop()
    return theme.ellipsized(KEYS_APART.join((*others, last)), SMALL, room)
