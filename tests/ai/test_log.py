"""The log: it has the errors of all processes, and no program depends on it."""

import ast
import errno
import logging
import os
import re
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from ai import log
from ai.log import LogFile, public
from ai.programs import Child
from tests.sources import source_files
from tests.ui.command_line import run_python

LINE = "Nullwindow 9 (abc)"
BEGIN = f"""
import threading
from contextlib import closing
from ai import log
from ai.programs import Child
from tests.ai import test_log
log.begin(lambda: {LINE!r})
"""
CRASH_IN_CHILD = """
with closing(Child(test_log.crash)) as child:
    try:
        child.receive()
    except EOFError:
        child._program.wait()
"""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the variable for the folder is Linux's")


def fail(_parent: object = None) -> None:
    raise KeyError("f5")


def fail_in_thread(parent: Connection) -> None:
    thread = threading.Thread(target=fail, name="played")
    thread.start()
    thread.join()
    parent.send("it goes on")


def crash(_parent: object = None) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the folder of the log, whose name has letters of many scripts."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "Zoës дом 五目"))
    return tmp_path / "Zoës дом 五目" / "nullwindow"


@pytest.fixture
def file(state: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LogFile]:  # noqa: ARG001 - it is there
    with closing(LogFile()) as file:
        file.describe = lambda: LINE
        monkeypatch.setattr(log, "file", file)
        monkeypatch.setattr(log, "crash_file", None)
        monkeypatch.setattr(log, "write_crashes_to", lambda _path: None)
        monkeypatch.setattr("atexit.register", lambda _deed: None)
        yield file
    for floor in ("ai", "play", "ui"):
        logging.getLogger(floor).setLevel(logging.NOTSET)


def write(file: LogFile, message: str, error: Exception | None = None) -> None:
    trace = error and (type(error), error, error.__traceback__)
    file.handle(logging.makeLogRecord({"msg": message, "exc_info": trace}))


def text(state: Path) -> str:
    return (state / log.NAME).read_text("utf-8")


def raised() -> KeyError:
    with pytest.raises(KeyError) as caught:
        fail()
    return caught.value


# What is logged


# Errors in a thread, a finalizer and the thread of a child, none of which ends the program.
FAIL_ASIDE = """
thread = threading.Thread(target=test_log.fail, name='engine')
thread.start()
thread.join()
type('Kept', (), {'__del__': test_log.fail})()
with closing(Child(test_log.fail_in_thread)) as child: child.receive()
"""
ASIDE = ["(engine): A thread ends", "(MainThread): Ignored in", "(played): A thread ends"]


@pytest.mark.parametrize(
    ("code", "messages"),
    [
        ("test_log.fail()", ["(MainThread): The program ends"]),
        ("with closing(Child(test_log.fail)) as child: child.receive()", ["(MainThread): The program ends"]),
        (FAIL_ASIDE, ASIDE),
    ],
    ids=["program", "child", "threads and finalizers"],
)
def test_uncaught_errors_are_logged(code: str, messages: list[str], state: Path) -> None:
    done = run_python("-c", BEGIN + code)
    assert done.stderr.count("KeyError: 'f5'") >= len(messages), "as without a log"
    assert any(line.startswith("Nullwindow ") for line in text(state).splitlines())
    records = re.split(r"^(?=\d{4}-\d\d-\d\d )", text(state), flags=re.MULTILINE)
    for message in messages:
        (record,) = (each for each in records if message in each)
        assert "in fail" in record
        assert "KeyError: 'f5'" in record


def test_the_error_of_a_child_has_its_traceback() -> None:
    with closing(Child(fail)) as child, pytest.raises(KeyError) as caught:
        child.receive()
    assert str(caught.value) == "'f5'"
    assert f"Child {child.pid}:" in "".join(traceback.format_exception(caught.value))
    assert ", in fail" in "".join(traceback.format_exception(caught.value))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "left"),
    [
        ("test_log.crash()", "Segmentation fault"),
        ("test_log.fail()", "KeyError: 'f5'"),
        ("", ""),
        (CRASH_IN_CHILD, ""),
    ],
    ids=["crash", "error", "good end", "crash of a child"],
)
def test_a_start_reports_the_last_end_once(code: str, left: str, state: Path) -> None:
    watch = f"{BEGIN}\nprint(log.begin_window(), log.file.problem)\n"
    assert run_python("-c", watch + code).stdout.strip() == "False"
    assert bool(list(state.glob("crash-*"))) is bool(left)
    if "Child" in code:
        assert "A child ended with this" in text(state)
        assert "Segmentation fault" in text(state)
    again = run_python("-c", watch).stdout.strip()
    assert again.startswith(str(bool(left)))
    assert left in again
    assert left == "" or "An earlier start ended with this" in text(state)
    assert list(state.glob("crash-*")) == [], "the next start finds nothing"


@pytest.mark.usefixtures("file")
def test_an_open_window_keeps_its_file(state: Path) -> None:
    state.mkdir(parents=True)
    other = state / f"crash-{os.getppid()}.txt"
    other.write_text("it has not ended")
    assert not log.begin_window()
    assert other.exists()


def test_every_broad_except_logs_or_raises() -> None:
    """Except in children: the parent raises their error, with the traceback as a note, or shows it."""
    broad, silent = re.compile(r"^except:|\b(Base)?Exception\b"), []
    sources = {path: path.read_text("utf-8") for path in source_files()}
    for path, source in sources.items():
        for node in ast.walk(ast.parse(source)) if re.search(r"except.*Exception|except:", source) else ():
            if isinstance(node, ast.ExceptHandler) and (
                not node.type or broad.search(ast.unparse(node.type))
            ):
                raises = any(isinstance(each, ast.Raise) for each in node.body)
                if not raises and "logger.exception(" not in ast.unparse(node):
                    silent.append(path.name)
    assert silent == ["own_code.py", "programs.py", "programs.py"]


# Limits


def test_repeated_errors_are_logged_a_few_times(
    file: LogFile, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = raised()
    for _frame in range(100):
        write(file, "A frame has failed", error)
    write(file, "Another fault", ValueError("f6"))
    assert text(state).count("A frame has failed") == log.MOST_ALIKE
    assert "Another fault" in text(state)
    monkeypatch.setattr(log, "MOST_RECORDS", 50)
    for number in range(100):
        write(file, f"{number}")
    assert text(state).endswith("): 49\n")


def test_rotating_the_log_loses_nothing_of_open_windows(file: LogFile, state: Path) -> None:
    state.mkdir(parents=True)
    for name in (".1", ".2"):
        (state / f"{log.NAME}{name}").write_text("older")
    write(file, "of the first")
    os.truncate(state / log.NAME, log.LARGEST)
    assert not log.begin_window()
    with closing(LogFile()) as second:
        write(file, "more of the first")
        assert not log.begin_window()
        write(second, "of the second")
        write(file, "later of the first")
    assert text(state).endswith("of the second\n")
    assert len(text(state).splitlines()) == 2
    assert "later of the first" in file.tail(), "a report has what its own window has written"
    assert "more of the first" in (state / f"{log.NAME}.1").read_text("utf-8")
    assert (state / f"{log.NAME}.2").read_text("utf-8") == "older"
    assert len(list(state.iterdir())) == 3


@pytest.mark.parametrize("place", ["a file", "a pipe", "read only", "full"])
def test_a_program_runs_without_a_writable_log(
    place: str, file: LogFile, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    if place == "a file":
        state.parent.write_bytes(b"")
    elif place == "a pipe":
        state.mkdir(parents=True)
        os.mkfifo(state / log.NAME)
    elif place == "read only":
        monkeypatch.setattr(log, "open_file", full)
    else:
        monkeypatch.setattr(os, "write", full)
    write(file, "A fault", raised())
    assert not log.begin_window()
    assert "KeyError: 'f5'" in log.report([]), "it can be copied all the same"


# A report


def test_a_report_has_the_program_the_traceback_and_the_end_of_the_log(file: LogFile) -> None:
    for number in range(60):
        write(file, f"line {number};")
    write(file, "A fault", raised())
    report = log.report([])
    assert report.startswith(f"{LINE}\n\n")
    assert report.count("KeyError: 'f5'") == 2
    assert "line 59;" in report
    assert "line 9;" not in report


def test_a_report_names_neither_people_nor_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/Zoë Novak")
    monkeypatch.setattr(sys, "prefix", "/home/Zoë Novak/games/.venv")
    written = """\
  File "/home/Zoë Novak/games/.venv/lib/site-packages/numba/core.py", line 3, in run
FileNotFoundError: [Errno 2] No such file: '/home/Zoë Novak/O"Brien (me).ggf'
the library cannot be written: /home/Zoë Novak/anna.sqlite (disk full)
ValueError: (;GM[Othello]PB[Anna Bo\\]b]PW[Zoë]RE[1])
ValueError: [White "Rose"]
ANNA BOB plays 山田太郎さん, Annabel and Bo
"""
    found = public(written, ["Anna Bob", "山田太郎", "", "B"])
    assert (
        found
        == """\
  File "lib/site-packages/numba/core.py", line 3, in run
FileNotFoundError: [Errno 2] No such file: ~
the library cannot be written: ~(disk full)
ValueError: (;GM[Othello]PB[]PW[]RE[1])
ValueError: [White ""]
(name) plays (name)さん, Annabel and Bo
"""
    )


def test_a_report_needs_no_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    assert public("as it is", []) == "as it is"
