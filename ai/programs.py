"""Other programs, which are ended together with whatever they have started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

if sys.platform == "win32":
    import ctypes

    _KERNEL = ctypes.WinDLL("kernel32")
    _KERNEL.CreateJobObjectW.restype = _KERNEL.OpenProcess.restype = ctypes.c_void_p
    _SET_QUOTA_AND_TERMINATE = 0x0101


class Program(subprocess.Popen[bytes]):
    """A process in a group of its own: a job on Windows, a session elsewhere, which Ctrl-C does not reach."""

    def __init__(self, command: Sequence[str], **options: Any) -> None:
        """Raises OSError."""
        super().__init__(command, start_new_session=True, **options)
        if sys.platform == "win32":
            self._job = ctypes.c_void_p(_KERNEL.CreateJobObjectW(None, None))
            process = ctypes.c_void_p(_KERNEL.OpenProcess(_SET_QUOTA_AND_TERMINATE, False, self.pid))
            _KERNEL.AssignProcessToJobObject(self._job, process)
            _KERNEL.CloseHandle(process)

    def end_all(self, gently: bool = False) -> None:
        """End it and all it has started, where it has ended, too; `gently` by a signal it may act on."""
        if sys.platform == "win32":
            _KERNEL.TerminateJobObject(self._job, 1)
            self.kill()  # where it could not join the job
        else:
            with contextlib.suppress(OSError):  # none is left
                os.killpg(self.pid, signal.SIGTERM if gently else signal.SIGKILL)
