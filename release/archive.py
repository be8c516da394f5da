"""Packs the folder that PyInstaller has built into the one release file of each system."""

import platform
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Final

from release.contents import ROOT
from release.identity import IDENTIFIER, NAME
from ui import VERSION

SYSTEMS: Final = {"linux": "linux", "win32": "windows", "darwin": "macos"}
MACHINES: Final = {"amd64": "x86_64", "aarch64": "arm64"}
# The size of the icon in assets, in pixels.
ICON_SIZE: Final = 256


def title() -> str:
    """Returns the name of the file without its suffix: nullwindow-1.0.0-linux-x86_64."""
    machine = platform.machine().lower()
    return f"{IDENTIFIER}-{VERSION}-{SYSTEMS[sys.platform]}-{MACHINES.get(machine, machine)}"


def pack(made: Path, dist: Path) -> Path:
    """Packs the program that PyInstaller has built in `made` as one file in `dist`, and returns its path."""
    makers = {"linux": tar_of, "win32": zip_of, "darwin": image_of}
    return makers[sys.platform](made, dist)


def tar_of(made: Path, dist: Path) -> Path:
    """Packs the folder with the desktop files for Linux, and the script that installs them."""
    file, folder = dist / f"{title()}.tar.xz", made / NAME
    write_share(folder / "share")
    shutil.copy(ROOT / "release" / "install.sh", folder)
    shutil.copy(ROOT / "LICENSE", folder)

    def owned_by_nobody(member: tarfile.TarInfo) -> tarfile.TarInfo:
        return member.replace(uid=0, gid=0, uname="", gname="", deep=False)

    with tarfile.open(file, "w:xz") as tar:
        tar.add(folder, title(), filter=owned_by_nobody)
    return file


def zip_of(made: Path, dist: Path) -> Path:
    """Packs the folder for Windows."""
    file, folder = dist / f"{title()}.zip", made / NAME
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, f"{title()}/{path.relative_to(folder).as_posix()}")
        archive.write(ROOT / "LICENSE", f"{title()}/LICENSE.txt")
    return file


def image_of(made: Path, dist: Path) -> Path:
    """Makes a disk image with the app and a link to Applications. Raises CalledProcessError."""
    file, folder = dist / f"{title()}.dmg", made / "image"
    folder.mkdir()
    shutil.copytree(made / f"{NAME}.app", folder / f"{NAME}.app", symlinks=True)
    (folder / "Applications").symlink_to("/Applications")
    command = ["hdiutil", "create", "-volname", NAME, "-srcfolder", str(folder), "-format", "UDZO", "-ov"]
    subprocess.run([*command, str(file)], check=True)
    shutil.rmtree(folder)
    return file


def write_share(folder: Path) -> None:
    """Writes the freedesktop.org files into `folder`; install.sh adds the path of the program."""
    shutil.copytree(ROOT / "release" / "share", folder)
    icons = folder / "icons" / "hicolor" / f"{ICON_SIZE}x{ICON_SIZE}" / "apps"
    icons.mkdir(parents=True)
    shutil.copyfile(ROOT / "assets" / "icon.png", icons / f"{IDENTIFIER}.png")
