"""The tests that need no screen, with each other Python of the README that is here or that uv can get."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources import ROOT, promised_pythons

MINORS = [minor for minor in promised_pythons() if minor != sys.version_info.minor]
# Tests that depend on the version of Python: of texts, files, processes and the compiled search.
ROOMS = ("tests/game", "tests/play", "tests/fuzz", "tests/ai/test_kernels.py", "tests/ai/test_search.py")


def find_python(minor: int) -> str | None:
    """Returns a Python of this version: of pyenv, else the first on the path that starts."""
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    places = [*map(str, root.glob(f"versions/3.{minor}.*/bin/python")), shutil.which(f"python3.{minor}")]
    for place in filter(None, places):
        if subprocess.run([place, "--version"], capture_output=True).returncode == 0:
            return place
    return None


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the workflow runs all of them there")
@pytest.mark.parametrize("minor", MINORS, ids="3.{}".format)
def test_tests_without_a_screen_pass_with_another_python(
    minor: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Warnings are errors there, too."""
    found, uv = find_python(minor), [sys.executable, "-m", "uv"]
    command = [*uv, "venv", "--python", found or f"3.{minor}", str(tmp_path / "venv")]
    made = subprocess.run(command, capture_output=True, text=True)
    if found is None and made.returncode != 0:
        pytest.skip(f"no Python 3.{minor}: {' '.join(made.stderr.split())}")
    assert made.returncode == 0, made.stderr
    python = str(tmp_path / "venv" / "bin" / "python")
    command = [*uv, "pip", "install", "--quiet", "--python", python, "-r", "requirements-dev.txt"]
    subprocess.run(command, cwd=ROOT, check=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    tests = [python, "-m", "pytest", "-n", "logical", "--dist", "loadfile", "-p", "no:cacheprovider", *ROOMS]
    done = subprocess.run(tests, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    print(done.stdout.splitlines()[-1])  # how many ran, for the summary
