"""The log: the errors of all processes of the program, with their tracebacks.

Modules log by `logging.getLogger(__name__)`; an error is logged before it becomes a message. All processes
append to one file, a record at a time; only the start of a window rotates it, so that nothing is lost. An
error that ends a window leaves a file for the next start. If nothing can be written the program runs on.
"""

import atexit
import faulthandler
import logging
import os
import re
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Final

from game.files import open_file, read_file

NAME: Final = "nullwindow.log"
# A larger file becomes nullwindow.log.1 when a window starts, and the previous nullwindow.log.1 becomes .2.
LARGEST: Final = 1_000_000
# Limits per process: records without an error, and records of one error, which may recur in every frame.
MOST_RECORDS: Final = 5000
MOST_ALIKE: Final = 3
# Lines of the log in a report, and the bytes at the end of the log from which they are read.
REPORT_LINES: Final = 50
_REPORT_BYTES: Final = 20_000
_FORMAT: Final = "%(asctime)s %(process)d %(levelname)s %(name)s (%(threadName)s): %(message)s"
# Names of players in GGF, SGF and PGN, which error messages quote.
_PLAYERS: Final = re.compile(r"""\b(P[BW]\[)(?:\\.|[^\]\\])*|(\[(?:White|Black) ")[^"]*""")

logger = logging.getLogger(__name__)

# The file for an error that ends this process or a child; only a window has one.
crash_file: Path | None = None


def folder() -> Path:
    """Makes and returns the folder of the log. Raises OSError, and RuntimeError without a home."""
    import platformdirs  # so that the command line starts at once

    return platformdirs.user_state_path("nullwindow", appauthor=False, ensure_exists=True)


class LogFile(logging.Handler):
    """A handler that opens the file at the first record, and first writes a line describing the program."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter(_FORMAT))
        self.describe: Callable[[], str] = str  # returns that line
        self.problem = ""  # the last traceback
        self._file: IO[bytes] | None = None
        self._alike: Counter[object] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        text, fault = self.format(record), None
        if record.exc_info and record.exc_info[1] is not None:
            self.problem = text
            lines = ((frame.f_code, line) for frame, line in traceback.walk_tb(record.exc_info[2]))
            fault = record.exc_info[0], *lines
        self._alike[fault] += 1
        if self._alike[fault] <= (MOST_RECORDS if fault is None else MOST_ALIKE):
            with suppress(OSError, RuntimeError):  # there is nowhere else to report it
                if self._file is None:
                    self._file = open_file(folder() / NAME, "ab+")
                    _write(self._file, self.describe())
                _write(self._file, text)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
        super().close()

    def tail(self) -> str:
        """Returns the last lines of the log."""
        if self._file is None:
            return ""
        self._file.seek(max(0, self._file.seek(0, os.SEEK_END) - _REPORT_BYTES))
        return "\n".join(self._file.read().decode("utf-8", "replace").splitlines()[-REPORT_LINES:])


def _write(file: IO[bytes], text: str) -> None:
    os.write(file.fileno(), f"{text}\n".encode("utf-8", "backslashreplace"))  # in one call


file: Final = LogFile()


def begin(describe: Callable[[], str]) -> None:
    """Starts to log the errors of this process, including uncaught exceptions."""
    file.describe = describe
    logging.getLogger().addHandler(file)
    sys.excepthook, threading.excepthook, sys.unraisablehook = _end_with, _end_thread_with, note_unraisable


def _end_with(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        logger.critical("The program ends", exc_info=(kind, error, trace))
        if crash_file is not None:
            atexit.unregister(_forget_crash_file)
            with suppress(OSError), open_file(crash_file, "ab") as left:
                _write(left, file.problem)
    sys.__excepthook__(kind, error, trace)


def _end_thread_with(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is not None and ended.exc_type is not SystemExit:
        logger.error("A thread ends", exc_info=ended.exc_value)
    threading.__excepthook__(ended)


def note_unraisable(dropped: "sys.UnraisableHookArgs") -> None:
    """Logs an exception that Python cannot raise, in a finalizer for example, and writes it to stderr."""
    logger.error("Ignored in %r", dropped.object, exc_info=dropped.exc_value)
    sys.__unraisablehook__(dropped)


def attempt(deed: Callable[[], object]) -> None:
    """Calls `deed`, which must not stop anything else: logs an exception."""
    try:
        deed()
    except Exception:
        logger.exception("%r has failed", deed)


def begin_window() -> bool:
    """Also logs window events, and makes a fatal error leave a file; returns whether an earlier one did."""
    global crash_file
    for floor in ("ai", "play", "ui"):
        logging.getLogger(floor).setLevel(logging.INFO)
    with suppress(OSError, RuntimeError):
        place = folder()
        _rotate(place / NAME)
        left = "\n".join(filter(None, map(_take, place.glob("crash-*.txt"))))
        crash_file = place / f"crash-{os.getpid()}.txt"
        write_crashes_to(crash_file)
        atexit.register(_forget_crash_file)
        if left:
            logger.error("An earlier start ended with this:\n%s", left)
            file.problem = left
            return True
    return False


def _rotate(path: Path) -> None:
    if path.exists() and path.stat().st_size > LARGEST:
        for newer, older in ((f"{NAME}.1", f"{NAME}.2"), (NAME, f"{NAME}.1")):
            with suppress(OSError):  # there is none yet, or another process has it open (Windows)
                path.with_name(newer).replace(path.with_name(older))


def write_crashes_to(path: Path) -> None:
    """Appends crashes of this process, such as a segmentation fault, to the file. Raises OSError."""
    faulthandler.enable(open_file(path, "ab"))


def _forget_crash_file() -> None:
    """Removes the file at exit, and logs its content, which only a child may have written."""
    faulthandler.disable()
    if crash_file is not None and (left := _take(crash_file)):
        logger.error("A child ended with this:\n%s", left)


def _take(path: Path) -> str:
    """Returns the content of a file and deletes it, unless it belongs to a running process."""
    number = path.stem.rpartition("-")[2]
    with suppress(OSError):
        if number.isdecimal() and int(number) != os.getpid():
            import psutil  # not before it is needed

            if psutil.pid_exists(int(number)):
                return ""
        left = read_file(path, LARGEST).decode("utf-8", "replace")
        path.unlink()
        return left.strip()
    return ""


def report(names: Iterable[str]) -> str:
    """Returns the report of an error, without private data: program, last traceback, end of the log."""
    return public("\n\n".join(filter(None, (file.describe(), file.problem, file.tail()))), names) + "\n"


def public(text: str, names: Iterable[str]) -> str:
    """Returns the text without paths in the home folder, `names` and other names of players."""
    for path in (str(Path(__file__).parents[1]), sys.prefix, sys.base_prefix):  # paths of modules
        text = text.replace(path + os.sep, "")
    for home in _homes():
        written = re.escape(home)
        path = rf"""(["']){written}.*?\1|{written}[^\n:("]*"""
        text = re.sub(path, "~", text, flags=re.IGNORECASE if sys.platform == "win32" else 0)
    for name in sorted({name.strip() for name in names}, key=len, reverse=True):
        if len(name) > 1:
            text = re.sub(rf"(?a)(?<!\w){re.escape(name)}(?!\w)", "(name)", text, flags=re.IGNORECASE)
    return _PLAYERS.sub(r"\1\2", text)


def _homes() -> set[str]:
    """Returns the home folder in every spelling that a text may have."""
    try:
        home = Path.home()
    except RuntimeError:
        return set()
    paths = {str(home), os.path.realpath(home)} - {home.anchor}
    return {path.replace("\\", sign) for path in paths for sign in ("\\", "\\\\", "/")}
