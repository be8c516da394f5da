"""Files as people have them: text beside moves, rows of positions, several forms in one file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from game.board import PASS, Board, move_name
from game.records.any_format import read_games
from game.records.board_text import board_lines
from game.records.record import Record
from game.records.transcript import transcript
from tests import samples
from tests.mixed_records import mixed
from tests.samples import FINAL_1977, random_game

T4 = Path(__file__).resolve().parents[3] / "shared" / "reference" / "samples" / "t4"
EMPTY = "there is no disc on the board"


def said(record: Record) -> str:
    """The moves, or the position after its 64 squares, then the players, event and result."""
    start = "" if record.game.start == Board.initial() else f"<{record.game.start.text()[-1]}>"
    names = "-".join(filter(None, (record.black, record.white, record.event)))
    result = "" if record.result == "?" else record.result
    comments = "/".join(node.comment for node in record.game.line if node.comment)
    moves = "".join(map(move_name, record.game.moves))
    return "|".join(
        [start + (moves if len(moves) < 30 else f"{len(moves) // 2} moves"), names, result, comments]
    )


def read(text: str) -> list[str]:
    return [
        found.problem.rpartition(": ")[2] if found.problem else said(found.record)
        for found in read_games(text.encode())
    ]


FILES = {
    "remark-move.txt": ["f5d6c3d3|||c4 was the mistake, said Alpha", "f5f6|||"],
    "names-square.txt": [
        "f5f6e6|||Diagonal - f6 Line", "f5f4e3|||Perpendicular - E3", "f5d6c3d3c4|||F8 variation:",
        "f5d6c3|||Game 12 (b1):", "c4c3d3|||C4 opening",
    ],
    "names-square.csv": ["f5f4e3|||E3 line", "c4c3d3c5b2|||B2 trap"],
    "md-table.md": ["f5d6c3d3c4f4|Alpha||A1", "f5f6e6f4e3|Beta||A2"],
    "positions-remark.txt": [
        "<X>|||an-instance: A generic instance",
        EMPTY,
        "|||initial: The initial position",
        "<O>|||first-move-d3: First move D3",
    ],
    "positions-rows.txt": ["<X>|||one: an endgame", "<X>|||two: another endgame"],
    "fen-letters.txt": ["<X>|||"],
    "ggs-piped.txt": ["<X>|||"],
    "grid-numbers.txt": ["60 moves||+6.00|"],
    "match.json": ["c4e3f6e6f5|Alpha One-Beta Two-A tournament 2025||a usual move"],
    "names-in-line.txt": ["60 moves|Alpha One-Beta Two|+6.00|", "f5d6c3d3c4f4f6|Alpha-Beta|+2.00|"],
    "openings-names.txt": [
        "f5f4e3|||Perpendicular - E3",
        "f5f6e6|||Diagonal - f6 Line",
        "f5d6c3d3c4|||Tiger",
    ],
}  # fmt: skip


@pytest.mark.skipif(not T4.exists(), reason="the samples are not part of the program")
@pytest.mark.parametrize(("name", "right"), FILES.items(), ids=FILES)
def test_files_of_people(name: str, right: list[str]) -> None:
    assert read((T4 / name).read_text("utf-8")) == right


AFTER = samples.AFTER_F5.text()
ROWS = [AFTER[row : row + 8] for row in range(0, 64, 8)]
SLASHED = "/".join(ROWS)
DIAGRAM = (
    "- - - - - - - -\n- - - - - - - -\n- - 3 4 - - - -\n- - - O * - - -\n- - - * O 1 - -\n- - - 2 - - - -\n"
)
DIAGRAM += "- - - - - - - -\n" * 2


@pytest.mark.parametrize(
    ("text", "right"),
    [
        # remarks
        ("f5d6c3\nthen d3 or c4, says Beta\nf5f6e6\n", ["f5d6c3|||then d3 or c4, says Beta", "f5f6e6|||"]),
        ("1. f5 d6\nA usual answer\n2. c3 d3\n", ["f5d6c3d3|||A usual answer"]),
        ("f5d6\n\nThe second round, table c3\n\nf5f6\n", ["f5d6|||", "f5f6|||"]),
        # names
        ("D3 c5 Club: f5d6c3\nTable B2, f5f6\n", ["f5d6c3|||D3 c5 Club:", "f5f6|||Table B2"]),
        ("A1 | f5d6c3\nA2 | f5f6e6\n", ["f5d6c3|||A1", "f5f6e6|||A2"]),
        ("f5d6c3 Team A4\nf5f6e6 table h8\n", ["f5d6c3|||Team A4", "f5f6e6|||table h8"]),
        # tables
        (
            "no;black;white;moves\n1;Ann;Bob;f5d6\n2;Cid;D3 Club;f5f6\n",
            ["f5d6|Ann-Bob||1", "f5f6|Cid-D3 Club||2"],
        ),
        ("| Moves | Result | White |\n|:--|--|--|\n| f5d6 | 40-24 | C4 |\n", ["f5d6|C4|+16.00|"]),
        ("event\tmoves\nCup f6\tf5d6c3\n\nf5f6\n", ["f5d6c3|Cup f6||", "f5f6|||"]),
        # rows of positions
        (f"a1,{AFTER[:64]},O\nd3,{AFTER[:64]},w,+4\n", ["<O>|||a1", "<O>|||"]),
        (f"1|{AFTER[:64]}|white|a, b\n\nf5d6\n", ["<O>|||1: a, b", "f5d6|||"]),
        (f"x;{AFTER[:64]};w;\nx;{AFTER[1:64]};w;\n", ["<O>|||x", "'x' is not a move"]),
        # letters and slashes
        (f"{SLASHED} w\n{SLASHED.replace('O', 'W').replace('X', 'B').replace('-', '.')} w\n", ["<O>|||"] * 2),
        (SLASHED.replace("--------", "8").replace("---", "3") + " O d6c3", ["<O>d6c3|||"]),
        # boards with bars
        (
            "".join(f"| {n} {' '.join(row)} {n}\n" for n, row in enumerate(ROWS, 1)) + "|\n|O to move\n",
            ["<O>|||"],
        ),
        ("|" + "\n|".join("|".join(row) + "|" for row in ROWS) + "\n|W\n\nf5d6\n", ["<O>|||", "f5d6|||"]),
        # diagrams of numbers
        (DIAGRAM, ["f5d6c3d3|||"]),
        (DIAGRAM.replace("4", "2"), ["'x2' is not a move"]),
        ("f5f6\n" + "  a b c d e f g h\n" + DIAGRAM + "f5d6\n", ["f5f6|||", "f5d6c3d3|||", "f5d6|||"]),
        # JSON
        ('{"black": "Ann", "white": "Bob", "event": "Cup", "moves": "f5d6c3"}', ["f5d6c3|Ann-Bob-Cup||"]),
        ('{"id": 1, "game": {"moves": ["f5", "d6", "pass"]}}', ["'pass' is not a legal move for Black"]),
        (
            '[{"players": ["Ann", "Bob"], "moves": [{"square": "f5"}, {"square": "D6"}]}]\nf5f6',
            ["f5d6|Ann-Bob||", "f5f6|||"],
        ),
        # players in a line or above it
        ("Ann 40-24 Bob\nf5d6c3\n\nf5f6\n", ["f5d6c3|Ann-Bob|+16.00|", "f5f6|||"]),
        ("3. Ann 30-34 Bob f5d6\nCid 64-0 Dan f5f6\n", ["f5d6|Ann-Bob|-4.00|", "f5f6|Cid-Dan|+64.00|"]),
        ("Ann vs Bob f5d6\nf5f6\n", ["f5d6|Ann-Bob||", "f5f6|||"]),
        # consoles
        (f"edax>play f5\n\n{board_lines(samples.AFTER_F5)}\n\nedax>\n", ["<O>|||"]),
        (f"> f5\n\n{board_lines(samples.AFTER_F5)}\n> d6\n", ["<O>|||"]),
        (f"$ edax\nEdax plays F5\n\n{board_lines(samples.AFTER_F5)}\n\n>", ["<O>|||"]),
        # several forms, also damaged
        ("(;GM[Othello]B[f5]W[d6];)\n\n[Event \"x\"]\n\n1. f5 f6 *\n", ["f5d6|||", "f5f6|x||"]),
        (
            '(;GM[Othello]B[f5]W[d6\n\nf5f6\n[Event "x"]\n1. f5 f4\n',
            ["after 2 tags a GGF game goes on with a tag or ends with ;), not 'W[d6'", "f5f6|||", "f5f4|x||"],
        ),
        ('[Event "x"]\n[Round 2"]\n[White "Bob"]\nf5d6 *\nf5f6\n', ["f5d6|Bob-x||", "f5f6|||"]),
    ],
)  # fmt: skip
def test_each_row_is_its_own_game_or_position(text: str, right: list[str]) -> None:
    assert read(text) == right


# Several forms in one file


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
@pytest.mark.parametrize("damage", [0, 0.05])
def test_forms_change_within_a_file(end: str, damage: float) -> None:
    """Each record that is whole is read, and each damaged one is read or named."""
    texts = list(mixed(Random(58), 60, damage))
    lines = [1]
    for written in texts:
        lines.append(lines[-1] + (written.text + "\n" + end).count("\n"))
    found = list(read_games("".join(f"{written.text}\n{end}" for written in texts).encode()))
    places = Counter(max(n for n, line in enumerate(lines) if one.line and line <= one.line) for one in found)
    for number, written in enumerate(texts):
        assert places[number] == 1 or written.is_damaged, written.text
    if end or not damage:
        assert len(found) == len(texts)
    assert damage or not any(one.problem for one in found)


def test_remarks_and_names_with_squares_change_no_game() -> None:
    """No word beside the moves of a file becomes one of them."""
    rng = Random(7)
    names = ("B2 trap", "E3 line", "the c4 club", "Ann (D3)", "F5 variation", "table a1", "Game 12 (b1)")
    remarks = ("c4 was the mistake, said Alpha", "better: d3!", "I liked e6 here", "f5 again, says Bob")
    for _ in range(20):
        games = [random_game(rng, plies=rng.randint(3, 60)) for _ in range(5)]
        text = ""
        for game in games:
            before, after = rng.choice(
                (("", ""), (f"{rng.choice(names)}: ", ""), ("", f" {rng.choice(names)}"))
            )
            line = before + transcript(game).removesuffix("pa") + after
            text += line + "\n" + rng.choice(("", f"{rng.choice(remarks)}\n")) + rng.choice(("", "\n"))
        found = list(read_games(text.encode()))
        assert [[move for move in one.record.game.moves if move != PASS] for one in found] == [
            [move for move in game.moves if move != PASS] for game in games
        ], text


def test_whole_games_stay_whole_among_other_forms() -> None:
    text = f'(;GM[2]C[a line\nf5f6\n\n{DIAGRAM}];B[f5])\n[Event "x (;GM[2]"]\nf5 {{(;GM[2]\nf5d6\n\n}} d6\n\n'
    assert [names.partition("|")[0] for names in read(f"{text}{FINAL_1977}")] == ["f5", "f5d6", "62 moves"]
