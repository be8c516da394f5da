"""All that is drawn, for one size of the window; made anew when that changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame
import pygame_gui
from pygame import Rect, Surface
from pygame_gui.elements import UILabel

from game.board import Color
from game.evaluation import Evaluation
from play.settings import Settings
from ui.banner import Banner
from ui.board.animation import Animator
from ui.board.board_view import BoardView, Scene
from ui.layout import Layout
from ui.panels.charts import NodesChart, NodesModel, ScoreChart, ScoreModel
from ui.panels.evaluation import EvaluationBar
from ui.panels.moves import MoveList, MoveListModel
from ui.panels.players import PlayerCard, PlayerPanel
from ui.panels.thinking import FIGURES, SearchModel, ThinkingPanel
from ui.theme import NORMAL, SMALL, Theme
from ui.toolbar import Buttons, ButtonSpec, segments, toolbar

ALGORITHMS: Final = (
    ButtonSpec(
        "alphabeta",
        "Alpha-beta",
        "Search with alpha-beta from now on, also in the running search (P)",
        "@segment",
    ),
    ButtonSpec("pvs", "PVS", "Search with PVS from now on, also in the running search (P)", "@segment"),
)
TABS: Final = (
    ButtonSpec("tab_search", "Search", "", "@segment"),
    ButtonSpec("tab_charts", "Charts", "", "@segment"),
    ButtonSpec("tab_moves", "Moves", "", "@segment"),
)


@dataclass(frozen=True, slots=True)
class ViewState:
    """What the whole window shows in one frame."""

    scene: Scene
    players: tuple[PlayerCard, PlayerCard]
    evaluation: Evaluation | None
    search: SearchModel
    nodes: NodesModel
    scores: ScoreModel
    moves: MoveListModel
    status: str
    is_problem: bool
    keys: str  # what the keys do, or for a while a toast
    is_toast: bool
    focus: str | None  # the action of the button the keyboard is on


class PlayView:
    """The board, the panels and the widgets at their places."""

    def __init__(
        self, manager: pygame_gui.UIManager, theme: Theme, layout: Layout, settings: Settings, tab: str
    ) -> None:
        self.theme = theme
        self.layout = layout
        self.manager = manager
        self.tab = tab
        self.board = BoardView(theme, layout, settings.show_coordinates)
        self.players = tuple(PlayerPanel(theme, layout.players, color) for color in Color)
        self.evaluation = EvaluationBar(theme, layout.evaluation) if layout.evaluation.width else None
        self.thinking = ThinkingPanel(theme, layout.thinking)
        self.nodes = NodesChart(theme, layout.nodes_chart)
        self.scores = ScoreChart(theme, layout.score_chart)
        self.moves = MoveList(theme, layout.moves)
        self.toolbar = toolbar(manager, theme, layout.toolbar)
        self.algorithms: Buttons | None = None
        self.tabs: Buttons | None = None
        if layout.is_folded:
            self.tabs = segments(manager, layout.tabs, TABS)
            self.tabs.select(tab, True)
        if self.shows("tab_search"):
            self.algorithms = segments(manager, self.thinking.switch_rect, ALGORITHMS)
            for rect, (_, meaning) in zip(self.thinking.figure_rects(), FIGURES, strict=True):
                label = UILabel(rect, "", manager)
                label.set_tooltip(meaning)
        self.banner: Banner | None = None

    def shows(self, tab: str) -> bool:
        """Whether a page of the panel is in sight: always, unless the panel is folded."""
        return not self.layout.is_folded or self.tab == tab

    @property
    def _rows(self) -> list[Buttons]:
        return [buttons for buttons in (self.toolbar, self.tabs, self.algorithms) if buttons is not None]

    def action_of(self, element: object) -> str | None:
        """The action a pressed button stands for."""
        for buttons in self._rows:
            action = buttons.action_of(element)
            if action is not None:
                return action
        return self.banner.action_of(element) if self.banner is not None else None

    def next_focus(self, action: str | None, step: int) -> str:
        """The button the keyboard comes to from the one it is on."""
        usable = [name for buttons in self._rows for name in buttons.usable()]
        if action not in usable:
            return usable[0 if step > 0 else -1]
        return usable[(usable.index(action) + step) % len(usable)]

    def travel_target(self, position: tuple[int, int]) -> int | None:
        """The position of the game under the pointer, on the score graph or in the move list."""
        if self.shows("tab_charts") and self.scores.rect.collidepoint(position):
            return self.scores.cursor_at(position)
        if self.shows("tab_moves") and self.moves.rect.collidepoint(position):
            return self.moves.cursor_at(position)
        return None

    def chip_at(self, position: tuple[int, int]) -> int | None:
        return self.thinking.chip_at(position) if self.shows("tab_search") else None

    def draw(self, surface: Surface, animator: Animator, picture: ViewState) -> None:
        theme, layout = self.theme, self.layout
        surface.fill(theme["background"])
        self._draw_bars(surface, picture)
        for panel, card in zip(self.players, picture.players, strict=True):
            panel.draw(surface, card)
        if self.evaluation is not None:
            self.evaluation.draw(surface, self.evaluation.model(picture.evaluation))
        self.board.draw(surface, animator, picture.scene)
        if self.shows("tab_search"):
            self.thinking.draw(surface, picture.search)
        if self.shows("tab_charts"):
            self.nodes.draw(surface, picture.nodes)
            self.scores.draw(surface, picture.scores)
        if self.shows("tab_moves"):
            self.moves.draw(surface, picture.moves)
        if self.banner is not None:
            self.banner.draw(surface)
        self.manager.draw_ui(surface)
        for buttons in self._rows:
            focus = buttons.rect_of(picture.focus)
            if focus is not None:
                ring = focus.inflate(theme.px(4), theme.px(4))
                pygame.draw.rect(surface, theme["warning"], ring, max(2, theme.px(2)), theme.px(8))
        if layout.is_folded:
            line = Rect(
                layout.tabs.left, layout.tabs.bottom + theme.px(2), layout.tabs.width, max(1, theme.px(1))
            )
            pygame.draw.rect(surface, theme["edge"], line)

    def _draw_bars(self, surface: Surface, picture: ViewState) -> None:
        theme, layout = self.theme, self.layout
        edge_width = max(1, theme.px(1))
        for bar, edge in (
            (layout.toolbar, layout.toolbar.bottom - edge_width),
            (layout.status, layout.status.top),
        ):
            surface.fill(theme["bar"], bar)
            surface.fill(theme["edge"], (0, edge, bar.width, edge_width))
        middle = layout.status.centery
        left = theme.px(16)
        line = theme.ellipsized(picture.status, NORMAL, layout.status.width - 2 * left)
        status = theme.text(line, NORMAL, "mistake_text" if picture.is_problem else "text")
        surface.blit(status, status.get_rect(midleft=(left, middle)))
        room = layout.status.width - left - status.get_width() - theme.px(40)
        keys = theme.ellipsized(picture.keys, SMALL, room)
        if len(keys) > 1:
            help_text = theme.text(keys, SMALL, "warning" if picture.is_toast else "quiet")
            surface.blit(help_text, help_text.get_rect(midright=(layout.status.right - theme.px(16), middle)))
