"""Files that are written whole and then put in their place, and where to put them as a last resort."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Final

# What Windows answers while another program has the file open: access denied, sharing violation.
IN_USE: Final = (5, 32)
# Seconds between the attempts.
PAUSES: Final = (0.01, 0.04, 0.15, 0.3)


def put_in_place(written: Path, place: Path) -> None:
    """Rename a file to `place`, and replace what is there. Raises OSError.

    Windows refuses that as long as somebody has the old one open, be it a virus scanner or a second window.
    That takes moments, so it is tried again.
    """
    for pause in PAUSES:
        try:
            written.replace(place)
            return
        except PermissionError as error:
            if getattr(error, "winerror", None) not in IN_USE:
                raise
            time.sleep(pause)
    written.replace(place)


def temporary_folder() -> Path:
    """A folder of this user's among the temporary files, the same at every start; it may not exist yet."""
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""  # Windows has a folder for each user
    return Path(tempfile.gettempdir()) / f"nullwindow{user}"
