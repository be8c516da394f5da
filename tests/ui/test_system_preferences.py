import ctypes
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from ui import display
from ui.display import system_preferences as ask

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="asks the desktop portal")

Program = Callable[[str, str], None]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Returns a function that puts a program with these lines before those of the system."""
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    def write(name: str, lines: str) -> None:
        (tmp_path / name).write_text(f"#!/bin/sh\n{lines}\n")
        (tmp_path / name).chmod(0o755)

    return write


def portal(scheme: int, motion: int | None, animations: str | None) -> str:
    """Returns the output of gdbus for a portal with these values."""
    reduced = "" if motion is None else f", 'reduced-motion': <uint32 {motion}>"
    moves = "" if animations is None else f"'enable-animations': <{animations}>, "
    freedesktop = f"{{'contrast': <uint32 1>, 'color-scheme': <uint32 {scheme}>{reduced}}}"
    gnome = f"{{{moves}'color-scheme': <'default'>, 'clock-show-date': <false>}}"
    return f"({{'org.freedesktop.appearance': {freedesktop}, 'org.gnome.desktop.interface': {gnome}}},)"


@pytest.mark.parametrize(
    ("answer", "is_light", "is_less_motion"),
    [
        (portal(2, None, "true"), True, False),
        (portal(1, None, "false"), False, True),
        (portal(0, 0, None), False, False),
        (portal(2, 1, "true"), True, True),
        (portal(1, 2, None), False, False),
    ],
)
def test_the_portal_gives_theme_and_motion(
    program: Program, answer: str, is_light: bool, is_less_motion: bool
) -> None:
    program("gdbus", f"cat <<'END'\n{answer}\nEND")
    assert ask() == (is_light, is_less_motion)


@pytest.mark.parametrize("deed", ["echo Error >&2; exit 1", "exec sleep 60", ""])
def test_defaults_are_dark_and_motion(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    if deed:
        program("gdbus", deed)
    else:
        monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(display, "PATIENCE", 0.5 if "sleep" in deed else 10.0)
    assert ask() == (False, False)


@pytest.mark.parametrize(
    ("style", "motion", "said"),
    [
        ("echo Dark", "echo 1", (False, True)),
        ("exit 1", "echo 0", (True, False)),
        ("exit 1", "exit 1", (True, False)),
    ],
)
def test_macos_gives_theme_and_motion(
    program: Program, monkeypatch: pytest.MonkeyPatch, style: str, motion: str, said: tuple[bool, bool]
) -> None:
    """There a value that was never set is an error."""
    keys = f"'-g AppleInterfaceStyle') {style};;\n'com.apple.universalaccess reduceMotion') {motion};;"
    program("defaults", f'test "$1" = read && case "$2 $3" in\n{keys}\nesac')
    monkeypatch.setattr(sys, "platform", "darwin")
    assert ask() == said


@pytest.mark.parametrize("moves", [False, True])
def test_windows_gives_the_motion_setting(monkeypatch: pytest.MonkeyPatch, moves: bool) -> None:
    def answer(question: int, _size: int, told: object, _flags: int) -> bool:
        assert question == 0x1042
        told._obj.value = moves  # type: ignore[attr-defined]
        return True

    user32 = SimpleNamespace(SystemParametersInfoW=answer)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user32), raising=False)
    monkeypatch.setattr(display, "_windows_is_light", lambda: True)
    monkeypatch.setattr(sys, "platform", "win32")
    assert ask() == (True, not moves)
