import errno
import importlib
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ai.training import __main__ as program
from ai.training.weights import games
from ai.training.weights.games_file import GameId, read
from ai.training.weights.positions import POSITION
from ai.training.weights.positions import read as read_positions
from tests.samples import random_game
from tests.ui.command_line import ROOT, run_python
from tests.wthor_files import archive, record


def test_every_step_exists_also_in_guide_and_script() -> None:
    for step, (module, _) in program.STEPS.items():
        assert callable(importlib.import_module(f"ai.training.{module}").add)
        assert program.main([step, "--help"]) == 0
    guide = (ROOT / "docs" / "training.md").read_text("utf-8")
    assert set(re.findall(r"python -m ai\.training (\w+)", guide)) == set(program.STEPS)
    told = guide.partition("## Games and their labels")[0].splitlines()
    script = (ROOT / "ai" / "training" / "all.sh").read_text("utf-8").replace('"$1"', "~/wthor").splitlines()
    steps = [line for line in script if line.startswith("python")]
    assert steps == [line.partition("  ")[0] for line in told if line.startswith("python")]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        *((arguments, 2) for arguments in ("", "nothing", "games", "games wthor", "games play")),
        ("games wthor . --workers 0", 2),
        ("nothing\x1b[31m", 2),
        ("dataset --work /dev/null/\x1b[31m", 1),
    ],
)
def test_wrong_command_lines(arguments: str, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(arguments.split()) == status
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert status == 1 or said.endswith("(see --help)\n")
    assert "\x1b" not in said, "no control sign reaches the terminal"
    assert ("\x1b" in arguments) == (r"\x1b[31m" in said)


def test_a_missing_package_is_named_with_a_remedy() -> None:
    code = (
        "import sys; sys.modules['rich'] = None\n"
        "from ai.training.__main__ import main; sys.exit(main(['games', 'play', '--count', '1']))"
    )
    done = run_python("-c", code)
    assert done.returncode == 1
    assert done.stderr.startswith("rich is not installed; ")
    assert done.stderr.endswith("-m pip install -r requirements-train.txt\n")


def test_a_full_disk_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "a.games")

    monkeypatch.setattr("ai.training.weights.dataset.read_games", full)
    (tmp_path / "a.games").touch()
    assert program.main(["dataset", "--work", str(tmp_path)]) == 1
    assert "No space left on device" in capsys.readouterr().err


def test_an_archive_becomes_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One file has an illegal game, one is cut off, one is no archive; a worker labels the good games."""
    rng = Random(1)
    records = [record(random_game(rng).moves) for _ in range(5)]
    illegal = bytearray(records[2])
    illegal[8 + 7] = illegal[8 + 6]
    folder, work = tmp_path / "wthor", tmp_path / "work"
    folder.mkdir()
    (folder / "a.wtb").write_bytes(archive(*records[:2], bytes(illegal), year=1977))
    (folder / "b.wtb").write_bytes(archive(*records[3:], year=1978)[:-1])
    (folder / "c.wtb").write_bytes(b"nothing")
    command = ["games", "wthor", str(folder), "--work", str(work), "--workers", "1", "--solve", "9"]
    command += ["--solve-test", "9"]
    assert program.main(command) == 0
    said = capsys.readouterr().out
    assert f"{folder / 'a.wtb'}: byte 152: game 3: ply 8: " in said
    assert f"{folder / 'b.wtb'}: byte 84: game 2 is cut off after 67 of 68 bytes" in said
    assert f"{folder / 'c.wtb'}: byte 0: the header has 16 bytes, but the file ends after 7" in said
    games = read(work / "wthor.games")
    assert sorted(games) == [GameId.wthor(1977, 0), GameId.wthor(1977, 1), GameId.wthor(1978, 0)]

    assert program.main(["dataset", "--work", str(work)]) == 0
    rows = [len(read_positions(work / f"{name}.npy")) for name in ("train", "validation", "test")]
    labels = sum(len(np.frombuffer(positions, POSITION)) for positions in games.values())
    assert labels // 2 < sum(rows) <= labels
    assert f"{work / 'train.npy'}: {rows[0]:,} positions" in capsys.readouterr().out


class ThisProcess:
    """A stand-in for a cluster, which takes seconds to start."""

    map = staticmethod(map)


def test_a_second_run_makes_the_remaining_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "cluster", lambda _scheduler, _workers: nullcontext(ThisProcess))
    command = ["games", "play", "--depth", "2", "--solve", "8", "--workers", "1", "--work", str(tmp_path)]
    assert program.main([*command, "--count", "4"]) == 0
    before = read(tmp_path / "play.games")
    assert program.main([*command, "--count", "6"]) == 0
    assert "play.games: 4 of 6 games are there already" in capsys.readouterr().out
    assert read(tmp_path / "play.games").items() >= before.items()
    assert len(before) == 4
    assert program.main(["dataset", "--work", str(tmp_path)]) == 0
    assert f"{tmp_path / 'play.games'}: 6 games" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
def test_a_kill_loses_only_unfinished_games(tmp_path: Path) -> None:
    """Ctrl-C, which workers get, too, prints a sentence, SIGKILL nothing; a last run makes the rest."""
    command = [sys.executable, "-m", "ai.training", "games", "play", "--count", "400", "--depth", "2"]
    command += ["--solve", "8", "--workers", "2", "--work", str(tmp_path)]
    path = tmp_path / "play.games"
    for stop, status in ((signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)):
        before = made_in(path)
        with subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        ) as running:
            while running.poll() is None and made_in(path) <= before:
                time.sleep(0.05)
            if stop == signal.SIGINT:
                os.killpg(running.pid, stop)
                assert running.stderr is not None
                assert running.stderr.read().startswith(b"Stopped; what was finished is kept")
            else:
                running.kill()
            assert running.wait(60) == status
    made = made_in(path)
    assert 0 < made < 400
    done = run_python(*command[1:])
    assert f"{made} of 400 games are there already" in " ".join(done.stdout.split())
    assert len(read(path)) == 400


def made_in(path: Path) -> int:
    return len(read(path)) if path.exists() and path.stat().st_size else 0


def test_folders_without_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["games", "wthor", str(tmp_path), "--work", str(tmp_path / "work")]) == 1
    assert "there is no game in a .wtb file here" in capsys.readouterr().err
    assert program.main(["dataset", "--work", str(tmp_path / "work")]) == 1
    assert "there is no .games file here" in capsys.readouterr().err


@pytest.mark.parametrize("source", ["wthor .", "play --count 1"])
def test_missing_weights_are_named(source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "no.bin"
    command = ["games", *source.split(), "--work", str(tmp_path / "work"), "--weights", str(path)]
    assert program.main(command) == 1
    assert f"{path}: the weights cannot be read: No such file" in capsys.readouterr().err
