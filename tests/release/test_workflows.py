"""The workflows cannot run here, so each of their steps must be a command that can."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from release import __main__ as release
from release.contents import ROOT
from tests.sources import promised_pythons
from ui import VERSION

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
COMMANDS = (
    r"python -m pip install -r requirements-dev\.txt",
    r"python -m pytest -n logical --dist loadfile",
    r"python -m release (bundle|wheel|play|checksums)",
    r'python -m release tag "\$GITHUB_REF_NAME"',
    r"dist/bundle/Nullwindow/Nullwindow --version",
    r"\.ci/run",
)


def test_both_workflows_exist() -> None:
    assert [path.stem for path in WORKFLOWS] == ["release", "tests"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_step_is_a_command_of_the_project(path: Path) -> None:
    commands = re.findall(r"^ +-? *run: (.*)$", path.read_text("utf-8"), re.MULTILINE)
    assert commands
    for command in commands:
        assert any(re.fullmatch(known, command) for known in COMMANDS), command


def test_the_tests_run_with_each_python_of_the_readme() -> None:
    tested = re.search(r"python: (\[.*\])", (WORKFLOWS[1]).read_text("utf-8"))
    assert tested is not None
    assert json.loads(tested[1]) == [f"3.{minor}" for minor in promised_pythons()]


@pytest.mark.skipif(shutil.which("actionlint") is None, reason="needs actionlint")
def test_actionlint_finds_nothing() -> None:
    done = subprocess.run(["actionlint", *WORKFLOWS], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_wheel_is_published_without_a_secret() -> None:
    """By trusted publishing: only the last job gets an identity token, and it runs none of our code."""
    text = WORKFLOWS[0].read_text("utf-8")
    others, _, publish = text.partition("\n  publish:\n")
    lines = {line.strip(" -") for line in publish.splitlines()}
    assert {"needs: checksums", "name: pypi", "id-token: write"} <= lines
    assert "uses: pypa/gh-action-pypi-publish@release/v1" in lines
    assert "run:" not in publish
    assert "id-token" not in others
    assert not re.search(r"secrets|password|(?<!id-)token:", text)


def test_a_tag_must_match_the_version() -> None:
    release.check_tag(f"v{VERSION}")
    with pytest.raises(SystemExit, match=r"^The tag is v0\.0\.1, and the version in ui/__init__\.py is "):
        release.check_tag("v0.0.1")
