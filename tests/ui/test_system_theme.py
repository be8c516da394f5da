from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ui import system_theme
from ui.system_theme import system_prefers_light

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="asks the desktop portal")


@pytest.mark.parametrize(
    ("answer", "is_light"),
    [("echo '(<<uint32 2>>,)'", True), ("echo '(<<uint32 1>>,)'", False), ("echo '(<<uint32 0>>,)'", False),
     ("echo Error >&2; exit 1", False), ("sleep 60", False)],
)  # fmt: skip
def test_the_portal_says_light_or_dark_and_silence_is_dark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, is_light: bool
) -> None:
    program = tmp_path / "gdbus"
    program.write_text(f"#!/bin/sh\n{answer.replace('sleep', 'exec sleep')}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(system_theme, "PATIENCE", 0.5 if "sleep" in answer else 10.0)
    assert system_prefers_light() is is_light


def test_a_system_without_a_portal_is_dark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert system_prefers_light() is False
