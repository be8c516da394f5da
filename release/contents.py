"""The contents of the bundle: which fonts, modules and debugging symbols are left out."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Final, TypeAlias

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ui import theme

ROOT: Final = Path(__file__).resolve().parent.parent

BundleEntry: TypeAlias = tuple[str, str, str]
"""An entry of PyInstaller: its place in the bundle (or a module's name), its source file, its kind."""

# Unused modules, most of which bring shared libraries: TLS, OpenSSL's hashes (hashlib has others), terminals
# (readline is under the GPL), thread pools for loops that Numba could make parallel.
UNUSED: Final = (
    *("ssl", "_ssl", "_hashlib", "_uuid", "readline", "curses", "_curses", "tkinter"),
    *("numba.np.ufunc.omppool", "numba.np.ufunc.tbbpool", "pygame.tests", "pygame.examples", "pygame.docs"),
)
# Folders of libraries that were patched when their wheel was built: once stripped, they no longer load.
PATCHED: Final = re.compile(r"\.libs/|\.dylibs/")
FONT: Final = re.compile(r"\.(otf|ttf)$")


def required() -> set[str]:
    """Returns the normalised names of all distributions that requirements.txt needs in this environment."""
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    waiting = [Requirement(line) for line in lines if line and not line.startswith("#")]
    found: set[str] = set()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        marker = requirement.marker
        if name not in found and (marker is None or marker.evaluate({"extra": ""})):
            found.add(name)
            waiting += [Requirement(text) for text in metadata.requires(requirement.name) or ()]
    return found


def excluded() -> list[str]:
    """Returns unused modules, and those of installed distributions that the program does not require."""
    wanted, installed = required(), metadata.packages_distributions().items()
    strangers = (name for name, owners in installed if wanted.isdisjoint(map(canonicalize_name, owners)))
    return [*UNUSED, *sorted(filter(str.isidentifier, strangers))]


def fonts() -> set[str]:
    """Returns the font files of the typefaces in the window."""
    faces = [face for face in vars(theme).values() if isinstance(face, theme.Face)]
    return {file for face in faces for file in (face.regular, face.bold)}


def without_other_fonts(datas: Iterable[BundleEntry]) -> list[BundleEntry]:
    wanted = fonts()
    names = ((entry, re.split(r"[/\\]", entry[0])[-1]) for entry in datas)
    return [entry for entry, name in names if name in wanted or not FONT.search(name)]


def stripped(binaries: Iterable[BundleEntry], folder: Path) -> list[BundleEntry]:
    """Copies libraries without debugging symbols into `folder`, on Linux. Raises CalledProcessError."""
    if sys.platform != "linux":
        return list(binaries)
    lighter: list[BundleEntry] = []
    for place, source, kind in binaries:
        if kind != "SYMLINK" and not PATCHED.search(place):
            copy = folder / place
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)
            subprocess.run(["strip", "--strip-unneeded", copy], check=True)
            source = str(copy)
        lighter.append((place, source, kind))
    return lighter
