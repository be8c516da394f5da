"""The rules of Othello on six boards: the text of each, and the squares to play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.board import Bitboard, Board, parse_square
from ui.text import N_

_FULL: Final = "OOOOOOXXOXOXXOXXOXXXOOXXOXXXXXOOOXXOXXOOOXOXXXOXOXXXXOXXOOXXXXXX"


@dataclass(frozen=True, slots=True)
class Lesson:
    """`task` are the squares that may be played; `done` is shown afterwards. Marked for translation."""

    title: str
    words: str
    board: Board
    task: Bitboard = 0
    done: str = ""


LESSONS: Final = (
    Lesson(
        N_("Placing a disc"),
        N_(
            "Black begins. Put a disc on an empty square so that white discs lie in a straight line between "
            "it and another black disc. Four squares do that, the dotted ones: click one, or type its letter "
            "and its number."
        ),
        Board.initial(),
        Board.initial().legal_moves(),
        N_("That is a move: the white disc in between has turned black. Now it would be White's turn."),
    ),
    Lesson(
        N_("Turning discs"),
        N_(
            "All discs that are enclosed turn, in every direction at once: along rows, columns and "
            "diagonals. Play the dotted square, e3, and see which do."
        ),
        Board.from_text("----X-----XXO-----XO--X---OOOOO--OOXXXX--O-XXX----X--X---------- X"),
        1 << parse_square("e3"),
        N_("Four discs have turned, in four directions. Discs that are turned enclose no others by that."),
    ),
    Lesson(
        N_("Passing"),
        N_(
            "Whoever can turn nothing must pass, and the other side moves again. Here Black is to move and "
            "has no square: it is White's turn. As long as there is a move, one may not pass."
        ),
        Board.from_text("-------O----X--O-XXXXXXO---XXXOO---XXOXO--XXXXXO--XXOXOOOOOOOOOO X"),
    ),
    Lesson(
        N_("The end"),
        N_(
            "When neither side can move, the game is over. Mostly that is when the board is full, after 60 "
            "moves; sometimes it comes earlier."
        ),
        Board.from_text(f"{_FULL} X"),
    ),
    Lesson(
        N_("Who wins"),
        N_(
            "Whoever has more discs wins. Black has 38 here and White 26: Black wins 38–26. With 32 each it "
            "is a draw. How many one has before the end says little: they turn."
        ),
        Board.from_text(f"{_FULL} X"),
    ),
    Lesson(
        N_("Empty squares"),
        N_(
            "Squares that stay empty count for the winner. Here neither side can move: Black has 54 discs, "
            "White 7, and three squares are empty, so that Black wins 57–7. Now you know all the rules."
        ),
        Board.from_text("--XXXXXX-XXXXXXXXXXXOOXXXXXXXXOOXXXXXXOOXXOXXXXXXXXXXXXXXXXXXXXX O"),
    ),
)
