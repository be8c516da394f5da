"""What can be done to a race: rows of the table of actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, Final

import pygame

from ai.limits import ALGORITHM_NAMES, Algorithm, Limit
from play.race import LEAST_LANES, MOST_LANES, PRESETS, Lane, Preset, Race, Unit, deepest_possible
from play.race_table import as_csv
from ui.actions import Action, Gesture, Group
from ui.dialogs.lane import LaneDialog
from ui.input import Key
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.race.state import Setup, fresh_lane
from ui.pages.lab.race.view import TABS
from ui.pages.shared_rows import Tabs
from ui.text import N_, _
from ui.text.race_wording import describe_limit, race_table
from ui.text.wording import capitalised
from ui.window import Window

LIMITS: Final = (
    (N_("To 6 plies"), Limit(depth=6)),
    (N_("To 8 plies"), Limit(depth=8)),
    (N_("To 10 plies"), Limit(depth=10)),
    (N_("To 12 plies"), Limit(depth=12)),
    (N_("To 14 plies"), Limit(depth=14)),
    (N_("For 1 second"), Limit(seconds=1.0)),
    (N_("For 3 seconds"), Limit(seconds=3.0)),
    (N_("For 10 seconds"), Limit(seconds=10.0)),
    (N_("For 30 seconds"), Limit(seconds=30.0)),
)
"""What can be chosen, and what it is called."""

PRESET_LABELS: Final = {
    "windows": N_("Alpha-beta against PVS"),
    "sorting": N_("What is sorting worth?"),
    "table": N_("What is the table worth?"),
    "textbook": N_("Six searches of the textbooks"),
}
TAB_LABELS: Final = (N_("Lanes"), N_("Charts"), N_("Why"))
KEYS: Final = N_("Space start, stop · P races · L how far · I add a lane · F1 all keys")
# Actions that do not close the list that is open: all others do.
LIST_ACTIONS: Final = ("race_list_down", "race_list_up")

_entry = partial(Action, tip="", group=Group.WINDOW)
"""A choice in a list."""


class RaceCommands:
    def __init__(self, window: Window, lab: LabCommands) -> None:
        self.window = window
        self.lab = lab
        self.setup = Setup(lab.board, PRESETS[0].lanes, Limit(depth=PRESETS[0].depth))
        self.race: Race | None = None
        self.refused = ""  # why the last race could not begin
        self.tabs = Tabs(window, dict(zip(TABS, TAB_LABELS, strict=True)))
        self.open_list: str | None = None
        """The action whose list of choices is open."""
        self.wants_picture = False
        self.lists = self._lists()
        rows = (*self._search_rows(), *self._lane_rows(), *self._window_rows(), *chain(*self.lists.values()))
        self.rows = tuple(map(self._closing_list, rows))

    def _close_race(self) -> None:
        if self.race is not None:
            self.race.close()

    def update(self) -> None:
        if self.race is not None:
            self.race.update()
        if self.open_list and self.window.focus not in (None, *self._entries()):
            self.close_list()

    # What is raced

    def change(self, **fields: Any) -> None:
        """Race something else: the race before and its figures are gone."""
        before = self.setup
        self.setup = setup = replace(before, **fields)
        if setup == before:
            return
        self.refused = ""
        if replace(setup, unit=before.unit) != before:
            self._close_race()
            self.race = None
        if len(setup.lanes) != len(before.lanes):
            self.window.rebuild()

    def take_preset(self, preset: Preset) -> None:
        self.change(lanes=preset.lanes, limit=Limit(depth=preset.depth))

    def step_limit(self, step: int) -> None:
        """The next limit of the same kind, if there is one."""
        now = self.setup.limit
        same = [limit for _label, limit in LIMITS if (limit.depth is None) == (now.depth is None)]
        if now in same and 0 <= same.index(now) + step < len(same):
            self.change(limit=same[same.index(now) + step])

    def has_lane(self, number: int) -> bool:
        return number < len(self.setup.lanes)

    def can_add(self, algorithm: Algorithm) -> bool:
        lanes = self.setup.lanes
        return len(lanes) < MOST_LANES and fresh_lane(algorithm, lanes) is not None

    def add_lane(self, algorithm: Algorithm) -> None:
        """One more lane with this search, different from the others."""
        lane = fresh_lane(algorithm, self.setup.lanes)
        if lane is not None:
            self.change(lanes=(*self.setup.lanes, lane))

    def can_remove(self, number: int) -> bool:
        return number < len(self.setup.lanes) > LEAST_LANES

    def remove_lane(self, number: int) -> None:
        lanes = self.setup.lanes
        self.change(lanes=lanes[:number] + lanes[number + 1 :])

    def _set_lane(self, number: int, lane: Lane) -> None:
        """Raises ValueError when there is such a lane already."""
        before, after = self.setup.lanes[:number], self.setup.lanes[number + 1 :]
        if lane.text() in [other.text() for other in before + after]:
            raise ValueError(_("There is such a lane already: a race is between different ones"))
        self.change(lanes=(*before, lane, *after))

    def ask_lane(self, number: int) -> None:
        lane, listener = self.setup.lanes[number], partial(self._set_lane, number)
        self.window.open_dialog(LaneDialog(number, lane, listener))

    # Racing

    @property
    def is_running(self) -> bool:
        return self.race is not None and self.race.is_running

    def start_or_stop(self) -> None:
        if self.race is not None and self.race.is_running:
            self.race.stop()
            return
        self._close_race()
        setup, self.race, self.refused = self.setup, None, ""
        if (deepest := deepest_possible(setup.board, setup.lanes, setup.limit)) is not None:
            self.refused = _(
                "{plies} are too many for minimax here: take {deepest} at the most, or seconds"
            ).format(plies=describe_limit(setup.limit), deepest=deepest)
            return
        try:
            self.race = Race(setup.board, setup.lanes, setup.limit)
        except ValueError as error:
            self.refused = capitalised(str(error))
        else:
            self.race.start()

    # Lists of choices

    def _closing_list(self, row: Action | Gesture) -> Action | Gesture:
        """The row, closing the open list before anything else is done."""
        if isinstance(row, Gesture) or row.identity in (*self.lists, *LIST_ACTIONS):
            return row

        def perform(perform: Callable[[], object] = row.perform) -> None:
            self.close_list()
            perform()

        return replace(row, perform=perform)

    def _entries(self) -> list[str]:
        """The possible choices of the open list, by their actions."""
        entries = self.lists[self.open_list] if self.open_list else ()
        return [entry.identity for entry in entries if entry.is_possible()]

    def toggle_list(self, name: str) -> None:
        """Open a list under its button, the keyboard on what is chosen now, or close it."""
        was_open = self.open_list == name
        self.close_list()
        if not was_open:
            self.open_list = name
            entries = self._entries()
            chosen = [entry.identity for entry in self.lists[name] if entry.is_on()]
            self.window.focus = next((each for each in entries if each in chosen), entries[0])

    def close_list(self) -> None:
        if self.window.focus in self._entries():
            self.window.focus = None
        self.open_list = None

    def move_in_list(self, step: int) -> None:
        entries, focus = self._entries(), self.window.focus
        at = entries.index(focus) if focus in entries else -1
        self.window.focus = entries[(at + step) % len(entries)]

    # Showing and sharing

    def copy_table(self) -> None:
        if self.race is not None:
            self.window.copy(race_table(self.race, self.setup.unit), _("The table is on the clipboard"))

    def copy_csv(self) -> None:
        if self.race is not None:
            self.window.copy(as_csv(self.race.standings), _("The table is on the clipboard, as CSV"))

    def ask_picture(self) -> None:
        """Save what is on the screen once the list is gone from it."""
        self.wants_picture = True

    # The table

    def _has(self, field: str, value: object) -> bool:
        """Whether this is what is raced."""
        return bool(getattr(self.setup, field) == value)

    def _has_race(self) -> bool:
        return self.race is not None

    def _search_rows(self) -> tuple[Action | Gesture, ...]:
        return (
            Action("race_start", N_("Start"), N_("Let the lanes search, or stop them"),
                   self.start_or_stop, (Key(pygame.K_SPACE),), Group.SEARCH,
                   is_possible=lambda: self.is_running or bool(self.setup.board.legal_moves()),
                   is_on=lambda: self.is_running, label_on=N_("Stop"), is_primary=True),
            Action("race_deeper", N_("Farther"), N_("More plies, or more seconds"),
                   partial(self.step_limit, +1), (Key(pygame.K_PLUS),), Group.SEARCH,
                   aliases=(Key(pygame.K_EQUALS), Key(pygame.K_KP_PLUS))),
            Action("race_shallower", N_("Less far"), N_("Fewer plies, or fewer seconds"),
                   partial(self.step_limit, -1), (Key(pygame.K_MINUS),), Group.SEARCH,
                   aliases=(Key(pygame.K_KP_MINUS),)),
            Action("race_nodes", N_("Nodes"), N_("Count nodes: they are the same on every machine"),
                   partial(self.change, unit=Unit.NODES), (), Group.SEARCH,
                   is_on=lambda: not self.setup.is_timed),
            Action("race_time", N_("Time"), N_("Show the time of each depth"),
                   partial(self.change, unit=Unit.SECONDS), (), Group.SEARCH,
                   is_on=lambda: self.setup.is_timed),
            Action("race_count", N_("Nodes or time"), N_("Show the other of the two"),
                   lambda: self.change(unit=Unit.NODES if self.setup.is_timed else Unit.SECONDS),
                   (Key(pygame.K_t),), Group.SEARCH),
        )  # fmt: skip

    def _lane_rows(self) -> tuple[Action | Gesture, ...]:
        return (
            Action("race_presets", N_("Races…"), N_("Races worth seeing"),
                   partial(self.toggle_list, "race_presets"), (Key(pygame.K_p),), icon="race",
                   has_words=True),
            Action("race_limit", N_("How far…"), N_("How many plies, or seconds for each lane"),
                   partial(self.toggle_list, "race_limit"), (Key(pygame.K_l),), icon="limit",
                   has_words=True),
            Action("race_add", N_("Add a lane…"), N_("One more search, six at the most"),
                   partial(self.toggle_list, "race_add"), (Key(pygame.K_i),), icon="plus", has_words=True,
                   is_possible=lambda: len(self.setup.lanes) < MOST_LANES),
            Gesture(N_("1 – 6"), N_("Change that lane")),
            Gesture(N_("Ctrl+1 – 6"), N_("Remove that lane")),
            *chain(*map(self._rows_of_lane, range(MOST_LANES))),
        )  # fmt: skip

    def _rows_of_lane(self, n: int) -> tuple[Action, Action]:
        key = pygame.K_1 + n
        return (
            Action(f"race_change_{n + 1}", N_("Change"),
                   N_("What this lane searches with, and what it may use"),
                   partial(self.ask_lane, n), group=Group.WINDOW, icon="settings",
                   is_possible=partial(self.has_lane, n), aliases=(Key(key),)),
            Action(f"race_remove_{n + 1}", N_("Remove"), N_("Race without this lane"),
                   partial(self.remove_lane, n), group=Group.WINDOW, icon="close",
                   is_possible=partial(self.can_remove, n), aliases=(Key(key, control=True),)),
        )  # fmt: skip

    def _window_rows(self) -> tuple[Action | Gesture, ...]:
        return (
            Action("race_share", N_("Share…"), N_("Copy the table, or save the picture"),
                   partial(self.toggle_list, "race_share"), (Key(pygame.K_s, control=True),), Group.WINDOW,
                   icon="share", has_words=True),
            Gesture(N_("Arrows, Enter"), N_("Walk in a list, choose"), Group.WINDOW),
            Action("race_list_down", N_("Down in a list"), "", partial(self.move_in_list, +1),
                   group=Group.WINDOW, is_possible=lambda: self.open_list is not None,
                   aliases=(Key(pygame.K_DOWN),)),
            Action("race_list_up", N_("Up in a list"), "", partial(self.move_in_list, -1),
                   group=Group.WINDOW, is_possible=lambda: self.open_list is not None,
                   aliases=(Key(pygame.K_UP),)),
            *self.tabs.rows,
        )  # fmt: skip

    def _lists(self) -> dict[str, tuple[Action, ...]]:
        """The choices of each list, by the action that opens it."""
        return {
            "race_presets": tuple(
                _entry(f"race_preset_{preset.identity}", PRESET_LABELS[preset.identity],
                       perform=partial(self.take_preset, preset),
                       is_on=partial(self._has, "lanes", preset.lanes))
                for preset in PRESETS
            ),
            "race_limit": tuple(
                _entry(f"race_limit_{n}", label, perform=partial(self.change, limit=limit),
                       is_on=partial(self._has, "limit", limit))
                for n, (label, limit) in enumerate(LIMITS)
            ),
            "race_add": tuple(
                _entry(f"race_add_{name}", capitalised(algorithm.term),
                       perform=partial(self.add_lane, algorithm),
                       is_possible=partial(self.can_add, algorithm))
                for name, algorithm in ALGORITHM_NAMES.items()
            ),
            "race_share": (
                _entry("race_copy", N_("Copy the table"), perform=self.copy_table,
                       keys=(Key(pygame.K_c, control=True),), is_possible=self._has_race),
                _entry("race_csv", N_("Copy as CSV"), perform=self.copy_csv,
                       keys=(Key(pygame.K_c, control=True, shift=True),), is_possible=self._has_race),
                _entry("race_picture", N_("Save the picture"), perform=self.ask_picture),
            ),
        }  # fmt: skip
