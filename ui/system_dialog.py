"""The file dialog of the system: a separate program, so that the window keeps running while it is open."""

import os
import sys
import tempfile
import threading
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path, PureWindowsPath
from subprocess import DEVNULL
from typing import Final

from ai.programs import Program, clean_environment, find_program
from play.files import is_folder


class Purpose(Enum):
    OPEN = "open"
    SAVE = "save"


@dataclass(frozen=True, slots=True)
class Invocation:
    """A command to start; `variables` are added to its environment."""

    arguments: tuple[str, ...]
    variables: dict[str, str] = field(default_factory=dict)


_APPLESCRIPT: Final = {
    Purpose.OPEN: "POSIX path of (choose file with prompt (item 1 of argv) "
    "default location (POSIX file (item 2 of argv)))",
    Purpose.SAVE: "POSIX path of (choose file name with prompt (item 1 of argv) "
    "default location (POSIX file (item 2 of argv)) default name (item 3 of argv))",
}
# Title, folder and name are passed in variables: no text becomes a part of the script.
_POWERSHELL: Final = (
    "[Console]::OutputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Windows.Forms; "
    "$dialog = New-Object System.Windows.Forms.{kind}; $dialog.Title = $env:NULLWINDOW_TITLE; "
    "$dialog.InitialDirectory = $env:NULLWINDOW_FOLDER; $dialog.FileName = $env:NULLWINDOW_NAME; "
    "if ($dialog.ShowDialog() -eq 'OK') {{ [Console]::Write($dialog.FileName) }}"
)


def find_command(purpose: Purpose, title: str, folder: Path, name: str = "") -> Invocation | None:
    """Returns the command for a file dialog that starts in `folder` with `name`; None if there is none."""
    if sys.platform == "win32":
        kind = "OpenFileDialog" if purpose is Purpose.OPEN else "SaveFileDialog"
        variables = {"NULLWINDOW_TITLE": title, "NULLWINDOW_FOLDER": str(folder), "NULLWINDOW_NAME": name}
        script = _POWERSHELL.format(kind=kind)
        return Invocation((_find_powershell(), "-NoProfile", "-STA", "-Command", script), variables)
    if sys.platform == "darwin":
        script = f"on run argv\n{_APPLESCRIPT[purpose]}\nend run"
        return Invocation(("/usr/bin/osascript", "-e", script, title, str(folder), name))
    return _linux_command(purpose, title, folder / name)


def _linux_command(purpose: Purpose, title: str, start: Path) -> Invocation | None:
    """Prefers kdialog on KDE and zenity elsewhere; takes the other one if that is missing."""
    kdialog = ("kdialog", "--title", title, f"--get{purpose.value}filename", str(start))
    place = f"{start}{os.sep}" if is_folder(start) else str(start)
    save = ("--save",) if purpose is Purpose.SAVE else ()
    zenity = ("zenity", "--file-selection", *save, f"--title={title}", f"--filename={place}")
    is_kde = "KDE" in os.environ.get("XDG_CURRENT_DESKTOP", "").split(":")
    for name, *arguments in (kdialog, zenity) if is_kde else (zenity, kdialog):
        program = find_program(name)
        if program is not None:
            return Invocation((program, *arguments))
    return None


def _find_powershell() -> str:
    """Returns the full path, since Windows looks for a bare name in the current directory first."""
    system = PureWindowsPath(os.environ.get("SystemRoot", ""))  # noqa: SIM112 - its name there
    if not system.is_absolute():
        system = PureWindowsPath(r"C:\Windows")
    return str(system / "System32" / "WindowsPowerShell" / "v1.0" / "powershell.exe")


def _folder_command() -> str | None:
    """Returns the program that shows a folder to the user; None if there is none."""
    if sys.platform == "win32":
        return find_program("explorer")
    return find_program("open" if sys.platform == "darwin" else "xdg-open")


def can_show_folder() -> bool:
    return _folder_command() is not None


def show_folder(folder: Path) -> None:
    """Shows a folder in a window of the system, which stays open after this program. Raises OSError."""
    command = _folder_command()
    if command is not None:
        shown = Program((command, str(folder.absolute())), stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
        threading.Thread(target=shown.wait, name="folder", daemon=True).start()


class SystemDialog:
    """An open dialog; `chosen` is None if the user chose nothing.

    The program may start another one that outlives it, so the output goes to a file, not to a pipe.
    """

    def __init__(self, command: Invocation) -> None:
        """Raises OSError."""
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - closed by both ways a dialog ends
        try:
            self._process = Program(
                command.arguments,
                stdin=DEVNULL,
                stdout=self._output,
                stderr=DEVNULL,
                env=clean_environment() | command.variables,
            )
        except BaseException:
            self._output.close()
            raise

    @property
    def is_done(self) -> bool:
        return self._process.poll() is not None

    @property
    def chosen(self) -> Path | None:
        """The chosen path; read it once, when the dialog is done."""
        with self._output:
            self._output.seek(0)
            output = self._output.read()
        path = os.fsdecode(output.removesuffix(b"\n").removesuffix(b"\r"))
        return Path(path) if self._process.returncode == 0 and path else None

    def close(self) -> None:
        """Ends the dialog and the programs it has started, without waiting for them."""
        self._output.close()
        if self.is_done:
            return
        self._process.end_all(gently=True)
        threading.Thread(target=self._process.wait, name="end of a dialog", daemon=True).start()
