"""Lines spoken by the speech command of the system, one after the other, in the background."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Final

from game.text import _

# Reads its standard input aloud, as the others do what they are given.
POWERSHELL: Final = (
    "Add-Type -AssemblyName System.Speech; "
    "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak([Console]::In.ReadToEnd())"
)
COMMANDS: Final = {
    "spd-say": ("--wait", "--pipe-mode"),
    "say": ("-f", "-"),
    "powershell": ("-NoProfile", "-Command", POWERSHELL),
}
"""What each is called with; all are given the line on their standard input."""


def speech_command() -> tuple[str, ...]:
    """The first that this system has, with its arguments; empty where there is none."""
    for name, arguments in COMMANDS.items():
        if (found := shutil.which(name)) is not None:
            return found, *arguments
    return ()


class Speech:
    """Speaks while the program goes on; `hush` ends what is being said; after a `problem` nothing is."""

    def __init__(self, command: Sequence[str]) -> None:
        self.problem = ""
        self._command = tuple(command)
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self.say: Final[Callable[[str], None]] = self._lines.put
        """Speak a line after those before it."""
        self._lock = Lock()
        self._running: subprocess.Popen[bytes] | None = None
        self._ended_by_us: subprocess.Popen[bytes] | None = None
        self._thread = Thread(target=self._work, name="speech", daemon=True)
        self._thread.start()

    def hush(self) -> None:
        """Say no more of what was to be said."""
        while not self._lines.empty():
            self._lines.get()
        with self._lock:
            if self._running is not None:
                self._ended_by_us = self._running
                self._running.terminate()

    def close(self) -> None:
        """Say the rest, then end."""
        self._lines.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (line := self._lines.get()) is not None:
            if not self.problem:
                self._speak(line)

    def _speak(self, line: str) -> None:
        flags = getattr(subprocess, "CREATE_NO_WINDOW", 0) if sys.platform == "win32" else 0
        try:
            with self._lock:
                process = self._running = subprocess.Popen(
                    self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL, creationflags=flags,
                )  # fmt: skip
        except OSError as error:
            self.problem = error.strerror or str(error)
            return
        process.communicate(line.encode("utf-8"))
        with self._lock:
            self._running = None
        if process.returncode and process is not self._ended_by_us:
            self.problem = _("exit status {status}", status=process.returncode)
