"""Ctrl-C and SIGTERM at any moment end the program quietly, and leave no process behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from uuid import uuid4

import psutil
import pytest

from game.records.ggf import ggf
from tests.play.reviewed import record
from tests.sources import ROOT
from tests.waiting import PATIENCE
from ui.cli import _signals_as_ctrl_c

SIGN = "NULLWINDOW_TEST"
# Writes a line and runs main.py: the start of the interpreter itself cannot be protected.
START = """
import sys
sys.path[0] = sys.argv[1]
code = compile(open(sys.argv[1] + "/main.py").read(), "main.py", "exec")
del sys.argv[0]
print("begins", flush=True)
exec(code)
"""
# Sends this process a signal just before a module is loaded; the deed may do so in a callback.
AT_IMPORT = """
import os, signal, sys
class Sender:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            sys.meta_path.remove(self)
            sender = Sender()
            {deed}
sys.meta_path.insert(0, Finder())
"""
COMMANDS = {
    "review": "review {games} --workers 2 --depth 8 --solve 20",
    "tournament": "tournament --games 40 --concurrency 2 level=3 level=5",
    "match": "match --games 40 --time 0.1",
    "solve": "solve {games}",
    "bench": "bench",
    "window": "",
    "help": "--help",
}


DEEDS = "del sender", "os.kill(os.getpid(), signal.SIGINT)"
QUICK = ("pathlib", DEEDS[0]), ("numpy", DEEDS[1])

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no signal to send")


def left_behind(sign: str) -> list[psutil.Process]:
    """Returns the processes that inherited `sign` and do not end in time."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(SIGN) == sign:
                found.append(process)
        except psutil.Error:
            continue
    return psutil.wait_procs(found, PATIENCE)[1]  # type: ignore[no-any-return]


def end(command: list[str], number: int, seconds: float, home: Path) -> tuple[int, str]:
    """Sends a signal `seconds` after the start of a command; returns its exit status and stderr."""
    sign = uuid4().hex
    places = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(home))
    environment = os.environ | places | {SIGN: sign, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", START, str(ROOT), *command],
        cwd=home, env=environment, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True,
    ) as program:  # fmt: skip
        assert program.stdout is not None
        program.stdout.readline()
        time.sleep(seconds)
        program.send_signal(number)
        try:
            _output, errors = program.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            program.kill()
            raise
    assert left_behind(sign) == []
    return program.returncode, errors


@pytest.mark.parametrize(
    ("name", "deed"),
    [
        pytest.param(name, deed, marks=() if (name, deed) in QUICK else pytest.mark.slow)
        for name in ("pathlib", "ui.cli", "argparse", "ui.commands.match", "numpy")
        for deed in DEEDS
    ],
)
def test_a_signal_during_an_import_is_quiet(name: str, deed: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(AT_IMPORT.format(name=name, deed=deed))
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "match", "--time", "5"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True,
        timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 130
    assert "Traceback" not in done.stderr


def test_a_signal_in_a_callback_is_not_lost() -> None:
    class Sender:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGTERM)

    def work() -> None:
        with _signals_as_ctrl_c():
            Sender()
            time.sleep(PATIENCE)

    with pytest.raises(KeyboardInterrupt):
        work()


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_signals_end_commands(command: str, tmp_path: Path) -> None:
    """30 for each command, half of them in the first 0.3 s."""
    (tmp_path / "games.ggf").write_text("".join(f"{ggf(record(seed))}\n" for seed in range(20)))
    arguments = COMMANDS[command].format(games=tmp_path / "games.ggf").split()
    random = Random(command)
    for turn in range(30):
        number = (signal.SIGINT, signal.SIGTERM)[turn % 2]
        seconds = random.uniform(0, 0.3 if turn % 4 < 2 else 4)
        status, errors = end(arguments, number, seconds, tmp_path)
        if 'File "<string>"' in errors and "main.py" not in errors:
            continue  # it came before the first line of main.py
        assert status in (0, 130, -signal.SIGINT, -signal.SIGTERM), (seconds, errors)
        assert "Traceback" not in errors, (seconds, errors)
