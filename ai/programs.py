"""Starts all processes of this program: its own children, and other programs (`tests/test_children.py`).

Each ends together with everything it has started, opens no console on Windows, and runs no code from the
current folder: a child finds its modules where this process does, and a bare name is looked up in PATH.
"""

import contextlib
import errno
import os
import shutil
import signal
import sys
import traceback
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import IO, Any, Final

from ai import log
from game.text import use, used

if sys.platform == "win32":
    import ctypes
    import msvcrt

    _KERNEL = ctypes.WinDLL("kernel32")
    _KERNEL.CreateJobObjectW.restype = _KERNEL.OpenProcess.restype = ctypes.c_void_p
    _SET_QUOTA_AND_TERMINATE = 0x0101
    # JobObjectExtendedLimitInformation: its number, its size, the offset of its flags, and the flag that ends
    # the job when its last handle is closed, for example by the end of the process that holds it.
    _LIMITS, _LIMITS_SIZE, _FLAGS_AT, _KILL_ON_CLOSE = 9, 144, 16, 0x2000
    _CREATE_NO_WINDOW = 0x08000000

_MAIN: Final = str(Path(__file__).parent.parent / "main.py")
_NICENESS: Final = 19
CHILD: Final = "--child"  # starts main.py as a child
# A shell that waits until this process closes its pipe or ends in any way, and then kills a process group.
_WATCH: Final = ("/bin/sh", "-c", 'read _; kill -9 -"$1"', "sh")


def output_of(command: Sequence[str], patience: float) -> str | None:
    """Returns the output of a program, even if it fails; None if it cannot start or does not end in time."""
    try:
        with Program(command, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL) as program:
            try:
                return program.communicate(timeout=patience)[0].decode(errors="replace")
            finally:
                program.end_all()
    except (OSError, TimeoutExpired):
        return None


def clean_environment() -> dict[str, str]:
    """Returns the environment without the bundle's library path: other programs must not load from it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("_PYI_")}
    if hasattr(sys, "_MEIPASS"):
        before = environment.pop("LD_LIBRARY_PATH_ORIG", None)
        environment.pop("LD_LIBRARY_PATH", None)
        if before is not None:
            environment["LD_LIBRARY_PATH"] = before
    return environment


def find_program(name: str) -> str | None:
    """Returns a program's path in PATH; ignores the current folder, where it may have come with a game."""
    names = (f"{name}.exe", name) if sys.platform == "win32" else (name,)
    folders = [folder for folder in os.get_exec_path() if os.path.isabs(folder)]  # noqa: PTH117
    paths = (os.path.join(folder, each) for folder in folders for each in names)  # noqa: PTH118 - for which
    return next(filter(None, map(shutil.which, paths)), None)


class Program(Popen[bytes]):
    """A process in a group of its own: a job on Windows, elsewhere a session, which Ctrl-C does not reach."""

    def __init__(self, command: Sequence[str], ends_with_us: bool = False, **options: Any) -> None:
        """Starts the program; with `ends_with_us` it ends even if this process is killed. Raises OSError."""
        name, *arguments = command
        if not os.path.dirname(name):  # noqa: PTH120 - "." is a path, and has none
            found = find_program(name)
            if found is None:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
            name = found
        if sys.platform == "win32":
            options["creationflags"] = _CREATE_NO_WINDOW
        self._watch: Popen[bytes] | None = None
        options = {"env": clean_environment(), **options}
        super().__init__((name, *arguments), start_new_session=True, **options)
        if sys.platform == "win32":
            self._job = ctypes.c_void_p(_KERNEL.CreateJobObjectW(None, None))
            weakref.finalize(self, _KERNEL.CloseHandle, self._job)
            if ends_with_us:
                limits = bytearray(_LIMITS_SIZE)
                limits[_FLAGS_AT : _FLAGS_AT + 4] = _KILL_ON_CLOSE.to_bytes(4, "little")
                _KERNEL.SetInformationJobObject(self._job, _LIMITS, bytes(limits), _LIMITS_SIZE)
            process = ctypes.c_void_p(_KERNEL.OpenProcess(_SET_QUOTA_AND_TERMINATE, False, self.pid))
            _KERNEL.AssignProcessToJobObject(self._job, process)
            _KERNEL.CloseHandle(process)
        elif ends_with_us:
            try:
                watch = (*_WATCH, str(self.pid))
                self._watch = Popen(watch, stdin=PIPE, start_new_session=True, env=clean_environment())
            except BaseException:
                self.end_all()
                self.wait()
                raise

    def end_all(self, gently: bool = False) -> None:
        """Ends the program and all it has started, even after its own end; `gently` sends SIGTERM (POSIX)."""
        if sys.platform == "win32":
            _KERNEL.TerminateJobObject(self._job, 1)
            self.kill()  # if it could not join the job
        else:
            with contextlib.suppress(OSError):  # no process is left
                os.killpg(self.pid, signal.SIGTERM if gently else signal.SIGKILL)
            watch, self._watch = self._watch, None  # two threads may call this
            if watch is not None:
                watch.kill()
                watch.communicate()


class Child:
    """A function of this program running in a process of its own, which ends with this one.

    The function is called with a connection to this process and the arguments; it and the arguments must be
    picklable. `receive` raises its errors.
    """

    def __init__(
        self, work: Callable[..., object], *arguments: object, output: IO[bytes] | None = None
    ) -> None:
        """Starts the child; its standard output is that of this process, or `output`. Raises OSError."""
        from multiprocessing.connection import Pipe  # here, so that the command line starts at once

        self.connection, theirs = Pipe()
        with theirs:
            stdin = theirs.fileno()
            if sys.platform == "win32":
                from multiprocessing.reduction import duplicate

                stdin = msvcrt.open_osfhandle(duplicate(stdin), os.O_RDWR)
            try:
                # -E: ignores PYTHONPATH, which may name the current folder; its other folders are sent.
                script = () if getattr(sys, "frozen", False) else ("-E", _MAIN)
                command = sys.executable, *script, CHILD
                self._program = Program(command, ends_with_us=True, stdin=stdin, stdout=output)
            except BaseException:
                self.connection.close()
                raise
            finally:
                if sys.platform == "win32":
                    os.close(stdin)
        self.pid = self._program.pid
        self._started: set[Any] = set()  # psutil processes that it has started
        try:
            self.send(list(filter(_is_elsewhere, sys.path)))
            self.send((used(), log.crash_file, work, arguments))
        except BaseException:
            self.close()
            raise

    def send(self, what: object) -> None:
        with contextlib.suppress(ConnectionError):  # it has ended, which `receive` reports
            self.connection.send(what)

    def receive(self) -> Any:
        """Returns the next message. Raises EOFError if the child ends before or during the message."""
        try:
            said = self.connection.recv()
        except OSError:
            raise EOFError from None
        if isinstance(said, BaseException):
            raise said
        return said

    def give_way(self) -> None:
        """Lowers the priority of the child to the lowest."""
        import psutil

        with contextlib.suppress(psutil.Error):  # it may have ended
            psutil.Process(self.pid).nice(_NICENESS if psutil.POSIX else psutil.IDLE_PRIORITY_CLASS)

    def memory(self) -> int:
        """Returns the bytes in memory of the child and all it has started, which `close` then ends, too."""
        import psutil

        total = 0
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(self.pid)
            self._started.update(process.children(recursive=True))
            total = process.memory_info().rss
        for started in self._started:
            with contextlib.suppress(psutil.Error):
                total += started.memory_info().rss
        return total

    def set_paused(self, is_paused: bool) -> None:
        import psutil

        with contextlib.suppress(psutil.Error):
            process = psutil.Process(self.pid)
            process.suspend() if is_paused else process.resume()

    def end(self) -> None:
        """Ends the child from any thread; a thread that waits for a message gets EOFError."""
        self._program.end_all()

    def close(self, gently: bool = False) -> None:
        """Ends the child, in the thread that uses it; `gently` waits until it next sends or receives."""
        if self.connection.closed:  # another process may have its id by now
            return
        self.connection.close()
        if not gently:
            self.end()
        self._program.wait()
        self.end()
        if self._started:
            import psutil

            for started in self._started:
                with contextlib.suppress(psutil.Error):  # it has ended
                    started.kill()


def wait_for_messages(children: Sequence[Child], patience: float | None = None) -> list[Child]:
    """Returns the children whose `receive` does not block; waits `patience` seconds at most for the first."""
    from multiprocessing.connection import wait

    heard = wait([child.connection for child in children], patience)
    return [child for child in children if child.connection in heard]


def _is_elsewhere(folder: str) -> bool:
    """Returns whether the folder is not the current one, so that modules may come from it."""
    try:
        return not os.path.samefile(folder or os.curdir, os.curdir)  # noqa: PTH121 - "" is the current one
    except OSError:
        return False


def serve() -> int:
    """Runs the function that the parent sends in this process; returns the exit status."""
    import pickle

    descriptor = os.dup(0)
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - what is started here inherits none of it
        os.dup2(nothing.fileno(), 0)
    if sys.platform == "win32":
        from multiprocessing.connection import PipeConnection

        parent = PipeConnection(msvcrt.get_osfhandle(descriptor))
    else:
        from multiprocessing.connection import Connection

        parent = Connection(descriptor)
    with contextlib.suppress(EOFError, ConnectionError):  # the parent has ended, or dropped this child
        sys.path[:] = dict.fromkeys((*sys.path[:1], *parent.recv(), *sys.path))
        try:
            language, crash_file, work, arguments = parent.recv()
            if crash_file is not None:
                with contextlib.suppress(OSError):
                    log.write_crashes_to(crash_file)
            use(*language)
            work(parent, *arguments)
        except (EOFError, ConnectionError):
            raise
        except Exception as error:  # noqa: BLE001 - raised by the parent, which logs it with this note
            note = "".join(traceback.format_exception(error))
            try:
                pickle.loads(pickle.dumps(error))
            except Exception:  # noqa: BLE001 - pickle cannot name it, or not make it again
                error = RuntimeError(f"{type(error).__name__}: {error}")
            error.add_note(f"Child {os.getpid()}:\n{note}")
            parent.send(error)
    return 0
