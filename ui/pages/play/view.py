"""The parts of the page Play at their places, for one size of the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pygame import Rect, Surface

from game.board import Color
from play.settings import Settings
from ui.actions import Actions
from ui.board.animation import Animator
from ui.board.board_view import BoardView
from ui.buttons import ButtonRow, icon_row, segments
from ui.layout import Frame
from ui.pages.play.layout import PlayLayout
from ui.pages.play.search_line import SearchLine
from ui.pages.play.state import ViewState
from ui.pages.play.thinking import ThinkingPanel
from ui.panels.charts import NodesChart, ScoreChart
from ui.panels.evaluation import EvaluationBar
from ui.panels.moves import MoveList
from ui.panels.panel import Panel
from ui.panels.players import PlayerPanel, swap_place
from ui.panels.tips import Tip
from ui.theme import Theme

SEARCH_TAB, CHARTS_TAB, MOVES_TAB = TABS = ("tab_search", "tab_charts", "tab_moves")
"""What a folded panel shows one of, by the actions that choose it."""
TRAVEL: Final = ("first", "back", "on", "last")
"""The buttons under the moves, likewise."""
ALGORITHMS: Final = ("alphabeta", "pvs")
"""The switch in the search panel, likewise."""


class PlayView:
    def __init__(
        self,
        theme: Theme,
        frame: Frame,
        settings: Settings,
        tab: str,
        actions: Actions,
        is_over: bool,
        is_brief: bool,
        has_clock: bool,
    ) -> None:
        """`tab` is the one in sight where the panel is folded; one that `is_over` has a strip for its end.
        An `is_brief` view shows the game alone, with large clocks where it `has_clock`.
        """
        self.theme = theme
        self.tab = MOVES_TAB if is_brief else tab
        self.is_brief = is_brief
        self.layout = layout = PlayLayout.of(frame, settings.show_evaluation, is_over, is_brief, has_clock)
        self.board = BoardView(theme, layout, settings.coordinates)
        self.players = tuple(PlayerPanel(theme, layout.players, color) for color in Color)
        self.evaluation = EvaluationBar(theme, layout.evaluation)
        self.line = SearchLine(theme, layout.thinking)
        self.thinking = ThinkingPanel(theme, layout.thinking)
        self.nodes = NodesChart(theme, layout.nodes_chart)
        self.scores = ScoreChart(theme, layout.score_chart)
        self.moves = MoveList(theme, layout.moves)
        parts: tuple[tuple[bool, Panel[Any], Callable[[ViewState], Any]], ...] = (
            (True, self.players[0], lambda state: state.players[0]),
            (True, self.players[1], lambda state: state.players[1]),
            (bool(layout.evaluation.width), self.evaluation, lambda state: state.evaluation),
            (is_brief, self.line, lambda state: state.figures.search),
            (self.shows(SEARCH_TAB), self.thinking, lambda state: state.figures.search),
            (self.shows(CHARTS_TAB), self.nodes, lambda state: state.figures.nodes),
            (self.shows_scores, self.scores, lambda state: state.figures.scores),
            (self.shows(MOVES_TAB), self.moves, lambda state: state.figures.moves),
        )
        self._parts = [(panel, model_of) for is_shown, panel, model_of in parts if is_shown]
        self.button_rows: tuple[ButtonRow, ...] = ()
        if layout.is_folded:
            self.button_rows += (segments(theme, layout.tabs, [actions[tab] for tab in TABS]),)
        swap = ButtonRow(theme, hides=True)
        swap.add(swap_place(theme, layout.players), actions["swap"])
        self.button_rows += (swap,)
        if self.shows(MOVES_TAB):
            travel = [actions[name] for name in TRAVEL]
            self.button_rows += (icon_row(theme, layout.travel, travel),)
        if is_brief:
            unfold = ButtonRow(theme)
            unfold.add(self.line.button_rect, actions["density"])
            self.button_rows += (unfold,)
        if self.shows(SEARCH_TAB):
            switch = [actions[algorithm] for algorithm in ALGORITHMS]
            self.button_rows += (segments(theme, self.thinking.switch_rect, switch),)
        self.tips: list[Tip] = [tip for panel, _model_of in self._parts for tip in panel.tips()]

    @property
    def shows_scores(self) -> bool:
        """Whether their graph is in sight: a brief panel has it where there is room."""
        return bool(self.layout.score_chart.width) if self.is_brief else self.shows(CHARTS_TAB)

    def shows(self, tab: str) -> bool:
        """Whether a tab of the panel is in sight: always, unless the panel is folded or brief."""
        return not (self.layout.is_folded or self.is_brief) or self.tab == tab

    def travel_target(self, position: tuple[int, int]) -> int | None:
        """The position of the game under the pointer, on the score graph or in the move list."""
        if self.shows_scores and self.scores.rect.collidepoint(position):
            return self.scores.ply_at(position)
        if self.shows(MOVES_TAB) and self.moves.rect.collidepoint(position):
            return self.moves.ply_at(position)
        return None

    def turn_wheel(self, position: tuple[int, int], notches: int) -> None:
        """Up is positive."""
        if self.shows(MOVES_TAB) and self.moves.rect.collidepoint(position):
            self.moves.scroll(-notches)

    def pv_move_at(self, position: tuple[int, int]) -> int | None:
        """The move of the PV under the pointer, by its place in the line."""
        return self.thinking.pv_move_at(position) if self.shows(SEARCH_TAB) else None

    def update(self, state: ViewState) -> None:
        """Show this in every part in sight."""
        for panel, model_of in self._parts:
            panel.update(model_of(state))

    def draw(self, surface: Surface, animator: Animator, state: ViewState) -> None:
        """Draw all but the buttons; changes nothing."""
        self.board.draw(surface, animator, state.scene)
        for panel, _model_of in self._parts:
            panel.draw(surface)
        if self.layout.is_folded:
            px, tabs = self.theme.px, self.layout.tabs
            line = Rect(tabs.left, tabs.bottom + px(2), tabs.width, max(1, px(1)))
            surface.fill(self.theme["edge"], line)
