"""Colours and squares of GTP, the Go Text Protocol, which engines and hosts of Othello share."""

from game.board import PASS, Color, Move, move_name
from game.plain_text import quoted
from game.text import _

COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}


def color_letter(color: Color) -> str:
    return "b" if color is Color.BLACK else "w"


def vertex(move: Move) -> str:
    """Returns `D3` or `pass`, as `parse_move` reads it. Rows count from the top, as in every program."""
    return "pass" if move == PASS else move_name(move).upper()


def parse_color(text: str) -> Color:
    """Reads the name or the letter of a colour. Raises ValueError."""
    if text.lower() not in COLORS:
        raise ValueError(_("{text} is not a colour", text=quoted(text)))
    return COLORS[text.lower()]
