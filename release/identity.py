"""What the program says of itself to each system: its name, its version, the files it opens."""

from __future__ import annotations

from typing import Final, NamedTuple

from ui import VERSION

NAME: Final = "Nullwindow"
IDENTIFIER: Final = "nullwindow"
SUMMARY: Final = "Othello you can watch think"
COPYRIGHT: Final = "MIT licence"

# What macOS is told. Numba's wheels need macOS 12.
PROPERTIES: Final = {
    "CFBundleDisplayName": NAME,
    "LSApplicationCategoryType": "public.app-category.board-games",
    "LSMinimumSystemVersion": "12.0",
    "NSHighResolutionCapable": True,
}


class Format(NamedTuple):
    """A kind of file only this program opens: others open plain text, SGF (Go) and PGN (chess), too."""

    mime: str
    suffix: str
    description: str
    beginning: str  # of the file's text, where that tells what it is
    is_text: bool


FORMATS: Final = (
    Format("application/x-othello-ggf", ".ggf", "Othello game in GGF", "(;GM[Othello]", True),
    Format("application/x-othello-obf", ".obf", "Othello positions in OBF", "", True),
    Format("application/x-othello-wthor", ".wtb", "Othello games in WTHOR", "", False),
)


def windows_version() -> str:
    """The version information of the program's file on Windows, in PyInstaller's words."""
    numbers = (*map(int, VERSION.split(".")), 0)
    strings = {
        "FileDescription": NAME,
        "FileVersion": VERSION,
        "InternalName": NAME,
        "LegalCopyright": COPYRIGHT,
        "OriginalFilename": f"{NAME}.exe",
        "ProductName": NAME,
        "ProductVersion": VERSION,
    }
    table = ", ".join(f"StringStruct({name!r}, {text!r})" for name, text in strings.items())
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}), kids=["
        f"StringFileInfo([StringTable('040904B0', [{table}])]), "
        "VarFileInfo([VarStruct('Translation', [0x0409, 0x04B0])])])\n"
    )
