"""Colours and signs of the searches and of the kinds of nodes: never a colour alone."""

from __future__ import annotations

from typing import Final

import pygame
from pygame import Rect, Surface

from ai.reference.choice import PlainSearch
from ai.trace.nodes import NodeKind
from ui.text import N_
from ui.theme import Theme

COLOURS: Final = {
    PlainSearch.MINIMAX: "minimax",
    PlainSearch.ALPHABETA: "alphabeta",
    PlainSearch.PVS: "pvs",
    PlainSearch.SCOUT: "scout",
    PlainSearch.MTDF: "mtdf",
    PlainSearch.MT_SSS: "sss",
    PlainSearch.SSS: "sss",
}
SIGNS: Final = {
    PlainSearch.MINIMAX: "■",
    PlainSearch.ALPHABETA: "◆",
    PlainSearch.PVS: "●",
    PlainSearch.SCOUT: "▲",
    PlainSearch.MTDF: "▼",
    PlainSearch.MT_SSS: "□",
    PlainSearch.SSS: "◇",
}
KIND_COLOURS: Final = {
    NodeKind.PV: "kind_pv",
    NodeKind.CUT: "kind_cut",
    NodeKind.ALL: "kind_all",
    NodeKind.NONE: "hover",
}
KIND_NAMES: Final = {
    NodeKind.PV: N_("PV"),
    NodeKind.CUT: N_("cut"),
    NodeKind.ALL: N_("all"),
    NodeKind.NONE: "",
}


def draw_kind(surface: Surface, theme: Theme, kind: NodeKind, at: tuple[int, int]) -> None:
    """A square for a PV node, half of it for a cut, a bar for one where all moves failed low."""
    colour, side = theme[KIND_COLOURS[kind]], theme.px(8)
    box = Rect(0, 0, side, side)
    box.center = at
    if kind is NodeKind.PV:
        surface.fill(colour, box)
    elif kind is NodeKind.CUT:
        pygame.draw.polygon(surface, colour, (box.bottomleft, box.bottomright, box.topleft))
    elif kind is NodeKind.ALL:
        surface.fill(colour, (box.left, box.centery - side // 4, side, max(2, side // 2)))
