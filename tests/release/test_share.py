"""Files for Linux desktops: the entry, the metadata for software centres, the manual page."""

import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from release.contents import ROOT
from ui import VERSION
from ui.cli import COMMANDS

SHARE = ROOT / "release" / "share"
METAINFO = SHARE / "metainfo" / "nullwindow.metainfo.xml"
ENTRY = SHARE / "applications" / "nullwindow.desktop"
CHECKS = (
    ("desktop-file-validate", str(ENTRY)),
    ("appstreamcli", "validate", "--no-net", "--pedantic", str(METAINFO)),
)


@pytest.mark.parametrize("command", CHECKS, ids=lambda command: command[0])
def test_debian_checkers_find_no_problem(command: tuple[str, ...]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip("needs desktop-file-utils and appstream")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_metadata_name_the_entry_the_version_and_the_file_types() -> None:
    found = ElementTree.parse(METAINFO).getroot()
    assert found.findtext("launchable") == ENTRY.name
    releases = found.find("releases")
    assert releases is not None
    assert releases[0].get("version") == VERSION
    types = re.findall(r"^MimeType=(.*);$", ENTRY.read_text("utf-8"), re.MULTILINE)[0].split(";")
    assert [each.text for each in found.iter("mediatype")] == types


def test_the_manual_page_has_every_command() -> None:
    page = Path(SHARE / "man" / "man1" / "nullwindow.1").read_text("utf-8")
    commands = page[page.index(".SH COMMANDS") : page.index(".SH EXIT STATUS")]
    assert tuple(re.findall(r"^\.B (\w+)$", commands, re.MULTILINE)) == COMMANDS
