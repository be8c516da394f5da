"""The name and version of the program, as each system needs them."""

from pathlib import Path
from typing import Final

from ui import VERSION

NAME: Final = "Nullwindow"
IDENTIFIER: Final = "nullwindow"

# Properties of the app for macOS. Numba's wheels need macOS 12.
PROPERTIES: Final = {
    "CFBundleDisplayName": NAME,
    "LSApplicationCategoryType": "public.app-category.board-games",
    "LSMinimumSystemVersion": "12.0",
    "NSHighResolutionCapable": True,
}


def windows_version() -> str:
    """Returns the version information of the program's file on Windows, in PyInstaller's format."""
    numbers = (*map(int, VERSION.split(".")), 0)
    template = Path(__file__).with_name("windows_version.txt").read_text("utf-8")
    return template.format(numbers=numbers, version=VERSION)
