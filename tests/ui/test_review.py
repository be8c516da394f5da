"""`review`, with the real engine, on searches that take milliseconds."""

import json
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from game.records.ggf import ggf
from game.records.record import Record
from game.records.transcript import transcript
from game.tree import Game
from play.review_file import parse_reviewed
from tests.play.reviewed import record
from tests.samples import random_game
from tests.ui.command_line import Command, run_main, run_python, start_main, wait_for_line
from ui import VERSION

QUICK = ["--depth", "2", "--solve", "6", "--threads", "1", "--hash", "4"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.ggf"
    path.write_text("".join(f"{ggf(record(seed))}\n" for seed in range(3)))
    return path


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "out.ggf"


def test_every_game_has_a_row_and_the_table_follows(file: Path, command: Command) -> None:
    out, err = command("review", file, *QUICK)
    games, players, years, everything, _ = out.split("\n\n")
    assert [row.split()[:3] for row in games.splitlines()[1:]] == [[str(n), "Ann", "Bob"] for n in (1, 2, 3)]
    assert [row.split()[:2] for row in players.splitlines()[1:]] in (
        [["Ann", "3"], ["Bob", "3"]],
        [["Bob", "3"], ["Ann", "3"]],
    )
    assert years.splitlines()[1].split()[:2] == ["2019", "3"]
    assert everything.splitlines()[1].split()[0] == "3"
    assert err.splitlines()[-1] == "The fast search is ready"
    assert "\r" not in err, "there is no terminal"


@pytest.mark.slow
def test_games_from_standard_input_are_answered_line_by_line(
    file: Path, kept: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers equal the lines of --to; what is no game gets an empty line."""
    command("review", file, *QUICK, "--to", kept)
    lines = file.read_bytes() + b"(;no game\n\x1f\x8b\0\n"
    answered = run_main("review", "-", *QUICK, input=lines, text=False)
    assert answered.stdout == kept.read_bytes() + b"\n\n"
    assert answered.returncode == 1
    assert "this is not a text file" in str(answered.stderr)
    problem = "- cannot be combined with --to, --json, --workers or --scheduler\n"
    assert command("review", "-", "--json", status=2) == ("", problem)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", None)
        problem = "standard input and output are both needed, but one of them is closed\n"
        assert command("review", "-", status=1) == ("", problem)


def test_a_restarted_review_goes_on(file: Path, kept: Path, command: Command) -> None:
    arguments = ["review", file, *QUICK, "--to", kept]
    table = command(*arguments).out.partition("\n\n")[2]
    whole = kept.read_text(encoding="utf-8")
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 3
    kept.write_text(f"{lines[0]}{lines[1][:500]}", encoding="utf-8")
    out, err = command(*arguments)
    assert f"{kept}: 1 game already reviewed\n" in err
    assert [row.split()[0] for row in out.partition("\n\n")[0].splitlines()[1:]] == ["2", "3"]
    assert out.partition("\n\n")[2] == table, "which is of all the games"
    assert kept.read_text(encoding="utf-8") == whole
    assert "Preparing" not in command(*arguments).err, "there is nothing left to do"
    assert kept.read_text(encoding="utf-8") == whole


def test_all_but_damaged_games_are_reviewed(file: Path, tmp_path: Path, kept: Path, command: Command) -> None:
    bad = tmp_path / "bad.txt"
    good = [transcript(random_game(seed)) for seed in (11, 12, 13)]
    bad.write_text("\n".join((*good[:2], "f5d6a1", good[2])))
    empty = tmp_path / "empty.txt"
    empty.touch()
    files = [bad, empty, tmp_path / "none", file]
    err = command("review", *files, *QUICK, "--to", kept, status=1).err.splitlines()
    assert err[:2] == [
        f"{empty}: no game was found",
        f"{tmp_path / 'none'} cannot be read: No such file or directory",
    ]
    assert f"{bad}: game 3, line 3: ply 3: 'a1' is not a legal move for Black" in err
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 6
    assert command("review", *files[1:3], *QUICK, status=1).out == ""


def test_other_files_are_left_alone(file: Path, tmp_path: Path, command: Command) -> None:
    before = file.read_text(encoding="utf-8")
    for path, status, problem in (
        (file, 1, f"{file}: line 1 is not a reviewed game, so the file is not changed: choose another one"),
        (tmp_path, 2, f"{tmp_path} cannot be written: this is a folder"),
    ):
        assert command("review", file, *QUICK, "--to", path, status=status) == ("", f"{problem}\n")
    assert file.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(("depth", "is_said"), [(11, True), (12, False)])
def test_too_few_plies_for_marks_are_reported_once(
    depth: int, is_said: bool, tmp_path: Path, command: Command
) -> None:
    path = tmp_path / "games.txt"
    path.write_text(transcript(random_game(1, plies=12)), encoding="utf-8")
    out, err = command("review", path, "--depth", depth, *QUICK[2:], "--json")
    sentence = f"--depth {depth}: estimated losses get no marks below 12 plies\n"
    assert err.count(sentence) == is_said
    moves = json.loads(out)["games"][0]["moves"]
    searched = [move for move in moves if move["source"] == "estimate"]
    assert is_said is not any(move["mark"] for move in searched)
    assert max(move["loss"] for move in searched) > 2
    assert {move["source"] for move in moves} == {"book", "estimate"}


def test_json(file: Path, kept: Path, command: Command) -> None:
    arguments = ["review", file, file, *QUICK, "--to", kept, "--json"]
    out, err = command(*arguments)
    report = json.loads(out)
    assert "discs per game and player" in err
    assert (report["version"], report["files"]) == (VERSION, [str(file)] * 2)
    assert (report["depth"], report["seconds"], report["solved_empties"]) == (2, None, 6)
    assert (report["interrupted"], report["left_out"]) == (False, {"known": 3, "bad": 0})
    assert report["totals"]["games"] == len(report["games"]) == 3
    lost = sum(move["loss"] for game in report["games"] for move in game["moves"])
    assert report["totals"]["all"]["lost"] == pytest.approx(lost)
    moves = [
        move for line in kept.read_text(encoding="utf-8").splitlines() for move in parse_reviewed(line).moves
    ]
    assert [move["loss"] for game in report["games"] for move in game["moves"]] == [
        move.judgement.loss for move in moves
    ]
    again = json.loads(command(*arguments).out)
    assert again["games"] == report["games"], "what is kept counts like what is reviewed"


@pytest.mark.slow
def test_without_dask_local_workers_review_and_a_scheduler_is_refused(file: Path) -> None:
    code = (
        "import sys; sys.modules['distributed'] = None\nfrom ui.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    results = [
        run_python("-c", code, "review", file, *QUICK, *more)
        for more in (["--workers", "2"], ["--scheduler", "tcp://127.0.0.1:9"])
    ]
    assert [done.returncode for done in results] == [0, 1]
    last = results[1].stderr.splitlines()[-1]
    assert last.startswith("--scheduler needs Dask, which is not installed; ")
    assert results[1].stdout == ""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals to send to one process")
@pytest.mark.parametrize(("name", "form"), [("SIGINT", []), ("SIGTERM", ["--json"])], ids=["table", "json"])
def test_an_interrupted_review_reports_its_games(name: str, form: list[str], file: Path, kept: Path) -> None:
    game = random_game(1)
    late = Record(Game(game.line[50].board, game.moves[50:]), black="Ann", white="Bob")
    # The first is solved at once, the others are searches of minutes.
    file.write_text(f"{ggf(late)}\n{ggf(record(1))}\n{ggf(record(2))}\n", encoding="utf-8")
    arguments = [file, "--seconds", "10", "--solve", "10", "--hash", "4", "--to", kept, *form]
    with start_main("review", *arguments, stderr=subprocess.STDOUT) as process:
        wait_for_line(process, process.stdout, "1 ")
        process.send_signal(getattr(signal, name))
        assert process.stdout is not None
        out = process.stdout.read()
    assert process.returncode == 130
    assert out.startswith("Interrupted: 1 of 3 games reviewed; the same command continues from there\n")
    assert "\nAnn                         1 " in out
    assert [parse_reviewed(line).black for line in kept.read_text(encoding="utf-8").splitlines()] == ["Ann"]
    if form:
        report = json.loads(out[out.index("\n{") :])
        assert (report["interrupted"], len(report["games"])) == (True, 1)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
def test_a_killed_review_loses_only_one_game(file: Path, kept: Path) -> None:
    file.write_text("".join(f"{ggf(record(seed))}\n" for seed in range(30)), encoding="utf-8")
    arguments = ["review", file, *QUICK, "--to", kept]
    for number in (3, 9):
        with start_main(*arguments, stderr=subprocess.STDOUT) as process:
            wait_for_line(process, process.stdout, f"{number} ")
            process.kill()
    assert 9 <= len(kept.read_bytes().splitlines()) < 30
    assert run_main(*arguments).returncode == 0
    names = Counter(parse_reviewed(line).identity for line in kept.read_text(encoding="utf-8").splitlines())
    assert len(names) == 30
    assert set(names.values()) == {1}
