"""The program started as a person starts it: from source and as the bundle, from another directory, with an
empty compile cache, twice in a row.

The bundle is built first, unless NULLWINDOW_BUNDLE names the folder of one.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.display import titles, wait_until

ROOT = Path(__file__).resolve().parent.parent

# What a first start may take on a slow machine, and how soon a window must be gone.
COMPILE_SECONDS = 300
WINDOW_SECONDS = 30
CLOSE_SECONDS = 5


@dataclass
class Program:
    """A way to start the program, in an empty directory and with a home of its own."""

    command: list[str]
    directory: Path
    home: dict[str, str]  # the variables of the environment that say where it is

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.command, *arguments],
            cwd=self.directory,
            env=os.environ | self.home,
            capture_output=True,
            text=True,
            timeout=COMPILE_SECONDS,
        )

    def open(self, screen: dict[str, str]) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command,
            cwd=self.directory,
            env=screen | self.home,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def cache(self) -> dict[str, int]:
        """Every file of Numba's cache and when it was written."""
        files = Path(self.home["XDG_CACHE_HOME"]).rglob("*.nb?")
        return {str(path): path.stat().st_mtime_ns for path in files}

    def is_running(self) -> bool:
        """Whether a process with our home is still there, be it one that compiles for a closed window."""
        ours = f"HOME={self.home['HOME']}\0".encode()
        for path in Path("/proc").glob("[0-9]*/environ"):
            try:
                if ours in path.read_bytes():
                    return True
            except OSError:  # ended meanwhile, or another user's
                continue
        return False


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built program."""
    if "NULLWINDOW_BUNDLE" in os.environ:
        return Path(os.environ["NULLWINDOW_BUNDLE"]).resolve()
    folder = tmp_path_factory.mktemp("bundle")
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "build.spec"]
    command += ["--distpath", str(folder / "dist"), "--workpath", str(folder / "build")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return folder / "dist" / "Nullwindow"


@pytest.fixture(params=["source", pytest.param("bundle", marks=pytest.mark.slow)])
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Program:
    home, directory = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    directory.mkdir()
    names = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")
    variables = {name: str(home / name.lower() if name.startswith("XDG") else home) for name in names}
    if request.param == "source":
        return Program([sys.executable, str(ROOT / "main.py")], directory, variables)
    return Program([str(request.getfixturevalue("bundle") / "Nullwindow")], directory, variables)


def check_quiet_end(window: subprocess.Popen[str]) -> None:
    out, err = window.communicate(timeout=CLOSE_SECONDS)
    assert window.returncode == 0, err
    assert "Traceback" not in err
    assert out == ""


def test_two_starts_in_a_row_on_an_empty_cache(program: Program) -> None:
    caches = []
    for _ in range(2):
        done = program.run("match", "--black", "pvs:8", "--white", "alphabeta:8", "--time", "0.02")
        assert done.returncode == 0, done.stderr
        assert "game 1: " in done.stdout
        assert done.stderr.splitlines()[-1] == "The fast search is ready"
        caches.append(program.cache())
    assert len(caches[0]) > 5
    assert caches[0] == caches[1], "the second start has to load what the first has compiled"
    assert list(program.directory.iterdir()) == []


def test_two_windows_in_a_row_on_an_empty_cache(program: Program, screen: dict[str, str]) -> None:
    """The first is closed while it still compiles."""
    for _ in range(2):
        window = program.open(screen)
        assert wait_until(lambda: "Nullwindow" in titles(screen), WINDOW_SECONDS)
        assert program.is_running()
        subprocess.run(["wmctrl", "-c", "Nullwindow"], env=screen, check=True)
        check_quiet_end(window)
        assert wait_until(lambda: not program.is_running(), CLOSE_SECONDS)
    assert list(program.directory.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to send")
def test_a_window_that_is_told_to_end_ends_well(program: Program, screen: dict[str, str]) -> None:
    window = program.open(screen)
    assert wait_until(lambda: "Nullwindow" in titles(screen), WINDOW_SECONDS)
    window.send_signal(signal.SIGTERM)
    check_quiet_end(window)


def test_the_command_line_answers(program: Program) -> None:
    assert program.run("--version").stdout.startswith("Nullwindow ")
    assert "examples:" in program.run("match", "--help").stdout
    wrong = program.run("--frobnicate")
    assert wrong.returncode == 2
    assert len(wrong.stderr.splitlines()) == 1


def test_compiling_ahead(program: Program) -> None:
    done = program.run("compile")
    assert done.returncode == 0, done.stderr
    before = program.cache()
    assert program.run("match", "--time", "0.02").returncode == 0
    assert program.cache() == before
