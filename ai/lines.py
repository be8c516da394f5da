"""Files to which a line is added for whatever is done: a program that was stopped goes on from there."""

from __future__ import annotations

import os
from pathlib import Path


def lines_of(path: Path) -> list[str]:
    """Empty without a file. The last line may be cut off. Raises OSError."""
    return path.read_text("utf-8", "replace").splitlines() if path.exists() else []


def add_line(path: Path, line: str) -> None:
    """On the disk when this returns; a line that was cut off before gets its end. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("ab+") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                line = line if file.read() == b"\n" else f"\n{line}"
            file.write(f"{line}\n".encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
