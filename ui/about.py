"""The line that identifies the program and its platform, for `--version` and the log."""

import os
import platform
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from ai.programs import output_of
from game.files import read_file
from game.text import current_language
from ui import VERSION

ROOT: Final = Path(__file__).parents[1]
# The file in a bundle that holds the commit it was built from.
COMMIT_FILE: Final = "commit"
PARTS: Final = ("pygame-ce", "numba", "llvmlite")
# Processor features that make the search faster, by their Linux names.
_FEATURES: Final = ("popcnt", "bmi1", "bmi2", "abm", "avx2", "fma", "avx512f", "asimd")


def describe_program() -> str:
    """Returns 'Nullwindow 1.0.0 (1aa4a53d), Linux-6.8-x86_64, Python 3.13.1, SDL 2.32.10, …, x11'."""
    from play.settings import kept_settings  # loads modules that a child process does not need

    settings, commit, (sdl, screen) = kept_settings(), commit_of(ROOT), _sdl()
    facts = (
        f"Nullwindow {VERSION}" + (f" ({commit})" if commit else ""),
        platform.platform(),
        f"Python {platform.python_version()}",
        f"SDL {sdl}",
        *(f"{part} {_version(part)}" for part in PARTS),
        _processor(),
        f"{os.cpu_count()} processors",
        f"threads {settings.search_threads}",
        current_language(),
        f"scale {settings.interface_scale:g}",
        f"text {settings.text_size:g}",
        screen,
    )
    return ", ".join(facts)


def commit_of(root: Path) -> str:
    """Returns the abbreviated commit hash of a bundle or a checkout, else ''."""
    with suppress(OSError):
        return read_file(root / COMMIT_FILE).decode().strip()
    is_checkout = (root / ".git").exists()
    found = output_of(("git", "-C", str(root), "rev-parse", "--short=8", "HEAD"), 1.0) if is_checkout else ""
    return (found or "").strip()


def _sdl() -> tuple[str, str]:
    """Returns the version of SDL and its video driver, or the session type before the display is open."""
    session = os.environ.get("XDG_SESSION_TYPE", sys.platform)
    try:
        import pygame  # only when needed
    except ImportError:  # perhaps the very fault to be reported
        return "?", session
    version = ".".join(map(str, pygame.get_sdl_version()))
    return version, pygame.display.get_driver() if pygame.display.get_init() else session


def _version(part: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # only when needed

    try:
        return version(part)
    except PackageNotFoundError:
        return "?"


def _processor() -> str:
    """Returns the processor's name and, on Linux, those of its features that the search uses."""
    with suppress(OSError):
        about = read_file(Path("/proc/cpuinfo")).decode(errors="replace").partition("\n\n")[0]
        found: dict[str, str] = dict(re.findall(r"^([^\t:]+)\t*: (.*)$", about, re.MULTILINE))
        has = found.get("flags", found.get("Features", "")).split()
        name = found.get("model name", platform.machine())
        return " ".join((name, *(f"+{feature}" for feature in _FEATURES if feature in has)))
    return platform.processor() or platform.machine()
