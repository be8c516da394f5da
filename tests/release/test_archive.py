import ast
import configparser
import os
import plistlib
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.records.any_format import parse_game
from release import __main__ as release
from release import archive, identity
from release.contents import ROOT
from tests.quick import quick
from ui import VERSION

MIME_SPACE = "{http://www.freedesktop.org/standards/shared-mime-info}"


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """Returns a folder like a small result of PyInstaller."""
    folder = tmp_path / "made" / "Nullwindow"
    (folder / "_internal").mkdir(parents=True)
    (folder / "Nullwindow").write_text('#!/bin/sh\necho "$@"\n', "utf-8")
    (folder / "Nullwindow").chmod(0o755)
    (folder / "_internal" / "weights.bin").write_bytes(b"weights")
    (tmp_path / "dist").mkdir()
    return tmp_path / "made"


@pytest.fixture
def unpacked(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Unpacks the archive for Linux into a folder with a difficult name."""
    monkeypatch.setattr(sys, "platform", "linux")
    file = archive.tar_of(made, tmp_path / "dist")
    monkeypatch.undo()
    where = tmp_path / "Zoë's & 100% `$HOME`"
    with tarfile.open(file) as tar:
        tar.extractall(where, filter="data")
    (folder,) = where.iterdir()
    assert file.name == f"{folder.name}.tar.xz"
    return folder


def test_the_title_has_version_system_and_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for system, machine, end in (
        ("linux", "x86_64", "linux-x86_64"),
        ("linux", "aarch64", "linux-arm64"),
        ("win32", "AMD64", "windows-x86_64"),
        ("darwin", "arm64", "macos-arm64"),
    ):
        monkeypatch.setattr(sys, "platform", system)
        monkeypatch.setattr("platform.machine", lambda machine=machine: machine)
        assert archive.title() == f"nullwindow-{VERSION}-{end}"


@pytest.mark.skipif(os.name == "nt", reason="the file for Linux is made there")
def test_the_linux_archive_has_the_program_and_its_files(unpacked: Path) -> None:
    assert os.access(unpacked / "Nullwindow", os.X_OK)
    assert os.access(unpacked / "install.sh", os.X_OK)
    assert {path.name for path in unpacked.iterdir()} == {
        *("Nullwindow", "_internal", "share", "install.sh", "LICENSE")
    }
    assert (unpacked / "share/icons/hicolor/256x256/apps/nullwindow.png").stat().st_size > 1000


def run_install(
    folder: Path, home: Path, *arguments: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Runs the script with `home` as home directory."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), **variables}
    return subprocess.run(
        [folder / "install.sh", *arguments], cwd=home, env=environment, capture_output=True, text=True
    )


def install(folder: Path, home: Path, *arguments: str) -> None:
    done = run_install(folder, home, *arguments)
    assert (done.returncode, done.stderr) == (0, "")


ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="desktop entries are of Linux")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@ON_LINUX
@pytest.mark.parametrize(
    "arguments", quick([["--help"], ["--remove", "all"], ["--uninstall"], ["remove"], [""]], 2)
)
def test_unknown_arguments_change_nothing(unpacked: Path, home: Path, arguments: list[str]) -> None:
    install(unpacked, home)
    before = sorted(home.rglob("*"))
    (home / ".local/share/applications/nullwindow.desktop").unlink()
    done = run_install(unpacked, home, *arguments)
    is_help = arguments == ["--help"]
    assert done.returncode == (0 if is_help else 2)
    assert (done.stdout if is_help else done.stderr) == "Usage: install.sh [--remove]\n"
    assert len(sorted(home.rglob("*"))) == len(before) - 1


@ON_LINUX
@pytest.mark.parametrize("place", quick(["here", "", "./share"], 1))
def test_only_absolute_data_paths_are_used(unpacked: Path, home: Path, place: str) -> None:
    """By the XDG Base Directory Specification relative paths are invalid and ignored."""
    before = sorted(unpacked.rglob("*"))
    assert run_install(unpacked, home, XDG_DATA_HOME=place).returncode == 0
    assert (home / ".local" / "share" / "applications" / "nullwindow.desktop").exists()
    assert sorted(unpacked.rglob("*")) == before
    assert run_install(unpacked, home, XDG_DATA_HOME=str(home / "data")).returncode == 0
    assert (home / "data" / "applications" / "nullwindow.desktop").exists()


@ON_LINUX
def test_install_adds_a_desktop_entry_and_remove_deletes_it(unpacked: Path, home: Path) -> None:
    install(unpacked, home)
    data = home / ".local" / "share"
    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(data / "applications" / "nullwindow.desktop", "utf-8")
    command = re.sub(r"\\(.)", r"\1", entry["Desktop Entry"]["Exec"])  # the escapes of every string
    quoted = re.fullmatch(r'"((?:[^"\\]|\\.)*)" %f', command)  # ... then those between quotation marks
    assert quoted is not None
    assert re.sub(r"\\(.)", r"\1", quoted[1]).replace("%%", "%") == str(unpacked / "Nullwindow")
    assert (data / "mime" / "packages" / "nullwindow.xml").exists()
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", data / "applications" / "nullwindow.desktop"], check=True)
    install(unpacked, home, "--remove")
    assert not list(data.rglob("nullwindow.*"))


def test_file_types_are_declared() -> None:
    share = ROOT / "release" / "share"
    kinds = ElementTree.parse(share / "mime" / "packages" / "nullwindow.xml").getroot()
    globs = {
        glob.get("pattern"): kind.get("type") for kind in kinds for glob in kind.iter(f"{MIME_SPACE}glob")
    }
    assert globs == {
        "*.ggf": "application/x-othello-ggf",
        "*.obf": "application/x-othello-obf",
        "*.wtb": "application/x-othello-wthor",
    }
    entry = (share / "applications" / "nullwindow.desktop").read_text("utf-8")
    assert all(f"{kind};" in entry for kind in globs.values())
    (begin,) = (match.get("value") for match in kinds.iter(f"{MIME_SPACE}match"))
    assert parse_game(f"{begin}PB[Me]B[F5];)").black == "Me"


def test_windows_gets_a_zip_archive(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with zipfile.ZipFile(archive.pack(made, tmp_path / "dist")) as file:
        names = set(file.namelist())
    title = archive.title()
    assert {f"{title}/Nullwindow", f"{title}/_internal/weights.bin", f"{title}/LICENSE.txt"} <= names
    assert {name.partition("/")[0] for name in names} == {title}


def test_windows_version_data() -> None:
    """PyInstaller evaluates the text, so it may call only classes of PyInstaller."""
    tree = ast.parse(identity.windows_version(), mode="eval")
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called == {
        *("VSVersionInfo", "FixedFileInfo", "StringFileInfo", "StringTable", "StringStruct"),
        *("VarFileInfo", "VarStruct"),
    }
    numbers = tuple(map(int, VERSION.split(".")))
    assert f"filevers={(*numbers, 0)}" in identity.windows_version()
    assert f"StringStruct('ProductVersion', '{VERSION}')" in identity.windows_version()


def test_macos_gets_a_disk_image(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (made / "Nullwindow.app" / "Contents").mkdir(parents=True)
    seen: list[tuple[list[str], set[str]]] = []

    def hdiutil(command: list[str], check: bool) -> None:
        folder = Path(command[command.index("-srcfolder") + 1])
        seen.append((command, {path.name for path in folder.iterdir()}))
        assert check
        assert (folder / "Nullwindow.app" / "Contents").is_dir()

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr("subprocess.run", hdiutil)
    monkeypatch.setattr(Path, "symlink_to", lambda path, _: path.write_bytes(b""))
    file = archive.pack(made, tmp_path / "dist")
    ((command, inside),) = seen
    assert (command[:2], command[-1]) == (["hdiutil", "create"], str(file))
    assert inside == {"Nullwindow.app", "Applications"}
    plistlib.dumps(identity.PROPERTIES)


def test_icons_have_their_platform_format() -> None:
    assert (ROOT / "assets" / "icon.ico").read_bytes()[:4] == b"\x00\x00\x01\x00"
    data = (ROOT / "assets" / "icon.icns").read_bytes()
    assert data[:4] == b"icns"
    assert struct.unpack(">I", data[4:8]) == (len(data),)


def test_checksums_are_in_sha256sum_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.zip").write_bytes(b"abc")
    release.checksums(tmp_path)
    release.checksums(tmp_path)  # now the file of checksums exists
    expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.zip\n"
    assert (tmp_path / release.CHECKSUMS).read_bytes() == expected.encode()
    assert capsys.readouterr().out == 2 * expected
