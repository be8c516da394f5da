"""The licences of everything that PyInstaller has collected for a bundle.

Python distributions include their licence texts; those of shared libraries are in `release/texts`. A part
without one stops the build.
"""

import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from pathlib import Path, PurePath
from typing import Final, NamedTuple

from packaging.utils import canonicalize_name

from release.contents import ROOT, BundleEntry, required
from ui import VERSION

FOLDER: Final = "licences"
OVERVIEW: Final = "README.txt"
TEXTS: Final = Path(__file__).parent / "texts"
# Matches the path of a licence file inside a distribution.
LICENCE_FILE: Final = re.compile(r"(^|/)(licen[cs]es/.+|(licen[cs]e|copying|notice|lgpl)[^/]*)$", re.I)
MODULE: Final = "PYMODULE"  # PyInstaller's kind of a Python module
LIBRARY: Final = re.compile(r"\.(so|dll|dylib)\b", re.I)
# The distribution that starts every bundle.
LOADER: Final = "PyInstaller"


class BundledLibrary(NamedTuple):
    """A third-party shared library: the names of its files, and its texts in `release/texts`."""

    name: str
    file: str  # a regular expression for the file's name in lower case, without a leading 'lib'
    texts: tuple[str, ...]
    modules: tuple[str, ...] = ()  # modules of Python itself that contain it


LIBRARIES: Final = (
    BundledLibrary("SDL", r"sdl2(_image|_mixer|_ttf)?", ("sdl",)),
    BundledLibrary("Brotli", r"brotli(common|dec)", ("brotli",)),
    BundledLibrary("bzip2", r"bz2", ("bzip2",), ("_bz2",)),
    BundledLibrary("Expat", r"expat", ("expat",), ("pyexpat",)),
    BundledLibrary("FLAC", r"flac", ("flac",)),
    BundledLibrary("FluidSynth", r"fluidsynth", ("fluidsynth", "LGPL-2.1")),
    BundledLibrary("FreeType", r"freetype", ("freetype",)),
    BundledLibrary("GCC runtime", r"(gcc_s|stdc\+\+)", ("gcc-runtime", "GCC-exception-3.1", "GPL-3.0")),
    BundledLibrary("HarfBuzz", r"harfbuzz", ("harfbuzz",)),
    BundledLibrary("JPEG", r"jpeg", ("libjpeg", "libjpeg-turbo")),
    BundledLibrary("libffi", r"ffi", ("libffi",), ("_ctypes",)),
    BundledLibrary("libpng", r"png", ("libpng",)),
    BundledLibrary("libsndfile", r"sndfile", ("libsndfile", "LGPL-2.1", "Apache-2.0")),
    BundledLibrary("libtiff", r"tiff", ("libtiff",)),
    BundledLibrary("libxmp", r"xmp", ("libxmp",)),
    BundledLibrary("Microsoft runtime", r"(vcruntime|msvcp|ucrtbase|api-ms-win)", ("microsoft-runtime",)),
    BundledLibrary("mpdecimal", r"mpdec", ("mpdecimal",), ("_decimal",)),
    BundledLibrary("mpg123", r"mpg123", ("mpg123", "LGPL-2.1")),
    BundledLibrary("Ogg and Vorbis", r"(ogg|vorbis(enc|file)?)", ("ogg-vorbis",)),
    BundledLibrary("Opus", r"opus", ("opus",)),
    BundledLibrary("Opusfile", r"opusfile", ("opusfile",)),
    BundledLibrary("PortMidi", r"portmidi", ("portmidi",)),
    BundledLibrary("SQLite", r"sqlite3", ("sqlite",), ("_sqlite3",)),
    BundledLibrary("WavPack", r"wavpack", ("wavpack",)),
    BundledLibrary("WebP", r"(webp(demux)?|sharpyuv)", ("libwebp",)),
    BundledLibrary("XZ", r"lzma", ("xz",), ("_lzma",)),
    BundledLibrary("zlib", r"z(lib)?(?=1?\.|-)", ("zlib",), ("zlib",)),
)
# Shared libraries covered by the texts of the distribution that contains them.
OWN: Final = {"llvmlite": r"llvmlite", "numpy": r"(scipy_)?openblas|gfortran|quadmath"}


class Component(NamedTuple):
    """A part of the bundle with a separate licence."""

    name: str
    version: str
    licence: str  # as its metadata name it
    texts: tuple[tuple[str, Path], ...]  # (name below its folder, file)

    @property
    def folder(self) -> str:
        return f"{self.name} {self.version}".strip()


class NoLicence(Exception):
    """A part of the bundle has no licence, or should not be in it."""


def components(entries: Iterable[BundleEntry]) -> list[Component]:
    """Returns the components of a bundle with these entries. Raises NoLicence."""
    owners = _owners()
    names: set[str] = {LOADER}
    libraries: set[str] = set()
    for place, source, kind in entries:
        if kind == "SYMLINK":  # to another entry
            continue
        owner = owners.get(_real(source))
        if owner is not None:
            names.add(owner)
        module = PurePath(place).name.partition(".")[0]
        libraries.update(library.name for library in LIBRARIES if module in library.modules)
        is_file = kind != MODULE  # a module has dots in its name: `ctypes.macholib.dylib`
        if is_file and is_library(place) and (owner is None or not is_own(owner, place)):
            libraries.add(library_of(place))
    if strangers := {canonicalize_name(name) for name in names} - required() - {canonicalize_name(LOADER)}:
        listed = ", ".join(sorted(strangers))
        raise NoLicence(f"bundled, though requirements.txt does not lead to it: {listed}")
    program = Component("Nullwindow", VERSION, "MIT", (("LICENSE", ROOT / "LICENSE"),))
    found = [program, _python(), *map(_distribution, sorted(names, key=str.lower))]
    for library in LIBRARIES:
        if library.name in libraries:
            texts = tuple((f"{name}.txt", TEXTS / f"{name}.txt") for name in library.texts)
            found.append(Component(library.name, "", "", texts))
    return found


def is_library(place: str) -> bool:
    """Returns whether a file is a shared library, but neither an extension module nor Python itself."""
    name = PurePath(place).name.lower()
    is_module = ".cpython-" in name or ".abi3" in name or name.endswith(".pyd")
    return LIBRARY.search(name) is not None and not is_module and not re.match(r"(lib)?python", name)


def library_of(place: str) -> str:
    """Returns the name in LIBRARIES of a shared library. Raises NoLicence if there is none."""
    for library in LIBRARIES:
        if re.match(rf"{library.file}(?![a-z])", _stem(place)):
            return library.name
    raise NoLicence(f"{place} has no licence: put its text into release/texts, and its name into LIBRARIES")


def write(found: Iterable[Component], folder: Path) -> list[BundleEntry]:
    """Writes the texts and an overview into `folder`; returns the entries for PyInstaller."""
    shutil.rmtree(folder, ignore_errors=True)
    lines = [
        "What this program is made of. The licence of each part is in the folder of its name.",
        "",
        "Libraries under the LGPL are files of their own here, which may be exchanged for other versions.",
        "",
    ]
    for component in found:
        lines.append(f"{component.folder}: {component.licence}" if component.licence else component.folder)
        for name, text in component.texts:
            copy = folder / component.folder / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(text, copy)
    (folder / OVERVIEW).write_text("\n".join(lines) + "\n", "utf-8")
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(f"{FOLDER}/{path.relative_to(folder).as_posix()}", str(path), "DATA") for path in files]


@cache
def _owners() -> dict[str, str]:
    """Returns the name of the distribution that installed each file."""
    owners: dict[str, str] = {}
    for distribution in metadata.distributions():
        name, place = distribution.metadata["Name"], _real(distribution.locate_file(""))
        for file in distribution.files or ():
            owners[os.path.normcase(os.path.normpath(f"{place}/{file}"))] = name
    return owners


def _real(path: object) -> str:
    """Returns the canonical path of a file."""
    return os.path.normcase(os.path.realpath(str(path)))


def is_own(owner: str, place: str) -> bool:
    """Returns whether a shared library is covered by the texts of the distribution that contains it."""
    return owner in OWN and re.match(OWN[owner], _stem(place)) is not None


def _stem(place: str) -> str:
    return PurePath(place).name.lower().removeprefix("lib")


def _python() -> Component:
    version = sys.version.partition(" ")[0]
    standard = Path(sysconfig.get_path("stdlib"))
    debian = Path(f"/usr/share/doc/python{sys.version_info.major}.{sys.version_info.minor}/copyright")
    for text in (standard / "LICENSE.txt", standard.parent / "LICENSE.txt", debian):
        if text.exists():
            return Component("Python", version, "PSF-2.0", (("LICENSE.txt", text),))
    raise NoLicence(f"Python has no LICENSE.txt in {standard}")


def _distribution(name: str) -> Component:
    found = metadata.distribution(name)
    texts = []
    for file in found.files or ():
        path = file.as_posix()
        if LICENCE_FILE.search(path) and not path.endswith(".py"):
            below = re.sub(r"^[^/]+\.dist-info/(licenses/)?", "", path)
            texts.append((below, Path(str(file.locate()))))
    if not texts:
        raise NoLicence(f"{name} has no text of its licence in what it installs")
    licences = found.metadata.get_all("License-Expression") or found.metadata.get_all("License") or [""]
    return Component(name, found.version, licences[0].partition("\n")[0], tuple(texts))
