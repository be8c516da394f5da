"""The floor below the window stands without it: in an environment that has neither pygame nor pygame_gui."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# What is None among the modules cannot be imported.
WITHOUT_WINDOW = """
import sys
sys.modules |= {"pygame": None, "pygame_gui": None}
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""


def run(*options: str) -> subprocess.CompletedProcess[str]:
    tests = ["tests/play", "--ignore=tests/play/test_without_window.py", "-p", "no:cacheprovider"]
    command = [sys.executable, "-c", WITHOUT_WINDOW, *tests, *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.slow
def test_the_tests_of_the_floor_can_be_imported() -> None:
    """And with them all that they test."""
    done = run("--collect-only")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_the_tests_of_the_floor_pass() -> None:
    done = run()
    assert done.returncode == 0, done.stdout + done.stderr
