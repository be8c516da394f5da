"""A race: several searches of one position against each other."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any, Final

import pygame
from pygame import Rect

from ai.limits import ALGORITHM_NAMES, Limit
from play.race import LEAST_LANES, MOST_LANES, PRESETS, Lane, Preset, Race, Unit, lanes_beside_window
from play.race_report import sentences
from play.race_table import as_csv, depths_table, header, row
from ui.actions import Action, Gesture, Group, Place
from ui.buttons import ButtonRow, segments
from ui.input import Key
from ui.layout import BETWEEN, TAB_ROW, Frame, below
from ui.pages.board_page import Refresh
from ui.pages.lab.bars import Buttons
from ui.pages.lab.cards import LINE, FactsPanel, facts_height
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.options import LaneExplorer
from ui.pages.lab.part import LabPart, LabView, PartCommands
from ui.pages.lab.race.lanes import AXIS, HEAD, PADDING, LanesPanel
from ui.pages.lab.race.state import WHY, RaceState, Setup, extent, fresh_lane, make
from ui.pages.shared_rows import Tabs
from ui.text import N_, _
from ui.text.wording import capitalised, for_black, format_score
from ui.theme import Theme
from ui.window import Window

LANES_TAB, WHY_TAB = TABS = ("race_tab_lanes", "race_tab_why")
"""What a folded page shows one of, by the actions that choose it."""
TAB_LABELS: Final = (N_("Lanes"), N_("Why"))
KEYS: Final = N_("Space start, stop · Ctrl+R races · Ins add a lane · Ctrl+J nodes or time · F1 all keys")
# How often a second the figures of a running race are made anew.
REFRESH: Final = 12
# Of a lane at least; where there is less room, lanes and table share one place by tabs.
LANE: Final = 40

RACES: Final = tuple(f"race_preset_{preset.identity}" for preset in PRESETS)
PARTS: Final = {LANES_TAB: "lanes", WHY_TAB: "why"}


class RaceCommands(PartCommands, LaneExplorer):
    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab)
        self.setup = Setup(lab.board, PRESETS[0].lanes, Limit(depth=PRESETS[0].depth))
        self.race: Race | None = None
        self.refused = ""  # why the last race could not begin
        self.at: int | None = None
        """The depth that is looked back at; None: the race as it is."""
        self.tabs = Tabs(window, dict(zip(TABS, TAB_LABELS, strict=True)))
        self.in_hand = 0
        """The lane that the options are of."""
        self.wants_picture = False
        self.rows = (*self._search_rows(), *self._lane_rows(), *self._share_rows(), *self.option_rows())

    def stop(self) -> None:
        if self.race is not None:
            self.race.stop()

    def close(self) -> None:
        if self.race is not None:
            self.race.close()

    def update(self, dt: float) -> None:  # noqa: ARG002 - a race counts its own time
        if self.race is not None:
            self.race.update()

    def travel(self, share: float) -> None:
        """To how things stood at a depth; at the right end to how they are."""
        if self.race is not None:
            deepest, front = extent(self.setup, self.race.standings)
            depth = max(1, round(share * deepest))
            self.at = depth if depth < front else None

    # What is raced

    def change(self, **fields: Any) -> None:
        """Race something else: the race before and its figures are gone."""
        before = self.setup
        self.setup = setup = replace(before, **fields)
        if setup == before:
            return
        self.refused = ""
        if replace(setup, unit=before.unit) != before:
            self.close()
            self.race = self.at = None
        self.in_hand = min(self.in_hand, len(setup.lanes) - 1)
        if len(setup.lanes) != len(before.lanes):
            self.window.rebuild()

    def _take_next_preset(self) -> None:
        lanes = [preset.lanes for preset in PRESETS]
        at = lanes.index(self.setup.lanes) + 1 if self.setup.lanes in lanes else 0
        self.take_preset(PRESETS[at % len(PRESETS)])

    def take_preset(self, preset: Preset) -> None:
        self.change(lanes=preset.lanes, limit=Limit(depth=preset.depth))

    @property
    def limit(self) -> Limit:  # type: ignore[override]
        return self.setup.limit

    def set_limit(self, limit: Limit) -> None:
        self.change(limit=limit)

    # Lanes

    @property
    def lane(self) -> Lane:
        return self.setup.lanes[self.in_hand]

    @property
    def options_title(self) -> str:
        return _("Lane {number}", number=self.in_hand + 1)

    def set_lane(self, lane: Lane) -> None:
        """Change the lane in hand, or say that there is such a lane already."""
        before, after = self.setup.lanes[: self.in_hand], self.setup.lanes[self.in_hand + 1 :]
        if lane.text() in [other.text() for other in before + after]:
            said = _("There is already such a lane: a race needs different ones")
            self.window.toasts.answer(said)
        else:
            self.change(lanes=(*before, lane, *after))

    def take_lane(self, number: int) -> None:
        """Show the options of a lane."""
        self.in_hand = number
        self.lab.show_options()

    def has_lane(self, number: int) -> bool:
        return number < len(self.setup.lanes)

    def add_lane(self) -> None:
        """One more lane, different from the others, in hand."""
        lanes = self.setup.lanes
        lane = next(filter(None, (fresh_lane(each, lanes) for each in ALGORITHM_NAMES.values())))
        self.change(lanes=(*lanes, lane))
        self.take_lane(len(lanes))

    def can_remove(self, number: int) -> bool:
        return number < len(self.setup.lanes) > LEAST_LANES

    def remove_lane(self, number: int) -> None:
        lanes = self.setup.lanes
        self.change(lanes=lanes[:number] + lanes[number + 1 :])

    # Racing

    @property
    def is_running(self) -> bool:
        return self.race is not None and self.race.is_running

    def start_or_stop(self) -> None:
        if self.race is not None and self.race.is_running:
            self.race.stop()
            return
        self.close()
        setup, self.race, self.at, self.refused = self.setup, None, None, ""
        try:
            self.race = Race(setup.board, setup.lanes, setup.limit, at_once=lanes_beside_window())
        except ValueError as error:
            self.refused = capitalised(str(error))
        else:
            self.race.start()

    # Showing and sharing

    def copy_table(self) -> None:
        if self.race is not None:
            self.window.copy(race_table(self.race, self.setup.unit), _("The table is on the clipboard"))

    def copy_csv(self) -> None:
        if self.race is not None:
            self.window.copy(as_csv(self.race.standings), _("The table is on the clipboard, as CSV"))

    def ask_picture(self) -> None:
        """Save what is on the screen, once it is drawn without the tip of the button."""
        self.wants_picture = True

    # The table

    def _is_raced(self, lanes: tuple[Lane, ...]) -> bool:
        return self.setup.lanes == lanes

    def _has_race(self) -> bool:
        return self.race is not None

    def _search_rows(self) -> tuple[Action | Gesture, ...]:
        return (
            Action("race_start", N_("Start"), N_("Start or stop the lanes"),
                   self.start_or_stop, (Key(pygame.K_SPACE),), Group.SEARCH,
                   is_possible=lambda: self.is_running or bool(self.setup.board.legal_moves()),
                   is_on=lambda: self.is_running, label_on=N_("Stop"), is_primary=True),
            Action("race_nodes", N_("Nodes"), N_("Count nodes: they are the same on every machine"),
                   partial(self.change, unit=Unit.NODES), (), Group.SEARCH,
                   is_on=lambda: not self.setup.is_timed),
            Action("race_time", N_("Time"), N_("Show the time of each depth"),
                   partial(self.change, unit=Unit.SECONDS), (), Group.SEARCH,
                   is_on=lambda: self.setup.is_timed),
            Action("race_count", N_("Nodes or time"), N_("Switch between the two"),
                   lambda: self.change(unit=Unit.NODES if self.setup.is_timed else Unit.SECONDS),
                   (Key(pygame.K_j, control=True),), Group.SEARCH),
            Action("race_next_preset", N_("The next race"), N_("Another ready-made race"),
                   self._take_next_preset, (Key(pygame.K_r, control=True),), Group.SEARCH),
            *(
                Action(f"race_preset_{preset.identity}", preset.short, preset.label,
                       partial(self.take_preset, preset), (), Group.SEARCH,
                       is_on=partial(self._is_raced, preset.lanes))
                for preset in PRESETS
            ),
        )  # fmt: skip

    def _lane_rows(self) -> tuple[Action | Gesture, ...]:
        return (
            Action("race_add", N_("Add a lane"), N_("One more search, up to six"), self.add_lane,
                   (Key(pygame.K_INSERT),), icon="plus", has_words=True,
                   is_possible=lambda: len(self.setup.lanes) < MOST_LANES),
            Gesture(N_("Ctrl+1 – 6"), N_("Change that lane")),
            Gesture(N_("Ctrl+Shift+1 – 6"), N_("Remove that lane")),
            *chain(*map(self._rows_of_lane, range(MOST_LANES))),
        )  # fmt: skip

    def _rows_of_lane(self, n: int) -> tuple[Action, Action]:
        key = pygame.K_1 + n
        return (
            Action(f"race_change_{n + 1}", N_("Change"),
                   N_("What this lane searches with, and what it may use"),
                   partial(self.take_lane, n), group=Group.WINDOW, icon="settings",
                   is_possible=partial(self.has_lane, n), aliases=(Key(key, control=True),)),
            Action(f"race_remove_{n + 1}", N_("Remove"), N_("Race without this lane"),
                   partial(self.remove_lane, n), group=Group.WINDOW, icon="close",
                   is_possible=partial(self.can_remove, n),
                   aliases=(Key(key, control=True, shift=True),)),
        )  # fmt: skip

    def _share_rows(self) -> tuple[Action | Gesture, ...]:
        return (
            Action("race_copy", N_("Copy the table"), N_("The lanes and their depths, as text to paste"),
                   self.copy_table, (Key(pygame.K_c, control=True),), Group.WINDOW, Place.GAME,
                   is_possible=self._has_race, icon="copy"),
            Action("race_csv", N_("Copy as CSV"), N_("The same, for a spreadsheet"),
                   self.copy_csv, (Key(pygame.K_c, control=True, shift=True),), Group.WINDOW, Place.GAME,
                   is_possible=self._has_race, icon="games"),
            Action("race_picture", N_("Save the picture"), N_("The page as a PNG file"),
                   self.ask_picture, (Key(pygame.K_s, control=True),), Group.WINDOW, Place.GAME,
                   icon="share"),
            *self.tabs.rows,
        )  # fmt: skip


def race_table(race: Race, unit: Unit) -> str:
    """A text to be pasted: the position, the figures of each lane and depth, and what is said of them."""
    standings, turn = race.standings, race.board.turn
    rows = [
        row(standings, number, lambda score: format_score(for_black(score, turn)))
        for number in range(len(standings))
    ]
    said = [capitalised(sentence.text()) for sentence in sentences(standings, turn, unit)]
    table = [header(standings), *rows, "", *depths_table(standings)]
    return "\n".join([race.board.text(), "", *table, "", *said]).rstrip() + "\n"


class RaceView(LabView):
    def __init__(self, theme: Theme, frame: Frame, commands: RaceCommands, window: Window) -> None:
        actions, px, lanes = window.actions, theme.px, len(commands.setup.lanes)
        groups: list[Buttons] = [
            ("plain", [actions["race_start"]]),
            ("segment", [actions[name] for name in RACES]),
            ("plain", [actions["race_add"]]),
            ("segment", [actions["race_nodes"], actions["race_time"]]),
        ]
        super().__init__(theme, frame, window.settings, groups)
        body, between = self.layout.body, px(BETWEEN)
        low = px(LINE) + facts_height(theme, body.width, len(WHY), lanes)
        least = px(HEAD + AXIS + PADDING) + lanes * px(LANE)
        upper = Rect(body.left, body.top, body.width, body.height - low - between)
        why = below(body, upper, between)
        tabs: tuple[str, ...] = TABS
        self.is_folded = upper.height < least
        if self.is_folded:
            row = Rect(body.left, body.top, body.width, px(TAB_ROW))
            self.button_rows += (segments(theme, row, [actions[name] for name in TABS]),)
            upper = why = below(body, row, between)
            tabs = (commands.tabs.shown,)
        self.conditions = FactsPanel(theme, self.layout.side)
        self.lanes, self.why = LanesPanel(theme, upper), FactsPanel(theme, why)
        self.why.values = lanes
        self.show_panels(self.board, ["conditions", "time", *(PARTS[tab] for tab in tabs)])
        if LANES_TAB in tabs:
            buttons = ButtonRow(theme)
            for n in range(lanes):
                change, remove = self.lanes.button_rects(n, lanes)
                buttons.add(change, actions[f"race_change_{n + 1}"])
                buttons.add(remove, actions[f"race_remove_{n + 1}"])
            self.button_rows += (buttons,)


class RacePart(LabPart[RaceCommands, RaceView, RaceState]):
    keys = KEYS

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, RaceCommands(window, lab))
        self._refresh = Refresh(REFRESH)
        self._is_picture_due = False

    # Life

    def make_view(self, theme: Theme, frame: Frame) -> RaceView:
        self._refresh.forget()
        return RaceView(theme, frame, self.commands, self.window)

    def make_state(self) -> RaceState:
        commands = self.commands
        return make(commands.setup, commands.race, commands.refused, commands.at)

    def on_open(self) -> None:
        super().on_open()
        self.commands.change(board=self.commands.lab.board)

    def close(self) -> None:
        self.commands.close()

    def update(self, dt: float) -> None:
        commands = self.commands
        commands.update(dt)
        if self._is_picture_due:
            self._save_picture()
        self._is_picture_due, commands.wants_picture = commands.wants_picture, False
        is_running = commands.is_running
        made_from = commands.setup, commands.race, is_running, commands.refused, commands.at
        if self._refresh.is_due(made_from, is_running):
            self.settle()

    def _save_picture(self) -> None:
        folder = self.window.session.store.pictures
        path = folder / f"race-{datetime.now():%Y-%m-%d-%H%M%S}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            pygame.image.save(self.window.display.surface.subsurface(self.frame.page), path)
        except (OSError, pygame.error) as error:
            self.window.toasts.answer(_("The picture could not be saved: {reason}", reason=error))
        else:
            self.window.toasts.answer(_("The picture is saved as {path}", path=path))
