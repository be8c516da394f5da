"""The parts of the Play page and their places, for one size of the window."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from operator import attrgetter
from typing import Any, Final

from pygame import Rect

from play.settings import Settings
from ui.actions import Actions
from ui.board.board_view import BoardView
from ui.boxes import Box, area, button, column, grow, layers, row, solve
from ui.buttons import ICON_WIDTH, SWITCH_ROOM, ButtonRow, segments
from ui.layout import (
    BETWEEN,
    FOLD_HEIGHT,
    FOLD_WIDTH,
    PANEL_HIGH,
    PANEL_MIN,
    PLAYERS,
    SMALL_GAP,
    TAB_ROW,
    TALL_SHARE,
    BoardPlace,
    Frame,
    below,
    below_board,
    beside_board,
    evaluation_beside,
)
from ui.pages.board_page import BoardPageView
from ui.pages.play.cards import PACE_BUTTONS, PACE_STRIP, CoachCard, EndCard, PaceStrip, PlayerPanel
from ui.pages.play.live_tree import LiveTreePanel
from ui.pages.play.state import ViewState
from ui.panels import analysis, tips
from ui.panels.analysis import AnalysisPanel
from ui.panels.charts import EvaluationBar, ScoreGraph
from ui.panels.moves import MovesPanel
from ui.panels.panel import Panel
from ui.panels.verdict import VerdictPanel
from ui.text import N_
from ui.theme import Theme

# Least width of a calm panel, which shows only the game, and of an unfolded one with the search.
CALM_PANEL_MIN: Final = 300
PANEL_UNFOLDED_MIN: Final = 440
# Least height of a panel below the board.
TALL_PANEL_MIN: Final = 352
# Least width of a panel with a separate column for the tree, and of each column.
COLUMNS_MIN: Final = 700
COLUMN_LEAST: Final = 376
# Heights of the players' cards in a calm panel: side by side, the same with a clock, and stacked.
LARGE_PLAYERS: Final = 96
CLOCK_PLAYERS: Final = 112
LOW_PLAYERS: Final = 50
# A narrower panel stacks its cards and puts their buttons into separate rows.
NARROW: Final = 480
PADDING: Final = 28
# The graph's share of the height left in a column; the moves below it have the rest.
COLUMN_CHART: Final = 0.4
# The button that swaps the sides, and the gap beside it.
SWAP: Final = 36
SWAP_GAP: Final = 6
# Least heights of the card of the tree and of the cards below it.
LEAST_TREE: Final = 120
LEAST_LOW: Final = 140
# Least height of a card in a calm panel.
CARD_LEAST: Final = 120
# Height of the buttons below the moves and of the switch beside them.
FOOT: Final = 32


class CardKind(Enum):
    """The card in place of the search; its values are the heights in a wide and in a narrow panel."""

    NONE = 0, 0
    VERDICT = 140, 178
    COACH = 148, 164
    END = 190, 232


@dataclass(frozen=True, slots=True)
class PlayShape:
    """What a view is laid out for. A calm view shows only the game, with large cards of the players, larger
    if it `has_clock`. A view that `has_pace` has a strip to set the pace, until the game `is_over`. One that
    `is_welcoming` shows only the players and the welcome card.
    """

    is_over: bool = False
    is_calm: bool = False
    has_clock: bool = False
    has_pace: bool = False
    has_engine: bool = True
    card: CardKind = CardKind.NONE
    is_welcoming: bool = False


USUAL: Final = PlayShape()


@dataclass(frozen=True)
class PlayLayout(BoardPlace):
    """The places of the parts; the tabs of a folded panel share one, a wide one has a column for the tree."""

    evaluation: Rect
    panel: Rect
    players: Rect
    black: Rect
    white: Rect
    swap: Rect
    """The button between the players that swaps their sides."""
    tabs: Rect
    thinking: Rect
    """The search, or the card in its place."""
    tree: Rect
    score_chart: Rect
    moves: Rect
    foot: Rect
    """The buttons that step through the game, and the switch of Think."""
    pace: Rect
    """The strip that sets the pace of a watched game; otherwise its height is 0."""
    welcome: Rect

    @property
    def is_folded(self) -> bool:
        return self.tabs.height > 0

    @classmethod
    def of(
        cls, frame: Frame, theme: Theme, has_evaluation_bar: bool = True, shape: PlayShape = USUAL
    ) -> "PlayLayout":
        px, is_calm, is_tall = frame.px, shape.is_calm, frame.is_portrait
        is_low = frame.page.width < px(FOLD_WIDTH) or frame.window.height < px(FOLD_HEIGHT)
        least = px(CALM_PANEL_MIN if is_calm else PANEL_MIN if is_low else PANEL_UNFOLDED_MIN)
        room = frame.page.height - 2 * px(SMALL_GAP)
        highest, strip = room, 0
        if is_tall:
            highest = min(round(room * TALL_SHARE), room - px(SMALL_GAP + TALL_PANEL_MIN))
        if shape.has_pace:
            strip = px(PACE_STRIP)
            highest -= strip + px(SMALL_GAP)
        board, panel = beside_board(frame, least, highest, TALL_SHARE)
        areas = {"pace": below_board(board, frame, strip)}
        if has_evaluation_bar and not is_calm:
            areas["evaluation"] = evaluation_beside(board, frame)
        if strip and is_tall:
            panel = below(panel, areas["pace"], px(SMALL_GAP))
        is_high = panel.height >= px(PANEL_HIGH + FOOT + SMALL_GAP)
        is_simple = is_calm or shape.is_welcoming
        has_columns = not is_simple and is_high and panel.width >= px(COLUMNS_MIN)
        is_folded = (is_tall or is_low) and not (is_simple or has_columns)
        width = panel.width / frame.scale
        width = max(COLUMN_LEAST, (width - BETWEEN) / 2) if has_columns else width
        players = _players(shape, width, (COLUMN_LEAST - SWAP - 2 * SWAP_GAP) / 2 if has_columns else 0)
        card_high = shape.card.value[width < NARROW]
        high = card_high if is_calm else analysis.HEIGHT
        thinking = area("thinking", 0, high, least=CARD_LEAST if is_calm else 0)
        moves = grow(area("moves"))
        score, tree = grow(area("score_chart")), grow(area("tree"))
        foot: Box | None = area("foot", 0, FOOT)
        parts: list[list[Box | None]]
        if shape.is_welcoming:
            parts, foot = [[players, grow(area("welcome"))]], None
        elif is_calm:
            parts = [[players, thinking if card_high else None, moves]]
        elif is_folded:
            free = panel.height / frame.scale - PLAYERS - TAB_ROW - FOOT - 2 * SMALL_GAP - 2 * BETWEEN
            if free >= high + LEAST_LOW:
                pages = layers(column(thinking, score, gap=BETWEEN), tree, moves)
            else:
                pages = layers(area("thinking"), column(tree, score, gap=BETWEEN), moves)
            parts = [[players, grow(column(area("tabs", 0, TAB_ROW), grow(pages), gap=SMALL_GAP))]]
        elif has_columns and is_tall:
            parts = [[players, thinking, score], [tree, moves]]
        elif has_columns:
            chart = grow(score, COLUMN_CHART)
            low = column(chart, grow(moves, 1 - COLUMN_CHART), gap=BETWEEN)
            parts = [[players, thinking, grow(low)], [tree]]
        else:
            chart = grow(area("score_chart", 0, LEAST_LOW))
            low = row(chart, moves, gap=BETWEEN)
            parts = [[players, thinking, grow(area("tree", 0, LEAST_TREE, order=1)), grow(low)]]
        cards = row(*(grow(column(*boxes, gap=BETWEEN)) for boxes in parts), gap=BETWEEN)
        whole = column(grow(cards), foot, gap=SMALL_GAP)
        return cls.with_areas(board, areas | {"panel": panel} | solve(whole, theme, panel).areas)


def _players(shape: PlayShape, width: float, side: float) -> Box:
    """Returns the cards of the players, `side` wide, with the swap button between them if Think is on."""
    if shape.is_calm and width < NARROW:
        high = PLAYERS if shape.has_clock else LOW_PLAYERS
        return column(area("black", 0, high), area("white", 0, high), gap=4, name="players")
    large = CLOCK_PLAYERS if shape.has_clock else LARGE_PLAYERS
    high = large if shape.is_calm else PLAYERS
    black, white = (grow(area(name, side, high, least=PLAYERS)) for name in ("black", "white"))
    if shape.is_calm:
        return row(black, white, gap=BETWEEN, name="players")
    return row(black, area("swap", SWAP, SWAP), white, gap=SWAP_GAP, name="players")


THINK_TAB, TREE_TAB, MOVES_TAB = TABS = ("tab_think", "tab_tree", "tab_moves")
"""The actions that choose the tabs of a folded panel."""
TRAVEL_BUTTONS: Final = ("first", "back", "on", "last")
"""The actions of the buttons below the moves."""
ALGORITHMS: Final = ("alphabeta", "pvs")
"""The actions of the switch in the search panel."""


class PlayView(BoardPageView):
    def __init__(
        self,
        theme: Theme,
        frame: Frame,
        settings: Settings,
        tab: str,
        actions: Actions,
        shape: PlayShape,
    ) -> None:
        """`tab` is the one that a folded panel shows."""
        self.theme, self.shape = theme, shape
        is_calm, has_card = shape.is_calm, shape.card is not CardKind.NONE
        self.layout = layout = PlayLayout.of(frame, theme, settings.show_evaluation, shape)
        self.players = PlayerPanel(theme, layout.black), PlayerPanel(theme, layout.white)
        self.evaluation = EvaluationBar(theme, layout.evaluation)
        self.card = self._make_card(actions)
        switched = [actions[algorithm] for algorithm in ALGORITHMS]
        self.analysis = AnalysisPanel(theme, layout.thinking, switched)
        self.tree = LiveTreePanel(theme, layout.tree)
        self.scores = ScoreGraph(theme, layout.score_chart, has_title=True)
        self.moves = MovesPanel(theme, layout.moves)
        is_folded = layout.is_folded
        # The visible tabs: one, unless there is room for all.
        tabs = {MOVES_TAB} if is_calm else {tab} if is_folded else set(TABS)
        has_search, has_tree = THINK_TAB in tabs, TREE_TAB in tabs
        shows_card = has_card and (is_calm or has_search)
        shows_analysis = has_search and not has_card
        shows_scores = not is_calm
        if is_folded:
            shows_scores = has_search if layout.score_chart.top > layout.thinking.bottom else has_tree
        parts: tuple[tuple[bool, Panel[Any], Callable[[ViewState], Any]], ...] = (
            (True, self.players[0], lambda state: state.players[0]),
            (True, self.players[1], lambda state: state.players[1]),
            (bool(layout.evaluation.width), self.evaluation, attrgetter("evaluation")),
            (shows_card, self.card, attrgetter("card")),
            (shows_analysis, self.analysis, attrgetter("figures.analysis")),
            (has_tree, self.tree, attrgetter("figures.tree")),
            (shows_scores, self.scores, attrgetter("figures.scores")),
            (MOVES_TAB in tabs, self.moves, attrgetter("figures.moves")),
        )
        if shows_card:
            self.button_rows += (self.card.buttons,)
        board = BoardView(theme, layout, settings.coordinates)
        shown = [(panel, model_of) for is_shown, panel, model_of in parts if is_shown and panel.rect.width]
        self.pace: PaceStrip | None = None
        if shape.has_pace and not shape.is_over:
            self.pace = PaceStrip(theme, layout.pace, [actions[name] for name in PACE_BUTTONS])
            shown.append((self.pace, attrgetter("watch_speed")))
        self.show_parts(board, shown)
        if is_folded:
            self.button_rows += (segments(theme, layout.tabs, [actions[tab] for tab in TABS]),)
        swap = button(actions["swap"], width=SWAP, height=SWAP) if layout.swap.width else row()
        self.swap = solve(swap, theme, layout.swap).button_row(theme)
        if self.pace is not None:
            self.button_rows += (self.pace.buttons,)
        if layout.foot.width:
            self.button_rows += (self._make_foot(actions),)
        if shows_analysis:
            self.button_rows += (self.analysis.buttons,)

    def _make_card(self, actions: Actions) -> VerdictPanel | CoachCard | EndCard:
        theme, place, kind = self.theme, self.layout.thinking, self.shape.card
        if kind is CardKind.END:
            return EndCard(theme, place)
        if kind is CardKind.COACH:
            return CoachCard(theme, place, actions["coach_off"])
        said = tips.TURN, tips.TURN_WORDS
        why = replace(actions["why"], icon="", label=N_("Show me"), label_on=N_("Close"))
        return VerdictPanel(theme, place, said, [why], PADDING, place.width < theme.px(NARROW))

    def _make_foot(self, actions: Actions) -> ButtonRow:
        travel = (button(actions[name], width=ICON_WIDTH, height=FOOT) for name in TRAVEL_BUTTONS)
        switch = button(actions["density"], style="switch", height=FOOT, padding=SWITCH_ROOM)
        foot = row(*travel, grow(), switch if self.shape.has_engine else None, gap=SMALL_GAP)
        return solve(foot, self.theme, self.layout.foot).button_row(self.theme)

    def travel_target(self, position: tuple[int, int]) -> int | None:
        """Returns the ply of the game at a pixel of the score graph or the move list; None elsewhere."""
        node = self.moves.node_at(position)
        return self.scores.ply_at(position) if node is None else node.ply
