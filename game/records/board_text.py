"""A board as text: 64 signs and the side to move, eight lines of eight signs, or a line as chess has it.

Written: `<64 squares> <side>`, or eight lines with coordinates and a ninth with the side to move.

Read: the signs of `Board.from_text` and ● for Black, ○ for White, · for empty; eight lines of eight signs,
with blanks or bars between them and with coordinates or without, also in a frame or under a title; where the
rows are numbered from 8 down they are turned. The side to move stands alone on a line before or after the
board, or as `Black to move`, `Turn: O`, `黒番`. Behind a numbered row anything may stand, as in the consoles
of Edax and Egaroucid, where it tells the side (`* to move`, `White's turn`). A line as chess has it begins
with row 8: `8/8/8/3pP3/3Pp3/8/8/8 b`, p for Black.
"""

import re
from typing import Final

from game.board import BLACK_CHARS, EMPTY_CHARS, WHITE_CHARS, Board, Color, square_name

# Signs that stand for those of `Board.from_text`.
SIGNS: Final = str.maketrans("●⚫◯○⚪·・．＋", "XXOOO----")
_SIGN: Final = f"[{re.escape(BLACK_CHARS + WHITE_CHARS + EMPTY_CHARS)}]"
ROW: Final = re.compile(rf"([1-8])?[\s|]*+({_SIGN}(?:[\s|]*+{_SIGN}){{7}})[\s|]*+([1-8])?")
# Names of columns, and the lines of frames.
HEADING: Final = re.compile(r"[\s|+]*+(?:[A-Ha-h][\s|]*+){8}(?:(?<=\s)\S.*)?|[\s|+=-]*+")
# Behind a row.
BESIDE: Final = re.compile(r"(?<!\S)(black|white|[x*o])(?:'s turn| to move)(?!\S)", re.IGNORECASE)
SIDE: Final = re.compile(
    r"(?:(?:turn|side|next|to move|手番)\s{0,9}:?\s{0,9})?"
    r"(black|white|[xo*bw●○]|黒|白)(?:\s{0,9}(?:to (?:move|play)|番))?\s{0,9}[.:]?",
    re.IGNORECASE,
)
FEN: Final = re.compile(r"\s*+((?:[pP1-8]{1,8}/){7}[pP1-8]{1,8})\s{1,9}([bw])\b(?:[-\s\d]{0,20}(?![.:)]))?")
SQUARE: Final = re.compile("[a-h][1-8]", re.IGNORECASE)
MOST_LINES: Final = 40


def board_of_lines(text: str) -> str | None:
    """The 64 squares of a board of eight lines, and the side to move if it is given; None: it is no board."""
    if len(text) > MOST_LINES * 80:
        return None
    lines = [line.strip() for line in text.translate(SIGNS).splitlines() if line.strip()]
    rows: list[str] = []
    numbers: list[str] = []
    side = ""
    for line in lines:
        row = ROW.match(line) if len(rows) < 8 else None
        beside = line[row.end() :] if row is not None else ""
        if row is not None and (not beside or (row[1] and " " in line[row.end() - 1 :][:2])):
            rows.append("".join(re.findall(_SIGN, row[2])))
            numbers += filter(None, [row[1] or row[3]])
            if found := BESIDE.search(beside):
                side = f" {side_sign(found[1])}"
        elif found := SIDE.fullmatch(line):
            if side:
                return None
            side = f" {side_sign(found[1])}"
        elif not HEADING.fullmatch(line) and (rows or SQUARE.search(line)):
            return None
    if len(rows) != 8:
        return None
    if "".join(numbers) == "87654321":
        rows.reverse()
    elif "".join(numbers) not in ("", "12345678"):
        return None
    return "".join(rows) + side


def side_sign(name: str) -> str:
    """X for Black and O for White, by what `SIDE` found."""
    return "X" if name.lower() in ("black", "x", "*", "b", "●", "⚫", "黒") else "O"


def parse_fen(text: str) -> tuple[Board, str] | None:
    """The position that a text begins with as chess has it, and what follows it; None if there is none."""
    match = FEN.match(text)
    if match is None:
        return None
    rows = [re.sub("[1-8]", lambda digit: "-" * int(digit[0]), row) for row in match[1].split("/")]
    if any(len(row) != 8 for row in rows):
        return None
    signs = "".join(reversed(rows)).replace("p", "X").replace("P", "O")
    return Board.from_text(signs + ("X" if match[2] == "b" else "O")), text[match.end() :]


def board_lines(board: Board) -> str:
    """Eight lines of eight signs with coordinates, and a line with the side to move."""
    signs = board.text()
    columns = " ".join(square_name(square)[0] for square in range(8))
    rows = [f"{row + 1} {' '.join(signs[8 * row : 8 * row + 8])}" for row in range(8)]
    turn = "Black" if board.turn is Color.BLACK else "White"
    return "\n".join([f"  {columns}", *rows, f"{turn} to move"])
