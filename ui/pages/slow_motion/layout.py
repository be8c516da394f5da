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
        room = Rect(gap, frame.page.top + gap, frame.page.width - 2 * gap, frame.page.height - 2 * gap)
        is_folded = room.width < (FOLD_WIDTH - 2 * GAP) * scale or frame.window.height < FOLD_HEIGHT * scale
        tabs = Rect(room.left, room.top, 0, 0)
        if is_folded:
            side = px(FOLDED_LEFT)
            tabs = Rect(room.left, room.top, side, px(TABS))
            board = Rect(room.left, tabs.bottom + small, side, side)
            figures = Rect(room.left, board.bottom + small, side, room.bottom - board.bottom - small)
            text = Rect(board)
            line = Rect(room.left, board.top, side, button)
            choices = tuple(line.move(0, n * (button + small)) for n in range(FOLDED_LINES))
        else:
            most = min(round(room.width * BOARD_SHARE), room.height - px(TEXT) - small)
            side = max(px(BOARD_MIN), most)
            board = Rect(room.left, room.top, side, side)
            text = Rect(room.left, board.bottom + small, side, room.bottom - board.bottom - small)
        left = board.right + gap
        right = Rect(left, room.top, room.right - left, room.height)
        top, bottom = right.top, right.bottom
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
