"""Where everything on the page Slow motion is: pure geometry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from ui.layout import FOLD_HEIGHT, FOLD_WIDTH, GAP, SMALL_GAP, TABS, BoardPlace, Frame

# Lengths at a scale of 1, on the 8-pixel grid.
BUTTON: Final = 32
BOARD_MIN: Final = 368
BOARD_SHARE: Final = 0.36  # of the width, at most
TEXT: Final = 296
FIGURES: Final = 56
TREE_MIN: Final = 208
FOLDED_LEFT: Final = 344
# Lines of buttons that the choices take where the page is folded.
FOLDED_LINES: Final = 8
# Of the height that is left over, the share of the rows of plies.
ROWS_SHARE: Final = 0.55
# A window that is higher than wide has board and text above all else; its page is at least so high.
TALL: Final = 1000
TALL_SHARE: Final = 0.46  # of the width, for the board
# Below this width the buttons of the transport take two lines.
TRANSPORT: Final = 720


@dataclass(frozen=True)
class SlowMotionLayout(BoardPlace):
    """Of a folded page the tabs choose what is below them: the board, the text, or the choices."""

    board: Rect
    text: Rect
    choices: tuple[Rect, ...]
    """A line of buttons each."""
    rows: Rect
    tree: Rect
    transport: tuple[Rect, ...]
    """Inside the tree's card, at its bottom: one line of buttons, or two."""
    figures: Rect
    is_folded: bool
    tabs: Rect

    @classmethod
    def of(cls, frame: Frame) -> SlowMotionLayout:
        scale = frame.scale

        def px(length: float) -> int:
            return round(length * scale)

        gap, small, button = px(GAP), px(SMALL_GAP), px(BUTTON)
        room = frame.page.inflate(-2 * gap, -2 * gap)
        is_tall = frame.is_portrait and room.height >= px(TALL)
        is_low = frame.page.width < FOLD_WIDTH * scale or frame.window.height < FOLD_HEIGHT * scale
        is_folded = is_low and not is_tall
        tabs = Rect(room.left, room.top, 0, 0)
        if is_folded:
            side = px(FOLDED_LEFT)
            tabs = Rect(room.left, room.top, side, px(TABS))
            board = Rect(room.left, tabs.bottom + small, side, side)
            figures = Rect(room.left, board.bottom + small, side, room.bottom - board.bottom - small)
            text = Rect(board)
            line = Rect(room.left, board.top, side, button)
            choices = tuple(line.move(0, n * (button + small)) for n in range(FOLDED_LINES))
        elif is_tall:
            side = round(room.width * TALL_SHARE)
            board = Rect(room.left, room.top, side, side)
            text = Rect(board.right + gap, room.top, room.right - board.right - gap, side)
        else:
            most = min(round(room.width * BOARD_SHARE), room.height - px(TEXT) - small)
            side = max(px(BOARD_MIN), most)
            board = Rect(room.left, room.top, side, side)
            text = Rect(room.left, board.bottom + small, side, room.bottom - board.bottom - small)
        left, top = (room.left, board.bottom + gap) if is_tall else (board.right + gap, room.top)
        right = Rect(left, top, room.right - left, room.bottom - top)
        bottom = right.bottom
        if not is_folded:
            line = Rect(left, top, right.width, button)
            choices = (line, line.move(0, button + small))
            top = choices[-1].bottom + small
            figures = Rect(left, bottom - px(FIGURES), right.width, px(FIGURES))
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
        return cls(board, text, choices, rows, tree, transport, figures, is_folded, tabs)
