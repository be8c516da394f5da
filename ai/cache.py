"""The cache that keeps the compiled kernels between starts.

Numba's cache does not notice edits in other files, and in a frozen program it would write into the current
directory. So the folder is named after everything the machine code depends on. A bundle contains kernels for
a level that most processors support; they are used until the kernels for this machine are compiled.
"""

import contextlib
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final

import llvmlite
import numba
from llvmlite import binding
from numba.core.caching import _CacheLocator
from platformdirs import user_cache_dir

from ai.files import check_owners, make_private, temporary_folder, write_file
from game.files import read_file
from game.text import _

_ROOT: Final = Path(__file__).parents[1]
# The processor level of the kernels in a bundle, the features it requires, and the folder of these kernels.
LEVEL: Final = "x86-64-v3"
_FEATURES: Final = ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2")
_SHIPPED: Final = _ROOT / "kernels"
# The environment variable set while a bundle is built: kernels are compiled for LEVEL, into the bundle.
SHIP_SIGN: Final = "NULLWINDOW_SHIPS_KERNELS"
uses_shipped = True  # False in a process that compiles for the machine itself
# An import of a module of `ai` or `game`.
_IMPORT: Final = re.compile(r"^(?:from|import) ((?:ai|game)\b[\w.]*)", re.MULTILINE)
# How many folders of other versions are kept, the newest: two versions may be in use side by side.
_KEPT_FOLDERS: Final = 2
# The file written when the folder is complete: a line for each of its files, with hash and name.
_COMPLETE: Final = "complete"
# Seconds after which an unfinished file of Numba counts as abandoned, and the pattern of such files.
_STALE: Final = 10.0
_UNFINISHED: Final = "*.tmp.*"
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
# Increased when older folders must not be used: before 1 other users could write to them, before 2 Numba
# named the files.
_FORMAT: Final = 2
# Bytes that must be free before a folder is filled: several times what the kernels need.
_ROOM: Final = 8_000_000


def sources() -> list[Path]:
    """Returns the files of the kernels and of all their imports in this program, which are compiled in."""
    found: set[Path] = set()
    waiting = list(_ROOT.glob("ai/kernels/*.py"))
    while waiting:
        source = waiting.pop()
        if source not in found:
            found.add(source)
            for module in _IMPORT.findall(source.read_text("utf-8")):
                path = _ROOT.joinpath(*module.split("."))
                waiting.append(path / "__init__.py" if path.is_dir() else path.with_suffix(".py"))
    return sorted(found)


class Locator(_CacheLocator):  # type: ignore[misc]
    """A cache locator for Numba that puts every kernel into `folder` and never reports one as outdated."""

    folder: ClassVar[Path | None] = None

    def __init__(self, line: int) -> None:
        self._line = line

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "Locator | None":
        """Returns None if the function is not a kernel, or there is no folder."""
        is_kernel = Path(file).parent == _ROOT / "ai" / "kernels"
        return cls(function.__code__.co_firstlineno) if is_kernel and cls.folder else None

    def ensure_cache_path(self) -> None:
        """Does nothing: the folder exists, and that of a bundle is not writable."""

    def get_cache_path(self) -> str:
        return str(self.folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


def fingerprint(target: str = "") -> str:
    """Returns a hash of the kernel sources, compiler versions and processor (`target`, or this one)."""
    digest = hashlib.sha256()
    for source in sources():
        digest.update(source.relative_to(_ROOT).as_posix().encode() + b"\0" + source.read_bytes())
    target = target or binding.get_host_cpu_name()
    facts = (_FORMAT, sys.version, numba.__version__, llvmlite.__version__, target)
    digest.update(repr(facts).encode())
    return digest.hexdigest()[:16]


def processor() -> str:
    """Returns the processor that kernels are compiled for."""
    return str(numba.config.CPU_NAME or binding.get_host_cpu_name())


def use_cache_folder() -> tuple[Path | None, str]:
    """Sets Numba's cache folder, before any kernel is imported; returns (folder, warning or '').

    The folder is in the user's cache directory, or else in a temporary folder that is the same at every
    start. It is None if neither is writable or other users could have written there: its content is executed.
    Until the kernels are compiled it is the folder of the bundle, if this processor can run its kernels.
    """
    folder, warning = None, ""
    if is_made := bool(os.environ.get(SHIP_SIGN)):
        _SHIPPED.mkdir(exist_ok=True)
    else:
        folder, warning = _own_folder()
        numba.config.CACHE_DIR = "" if folder is None else str(folder)
    if _SHIPPED.is_dir():  # in a bundle: elsewhere there is no need to hash all sources once more
        shipped = _SHIPPED / f"kernels-{fingerprint(LEVEL)}"
        if is_made:
            shipped.mkdir(exist_ok=True)
        has_own = folder is not None and is_complete(folder)
        if is_made or (uses_shipped and not has_own and _can_run_level() and is_complete(shipped)):
            folder = shipped
            numba.config.CPU_NAME = LEVEL
            numba.config.CPU_FEATURES = ",".join(f"+{name}" for name in _FEATURES)
    numba.config.CACHE_LOCATOR_CLASSES = "ai.cache.Locator,UserProvidedCacheLocator"
    Locator.folder = folder
    return folder, warning


def is_shipped(folder: Path) -> bool:
    return folder.parent == _SHIPPED


def _can_run_level() -> bool:
    found = binding.get_host_cpu_features()
    return all(found.get(name, False) for name in _FEATURES)


def _own_folder() -> tuple[Path | None, str]:
    """Returns (folder or None, warning or '') for this user and the processor of this machine."""
    name = f"kernels-{fingerprint()}"
    problems = []
    for parent in (_user_parent, temporary_folder):
        try:
            folder = make_private(parent() / name)
        except OSError as error:
            place, reason = error.filename, error.strerror or str(error)
            problems.append(reason if place is None else describe_unwritable(Path(place), error))
            continue
        try:
            folder.touch()
            with tempfile.TemporaryFile(dir=folder) as file:
                if not (folder / _COMPLETE).exists():
                    file.write(bytes(_ROOM))
        except OSError as error:
            problems.append(describe_unwritable(folder.parent, error))
            continue
        _remove_old_folders(folder)
        sentence = _("the compiled kernels are kept in {folder}: {problem}")
        return folder, sentence.format(folder=folder, problem=problems[0]) if problems else ""
    return None, describe_in_memory("; ".join(problems))


def _user_parent() -> Path:
    """Returns a folder that no other user can write to. Raises OSError, also if the user has no home."""
    try:
        folder = Path(user_cache_dir("nullwindow", appauthor=False))
    except RuntimeError as error:
        raise FileNotFoundError(_("there is no home directory")) from error
    folder.mkdir(parents=True, exist_ok=True)
    folder = check_owners(folder.parent) / folder.name
    mode = folder.stat().st_mode
    if mode & _OTHERS_WRITE:  # some systems create the folders of users like that
        folder.chmod(stat.S_IMODE(mode) & ~_OTHERS_WRITE)
    return folder


def describe_unwritable(folder: Path, error: OSError) -> str:
    return _("{folder} cannot be written to ({reason})", folder=folder, reason=error.strerror or error)


def describe_in_memory(problem: str) -> str:
    return _("it is compiled again at every start: {problem}", problem=problem)


def is_complete(folder: Path) -> bool:
    """Returns whether every kernel is present and unchanged: running a damaged file may crash."""
    try:
        lines = read_file(folder / _COMPLETE).decode().splitlines()
        files = (line.partition(" ") for line in lines)
        return all(_hash(folder / name) == digest for digest, _, name in files)
    except (OSError, ValueError):  # it is not text, or contains an invalid file name
        return False


def mark_complete(folder: Path) -> None:
    """Marks the folder as complete, and deletes the unfinished files of killed compilers."""
    for path in folder.rglob(_UNFINISHED):
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_mtime <= time.time() - _STALE:
                path.unlink()
    files = sorted(path for path in folder.rglob("*.nb?") if path.is_file())
    lines = [f"{_hash(path)} {path.relative_to(folder).as_posix()}\n" for path in files]
    write_file(folder / _COMPLETE, "".join(lines).encode())


def discard_if_damaged(folder: Path) -> None:
    """Empties a folder that was marked as complete but is damaged."""
    if (folder / _COMPLETE).exists() and not is_complete(folder):
        discard(folder)


def discard(folder: Path) -> None:
    """Empties a folder, except for files that cannot be deleted."""
    for path in sorted(folder.rglob("*"), reverse=True):  # the content of a folder before the folder
        with contextlib.suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink()


def _hash(path: Path) -> str:
    return hashlib.sha256(read_file(path)).hexdigest()


def _remove_old_folders(current: Path) -> None:
    """Deletes the folders of other versions, except for the newest few and those that cannot be deleted."""
    others = [folder for folder in current.parent.glob("kernels-*") if folder != current and folder.is_dir()]
    with contextlib.suppress(FileNotFoundError):  # another process is deleting them
        others.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
        for folder in others[_KEPT_FOLDERS:]:
            shutil.rmtree(folder, ignore_errors=True)
