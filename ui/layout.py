"""Where everything is: pure geometry, from the size of the window to rectangles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.board import Square

MIN_SIZE: Final = (900, 640)
DESIGN_SIZE: Final = (1280, 800)
"""The size that has a scale of 1."""
PORTRAIT_SIZE: Final = (900, 1280)
"""... and that of a window that is higher than wide."""
# A page is at most so many times as wide as the window is high, and in the middle of a wider one.
MOST_ASPECT: Final = 2.4

# Lengths at a scale of 1, on the 8-pixel grid.
TOOLBAR: Final = 48
STATUS: Final = 40
GAP: Final = 16
SMALL_GAP: Final = 8
EVALUATION_BAR: Final = 24
PANEL_MIN: Final = 360  # folded
PANEL_UNFOLDED_MIN: Final = 440
# From this width on, and this height, the panel has two columns.
PANEL_WIDE: Final = 850
PANEL_HIGH: Final = 400
BETWEEN: Final = 12  # two cards
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
# Of a tall window the board takes so much at most.
TALL_SHARE: Final = 0.62
# Each of the two charts over the moves, as a share of a column.
COLUMN_CHART: Final = 0.29
# The frame of the board as a share of the board.
FRAME_SHARE: Final = 1 / 24
# Steps of the scale, so that fonts are not made anew for every pixel of a resize.
SCALE_STEP: Final = 0.125
# Letters grow by whole pixels, and some more than the cards they are on: larger text leaves so much room.
TEXT_RESERVE: Final = 1.06


def scale_for(width: int, height: int, own: float = 1.0) -> float:
    """How much larger than designed everything is drawn: 1 up to the design size, 3 in a 4K window.

    `own` is what somebody wants of that; there is always room for what MIN_SIZE has at a scale of 1.
    """
    designed = DESIGN_SIZE if width >= height else PORTRAIT_SIZE
    raw = min(width / designed[0], height / designed[1])
    wanted = own * max(1.0, raw // SCALE_STEP * SCALE_STEP)
    return min(wanted, max(1.0, min(width / MIN_SIZE[0], height / MIN_SIZE[1])))


@dataclass(frozen=True)
class Frame:
    """What every page has in common, in pixels of the window: the bars, and the room between them.

    The bars go from edge to edge of the window; what is on them is as wide as the page.
    """

    scale: float
    """Of what is written and the cards it is on. The board has the room they leave."""
    window: Rect
    toolbar: Rect
    page: Rect
    status: Rect

    @property
    def is_portrait(self) -> bool:
        return self.window.height > self.window.width

    def content_of(self, bar: Rect) -> Rect:
        """The part of a bar that is above or below the page."""
        return Rect(self.page.left, bar.top, self.page.width, bar.height)

    @classmethod
    def of(cls, width: int, height: int, own_scale: float = 1.0, text_size: float = 1.0) -> Frame:
        """`own_scale` and `text_size` are what somebody wants, of everything and of what is written."""
        bar_scale = scale_for(width, height, own_scale)
        scale = bar_scale
        if text_size > 1:
            room = min(width / MIN_SIZE[0], height / MIN_SIZE[1]) / TEXT_RESERVE
            scale = max(bar_scale, min(scale_for(width, height, own_scale * text_size), room))
        window = Rect(0, 0, width, height)
        toolbar = Rect(0, 0, width, round(TOOLBAR * bar_scale))
        status = Rect(0, height - round(STATUS * bar_scale), width, round(STATUS * bar_scale))
        page = Rect(0, toolbar.bottom, min(width, round(MOST_ASPECT * height)), status.top - toolbar.bottom)
        page.centerx = window.centerx
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


def beside_board(
    frame: Frame, bar: int, panel_least: int, highest: int, tall_share: float
) -> tuple[Rect, Rect]:
    """The board, as large as it can be, and the panel with all the room that is left beside it, or below it
    in a window that is higher than wide, where the board has at most `tall_share` of the height.

    The evaluation takes `bar` pixels at the left of the board, which is at most `highest`.
    """
    gap = round(GAP * frame.scale)
    room = frame.page.inflate(-2 * gap, -2 * gap)
    if frame.is_portrait:
        side = min(room.width - bar, round(room.height * tall_share), highest)
        board = Rect(room.left + (room.width - side - bar) // 2 + bar, room.top, side, side)
        top = board.bottom + gap
        return board, Rect(room.left, top, room.width, room.bottom - top)
    side = min(room.width - gap - bar - panel_least, highest)
    board = Rect(room.left + bar, room.top + (highest - side) // 2, side, side)
    left = board.right + gap
    return board, Rect(left, room.top, room.right - left, room.height)


def is_wide(panel: Rect, scale: float) -> bool:
    """Whether a panel has room for two columns."""
    return panel.width >= round(PANEL_WIDE * scale) and panel.height >= round(PANEL_HIGH * scale)


def two_columns(room: Rect, gap: int) -> tuple[Rect, Rect]:
    width = (room.width - gap) // 2
    left = Rect(room.left, room.top, width, room.height)
    return left, Rect(left.right + gap, room.top, room.right - left.right - gap, room.height)


@dataclass(frozen=True)
class PlayLayout(BoardPlace):
    """The rectangles of the page Play. Of a folded panel all three tabs have the same place; in a brief one,
    which shows the game alone, the search has a line. A wide one has two columns, and in a brief one the
    graph of the scores, for which there is no room elsewhere.
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

        gap, small, between = px(GAP), px(SMALL_GAP), px(BETWEEN)
        bar = px(EVALUATION_BAR) + small if has_evaluation_bar else 0
        is_tall = frame.is_portrait
        is_low = frame.page.width < FOLD_WIDTH * scale or frame.window.height < FOLD_HEIGHT * scale
        least = px(PANEL_MIN if is_low or is_brief else PANEL_UNFOLDED_MIN)
        room = frame.page.height - 2 * gap
        highest, strip = round(room * TALL_SHARE) if is_tall else room, 0
        if is_over:
            widest = frame.page.width - 2 * gap - (0 if is_tall else gap + least)
            strip = px(STRIP if min(widest, highest - px(STRIP)) >= px(WIDE_STRIP) else HIGH_STRIP)
            highest -= strip + small
        board, panel = beside_board(frame, bar, least, highest, TALL_SHARE)
        if strip and is_tall:
            panel.top, panel.height = panel.top + strip + small, panel.height - strip - small
        evaluation = Rect(board.left - bar, board.top, bar - small if bar else 0, board.height)
        ending = Rect(board.left - bar, board.bottom + small, board.width + bar, strip)
        has_columns = is_wide(panel, scale) and (has_evaluation_bar or not is_brief)
        is_folded = (is_tall or is_low) and not (is_brief or has_columns)
        left, right = two_columns(panel, between) if has_columns else (panel, panel)
        cards = LARGE_PLAYERS if is_brief and has_clock else PLAYERS
        players = Rect(left.left, left.top, left.width, px(cards))
        rest = _below(left, players, between)
        tabs = Rect(rest.left, rest.top, rest.width, px(TABS) if is_folded else 0)
        page = _below(rest, tabs, small) if is_folded else right if has_columns else rest
        travel = Rect(page.left, page.bottom - px(TRAVEL), page.width, px(TRAVEL))
        moves = Rect(page.left, page.top, page.width, travel.top - small - page.top)
        nodes = score = Rect(rest.left, rest.bottom, 0, 0)
        thinking = page if is_folded else rest
        if is_brief:
            thinking = Rect(rest.left, rest.top, rest.width, px(SEARCH_LINE))
            if has_columns:
                score = _below(rest, thinking, between)
            else:
                moves = _below(moves, thinking, between)
        elif is_folded:
            half = (page.height - between) // 2
            nodes = Rect(page.left, page.top, page.width, half)
            score = _below(page, nodes, between)
        elif has_columns:
            chart = round(moves.height * COLUMN_CHART)
            score = Rect(page.left, page.top, page.width, chart)
            nodes = Rect(page.left, score.bottom + between, page.width, chart)
            moves = _below(moves, nodes, between)
        else:
            chart = px(132) + (rest.height - px(620)) // 6
            moves_height = px(108) + (rest.height - px(620)) // 4
            moves = Rect(page.left, moves.bottom - moves_height, page.width, moves_height)
            top = moves.top - between - chart
            nodes, score = two_columns(Rect(page.left, top, page.width, chart), between)
            thinking.height = top - between - rest.top
        return cls(
            evaluation, board, panel, players, is_folded, tabs, thinking, nodes, score, moves, travel, ending
        )


def _below(room: Rect, part: Rect, gap: int) -> Rect:
    """What is left of the room under a part of it."""
    top = part.bottom + gap
    return Rect(room.left, top, room.width, room.bottom - top)


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
