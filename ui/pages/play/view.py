"""The parts of the page Play at their places, for one size of the window."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final

from pygame import Rect, Surface

from game.board import Color
from play.settings import Settings
from ui.actions import Actions
from ui.board.board_view import Animator, BoardView
from ui.buttons import button_width, icon_row, row_of, segments
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
    beside_board,
    is_wide,
    two_columns,
    two_rows,
)
from ui.pages.board_page import BoardPageView, PageState
from ui.pages.play.cards import PACE_BUTTONS, PACE_STRIP, PaceStrip, PlayerPanel, SearchLine, swap_place
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
# The card of the tree at least, and what is below it; what is left over is shared.
TREE: Final = 200
LOW: Final = 190
# The least of the card of the tree, and of what is below it.
LEAST_TREE: Final = 120
LEAST_LOW: Final = 140


@dataclass(frozen=True, slots=True)
class PlayShape:
    """What a view is laid out for. One `is_brief` shows the game alone, with large cards for the players
    where it `has_clock`, and with more than a line about the search where it `has_card`, which may be that
    of two analysts. One that `has_pace` has a strip to set it by, until it `is_over`.
    """

    is_over: bool = False
    is_brief: bool = False
    has_clock: bool = False
    has_pace: bool = False
    has_card: bool = False
    has_analysts: bool = False


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
    is_folded: bool
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

    @classmethod
    def of(cls, frame: Frame, has_evaluation_bar: bool = True, shape: PlayShape = USUAL) -> "PlayLayout":
        scale, px, is_brief = frame.scale, frame.px, shape.is_brief
        gap, small, between = px(GAP), px(SMALL_GAP), px(BETWEEN)
        bar = px(EVALUATION_BAR) + small if has_evaluation_bar else 0
        is_tall, least_column = frame.is_portrait, px(COLUMN_LEAST)
        is_low = frame.page.width < FOLD_WIDTH * scale or frame.window.height < FOLD_HEIGHT * scale
        least = px(PANEL_MIN if is_low or is_brief else PANEL_UNFOLDED_MIN)
        room = frame.page.height - 2 * gap
        highest, strip = round(room * TALL_SHARE) if is_tall else room, 0
        if shape.has_pace:
            strip = px(PACE_STRIP)
            highest -= strip + small
        board, panel = beside_board(frame, bar, least, highest, TALL_SHARE)
        if strip and is_tall:
            panel.top, panel.height = panel.top + strip + small, panel.height - strip - small
        evaluation = Rect(board.left - bar, board.top, bar - small if bar else 0, board.height)
        pace = Rect(board.left - bar, board.bottom + small, board.width + bar, strip)
        felt = BoardPlace(board).felt
        ending = pace.copy()
        if not shape.has_pace:
            height = min(px(END_HEIGHT), board.bottom + gap - felt.bottom)
            ending = Rect(0, felt.bottom, min(px(END_WIDTH), board.width), height)
            ending.centerx = board.centerx
        has_columns = is_wide(panel, scale) and has_evaluation_bar
        if not is_brief:
            has_columns = panel.width >= px(COLUMNS_MIN) and panel.height >= px(PANEL_HIGH)
        is_folded = (is_tall or is_low) and not (is_brief or has_columns)
        left, right = two_columns(panel, between) if has_columns else (panel, panel)
        if has_columns and left.width < least_column:
            left.width, right.width = least_column, panel.width - between - least_column
            right.left = left.right + between
        cards = LARGE_PLAYERS if is_brief and shape.has_clock else PLAYERS
        players = Rect(left.left, left.top, left.width, px(cards))
        rest = below(left, players, between)
        tabs = Rect(rest.left, rest.top, rest.width, px(TAB_ROW) if is_folded else 0)
        page = below(rest, tabs, small) if is_folded else right if has_columns else rest
        travel = Rect(page.left, page.bottom - px(TRAVEL_ROW), page.width, px(TRAVEL_ROW))
        moves = Rect(page.left, page.top, page.width, travel.top - small - page.top)
        score = tree = Rect(rest.left, rest.bottom, 0, 0)
        thinking = Rect(rest.left, rest.top, rest.width, px(ThinkingPanel.height(round(rest.width / scale))))
        if is_brief:
            thinking.height = px(SEARCH_LINE)
            if shape.has_card:
                low, high = (ANALYSTS, ANALYSTS + BUTTON_ROW) if shape.has_analysts else (CARD, NARROW_CARD)
                thinking.height = px(low if rest.width >= px(NARROW) else high)
            if has_columns:
                score = below(rest, thinking, between)
            else:
                moves = below(moves, thinking, between)
                if shape.has_card and moves.height >= px(CARD_CHART + BETWEEN + LEAST_MOVES):
                    score = Rect(moves.left, moves.top, moves.width, px(CARD_CHART))
                    moves = below(moves, score, between)
        elif is_folded:
            thinking.topleft, tree = page.topleft, page.copy()
            score = below(page, thinking, between)
            if score.height < px(LEAST_LOW):
                thinking.height = page.height
                tree, score = two_rows(page, between)
        elif has_columns and is_tall:
            score = below(rest, thinking, between)
            tree, moves = two_rows(right, between)
            moves.height = travel.top - small - moves.top
        elif has_columns:
            tree, rest = right, below(left, thinking, between)
            score = Rect(rest.left, rest.top, rest.width, round(rest.height * COLUMN_CHART))
            travel.left, travel.width = rest.left, rest.width
            moves = below(rest, score, between)
            moves.height = travel.top - small - moves.top
        else:
            rest = below(rest, thinking, between)
            high = px(TREE) + max(0, rest.height - px(TREE + LOW)) // 2
            high = max(px(LEAST_TREE), min(high, rest.height - between - px(LEAST_LOW)))
            tree = Rect(rest.left, rest.top, rest.width, high)
            score, moves = two_columns(below(rest, tree, between), between)
            travel.left, travel.width = moves.left, moves.width
            moves.height = travel.top - small - moves.top
        numbers = moves.union(travel) if is_tall else score.union(travel)
        if is_folded or is_brief:
            numbers = score if score.top > thinking.bottom else page
        return cls(
            board, evaluation, panel, players, is_folded, tabs, thinking, tree, numbers, score, moves, travel,
            pace, ending,
        )  # fmt: skip


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
        self.layout = layout = PlayLayout.of(frame, settings.show_evaluation, shape)
        self.players = tuple(PlayerPanel(theme, layout.players, color) for color in Color)
        self.evaluation = EvaluationBar(theme, layout.evaluation)
        said = (tips.ANALYSTS, tips.OPINIONS) if has_analysts else (tips.TURN, tips.TURN_WORDS)
        self.card = VerdictPanel(theme, layout.thinking, *said)
        self.line = SearchLine(theme, layout.thinking)
        self.thinking = ThinkingPanel(theme, layout.thinking)
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
            label = actions["why"].label if has_analysts else N_("Show me")
            why = replace(actions["why"], icon="", label=label, label_on=N_("Close"))
            is_narrow = layout.thinking.width < theme.px(NARROW)
            places = self.card.place_buttons([button_width(theme, why, PADDING)], 0, is_narrow)
            self.button_rows += (row_of(theme, [why], places),)
        board = BoardView(theme, layout, settings.coordinates)
        shown = [(panel, model_of) for is_shown, panel, model_of in parts if is_shown]
        self.pace: PaceStrip | None = None
        if shape.has_pace and not shape.is_over:
            self.pace = PaceStrip(theme, layout.pace, [actions[name] for name in PACE_BUTTONS])
            shown.append((self.pace, attrgetter("watch_speed")))
        self.show_parts(board, shown)
        if is_folded:
            self.button_rows += (segments(theme, layout.tabs, [actions[tab] for tab in TABS]),)
        self.swap = row_of(theme, [actions["swap"]], [swap_place(theme, layout.players)])
        if self.pace is not None:
            self.button_rows += (self.pace.buttons,)
        if shows_moves:
            travel = [actions[name] for name in TRAVEL_BUTTONS]
            self.button_rows += (icon_row(theme, layout.travel, travel),)
        if shows_thinking:
            switch = [actions[algorithm] for algorithm in ALGORITHMS]
            numbers = row_of(theme, [actions["numbers"]], [self.thinking.numbers_rect])
            self.button_rows += (segments(theme, self.thinking.switch_rect, switch), numbers)

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
