"""The README and the documents match the program: files, sections, commands, keys, versions."""

import importlib.util
import itertools
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.training import __main__ as training
from play.store import Store
from tests.sources import ROOT, promised_pythons
from ui import cli
from ui.actions import Action, wrong_keys
from ui.app import App
from ui.dialogs.help import help_columns

DOCS = ROOT / "docs"
PAGES = {path: path.read_text("utf-8") for path in (ROOT / "README.md", *sorted(DOCS.glob("*.md")))}
README = PAGES[ROOT / "README.md"]
# Limits in bytes, so that people read them.
MOST = {"README.md": 9_000, "architecture.md": 15_000}
# A command ends where its description begins, or where the code ends.
COMMAND = re.compile(r"(?:python (main\.py)|python -m ([a-z]\w+(?:\.\w+)*)|pytest)((?: [^\s`#|(]+)*)")

FILE = re.compile(r"(?<![\w/~.-])(?:game|ai|play|ui|tests|benchmarks|release|docs)/[\w/.]*\w")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        app = App(Store(tmp_path_factory.mktemp("app")))
        yield app
        app.close()


def test_the_manual_has_the_table_of_keys(app: App) -> None:
    columns = help_columns(app.actions.rows)
    rows = itertools.zip_longest(*columns.values(), fillvalue=("", ""))
    lines = [f"| {' | '.join(cell for pair in row for cell in pair)} |" for row in rows]
    head = "| " + " | | ".join(group.value for group in columns) + " | |"
    table = "\n".join([head, "|" + "---|" * 2 * len(columns), *lines])
    assert table in PAGES[DOCS / "manual.md"], f"docs/manual.md needs this table:\n{table}"


def test_the_manual_has_the_names_of_actions(app: App) -> None:
    switch = [row for row in app.actions if row.identity.startswith("page_")]
    pages = [(name.label, app.page_of(name.identity).tables()) for name in app.names]
    lines = []
    for label, tables in [("every page", [[*app.rows, *switch]]), *pages]:
        actions = {row.identity: row.label for table in tables for row in table if isinstance(row, Action)}
        names = [f"`{identity}` {name}" for identity, name in actions.items() if not name.isdecimal()]
        lines.append(f"| {label} | {', '.join(names)} |")
    table = "\n".join(["| | actions |", "|---|---|", *lines])
    assert table in PAGES[DOCS / "manual.md"], f"docs/manual.md needs this table:\n{table}"


def test_the_example_of_custom_keys_is_valid(app: App) -> None:
    (example,) = re.findall(r'^"keys": (\{.*\})$', PAGES[DOCS / "manual.md"], re.MULTILINE)
    keys = tuple(json.loads(example).items())
    assert keys
    assert list(wrong_keys(keys, app.tables)) == []


def test_every_dependency_is_explained() -> None:
    for requirements in ROOT.glob("requirements*.txt"):
        for name in re.findall(r"^[^#\-<>=\n][^<>=\n]*", requirements.read_text("utf-8"), re.MULTILINE):
            assert re.search(rf"\[{name}\]", PAGES[DOCS / "platforms.md"], re.IGNORECASE), name


def commands() -> list[tuple[str, str, str]]:
    """Returns (page, program, arguments) of every command in the documents."""
    found = [
        (path.name, match[1] or match[2] or "pytest", match[3])
        for path, text in PAGES.items()
        for match in COMMAND.finditer(text)
    ]
    return sorted(set(found))


@pytest.mark.parametrize(("page", "program", "arguments"), commands())
def test_commands_exist(page: str, program: str, arguments: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsed by the command itself if it has many options, else looked up in its source."""
    monkeypatch.chdir(ROOT)
    words, status = shlex.split(arguments), 0
    try:
        if program == "main.py":
            cli._parser("nullwindow", cli.COMMANDS).parse_args(words)
        elif program == "ai.training":
            training._parser("".join(words[:1])).parse_args(words or ["--help"])
        elif program == "pytest":
            assert all((ROOT / word).exists() for word in words if "/" in word)
        else:
            spec = importlib.util.find_spec(program)
            if spec is not None and spec.submodule_search_locations:
                spec = importlib.util.find_spec(f"{program}.__main__")
            assert spec is not None
            assert spec.origin is not None
            source = Path(spec.origin).read_text("utf-8")
            options = [word for word in words if word.startswith("--")]
            assert all(f'"{option}"' in source for option in options)
    except SystemExit as done:  # argparse has said why
        status = int(done.code or 0)
    assert status == 0, f"{page}: {program}{arguments}"


def test_main_commands_are_named() -> None:
    told = {words.split()[0] for _page, program, words in commands() if program == "main.py" and words}
    assert {"match", "bench", "compile", "--open"} <= told


def test_the_readme_names_the_required_versions_of_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">=3.{promised_pythons()[0]}"
    named = set(re.findall(r"^py (\S+)", README, re.MULTILINE))
    assert named == {f"-3.{promised_pythons()[-1]}"}, "never one without Numba"


def anchors(text: str) -> set[str]:
    """Returns the anchors that GitHub makes of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_local_links_are_valid(page: Path) -> None:
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", PAGES[page]):
        path = (page.parent / target).resolve() if target else page
        assert path.exists(), target
        assert not anchor or anchor in anchors(PAGES[path]), f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_files_exist(page: Path) -> None:
    for name in FILE.findall(PAGES[page]):
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("page", [page for page in PAGES if page.name in MOST], ids=lambda page: page.name)
def test_pages_are_short(page: Path) -> None:
    assert page.stat().st_size <= MOST[page.name]


def test_the_readme_installs_in_two_ways() -> None:
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv")]
    assert ["requirements.txt" in lines[0], "requirements-dev.txt" in lines[1]] == [True, True]
    assert len(lines) == 2


def test_docs_warn_that_a_cluster_runs_any_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """They show a tunnel and TLS; the help of the command warns, too."""
    text, commands = (PAGES[DOCS / f"{name}.md"] for name in ("training", "commands"))
    for command in ("ssh -N -L 8786:", "--host 127.0.0.1", "--protocol tls", "REQUIRE_ENCRYPTION=True"):
        assert command in text
    assert cli.main(["review", "--help"]) == 0
    help = capsys.readouterr().out
    assert "ssh -N -L 8786:" in help
    for said in (text, commands, help):
        assert "run any code there" in " ".join(said.split())


def test_no_page_has_a_merge_conflict() -> None:
    for path in (*PAGES, ROOT / "CHANGELOG.md"):
        assert not re.search(r"^(<{7}|>{7}) ", path.read_text("utf-8"), re.MULTILINE), path.name
