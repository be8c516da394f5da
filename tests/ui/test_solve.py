"""`solve`, with the real engine, on positions that take milliseconds."""

import gzip
import json
import os
from functools import partial
from pathlib import Path
from random import Random

import pytest

from game.board import PASS, Board, Color, final_score, squares
from game.files import read_input
from game.records.ggf import ggf
from game.records.obf import Problem, obf, parse_obf
from game.records.record import Record
from game.records.transcript import parse_transcript, transcript
from game.tree import Game
from tests.ai.positions import random_discs
from tests.samples import BLACK_PASSES, FINAL_1977, OVER
from tests.ui.command_line import ROOT, Command, run_main, run_python
from tests.wthor_files import archive, record
from ui import VERSION
from ui.commands import solve

FFO = ROOT / "assets" / "positions" / "ffo.obf"
PROBLEMS = parse_obf(FFO.read_text("utf-8"))[0]

# FFO 1: g8 wins by 18, h1 only by 12.
BOARD = PROBLEMS[0].board.text()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "problems.obf"


def rows(out: str) -> list[str]:
    """Returns the lines of the table, without its head and the totals."""
    table, _, _ = out.partition("\n\n")
    return table.splitlines()[1:]


def perfect_score(board: Board) -> int:
    """Returns the score by plain negamax."""
    if board.is_over():
        return final_score(board.player, board.opponent)
    scores = []
    for move in list(squares(board.legal_moves())) or [PASS]:
        scores.append(-perfect_score(board.play(move)))
    return max(scores)


@pytest.mark.parametrize("algorithm", ["pvs", "alphabeta", "scout", "mtdf", "mtsss"])
def test_a_correct_file_is_confirmed(algorithm: str, file: Path, command: Command) -> None:
    problems = [problem for problem in PROBLEMS if problem.board.empties <= 14]
    file.write_text("\n".join(map(obf, problems)), encoding="utf-8")
    out, err = command("solve", file, "--algorithm", algorithm, "--hash", 8)
    for row, problem in zip(rows(out), problems, strict=True):
        cells = row.removeprefix(problem.comment).split()
        assert row.startswith(f"{problem.comment} ")
        assert cells[0] == str(problem.board.empties)
        assert cells[1] == f"{problem.best:+}"
        assert cells[2].upper() in obf(problem)
        assert int(cells[3].replace(",", "")) >= 10
        assert row.endswith("  ok")
    assert f"\n\n{len(problems)} solved: {len(problems)} ok, 0 wrong, 0 without a score; " in out
    assert err.splitlines()[-1] == "The fast search is ready"


@pytest.mark.parametrize(
    ("fields", "status", "check"),
    [
        (" G8:+18; H1:+12;", 0, "ok"),
        (" +18;", 0, "ok"),
        (" H1:+18;", 0, "ok, though the file names other moves"),
        ("", 0, "no score given"),
        (" +20;", 1, "WRONG: the file says +20"),
        (" H1:+12;", 1, "WRONG: the file says +12"),
        (" G8:+16; H1:+18;", 1, "WRONG: the file says g8 is worth +16"),
    ],
)
def test_scores_are_checked(fields: str, status: int, check: str, file: Path, command: Command) -> None:
    file.write_text(f"{BOARD};{fields}", encoding="utf-8")
    (row,) = rows(command("solve", file, status=status).out)
    assert row.startswith("line 1 ")
    assert row.split()[2:5] == ["14", "+18", "g8"]
    assert row.endswith(f"  {check}")


def test_passes_and_finished_games_have_a_score(file: Path, command: Command) -> None:
    score, over = perfect_score(BLACK_PASSES), OVER.text()
    file.write_text(
        f"{BLACK_PASSES.text()}; PA:{score:+};\n{over}; -16;\n{over.replace(' O', ' X')}; +16;\n",
        encoding="utf-8",
    )
    passes, lost, won = (row.split()[2:] for row in rows(command("solve", file).out))
    assert passes[:3] == ["6", f"{score:+}", "pass"]
    assert lost == ["8", "-16", "-", "0", "0.000", "0", "ok"]
    assert won == ["8", "+16", "-", "0", "0.000", "0", "ok"]


def test_random_positions_agree_with_plain_negamax(file: Path, command: Command) -> None:
    rng = Random(7)
    boards = [random_discs(rng, empties) for empties in (1, 2, 3, 4, 5, 6) for _ in range(5)]
    scores = [perfect_score(board) for board in boards]
    file.write_text(
        "\n".join(obf(Problem(board, best=score)) for board, score in zip(boards, scores, strict=True)),
        encoding="utf-8",
    )
    assert [int(row.split()[3]) for row in rows(command("solve", file, "--hash", 1).out)] == scores


def test_chosen_positions_are_solved(command: Command) -> None:
    for numbers, names in (("2-3", ["FFO 2", "FFO 3"]), ("0001", ["FFO 1"])):
        values = json.loads(command("solve", str(FFO), "--numbers", numbers, "--json").out)
        assert [row["comment"] for row in values["positions"]] == names


def test_a_malformed_line_is_reported_and_the_others_solved(file: Path, command: Command) -> None:
    lines = [f"{BOARD}; A1:+18;", f"{BOARD}; +18; % fine \N{BLACK STAR}", "", "what?", f"{BOARD}; +99"]
    file.write_bytes("\r\n".join(lines).encode() + b"\r\n" + BOARD.encode() + b"; +18; % caf\xe9\r\n")
    out, err = command("solve", file, status=1)
    assert err.splitlines()[:3] == [
        f"{file}: line 1: 'A1' is not a legal move for Black",
        f"{file}: line 4: a board has 64 squares and a side to move (65 characters), not 5: 'what?'",
        f"{file}: line 5: '+99' is not a score from -64 to +64",
    ]
    assert [row.split()[0] for row in rows(out)] == ["fine", "café"]
    assert "2 solved: 2 ok, 0 wrong, 0 without a score; malformed lines: 3; " in out


def test_json(file: Path, command: Command) -> None:
    file.write_text(f"{BOARD}; G8:+18; % FFO 1\n{BOARD}; +20;\nno\n{OVER.text()}; % over\n", encoding="utf-8")
    out, err = command("solve", file, "--json", "--hash", 2, status=1)
    report = json.loads(out)
    assert len(rows(err.partition("is ready\n")[2])) == 3
    assert (report["version"], report["file"]) == (VERSION, str(file))
    assert (report["algorithm"], report["threads"], report["table_megabytes"]) == ("PVS", 1, 2)
    assert report["interrupted"] is False
    first, second, over = report["positions"]
    assert (first["line"], first["comment"], first["board"]) == (1, "FFO 1", BOARD)
    assert (first["empties"], first["score"], first["best_move"]) == (14, 18, "g8")
    assert (first["score_in_file"], first["contradiction"]) == (18, None)
    assert second["contradiction"] == "the file says +20"
    assert (over["score"], over["best_move"], over["score_in_file"]) == (-16, None, None)
    totals = report["totals"]
    assert [totals[key] for key in ("solved", "wrong", "without_score", "malformed")] == [3, 1, 1, 1]
    assert totals["nodes"] == first["nodes"] + second["nodes"] > 0
    # Each had an empty table, and one thread always does the same.
    assert first["nodes"] == second["nodes"]
    (malformed,) = report["malformed"]
    assert (malformed["line"], malformed["text"]) == (3, "no")


def test_games_are_solved_from_their_end(file: Path, command: Command) -> None:
    whole = parse_transcript(FINAL_1977)
    moves = transcript(Game(moves=whole.moves[:50]))
    file.write_text(f"1. {moves[:40]}\n{moves[40:]}\n", encoding="utf-8")
    (row,) = rows(command("solve", file).out)
    score = row.split()[3]
    assert row.split()[:3] == ["line", "1", "10"]
    game = Record(Game(moves=whole.moves[:50]), black="Ann", white="Bob")
    file.write_text(f"{ggf(game)}\n{ggf(Record(whole))}", encoding="utf-8")
    ann, over = json.loads(command("solve", file, "--json").out)["positions"]
    assert (ann["line"], ann["comment"], ann["score"]) == (1, "Ann - Bob", int(score))
    assert (over["line"], over["empties"], over["score"]) == (2, 0, over["score"])


def test_theoretical_scores_of_wthor_are_checked(file: Path, command: Command) -> None:
    moves = parse_transcript(FINAL_1977).moves
    node = next(node for node in Game(moves=moves).line if node.board.empties == 6)
    score = perfect_score(node.board) * (1 if node.board.turn is Color.BLACK else -1)
    theoretical = (64 + score) // 2
    data = archive(
        record(moves, theoretical=theoretical), record(moves, theoretical=1), record((0,)), empties=6
    )
    file.write_bytes(data)
    out, err = command("solve", file, "--json", status=1)
    assert err.startswith(f"{file}: byte 152: game 3: ply 1: 'a1' is not a legal move for Black")
    report = json.loads(out)
    assert [position["contradiction"] is None for position in report["positions"]] == [True, False]
    assert [position["comment"] for position in report["positions"]] == ["1977, game 1", "1977, game 2"]
    (malformed,) = report["malformed"]
    assert (malformed["line"], malformed["reason"][:16]) == (None, "byte 152: game 3")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "there is no position in it"),
        (b"% a comment\n\n", "there is no position in it"),
        (b"\x7fELF\x00\x01", "this is neither a text file nor a WTHOR file"),
    ],
)
def test_bad_files_are_reported(
    data: bytes, problem: str, file: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve, "read_input", partial(read_input, most=1000))
    file.write_bytes(data)
    assert command("solve", file, status=1) == ("", f"{file}: {problem}\n")
    file.write_bytes(b"% " + b"-" * 2000)
    assert command("solve", file, status=1).err == f"{file} cannot be read: it is larger than 0 MB\n"


def test_json_is_english(file: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "ru")
    file.write_text(f"{OVER.text()};\n\nno\n\n{OVER.text()};\n", encoding="utf-8")
    (malformed,) = json.loads(command("solve", file, "--json", status=1).out)["malformed"]
    assert malformed["reason"].startswith("a board has 64 squares")


def test_standard_input_works_with_an_ascii_terminal() -> None:
    done = run_main(
        *("solve", "-"),
        input=f"\ufeff{BOARD}; +18; % \N{BLACK STAR}\r\nno",
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        encoding="utf-8",
    )
    assert done.returncode == 1
    assert done.stderr.startswith("standard input: line 2: a board has 64 squares")
    (row,) = rows(done.stdout)
    assert row.startswith("\\u2605 ")
    assert row.endswith("  ok")


def test_standard_input_may_be_gzipped() -> None:
    code = "from game.files import read_input; print(read_input('-'))"
    done = run_python("-c", code, input=gzip.compress(b"f5d6"), text=False)
    assert done.stdout.split() == [b"b'f5d6'"]


@pytest.mark.slow
def test_the_problems_of_the_ffo(command: Command, file: Path) -> None:
    file.write_text("\n".join(map(obf, PROBLEMS[:46])), encoding="utf-8")
    assert "46 solved: 46 ok" in command("solve", file, "--hash", 512, "--threads", 2).out
