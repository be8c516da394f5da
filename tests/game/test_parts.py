"""Files found in practice: text beside moves, rows of positions, several formats in one file."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from game.board import PASS, Board, move_name
from game.records.any_format import read_games
from game.records.record import Record
from game.records.transcript import transcript
from tests.mixed_records import mixed
from tests.samples import random_game

T4 = Path(__file__).resolve().parents[3] / "shared" / "reference" / "samples" / "t4"
EMPTY = "the board has no discs"


def said(record: Record) -> str:
    """Returns the moves, after the side to move of another start, then players, event, result, comments."""
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
def test_real_files_are_read(name: str, right: list[str]) -> None:
    assert read((T4 / name).read_text("utf-8")) == right


# Several formats in one file


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
@pytest.mark.parametrize("damage", [0, 0.05])
def test_a_file_may_mix_formats(end: str, damage: float) -> None:
    """Every intact record is read; every damaged one is read or reported."""
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


def test_names_below_an_empty_line_begin_another_game() -> None:
    start = Board.initial().text()
    assert read(f"{start}\n\nAnn vs Bob\nf5d6c3d3c4\n") == ["|||", "f5d6c3d3c4|Ann-Bob||"]
    text = "Ann vs Bob\nf5d6c3d3c4\n\nCid vs Dan\nplayed in Rome last year\nf5f6e6f4\n"
    assert read(text) == ["f5d6c3d3c4|Ann-Bob||", "f5f6e6f4|Cid-Dan||"]


def test_squares_in_remarks_and_names_are_not_moves() -> None:
    """Names stand before or after the moves of a game, remarks on lines between games."""
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
