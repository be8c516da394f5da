"""Commands that are interrupted or fail, and output that cannot be written."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ai.arena.players import EnginePlayer
from ai.arena.report import MoveReport
from ai.bench import runs
from game.tree import Game
from tests.ui.command_line import Command, run_main, run_python, start_main, wait_for_line
from ui.commands import solve

FULL = Path("/dev/full")
POSITIONS = "assets/positions/ffo.obf"

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to one process")
needs_full_device = pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")

MATCH = ["match", "--time", "0.005", "--games", "1000", "--json"]
LONG_COMMANDS = {
    # Arguments, the start of the stderr line after which there is something to report, and its key there.
    "match": (MATCH, "game 1 of 1000: ", "games"),
    "solve": (["solve", POSITIONS, "--json"], "FFO 1 ", "positions"),
}


@needs_signals
@pytest.mark.parametrize(
    ("command", "sent"),
    [
        ("match", "SIGINT"),
        *(pytest.param("match", name, marks=pytest.mark.slow) for name in ("SIGTERM", "SIGHUP")),
        pytest.param("solve", "SIGTERM", marks=pytest.mark.slow),
    ],
)
def test_a_signal_still_reports_finished_work(command: str, sent: str) -> None:
    arguments, beginning, part = LONG_COMMANDS[command]
    with start_main(*arguments) as process:
        wait_for_line(process, process.stderr, beginning)
        process.send_signal(getattr(signal, sent))
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Interrupted" in err
    assert "Traceback" not in err
    report = json.loads(out)
    assert (report["interrupted"], report["problem"]) == (True, None)
    assert report[part]


def test_an_interruption_while_loading_is_quiet() -> None:
    code = """
import runpy, signal, sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == "ui.cli":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
runpy.run_path("main.py", run_name="__main__")
"""
    done = run_python("-c", code)
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.slow
@needs_signals
def test_an_ignored_sighup_stays_ignored() -> None:
    """nohup ignores the signal before the program starts."""
    code = (
        "import signal, sys; from ui import cli\n"
        "cli.compile.run = lambda _: signal.raise_signal(signal.SIGHUP) or 0\n"
        "sys.exit(cli.main(['compile']))"
    )
    for action, status in ((signal.SIG_IGN, 0), (signal.SIG_DFL, 130)):
        done = run_python("-c", code, preexec_fn=partial(signal.signal, signal.SIGHUP, action))
        assert done.returncode == status


def reported(command: Command, *arguments: str) -> dict[str, Any]:
    """Returns the report of a command that fails midway."""
    out, err = command(*arguments, "--json", status=1)
    assert "Traceback" not in err
    assert err.splitlines()[-1].startswith("Not enough memory")
    report: dict[str, Any] = json.loads(out)
    assert (report["interrupted"], report["problem"]) == (False, "there is not enough memory")
    return report


@pytest.mark.parametrize("whole", [0, 2])
def test_a_failed_search_keeps_earlier_games(
    whole: int, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    choose, games = EnginePlayer.choose, []

    def fail_later(self: EnginePlayer, game: Game, seed: int) -> MoveReport:
        if not game.moves:
            games.append(game)
        if len(games) > whole:
            raise MemoryError
        return choose(self, game, seed)

    monkeypatch.setattr(EnginePlayer, "choose", fail_later)
    report = reported(command, "match", "--games", "3", "--time", "0.002", "--hash", "1")
    assert len(report["games"]) == whole


def fail_at(call: int, function: Callable[..., object]) -> Callable[..., object]:
    """Wraps a function so that its call number `call` raises MemoryError."""
    calls = []

    def called(*arguments: object) -> object:
        calls.append(arguments)
        if len(calls) == call:
            raise MemoryError
        return function(*arguments)

    return called


def test_a_failed_search_keeps_earlier_positions(monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    monkeypatch.setattr(solve, "search", fail_at(3, runs.search))
    assert len(reported(command, "solve", POSITIONS)["positions"]) == 2


# Output


def run(
    *arguments: str, unbuffered: bool = False, prepare: Callable[[], object] | None = None, **streams: Any
) -> subprocess.CompletedProcess[str]:
    """Runs a command that reads one position; `prepare` is called in its process."""
    environment = os.environ | {"PYTHONUNBUFFERED": "1" if unbuffered else ""}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "capture_output": False} | streams
    return run_main(*arguments, env=environment, input=f"{'X' * 63}- O;\n", preexec_fn=prepare, **streams)


def assert_told(done: subprocess.CompletedProcess[str], reason: str) -> None:
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"The output cannot be written: {reason}"
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@needs_full_device
@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    [
        ("--help", False),
        *(
            pytest.param(words, is_unbuffered, marks=pytest.mark.slow)
            for is_unbuffered, commands in (
                (False, ("--version", "solve -", "solve - --json")),
                (True, ("bench --help", "solve -")),
            )
            for words in commands
        ),
    ],
)
def test_a_full_device_is_reported(arguments: str, unbuffered: bool) -> None:
    with FULL.open("w", encoding="utf-8") as full:
        done = run(*arguments.split(), unbuffered=unbuffered, stdout=full)
    assert_told(done, "No space left on device")


@needs_full_device
def test_the_report_is_written_even_if_stderr_is_full() -> None:
    with FULL.open("w", encoding="utf-8") as full:
        done = run("solve", "-", "--json", stderr=full)
    assert done.returncode != 0
    assert "No space left on device" in json.loads(done.stdout)["problem"]


@needs_signals
@pytest.mark.parametrize("arguments", [["solve", "-"], pytest.param(["nboard"], marks=pytest.mark.slow)])
def test_a_closed_output_is_reported(arguments: list[str]) -> None:
    assert_told(run(*arguments, prepare=lambda: os.close(1)), "standard output is closed")


@pytest.mark.slow
@needs_signals
def test_messages_for_a_closed_stderr_do_not_reach_stdout() -> None:
    done = run("solve", "-", "--json", prepare=lambda: os.close(2))
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["positions"]) == 1


@pytest.mark.slow
@needs_signals
@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    [(["solve", "-", "--json"], False), (["convert", POSITIONS, "-", "--to", "obf"], True)],
)
def test_a_file_size_limit_is_reported(arguments: list[str], unbuffered: bool, tmp_path: Path) -> None:
    """Also if the system writes a first part and Python does not buffer."""
    import resource

    with (tmp_path / "report").open("w") as file:
        limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (100, 100))
        assert_told(run(*arguments, unbuffered=unbuffered, prepare=limit, stdout=file), "File too large")


@pytest.mark.slow
def test_a_read_only_output_is_reported() -> None:
    with Path(os.devnull).open(encoding="utf-8") as file:
        assert_told(run("solve", "-", stdout=file), "Bad file descriptor")


def test_a_closed_pipe_is_not_reported() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as file:
        done = run("--help", stdout=file)
    assert (done.returncode, done.stderr) == (1, "")
