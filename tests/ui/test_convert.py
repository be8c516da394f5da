import gzip
import os
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.board import PASS
from game.records import any_format
from game.records.any_format import read_games
from play.conversion import Conversion
from tests.mixed_records import Written, mixed
from tests.quick import quick
from tests.samples import FINAL_1977
from tests.ui.command_line import Command, run_main
from tests.wthor_files import names_file
from ui.commands import convert


def counted(read: int = 0, damaged: int = 0, unknown: int = 0, written: int | None = None) -> str:
    """Returns the last line; by default all games are written."""
    written = read + damaged if written is None else written
    return (
        f"games and positions: {read:,} intact, {damaged:,} damaged, {unknown:,} not understood; "
        f"{written:,} written\n"
    )


def test_any_format_is_converted(tmp_path: Path, command: Command) -> None:
    source = tmp_path / "games.txt.gz"
    source.write_bytes(gzip.compress(f"f5d6c3\n{FINAL_1977}\n".encode()))
    for name in ("a.ggf", "b.SGF", "c.pgn", "d.txt"):
        said = command("convert", source, tmp_path / name)
        assert (said.out, said.err) == ("", counted(read=2))
        games = [found.record.game for found in read_games((tmp_path / name).read_bytes())]
        assert [len(game.moves) for game in games] == [3, 61]
        source = tmp_path / name


def test_losses_are_reported(tmp_path: Path, command: Command) -> None:
    source = tmp_path / "a.pgn"
    source.write_text('[Black "Ann"]\n\n1. f5 {good} d6\n\n[Black "Bob"]\n\n1. f5\n')
    said = command("convert", source, tmp_path / "a.txt")
    assert said.err == "lost: comments of 1 game\nlost: players of 2 games\n" + counted(read=2)


def test_bad_games_are_named_on_stderr(tmp_path: Path, command: Command) -> None:
    source = tmp_path / "a.txt"
    source.write_text("f5d6\nf5a1\n")
    said = command("convert", source, "-", "--to", "txt", status=1)
    assert said.out == "f5d6\nf5\n"
    illegal = f"{source}: game 2, line 2: ply 2: 'a1' is not a legal move for White\n"
    assert said.err == illegal + counted(read=1, damaged=1)


def test_standard_output_gets_the_bytes_of_the_file(tmp_path: Path, command: Command) -> None:
    source = tmp_path / "a.pgn"
    source.write_text('[Black "Зоя\N{BEL}"]\n\n1. f5 d6\n', "utf-8")
    command("convert", source, tmp_path / "b.pgn")
    coded = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = run_main("convert", source, "-", "--to", "pgn", env=coded, text=False)
    assert done.stdout == (tmp_path / "b.pgn").read_bytes()
    assert "Зоя" in (tmp_path / "b.pgn").read_text("utf-8")


def test_wthor_is_three_files(tmp_path: Path, command: Command) -> None:
    source = tmp_path / "a.pgn"
    source.write_text(f'[Event "Cup"]\n[Black "Ann"]\n\n{FINAL_1977}\n')
    command("convert", source, tmp_path / "b.wtb")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pgn", "b.jou", "b.trn", "b.wtb"]
    command("convert", tmp_path / "b.wtb", tmp_path / "c.pgn")
    assert '[Black "Ann"]' in (tmp_path / "c.pgn").read_text()
    (tmp_path / "b.wtb").unlink()
    said = command("convert", source, tmp_path / "b.wtb", status=1)
    assert said.err == "the file b.jou already exists: --replace overwrites it\n"
    assert not (tmp_path / "b.wtb").exists()
    command("convert", source, tmp_path / "b.wtb", "--replace")


@pytest.mark.parametrize(
    ("text", "arguments", "problem"),
    [
        ("f5", ["b.wtb"], "no game in it can be written"),
        (FINAL_1977, ["b.jou", "--to", "wtb"], "the name must end in .wtb"),
        ("words", ["b.sgf"], "no game in it can be written"),
        ("", ["b.sgf"], "no game in it can be written"),
        ("\0\1\2\3" * 9, ["b.sgf"], "this is neither a text file nor a WTHOR file"),
        ("f5", ["a/b.sgf"], "a/b.sgf cannot be written: "),
    ],
)
def test_failures_write_no_file(
    text: str, arguments: list[str], problem: str, tmp_path: Path, command: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("a").write_text(text, encoding="utf-8")
    assert problem in command("convert", "a", *arguments, status=1).err.splitlines()[-1]
    assert {path.name for path in tmp_path.iterdir()} == {"a"}


def test_files_are_not_overwritten(tmp_path: Path, command: Command) -> None:
    source = tmp_path / "a.txt"
    source.write_text("f5d6")
    said = command("convert", source, source, status=1)
    assert "the file a.txt already exists" in said.err
    assert source.read_text() == "f5d6"


def test_dangling_links_are_overwritten_only_with_replace(tmp_path: Path, command: Command) -> None:
    link, target = tmp_path / "link.sgf", tmp_path / "target"
    link.symlink_to(target)
    (tmp_path / "a.txt").write_text("f5d6")
    page = tmp_path / "link.html"
    page.symlink_to(target)
    for arguments in (["convert", tmp_path / "a.txt", link], ["export", "f5d6", page]):
        assert "--replace overwrites it" in command(*arguments, status=1).err
        assert not target.exists()
        command(*arguments, "--replace")
        assert target.exists()
        target.unlink()


@pytest.mark.slow
def test_standard_input() -> None:
    assert '"move":"c3"' in run_main("export", "-", "-", input="f5d6c3").stdout
    arguments = ("convert", "-", "-", "--to", "txt")
    done = run_main(*arguments, input="f5d6\nf5a1\n")
    assert (done.returncode, done.stdout) == (1, "f5d6\nf5\n")
    assert "standard input: game 2" in done.stderr
    if sys.platform != "win32":
        closed = run_main(*arguments, preexec_fn=lambda: os.close(0))
        assert (closed.returncode, closed.stdout) == (1, "")
        assert closed.stderr == "standard input cannot be read: Bad file descriptor\n"


def test_files_folders_and_patterns(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(
        ("a.txt", "in/b.txt", "in/below/c.TXT", "in/.hidden.txt", "in/out.txt.0a1b.new", "e.pgn"), start=1
    ):
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("f5d6c3d3c4f4f6"[: 2 * number], encoding="utf-8")
    Path("in/d.jou").write_bytes(names_file("Ann"))
    Path("in/notes.md").write_text("These are words. ", encoding="utf-8")
    Path("in/picture.png").write_bytes(b"\x89PNG\0\1\2\3" * 9)
    said = command("convert", "a.txt", "in", "*.pgn", "a.txt", "-", "--to", "txt")
    assert [len(line) // 2 for line in said.out.split()] == [1, 2, 3, 6]
    assert "in/picture.png: this is neither a text file nor a WTHOR file" in said.err
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    for output in ("in/out.txt", "in/out.txt", "~/in/out.txt"):
        command("convert", "in", "in/*", output, "--replace")
        assert Path("in/out.txt").read_text(encoding="utf-8") == "f5d6\nf5d6c3\n"
    said = command("convert", "a.txt", "no/such", "*.none", "in/out.txt", "--replace", status=1)
    for name in ("no/such", "*.none"):
        assert f"{name} cannot be read: No such file" in said.err
    assert said.err.endswith(counted(read=1))


def test_an_interrupted_conversion_leaves_nothing(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(*_: object) -> tuple[bytes, str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(Conversion, "add", end)
    (tmp_path / "a.txt").write_text("f5d6\n")
    command("convert", tmp_path / "a.txt", tmp_path / "b.sgf", status=130)
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_progress_is_shown_on_a_terminal(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(convert, "REDRAW_SECONDS", -1.0)
    (tmp_path / "a.txt").write_text("f5d6\nf5f6\n")
    assert "so far" not in command("convert", tmp_path / "a.txt", "-", "--to", "txt").err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    said = command("convert", tmp_path / "a.txt", "-", "--to", "txt").err
    assert re.findall(r"\d+ games? so far", said) == ["1 game so far", "2 games so far"]


@pytest.mark.parametrize("form", ["txt", "wtb"])
def test_games_above_the_limit_are_named(
    form: str, tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / f"games.{form}"
    (tmp_path / "all.txt").write_text(f"{FINAL_1977}\n" * 5)
    command("convert", tmp_path / "all.txt", source)
    monkeypatch.setattr(any_format, "MOST_GAMES", 3)
    said = command("convert", source, "-", "--to", "txt", status=1)
    assert said.out.count("\n") == 3
    place = "game 4, line 4" if form == "txt" else "byte 220"
    sentence = "a file can have at most 3 games: split it to read the rest"
    assert said.err == f"{source}: {place}: {sentence}\n" + said.err.partition("\n")[2]
    assert said.err.endswith(counted(read=3, damaged=1, written=3))


# Records of all formats


def in_files(records: list[Written], folder: Path, count: int) -> Iterator[tuple[str, int, int, Written]]:
    """Writes records to `count` files in one or several folders; yields each with its file and lines."""
    for number in range(count):
        path = folder / ("" if count == 1 else f"{number % 7}/{number % 3}") / f"{number:03}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        line = 1
        part = records[number::count]
        path.write_text("".join(f"{record.text}\n\n" for record in part), "utf-8")
        for record in part:
            lines = record.text.count("\n") + 2
            yield str(path), line, line + lines, record
            line += lines


@pytest.mark.parametrize("files", quick([10, 1], 1))
@pytest.mark.parametrize("count", [200, pytest.param(3000, marks=pytest.mark.slow)])
def test_every_record_is_read_or_named(count: int, files: int, tmp_path: Path, command: Command) -> None:
    files *= 30 if files > 1 and count > 200 else 1
    places = list(in_files(list(mixed(Random(count), count)), tmp_path / "in", files))
    damaged = [place for place in places if place[3].is_damaged]
    assert damaged
    said = command("convert", tmp_path / "in", tmp_path / "out.ggf", status=1)
    named = [
        (found[1], int(found[2]))
        for found in re.finditer(r"^(.*): game \d+, line (\d+): ", said.err, re.MULTILINE)
    ]
    whole = [record for _file, _first, _end, record in places if not record.is_damaged]
    counts = re.search(r"(\S+) intact, (\S+) damaged, (\S+) not understood; .*\n\Z", said.err)
    assert counts
    read, *others = (int(number.replace(",", "")) for number in counts.groups())
    assert (read, read + sum(others)) == (len(whole), len(places))
    for file, first, end, _record in damaged:
        assert any(file == name and first <= line < end for name, line in named), (file, first)
    assert len(named) == len(damaged)
    games = [found.record.game for found in read_games((tmp_path / "out.ggf").read_bytes())]
    written = Counter((game.start, tuple(move for move in game.moves if move != PASS)) for game in games)
    assert not Counter((record.start, record.moves) for record in whole) - written


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ('--tree "((3 12 8)(2 4 6)(14 5 2))" --search alphabeta,pvs', 0, ""),
        ("--tree 7 --search sss --plies 2", 0, ""),
        ('--tree "min (3(4 5))" --search pvs', 0, "The leaves are not equally deep."),
        ('--tree "((3 x)" --search pvs', 1, "tree: character 5: “x” is neither a number nor a parenthesis"),
        (f'--tree "({"1 " * 10_000})" --search pvs', 1, "a tree has at most 256 leaves"),
        (f"--tree {'7' * 5000} --search pvs", 1, "a tree must begin with a parenthesis"),
        ('--tree "(3 4)" --search pvs --plies 3', 2, "--plies and --branches are for a number"),
        ('--tree "(3 4)" --search pvs --number 1', 2, "--number is for a file of games"),
        ("--tree 7 --search pvs --plies 7", 1, "a random tree has 2–4 plies"),
    ],
)
def test_a_tree_is_exported(tmp_path: Path, command: Command, arguments: str, status: int, said: str) -> None:
    """As text or by number."""
    page = tmp_path / "tree.html"
    done = command("export", *shlex.split(arguments), page, status=status)
    assert said in done.err
    assert page.exists() is (status == 0)
    if status == 0:
        assert '"written":{' in page.read_text("utf-8")
