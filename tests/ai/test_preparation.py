"""Preparing the kernels: on an empty cache, twice in a row, twice at once, and without a writable folder."""

import errno
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numba
import pytest

from ai import cache, kernels, preparation
from ai.kernels import CACHE_FOLDER
from tests.ui.command_line import ROOT, run_python

PATIENCE = 300.0

# Starts an engine, searches at once and when the kernels are ready, and prints the outcome.
START = """
from ai import preparation
from ai.engine import Engine
from ai.limits import Limit
from game.board import Board
engine = Engine(1)
early = engine.analyse(Board.initial(), Limit(depth=3)).result(60)
ready = preparation.wait(300)
late = engine.analyse(Board.initial(), Limit(depth=7)).result(60)
print(ready.is_ready, early.score == late.iterations[2].score, ready.text)
"""


@pytest.fixture(autouse=True)
def _settings_of_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", numba.config.CACHE_DIR)


def environment(home: Path) -> dict[str, str]:
    """Returns an environment with `home` as the user's cache directory, on every system."""
    places = {"XDG_CACHE_HOME": home, "HOME": home, "LOCALAPPDATA": home, "USERPROFILE": home}
    temporary = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), home.parent)
    return os.environ | {name: str(path) for name, path in (places | temporary).items()}


def start(home: Path, code: str = START) -> subprocess.Popen[str]:
    pipe, command = subprocess.PIPE, [sys.executable, "-c", code]
    return subprocess.Popen(command, cwd=ROOT, env=environment(home), stdout=pipe, stderr=pipe, text=True)


def said(program: subprocess.Popen[str]) -> str:
    output, errors = program.communicate(timeout=PATIENCE)
    assert (program.returncode, errors) == (0, "")
    return output.strip()


def test_loading_kernels_is_not_reported_as_compiling() -> None:
    ready = preparation.wait(PATIENCE)
    assert ready.is_ready
    assert ready.done == ready.total == preparation.TOTAL
    assert preparation.progress() == ready
    assert preparation.is_ready()
    code = (
        "from ai import preparation, weights; seen = set(); report = preparation._report\n"
        "preparation._report = lambda *what: (seen.add(what[1]), report(*what))\n"
        "preparation.wait(); print(weights.default_weights.cache_info().currsize, *sorted(seen), sep='; ')"
    )
    assert run_python("-c", code, check=True).stdout == "1; The fast search is ready\n"


def test_a_failure_to_load_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise ImportError("there is no llvmlite")

    monkeypatch.setattr(preparation, "_load", fail)
    monkeypatch.setattr(preparation, "_state", preparation._State())
    failed = preparation.wait(PATIENCE)
    assert failed.has_failed
    assert failed.is_over
    assert not failed.is_ready
    assert failed.text == "The fast search cannot be used (there is no llvmlite); the plain one plays instead"


def test_the_cache_folder_depends_on_all_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert CACHE_FOLDER is not None
    assert CACHE_FOLDER.name == f"kernels-{cache.fingerprint()}"
    for name, text in {
        "ai/kernels/__init__.py": "",
        "ai/kernels/one.py": "import numpy\nfrom ai import kernels\nfrom ai.limits import A\n",
        "ai/limits.py": "from game.board import B\nif TYPE_CHECKING:\n    from game.tree import Game\n",
        "ai/__init__.py": "",
        "game/board.py": "",
        "game/tree.py": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.setattr(cache, "_ROOT", tmp_path)
    before = cache.fingerprint()
    (tmp_path / "game/tree.py").write_text("of no matter", "utf-8")
    assert cache.fingerprint() == before
    (tmp_path / "game/board.py").write_text("B = 2", "utf-8")
    after = cache.fingerprint()
    assert after != before
    (tmp_path / "ai/kernels/two.py").write_text("", "utf-8")
    assert cache.fingerprint() not in (before, after)


def test_shipped_kernels_are_used_until_own_ones_are_complete(tmp_path: Path) -> None:
    """Compiling takes long, so a fake says which of both folders are complete."""
    code = (
        "import sys; from pathlib import Path; import numba; from ai import cache\n"
        "cache._SHIPPED = Path(sys.argv[1])\n"
        "for case in sys.argv[2:]:\n"
        "    complete, numba.config.CPU_NAME = case.split(','), None\n"
        "    kind = lambda folder: 'shipped' if cache.is_shipped(folder) else 'own'\n"
        "    cache.is_complete = lambda folder: kind(folder) in complete\n"
        "    cache._can_run_level = lambda: 'old' not in complete\n"
        "    folder, warning = cache.use_cache_folder()\n"
        "    print(cache.is_shipped(folder), numba.config.CPU_NAME, warning or 'quiet')"
    )
    cases = ("shipped", "shipped,old", "shipped,own", "own", "")
    done = run_python("-c", code, tmp_path, *cases, env=environment(tmp_path), check=True)
    assert done.stdout.splitlines() == ["True x86-64-v3 quiet"] + 4 * ["False None quiet"]


def test_the_sources_are_all_modules_that_kernels_import() -> None:
    files = {path.stem for path in (ROOT / "ai" / "kernels").glob("*.py")} - {"__init__"}
    assert set(preparation.KERNELS) == files
    code = (
        f"import sys, {', '.join(f'ai.kernels.{name}' for name in preparation.KERNELS)}\n"
        "print(*{m.__file__ for n, m in sys.modules.items() if n.startswith(('ai.', 'game.'))}, sep='\\n')"
    )
    loaded = run_python("-c", code, check=True).stdout.splitlines()
    assert set(cache.sources()) == set(map(Path, loaded))


@pytest.mark.parametrize(
    ("full", "told"),
    [
        ([], ""),
        (["home"], r"the compiled kernels are kept in .*other.*: .*home cannot be written to \(No space"),
        (["home", "other"], r"it is compiled again at every start: .*home cannot be written to \(No space"),
    ],
)
def test_a_full_disk_is_noticed_before_compiling(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, full: list[str], told: str
) -> None:
    class FullFile(BytesIO):
        def write(self, _: object) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def temporary_file(dir: Path) -> BytesIO:
        return FullFile() if any(name in dir.parts for name in full) else BytesIO()

    monkeypatch.setattr(cache, "user_cache_dir", lambda *_, **__: str(tmp_path / "home"))
    monkeypatch.setattr(cache, "temporary_folder", lambda: tmp_path / "other")
    monkeypatch.setattr("tempfile.TemporaryFile", temporary_file)
    folder, warning = cache.use_cache_folder()
    assert re.match(told, warning)
    assert (folder is None) == (len(full) == 2)
    if folder is not None:
        assert folder.parent.name == ("other" if full else "home")
        cache.mark_complete(folder)  # from now on there is nothing more to write
        monkeypatch.setattr("tempfile.TemporaryFile", lambda dir: FullFile())  # noqa: ARG005
        assert cache.use_cache_folder()[0] == folder


def no_home(*_: object, **__: object) -> str:
    raise RuntimeError("could not determine the home directory for '~/.cache'")


NO_FOLDERS = ("there is no home directory", "No usable temporary directory found in ['/tmp']")


def no_temporary_folder() -> str:
    raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']")


def test_without_a_home_the_temporary_folder_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "user_cache_dir", lambda *_, **__: str(tmp_path))
    monkeypatch.setattr("tempfile.gettempdir", no_temporary_folder)
    folder, warning = cache.use_cache_folder()
    assert (folder and folder.parent, warning) == (tmp_path, ""), "a home needs no temporary folder"
    monkeypatch.setattr(cache, "user_cache_dir", no_home)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    folder, warning = cache.use_cache_folder()
    assert folder is not None
    assert (folder.parent.parent, folder.parent.stat().st_mode & 0o777) == (tmp_path, 0o700)
    assert warning == f"the compiled kernels are kept in {folder}: there is no home directory"
    monkeypatch.setattr("tempfile.gettempdir", no_temporary_folder)
    assert cache.use_cache_folder() == (None, f"it is compiled again at every start: {'; '.join(NO_FOLDERS)}")


ON_POSIX = pytest.mark.skipif(not hasattr(os, "getuid"), reason="each user has a temporary folder there")


@ON_POSIX
@pytest.mark.parametrize("is_temporary", [True, False])
@pytest.mark.parametrize("planted", ["of another user", "link", "file", 0o770, 0o707, 0o750, 0o701])
def test_a_folder_that_is_not_private_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, planted: str | int, is_temporary: bool
) -> None:
    user, folder = os.getuid(), tmp_path / f"nullwindow-{os.getuid()}"
    reasons = [*NO_FOLDERS]
    monkeypatch.setattr("tempfile.gettempdir", no_temporary_folder)
    monkeypatch.setattr(cache, "user_cache_dir", lambda *_, **__: str(tmp_path))
    if is_temporary:
        monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
        monkeypatch.setattr(cache, "user_cache_dir", no_home)
        folder.mkdir(0o700)
    else:
        folder = cache.use_cache_folder()[0] or folder
    assert folder.stat().st_mode & 0o777 == 0o700
    if planted == "of another user":
        monkeypatch.setattr("os.getuid", lambda: user + 1)
        folder = folder.rename(tmp_path / f"nullwindow-{user + 1}") if is_temporary else folder
    elif isinstance(planted, int):
        folder.chmod(planted)
    else:
        other = folder.rename(tmp_path / "other")
        folder.touch(0o600) if planted == "file" else folder.symlink_to(other)
    reasons[int(is_temporary)] = f"{folder} is not private to this user"
    assert cache.use_cache_folder() == (None, f"it is compiled again at every start: {'; '.join(reasons)}")
    assert not folder.is_dir() or list(folder.iterdir()) == []


@ON_POSIX
def test_others_lose_their_right_to_write_into_the_cache_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cache, "user_cache_dir", lambda *_, **__: str(tmp_path))
    tmp_path.chmod(0o777)
    assert cache.use_cache_folder()[0] is not None
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_an_incomplete_cache_is_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fill() -> Iterator[str]:
        (tmp_path / "half.nbc").write_bytes(b"hal")
        yield "1 11 intrinsics"
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(kernels, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(preparation, "_load_kernels", fill)
    said = preparation.compile_kernels()
    assert next(said) == "1 11 intrinsics"
    with pytest.raises(preparation.CacheError) as told:
        next(said)
    assert str(told.value) == (
        f"The compiled search cannot be saved: {tmp_path} cannot be written to (No space left on device)"
    )
    assert list(tmp_path.iterdir()) == []


def test_folders_of_older_versions_are_removed(tmp_path: Path) -> None:
    folders = [tmp_path / f"kernels-{n}" for n in range(5)]
    for age, folder in enumerate(folders):
        folder.mkdir()
        os.utime(folder, (1000 - age, 1000 - age))
    (tmp_path / "mine").mkdir()
    cache._remove_old_folders(folders[4])
    assert {path.name for path in tmp_path.iterdir()} == {"kernels-0", "kernels-1", "kernels-4", "mine"}


def test_a_cache_is_complete_if_its_files_are_unchanged(tmp_path: Path) -> None:
    inner = tmp_path / "kernels_1"
    inner.mkdir()
    for name in ("a.nbi", "a.1.nbc", "a.nbi.tmp.0123", "b.nbi.tmp.4567"):
        (inner / name).write_bytes(b"code")
    os.utime(inner / "a.nbi.tmp.0123", (1000, 1000))  # by a compiler that was killed
    assert not cache.is_complete(tmp_path)
    cache.mark_complete(tmp_path)
    assert cache.is_complete(tmp_path)
    left = {path.name for path in inner.iterdir()}
    assert left == {"a.nbi", "a.1.nbc", "b.nbi.tmp.4567"}, "the newest one may be another compiler's"
    for damage in (b"", b"codf", b"code and more"):
        (inner / "a.1.nbc").write_bytes(damage)
        assert not cache.is_complete(tmp_path)
    cache.discard_if_damaged(tmp_path)
    assert list(tmp_path.iterdir()) == []


READY = "True True The fast search is ready"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    return home


def damage(home: Path, how: str) -> None:
    for path in home.rglob("*.nb?"):
        data = path.read_bytes()
        path.write_bytes({"cut": data[:100], "empty": b"", "flipped": data[:-9] + bytes(9)}[how])


@pytest.mark.slow
@pytest.mark.parametrize("how", ["cut", "empty", "flipped"])
@pytest.mark.parametrize("marked", [True, False])
def test_a_damaged_cache_is_rebuilt(home: Path, how: str, marked: bool) -> None:
    """Even without the mark, so that only loading shows the damage."""
    assert said(start(home)) == READY
    damage(home, how)
    if not marked:
        (mark,) = home.rglob("complete")
        mark.unlink()
    if marked or how != "flipped":  # only the mark shows flipped bits in machine code
        assert said(start(home)) == READY
        assert said(start(home)) == READY


@pytest.mark.slow
def test_two_programs_may_fill_a_cache_at_once(home: Path) -> None:
    both = [start(home), start(home)]
    assert [said(program) for program in both] == 2 * [READY]
    assert said(start(home)) == READY


@pytest.mark.slow
def test_the_cache_is_temporary_without_a_writable_home(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file, so that no folder can be made in it", "utf-8")
    for _ in range(2):
        told = said(start(home))
        assert told.startswith(f"{READY}; the compiled kernels are kept in ")
        assert str(tmp_path / "nullwindow") in told


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit to set")
@pytest.mark.parametrize("room", [0, 8_000_000])
def test_the_search_is_compiled_in_memory_if_nothing_can_be_written(home: Path, room: int) -> None:
    """Noticed before compiling or during it: the limit of a file's size is below that of some kernels."""
    limits = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))\n"
        f"from ai import cache; cache._ROOM = {room}\n"
    )
    told = said(start(home, limits + START))
    assert told.startswith(f"{READY}; it is compiled again at every start: ")
    assert told.endswith("cannot be written to (File too large)")
    command = start(home, limits + "import sys; from ui.cli import main; sys.exit(main(['compile']))")
    _, errors = command.communicate(timeout=PATIENCE)
    (line,) = errors.splitlines()
    assert (command.returncode, line.startswith("The compiled search cannot be saved")) == (1, True)
    assert "cannot be written to (File too large)" in line
    assert [path for path in home.parent.rglob("*") if path.is_file()] == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no /bin/sh")
def test_a_silent_end_of_the_helper_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert preparation._compile_in_child(lambda _done: None) == "its process has ended"


@pytest.mark.slow
def test_a_failing_helper_is_replaced_and_reported(home: Path) -> None:
    program = start(home, "import sys; sys.executable = 'no-such-program'\n" + START)
    assert said(program).startswith(f"{READY}; compiled in this process, because")
