"""Hooks and fixtures that all tests share."""

import os
import signal
from collections.abc import Iterator

import pytest

from tests.display import missing_tools, virtual_display

os.environ["LANGUAGE"] = "en"  # whatever the language of the system


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Returns the number of processors plus one, as many tests wait for programs that they start."""
    wanted = os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS")
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return int(wanted) if wanted else usable + 1


@pytest.fixture(autouse=True, scope="session")
def signals() -> Iterator[None]:
    """Lets signals end the programs that tests start, even if the tests run with these signals ignored.

    A shell ignores SIGINT in background jobs, nohup ignores SIGHUP, and child processes inherit that; they
    do not inherit a handler, but get the default.
    """
    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.getsignal(getattr(signal, name)) for name in names}
    for name in names:
        if before[name] is signal.SIG_IGN:
            handler = signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL
            signal.signal(getattr(signal, name), handler)
    yield
    for name in names:
        signal.signal(getattr(signal, name), before[name])


@pytest.fixture(autouse=True, scope="session")
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps tests, and the programs that they start, away from the settings and games of their user."""
    folder = str(tmp_path_factory.mktemp("home"))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "APPDATA", "DASK_CONFIG"):
            patch.setenv(name, folder)
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)  # else each program compiles all modules again
        yield


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """Restores the handler of Ctrl-C, which tests change if they open the window or act as a process."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def screen() -> Iterator[dict[str, str]]:
    """Yields the environment for a window on Xvfb."""
    if missing_tools():
        pytest.skip(f"needs {', '.join(missing_tools())}")
    with virtual_display() as environment:
        yield environment
