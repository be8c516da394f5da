"""The parts of the page Play at their places, for one size of the window."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final

from pygame import Rect, Surface

from play.settings import Settings
from ui.actions import Actions
from ui.board.board_view import Animator, BoardView
from ui.boxes import Box, area, column, grow, layers, row, solve
from ui.buttons import icon_row, row_of, segments
from ui.layout import (
    BETWEEN,
    EVALUATION_BAR,
    FOLD_HEIGHT,
    FOLD_WIDTH,
    GAP,
    PANEL_HIGH,
    PANEL_MIN,
    PLAYERS,
    SMALL_GAP,
    TAB_ROW,
    TALL_SHARE,
    TRAVEL_ROW,
    BoardPlace,
    Frame,
    below,
    below_board,
    beside_board,
    evaluation_beside,
    is_wide,
    over_frame,
)
from ui.pages.board_page import BoardPageView, PageState
from ui.pages.play.cards import PACE_BUTTONS, PACE_STRIP, PaceStrip, PlayerPanel, SearchLine
from ui.pages.play.live_tree import LiveTreePanel
from ui.pages.play.state import ViewState
from ui.pages.play.thinking import NumbersPanel, ThinkingPanel
from ui.panels import tips
from ui.panels.charts import EvaluationBar, ScoreGraph
from ui.panels.moves import MovesPanel
from ui.panels.panel import Panel
from ui.panels.verdict import ANALYSTS, BUTTON_ROW, VerdictPanel
from ui.text import N_
from ui.theme import Theme

PANEL_UNFOLDED_MIN: Final = 440
# From this width of the panel on the tree has a column of its own.
COLUMNS_MIN: Final = 700
COLUMN_LEAST: Final = 376
# The cards of the players with a large clock; the search folded to one line.
LARGE_PLAYERS: Final = 112
SEARCH_LINE: Final = 78
# What is said at the end of a game, at most.
END_WIDTH: Final = 648
END_HEIGHT: Final = 40
# What says where the game turned, or shows what a move costs, and the graph below where there is room.
CARD: Final = 140
NARROW_CARD: Final = 178
CARD_CHART: Final = 116
LEAST_MOVES: Final = 220
# Where the card is narrower, its button has a row of its own.
NARROW: Final = 480
PADDING: Final = 28
# The graph over the moves, as a share of what is left of a column.
COLUMN_CHART: Final = 0.4
# The button that exchanges the players, and beside it.
SWAP: Final = 36
SWAP_GAP: Final = 6
# The least of the card of the tree, and of what is below it.
LEAST_TREE: Final = 120
LEAST_LOW: Final = 140


@dataclass(frozen=True, slots=True)
class PlayShape:
    """What a view is laid out for. One `is_brief` shows the game alone, with large cards for the players
    where it `has_clock`, and with more than a line about the search where it `has_card`, which may be that
    of two analysts. One that `has_pace` has a strip to set it by, until it `is_over`. While it `is_welcoming`
    the panel has nothing but the players and the card of the first start.
    """

    is_over: bool = False
    is_brief: bool = False
    has_clock: bool = False
    has_pace: bool = False
    has_card: bool = False
    has_analysts: bool = False
    is_welcoming: bool = False


USUAL: Final = PlayShape()


@dataclass(frozen=True)
class PlayLayout(BoardPlace):
    """Of a folded panel all three tabs have the same place; in a brief one, which shows the game alone, the
    search has a line. A wide one has two columns: the tree in one of its own, and in a brief one the graph of
    the scores, for which there is no room elsewhere.
    """

    evaluation: Rect
    panel: Rect
    players: Rect
    black: Rect
    white: Rect
    swap: Rect
    """What exchanges the players, between them."""
    tabs: Rect
    thinking: Rect
    tree: Rect
    numbers: Rect
    """What may be open in place of the graph and the moves, or of what else a folded panel has there."""
    score_chart: Rect
    moves: Rect
    travel: Rect
    """The buttons under the moves."""
    pace: Rect
    """What sets the pace of a game that is watched; else without any height."""
    ending: Rect
    """What is said at the end of a game: over the lower frame of the board, and no square."""
    welcome: Rect

    @property
    def is_folded(self) -> bool:
        return self.tabs.height > 0

    @classmethod
    def of(
        cls, frame: Frame, theme: Theme, has_evaluation_bar: bool = True, shape: PlayShape = USUAL
    ) -> "PlayLayout":
        px, is_brief, is_tall = frame.px, shape.is_brief, frame.is_portrait
        bar = px(EVALUATION_BAR) + px(SMALL_GAP) if has_evaluation_bar else 0
        is_low = frame.page.width < px(FOLD_WIDTH) or frame.window.height < px(FOLD_HEIGHT)
        least = px(PANEL_MIN if is_low or is_brief else PANEL_UNFOLDED_MIN)
        room = frame.page.height - 2 * px(GAP)
        highest, strip = round(room * TALL_SHARE) if is_tall else room, 0
        if shape.has_pace:
            strip = px(PACE_STRIP)
            highest -= strip + px(SMALL_GAP)
        board, panel = beside_board(frame, bar, least, highest, TALL_SHARE)
        pace = below_board(board, frame, bar, strip)
        areas = {
            "pace": pace,
            "ending": pace if shape.has_pace else over_frame(board, frame, END_WIDTH, END_HEIGHT),
        }
        if has_evaluation_bar:
            areas["evaluation"] = evaluation_beside(board, frame)
        if strip and is_tall:
            panel = below(panel, pace, px(SMALL_GAP))
        has_columns = is_wide(panel, frame.scale) and has_evaluation_bar
        if not is_brief:
            has_columns = panel.width >= px(COLUMNS_MIN) and panel.height >= px(PANEL_HIGH)
        has_columns = has_columns and not shape.is_welcoming
        is_folded = (is_tall or is_low) and not (is_brief or has_columns or shape.is_welcoming)
        width = panel.width / frame.scale
        width = max(COLUMN_LEAST, (width - BETWEEN) / 2) if has_columns else width
        side = (COLUMN_LEAST - SWAP - 2 * SWAP_GAP) / 2 if has_columns else 0
        cards = LARGE_PLAYERS if is_brief and shape.has_clock else PLAYERS
        both = (grow(area(name, side, cards)) for name in ("black", "white"))
        players = row(next(both), area("swap", SWAP, SWAP), next(both), gap=SWAP_GAP, name="players")
        high = ThinkingPanel.height(round(width))
        thinking, travel = area("thinking", 0, high), area("travel", 0, TRAVEL_ROW)
        score, tree = grow(area("score_chart")), grow(area("tree"))
        moves = column(grow(area("moves")), travel, gap=SMALL_GAP)
        if shape.is_welcoming:
            parts: list[list[Box | None]] = [[players, grow(area("welcome"))]]
        elif is_brief:
            card = area("thinking", 0, _card_height(shape, width), least=SEARCH_LINE)
            chart = area("score_chart", 0, CARD_CHART, order=1) if shape.has_card else None
            few = column(grow(area("moves", 0, LEAST_MOVES, least=1)), travel, gap=SMALL_GAP)
            parts = [[players, card, chart, grow(few)]]
            if has_columns:
                parts = [[players, card, score], [grow(moves)]]
        elif is_folded:
            free = panel.height / frame.scale - cards - TAB_ROW - SMALL_GAP - 2 * BETWEEN
            if free >= high + LEAST_LOW:
                low = grow(row(score, name="numbers"))
                pages = layers(column(thinking, low, gap=BETWEEN), tree, moves)
            else:
                pages = layers(area("thinking"), column(tree, score, gap=BETWEEN), moves, name="numbers")
            parts = [[players, grow(column(area("tabs", 0, TAB_ROW), grow(pages), gap=SMALL_GAP))]]
        elif has_columns and is_tall:
            parts = [[players, thinking, score], [tree, grow(replace(moves, name="numbers"))]]
        elif has_columns:
            chart = grow(score, COLUMN_CHART)
            low = column(chart, grow(moves, 1 - COLUMN_CHART), gap=BETWEEN, name="numbers")
            parts = [[players, thinking, grow(low)], [tree]]
        else:
            chart = grow(area("score_chart", 0, LEAST_LOW))
            low = row(chart, grow(moves), gap=BETWEEN, name="numbers")
            parts = [[players, thinking, grow(area("tree", 0, LEAST_TREE)), grow(low)]]
        whole = row(*(grow(column(*boxes, gap=BETWEEN)) for boxes in parts), gap=BETWEEN)
        return cls.with_areas(board, areas | {"panel": panel} | solve(whole, theme, panel).areas)


def _card_height(shape: PlayShape, width: float) -> float:
    """Of a search in a line, or of a card in its place."""
    if not shape.has_card:
        return SEARCH_LINE
    low, high = (ANALYSTS, ANALYSTS + BUTTON_ROW) if shape.has_analysts else (CARD, NARROW_CARD)
    return low if width >= NARROW else high


THINK_TAB, TREE_TAB, MOVES_TAB = TABS = ("tab_think", "tab_tree", "tab_moves")
"""What a folded panel shows one of, by the actions that choose it."""
TRAVEL_BUTTONS: Final = ("first", "back", "on", "last")
"""The buttons under the moves, likewise."""
ALGORITHMS: Final = ("alphabeta", "pvs")
"""The switch in the search panel, likewise."""


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
        """`tab` is the one in sight where the panel is folded."""
        self.theme, self.shape = theme, shape
        is_brief, has_card, has_analysts = shape.is_brief, shape.has_card, shape.has_analysts
        self.layout = layout = PlayLayout.of(frame, theme, settings.show_evaluation, shape)
        self.players = PlayerPanel(theme, layout.black), PlayerPanel(theme, layout.white)
        self.evaluation = EvaluationBar(theme, layout.evaluation)
        said = (tips.ANALYSTS, tips.OPINIONS) if has_analysts else (tips.TURN, tips.TURN_WORDS)
        label = actions["why"].label if has_analysts else N_("Show me")
        why = replace(actions["why"], icon="", label=label, label_on=N_("Close"))
        is_narrow = layout.thinking.width < theme.px(NARROW)
        self.card = VerdictPanel(theme, layout.thinking, said, [why], PADDING, is_narrow)
        self.line = SearchLine(theme, layout.thinking)
        switched = [actions[algorithm] for algorithm in ALGORITHMS]
        self.thinking = ThinkingPanel(theme, layout.thinking, switched, [actions["numbers"]])
        self.tree = LiveTreePanel(theme, layout.tree)
        self.numbers = NumbersPanel(theme, layout.numbers)
        self.scores = ScoreGraph(theme, layout.score_chart, has_title=True)
        self.moves = MovesPanel(theme, layout.moves)
        is_folded, has_numbers = layout.is_folded, settings.numbers and not has_card
        # Which are in sight: one, unless there is room for all.
        tabs = {MOVES_TAB} if is_brief else {tab} if is_folded else set(TABS)
        has_search, has_tree = THINK_TAB in tabs, TREE_TAB in tabs
        covered = layout.numbers if has_numbers else Rect(0, 0, 0, 0)
        shows_card = has_card and (is_brief or has_search)
        shows_thinking = has_search and not has_card and not covered.colliderect(layout.thinking)
        shows_moves = MOVES_TAB in tabs and (is_brief or is_folded or not has_numbers)
        shows_moves = shows_moves and layout.moves.width > 0
        if is_brief:
            shows_scores = bool(layout.score_chart.width)
        elif not is_folded:
            shows_scores = not covered.colliderect(layout.score_chart)
        else:
            is_below = layout.score_chart.top > layout.thinking.bottom
            shows_scores = has_search and not has_numbers if is_below else has_tree
        parts: tuple[tuple[bool, Panel[Any], Callable[[ViewState], Any]], ...] = (
            (True, self.players[0], lambda state: state.players[0]),
            (True, self.players[1], lambda state: state.players[1]),
            (bool(layout.evaluation.width), self.evaluation, attrgetter("evaluation")),
            (shows_card, self.card, attrgetter("card")),
            (is_brief and not has_card, self.line, attrgetter("figures.search")),
            (shows_thinking, self.thinking, attrgetter("figures.search")),
            (has_tree, self.tree, attrgetter("figures.tree")),
            (has_numbers and has_search, self.numbers, attrgetter("figures.search")),
            (shows_scores, self.scores, attrgetter("figures.scores")),
            (shows_moves, self.moves, attrgetter("figures.moves")),
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
        self.swap = row_of(theme, [actions["swap"]], [layout.swap])
        if self.pace is not None:
            self.button_rows += (self.pace.buttons,)
        if shows_moves:
            travel = [actions[name] for name in TRAVEL_BUTTONS]
            self.button_rows += (icon_row(theme, layout.travel, travel),)
        if shows_thinking:
            self.button_rows += (self.thinking.buttons,)

    def travel_target(self, position: tuple[int, int]) -> int | None:
        """The position of the game under the pointer, on the score graph or in the move list."""
        node = self.moves.node_at(position)
        return self.scores.ply_at(position) if node is None else node.ply

    def draw(self, surface: Surface, animator: Animator, state: PageState) -> None:
        super().draw(surface, animator, state)
        if self.layout.is_folded:
            px, tabs = self.theme.px, self.layout.tabs
            line = Rect(tabs.left, tabs.bottom + px(2), tabs.width, max(1, px(1)))
            surface.fill(self.theme["edge"], line)
