"""Other programs, which are ended together with whatever they have started."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

if sys.platform == "win32":
    import ctypes

    _KERNEL = ctypes.WinDLL("kernel32")
    _KERNEL.CreateJobObjectW.restype = _KERNEL.OpenProcess.restype = ctypes.c_void_p
    _SET_QUOTA_AND_TERMINATE = 0x0101
    # JobObjectExtendedLimitInformation: its number, its size, the place of its flags, and the flag that the
    # job ends when its last handle is closed, as that of a process that has ended.
    _LIMITS, _LIMITS_SIZE, _FLAGS_AT, _KILL_ON_CLOSE = 9, 144, 16, 0x2000

# A shell that waits until this process closes its pipe or has ended, however, and then ends a group.
_WATCH: Final = ("/bin/sh", "-c", 'read _; kill -9 -"$1"', "sh")


def clean_environment() -> dict[str, str]:
    """As it was before the bundle set the path of its own libraries, which other programs must not load."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("_PYI_")}
    if hasattr(sys, "_MEIPASS"):
        before = environment.pop("LD_LIBRARY_PATH_ORIG", None)
        environment.pop("LD_LIBRARY_PATH", None)
        if before is not None:
            environment["LD_LIBRARY_PATH"] = before
    return environment


def own_command(*arguments: str) -> list[str]:
    """What starts this program once more."""
    is_bundle = getattr(sys, "frozen", False)
    return [
        sys.executable,
        *([] if is_bundle else [str(Path(__file__).parent.parent / "main.py")]),
        *arguments,
    ]


class Program(subprocess.Popen[bytes]):
    """A process in a group of its own: a job on Windows, a session elsewhere, which Ctrl-C does not reach."""

    def __init__(self, command: Sequence[str], ends_with_us: bool = False, **options: Any) -> None:
        """A program that `ends_with_us` does so also when this process is killed. Raises OSError."""
        super().__init__(command, start_new_session=True, **{"env": clean_environment(), **options})
        self._watch: subprocess.Popen[bytes] | None = None
        if sys.platform == "win32":
            self._job = ctypes.c_void_p(_KERNEL.CreateJobObjectW(None, None))
            if ends_with_us:
                limits = bytearray(_LIMITS_SIZE)
                limits[_FLAGS_AT : _FLAGS_AT + 4] = _KILL_ON_CLOSE.to_bytes(4, "little")
                _KERNEL.SetInformationJobObject(self._job, _LIMITS, bytes(limits), _LIMITS_SIZE)
            process = ctypes.c_void_p(_KERNEL.OpenProcess(_SET_QUOTA_AND_TERMINATE, False, self.pid))
            _KERNEL.AssignProcessToJobObject(self._job, process)
            _KERNEL.CloseHandle(process)
        elif ends_with_us:
            self._watch = subprocess.Popen(
                (*_WATCH, str(self.pid)), stdin=subprocess.PIPE, start_new_session=True
            )

    def end_all(self, gently: bool = False) -> None:
        """End it and all it has started, where it has ended, too; `gently` by a signal it may act on."""
        if sys.platform == "win32":
            _KERNEL.TerminateJobObject(self._job, 1)
            self.kill()  # where it could not join the job
        else:
            with contextlib.suppress(OSError):  # none is left
                os.killpg(self.pid, signal.SIGTERM if gently else signal.SIGKILL)
            watch, self._watch = self._watch, None  # two threads may end it
            if watch is not None:
                watch.kill()
                watch.communicate()
