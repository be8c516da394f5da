"""Where the compiled kernels are kept between starts.

Numba's cache does not notice edits in other files, and in a frozen program would write into the current
directory. So the folder is named after everything the machine code depends on: an edit means a new folder.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

import llvmlite
import numba
from llvmlite import binding
from platformdirs import user_cache_dir

_KERNELS: Final = Path(__file__).parent / "kernels"
# What the kernels import from outside their folder and have compiled in.
_FROZEN_IN: Final = ("limits.py", "telemetry.py", "weights.py")
# Folders of other versions that are kept, the newest: two versions may be in use side by side.
_KEPT_FOLDERS: Final = 2
# Written when every kernel is in the folder.
_COMPLETE: Final = "complete"


def fingerprint() -> str:
    """A hash of the kernels' sources, of the versions of the compiler, and of the processor.

    Of the sources' places and dates too: Numba's own index goes by them, so a second copy of the program
    finds nothing in a folder that the first has filled.
    """
    digest = hashlib.sha256()
    sources = sorted(_KERNELS.glob("*.py")) + [_KERNELS.parent / name for name in _FROZEN_IN]
    for source in sources:
        place = f"{source.resolve()} {source.stat().st_mtime_ns}"
        digest.update(place.encode() + b"\0" + source.read_bytes())
    facts = (sys.version, numba.__version__, llvmlite.__version__, binding.get_host_cpu_name())
    digest.update(repr(facts).encode())
    return digest.hexdigest()[:16]


def use_cache_folder() -> tuple[Path, str]:
    """Tell Numba where its cache is, before any kernel is imported; (folder, warning or '').

    In the user's cache directory, else in a temporary folder that is the same for every start.
    """
    name = f"kernels-{fingerprint()}"
    parents = (Path(user_cache_dir("nullwindow", appauthor=False)), _temporary_parent())
    problem = ""
    for parent in parents:
        folder = parent / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            folder.touch()
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            problem = problem or f"{parent} cannot be written ({error.strerror})"
            continue
        _remove_old_folders(folder)
        numba.config.CACHE_DIR = str(folder)
        return folder, f"the compiled kernels are kept in {folder}: {problem}" if problem else ""
    raise OSError(f"no folder for the compiled kernels: {problem}")


def is_complete(folder: Path) -> bool:
    return (folder / _COMPLETE).exists()


def mark_complete(folder: Path) -> None:
    (folder / _COMPLETE).touch()


def _temporary_parent() -> Path:
    return Path(tempfile.gettempdir()) / f"nullwindow-{Path.home().name}"


def _remove_old_folders(current: Path) -> None:
    """Delete the folders of other versions, but for the newest few; one that cannot be deleted is left."""
    others = [folder for folder in current.parent.glob("kernels-*") if folder != current and folder.is_dir()]
    others.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in others[_KEPT_FOLDERS:]:
        shutil.rmtree(folder, ignore_errors=True)
