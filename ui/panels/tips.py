"""What terms, figures, headings and charts mean: a sentence each, shown when the pointer rests on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pygame_gui
from pygame import Rect
from pygame_gui.elements import UILabel

from ui.text import N_, _
from ui.text.key_names import keyed

Tip = tuple[Rect, str]
"""A place in the window, and the sentence for it, marked for translation."""

SEARCH_TITLE: Final = N_("Which move the search is for, who is to move there, and how long it has taken.")
BEST: Final = N_(
    "The best move found so far, and its score: by how many discs the game is expected to end, + for Black, "
    "− for White."
)
DEPTH: Final = N_(
    "How far the search has looked: a ply is one move of one side. “At 87 %” says how sure it is of what it "
    "left out on the way."
)
PV: Final = N_(
    "The line the search expects, each move in the colour of who makes it: point at one to see it."
)
COLUMNS: Final = (
    N_("How many moves of both sides were looked ahead; %, if any, says how sure it is of what it left out."),
    N_("The best move at this depth."),
    N_("What the move is worth in discs at the end, + for Black, − for White."),
    N_("How many positions this depth has visited."),
    N_("How long this depth took."),
    N_("The search that reached this depth."),
)
NODES: Final = N_("Positions visited for each depth; a line of the grid is ten times the one below, or more.")
SCORES: Final = N_(
    "What the game was worth after each move, up for Black, down for White: click to go there."
)
MOVES: Final = N_("The moves of the game in their order, and where in it the board stands.")
CARD: Final = N_(
    "Who plays these discs and how strong; the number counts the discs on the board, a time is what is left."
)
EVALUATION: Final = N_("Who is ahead by how many discs: Black's part grows from below, White's from above.")
LINE: Final = N_("The best move the search has found, what it is worth, and how far was looked.")


def place_tips(manager: pygame_gui.UIManager, tips: Iterable[Tip]) -> None:
    """Let the sentences be shown where they belong; nothing else is seen of them."""
    for rect, sentence in tips:
        UILabel(rect, "", manager).set_tooltip(keyed(_(sentence)))
