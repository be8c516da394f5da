"""Colours and signs of the searches: never a colour alone."""

from __future__ import annotations

from typing import Final

from ai.reference.choice import PlainSearch

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
