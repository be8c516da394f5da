"""The words of GTP, the Go Text Protocol, that engines and hosts of Othello share: colours and squares."""

from game.board import PASS, Color, Move, move_name
from game.plain_text import quoted
from game.text import _

COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}


def color_letter(color: Color) -> str:
    return "b" if color is Color.BLACK else "w"


def vertex(move: Move) -> str:
    """`D3`, `pass`, as `parse_move` reads it. Rows are counted from the top, as in every program."""
    return "pass" if move == PASS else move_name(move).upper()


def parse_color(text: str) -> Color:
    """Raises ValueError."""
    if text.lower() not in COLORS:
        raise ValueError(_("{text} is not a colour", text=quoted(text)))
    return COLORS[text.lower()]
