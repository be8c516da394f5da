"""Colours and signs of the searches: never a colour alone."""

from __future__ import annotations

from typing import Final

from ai.limits import Algorithm

COLOURS: Final = {
    Algorithm.MINIMAX: "minimax",
    Algorithm.ALPHABETA: "alphabeta",
    Algorithm.PVS: "pvs",
    Algorithm.SCOUT: "scout",
    Algorithm.MTDF: "mtdf",
    Algorithm.MT_SSS: "sss",
    Algorithm.SSS: "sss",
}
SIGNS: Final = {
    Algorithm.MINIMAX: "■",
    Algorithm.ALPHABETA: "◆",
    Algorithm.PVS: "●",
    Algorithm.SCOUT: "▲",
    Algorithm.MTDF: "▼",
    Algorithm.MT_SSS: "□",
    Algorithm.SSS: "◇",
}
