"""Any input yields a legal game or a sentence about the problem, quickly and with little memory.

Each reader gets a few inputs, the same every time, and all that failed once. For more: python -m tests.fuzz
"""

import signal
import time
from pathlib import Path

import pytest

from tests.fuzz import __main__ as command
from tests.fuzz import trials
from tests.fuzz.readers import READERS, Read, Reader
from tests.fuzz.trials import CASES, attempt, read_case

posix_only = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system cannot interrupt")
SEED = 1977
INPUTS = 6


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps tests away from the files of the user who runs them."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("reader", READERS.values(), ids=lambda reader: reader.name)
def test_random_input_breaks_no_reader(reader: Reader) -> None:
    faults = [
        f"python -m tests.fuzz {reader.name} --seed {SEED} --first {number} --inputs 1: {trial.problem}"
        for number, _, trial in trials.trials(reader, SEED, 0, INPUTS)
        if trial.problem
    ]
    assert not faults


@pytest.mark.parametrize("reader", READERS.values(), ids=lambda reader: reader.name)
def test_no_seed_breaks_a_reader(reader: Reader) -> None:
    assert [problem for seed in reader.seeds() if (problem := attempt(reader.read, seed).problem)] == []


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.slow) if path.match("database/*.xz") else path
        for path in sorted(CASES.glob("*/*"))
    ],
    ids=lambda path: f"{path.parent.name}-{path.name}",
)
def test_inputs_that_failed_once_pass(path: Path) -> None:
    assert not attempt(READERS[path.parent.name].read, read_case(path), measure_memory=True).problem


def _raise(_: bytes) -> None:
    raise KeyError("a1")


def _waste_time(data: bytes) -> None:
    end = time.process_time() + len(data) ** 2 / 7e7
    while time.process_time() < end:
        pass


def _hang(_: bytes) -> None:
    while True:
        pass


@pytest.mark.parametrize(
    ("read", "problem"),
    [
        (_raise, "KeyError in tests/fuzz/test_readers.py"),
        (_waste_time, "s, and may 0.32 s"),
        (lambda _: bytearray(150_000_000).clear(), "it takes 150 MB"),
        pytest.param(_hang, "it has not ended", marks=posix_only),
        (lambda _: None, ""),
    ],
)
def test_faults_of_a_reader_are_detected(read: Read, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if read is _hang:
        monkeypatch.setattr(trials, "PATIENCE", 0.1)
    found = attempt(read, b"(;" * 2500, measure_memory=True).problem
    assert problem in found
    assert bool(problem) == bool(found)


@pytest.fixture
def failing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the case folder of the only reader, which fails for an even number of bytes."""

    def read(data: bytes) -> None:
        assert len(data) % 2, "an even number"

    reader = Reader("odd", read, lambda: (b"f5d6c3", bytes(5000)), (b"f5",))
    monkeypatch.setattr(command, "READERS", {"odd": reader})
    monkeypatch.setattr(command, "CASES", tmp_path / "cases")
    return tmp_path / "cases" / "odd"


def test_the_first_failing_input_is_kept_as_a_case(failing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--inputs", "50", "--seed", "3"]) == 1
    (path,) = failing.iterdir()
    data = read_case(path)
    assert len(data) % 2 == 0
    assert path.stat().st_size < 2000, "a long one is kept packed"
    said = capsys.readouterr().out
    assert "an even number" in said
    assert str(path) in said
    number = path.name.removesuffix(trials.PACKED).rpartition("-")[2]
    path.unlink()
    assert command.main(["odd", "--seed", "3", "--first", number, "--inputs", "1"]) == 1
    assert read_case(path) == data, "the seed and the number make the same input again"
