"""A race: several searches of one position against each other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, Final

import pygame

from ai.limits import ALGORITHM_NAMES, Counters, Limit, Order, spare_processors
from ai.machine import DEFAULT_MEGABYTES
from ai.own_code import CodeFile
from game.board import Board
from game.evaluation import Kind
from game.sentences import Worth
from play.race import (
    CODE_DEPTH,
    LEAST_LANES,
    MOST_LANES,
    PLAIN_LANES,
    PRESETS,
    Lane,
    LaneProgress,
    LaneState,
    Preset,
    Race,
)
from play.race_report import (
    LEAST_TIME,
    RacePhrase,
    against,
    measure,
    mismatches,
    sentences,
    status,
)
from ui.actions import Action, Gesture, Group
from ui.board.board_view import BoardScene
from ui.boxes import area, column, grow, layers, solve
from ui.buttons import segments
from ui.input import Key
from ui.layout import BETWEEN, TAB_ROW, Frame
from ui.pages.board_page import Refresh, Tabs
from ui.pages.lab.cards import Fact, FactsModel, FactsPanel, Figures, TimeModel, compared
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.lanes import LaneModel, LanesModel, LanesPanel
from ui.pages.lab.options import ENGINE_GROUPS, SearchOptions
from ui.pages.lab.part import LabPart, LabState, LabView, PartCommands
from ui.panels.tips import CONDITIONS, FACTS, RACE_WORDS, WHY_NAMES
from ui.text import N_, _, format_number
from ui.text.wording import (
    capitalised,
    describe_plies,
    format_count,
    format_move,
    format_seconds,
    format_share,
    search_name,
)
from ui.theme import Theme
from ui.tree_view import Parts
from ui.window import Window

TABS: Final = {"race_tab_lanes": N_("Lanes"), "race_tab_why": N_("Why")}
"""The tabs of a folded page, by the actions that choose them."""
# How often per second the figures of a running race are updated.
REFRESH: Final = 12
# The least height of a lane; with less room, tabs choose between lanes and table.
LANE: Final = 40
REST: Final = 64  # the rest of the card of lanes

RACES: Final = tuple(f"race_preset_{preset.identity}" for preset in PRESETS)
# The depths on the time line of a race by time, until it gets deeper.
LEAST_DEPTHS: Final = 12
WHY: Final[Figures] = (
    (N_("First-move cuts"),
     N_("The share of cutoffs made by the first move tried: how well the moves are sorted."),
     lambda lane: format_share(lane.counters.first_move_cuts)),
    (N_("Null windows"),
     N_("Moves searched only to see whether they are better than the best one, with a null window."),
     lambda lane: format_count(lane.counters.null_windows) if lane.counters.null_windows else "–"),
    (N_("Searched again"),
     N_("The share of null windows that found a better move, searched again with an open window."),
     lambda lane: format_share(lane.counters.research_share)),
    (N_("From the table"),
     N_("The share of look-ups in the transposition table that made a search unnecessary."),
     lambda lane: format_share(lane.counters.answer_share)),
    (N_("Leaves"), N_("Positions with no plies left, valued by the evaluation."),
     lambda lane: format_count(lane.counters.leaves) if lane.counters.leaves else "–"),
    (N_("Nodes/s"), N_("Nodes per second, unless the search took less than half a second."),
     lambda lane: format_count(lane.counters.nodes_per_second) if lane.counters.seconds >= LEAST_TIME
     else "–"),
    (N_("Branching"), N_("How many times more nodes one more ply takes, averaged over the last depths."),
     lambda lane: "–" if lane.branching is None else format_number(lane.branching, ".2f")),
)  # fmt: skip
"""The figures of a lane, from its progress."""
# The settings of an added lane, tried in order until it differs from the others.
ONE_LESS: Final[Sequence[dict[str, Any]]] = (
    *({}, {"table": False}, {"order": Order.UNSORTED}, {"order": Order.STATIC}),
    *({"order": Order.KILLERS}, {"aspiration": False}),
)
# The sentences that report that something is wrong.
PROBLEMS: Final = (RacePhrase.FAULT, RacePhrase.FAILED)
INTRODUCTION: Final = N_(
    "Every lane searches this position by itself, with its own engine and an empty table, one depth after "
    "another. All full-width lanes find the same score: the race is about how much work it takes."
)
CODE_INTRODUCTION: Final = N_(
    "Your code searches in plain Python, with the program's evaluation unless it has its own. A node counts "
    "when your code reads its children or value: compare nodes, not seconds."
)


@dataclass(frozen=True, slots=True)
class RaceSetup:
    board: Board
    lanes: tuple[Lane, ...]
    limit: Limit


@dataclass(frozen=True, slots=True)
class RaceState(LabState):
    lanes: LanesModel
    why: FactsModel
    conditions: FactsModel


def _progress_at_depth(standing: LaneProgress, depth: int) -> LaneProgress:
    """Returns the progress as it was at a depth; its counters have only nodes and seconds then."""
    depths = tuple(row for row in standing.depths if row.depth <= depth)
    if not depths or standing.counters is None:
        return replace(standing, depths=(), counters=None, searching=None)
    counters = Counters(standing.cost(depth), standing.seconds(depth))
    return replace(standing, depths=depths, counters=counters, searching=None)


def _describe_status(board: Board, race: Race | None) -> str:
    if board.must_pass():
        return _("{side} has no move and must pass: start the race after the pass", side=board.turn.label)
    if race is None:
        return _("Ready to race")
    return capitalised(status(race).text()).removesuffix(".")


def extent(setup: RaceSetup, standings: Sequence[LaneProgress]) -> tuple[int, int]:
    """Returns (the last depth of the race as far as known, the deepest one that a lane has begun)."""
    front = max(1, *(standing.searching or standing.reached for standing in standings))
    wanted = LEAST_DEPTHS if setup.limit.depth is None else setup.limit.depth
    return max(front, min(wanted, setup.board.empties)), front


# Lanes


def _lane_model(
    setup: RaceSetup, standing: LaneProgress, wrong: int | None, has_won: bool, ratio: str
) -> LaneModel:
    """Returns the model of a lane; `wrong` is the first depth whose score is a fault."""
    lane, counters = standing.lane, standing.counters
    totals = tuple((row.depth, standing.cost(row.depth)) for row in standing.depths)
    running = None if standing.searching is None or counters is None else counters.nodes
    words, total, best = lane.names.names[1:], _total(standing, ratio), _best(setup.board, standing)
    problem = _("another score at depth {depth}", depth=wrong) if wrong else standing.error
    name, details = search_name(lane.algorithm), ", ".join(map(_, words))
    if lane.code is not None:
        name, details = lane.code.name, _("your code")
    return LaneModel(lane.algorithm, name, details, totals, total, running, best, has_won, problem)


def _winners(standings: Sequence[LaneProgress]) -> list[LaneProgress]:
    """Returns the lanes with the fewest nodes to the deepest depth, once all are done; several if even. Own
    code that entered no positions is not compared.
    """
    depth = max(standing.reached for standing in standings)
    if not depth or not all(standing.state is LaneState.DONE for standing in standings):
        return []
    there = [standing for standing in standings if standing.reached == depth and standing.cost(depth)]
    least = min((standing.cost(depth) for standing in there), default=0)
    return [standing for standing in there if standing.cost(depth) == least]


def _best(board: Board, standing: LaneProgress) -> Parts:
    """Returns the best move, its score and depth ('c6 +0.7 · 9 plies'), or why there is none."""
    best = standing.deepest
    if best is None:
        return (standing.state.reason,)
    far = _("exact") if best.kind is Kind.EXACT else describe_plies(best.depth)
    worth = Worth.of(best.score, board.turn, best.kind)
    return format_move(best.move), worth, f"· {standing.state.reason if standing.error else far}"


def _total(standing: LaneProgress, ratio: str) -> tuple[str, str]:
    """Returns the nodes, and the seconds with the `ratio`, as texts."""
    if standing.counters is None:
        return "–", ""
    nodes, seconds = format_count(standing.counters.nodes), standing.counters.seconds
    shown = format_seconds(seconds, 2) if seconds >= LEAST_TIME else f"< {format_seconds(LEAST_TIME)}"
    return nodes, f"{shown} · {ratio}" if ratio else shown


def _ratio(first: LaneProgress, standing: LaneProgress) -> str:
    """Returns a lane's nodes relative to those of `first`: '0.83×', or '= 1×' for `first`; '' if unknown."""
    found = against(first, standing)
    if found is None:
        return ""
    return "= 1×" if standing is first else f"{format_number(found[0], ',.0f' if found[0] >= 10 else '.2f')}×"


# Conditions


def _conditions(
    setup: RaceSetup, standings: Sequence[LaneProgress], megabytes: int, is_past: bool
) -> FactsModel:
    """Returns what all lanes share and the sentences of the race, without reasons for a past depth."""
    turn = setup.board.turn
    facts = (
        Fact(_("To move"), ((turn.label, "text"),), FACTS[0]),
        Fact(_("Empty table"), ((_("{megabytes} MB", megabytes=megabytes), "text"),), FACTS[1]),
    )
    words = tuple(
        (capitalised(sentence.text()), "mistake_text" if sentence.phrase in PROBLEMS else "text")
        for sentence in sentences(standings, turn, not is_past)
    )
    has_code = any(lane.code for lane in setup.lanes)
    words = words or ((_(CODE_INTRODUCTION if has_code else INTRODUCTION), "text"),)
    return FactsModel(_("Same for all lanes"), facts, words, (CONDITIONS, RACE_WORDS))


class RaceCommands(PartCommands):
    options: SearchOptions

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab)
        self.setup = RaceSetup(lab.board, PRESETS[0].lanes, Limit(depth=PRESETS[0].depth))
        self.race: Race | None = None
        self.refused = ""  # why the last race could not start
        self.at: int | None = None
        """The past depth that is shown; None for the race as it is."""
        self.tabs = Tabs(window, TABS)
        self.selected_lane = 0
        """The lane whose options are shown, from 0."""
        self.options = SearchOptions(
            ENGINE_GROUPS, lambda: self.choice, self.choose, lambda: self.setup.limit, self.set_limit
        )
        self.options.title = lambda: _("Lane {number}", number=self.selected_lane + 1)
        self.own_rows = self._make_rows()

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
        """Shows the race as it was at a depth; at the right end, as it is now."""
        if self.race is not None:
            deepest, front = extent(self.setup, self.race.standings)
            depth = max(1, round(share * deepest))
            self.at = depth if depth < front else None

    @property
    def shown(self) -> tuple[RaceSetup, Race | None, str, int | None]:
        """The setup, the race, why the last one could not start, and the past depth that is shown."""
        return self.setup, self.race, self.refused, self.at

    # The setup

    def change(self, **fields: Any) -> None:
        """Changes the setup, which discards the race before and its figures."""
        before = self.setup
        self.setup = setup = replace(before, **fields)
        if setup == before:
            return
        self.refused = ""
        self.close()
        self.race = self.at = None
        self.selected_lane = min(self.selected_lane, len(setup.lanes) - 1)
        if len(setup.lanes) != len(before.lanes):
            self.window.rebuild()

    def _set_next_preset(self) -> None:
        lanes = [preset.lanes for preset in PRESETS]
        at = lanes.index(self.setup.lanes) + 1 if self.setup.lanes in lanes else 0
        self.set_preset(PRESETS[at % len(PRESETS)])

    def set_preset(self, preset: Preset) -> None:
        self.change(lanes=preset.lanes, limit=Limit(depth=preset.depth))

    def set_limit(self, limit: Limit) -> None:
        self.change(limit=limit)

    # Lanes

    @property
    def choice(self) -> Lane:
        return self.setup.lanes[self.selected_lane]

    def choose(self, choice: Lane) -> None:
        """Changes the selected lane, or reports that such a lane exists already."""
        if choice.code is not None:
            return
        before, after = self.setup.lanes[: self.selected_lane], self.setup.lanes[self.selected_lane + 1 :]
        if choice.text() in [other.text() for other in before + after]:
            self.window.toasts.answer(_("This lane exists already: the lanes of a race must differ"))
        else:
            self.change(lanes=(*before, choice, *after))

    def select_lane(self, number: int) -> None:
        self.selected_lane = number
        self.lab.show_options()

    def add_lane(self) -> None:
        """Adds and selects a lane that differs from the others: a search with at most one restriction."""
        lanes = self.setup.lanes
        texts = [lane.text() for lane in lanes]
        candidates = (Lane(each, **less) for each in ALGORITHM_NAMES.values() for less in ONE_LESS)
        self.change(lanes=(*lanes, next(lane for lane in candidates if lane.text() not in texts)))
        self.select_lane(len(lanes))

    def ask_for_code(self) -> None:
        from ui.dialogs.own_code import OwnCodeDialog

        self.window.open_dialog(OwnCodeDialog(self.window.folder, self.add_code))

    def _ask_again(self, code: CodeFile) -> None:
        """Starts the race once the user allows the changed code to run."""
        from ui.dialogs.own_code import OwnCodeDialog

        def start(code: CodeFile) -> None:
            self.add_code(code)
            self.start_or_stop()

        self.window.open_dialog(OwnCodeDialog(code.path, start))

    def add_code(self, code: CodeFile) -> None:
        """Adds a lane for a code file; a preset becomes a race of plain searches, as deep as Python gets."""
        setup = self.setup
        lanes = PLAIN_LANES if setup.lanes in [preset.lanes for preset in PRESETS] else setup.lanes
        limit = setup.limit
        if limit.seconds is None:
            limit = Limit(depth=min(limit.depth or CODE_DEPTH, CODE_DEPTH))
        others = (lane for lane in lanes if lane.code is None or lane.code.path != code.path)
        self.change(lanes=(*others, Lane(code=code)), limit=limit)

    # Racing

    @property
    def is_running(self) -> bool:
        return self.race is not None and self.race.is_running

    def start_or_stop(self) -> None:
        if self.is_running:
            self.stop()
            return
        codes = (lane.code for lane in self.setup.lanes if lane.code is not None)
        if changed := next((code for code in codes if code.has_changed), None):
            self._ask_again(changed)
            return
        self.close()
        setup, self.race, self.at, self.refused = self.setup, None, None, ""
        try:
            self.race = Race(setup.board, setup.lanes, setup.limit, at_once=spare_processors())
        except ValueError as error:
            self.refused = capitalised(str(error))
        else:
            self.race.start()

    # The table of actions

    def _make_rows(self) -> tuple[Action | Gesture, ...]:
        return (
            Action("race_start", N_("Start"), N_("Start or stop the lanes"),
                   self.start_or_stop, (Key(pygame.K_SPACE),), Group.SEARCH,
                   is_possible=lambda: self.is_running or bool(self.setup.board.legal_moves()),
                   is_on=lambda: self.is_running, label_on=N_("Stop"), is_primary=True),
            Action("race_next_preset", N_("The next race"), N_("Another ready-made race"),
                   self._set_next_preset, (Key(pygame.K_r, control=True),), Group.SEARCH),
            *map(self._preset_row, RACES, PRESETS),
            Action("race_add", N_("Add a lane"), N_("One more search, up to six"), self.add_lane,
                   (Key(pygame.K_INSERT),), icon="plus", has_words=True,
                   is_possible=lambda: len(self.setup.lanes) < MOST_LANES),
            Action("race_code", N_("Own code"), N_("A file of Python with your search or evaluation"),
                   self.ask_for_code, (Key(pygame.K_o, control=True),), icon="open", has_words=True,
                   is_possible=lambda: len(self.setup.lanes) < MOST_LANES),
            Gesture(N_("Ctrl+1 – 6"), N_("Change that lane")),
            Gesture(N_("Ctrl+Shift+1 – 6"), N_("Remove that lane")),
            *chain(*map(self._rows_of_lane, range(MOST_LANES))),
            *self.tabs.rows,
            *self.options.rows,
        )  # fmt: skip

    def _preset_row(self, race: str, preset: Preset) -> Action:
        return Action(race, preset.short, preset.label, partial(self.set_preset, preset), (), Group.SEARCH,
                      is_on=lambda: self.setup.lanes == preset.lanes)  # fmt: skip

    def _rows_of_lane(self, n: int) -> tuple[Action, Action]:
        def remove() -> None:
            self.selected_lane -= n < self.selected_lane
            self.change(lanes=self.setup.lanes[:n] + self.setup.lanes[n + 1 :])

        key = pygame.K_1 + n
        return (
            Action(f"race_change_{n + 1}", N_("Change"),
                   N_("The search of this lane, and what it may use"),
                   partial(self.select_lane, n), group=Group.WINDOW, icon="settings",
                   is_possible=lambda: n < len(self.setup.lanes) and self.setup.lanes[n].code is None,
                   aliases=(Key(key, control=True),)),
            Action(f"race_remove_{n + 1}", N_("Remove"), N_("Race without this lane"),
                   remove, group=Group.WINDOW, icon="close",
                   is_possible=lambda: n < len(self.setup.lanes) > LEAST_LANES,
                   aliases=(Key(key, control=True, shift=True),)),
        )  # fmt: skip


class RaceView(LabView):
    board_share = 0.4

    def __init__(self, theme: Theme, frame: Frame, commands: RaceCommands, window: Window) -> None:
        actions, lanes = window.actions, len(commands.setup.lanes)
        parts = ("plain", ("race_start",)), ("segment", RACES), ("plain", ("race_add", "race_code"))
        groups = [(style, [actions[name] for name in names]) for style, names in parts]
        super().__init__(theme, frame, window.settings, groups)
        body = self.layout.body
        why = FactsModel(_("Why"), compared(WHY, ()), (), (WHY_NAMES, ""))
        low = FactsPanel(theme, body, lanes).least_height(why)
        self.is_folded = body.height - low - theme.px(BETWEEN) < theme.px(REST + lanes * LANE)
        names, cards = ["lanes", "why"], [grow(area("lanes")), area("why", 0, low / theme.scale)]
        if self.is_folded:
            names = [commands.tabs.shown.removeprefix("race_tab_")]
            cards = [area("tabs", 0, TAB_ROW), layers(area("lanes"), area("why"), share=1)]
        areas = solve(column(*cards, gap=BETWEEN), theme, body).areas
        if self.is_folded:
            self.button_rows += (segments(theme, areas["tabs"], [actions[name] for name in TABS]),)
        lane_buttons = [
            (actions[f"race_change_{n}"], actions[f"race_remove_{n}"]) for n in range(1, lanes + 1)
        ]
        self.conditions = FactsPanel(theme, self.layout.side)
        self.lanes = LanesPanel(theme, areas["lanes"], lane_buttons)
        self.why = FactsPanel(theme, areas["why"], lanes)
        self.show_panels(self.board, ["conditions", "time", *names])
        if "lanes" in names:
            self.button_rows += (self.lanes.buttons,)


class RacePart(LabPart):
    commands: RaceCommands
    view: RaceView
    state: RaceState
    keys = N_("Space start, stop · Ctrl+R races · Ins add a lane · F1 all keys")
    view_class = RaceView

    def __init__(self, window: Window, commands: RaceCommands) -> None:
        super().__init__(window, commands)
        self._refresh = Refresh(REFRESH)

    def make_state(self) -> RaceState:
        """Returns the state of the race now or at a past depth, or of one that has not started."""
        setup, race, refused, at = self.commands.shown
        standings = tuple(map(LaneProgress, setup.lanes)) if race is None else race.standings
        deepest, front = extent(setup, standings)
        shown, ticks = front if at is None else at, tuple(n / deepest for n in range(1, deepest + 1))
        time = TimeModel(shown / deepest, ticks, "" if race is None else describe_plies(shown))
        if at is not None:
            standings = tuple(_progress_at_depth(each, at) for each in standings)
        winners, first = _winners(standings), measure(standings)
        wrong = {each.number: each.depth for each in reversed(mismatches(standings))}
        lanes = tuple(
            _lane_model(setup, each, wrong.get(number), each in winners, _ratio(first, each))
            for number, each in enumerate(standings)
        )
        counted = [(each.lane.algorithm, each if each.counters else None) for each in standings]
        return RaceState(
            BoardScene(turn=setup.board.turn),
            refused or _describe_status(setup.board, race),
            bool(refused),
            setup.board,
            time,
            LanesModel(lanes, _("Nodes")),
            FactsModel(_("Why"), compared(WHY, counted), (), (WHY_NAMES, "")),
            _conditions(setup, standings, race.megabytes if race else DEFAULT_MEGABYTES, at is not None),
        )

    def on_open(self) -> None:
        super().on_open()
        self.commands.change(board=self.commands.lab.board)

    def update(self, dt: float) -> None:
        commands = self.commands
        commands.update(dt)
        if self._refresh.is_due((commands.shown, commands.is_running), commands.is_running):
            self.settle()
