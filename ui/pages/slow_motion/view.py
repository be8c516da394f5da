"""The parts of the page Slow motion at their places, for one size of the window."""

from __future__ import annotations

from typing import Any, Final

from pygame import Rect, Surface

from play.settings import Settings
from play.slow_motion import SPEEDS
from ui import paint
from ui.actions import Actions
from ui.board.animation import Animator
from ui.board.board_view import BoardView
from ui.buttons import ButtonRow, segments
from ui.layout import Frame
from ui.pages.slow_motion.algorithm import TextPanel
from ui.pages.slow_motion.figures import FiguresPanel
from ui.pages.slow_motion.layout import SlowMotionLayout
from ui.pages.slow_motion.lines import Group, button_line
from ui.pages.slow_motion.rows import RowsPanel
from ui.pages.slow_motion.runs import RunsPanel
from ui.pages.slow_motion.state import SlowMotionState, Tip
from ui.panels import tips
from ui.panels.panel import Panel
from ui.text import N_, _
from ui.theme import SMALL, Theme

BOARD_TAB, TEXT_TAB, CHOICES_TAB = TABS = ("tab_board", "tab_text", "tab_choices")
SEARCHES: Final = ("minimax", "alphabeta", "pvs", "scout", "mtdf", "mt_sss", "sss")
PLIES: Final = (*(f"plies_{n}" for n in range(1, 8)), "plies_end")
ORDERS: Final = ("sorted", "unsorted", "worst_first")
MEMORIES: Final = ("table_off", "table_positions", "table_paths")
EVALUATORS: Final = ("learned", "discs")
TRAVEL: Final = ("start", "backward", "play", "forward", "end")
SPEED: Final = ("slower", "faster")
JUMPS: Final = ("next_cut", "next_research", "next_best")
SPEED_ROOM: Final = 80
TIP_WIDTH: Final = 320


class SlowMotionView:
    def __init__(
        self,
        theme: Theme,
        frame: Frame,
        settings: Settings,
        tab: str,
        actions: Actions,
    ) -> None:
        """`tab` is the one in sight where the page is folded."""
        self.theme = theme
        self.tab = tab
        self.window = frame.window
        self.layout = layout = SlowMotionLayout.of(frame)
        self.board = BoardView(theme, layout, settings.coordinates)
        self.text = TextPanel(theme, layout.text)
        self.rows = RowsPanel(theme, layout.rows)
        self.runs = RunsPanel(theme, layout.tree)
        self.runs.transport_top = layout.transport[0].top
        self.figures = FiguresPanel(theme, layout.figures)
        self.button_rows: tuple[ButtonRow, ...] = ()
        self._speed = Rect(0, 0, 0, 0)
        self._speed_text = ""
        if layout.is_folded:
            self.button_rows += (segments(theme, layout.tabs, [actions[tab] for tab in TABS]),)
        if self.shows(CHOICES_TAB):
            self._add_choices(actions)
        self._add_transport(actions)
        panels: list[Panel[Any]] = [self.runs, self.figures]
        if self.shows(TEXT_TAB):
            panels.append(self.text)
        self.tips: list[tips.Tip] = [
            (self._speed, tips.SPEED),
            *(tip for panel in panels for tip in panel.tips()),
        ]

    def shows(self, tab: str) -> bool:
        """Whether a tab is in sight: always, unless the page is folded."""
        return not self.layout.is_folded or self.tab == tab

    def _add_choices(self, actions: Actions) -> None:
        def group(names: tuple[str, ...], label: str = "") -> Group:
            return Group([actions[name] for name in names], label)

        plies = group(PLIES, N_("Plies"))
        aspiration = Group([actions["aspiration"]], style="plain")
        lines = [
            [group(SEARCHES), plies],
            [group(ORDERS), group(MEMORIES), aspiration, group(EVALUATORS)],
        ]
        if self.layout.is_folded:
            lines = [
                [group(SEARCHES[:4])], [group(SEARCHES[4:])], [plies], [group(ORDERS)], [group(MEMORIES)],
                [group(EVALUATORS), aspiration],
            ]  # fmt: skip
        for place, line in zip(self.layout.choices, lines, strict=False):
            row, __ = button_line(self.theme, place, line)
            self.button_rows += (row,)

    def _add_transport(self, actions: Actions) -> None:
        travel = Group([actions[name] for name in TRAVEL], style="plain", gap=4)
        speed = Group([actions[name] for name in SPEED], style="plain", gap=4, room=SPEED_ROOM)
        jumps = Group([actions[name] for name in JUMPS], style="plain", gap=4)
        places = self.layout.transport
        lines = [[travel, speed, jumps]] if len(places) == 1 else [[travel, speed], [jumps]]
        for place, line in zip(places, lines, strict=True):
            row, rooms = button_line(self.theme, place, line)
            self.button_rows += (row,)
            if rooms:
                self._speed = rooms[0]

    def update(self, state: SlowMotionState, speed: float) -> None:
        """Update every part in sight; `speed` is one of SPEEDS."""
        assert speed in SPEEDS
        self._speed_text = _("{steps} a second").format(steps=f"{speed:,.0f}")
        if self.theme.width(self._speed_text, SMALL) > self._speed.width:
            self._speed_text = f"{speed:,.0f}"
        if self.shows(TEXT_TAB):
            self.text.update(state.text)
        self.rows.update(state.rows)
        self.runs.update(state.runs)
        self.figures.update(state.figures)

    def draw(self, surface: Surface, animator: Animator, state: SlowMotionState) -> None:
        """Draw all but the buttons; changes nothing."""
        if self.shows(BOARD_TAB):
            self.board.draw(surface, animator, state.scene)
        if self.shows(TEXT_TAB):
            self.text.draw(surface)
        self.rows.draw(surface)
        self.runs.draw(surface)
        self.figures.draw(surface)
        words = self.theme.text(self._speed_text, SMALL, "text")
        surface.blit(words, words.get_rect(center=self._speed.center))
        if state.tip is not None:
            self._draw_tip(surface, state.tip)

    def _draw_tip(self, surface: Surface, tip: Tip) -> None:
        """Beside the pointer, below it in the upper half of the page."""
        theme, px = self.theme, self.theme.px
        first, __, rest = tip.text.partition("\n")
        parts = [theme.text(first, SMALL, "text", bool(rest), px(TIP_WIDTH))]
        if rest:
            parts.append(theme.text(rest, SMALL, "quiet", room=px(TIP_WIDTH)))
        width = max(part.get_width() for part in parts) + px(16)
        height = sum(part.get_height() for part in parts) + px(12)
        card = Rect(tip.at[0] + px(14), tip.at[1] + px(16), width, height)
        if tip.at[1] > self.layout.rows.centery:  # not over the buttons, which lie above it
            card.bottom = tip.at[1] - px(8)
        card.clamp_ip(self.window)
        shape = paint.rounded(
            card.size, px(6), paint.rgba(theme["well"]), paint.rgba(theme["hover"]), max(1, px(1))
        )
        surface.blit(shape, card)
        y = card.top + px(6)
        for part in parts:
            surface.blit(part, (card.left + px(8), y))
            y += part.get_height()
