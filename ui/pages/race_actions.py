"""What a person can ask for on the page Race: its rows of the table of actions, and the lists that unfold."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

import pygame

from ai.limits import ALGORITHM_NAMES, Algorithm, Limit
from play.race import LEAST_LANES, MOST_LANES, PRESETS, Lane, Preset, Race
from play.race_report import Unit
from ui.actions import Action, Gesture, Group, always
from ui.input import Key
from ui.pages.race_state import Setup
from ui.pages.race_view import CHARTS_TAB, LANES_TAB, WHY_TAB
from ui.popup import Popup
from ui.text import N_
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
ALGORITHM_LABELS: Final = {
    Algorithm.PVS: N_("PVS"),
    Algorithm.ALPHABETA: N_("Alpha-beta"),
    Algorithm.SCOUT: N_("SCOUT"),
    Algorithm.MTDF: N_("MTD(f)"),
    Algorithm.SSS: N_("MT-SSS*"),
    Algorithm.MINIMAX: N_("Minimax"),
}
KEYS: Final = N_("Space start, stop · P races · L how far · N add a lane · F1 all keys")


class Racing(Protocol):
    """What the page can do when it is asked."""

    setup: Setup
    race: Race | None
    popup: Popup | None
    lists: dict[str, tuple[Action, ...]]
    window: Window

    @property
    def is_running(self) -> bool: ...
    @property
    def can_start(self) -> bool: ...

    def doing(self, perform: Callable[[], object]) -> Callable[[], None]: ...
    def start_or_stop(self) -> None: ...
    def take_position(self) -> None: ...
    def take_preset(self, preset: Preset) -> None: ...
    def set_limit(self, limit: Limit) -> None: ...
    def step_limit(self, step: int) -> None: ...
    def count(self, unit: Unit) -> None: ...
    def has_lanes(self, lanes: tuple[Lane, ...]) -> bool: ...
    def has_limit(self, limit: Limit) -> bool: ...
    def can_add(self, algorithm: Algorithm) -> bool: ...
    def add_lane(self, algorithm: Algorithm) -> None: ...
    def ask_lane(self, number: int) -> None: ...
    def remove_lane(self, number: int) -> None: ...
    def unfold(self, name: str) -> None: ...
    def walk(self, step: int) -> None: ...
    def show_tab(self, tab: str) -> None: ...
    def is_tab(self, tab: str) -> bool: ...
    def copy_table(self) -> None: ...
    def copy_csv(self) -> None: ...
    def ask_picture(self) -> None: ...


def race_actions(page: Racing) -> tuple[Action | Gesture, ...]:
    """All rows: of buttons, of lanes, and of the lists."""
    entries = (entry for list_ in page.lists.values() for entry in list_)
    return (*_search_rows(page), *_lane_rows(page), *_window_rows(page), *entries)


def _search_rows(page: Racing) -> tuple[Action | Gesture, ...]:
    return (
        Action("race_start", N_("Start"), N_("Let the lanes search, or stop them"),
               page.doing(page.start_or_stop), (Key(pygame.K_SPACE),), Group.SEARCH,
               is_possible=lambda: page.can_start, is_on=lambda: page.is_running,
               label_on=N_("Stop"), is_primary=True),
        Action("race_position", N_("This position"), N_("Race the position of the page Play or Review"),
               page.doing(page.take_position), (Key(pygame.K_r),), Group.SEARCH, icon="board",
               has_words=True,
               is_possible=lambda: page.setup.board != page.window.position),
        Action("race_deeper", N_("Farther"), N_("More plies, or more seconds"),
               page.doing(partial(page.step_limit, +1)), (Key(pygame.K_PLUS),), Group.SEARCH,
               aliases=(Key(pygame.K_EQUALS), Key(pygame.K_KP_PLUS))),
        Action("race_shallower", N_("Less far"), N_("Fewer plies, or fewer seconds"),
               page.doing(partial(page.step_limit, -1)), (Key(pygame.K_MINUS),), Group.SEARCH,
               aliases=(Key(pygame.K_KP_MINUS),)),
        Action("race_nodes", N_("Nodes"), N_("Count nodes: they are the same on every machine"),
               page.doing(partial(page.count, Unit.NODES)), (), Group.SEARCH,
               is_on=lambda: not page.setup.is_timed),
        Action("race_time", N_("Time"), N_("Show the time of each depth"),
               page.doing(partial(page.count, Unit.SECONDS)), (), Group.SEARCH,
               is_on=lambda: page.setup.is_timed),
        Action("race_count", N_("Nodes or time"), N_("Show the other of the two"),
               lambda: page.count(Unit.NODES if page.setup.is_timed else Unit.SECONDS),
               (Key(pygame.K_t),), Group.SEARCH),
    )  # fmt: skip


def _lane_rows(page: Racing) -> tuple[Action | Gesture, ...]:
    rows: list[Action | Gesture] = [
        Action("race_presets", N_("Races…"), N_("Races worth seeing"), partial(page.unfold, "race_presets"),
               (Key(pygame.K_p),), icon="race", has_words=True),
        Action("race_limit", N_("How far…"), N_("So many plies, or so many seconds for each lane"),
               partial(page.unfold, "race_limit"), (Key(pygame.K_l),), icon="limit", has_words=True),
        Action("race_add", N_("Add a lane…"), N_("One more search, six at the most"),
               partial(page.unfold, "race_add"), (Key(pygame.K_n),),
               is_possible=lambda: len(page.setup.lanes) < MOST_LANES, icon="plus", has_words=True),
        Gesture(N_("1 – 6"), N_("Change that lane")),
        Gesture(N_("Ctrl+1 – 6"), N_("Remove that lane")),
    ]  # fmt: skip
    for n in range(MOST_LANES):
        key = pygame.K_1 + n

        def is_there(n: int = n) -> bool:
            return n < len(page.setup.lanes)

        def can_go(n: int = n) -> bool:
            return n < len(page.setup.lanes) > LEAST_LANES

        rows += [
            Action(f"race_change_{n + 1}", N_("Change"),
                   N_("What this lane searches with, and what it may use"),
                   page.doing(partial(page.ask_lane, n)), group=Group.WINDOW, is_possible=is_there,
                   aliases=(Key(key),), icon="settings"),
            Action(f"race_remove_{n + 1}", N_("Remove"), N_("Race without this lane"),
                   page.doing(partial(page.remove_lane, n)), group=Group.WINDOW, is_possible=can_go,
                   aliases=(Key(key, control=True),), icon="close"),
        ]  # fmt: skip
    return tuple(rows)


def _window_rows(page: Racing) -> tuple[Action | Gesture, ...]:
    tabs = ((LANES_TAB, N_("Lanes")), (CHARTS_TAB, N_("Charts")), (WHY_TAB, N_("Why")))
    return (
        Action("race_share", N_("Share…"), N_("Copy the table, or save the picture"),
               partial(page.unfold, "race_share"), (Key(pygame.K_k),), Group.WINDOW, icon="share",
               has_words=True),
        Gesture(N_("Arrows, Enter"), N_("Walk in a list, choose"), Group.WINDOW),
        Action("race_list_down", N_("Down in a list"), "", partial(page.walk, +1), group=Group.WINDOW,
               is_possible=lambda: page.popup is not None, aliases=(Key(pygame.K_DOWN),)),
        Action("race_list_up", N_("Up in a list"), "", partial(page.walk, -1), group=Group.WINDOW,
               is_possible=lambda: page.popup is not None, aliases=(Key(pygame.K_UP),)),
        *(Action(tab, label, "", page.doing(partial(page.show_tab, tab)), group=Group.WINDOW,
                 is_on=partial(page.is_tab, tab))
          for tab, label in tabs),
    )  # fmt: skip


def race_lists(page: Racing) -> dict[str, tuple[Action, ...]]:
    """The entries of each list, by the action that unfolds it."""
    return {
        "race_presets": tuple(
            _entry(page, f"race_preset_{preset.identity}", PRESET_LABELS[preset.identity],
                   partial(page.take_preset, preset), partial(page.has_lanes, preset.lanes))
            for preset in PRESETS
        ),
        "race_limit": tuple(
            _entry(page, f"race_limit_{n}", label, partial(page.set_limit, limit),
                   partial(page.has_limit, limit))
            for n, (label, limit) in enumerate(LIMITS)
        ),
        "race_add": tuple(
            _entry(page, f"race_add_{name}", ALGORITHM_LABELS[algorithm], partial(page.add_lane, algorithm),
                   is_possible=partial(page.can_add, algorithm))
            for name, algorithm in ALGORITHM_NAMES.items()
        ),
        "race_share": (
            _entry(page, "race_copy", N_("Copy the table"), page.copy_table,
                   keys=(Key(pygame.K_c, control=True),), is_possible=lambda: page.race is not None),
            _entry(page, "race_csv", N_("Copy as CSV"), page.copy_csv,
                   keys=(Key(pygame.K_c, control=True, shift=True),),
                   is_possible=lambda: page.race is not None),
            _entry(page, "race_picture", N_("Save the picture"), page.ask_picture,
                   keys=(Key(pygame.K_s, control=True),)),
        ),
    }  # fmt: skip


def _entry(
    page: Racing,
    identity: str,
    label: str,
    perform: Callable[[], object],
    is_on: Callable[[], bool] | None = None,
    keys: tuple[Key, ...] = (),
    is_possible: Callable[[], bool] = always,
) -> Action:
    perform = page.doing(perform)
    return Action(identity, label, "", perform, keys, Group.WINDOW, is_possible=is_possible, is_on=is_on)
