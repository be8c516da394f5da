"""One line that says which program this is and what it runs on: for `--version` and the log."""

import os
import platform
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from ai.programs import output_of
from game.files import read_file
from game.text import spoken
from ui import VERSION

ROOT: Final = Path(__file__).parents[1]
# Where a bundle has the commit it was made of.
COMMIT_FILE: Final = "commit"
PARTS: Final = ("pygame-ce", "numba", "llvmlite")
# What processors have that makes the search faster, as Linux names it.
_FEATURES: Final = ("popcnt", "bmi1", "bmi2", "abm", "avx2", "fma", "avx512f", "asimd")


def describe_program() -> str:
    """'Nullwindow 1.0.0 (1aa4a53d), Linux-6.8-x86_64, Python 3.13.1, SDL 2.32.10, …, en, scale 1, x11'"""
    from play.settings import kept_settings  # loads what a child has no need for

    settings, commit = kept_settings(), commit_of(ROOT)
    facts = (
        f"Nullwindow {VERSION}" + (f" ({commit})" if commit else ""),
        platform.platform(),
        f"Python {platform.python_version()}",
        *_versions(),
        _processor(),
        f"{os.cpu_count()} processors",
        f"threads {settings.threads}",
        spoken(),
        f"scale {settings.interface_scale:g}",
        f"text {settings.text_size:g}",
        _session(),
    )
    return ", ".join(facts)


def commit_of(root: Path) -> str:
    """Returns the first letters of the commit of a bundle or a checkout, else ''."""
    with suppress(OSError):
        return read_file(root / COMMIT_FILE).decode().strip()
    is_checkout = (root / ".git").exists()
    found = output_of(("git", "-C", str(root), "rev-parse", "--short=8", "HEAD"), 1.0) if is_checkout else ""
    return (found or "").strip()


def _versions() -> list[str]:
    from importlib.metadata import PackageNotFoundError, version  # not before it is needed

    found = []
    with suppress(ImportError):
        import pygame

        found = [f"SDL {'.'.join(map(str, pygame.get_sdl_version()))}"]
    for part in PARTS:
        with suppress(PackageNotFoundError):
            found.append(f"{part} {version(part)}")
    return found


def _processor() -> str:
    """Returns its name and, on Linux, what it has that the search uses."""
    with suppress(OSError):
        about = read_file(Path("/proc/cpuinfo")).decode(errors="replace").partition("\n\n")[0]
        found: dict[str, str] = dict(re.findall(r"^([^\t:]+)\t*: (.*)$", about, re.MULTILINE))
        has = found.get("flags", found.get("Features", "")).split()
        name = found.get("model name", platform.machine())
        return " ".join((name, *(f"+{feature}" for feature in _FEATURES if feature in has)))
    return platform.processor() or platform.machine()


def _session() -> str:
    if sys.platform != "linux":
        return {"win32": "Windows", "darwin": "macOS"}.get(sys.platform, sys.platform)
    screens = {"WAYLAND_DISPLAY": "wayland", "DISPLAY": "x11"}
    found = (name for variable, name in screens.items() if os.environ.get(variable))
    return os.environ.get("XDG_SESSION_TYPE") or next(found, "no screen")
