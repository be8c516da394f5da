"""A board as text: 64 signs and the side to move, eight lines of eight signs, or a line as chess has it.

Written: `<64 squares> <side>`, or eight lines with coordinates and a ninth with the side to move.

Read: the signs of `Board.from_text` and ● for Black, ○ for White, · for empty; eight lines of eight signs,
with blanks or bars between them and with coordinates or without, also in a frame or under a title; where the
rows are numbered from 8 down they are turned. The side to move stands alone on a line before or after the
board, or as `Black to move`, `Turn: O`, `黒番`. Behind a numbered row anything may stand, as in the consoles
of Edax and Egaroucid, where it tells the side (`* to move`, `White's turn`); what is typed there, behind `>`,
is skipped. Boards may follow each other. A line as chess has it begins with row 8: `8/8/8/3pP3/3Pp3/8/8/8 b`,
p for Black.
"""

import io
import re
from typing import Final

from game.board import BLACK_CHARS, EMPTY_CHARS, WHITE_CHARS, Board, Color, square_name

# Signs that stand for those of `Board.from_text`.
SIGNS: Final = str.maketrans("●⚫◯○⚪·・．＋", "XXOOO----")
SIGN: Final = f"[{re.escape(BLACK_CHARS + WHITE_CHARS + EMPTY_CHARS)}]"
ROW: Final = re.compile(rf"([1-8])?[\s|]*+({SIGN}(?:[\s|]*+{SIGN}){{7}})[\s|]*+([1-8])?")
# Behind one with a number anything may stand, apart from it.
ROW_LINE: Final = re.compile(rf"{ROW.pattern}(?(1)(?:(?:(?<=\s)|(?=\s)).*)?)")
# A row with its number that has other signs, or not eight of them; not the numbers of columns.
DAMAGED: Final = re.compile(rf"(?!{ROW.pattern}(?:\s|\Z)|(?:[1-8]\W+){{3}})[1-8](?:[ \t|]++\S(?!\S)){{6,}}")
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
# Of one board with what stands around it, and the characters of a line.
MOST_LINES: Final = 40
LONGEST_LINE: Final = 500


def boards_of_lines(text: str) -> list[tuple[int, str]]:
    """The boards of eight lines that a text is, each with the line it begins in, from 1; [] if it is no such.

    They are the 64 squares, and the side to move if it is given; a damaged one is its first damaged row, and
    what is none beside others stays as it is.
    """
    parts: list[tuple[int, list[str]]] = [(1, [])]
    count = 0
    for number, line in enumerate(io.StringIO(text, newline=None), start=1):
        if len(line) > LONGEST_LINE or len(parts[-1][1]) > MOST_LINES:
            return []
        line = line.strip().translate(SIGNS)
        is_row = ROW_LINE.fullmatch(line) is not None or DAMAGED.match(line) is not None
        if is_row and count == 8:
            parts.append((number, []))
            count = 0
        count += is_row
        if line and not line.startswith(">"):
            parts[-1][1].append(line)
    boards = [_board(lines) for _begin, lines in parts]
    found = zip(parts, boards, strict=True)
    return [(begin, board or "\n".join(lines)) for (begin, lines), board in found] if any(boards) else []


def _board(lines: list[str]) -> str:
    """As `boards_of_lines`; '' if it is no board."""
    rows: list[str] = []
    numbers = side = damaged = ""
    for line in lines:
        if row := ROW_LINE.fullmatch(line):
            rows.append("".join(re.findall(SIGN, row[2])))
            numbers += row[1] or row[3] or ""
            if found := BESIDE.search(line, row.end(2)):
                side = f" {side_sign(found[1])}"
        elif DAMAGED.match(line):
            rows.append("")
            numbers, damaged = numbers + line[0], damaged or line
        elif found := SIDE.fullmatch(line):
            if side:
                return ""
            side = f" {side_sign(found[1])}"
        elif not HEADING.fullmatch(line) and (rows or SQUARE.search(line)):
            return ""
    if len(rows) != 8 or numbers not in ("", "12345678", "87654321"):
        return ""
    return damaged or "".join(rows[::-1] if numbers.startswith("8") else rows) + side


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
