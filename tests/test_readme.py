"""What the README promises is what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ui import cli
from ui.dialogs.help import KEYS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def names(requirements: str) -> set[str]:
    lines = (ROOT / requirements).read_text("utf-8").splitlines()
    return {re.split(r"[<>=]", line)[0].lower() for line in lines if line and line[0] not in "#-"}


@pytest.mark.parametrize(("keys", "meaning"), [row for _, rows in KEYS for row in rows])
def test_every_key_of_the_help_sheet_is_listed(keys: str, meaning: str) -> None:
    assert f"| {keys} | {meaning} |" in README


def test_every_dependency_is_explained() -> None:
    for requirements in ("requirements.txt", "requirements-dev.txt", "requirements-train.txt"):
        for name in names(requirements):
            assert re.search(rf"\[{name}\]", README, re.IGNORECASE), name


def test_its_commands_are_ones_the_program_knows(capsys: pytest.CaptureFixture[str]) -> None:
    commands = re.findall(r"^python main\.py (\S+)", README, re.MULTILINE)
    assert {"match", "bench", "compile", "--open"} <= set(commands)
    for command in commands:
        if not command.startswith("-"):
            assert cli.main([command, "--help"]) == 0
            known = capsys.readouterr().out
            for line in re.findall(rf"^python main\.py {command} .*", README, re.MULTILINE):
                assert all(option in known for option in re.findall(r"--\w+", line)), line


def test_its_links_into_this_folder_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_ci_runs_the_line_it_shows() -> None:
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv")]
    assert ["requirements.txt" in lines[0], "requirements-dev.txt" in lines[1]] == [True, True]
    assert len(lines) == 2
