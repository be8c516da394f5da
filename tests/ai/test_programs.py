"""Programs end with the process that started them, however it ends."""

import errno
import importlib.util
import os
import signal
import struct
import subprocess
import sys
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import psutil
import pytest

from ai import programs
from ai.arena.talk import EngineError
from ai.book import BookError
from ai.programs import Child, Program
from game.text import language, use, used
from tests.sources import ROOT
from tests.waiting import comes_true

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="a pipe is another thing there")
# Starts a program that starts another one, prints the group of both, and waits.
HOST = """
import sys, time
from ai.programs import Program
child = "import subprocess, time; subprocess.Popen(['sleep', '100']); time.sleep(100)"
program = Program([sys.executable, "-c", child], ends_with_us=True)
time.sleep(1)
print(program.pid, flush=True)
time.sleep(100)
"""
# The same with a child, whose group has the program that it starts.
HOST_OF_CHILD = """
from ai.programs import Child
from tests.ai.test_programs import start_and_wait
child = Child(start_and_wait)
print(child.receive(), flush=True)
time.sleep(100)
"""


def start_and_wait(parent: Connection) -> None:
    with subprocess.Popen(["sleep", "100"]):
        parent.send(os.getpid())


def deed(parent: Connection, what: str) -> None:
    match what:
        case "talk":
            while True:
                parent.send((parent.recv(), language(), sys.stdin.read()))
        case "fail":
            raise EngineError("no engine")
        case "fail without a name":
            raise type("Odd", (Exception,), {})("of no module")
        case "fail with more than a sentence":
            raise BookError(Path("a.book"), "damaged")
        case "die in a word":
            os.write(parent.fileno(), struct.pack("!i", 100) + b"word")
            os._exit(3)
        case "die":
            os._exit(3)


def in_group(group: int) -> list[int]:
    """Returns the processes of a group that have not ended, by their state in /proc."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _parent, of = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
        except OSError:  # it has just ended
            continue
        if int(of) == group and state != "Z":
            found.append(int(folder.name))
    return found


def is_gone(group: int) -> bool:
    """Returns whether the whole group has ended, which may take the system a moment."""
    return comes_true(lambda: not in_group(group), 10)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("code", [HOST, HOST_OF_CHILD])
def test_programs_end_with_their_killed_parent(code: str, number: int) -> None:
    host = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    with host:
        assert host.stdout is not None
        group = int(host.stdout.readline())
        assert len(in_group(group)) == 2
        os.kill(host.pid, number)
    assert is_gone(group)


def test_a_child_has_our_language_and_ends_when_it_is_closed() -> None:
    before = used()
    use("ja", before[1])
    try:
        with closing(Child(deed, "talk")) as child:
            for word in ("one", "two"):
                child.send(word)
                assert child.receive() == (word, "ja", "")
    finally:
        use(*before)
    assert not psutil.pid_exists(child.pid)


@pytest.mark.parametrize(
    ("what", "kind", "reason"),
    [
        ("fail", EngineError, "no engine"),
        pytest.param("fail without a name", RuntimeError, "Odd: of no module", marks=pytest.mark.slow),
        ("fail with more than a sentence", RuntimeError, "BookError: a.book: damaged"),
        pytest.param("die", EOFError, "^$", marks=pytest.mark.slow),
        pytest.param("die in a word", EOFError, "^$", marks=posix_only),
        ("end", EOFError, "^$"),
    ],
)
def test_errors_of_a_child_are_raised_here(what: str, kind: type[Exception], reason: str) -> None:
    with closing(Child(deed, what)) as child, pytest.raises(kind, match=reason):
        child.receive()


def test_a_program_ends_when_its_watch_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with too many open files. Work without a name is refused before it begins."""
    before = psutil.Process().children()
    with pytest.raises(AttributeError):
        Child(lambda _parent: None)
    refusal = OSError(errno.EMFILE, "Too many open files")
    monkeypatch.setattr(programs, "Popen", MagicMock(side_effect=refusal))
    with pytest.raises(OSError, match="Too many open files"):
        Program([sys.executable, "-c", "import time; time.sleep(100)"], ends_with_us=True)
    assert psutil.Process().children() == before


@posix_only
def test_a_watch_loads_no_library_of_the_bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", "/bundle", raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/bundle")
    with Program(["sleep", "100"], ends_with_us=True) as program:
        assert program._watch is not None
        assert "LD_LIBRARY_PATH" not in psutil.Process(program._watch.pid).environ()
        program.end_all()


class Popen:
    """A fake that starts nothing, and keeps its arguments."""

    def __init__(self, command: tuple[str, ...], **options: Any) -> None:
        self.command, self.options, self.pid = command, options, 7

    def __class_getitem__(cls, _kind: object) -> "type[Popen]":
        return cls


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, MagicMock]:
    """Returns the module as on Windows, and a fake kernel whose handles are numbers."""
    kernel = MagicMock()
    kernel.CreateJobObjectW.side_effect = [100, 200]
    kernel.OpenProcess.return_value = 300
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr("ctypes.WinDLL", lambda _name: kernel, raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", MagicMock())
    monkeypatch.setattr(subprocess, "Popen", Popen)
    spec = importlib.util.spec_from_file_location("programs_on_windows", programs.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, kernel


def test_windows_opens_no_console_and_keeps_no_handle(on_windows: tuple[ModuleType, MagicMock]) -> None:
    module, kernel = on_windows
    for ends_with_us in (False, True):
        program = module.Program([sys.executable], ends_with_us)
        assert program.options["creationflags"] == 0x08000000  # CREATE_NO_WINDOW
        del program
    closed = [call.args[0].value for call in kernel.CloseHandle.call_args_list]
    assert sorted(closed) == [100, 200, 300, 300]


def test_windows_finds_bare_names_only_in_path(
    on_windows: tuple[ModuleType, MagicMock], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    module, _kernel = on_windows
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        for name in ("edax.exe", "mine.exe" if folder == "here" else "other.exe"):
            (tmp_path / folder / name).touch(0o755)
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("PATH", os.pathsep.join((".", "", str(tmp_path / "there"))))
    monkeypatch.setattr("shutil.which", lambda path: path if os.access(path, os.X_OK) else None)
    there = str(tmp_path / "there" / "edax.exe")
    assert [module.Program([name]).command for name in ("edax", "edax.exe")] == [(there,), (there,)]
    with pytest.raises(FileNotFoundError, match="mine"):
        module.Program(["mine"])
