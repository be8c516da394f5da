"""Where everything is while the tree is open: pure geometry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from ui.layout import GAP, SMALL_GAP, BoardPlace, Frame

# Lengths at a scale of 1.
PLAYERS: Final = 56
NODE_MIN: Final = 136
BOARD_SHARE: Final = 0.36  # of the width, at most


@dataclass(frozen=True)
class TreeLayout(BoardPlace):
    """The board, and below it the players and what is known of a node; the rest is the tree's.

    In a window that is higher than wide the board and these are above the tree.
    """

    board: Rect
    players: Rect
    node: Rect
    tree: Rect

    @classmethod
    def of(cls, frame: Frame) -> TreeLayout:
        def px(length: float) -> int:
            return round(length * frame.scale)

        gap, small = px(GAP), px(SMALL_GAP)
        room = frame.page.inflate(-2 * gap, -2 * gap)
        if frame.is_portrait:
            side = room.width // 2
            board = Rect(room.left, room.top, side, side)
            left, top = board.right + gap, board.bottom + gap
            players = Rect(left, room.top, room.right - left, px(PLAYERS))
            node = Rect(left, players.bottom + small, players.width, 0)
            node.height = board.bottom - node.top
            return cls(board, players, node, Rect(room.left, top, room.width, room.bottom - top))
        below = px(PLAYERS) + 2 * small
        side = min(round(room.width * BOARD_SHARE), room.height - below - px(NODE_MIN))
        board = Rect(room.left, room.top, side, side)
        players = Rect(room.left, board.bottom + small, side, px(PLAYERS))
        top = players.bottom + small
        node = Rect(room.left, top, side, room.bottom - top)
        left = board.right + gap
        return cls(board, players, node, Rect(left, room.top, room.right - left, room.height))
