"""The page Race: several searches of one position against each other."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import ClassVar, Final

import pygame
import pygame_gui
from pygame import Surface

from ai.limits import Algorithm, Limit
from game.board import Board
from play.match import Match
from play.race import MOST_LANES, PRESETS, Lane, Preset, Race
from play.race_report import Unit, status
from play.race_table import as_csv
from ui.actions import Action, Gesture
from ui.board.animation import Animator
from ui.dialogs.lane import LaneDialog
from ui.layout import GAP, Frame
from ui.pages.page import Page, Status
from ui.pages.race_actions import KEYS, LIMITS, race_actions, race_lists
from ui.pages.race_state import RaceState, Setup, deepest_possible, fresh_lane, make_state
from ui.pages.race_view import LANES_TAB, RaceView
from ui.popup import Popup
from ui.text import N_, _
from ui.text.race_sentences import describe
from ui.text.race_table import race_table
from ui.text.race_wording import describe_limit
from ui.text.wording import capitalised, format_color
from ui.theme import Theme
from ui.toolbar import ButtonRow
from ui.window import Window

# How often a second the figures of a running race are drawn anew.
REFRESH: Final = 12


class RacePage(Page):
    identity: ClassVar[str] = "race"
    label: ClassVar[str] = N_("Race")

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.tab = LANES_TAB
        self.race: Race | None = None
        self.setup = Setup(self.match.board, PRESETS[0].lanes, Limit(depth=PRESETS[0].depth))
        self.animator = Animator(self.setup.board, 0.0)
        self.popup: Popup | None = None
        self._held: Match | None = None  # by this page, so that its search takes no core from a race
        self._follows_game = True  # unless another position was brought here
        self._refused = ""  # why the last race could not begin
        self._wants_picture = False
        self._made_from: object = None
        self._made_at = 0.0
        self.lists = race_lists(self)
        self._rows = race_actions(self)

    @property
    def match(self) -> Match:
        return self.window.session.match

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        return self._rows

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        rows = self.view.button_rows
        return rows if self.popup is None else (self.popup.buttons, *rows)

    @property
    def status(self) -> Status:
        return Status(self.state.status, self.state.is_problem, _(KEYS))

    @property
    def is_idle(self) -> bool:
        return not self.is_running

    @property
    def is_running(self) -> bool:
        return self.race is not None and self.race.is_running

    # Living

    def lay_out(self, manager: pygame_gui.UIManager, theme: Theme, frame: Frame) -> None:
        self.manager, self.theme, self.frame = manager, theme, frame
        self.popup = None
        setup = self.setup
        self.view = RaceView(
            manager, theme, frame, len(setup.lanes), setup.is_timed, self.tab, self.window.actions
        )
        self._made_from = None
        self._settle()

    def on_open(self) -> None:
        match = self.match
        if not match.is_paused and (match.thinking.is_searching or not match.seat.is_human):
            match.pause()
            self._held = match
        match.hold_hints()
        if self.race is None and self._follows_game:
            self.take_position()

    def on_cover(self) -> None:
        self._close_popup()

    def on_leave(self) -> None:
        """A race is stopped, for the game needs the cores; what it has found stays to be read."""
        if self.race is not None:
            self.race.stop()
        self.match.release_hints()
        if self._held is self.match and self.match.is_paused:
            self.match.resume()
        self._held = None

    def close(self) -> None:
        if self.race is not None:
            self.race.close()

    def update(self, dt: float) -> None:
        if self.race is not None:
            self.race.update(dt)
        if self.popup is not None and self.window.focus not in (None, *self.popup.identities):
            self._close_popup()
        if self._wants_picture:
            self._wants_picture = False
            self._save_picture()
        self._settle()

    def _settle(self) -> None:
        """Settle what is to be drawn; the figures of a running race change REFRESH times a second."""
        now = time.perf_counter()
        key = self.setup, self.race, self.is_running, self._refused
        is_due = self.is_running and now - self._made_at >= 1 / REFRESH
        if is_due or key != self._made_from:
            self._made_from, self._made_at = key, now
            self.state: RaceState = make_state(self.setup, self.race, *self._describe())
            self.view.update(self.state)

    def draw(self, surface: Surface) -> None:
        self.view.draw(surface, self.animator, self.state)

    def handle(self, event: pygame.event.Event) -> bool:
        if self.popup is None:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN or (
            event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        ):
            self._close_popup()
            return True
        return False

    def _describe(self) -> tuple[str, bool]:
        """The line at the bottom, and whether it tells of a problem."""
        setup, race = self.setup, self.race
        board = setup.board
        if self._refused:
            return self._refused, True
        if board.is_over():
            return _("The game is over: there is nothing to search in this position"), False
        if board.must_pass():
            return _("{side} has no move and must pass: race the position after that").format(
                side=format_color(board.turn)), False  # fmt: skip
        if race is None:
            return _("Ready to race"), False
        return describe(status(race), board.turn).removesuffix("."), False

    # Changing what is raced

    def _change(self, setup: Setup) -> None:
        """Another race from now on: that before and its figures are gone."""
        before, self.setup = self.setup, setup
        if setup == before:
            return
        self._refused = ""
        if replace(setup, unit=before.unit) != before and self.race is not None:
            self.race.close()
            self.race = None
        if len(setup.lanes) != len(before.lanes) or setup.unit is not before.unit:
            focus = self.window.focus
            self.window.rebuild()
            self.window.focus = focus

    def take_position(self) -> None:
        """Race what was looked at last."""
        self.take_board(self.window.position)
        self._follows_game = True

    def take_board(self, board: Board) -> None:
        """Race this position, until the one looked at is asked for."""
        self._follows_game = False
        self._change(replace(self.setup, board=board))
        self.animator.show(self.setup.board)

    def take_preset(self, preset: Preset) -> None:
        self._change(replace(self.setup, lanes=preset.lanes, limit=Limit(depth=preset.depth)))

    def set_limit(self, limit: Limit) -> None:
        self._change(replace(self.setup, limit=limit))

    def step_limit(self, step: int) -> None:
        """The next limit of the same kind, if there is one."""
        now = self.setup.limit
        same = [limit for _label, limit in LIMITS if (limit.depth is None) == (now.depth is None)]
        if now in same and 0 <= same.index(now) + step < len(same):
            self.set_limit(same[same.index(now) + step])

    def count(self, unit: Unit) -> None:
        self._change(replace(self.setup, unit=unit))

    def can_add(self, algorithm: Algorithm) -> bool:
        lanes = self.setup.lanes
        return len(lanes) < MOST_LANES and fresh_lane(algorithm, lanes) is not None

    def add_lane(self, algorithm: Algorithm) -> None:
        """One more lane with this search, which differs from those that are there."""
        lane = fresh_lane(algorithm, self.setup.lanes)
        if lane is not None:
            self._change(replace(self.setup, lanes=(*self.setup.lanes, lane)))

    def remove_lane(self, number: int) -> None:
        lanes = self.setup.lanes
        self._change(replace(self.setup, lanes=lanes[:number] + lanes[number + 1 :]))

    def _set_lane(self, number: int, lane: Lane) -> None:
        """Raises ValueError when there is such a lane already."""
        lanes = self.setup.lanes
        changed = (*lanes[:number], lane, *lanes[number + 1 :])
        if lane.text() in [other.text() for other in lanes[:number] + lanes[number + 1 :]]:
            raise ValueError(_("There is such a lane already: a race is between different ones"))
        self._change(replace(self.setup, lanes=changed))

    def ask_lane(self, number: int) -> None:
        lane = self.setup.lanes[number]
        title = _("Lane {number}").format(number=number + 1)
        dialog = LaneDialog(self.window.dialogs, self.theme, title, lane, partial(self._set_lane, number))
        self.window.open_dialog(dialog)

    def has_lanes(self, lanes: tuple[Lane, ...]) -> bool:
        return self.setup.lanes == lanes

    def has_limit(self, limit: Limit) -> bool:
        return self.setup.limit == limit

    # Racing

    @property
    def can_start(self) -> bool:
        return self.is_running or bool(self.setup.board.legal_moves())

    def start_or_stop(self) -> None:
        if self.race is not None and self.race.is_running:
            self.race.stop()
            return
        if self.race is not None:
            self.race.close()
        setup, self.race, self._refused = self.setup, None, ""
        if (deepest := deepest_possible(setup)) is not None:
            self._refused = _(
                "{plies} are too many for minimax here: take {deepest} at the most, or seconds"
            ).format(plies=describe_limit(setup.limit), deepest=deepest)
            return
        try:
            self.race = Race(setup.board, setup.lanes, setup.limit)
        except ValueError as error:
            self._refused = capitalised(str(error))
        else:
            self.race.start()

    # Lists that unfold

    def doing(self, perform: Callable[[], object]) -> Callable[[], None]:
        """The same; a list that is unfolded closes."""

        def do() -> None:
            self._close_popup()
            perform()

        return do

    def unfold(self, name: str) -> None:
        """Unfold a list under its button, or fold it again."""
        was_open = self.popup is not None and self.popup.name == name
        self._close_popup()
        anchor = self.view.controls.rect_of(name)
        if not was_open and anchor is not None:
            entries = [self.window.actions[entry.identity] for entry in self.lists[name]]
            room = self.frame.page.inflate(-2 * self.theme.px(GAP), 0)
            self.popup = Popup(self.manager, self.theme, name, anchor, room, entries)
            self.window.focus = self.popup.first

    def _close_popup(self) -> None:
        if self.popup is not None:
            if self.window.focus in self.popup.identities:
                self.window.focus = None
            self.popup.close()
            self.popup = None

    def walk(self, step: int) -> None:
        """To the next entry of the list that is unfolded."""
        if self.popup is not None:
            self.window.focus = self.popup.beside(self.window.focus, step)

    def is_tab(self, tab: str) -> bool:
        return self.tab == tab

    def show_tab(self, tab: str) -> None:
        self.tab = tab
        if self.view.layout.is_folded:
            self.window.rebuild()

    # Sharing

    def copy_table(self) -> None:
        if self.race is not None:
            self._copy(_("The table is on the clipboard"), race_table(self.race, self.setup.unit))

    def copy_csv(self) -> None:
        if self.race is not None:
            self._copy(_("The table is on the clipboard, as CSV"), as_csv(self.race.standings))

    def _copy(self, said: str, text: str) -> None:
        pygame.scrap.put_text(text)
        self.window.toasts.answer(said)

    def ask_picture(self) -> None:
        """Save what is on the screen once the list is gone from it."""
        self._wants_picture = True

    def _save_picture(self) -> None:
        folder = self.window.session.store.pictures
        path = folder / f"race-{datetime.now():%Y-%m-%d-%H%M%S}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            pygame.image.save(self.window.display.surface.subsurface(self.frame.page), path)
        except (OSError, pygame.error) as error:
            self.window.toasts.answer(_("The picture could not be saved: {reason}").format(reason=error))
        else:
            self.window.toasts.answer(_("The picture is saved as {path}").format(path=path))
