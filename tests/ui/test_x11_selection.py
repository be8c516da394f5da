"""Texts of any length, copied by other programs under X11: Tk sends more than 4000 bytes in parts."""

import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.display import missing_tools, x_server
from tests.ui.command_line import run_python
from tests.waiting import comes_true
from ui.clipboard import read_selection

pytest.importorskip("tkinter")

OWNER = """
import sys, tkinter
root = tkinter.Tk()
root.withdraw()
root.clipboard_clear()
root.clipboard_append(sys.argv[1] * int(sys.argv[2]))
root.update()
print("ready", flush=True)
root.mainloop()
"""
# SDL itself owns an empty text on the clipboard, and answers only when its events are read.
OWN = """
import pygame
from ui.clipboard import read_clipboard
pygame.init()
window = pygame.Window()
pygame.scrap.put_text("")
for number in range(2):
    print(repr(read_clipboard()))
    for frame in range(20):
        pygame.event.pump()
        pygame.time.wait(10)
"""
READER = "from ui.clipboard import read_selection; import sys; sys.stdout.write(read_selection())"


@pytest.fixture(scope="module")
def screen() -> Iterator[dict[str, str]]:
    """Yields the environment for a window on Xvfb."""
    if missing_tools():
        pytest.skip(f"needs {', '.join(missing_tools())}")
    with x_server() as environment:
        yield environment


def selection(screen: dict[str, str]) -> str:
    return run_python("-c", READER, env=screen, check=True).stdout


def test_an_empty_clipboard_or_no_screen_gives_empty_text(
    screen: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert selection(screen) == ""
    monkeypatch.delenv("DISPLAY", raising=False)
    assert read_selection() == ""


@pytest.mark.parametrize(("text", "times"), [("f5d6c3", 1), ("黒é", 9000)])
def test_a_text_of_any_length_is_read(screen: dict[str, str], text: str, times: int) -> None:
    command = [sys.executable, "-c", OWNER, text, str(times)]
    with subprocess.Popen(command, env=screen, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == "ready\n"
        assert comes_true(lambda: selection(screen) == text * times, 5)
        owner.kill()


@pytest.mark.skipif(shutil.which("xclip") is None, reason="needs xclip")
@pytest.mark.parametrize("form", ["text/plain;charset=utf-8", "text/uri-list"])
def test_a_text_offered_in_one_format_only_is_read(screen: dict[str, str], form: str) -> None:
    command = ["xclip", "-selection", "clipboard", "-target", form]
    subprocess.run(command, input="f5d6c3 黒".encode(), env=screen, check=True)
    assert comes_true(lambda: selection(screen) == "f5d6c3 黒", 5)


def test_an_unresponsive_program_is_not_waited_for(screen: dict[str, str]) -> None:
    command = [sys.executable, "-c", OWNER.replace("root.mainloop()", "input()"), "x" * 9, "9000"]
    with subprocess.Popen(
        command, env=screen, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == "ready\n"
        assert selection(screen) == ""
        owner.kill()


def test_an_own_empty_text_does_not_end_the_program(screen: dict[str, str]) -> None:
    done = run_python("-c", OWN, env=screen)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-2:] == ["''", "''"]
