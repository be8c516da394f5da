"""What tests of several rooms share."""

import os
import signal
from collections.abc import Iterator

import pytest

from tests.display import missing_tools, virtual_display

os.environ["LANGUAGE"] = "en"  # whatever the system speaks


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than processors: many tests wait for a program that they have started."""
    wanted = os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS")
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return int(wanted) if wanted else usable + 1


@pytest.fixture(autouse=True, scope="session")
def signals() -> Iterator[None]:
    """Those that end a program end the ones that tests start, though whoever runs the tests ignore them.

    A shell starts what shall run in the background with SIGINT ignored, nohup with SIGHUP, and children
    inherit that; a handler becomes the default in them.
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
    """Keeps tests, and the programs that they start, out of the settings and games of whoever runs them."""
    folder = str(tmp_path_factory.mktemp("home"))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "APPDATA", "DASK_CONFIG"):
            patch.setenv(name, folder)
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)  # or each program compiles all modules anew
        yield


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """A test that opens the window, or serves as a process does, leaves Ctrl-C to the next one as it was."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def screen() -> Iterator[dict[str, str]]:
    """The environment for a window on Xvfb."""
    if missing_tools():
        pytest.skip(f"needs {', '.join(missing_tools())}")
    with virtual_display() as environment:
        yield environment
