from __future__ import annotations

import errno
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ai.training.weights.games_file import (
    FRAME,
    HEADER,
    Contents,
    LabelledGame,
    Origin,
    Source,
    Writer,
    read,
)
from game.board import PASS
from tests.ai.positions import random_position
from tests.ai.training.weights.games import parse_game, some_games


def write(path: Path, games: list[LabelledGame]) -> bytes:
    with Writer(path) as file:
        file.append(games)
    return path.read_bytes()


def numbers(contents: Contents) -> list[int]:
    return [parse_game(payload).source.number for payload in contents.payloads]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    games = some_games(20)
    assert any(PASS in game.moves for game in games)
    games.append(LabelledGame(Source.wthor(2025, 2919), random_position(Random(1), 20), (), ()))
    games.append(replace(games[3], source=Source(Origin.STRONG, 3)))
    write(tmp_path / "a.games", games)
    contents = read(tmp_path / "a.games")
    assert [parse_game(payload) for payload in contents.payloads] == games
    assert contents.damages == []
    assert contents.sources() == {game.source for game in games}


def test_a_source_is_named_for_people() -> None:
    assert Source.wthor(1977, 3).text() == "WTHOR 1977, record 3"
    assert Source(Origin.PLAY, 12).text() == "self-play, seed 12"
    assert Source(Origin.STRONG, 12).text() == "strong self-play, seed 12"


def test_a_second_run_adds_what_is_missing(tmp_path: Path) -> None:
    games = some_games(10)
    path = tmp_path / "work" / "a.games"
    write(path, games[:4])
    write(path, games)
    assert numbers(read(path)) == list(range(10))


@pytest.mark.parametrize("lost", [1, 5, 200])
def test_a_game_cut_off_at_the_end_is_made_again(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "a.games"
    games = some_games(6)
    data = write(path, games)
    path.write_bytes(data[:-lost])
    contents = read(path)
    assert numbers(contents) == list(range(5))
    (damage,) = contents.damages
    assert damage.offset == contents.end
    assert str(damage).startswith(f"{path}: byte {contents.end}: the last game is cut off (")
    assert write(path, games) == data


def test_a_header_cut_off_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "a.games"
    for length in range(HEADER.size):
        path.write_bytes(write(tmp_path / "whole.games", [])[:length])
        write(path, some_games(1))
        assert numbers(read(path)) == [0]


def test_a_damaged_game_is_left_out_of_the_others(tmp_path: Path) -> None:
    path = tmp_path / "a.games"
    games = some_games(6)
    data = write(path, games)
    sizes = [FRAME.size + len(game.payload()) for game in games]
    second = HEADER.size + sizes[0]
    for offset, reason in (
        (second, "no game begins here"),
        (second + 4, "the game is damaged, its checksum differs"),
        (second + 40, "the game is damaged, its checksum differs"),
    ):
        damaged = bytearray(data)
        damaged[offset] ^= 1
        path.write_bytes(damaged)
        contents = read(path)
        assert numbers(contents) == [0, 2, 3, 4, 5]
        assert [str(damage) for damage in contents.damages] == [
            f"{path}: byte {second}: {reason}; {sizes[1]} bytes are left out"
        ]
        write(path, games)
        assert sorted(numbers(read(path))) == list(range(6))


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"(;GM[Othello];)", "byte 0: this is no file of labelled games"),
        (HEADER.pack(b"NWPOSIT\n", 1), "byte 0: this is no file of labelled games"),
        (HEADER.pack(b"NWGAMES\n", 1), "byte 8: its version is 1, and only 2 can be read"),
    ],
)
def test_what_is_no_file_of_games_is_left_alone(tmp_path: Path, data: bytes, text: str) -> None:
    path = tmp_path / "a.games"
    path.write_bytes(data)
    with pytest.raises(Exception, match=f"^{re.escape(f'{path}: {text}')}"):
        Writer(path)
    assert path.read_bytes() == data


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are POSIX")
def test_a_full_disk_leaves_whole_games(tmp_path: Path) -> None:
    """The limit of a file's size stands for the disk: the last write gets a part of its bytes in."""
    path = tmp_path / "a.games"
    whole = len(write(tmp_path / "whole.games", some_games(6)))
    code = f"""
import resource
from pathlib import Path
from ai.training.weights.games_file import Writer
from tests.ai.training.weights.games import some_games
resource.setrlimit(resource.RLIMIT_FSIZE, ({whole - 100}, {whole - 100}))
with Writer(Path({str(path)!r})) as file:
    try:
        file.append(some_games(6))
    except OSError as error:
        print(error.errno, error.filename)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == [str(errno.EFBIG), str(path)], done.stderr
    contents = read(path)
    assert (numbers(contents), contents.damages) == (list(range(5)), [])
