"""How commands end before their time, and what they do with output that cannot be written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ai.arena.players import EnginePlayer
from ai.arena.report import MoveReport
from ai.bench import ffo, runs
from game.tree import Game
from ui import cli
from ui.commands import solve

ROOT = Path(__file__).resolve().parents[2]
FULL = Path("/dev/full")
POSITIONS = "assets/positions/ffo.obf"

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to one process")
needs_full_device = pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")

MATCH = ["match", "--time", "0.005", "--games", "1000", "--json"]
LONG_COMMANDS = {
    # With the beginning of a line on stderr from which on there is something to report, and where it is then.
    "match": (MATCH, "game 1 of 1000", "games"),
    "solve": (["solve", POSITIONS, "--json"], "FFO 1 ", "positions"),
    "ffo": (["bench", "ffo", "1-59", "--json"], "1 ", "positions"),
    "race": (["race", "--depth", "22", "--hash", "4", "--json"], "lane ", "lanes"),
}


@needs_signals
@pytest.mark.parametrize(
    ("command", "sent"),
    [
        *(("match", name) for name in ("SIGINT", "SIGTERM", "SIGHUP")),
        *((command, "SIGTERM") for command in ("solve", "ffo", "race")),
    ],
)
def test_a_signal_leaves_the_report_of_what_is_done(command: str, sent: str) -> None:
    arguments, beginning, part = LONG_COMMANDS[command]
    number = getattr(signal, sent)
    with subprocess.Popen(
        [sys.executable, "main.py", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while not process.stderr.readline().lstrip().startswith(beginning):
            assert process.poll() is None
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Interrupted" in err
    assert "Traceback" not in err
    report = json.loads(out)
    assert (report["interrupted"], report["problem"]) == (True, None)
    assert report[part]


@needs_signals
def test_what_was_told_to_live_on_without_its_terminal_does() -> None:
    """nohup ignores the signal before the program begins, and that is left so."""
    code = (
        "import signal, sys; from ui import cli\n"
        "cli.compile.run = lambda _: signal.raise_signal(signal.SIGHUP) or 0\n"
        "sys.exit(cli.main(['compile']))"
    )
    for action, status in ((signal.SIG_IGN, 0), (signal.SIG_DFL, 130)):
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            timeout=60,
            check=False,
            preexec_fn=partial(signal.signal, signal.SIGHUP, action),
        )
        assert done.returncode == status


def reported(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What is written by a command that fails in the middle."""
    assert cli.main([*arguments, "--json"]) == 1
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    assert err.splitlines()[-1].startswith("There is not enough memory")
    report: dict[str, Any] = json.loads(out)
    assert (report["interrupted"], report["problem"]) == (False, "there is not enough memory")
    return report


def test_a_search_that_fails_leaves_the_games_before_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    choose, games = EnginePlayer.choose, []

    def fail_in_the_third(self: EnginePlayer, game: Game, seed: int) -> MoveReport:
        if not game.moves:
            games.append(game)
        if len(games) == 3:
            raise MemoryError
        return choose(self, game, seed)

    monkeypatch.setattr(EnginePlayer, "choose", fail_in_the_third)
    report = reported(["match", "--games", "4", "--time", "0.002", "--hash", "1"], capsys)
    assert len(report["games"]) == 2


def test_a_match_without_a_game_has_a_report_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> MoveReport:
        raise MemoryError

    monkeypatch.setattr(EnginePlayer, "choose", fail)
    assert reported(["match", "--hash", "1"], capsys)["games"] == []


def fail_at(call: int, function: Callable[..., object]) -> Callable[..., object]:
    """The function, which finds no memory when it is called for that time."""
    calls = []

    def called(*arguments: object) -> object:
        calls.append(arguments)
        if len(calls) == call:
            raise MemoryError
        return function(*arguments)

    return called


@pytest.mark.parametrize(
    ("module", "arguments"), [(ffo, ["bench", "ffo", "1-5"]), (solve, ["solve", POSITIONS])]
)
def test_a_search_that_fails_leaves_what_was_found(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    module: ModuleType,
    arguments: list[str],
) -> None:
    monkeypatch.setattr(module, "search", fail_at(3, runs.search))
    assert len(reported(arguments, capsys)["positions"]) == 2


# Output


def run(
    *arguments: str, unbuffered: bool = False, prepare: Callable[[], object] | None = None, **streams: Any
) -> subprocess.CompletedProcess[str]:
    """A command that reads one position; `prepare` is called in its process."""
    return subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": "1" if unbuffered else ""},
        input=f"{'X' * 63}- O;\n",
        text=True,
        timeout=120,
        check=False,
        preexec_fn=prepare,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams,
    )


def assert_told(done: subprocess.CompletedProcess[str], reason: str) -> None:
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"The output cannot be written: {reason}"
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@needs_full_device
@pytest.mark.parametrize("unbuffered", [True, False])
@pytest.mark.parametrize(
    "arguments",
    [["--version"], ["--help"], ["bench", "--help"], ["solve", "-"], ["solve", "-", "--json"]],
    ids=" ".join,
)
def test_output_without_room_is_told(arguments: list[str], unbuffered: bool) -> None:
    with FULL.open("w", encoding="utf-8") as full:
        assert_told(run(*arguments, unbuffered=unbuffered, stdout=full), "No space left on device")


@needs_full_device
def test_the_report_comes_even_if_nothing_else_can_be_told() -> None:
    with FULL.open("w", encoding="utf-8") as full:
        done = run("solve", "-", "--json", stderr=full)
    assert done.returncode != 0
    assert "No space left on device" in json.loads(done.stdout)["problem"]


@needs_signals
@pytest.mark.parametrize("arguments", [["match"], ["solve", "-"], ["race"], ["bench", "perft"], ["nboard"]])
def test_a_command_does_no_work_for_a_closed_output(arguments: list[str]) -> None:
    assert_told(run(*arguments, prepare=lambda: os.close(1)), "standard output is closed")


@needs_signals
def test_what_is_for_a_closed_stderr_does_not_come_to_the_output() -> None:
    done = run("solve", "-", "--json", prepare=lambda: os.close(2))
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["positions"]) == 1


@needs_signals
def test_a_file_that_may_not_grow_is_told(tmp_path: Path) -> None:
    import resource

    with (tmp_path / "report").open("w") as file:
        done = run(
            *("solve", "-", "--json"),
            prepare=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
            stdout=file,
        )
    assert_told(done, "File too large")


def test_an_output_that_can_only_be_read_is_told() -> None:
    with Path(os.devnull).open(encoding="utf-8") as file:
        assert_told(run("solve", "-", stdout=file), "Bad file descriptor")


def test_a_reader_that_has_gone_is_not_complained_of() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as file:
        done = run("--help", stdout=file)
    assert (done.returncode, done.stderr) == (1, "")


def test_signs_that_an_output_lacks_are_described(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = run("bench", "ffo", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "F\\xe9d\\xe9ration" in done.stdout
