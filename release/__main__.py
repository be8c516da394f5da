"""Builds the files of a release, in dist/ or the folder of --dist."""

import argparse
import hashlib
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from ai.cache import SHIP_SIGN
from release import archive
from release.contents import ROOT
from release.identity import NAME
from ui import VERSION

CHECKSUMS: Final = "SHA256SUMS"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m release", description=__doc__)
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", metavar="FOLDER", help="where to put it")
    commands = parser.add_subparsers(required=True)
    for make in (bundle, wheel, play, checksums):
        commands.add_parser(make.__name__, help=make.__doc__).set_defaults(make=make)
    tag = commands.add_parser("tag", help="whether a tag is that of this version")
    tag.add_argument("tag", metavar="TAG")
    options = parser.parse_args()
    if "tag" in options:
        check_tag(options.tag)
    else:
        options.dist.mkdir(parents=True, exist_ok=True)
        options.make(options.dist.resolve())


def bundle(dist: Path) -> None:
    """the program as one file for this system, with Python included"""
    build_page_engine()
    made = dist / "bundle"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "build.spec"]
    run(*command, "--distpath", str(made), "--workpath", str(dist / "build"))
    ship_kernels(made)
    print(archive.pack(made, dist))


def build_page_engine() -> None:
    """Builds the engine of web pages, an asset of both wheel and bundle."""
    run(sys.executable, "-m", "release.web")


def ship_kernels(made: Path) -> None:
    """Adds kernels compiled for most processors to PyInstaller's program, for its first start."""
    if platform.machine().lower() in ("x86_64", "amd64"):
        programs = [*made.glob(f"{NAME}.app/Contents/MacOS/{NAME}"), *made.glob(f"{NAME}/{NAME}*")]
        run(str(programs[0]), "compile", **{SHIP_SIGN: "1"})


def wheel(dist: Path) -> None:
    """the wheel that pip, pipx and uv install"""
    build_page_engine()
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(dist), ".")
    run(sys.executable, "-m", "twine", "check", "--strict", *map(str, dist.glob("*.whl")))


def play(dist: Path) -> None:
    """the web page for playing in a browser"""
    build_page_engine()
    page = ROOT / "docs" / "play.html"
    run(sys.executable, "main.py", "export", "--play", str(page), "--replace", LANGUAGE="en")
    shutil.copy(page, dist / f"nullwindow-{VERSION}-play.html")


def checksums(dist: Path) -> None:
    """SHA256SUMS of all files in the --dist folder"""
    files = sorted(path for path in dist.iterdir() if path.is_file() and path.name != CHECKSUMS)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (dist / CHECKSUMS).write_text("".join(lines), "ascii", newline="\n")
    print("".join(lines), end="")


def check_tag(tag: str) -> None:
    """Raises SystemExit if the tag is not that of this version."""
    if tag != f"v{VERSION}":
        sys.exit(f"The tag is {tag}, and the version in ui/__init__.py is {VERSION}: one of them is wrong")


def run(*command: str, **environment: str) -> None:
    """Runs a command in the project folder. Raises SystemExit if it fails."""
    status = subprocess.run(command, cwd=ROOT, env=os.environ | environment).returncode
    if status:
        sys.exit(status)


if __name__ == "__main__":
    main()
