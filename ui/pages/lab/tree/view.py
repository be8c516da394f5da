"""The parts of the live tree at their places, and the card of a node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from pygame import Rect, Surface

from game.board import Color, Move
from play.settings import Settings
from play.tree_cursor import NodeFacts
from ui.actions import Actions
from ui.board.board_view import BoardView
from ui.buttons import ButtonRow
from ui.layout import GAP, SMALL_GAP, BoardPlace, Frame, below, shared_out
from ui.pages.board_page import BoardPageView
from ui.pages.lab.tree.panel import BUTTONS, TreePanel
from ui.pages.lab.tree.wording import INTRODUCTION, describe_node, format_worth
from ui.panels.panel import MOVE_CHIPS, Panel
from ui.panels.tips import NODE_LINE, NODE_WORDS, Tip
from ui.text import N_, _
from ui.text.wording import capitalised, format_count, format_move, format_share
from ui.theme import NORMAL, SMALL, Theme
from ui.tree_view import format_window

# Lengths at a scale of 1.
NODE_MIN: Final = 144
NODE_WIDTH: Final = 288
BUTTON: Final = 32
BOARD_SHARE: Final = 0.36  # of the width, at most


@dataclass(frozen=True)
class TreeLayout(BoardPlace):
    """The board, and below it what is known of a node; the rest is the tree's.

    In a window that is higher than wide the board and that are above the tree.
    """

    start: Rect
    node: Rect
    tree: Rect

    @classmethod
    def of(cls, frame: Frame) -> TreeLayout:
        px = frame.px
        gap, small = px(GAP), px(SMALL_GAP)
        room = frame.page.inflate(-2 * gap, -2 * gap)
        if frame.is_portrait:
            side = room.width // 2
            board = Rect(room.left, room.top, side, side)
            left, top = board.right + gap, board.bottom + gap
            start = Rect(left, room.top, room.right - left, px(BUTTON))
            node = below(Rect(left, room.top, start.width, side), start, small)
            return cls(board, start, node, Rect(room.left, top, room.width, room.bottom - top))
        most = room.height - px(BUTTON) - 2 * small - px(NODE_MIN)
        side = min(round(room.width * BOARD_SHARE), most)
        column = max(side, px(NODE_WIDTH))
        board = Rect(room.left + (column - side) // 2, room.top, side, side)
        start = Rect(room.left, board.bottom + small, column, px(BUTTON))
        node = below(Rect(room.left, room.top, column, room.height), start, small)
        left = start.right + gap
        return cls(board, start, node, Rect(left, room.top, room.right - left, room.height))


PADDING: Final = 12
CHIP: Final = 20
CHIP_GAP: Final = 4
FIGURE: Final = 36
FIGURES: Final = (
    (N_("Window"), 0.34,
     N_("The search asked for a value between these two; where they are one, whether it is more than that.")),
    (N_("Value"), 0.22, N_("What it is worth for the side to move: exactly, at least (≥) or at most (≤).")),
    (N_("Nodes"), 0.22, N_("Positions searched here and below, also those that were not recorded.")),
    (N_("Share"), 0.22, N_("Of all nodes of this iteration.")),
)  # fmt: skip
"""What the figures are called, their shares of the row, and what they mean."""


@dataclass(frozen=True, slots=True)
class NodeModel:
    """`facts` of the node that is pointed at or chosen, None if there is none; while the search `is_running`
    what is open is being searched.
    """

    facts: NodeFacts | None = None
    is_running: bool = False


class NodePanel(Panel[NodeModel]):
    def meanings(self) -> list[Tip]:
        """Of what there is to be seen of a node."""
        room, figures = self._room, self._figures()
        line = Rect(room.left, room.top, room.width, figures[0].top - room.top)
        if self.model is None or self.model.facts is None:
            line.height = room.height
            return [(line, NODE_WORDS)]
        below = figures[0].bottom
        words = Rect(room.left, below, room.width, room.bottom - below)
        meanings = (meaning for *__, meaning in FIGURES)
        return [(line, NODE_LINE), *zip(figures, meanings, strict=True), (words, NODE_WORDS)]

    @property
    def _room(self) -> Rect:
        padding = 2 * self.theme.px(PADDING)
        return self._whole.inflate(-padding, -padding)

    def _figures(self) -> list[Rect]:
        room, px = self._room, self.theme.px
        row = Rect(room.left, room.top + px(CHIP + 6), room.width, px(FIGURE))
        return shared_out(row, (share for __, share, ___ in FIGURES))

    # Drawing

    def paint(self, surface: Surface, model: NodeModel) -> None:
        theme, room, facts = self.theme, self._room, model.facts
        if facts is None:
            self.write(surface, _("A node of the tree"), "text", NORMAL, True, topleft=room.topleft)
            words, top = _(INTRODUCTION), room.top + theme.px(CHIP + 4)
        else:
            self._draw_line(surface, facts.line)
            self._draw_figures(surface, facts)
            words, top = describe_node(facts, model.is_running), self._figures()[0].bottom + theme.px(4)
        surface.blit(theme.text(words, SMALL, "quiet", room=room.width), (room.left, top))

    def _draw_line(self, surface: Surface, line: tuple[tuple[Move, Color], ...]) -> None:
        """As many of the last moves as there is room for."""
        theme, px, room = self.theme, self.theme.px, self._room
        if not line:
            self.write(surface, capitalised(_("the root")), "text", NORMAL, True, topleft=room.topleft)
            return
        width, gap = theme.width("H8", SMALL) + px(10), px(CHIP_GAP)
        x = room.left
        fits = (room.width + gap) // (width + gap)
        if fits < len(line):
            fits -= 1
            x = self.write(surface, "… ", "quiet", SMALL, midleft=(x, room.top + px(CHIP // 2))).right
        for move, color in line[-fits:]:
            fill, ink = MOVE_CHIPS[color]
            rect = Rect(x, room.top, width, px(CHIP))
            theme.box(surface, rect, fill, "hover")
            self.write(surface, format_move(move), ink, SMALL, center=rect.center)
            x = rect.right + gap

    def _draw_figures(self, surface: Surface, facts: NodeFacts) -> None:
        values = (
            format_window(facts.alpha, facts.beta, facts.unit),
            format_worth(facts),
            format_count(facts.nodes),
            format_share(facts.share),
        )
        for (name, *__), value, rect in zip(FIGURES, values, self._figures(), strict=True):
            self.write(surface, _(name), "quiet", SMALL, topleft=rect.topleft)
            place = rect.left, rect.top + self.theme.px(15)
            self.write(surface, value, "text", NORMAL, True, topleft=place)


class TreeView(BoardPageView):
    def __init__(self, theme: Theme, frame: Frame, settings: Settings, actions: Actions) -> None:
        self.layout = layout = TreeLayout.of(frame)
        self.node = NodePanel(theme, layout.node)
        self.tree = TreePanel(theme, layout.tree)
        buttons = ButtonRow(theme, hides=True)
        buttons.add(layout.start, actions["tree_start"])
        for name, place in zip(BUTTONS, self.tree.button_places, strict=True):
            buttons.add(place, actions[name])
        self.button_rows = (buttons,)
        self.show_panels(BoardView(theme, layout, settings.coordinates), ("node", "tree"))

    def update(self, state: Any) -> None:
        super().update(state)
        self.find_tips()  # those of a node and of a tree come and go
