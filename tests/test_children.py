"""Child processes: one module starts them all, and none runs code of the current folder."""

import ast
import multiprocessing.connection  # noqa: F401 - before there is another one on the path
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import psutil
import pytest

from ai import preparation
from ai.arena.players import PlayerSpec
from ai.arena.report import Pairing
from ai.arena.talk import EngineError, EngineProcess
from ai.arena.tournament import play_apart
from ai.cluster import Pool, cluster
from ai.limits import Limit
from game.records.ggf import ggf
from play.archive.index import make_index_apart
from play.review_batch import review_numbered
from play.review_file import Effort
from tests.play.reviewed import record
from tests.sources import ROOT, source_files, tree_of
from ui.display import system_preferences
from ui.system_dialog import Purpose, find_command

STARTER = ROOT / "ai" / "programs.py"
MODULES = (
    "ctypes", "enum", "game", "json", "main", "multiprocessing", "numba", "numpy", "pickle", "play", "random",
    "signal", "sitecustomize", "socket", "struct", "subprocess", "tempfile", "threading",
)  # fmt: skip
PROGRAMS = ("engine", "gdbus", "kdialog", "kill", "sh", "zenity")
# Names of modules and functions that start processes.
STARTING_MODULES = {"subprocess", "multiprocessing", "pty", "webbrowser", "_posixsubprocess"}
STARTING = {"ProcessPoolExecutor", "LocalCluster", "create_subprocess_exec", "create_subprocess_shell"}
HARMLESS = {"DEVNULL", "PIPE", "TimeoutExpired"}
STARTING_OF_OS = ("system", "popen", "spawn", "exec", "fork", "posix_spawn", "startfile")
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")


def starts(tree: ast.AST) -> Iterator[str]:
    """Yields the names that may start a process; imports for type checking alone do not."""
    if isinstance(tree, ast.If) and isinstance(tree.test, ast.Name) and tree.test.id == "TYPE_CHECKING":
        return
    if isinstance(tree, ast.Import):
        yield from (name.name for name in tree.names if name.name.partition(".")[0] in STARTING_MODULES)
    elif isinstance(tree, ast.ImportFrom):
        names = [name.name for name in tree.names]
        if (tree.module or "").partition(".")[0] in STARTING_MODULES:
            yield from set(names) - HARMLESS
        yield from (name for name in names if name in STARTING)
        yield from (name for name in names if tree.module == "os" and name.startswith(STARTING_OF_OS))
    elif isinstance(tree, ast.Attribute):
        of_os = isinstance(tree.value, ast.Name) and tree.value.id == "os"
        if tree.attr in STARTING or (of_os and tree.attr.startswith(STARTING_OF_OS)):
            yield tree.attr
    for child in ast.iter_child_nodes(tree):
        yield from starts(child)


def test_one_module_starts_all_processes() -> None:
    files = {*source_files(), ROOT / "release" / "package" / "__main__.py"}
    found = {path for path in files if any(starts(tree_of(path)))}
    assert found == {STARTER}


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the current folder, with modules and programs that leave a file if they run, and a game."""
    folder = tmp_path / "games"
    folder.mkdir()
    for name in MODULES:
        (folder / f"{name}.py").write_text(f"open({str(folder / 'ran')!r}, 'a').write('{name} ')\n")
    for name in PROGRAMS:
        (folder / name).write_text(f"#!/bin/sh\necho {name} >> '{folder / 'ran'}'\n")
        (folder / name).chmod(0o755)
    (folder / "games.ggf").write_text(ggf(record(1)))
    monkeypatch.chdir(folder)
    return folder


def index(folder: Path) -> None:
    with pytest.raises(ValueError, match=r"games\.ggf: 1 game is left out"):  # it has no result
        make_index_apart(folder, folder.parent / "cache", lambda _share: None)


def play(_folder: Path) -> None:
    specs = (PlayerSpec(depth=1, megabytes=1), PlayerSpec(depth=1, megabytes=1))
    assert list(play_apart(specs, [Pairing(0, "f5d6", 0, 1, 0)], Pool(2)))


def review(_folder: Path) -> None:
    work = partial(review_numbered, effort=Effort(Limit(depth=2), 2), megabytes=64)
    assert [line for _number, line, _problem in Pool(1).map(work, [(1, ggf(record(1)))])] != [""]


def share_out(_folder: Path) -> None:
    with cluster(None, 1) as workers:
        assert list(workers.map(abs, [-1])) == [1]


def compile_kernels(_folder: Path) -> None:
    assert preparation._compile_in_child(lambda _done: None) == ""


@pytest.mark.slow
@pytest.mark.parametrize("deed", [index, play, review, share_out, compile_kernels])
def test_a_child_runs_nothing_of_the_current_folder(
    deed: Callable[[Path], None], planted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert preparation.wait().is_ready
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((".", str(planted), "")))
    monkeypatch.setattr(sys, "path", [str(planted), "", *sys.path])
    deed(planted)
    assert not (planted / "ran").exists()


@posix_only
@pytest.mark.parametrize("path", [".:{system}", ":{system}", "{system}:."])
def test_bare_names_ignore_the_current_folder(
    path: str, planted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", path.format(system="/usr/bin:/bin" if path[0] != "{" else str(planted.parent)))
    with pytest.raises(EngineError, match="cannot be started: No such file or directory"):
        EngineProcess(["engine"])
    with suppress(OSError):
        system_preferences()
    for desktop in ("KDE", "GNOME"):
        monkeypatch.setenv("XDG_CURRENT_DESKTOP", desktop)
        command = find_command(Purpose.OPEN, "Open", planted)
        assert command is None or Path(command.arguments[0]).parent != planted
    assert not (planted / "ran").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "tournament --games 2 --concurrency 2 depth=1 depth=2 --hash 1",
        "review games.ggf --workers 1 --depth 2 --solve 2 --hash 1",
    ],
)
def test_a_command_runs_nothing_of_the_current_folder(command: str, planted: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *command.split()],
        cwd=planted, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert (done.returncode, (planted / "ran").exists()) == (0, False), done.stderr


@pytest.mark.slow
def test_workers_of_a_review_listen_on_no_port(tmp_path: Path) -> None:
    (tmp_path / "games.ggf").write_text("".join(f"{ggf(record(seed))}\n" for seed in range(5)))
    command = ["review", str(tmp_path / "games.ggf"), "--workers", "2", "--depth", "2", "--solve", "2"]
    with subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as program:
        assert program.stdout is not None
        program.stdout.readline()
        program.stdout.readline()  # the line of the first game
        ours = psutil.Process(program.pid)
        ours.suspend()
        processes = [ours, *ours.children(recursive=True)]
        assert len(processes) > 2
        listening = []
        for process in processes:
            with suppress(psutil.Error):
                sockets = process.net_connections("inet")
                listening += [each.laddr for each in sockets if each.status == psutil.CONN_LISTEN]
        ours.resume()
        program.stdout.read()
    assert (listening, program.returncode) == ([], 0)
