"""The parts of the part Step by step at their places, for one size of the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pygame import Rect, Surface

from play.settings import Settings
from ui.actions import Action, Actions
from ui.board.animation import Animator
from ui.board.board_view import BoardView
from ui.buttons import ButtonRow, content_width, segments
from ui.layout import FOLD_HEIGHT, GAP, SMALL_GAP, TAB_ROW, BoardPlace, Frame, below
from ui.pages.board_page import BoardPageView
from ui.pages.lab.steps.cards import WIDE, FiguresPanel, TextPanel
from ui.pages.lab.steps.rows import RowsPanel
from ui.pages.lab.steps.runs import RunsPanel
from ui.panels import tips
from ui.text import _
from ui.theme import SMALL, Theme

# Lengths at a scale of 1, on the 8-pixel grid.
BUTTON: Final = 32
BOARD_MIN: Final = 368
BOARD_SHARE: Final = 0.36  # of the width, at most
TEXT: Final = 296
TEXT_WIDTH: Final = 400
FIGURES: Final = 56
TREE_MIN: Final = 208
FOLDED_LEFT: Final = 344
# Four lines of figures below it.
FOLDED_FIGURES: Final = 88
# Below this width the page is folded: the drawer of the options takes a part of the window.
FOLD_PAGE: Final = 920
# Of the height that is left over, the share of the rows of plies.
ROWS_SHARE: Final = 0.55
# A window that is higher than wide has board and text above all else; its page is at least so high.
TALL: Final = 1000
TALL_SHARE: Final = 0.46  # of the width, for the board
# Below this width the buttons of the transport take two lines.
TRANSPORT: Final = 720


@dataclass(frozen=True)
class StepsLayout(BoardPlace):
    """Of a folded page the tabs choose what is below them: the board or the text."""

    text: Rect
    rows: Rect
    tree: Rect
    transport: tuple[Rect, ...]
    """Inside the tree's card, at its bottom: one line of buttons, or two."""
    figures: Rect
    is_folded: bool
    tabs: Rect

    @classmethod
    def of(cls, frame: Frame) -> StepsLayout:
        scale, px = frame.scale, frame.px
        gap, small, button = px(GAP), px(SMALL_GAP), px(BUTTON)
        room = frame.page.inflate(-2 * gap, -2 * gap)
        is_tall = frame.is_portrait and room.height >= px(TALL)
        is_low = frame.page.width < FOLD_PAGE * scale or frame.window.height < FOLD_HEIGHT * scale
        is_folded = is_low and not is_tall
        tabs = Rect(room.left, room.top, 0, 0)
        if is_folded:
            lines = px(TAB_ROW) + 2 * small + px(FOLDED_FIGURES)
            side = min(px(FOLDED_LEFT), room.height - lines)
            column = px(FOLDED_LEFT)
            tabs = Rect(room.left, room.top, column, px(TAB_ROW))
            board = Rect(room.left + (column - side) // 2, tabs.bottom + small, side, side)
            figures = below(Rect(tabs.left, tabs.top, column, room.height), board, small)
            text = Rect(tabs.left, board.top, column, side)
        elif is_tall:
            side = round(room.width * TALL_SHARE)
            board = Rect(room.left, room.top, side, side)
            text = Rect(board.right + gap, room.top, room.right - board.right - gap, side)
        else:
            most = min(round(room.width * BOARD_SHARE), room.height - px(TEXT) - small)
            side = max(px(BOARD_MIN), most)
            column = max(side, px(TEXT_WIDTH))
            board = Rect(room.left + (column - side) // 2, room.top, side, side)
            text = below(Rect(room.left, room.top, column, room.height), board, small)
        left, top = (room.left, board.bottom + gap) if is_tall else (text.right + gap, room.top)
        right = Rect(left, top, room.right - left, room.bottom - top)
        bottom = right.bottom
        if not is_folded:
            tall = px(FIGURES if right.width >= px(WIDE) else FOLDED_FIGURES)
            figures = Rect(left, bottom - tall, right.width, tall)
            bottom = figures.top - small
        lines = 1 if right.width - 2 * gap >= px(TRANSPORT) else 2
        least = px(TREE_MIN) + (lines - 1) * (button + small)
        spare = max(0, bottom - top - small - least - px(TREE_MIN))
        rows = Rect(left, top, right.width, 0)
        rows.height = bottom - top - small - least - round(spare * (1 - ROWS_SHARE) / 2)
        tree = Rect(left, rows.bottom + small, right.width, bottom - rows.bottom - small)
        first = Rect(left + gap, 0, right.width - 2 * gap, button)
        first.bottom = tree.bottom - px(12) - (lines - 1) * (button + small)
        transport = tuple(first.move(0, n * (button + small)) for n in range(lines))
        return cls(board, text, rows, tree, transport, figures, is_folded, tabs)


PADDING = 10
GROUP_GAP = 16
# Buttons grow by this factor at most where there is room.
STRETCH = 1.3


@dataclass(frozen=True, slots=True)
class Group:
    """Buttons side by side, with a word before them and `gap` between them."""

    actions: Sequence[Action]
    label: str = ""
    style: str = "segment"
    gap: int = 0
    room: int = 0
    """Left free after the first button."""


def button_line(theme: Theme, place: Rect, groups: Sequence[Group]) -> tuple[ButtonRow, list[Rect]]:
    """The buttons, and the rooms that groups leave free."""
    px = theme.px
    row = ButtonRow(theme)
    labels = [theme.width(_(group.label), SMALL) + px(8) if group.label else 0 for group in groups]
    widths = [[_width(theme, action) for action in group.actions] for group in groups]
    fixed = sum(labels) + (len(groups) - 1) * px(GROUP_GAP)
    fixed += sum(px(group.gap) * (len(group.actions) - 1) + px(group.room) for group in groups)
    factor = min(STRETCH, (place.width - fixed) / max(1, sum(map(sum, widths))))
    x = float(place.left)
    rooms = []
    for group, label, wide in zip(groups, labels, widths, strict=True):
        if group.label:
            row.add_label(Rect(round(x), place.top, label, place.height), _(group.label))
            x += label
        for n, (action, width) in enumerate(zip(group.actions, wide, strict=True)):
            end = x + width * factor
            row.add(Rect(round(x), place.top, round(end) - round(x), place.height), action, group.style)
            x = end + px(group.gap)
            if group.room and n == 0:
                rooms.append(Rect(round(x), place.top, px(group.room), place.height))
                x += px(group.room)
        x += px(GROUP_GAP) - px(group.gap)
    return row, rooms


def _width(theme: Theme, action: Action) -> int:
    return content_width(theme, action) + theme.px(2 * PADDING)


BOARD_TAB, TEXT_TAB = TABS = ("tab_board", "tab_text")
TRAVEL: Final = ("start", "backward", "play", "forward", "end")
SPEED: Final = ("slower", "faster")
JUMPS: Final = ("next_cut", "next_research", "next_best")
SPEED_ROOM: Final = 80
TIP_WIDTH: Final = 320


@dataclass(frozen=True, slots=True)
class Tip:
    """Some words at the pointer."""

    text: str
    at: tuple[int, int]


class StepsView(BoardPageView):
    def __init__(self, theme: Theme, frame: Frame, settings: Settings, tab: str, actions: Actions) -> None:
        """`tab` is the one in sight where the page is folded."""
        self.theme = theme
        self.tab = tab
        self.window = frame.window
        self.layout = layout = StepsLayout.of(frame)
        self.text = TextPanel(theme, layout.text)
        self.rows = RowsPanel(theme, layout.rows)
        self.runs = RunsPanel(theme, layout.tree)
        self.runs.transport_top = layout.transport[0].top
        self.figures = FiguresPanel(theme, layout.figures)
        self._speed = Rect(0, 0, 0, 0)
        self._speed_text = ""
        if layout.is_folded:
            self.button_rows += (segments(theme, layout.tabs, [actions[tab] for tab in TABS]),)
        self._add_transport(actions)
        names = ["rows", "runs", "figures", *(["text"] if self.shows(TEXT_TAB) else [])]
        self.show_panels(BoardView(theme, layout, settings.coordinates), names)
        self.tips.insert(0, (self._speed, tips.SPEED))

    def shows(self, tab: str) -> bool:
        """Whether a tab is in sight: always, unless the page is folded."""
        return not self.layout.is_folded or self.tab == tab

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

    def show_speed(self, speed: float) -> None:
        """Say how many steps a second are shown."""
        self._speed_text = _("{steps} a second").format(steps=f"{speed:,.0f}")
        if self.theme.width(self._speed_text, SMALL) > self._speed.width:
            self._speed_text = f"{speed:,.0f}"

    def draw(self, surface: Surface, animator: Animator, state: Any) -> None:
        """Draw all but the buttons; changes nothing."""
        if self.shows(BOARD_TAB):
            self.board.draw(surface, animator, state.scene)
        self.draw_panels(surface)
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
        theme.box(surface, card, "well", "hover", 6)
        y = card.top + px(6)
        for part in parts:
            surface.blit(part, (card.left + px(8), y))
            y += part.get_height()
