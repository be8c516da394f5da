"""The layout of the window: pure geometry, from its size to rectangles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate
from typing import Any, Final, Self

from pygame import Rect

from game.board import Square

MIN_SIZE: Final = (900, 640)
DESIGN_SIZE: Final = (1280, 800)
"""The size of a window with a scale of 1."""
PORTRAIT_SIZE: Final = (900, 1280)
"""The same for a window that is higher than wide."""
# The width of a page is at most this multiple of the window's height; in a wider window it is centred.
MOST_ASPECT: Final = 2.4

# Lengths at a scale of 1, on the 8-pixel grid.
TOOLBAR: Final = 48
STATUS: Final = 40
GAP: Final = 16
SMALL_GAP: Final = 8
EVALUATION_BAR: Final = 16
PANEL_MIN: Final = 360  # folded
# From this width and this height on, the panel has two columns.
PANEL_WIDE: Final = 850
PANEL_HIGH: Final = 400
BETWEEN: Final = 12  # the gap between two cards
# Below this width or height, at the window's scale, the panel folds into tabs.
FOLD_WIDTH: Final = 1000
FOLD_HEIGHT: Final = 730
TAB_ROW: Final = 36
TRAVEL_ROW: Final = 28
# The cards of the players.
PLAYERS: Final = 56
# The board's largest share of the height of a tall window.
TALL_SHARE: Final = 0.62
# The frame of the board as a share of the board.
FRAME_SHARE: Final = 1 / 26
# The step of the scale, so that fonts are not rebuilt for every pixel of a resize.
SCALE_STEP: Final = 0.125
# The smallest windows, wide and tall, that have room for pages with larger text, at the scale of that text.
TEXT_ROOM: Final = (780, 533)
TALL_TEXT_ROOM: Final = (780, 900)
# The factor of the text size for a projector: the smallest letters have 16 pixels.
PROJECTED: Final = 4 / 3
# A reserve, so that dialogs fit into the smallest window: letters grow by whole pixels, more than boxes.
DIALOG_RESERVE: Final = 1.06
# The least heights of the bars, at the scale of the text on them.
TOOLBAR_LEAST: Final = 36
STATUS_LEAST: Final = 28


def scale_for(width: int, height: int, own: float = 1.0) -> float:
    """Returns the scale at which everything is drawn: 1 up to the design size, 2.625 in a 4K window.

    `own` multiplies it, as far as there is room for what MIN_SIZE holds at a scale of 1.
    """
    designed = DESIGN_SIZE if width >= height else PORTRAIT_SIZE
    raw = min(width / designed[0], height / designed[1])
    wanted = own * max(1.0, raw // SCALE_STEP * SCALE_STEP)
    return min(wanted, max(1.0, min(width / MIN_SIZE[0], height / MIN_SIZE[1])))


@dataclass(frozen=True)
class Frame:
    """The bars, as wide as the window, and the page between them, in pixels."""

    scale: float
    """The scale of text and of its cards. The board has the room that they leave."""
    dialog_scale: float
    window: Rect
    toolbar: Rect
    page: Rect
    status: Rect
    is_projected: bool = False
    """Whether the window is read from the last row of a room: large letters, fewer cards."""
    see: int = 0
    """The height of the card See at a scale of 1; 0 without the card."""

    def px(self, length: float) -> int:
        """Converts a length for a scale of 1 to this window's pixels."""
        return round(length * self.scale)

    @property
    def is_portrait(self) -> bool:
        return self.window.height > self.window.width

    def content_of(self, bar: Rect) -> Rect:
        """Returns the part of a bar that is above or below the page."""
        return Rect(self.page.left, bar.top, self.page.width, bar.height)

    @classmethod
    def of(
        cls,
        width: int,
        height: int,
        own_scale: float = 1.0,
        text_size: float = 1.0,
        is_projected: bool = False,
    ) -> "Frame":
        """Builds the frame; `own_scale` and `text_size` are the user's factors, of everything and of text."""
        text_size = max(text_size, PROJECTED) if is_projected else text_size
        bar_scale = scale_for(width, height, own_scale)
        least = TALL_TEXT_ROOM if height > width else TEXT_ROOM
        room = min(width / least[0], height / least[1])
        scale = max(bar_scale, min(bar_scale * text_size, room))
        window = Rect(0, 0, width, height)
        toolbar = Rect(0, 0, width, round(max(TOOLBAR * bar_scale, TOOLBAR_LEAST * scale)))
        low = round(max(STATUS * bar_scale, STATUS_LEAST * scale))
        status = Rect(0, height - low, width, low)
        page = Rect(0, toolbar.bottom, min(width, round(MOST_ASPECT * height)), status.top - toolbar.bottom)
        page.centerx = window.centerx
        dialog_room = min(width / MIN_SIZE[0], height / MIN_SIZE[1]) / DIALOG_RESERVE
        dialog_scale = max(bar_scale, min(scale, dialog_room))
        return cls(scale, dialog_scale, window, toolbar, page, status, is_projected)


def text_size_in(size: tuple[int, int], own_scale: float, text_size: float) -> float:
    """Returns the factor by which text really grows in a window: `text_size`, as far as all of it fits."""
    usual = Frame.of(*size, own_scale)
    return min(text_size, Frame.of(*size, own_scale, text_size).scale / usual.scale)


@dataclass(frozen=True)
class BoardPlace:
    """A board of eight by eight squares; `board` is its place with its frame."""

    board: Rect

    @classmethod
    def with_areas(cls, board: Rect, areas: Mapping[str, Any]) -> Self:
        """Builds an instance from areas by field name; missing areas are empty."""
        names = (field.name for field in fields(cls) if field.name != "board")
        return cls(board, *(areas.get(name, Rect(0, 0, 0, 0)) for name in names))

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
        """Returns the square under a pixel, None outside the felt."""
        felt = self.felt
        if not felt.collidepoint(position):
            return None
        size = felt.width // 8
        return (position[0] - felt.left) // size + 8 * ((position[1] - felt.top) // size)


def beside_board(
    frame: Frame, panel_least: int, highest: int | None = None, tall_share: float = 0.55
) -> tuple[Rect, Rect]:
    """Returns the places of the board, as large as possible but at most `highest` high, and of the panel
    beside it, or below it in a window higher than wide. The evaluation bar has room at the board's right.
    """
    gap, small = frame.px(GAP), frame.px(SMALL_GAP)
    bar = frame.px(EVALUATION_BAR) + small
    room = frame.page.inflate(-2 * gap, -2 * small)
    see = frame.px(frame.see + BETWEEN) if frame.see else 0
    room.height -= see if frame.is_portrait else 0
    highest = room.height if highest is None else highest
    if frame.is_portrait:
        side = min(room.width - bar, round(room.height * tall_share), highest)
        board = Rect(room.left + (room.width - side - bar) // 2, room.top, side, side)
        top = board.bottom + gap
        return board, Rect(room.left, top, room.width, room.bottom - top)
    side = min(room.width - bar - small - panel_least, highest)
    board = Rect(room.left, room.top + (highest - side) // 2, side, side)
    left = board.right + bar + small
    return board, Rect(left, room.top, room.right - left, room.height - see)


def evaluation_beside(board: Rect, frame: Frame) -> Rect:
    """Returns the place of the evaluation bar, at the right of a board."""
    return Rect(board.right + frame.px(SMALL_GAP), board.top, frame.px(EVALUATION_BAR), board.height)


def see_below(board: Rect, frame: Frame) -> Rect:
    """Returns the place of the card See, below the panel."""
    room, height = frame.page.inflate(-2 * frame.px(GAP), -2 * frame.px(SMALL_GAP)), frame.px(frame.see)
    bar = evaluation_beside(board, frame).right + frame.px(SMALL_GAP)
    left = room.left if frame.is_portrait else bar
    return Rect(left, room.bottom - height, room.right - left, height)


def below_board(board: Rect, frame: Frame, height: int) -> Rect:
    """Returns a strip `height` pixels high below a board and its evaluation bar."""
    size = evaluation_beside(board, frame).right - board.left, height
    return Rect((board.left, board.bottom + frame.px(SMALL_GAP)), size)


def is_wide(panel: Rect, scale: float) -> bool:
    return panel.width >= round(PANEL_WIDE * scale) and panel.height >= round(PANEL_HIGH * scale)


def side_by_side(topleft: tuple[int, int], widths: Sequence[int], height: int, gap: int) -> list[Rect]:
    left, top = topleft
    lefts = accumulate((width + gap for width in widths), initial=left)
    return [Rect(left, top, width, height) for left, width in zip(lefts, widths, strict=False)]


def below(room: Rect, part: Rect, gap: int) -> Rect:
    """Returns the rest of the room below a part of it."""
    top = part.bottom + gap
    return Rect(room.left, top, room.width, room.bottom - top)


def visible(widths: list[int], focus: int, room: int, gap: int, more: int) -> tuple[int, int]:
    """Returns the range (start, stop) of items that fit side by side, `focus` included; `more` is the width
    of the count of hidden items at either end.
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
