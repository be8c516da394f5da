"""The command line in every language: help, errors, tables, and the parts that stay English."""

import argparse
import ast
import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from ai import arguments
from ai.bench import signature
from ai.limits import ALGORITHM_NAMES
from game import text
from game.plain_text import columns
from play import host_session, settings
from play.settings import SETTINGS_FILE, Language
from tests.ui.command_line import Command
from ui import cli
from ui.text.languages import LOCALES

LANGUAGES = ("zh_CN", "ja", "ru")
# Messages of argparse about wrongly made parsers: faults of the program, which other tests would find.
FAULTS = re.compile(
    r"conflicting|invalid (option string|conflict_resolution|%\(type\))|cannot (merge|have)|is not callable"
    r"|not defined|is required for options|mutually exclusive|'required' is|unexpected option|ambiguous"
    r"|unknown parser|can't open|argument \"-\"|one of the arguments|%\(prog\)s: |%\(heading\)s"
    r"|deprecated|subcommands| \(default"
)
# Typed words and names, the same in every language.
NAMES = {
    *("Nullwindow", "NBoard", "Dask", "PowerShell", "FFO", "Fédération", "Française", "Othello", "PVS"),
    *("Ctrl", "GGF", "SGF", "PGN", "WTHOR", "OBF", "JSON", "MB", "stdout", "stderr"),
    *("OO", "OOOOX", "OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX"),
}


def parsers() -> Iterator[argparse.ArgumentParser]:
    """Yields the parsers of the program and of every command, in the current language."""
    waiting: list[argparse.ArgumentParser] = [cli._parser("python main.py", cli.COMMANDS)]
    while waiting:
        yield (found := waiting.pop())
        for action in found._actions:
            if isinstance(action, argparse._SubParsersAction):
                waiting += action.choices.values()


def said(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yields all sentences of a parser, without typed words."""
    yield from (parser.description or "", *(parser.epilog or "").splitlines())
    yield from (group.title or "" for group in parser._action_groups)
    for action in parser._actions:
        yield action.help or ""
        yield from [choice.help or "" for choice in getattr(action, "_choices_actions", ())]
        if isinstance(action.metavar, str) and action.metavar not in ("N", "MB", "A-B"):
            yield action.metavar


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_every_command_is_translated(language: str) -> None:
    english = [list(said(parser)) for parser in parsers()]
    text.use(language, LOCALES)
    translated = [list(said(parser)) for parser in parsers()]
    assert len(english) == len(translated) > 10
    for before, after in zip(english, translated, strict=True):
        for sentence in filter(None, before):
            is_typed = sentence.startswith(("  python", "  O--", "  PYTHONPATH=", "  ssh "))
            assert is_typed or sentence not in after, sentence


def test_in_russian_only_typed_words_and_names_are_latin() -> None:
    text.use("ru", LOCALES)
    typed = set(NAMES)
    for parser in parsers():
        for action in parser._actions:
            names = [*action.option_strings, *(action.choices or ()), str(action.default)]
            typed |= set(words(" ".join(map(str, names))))
    text.use("en", LOCALES)
    for parser in parsers():
        lines = (parser.epilog or "").splitlines()
        typed |= set(words(" ".join(line for line in lines if line.startswith("  "))))
    text.use("ru", LOCALES)
    typed |= set(words(" ".join(ALGORITHM_NAMES)))
    typed |= set(words("ply color move depth score kind nodes seconds book ahead spd say scheduler"))
    typed |= set(
        words("requirements-cluster.txt hint resume undo redo new save quit moves help black white both")
    )
    typed |= set(words("path/to/engine command level folder tcp algorithm board auto TLS GTP ELO Quarry"))
    typed |= set(words("docs/training.md Letter jou trn is_final true sss Python failhard xot XOT list"))
    for parser in parsers():
        assert set(words(parser.format_help())) - typed == set()


def words(line: str) -> list[str]:
    return re.findall(r"[A-Za-zéç]{2,}", line)


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_help_fits_80_columns(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text.use(language, LOCALES)
    for parser in parsers():
        lines = parser.format_help().splitlines()
        usage = next((n for n, line in enumerate(lines) if not line), 0)
        prose = [line for line in lines[usage:] if not line.startswith("  ")]
        assert all(columns(line) <= 80 for line in prose), prose
        starts = [
            (columns(match[1]), line)
            for line in lines
            if (match := re.match(r"(  --\S+ [^\s-]\S*\s{2,})\S", line)) is not None
        ]
        assert len({start for start, _ in starts}) <= 1, starts


def test_all_messages_of_argparse_are_in_the_catalogues() -> None:
    tree = ast.parse(Path(argparse.__file__).read_text("utf-8"))
    found = {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("_", "ngettext")
        if isinstance(node.args[0], ast.Constant)
    }
    asked = {str(sentence) for sentence in found if not FAULTS.search(str(sentence))}
    assert asked
    assert asked <= {*arguments.WORDS, "show program's version number and exit"}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("ru", "это не текстовый файл"),
        ("ja", "テキストファイルではありません"),
        ("zh_CN", "这不是文本文件"),
        ("en", "this is not a text file"),
    ],
)
def test_errors_about_files_are_translated(
    language: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    file = tmp_path / "game.txt"
    file.write_bytes(b"\x01\xff\x02")
    assert command("review", file, status=1).err == f"{file}: {sentence}\n"
    missing = command("solve", tmp_path / "missing.obf", status=1).err
    assert "missing.obf" in missing
    assert language == "en" or "cannot be read" not in missing


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the path of the user's settings."""
    monkeypatch.setattr(platformdirs, "user_config_path", lambda *_names, **_options: tmp_path)
    monkeypatch.setattr(cli, "kept_settings", settings.kept_settings)
    return tmp_path / SETTINGS_FILE


@pytest.mark.parametrize(
    ("content", "title"),
    [
        ('{"language": "ja"}', "オプション:"),
        ('{"language": "en"}', "options:"),
        ('{"language": "system"}', "параметры:"),
        ('{"language": "tlh"}', "параметры:"),
        ('{"language": ["ja"]}', "параметры:"),
        ("[]", "параметры:"),
        ("{", "параметры:"),
        ("[" * 100_000, "параметры:"),
        (None, "параметры:"),
    ],
)
def test_language_comes_from_settings_or_else_the_system(
    content: str | None, title: str, own_settings: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.setenv("LANGUAGE", "ru")
    if content is not None:
        own_settings.write_text(content, "utf-8")
    assert title in command("--help").out.splitlines()
    assert [path.name for path in own_settings.parent.iterdir()] == [SETTINGS_FILE] * (content is not None)


def test_a_terminal_without_the_letters_gets_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "ja")
    for encoding, title in (("cp1252", "options:"), ("cp932", "オプション:"), ("utf-8", "オプション:")):
        out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "stdout", out)
        assert cli.main(["--help"]) == 0
        out.seek(0)
        assert title in out.read().splitlines()
    memory = io.StringIO()
    monkeypatch.setattr(sys, "stdout", memory)
    assert cli.main(["--help"]) == 0
    assert "オプション:" in memory.getvalue().splitlines()


def test_a_damaged_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    (tmp_path / "ru" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "ru" / "LC_MESSAGES" / "nullwindow.mo").write_bytes(b"no catalogue")
    monkeypatch.setattr("ui.text.languages.LOCALES", tmp_path)
    monkeypatch.setenv("LANGUAGE", "ru")
    out, err = command("--help")
    assert "options:" in out.splitlines()
    assert err.startswith("assets/locale/ru/LC_MESSAGES/nullwindow.mo cannot be read (")
    assert len(err.splitlines()) == 1


def test_a_host_of_nboard_gets_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host looks for words in the output, and writes it in ASCII."""
    monkeypatch.setenv("LANGUAGE", "ja")
    spoken: list[str] = []
    monkeypatch.setattr(host_session, "serve", lambda *_: spoken.append(text.current_language()))
    with open(0, "rb", closefd=False) as source:
        monkeypatch.setattr(sys, "stdin", source)
        assert cli.main(["nboard", "--no-book"]) == 0
    assert spoken == ["en"]
    assert text.current_language() == "ja"


def test_json_is_not_translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    file = tmp_path / "over.obf"
    file.write_text(f"{'X' * 64} X; % all black\n{'X' * 64} X; +60; % wrong\n", "utf-8")
    monkeypatch.setenv("LANGUAGE", "ru")
    out, err = command("solve", file, "--json", status=1)
    assert "НЕВЕРНО: в файле +60" in err
    heading = next(line for line in err.splitlines() if line.startswith("позиция"))
    assert " ".join(heading.split()) == "позиция пустых оценка лучший узлы секунды узлов/с проверка"
    assert [entry["contradiction"] for entry in json.loads(out)["positions"]] == [None, "the file says +60"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_of_a_table_align_with_their_headings(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text.use(language, LOCALES)
    monkeypatch.setattr(signature, "POSITIONS", signature.POSITIONS[:1])
    told: list[str] = []
    signature.measure(told.append, most_plies=2)
    _position, *ends = [columns(told[0][: match.end()]) for match in re.finditer(r"\S+( \S+)?", told[0])]
    _number, *figures = [match.end() for match in re.finditer(r"[\d.,+-]+", told[1])]
    assert ends == figures


def test_all_languages_of_the_settings_are_tested() -> None:
    assert {language.value for language in Language} == {"system", "en", *LANGUAGES}
