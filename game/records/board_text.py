"""Boards as text: 64 signs and the side to move, eight lines of eight signs, or a line as in chess (FEN).

Written: `<64 squares> <side>`, or eight lines with coordinates and a ninth with the side to move.

Read: the signs of `Board.from_text` and ● for Black, ○ for White, · for empty; eight lines of eight signs,
with spaces or bars between them, coordinates, a frame or a title; rows numbered from 8 down are reversed. The
side to move is on a line before or after the board (`X`, `Black to move`, `Turn: O`, `黒番`), or after a
numbered row, as in the consoles of Edax and Egaroucid (`* to move`, `White's turn`), whose lines that begin
with `>` are skipped. FEN begins with row 8: `8/8/8/3pP3/3Pp3/8/8/8 b`, p for Black; with the other signs,
`3WB3`, it begins with row 1. A diagram of numbers is a board with the number of the move in each cell.
"""

import re
from collections.abc import Sequence
from typing import Final

from game.board import BLACK_CHARS, EMPTY_CHARS, WHITE_CHARS, Board, square_name

# Replacements of other signs by those of `Board.from_text`.
SIGNS: Final = str.maketrans("●⚫◯○⚪·・．＋", "XXOOO----")
SIGN: Final = f"[{re.escape(BLACK_CHARS + WHITE_CHARS + EMPTY_CHARS)}]"
ROW: Final = re.compile(rf"([1-8])?[\s|]*+({SIGN}(?:[\s|]*+{SIGN}){{7}})[\s|]*+([1-8])?")
# A row that begins with its number may be followed by any text after a space.
ROW_LINE: Final = re.compile(rf"{ROW.pattern}(?(1)(?:(?:(?<=\s)|(?=\s)).*)?)")
# A numbered row with other signs, or not eight of them; not the numbers of columns.
DAMAGED: Final = re.compile(rf"(?!{ROW.pattern}(?:\s|\Z)|(?:[1-8]\W+){{3}})[1-8](?:[ \t|]++\S(?!\S)){{6,}}")
# Names of columns, and lines of frames.
COLUMNS: Final = re.compile(
    r"[\s|+]*+(?:(?:[A-Ha-h][\s|]*+){8}|1 +2 +3 +4 +5 +6 +7 +8(?!\d))(?:(?<=\s)\S.*)?|[\s|+=-]*+"
)
# The side to move after a row.
BESIDE: Final = re.compile(r"(?<!\S)(black|white|[x*o])(?:'s turn| to move)(?!\S)", re.IGNORECASE)
SIDE: Final = re.compile(
    r"(?:(?:turn|side|next|to move|手番)\s{0,9}:?\s{0,9})?"
    r"(black|white|[xo*bw●○]|黒|白)(?:\s{0,9}(?:to (?:move|play)|番))?\s{0,9}[.:]?",
    re.IGNORECASE,
)
_RANK: Final = r"[pPxXoO*bBwW._1-8-]{1,8}"
FEN: Final = re.compile(
    rf"\s*+((?:{_RANK}/){{7}}{_RANK}/?)\s{{1,9}}([bwXO*])(?!\w)(?:[-\s\d]{{0,20}}(?![.:)]))?", re.IGNORECASE
)
SQUARE: Final = re.compile("[a-h][1-8]", re.IGNORECASE)
# A cell of a diagram of numbers.
NUMBER: Final = re.compile(r"\d\d?")
CELL: Final = re.compile(rf"{NUMBER.pattern}|{SIGN}")


def bare_line(line: str) -> str:
    """Returns a line of a drawn board in the signs of `Board.from_text`, without leading bars of GGS."""
    return line.strip().lstrip("| \t").translate(SIGNS)


def is_row(line: str) -> bool:
    """Returns whether a `bare_line` is a row of a board or a diagram of numbers, even a damaged one."""
    if ROW_LINE.fullmatch(line) or DAMAGED.match(line):
        return True
    if len(line) < 6 or "{" in line or is_beside(line):
        return False
    if len(line) <= 10:
        return len(re.findall(SIGN, line)) >= 6
    cells = line[:60].replace("|", " ").split()[:10]
    return len(cells) > 6 and sum(len(cell) == 1 or NUMBER.fullmatch(cell) is not None for cell in cells) > 5


def is_beside(line: str) -> bool:
    """Returns whether a `bare_line` belongs to the board above or below: columns, a frame, a side to move."""
    return COLUMNS.fullmatch(line) is not None or SIDE.fullmatch(line) is not None


def drawn(lines: Sequence[str]) -> str:
    """Returns the 64 squares of a board, with the side to move if given, or the moves of a diagram of
    numbers; else the first damaged row, or the lines unchanged. The lines are bare.
    """
    rows = [line for line in lines if is_row(line)]
    boards = [row for row in map(ROW_LINE.fullmatch, rows) if row]
    if len(boards) != len(rows):
        damaged = next((row for row in rows if not ROW_LINE.fullmatch(row) and DAMAGED.match(row)), "")
        return _numbered_moves(rows) or damaged or "\n".join(lines)
    numbers = "".join(row[1] or row[3] or "" for row in boards)
    sides = [found[1] for line in lines if (found := SIDE.fullmatch(line) or BESIDE.search(line))]
    if len(rows) != 8 or numbers not in ("", "12345678", "87654321") or len(sides) > 1:
        return "\n".join(lines)
    squares = ["".join(re.findall(SIGN, row[2])) for row in boards]
    side = f" {side_sign(sides[0])}" if sides else ""
    return "".join(squares[::-1] if numbers.startswith("8") else squares) + side


def _numbered_moves(rows: Sequence[str]) -> str:
    """Returns a diagram as a transcript, with invalid moves for missing numbers; '' if it is no diagram."""
    cells = [row.replace("|", " ").split() for row in rows]
    if all(len(row) > 8 and row[0] == str(number) for number, row in enumerate(cells, start=1)):
        cells = [row[1:9] for row in cells]
    found = [cell for row in cells for cell in row]
    numbers = [int(cell) if NUMBER.fullmatch(cell) else 0 for cell in found]
    is_diagram = [len(row) for row in cells] == [8] * 8 and max(numbers) <= 60
    if not is_diagram or not all(map(CELL.fullmatch, found)) or 2 * len({*numbers} - {0}) <= max(numbers):
        return ""
    moves = (
        square_name(numbers.index(number)) if numbers.count(number) == 1 else f"x{number}"
        for number in range(1, max(numbers) + 1)
    )
    signs = "".join("-" if cell.isdigit() else cell for cell in found)
    start = Board.from_text(f"{signs} X") if set(signs) > set("-") else Board.initial()
    return f"{'' if start == Board.initial() else start.text() + ';'}{' '.join(moves)}"


def side_sign(name: str) -> str:
    """Returns X for Black or O for White, from the name that `SIDE` found."""
    return "X" if name.lower() in ("black", "x", "*", "b", "●", "⚫", "黒") else "O"


def parse_fen(text: str) -> tuple[Board, str] | None:
    """Returns the FEN position that begins a text and the rest, or None; rows of p and P start with row 8."""
    match = FEN.match(text)
    if match is None:
        return None
    rows = [re.sub("[1-8]", lambda digit: "-" * int(digit[0]), row) for row in match[1].strip("/").split("/")]
    if any(len(row) != 8 for row in rows):
        return None
    is_chess = not set("".join(rows).lower()) - set("p-")
    signs = "".join(reversed(rows) if is_chess else rows).replace("p", "X").replace("P", "O")
    return Board.from_text(f"{signs} {match[2]}"), text[match.end() :]


def board_lines(board: Board) -> str:
    """Returns eight lines of eight signs with coordinates, and a line with the side to move."""
    signs = board.text()
    columns = " ".join(square_name(square)[0] for square in range(8))
    rows = [f"{row + 1} {' '.join(signs[8 * row : 8 * row + 8])}" for row in range(8)]
    return "\n".join([f"  {columns}", *rows, f"{board.turn.name.capitalize()} to move"])
