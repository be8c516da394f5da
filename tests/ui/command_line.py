"""Runs commands as a user types them: in this process (fixture `command`) or in a separate one."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Said(NamedTuple):
    out: str
    err: str


Command = Callable[..., Said]
"""The type of the fixture `command`: takes the arguments and the expected `status`."""


def run_python(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs Python in the folder of the program."""
    usual: dict[str, Any] = {"cwd": ROOT, "capture_output": True, "text": True, "timeout": 300}
    return subprocess.run([sys.executable, *map(str, arguments)], **usual | options)


def run_main(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    return run_python("main.py", *arguments, **options)


def start_main(*arguments: object, **options: Any) -> subprocess.Popen[str]:
    usual: dict[str, Any] = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen([sys.executable, "main.py", *map(str, arguments)], **usual | options)


def wait_for_line(process: subprocess.Popen[str], stream: IO[str] | None, beginning: str) -> None:
    """Reads lines until one begins with `beginning`."""
    assert stream is not None
    while not stream.readline().lstrip().startswith(beginning):
        assert process.poll() is None
