"""Where everything is: pure geometry, from the size of the window to rectangles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.board import Square

MIN_SIZE: Final = (900, 640)
DESIGN_SIZE: Final = (1280, 800)
"""The size that has a scale of 1."""

# Lengths at a scale of 1, on the 8-pixel grid.
TOOLBAR: Final = 48
STATUS: Final = 40
GAP: Final = 16
SMALL_GAP: Final = 8
EVALUATION_BAR: Final = 24
PANEL_MIN: Final = 360  # folded
PANEL_UNFOLDED_MIN: Final = 440
PANEL_MAX: Final = 560
# Below this width or height, at the window's scale, the panel folds into tabs.
FOLD_WIDTH: Final = 1000
FOLD_HEIGHT: Final = 730
TABS: Final = 36
TRAVEL: Final = 28
# The cards of the players, and those with a large clock; the search folded to one line.
PLAYERS: Final = 56
LARGE_PLAYERS: Final = 112
SEARCH_LINE: Final = 60
# Under the board at the end of a game: its height with words and buttons side by side, and with the buttons
# below them, where the board is less wide than that.
STRIP: Final = 56
HIGH_STRIP: Final = 96
WIDE_STRIP: Final = 600
# The frame of the board as a share of the board.
FRAME_SHARE: Final = 1 / 24
# Steps of the scale, so that fonts are not made anew for every pixel of a resize.
SCALE_STEP: Final = 0.125


def scale_for(width: int, height: int, own: float = 1.0) -> float:
    """How much larger than designed everything is drawn: 1 up to the design size, 3 in a 4K window.

    `own` is what somebody wants of that; there is always room for what MIN_SIZE has at a scale of 1.
    """
    raw = min(width / DESIGN_SIZE[0], height / DESIGN_SIZE[1])
    wanted = own * max(1.0, raw // SCALE_STEP * SCALE_STEP)
    return min(wanted, max(1.0, min(width / MIN_SIZE[0], height / MIN_SIZE[1])))


@dataclass(frozen=True)
class Frame:
    """What every page has in common, in pixels of the window: the bars, and the room between them."""

    scale: float
    window: Rect
    toolbar: Rect
    page: Rect
    status: Rect

    @classmethod
    def of(cls, width: int, height: int, own_scale: float = 1.0) -> Frame:
        scale = scale_for(width, height, own_scale)
        window = Rect(0, 0, width, height)
        toolbar = Rect(0, 0, width, round(TOOLBAR * scale))
        status = Rect(0, height - round(STATUS * scale), width, round(STATUS * scale))
        page = Rect(0, toolbar.bottom, width, status.top - toolbar.bottom)
        return cls(scale, window, toolbar, page, status)


class BoardPlace:
    """The squares of a board of eight by eight in its frame, at `board`."""

    board: Rect

    @property
    def felt(self) -> Rect:
        """The playing surface: eight equal cells inside the frame."""
        frame = round(self.board.width * FRAME_SHARE)
        cell = (self.board.width - 2 * frame) // 8
        felt = Rect(0, 0, 8 * cell, 8 * cell)
        felt.center = self.board.center
        return felt

    def cell(self, square: Square) -> Rect:
        felt = self.felt
        size = felt.width // 8
        return Rect(felt.left + size * (square % 8), felt.top + size * (square // 8), size, size)

    def square_at(self, position: tuple[int, int]) -> Square | None:
        """The square under a pixel, None outside the felt."""
        felt = self.felt
        if not felt.collidepoint(position):
            return None
        size = felt.width // 8
        return (position[0] - felt.left) // size + 8 * ((position[1] - felt.top) // size)


@dataclass(frozen=True)
class PlayLayout(BoardPlace):
    """The rectangles of the page Play. Of a folded panel all three tabs have the same place; in a brief one,
    which shows the game alone, the search has a line and its charts have no room.
    """

    evaluation: Rect
    board: Rect
    panel: Rect
    players: Rect
    is_folded: bool
    tabs: Rect
    thinking: Rect
    nodes_chart: Rect
    score_chart: Rect
    moves: Rect
    travel: Rect
    """The buttons under the moves."""
    ending: Rect
    """What is said at the end of a game; without any height as long as it goes on."""

    @classmethod
    def of(
        cls,
        frame: Frame,
        has_evaluation_bar: bool = True,
        is_over: bool = False,
        is_brief: bool = False,
        has_clock: bool = False,
    ) -> PlayLayout:
        """`has_clock` makes the cards of a brief panel large."""
        scale = frame.scale

        def px(length: float) -> int:
            return round(length * scale)

        gap, small = px(GAP), px(SMALL_GAP)
        width, height = frame.window.size
        top, bottom = frame.page.top + gap, frame.page.bottom - gap
        room = bottom - top
        bar = px(EVALUATION_BAR) + small if has_evaluation_bar else 0
        is_tall = height > width
        is_folded = is_tall or width < FOLD_WIDTH * scale or height < FOLD_HEIGHT * scale
        is_folded = is_folded and not is_brief
        least = px(PANEL_MIN if is_folded or is_brief else PANEL_UNFOLDED_MIN)
        widest = width - 2 * gap - bar if is_tall else width - 3 * gap - bar - least
        highest = round(room * 0.62) if is_tall else room
        strip = 0
        if is_over:
            strip = px(STRIP if min(widest, highest - px(STRIP)) + bar >= px(WIDE_STRIP) else HIGH_STRIP)
            highest = min(highest, room - strip - small) if not is_tall else highest - strip - small
        side = min(widest, highest)
        below = strip + small if strip else 0
        if is_tall:
            left = (width - side - bar) // 2
            board = Rect(left + bar, top, side, side)
            panel_top = board.bottom + below + gap
            panel = Rect(gap, panel_top, width - 2 * gap, bottom - panel_top)
        else:
            panel_width = min(px(PANEL_MAX), width - 3 * gap - bar - side)
            spare = width - 3 * gap - bar - side - panel_width
            left = gap + spare // 2
            board = Rect(left + bar, top + (room - side - below) // 2, side, side)
            panel = Rect(board.right + gap, top, panel_width, room)
        evaluation = Rect(board.left - bar, board.top, bar - small if bar else 0, board.height)
        ending = Rect(board.left - bar, board.bottom + small, side + bar, strip)
        cards = LARGE_PLAYERS if is_brief and has_clock else PLAYERS
        players = Rect(panel.left, panel.top, panel.width, px(cards))
        rest = Rect(panel.left, players.bottom + px(12), panel.width, 0)
        rest.height = panel.bottom - rest.top
        tabs = Rect(rest.left, rest.top, rest.width, px(TABS))
        if is_brief:
            tabs.height = 0
            travel = Rect(rest.left, rest.bottom - px(TRAVEL), rest.width, px(TRAVEL))
            line = px(SEARCH_LINE)
            thinking = Rect(rest.left, rest.top, rest.width, line)
            moves = Rect(rest.left, thinking.bottom + px(12), rest.width, 0)
            moves.height = travel.top - small - moves.top
            nodes = score = Rect(rest.left, moves.bottom, 0, 0)
        elif is_folded:
            page = Rect(rest.left, tabs.bottom + small, rest.width, rest.bottom - tabs.bottom - small)
            half = (page.height - px(12)) // 2
            nodes = Rect(page.left, page.top, page.width, half)
            score = Rect(page.left, nodes.bottom + px(12), page.width, page.bottom - nodes.bottom - px(12))
            travel = Rect(page.left, page.bottom - px(TRAVEL), page.width, px(TRAVEL))
            moves = Rect(page.left, page.top, page.width, travel.top - small - page.top)
            thinking = page
        else:
            tabs.height = 0
            chart = px(132) + (rest.height - px(620)) // 6
            moves_height = px(108) + (rest.height - px(620)) // 4
            travel = Rect(rest.left, rest.bottom - px(TRAVEL), rest.width, px(TRAVEL))
            bottom = travel.top - small
            moves = Rect(rest.left, bottom - moves_height, rest.width, moves_height)
            half_width = (rest.width - px(12)) // 2
            nodes = Rect(rest.left, moves.top - px(12) - chart, half_width, chart)
            score = Rect(nodes.right + px(12), nodes.top, rest.right - nodes.right - px(12), chart)
            thinking = Rect(rest.left, rest.top, rest.width, nodes.top - px(12) - rest.top)
        return cls(
            evaluation, board, panel, players, is_folded, tabs, thinking, nodes, score, moves, travel, ending
        )


def visible(widths: list[int], focus: int, room: int, gap: int, more: int) -> tuple[int, int]:
    """From which to before which of things side by side there is room, so that the one at `focus` is there;
    `more` is what the number of the others takes at either end.
    """
    if sum(widths) + gap * (len(widths) - 1) <= room:
        return 0, len(widths)
    first, last = focus, focus + 1
    more = min(more, max(0, room - widths[focus]) // 2)
    used = widths[focus] + gap
    while True:
        ends = [at for at in (last, first - 1) if 0 <= at < len(widths)]
        fitting = [at for at in ends if used + widths[at] + gap + 2 * more <= room]
        if not fitting:
            return first, last
        used += widths[fitting[0]] + gap
        first, last = min(first, fitting[0]), max(last, fitting[0] + 1)
