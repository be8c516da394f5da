import argparse
import json
import os
import sys
from datetime import datetime
from pathlib import Path

import pytest

from ai import weights
from game.board import Board
from game.records.record import Record
from game.records.transcript import parse_transcript
from game.starts import ALTERNATIVE_BOARD
from play.game_file import read_file
from tests.ui.command_line import ROOT, Command, run_main, run_python
from tests.wthor_files import archive, names_file, record
from ui import cli
from ui.app import App
from ui.commands import window
from ui.commands.tournament import result_text


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        *((f"{words} --hash 1000000", " fit into memory: ") for words in ("match", "solve x")),
        ("review x --workers 1024 --hash 1024", "1024 tables of 1,024 MB do not fit into memory: "),
        ("export a b --race everything", "invalid choice: 'everything'"),
    ],
)
def test_machine_dependent_arguments_are_refused(arguments: str, problem: str, command: Command) -> None:
    """Errors that depend on neither machine nor Python are in tests/approved."""
    out, err = command(*arguments.split(), status=2)
    assert problem in err
    assert (out, err.count("\n")) == ("", 1)


@pytest.mark.parametrize("name", ["", "match", "solve", "bench", "nboard", "compile"])
def test_help(name: str, command: Command) -> None:
    out = command(*name.split(), "--help").out
    assert out.startswith("usage: python main.py")
    assert name == "compile" or "examples:" in out
    assert max(map(len, out.splitlines())) <= 110


def test_damaged_weights_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: Command) -> None:
    damaged = tmp_path / "weights.bin"
    damaged.write_bytes(weights._DEFAULT.read_bytes()[:-1])
    monkeypatch.setattr(weights, "_DEFAULT", damaged)
    weights.default_weights.cache_clear()
    positions = tmp_path / "positions.obf"
    positions.write_text(Board.initial().text() + ";\n", "utf-8")
    said = command("solve", positions, status=1).err
    assert f"{damaged}: the " in said
    assert "are damaged or cut off" in said


@pytest.mark.parametrize(("arguments", "loaded"), [("--version", "{'pygame'}"), ("review --help", "set()")])
def test_other_commands_load_neither_window_nor_search(arguments: str, loaded: str) -> None:
    """Except pygame, which alone knows the version of SDL."""
    code = (
        f"import sys; from ui.cli import main; main({arguments.split()});"
        "print({'pygame', 'numpy', 'numba', 'dask', 'distributed'} & set(sys.modules))"
    )
    assert run_python("-c", code).stdout.splitlines()[-1] == loaded


# Name and output


def test_the_help_names_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"], "nullwindow") == 0
    said = capsys.readouterr().out
    assert said.startswith("usage: nullwindow ")
    assert "python main.py" not in said


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such input")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("race", "--search", "examples/search.py"), "standard input cannot be read: Bad file descriptor"),
        (("text",), "standard input cannot be read: Bad file descriptor"),
        (("review", "-", "--depth", "2"), "standard input cannot be read: Bad file descriptor"),
        (("gtp",), "the connection to the host failed: Bad file descriptor"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_unreadable_standard_input_is_named(arguments: tuple[str, ...], said: str) -> None:
    with Path(os.devnull).open("wb") as unreadable:
        done = run_main(*arguments, stdin=unreadable)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert said in done.stderr


def test_an_answer_in_another_encoding_is_no() -> None:
    how = {"env": os.environ | {"PYTHONIOENCODING": "utf-8:strict"}, "errors": "surrogateescape"}
    done = run_main("race", "--search", "examples/search.py", input="y\udcff\n", **how)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "Nothing was run" in done.stderr


def test_a_closed_pipe_is_no_error_on_windows_either() -> None:
    """Windows raises no BrokenPipeError; when Python flushes at its end, nothing is printed either."""
    code = """
import errno, os, sys, platformdirs
from ui import cli
def gone(options):
    sys.platform = "win32"
    raise OSError(errno.EINVAL, "Invalid argument")
cli.compile.run = gone
sys.exit(cli.main(["compile"]))
"""
    done = run_python("-c", code)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")


# --open


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """Returns the toasts of windows opened from now on; each closes after its first frame."""
    shown: list[str | None] = []

    def run(app: App) -> int:
        app.frame()
        shown.append(app.toasts.current)
        app.close()
        return 0

    monkeypatch.setattr(App, "run", run)
    monkeypatch.setattr("ui.app.signal.signal", lambda *_: None)
    return shown


def test_a_file_alone_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command, shown: list[str | None]
) -> None:
    """As desktops pass it."""
    path = tmp_path / "Zoë & 五.ggf"
    path.write_bytes(b"no game")
    assert f"{path}: " in command(path).err
    assert len(shown) == 1
    monkeypatch.chdir(tmp_path)
    Path("compile").write_bytes(b"no game")
    assert command("compile", "--help").out.startswith("usage: python main.py compile")


def test_a_game_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    for text, moves in (("1. f5 d6 2. c3 {good} *\n", 3), ("(;GM[Othello]PB[Me]B[F5];)", 1)):
        path.write_bytes(b"\xef\xbb\xbf" + text.encode())
        assert len(read_file(path).game.moves) == moves
    path.write_text(ALTERNATIVE_BOARD.text(), "utf-8")
    assert read_file(path).game.board == ALTERNATIVE_BOARD
    path.write_bytes(archive(record((37,)), record((37, 43))))
    assert [len(read_file(path, number).game.moves) for number in (1, 2)] == [1, 2]


def test_games_of_a_file_on_the_same_day_get_different_dates(tmp_path: Path) -> None:
    path = tmp_path / "two.sgf"
    path.write_text("(;GM[2]DT[2020-05-17];B[f5])(;GM[2]DT[2020-05-17];B[d3])")
    first, second = (read_file(path, number).date for number in (1, 2))
    assert (first, second) == (datetime(2020, 5, 17), datetime(2020, 5, 17, 0, 0, 0, 1))


def test_wthor_games_have_names(tmp_path: Path) -> None:
    path = tmp_path / "WTH_1977.WTB"
    path.write_bytes(archive(record((37,))))
    assert (read_file(path).black, read_file(path).white) == ("", "")
    (tmp_path / "wthor.JOU").write_bytes(names_file(*(f"Player {n}" for n in range(900)), size=20))
    (tmp_path / "WTHOR.trn").write_bytes(names_file("Diverses", "Coupé", "x", size=26)[:-3])
    said: list[str] = []
    game = read_file(path, say=said.append)
    assert (game.black, game.white, game.event) == ("Player 346", "Player 843", "Coupé")
    assert said == ["WTHOR.trn: byte 68: name 3 is cut off after 23 bytes"]


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("f5d6\nf5f6\n", [], (None, True, False)),
        ("f5d6\nf5f6\n", ["--game", "2"], (2, False, False)),
        ("f5d6", ["--projector"], (2, False, True)),
    ],
    ids=["list", "one of a list", "one"],
)
def test_a_file_of_several_games_opens_their_list_unless_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, options: list[str], expected: object
) -> None:
    """The option --projector is passed on."""
    path = tmp_path / "games.txt"
    path.write_text(text, "utf-8")
    opened: list[tuple[int | None, bool, object]] = []

    def run(record: Record | None, listed: Path | None, *rest: object) -> int:
        opened.append((None if record is None else len(record.game.moves), listed == path, rest[-1]))
        return 0

    monkeypatch.setattr("ui.app.run", run)
    assert cli.main(["--open", str(path), *options]) == 0
    assert opened == [expected]


def test_a_file_instead_of_a_command_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[Path, int | None]] = []

    def run(options: argparse.Namespace) -> int:
        opened.append((options.open, options.game))
        return 0

    monkeypatch.setattr(window, "run", run)
    path = tmp_path / "match"
    path.write_text("f5", "utf-8")
    for arguments in ([], ["--game", "2"]):
        assert cli.main([str(path), *arguments]) == 0
    assert opened == [(path, None), (path, 2)]


@pytest.mark.parametrize(
    ("data", "said"),
    [(None, " cannot be read: "), (b"a1 d6 c3", ": ply 1: 'a1' is not a legal move for Black, in ")],
)
def test_the_window_opens_and_reports_a_bad_file(
    tmp_path: Path, command: Command, shown: list[str | None], data: bytes | None, said: str
) -> None:
    path = tmp_path / "game.txt"
    if data is not None:
        path.write_bytes(data)
    err = command("--open", path).err
    assert f"{path}{said}" in err
    assert len(err.splitlines()) == 1
    assert said in str(shown)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize("driver", [{}, {"SDL_VIDEODRIVER": "x11"}], ids=["any driver", "x11"])
def test_without_a_display_one_sentence_is_printed(driver: dict[str, str], tmp_path: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment |= {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)} | driver
    done = run_main(env=environment)
    assert done.returncode == 1
    assert "display" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


# match


def check_game(game: dict[str, object], swapped: bool) -> None:
    result = parse_transcript(str(game["transcript"])).result()
    assert result is not None
    winner = result.winner.name.lower() if result.winner is not None else None
    discs = {"black": result.black, "white": result.white, "winner": winner}
    assert game["result"] == discs | {"on_time": False, "text": result_text(result)}
    players = ["alphabeta:2", "pvs:3"] if swapped else ["pvs:3", "alphabeta:2"]
    assert [game["black"], game["white"]] == players
    moves = game["moves"]
    assert isinstance(moves, list)
    searched = "".join(move["move"] for move in moves)
    assert str(game["transcript"]).replace("pa", "").endswith(searched)
    assert all(move["seconds"] > 0 for move in moves)
    assert any(move["depth"] >= 1 and move["nodes"] >= 1 for move in moves)


def test_match_reports_its_games_as_json(command: Command) -> None:
    players = ("--black", "pvs:3", "--white", "alphabeta:2", "--time", "0.01", "--games", "2", "--hash", "1")
    said = command("match", *players, "--swap", "--openings", "8", "--seed", "5", "--json")
    report = json.loads(said.out)
    assert [player["name"] for player in report["players"]] == ["pvs:3", "alphabeta:2"]
    first, second = report["games"]
    check_game(first, swapped=False)
    check_game(second, swapped=True)
    assert report["seed"] == 5
    assert first["opening_plies"] == 8
    assert first["transcript"][:16] == second["transcript"][:16]
    for player in report["players"]:
        assert player["wins"] + player["draws"] + player["losses"] == 2
    assert sum(player["mean_lead"] for player in report["players"]) == 0
    assert "game 2 of 2" in said.err


@pytest.mark.parametrize("flags", [(), ("--no-book",)])
def test_match_at_full_strength_uses_the_book_unless_disabled(
    flags: tuple[str, ...], command: Command
) -> None:
    said = command("match", "--time", "0.005", "--hash", "1", "--seed", "3", "--json", *flags)
    report = json.loads(said.out)
    kinds = [move["kind"] for move in report["games"][0]["moves"]]
    assert "book" not in kinds if flags else kinds[:4] == 4 * ["book"]


def test_match_prints_the_table_of_a_tournament(command: Command) -> None:
    """Players may have the same name; a match without changing colours does not measure strength."""
    players = ("--black", "pvs:1", "--white", "pvs:1", "--time", "0.005", "--hash", "1", "--games", "2")
    said = command("match", *players)
    heading, *rows = said.out.splitlines()
    assert heading.split() == ["points", "1", "2", "discs", "on", "time", "Elo"]
    assert [row.split()[:2] for row in rows] == [["1", "pvs:1"], ["2", "pvs:1"]]
    assert all(len(row.split()) == len(rows[0].split()) == 7 for row in rows)
    assert "game 2 of 2: " in said.err


def test_match_accepts_external_engines(command: Command) -> None:
    script = f'command="{sys.executable} {ROOT / "tests/ai/arena/scripted_engine.py"}"'
    report = json.loads(command("match", "--black", script, "--white", "level=1,hash=1", "--json").out)
    assert [player["name"] for player in report["players"]] == [script, "level=1,hash=1"]
    assert {move["score"] for move in report["games"][0]["moves"] if move["color"] == "black"} == {-1.5}


def test_match_reports_errors_of_external_engines(command: Command) -> None:
    said = command("match", "--white", "command=no/such/engine", "--hash", "1", status=1)
    assert "no/such/engine cannot be started: No such file" in said.err.splitlines()[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="names of files have no such signs there")
@pytest.mark.usefixtures("shown")
@pytest.mark.parametrize(("arguments", "status"), [("solve", 1), ("review", 1), ("--open", 0), ("", 0)])
def test_control_characters_in_names_are_escaped(
    arguments: str, status: int, tmp_path: Path, command: Command
) -> None:
    path = tmp_path / "a\x1b]0;title\x07\x9b31m\r\n\u202eb.txt"
    path.write_text("rubbish zzz\n")
    said = command(*arguments.split(), path, status=status)
    assert r"a\x1b]0;title\x07\x9b31m\r\n\u202eb.txt" in said.err
    assert not set(said.out + said.err) & set("\x1b\x07\x9b\r\u202e")


def test_control_characters_in_engine_commands_are_escaped(command: Command) -> None:
    said = command("match", "--black", 'command="/no\x1b[31m"', status=1)
    assert "\x1b" not in said.out + said.err
    assert r"/no\x1b[31m" in said.err
