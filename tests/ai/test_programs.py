"""What is started ends with what has started it, however that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Starts a program that starts another one, says the group of both, and waits.
HOST = """
import sys, time
from ai.programs import Program
child = "import subprocess, time; subprocess.Popen(['sleep', '100']); time.sleep(100)"
program = Program([sys.executable, "-c", child], ends_with_us=True)
time.sleep(1)
print(program.pid, flush=True)
time.sleep(100)
"""


def in_group(group: int) -> list[int]:
    """The processes of a group that have not ended, by what the system says of each."""
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
    """Whether all of them have ended, which may take the system a moment."""
    deadline = time.monotonic() + 10
    while in_group(group) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not in_group(group)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_programs_end_with_a_process_that_is_killed(number: int) -> None:
    host = subprocess.Popen([sys.executable, "-c", HOST], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    with host:
        assert host.stdout is not None
        group = int(host.stdout.readline())
        assert len(in_group(group)) == 2
        os.kill(host.pid, number)
    assert is_gone(group)
