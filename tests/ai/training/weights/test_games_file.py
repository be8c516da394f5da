from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from ai.training.arguments import StepError
from ai.training.weights.games_file import GameId, LabelledGame, Origin, Writer, read
from ai.training.weights.labels import Made
from tests.ai.training.weights.games import some_games


def write(path: Path, games: list[LabelledGame]) -> None:
    with Writer(path) as file:
        file.append(Made.of(games).games)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    games = some_games(20)
    games.append(LabelledGame(GameId.wthor(2025, 2919), (), ()))
    games.append(replace(games[3], source=GameId(Origin.PLAY, 1 << 40)))
    write(tmp_path / "a.games", games)
    assert read(tmp_path / "a.games") == Made.of(games).games


def test_a_second_run_adds_what_is_missing(tmp_path: Path) -> None:
    games = some_games(10)
    path = tmp_path / "work" / "a.games"
    write(path, games[:4])
    write(path, games)
    assert [source.number for source in read(path)] == list(range(10))
    with Writer(path) as file:
        assert file.sources == {game.source for game in games}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (None, "file is not a database"),
        ((3, 21), "its games are of another version"),
        ((2, 24), "its games are of another version"),
    ],
)
def test_what_is_no_file_of_games_is_left_alone(
    row: tuple[int, int] | None, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.games"
    if row is None:
        path.write_bytes(b"(;GM[Othello];)" * 10)
    else:
        write(path, some_games(2))
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("INSERT INTO labelled VALUES (?, 7, zeroblob(?))", row)
    before = path.read_bytes()
    for open_file in (read, Writer):
        with pytest.raises(StepError, match=f"^{re.escape(f'{path}: {said}')}"):
            open_file(path)
    assert path.read_bytes() == before
    with pytest.raises(StepError, match="unable to open"):
        read(tmp_path / "none.games")


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are POSIX")
def test_a_full_disk_leaves_whole_games(tmp_path: Path) -> None:
    """The limit of a file's size stands for the disk."""
    path = tmp_path / "a.games"
    write(path, some_games(6))
    code = f"""
import resource
from pathlib import Path
from ai.training.arguments import StepError
from ai.training.weights.games_file import Writer
from ai.training.weights.labels import Made
from tests.ai.training.weights.games import some_games
resource.setrlimit(resource.RLIMIT_FSIZE, ({path.stat().st_size}, {path.stat().st_size}))
with Writer(Path({str(path)!r})) as file:
    try:
        file.append(Made.of(some_games(60)).games)
    except StepError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith(f"{path}: "), done.stderr
    assert [source.number for source in read(path)] == list(range(6))
