"""Positions as pictures in SVG, as in books on Othello: discs with the numbers of their moves, and marks."""

from html import escape
from typing import Final

from game.board import PASS, Color, Square, squares
from game.tree import Node, Shape, SquareMark

# Lengths in SVG units; the picture scales to any size.
CELL: Final = 40
MARGIN: Final = 24
SIDE: Final = 8 * CELL + 2 * MARGIN
RADIUS: Final = 17


def svg(node: Node) -> str:
    """Returns a picture of a node with its marks; a disc without a mark shows the number of its move."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" width="{SIDE}" height="{SIDE}" '
        'font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{SIDE}" height="{SIDE}" fill="#fff"/>',
        *_grid(),
    ]
    numbers = _numbers(node)
    for color in Color:
        for square in squares(node.board.discs(color)):
            parts += _disc(square, color, numbers.get(square))
    parts += [_mark(square, node.marks[square], node) for square in sorted(node.marks)]
    return "\n".join([*parts, "</svg>\n"])


def _grid() -> list[str]:
    parts = []
    first, last = MARGIN, SIDE - MARGIN
    for n in range(9):
        at = MARGIN + n * CELL
        width = 2 if n in (0, 8) else 1
        across = f'x1="{first}" x2="{last}" y1="{at}" y2="{at}"'
        down = f'x1="{at}" x2="{at}" y1="{first}" y2="{last}"'
        parts += [f'<line {line} stroke="#000" stroke-width="{width}"/>' for line in (across, down)]
    for x in (2, 6):
        for y in (2, 6):
            parts.append(f'<circle cx="{MARGIN + x * CELL}" cy="{MARGIN + y * CELL}" r="3"/>')
    for n in range(8):
        middle = MARGIN + n * CELL + CELL // 2
        parts.append(f'<text x="{middle}" y="{MARGIN - 8}" font-size="13">{"abcdefgh"[n]}</text>')
        parts.append(f'<text x="{MARGIN // 2}" y="{middle + 5}" font-size="13">{n + 1}</text>')
    return parts


def _numbers(node: Node) -> dict[Square, int]:
    """Returns the number of the move, without passes, that placed each disc on a square without a mark."""
    moves = [passed.move for passed in node.line if passed.move is not None and passed.move != PASS]
    return {move: number for number, move in enumerate(moves, start=1) if move not in node.marks}


def _centre(square: Square) -> tuple[int, int]:
    return MARGIN + square % 8 * CELL + CELL // 2, MARGIN + square // 8 * CELL + CELL // 2


def _disc(square: Square, color: Color, number: int | None) -> list[str]:
    x, y = _centre(square)
    fill, ink = ("#000", "#fff") if color is Color.BLACK else ("#fff", "#000")
    disc = f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{fill}" stroke="#000" stroke-width="1.5"/>'
    return [disc] if number is None else [disc, _text(x, y, str(number), ink)]


def _mark(square: Square, mark: SquareMark, node: Node) -> str:
    x, y = _centre(square)
    ink = "#fff" if node.board.black >> square & 1 else "#000"
    look = f'fill="none" stroke="{ink}" stroke-width="2.5"'
    if mark is Shape.CIRCLE:
        return f'<circle cx="{x}" cy="{y}" r="9" {look}/>'
    if mark is Shape.SQUARE:
        return f'<rect x="{x - 8}" y="{y - 8}" width="16" height="16" {look}/>'
    if mark is Shape.TRIANGLE:
        return f'<path d="M{x} {y - 10} L{x + 9} {y + 7} L{x - 9} {y + 7} Z" {look}/>'
    if mark is Shape.CROSS:
        return f'<path d="M{x - 8} {y - 8} L{x + 8} {y + 8} M{x + 8} {y - 8} L{x - 8} {y + 8}" {look}/>'
    return _text(x, y, str(mark), ink)


def _text(x: int, y: int, text: str, ink: str) -> str:
    size = 16 if len(text) < 3 else 10
    return f'<text x="{x}" y="{y + 5}" font-size="{size}" fill="{ink}">{escape(text, quote=False)}</text>'
