"""What the README promises is what there is."""

from __future__ import annotations

import itertools
import re
import tomllib
from pathlib import Path

import pytest

from play.store import Store
from ui import cli
from ui.app import App
from ui.dialogs.help import help_columns

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def names(requirements: str) -> set[str]:
    lines = (ROOT / requirements).read_text("utf-8").splitlines()
    return {re.split(r"[<>=]", line)[0].lower() for line in lines if line and line[0] not in "#-"}


def test_the_table_of_keys_is_that_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    app = App(Store(tmp_path))
    columns = help_columns(app.actions.rows)
    app.close()
    rows = itertools.zip_longest(*columns.values(), fillvalue=("", ""))
    lines = [f"| {' | '.join(cell for pair in row for cell in pair)} |" for row in rows]
    head = "| " + " | | ".join(group.value for group in columns) + " | |"
    table = "\n".join([head, "|" + "---|" * 2 * len(columns), *lines])
    assert table in README, f"the README needs this table:\n{table}"


def test_every_dependency_is_explained() -> None:
    for requirements in ROOT.glob("requirements*.txt"):
        for name in names(requirements.name):
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


def test_the_versions_of_python_it_names_are_those_that_are_tested() -> None:
    named = re.search(r"With Python (3\.\d+) to (3\.\d+)", README)
    assert named is not None
    workflow = (ROOT / ".github/workflows/tests.yml").read_text("utf-8")
    assert f'python: ["{named[1]}", "{named[2]}"]' in workflow
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">={named[1]}"
    assert set(re.findall(r"^py (\S+)", README, re.MULTILINE)) == {f"-{named[2]}"}, "never one without Numba"


def test_its_links_into_this_folder_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_ci_runs_the_line_it_shows() -> None:
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv")]
    assert ["requirements.txt" in lines[0], "requirements-dev.txt" in lines[1]] == [True, True]
    assert len(lines) == 2
