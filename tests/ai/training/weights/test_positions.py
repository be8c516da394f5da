"""The files of labelled games and of positions, and how equal positions are merged."""

import re
import sqlite3
import sys
from collections import defaultdict
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from ai.training.arguments import StepError
from ai.training.weights.games_file import (
    LEAST_EMPTIES,
    NO_OTHER,
    GameId,
    Label,
    LabelledGame,
    Origin,
    Writer,
    split_of,
)
from ai.training.weights.games_file import read as read_games
from ai.training.weights.labels import LabelledBatch
from ai.training.weights.positions import POSITION, LabelKind, Split, merged, read, write
from game.board import Board
from game.symmetry import symmetric_boards, transform_board
from tests.ai.training.weights.games import some_games, some_labels
from tests.ui.command_line import run_python


def write_games(path: Path, games: list[LabelledGame]) -> None:
    with Writer(path) as file:
        file.append(LabelledBatch.of(games).games)


def test_written_games_are_read_back(tmp_path: Path) -> None:
    games = some_games(20)
    games.append(LabelledGame(GameId.wthor(2025, 2919), (), ()))
    games.append(replace(games[3], source=GameId(Origin.PLAY, 1 << 40)))
    write_games(tmp_path / "a.games", games)
    assert read_games(tmp_path / "a.games") == LabelledBatch.of(games).games


def test_a_second_run_adds_missing_games(tmp_path: Path) -> None:
    games = some_games(10)
    path = tmp_path / "work" / "a.games"
    write_games(path, games[:4])
    write_games(path, games)
    assert [source.number for source in read_games(path)] == list(range(10))
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
def test_invalid_files_of_games_are_left_alone(
    row: tuple[int, int] | None, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.games"
    if row is None:
        path.write_bytes(b"(;GM[Othello];)" * 10)
    else:
        write_games(path, some_games(2))
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("INSERT INTO labelled VALUES (?, 7, zeroblob(?))", row)
    before = path.read_bytes()
    for open_file in (read_games, Writer):
        with pytest.raises(StepError, match=f"^{re.escape(f'{path}: {said}')}"):
            open_file(path)
    assert path.read_bytes() == before
    with pytest.raises(StepError, match="unable to open"):
        read_games(tmp_path / "none.games")


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are POSIX")
def test_a_full_disk_leaves_whole_games(tmp_path: Path) -> None:
    """A limit of the file size stands in for a full disk."""
    path = tmp_path / "a.games"
    write_games(path, some_games(6))
    code = f"""
import resource
from pathlib import Path
from ai.training.arguments import StepError
from ai.training.weights.games_file import Writer
from ai.training.weights.labels import LabelledBatch
from tests.ai.training.weights.games import some_games
resource.setrlimit(resource.RLIMIT_FSIZE, ({path.stat().st_size}, {path.stat().st_size}))
with Writer(Path({str(path)!r})) as file:
    try:
        file.append(LabelledBatch.of(some_games(60)).games)
    except StepError as error:
        print(error)
"""
    done = run_python("-c", code)
    assert done.stdout.startswith(f"{path}: "), done.stderr
    assert [source.number for source in read_games(path)] == list(range(6))


def least_face(board: Board) -> tuple[int, int]:
    return min((face.player, face.opponent) for face in symmetric_boards(board))


def test_splits_depend_on_games() -> None:
    sources = [GameId(Origin.PLAY, number) for number in range(20_000)]
    splits = [split_of(source) for source in sources]
    assert splits == [split_of(source) for source in sources]
    shares = [splits.count(split) / len(splits) for split in Split]
    assert shares == pytest.approx([0.9, 0.05, 0.05], abs=0.01)
    assert (
        split_of(GameId(Origin.PLAY, 1)) is Split.TRAIN
    )  # must never change: files of other runs rely on it


def test_merged_positions_match_a_plain_count() -> None:
    """Games and their symmetric copies: many positions occur repeatedly, also in other splits."""
    rng = Random(2)
    games = some_games(8)
    for game in some_games(8):
        face = rng.randrange(8)
        boards = tuple(transform_board(board, face) for board in game.boards[: rng.randrange(10, 50)])
        games.append(LabelledGame(game.source, boards, some_labels(rng, boards)))
    splits = [rng.choice(list(Split)) for _ in games]

    seen: dict[tuple[int, int], list[tuple[Split, Label]]] = defaultdict(list)
    for game, split in zip(games, splits, strict=True):
        for board, label in zip(game.boards, game.labels, strict=True):
            if label.kind or board.empties >= LEAST_EMPTIES:
                seen[least_face(board)].append((split, label))
            if label.other != NO_OTHER:
                is_exact = label.kind == LabelKind.EXACT
                after = Label(LabelKind.EXACT, label.other_score) if is_exact else Label()
                seen[least_face(board.play(label.other))].append((split, after))
    positions = merged([game.positions().tobytes() for game in games], splits)
    rows = {
        (int(row["player"]), int(row["opponent"])): (split, row)
        for split, each in positions.items()
        for row in each
    }
    assert set(rows) == set(seen)
    assert sum(map(len, positions.values())) == len(rows)
    for key, found in seen.items():
        split, row = rows[key]
        assert split == min(split for split, _ in found)
        labels = [label for each, label in found if each == split]
        kind = max(label.kind for label in labels)
        assert (row["kind"], row["weight"]) == (kind, len(labels))
        assert row["empties"] == 64 - key[0].bit_count() - key[1].bit_count()
        scores = [label.score for label in labels if label.kind == kind] if kind else [0]
        assert row["score"] == pytest.approx(sum(scores) / len(scores), abs=0.5)


def test_good_and_bad_files_of_positions(tmp_path: Path) -> None:
    path = tmp_path / "train.npy"
    games = [game.positions().tobytes() for game in some_games(3)]
    rows = merged(games, [Split.TRAIN] * 3)[Split.TRAIN]
    write(path, rows)
    assert [file.name for file in tmp_path.iterdir()] == ["train.npy"]
    assert np.array_equal(read(path), rows)
    data = path.read_bytes()
    for damaged in (b"", data[:5], data[:-1], b"NWGAMES\n" + data[8:]):
        path.write_bytes(damaged)
        with pytest.raises(StepError, match=f"^{re.escape(f'{path}: ')}.*; make it again with the step"):
            read(path)
    np.save(path, np.zeros(3))
    with pytest.raises(StepError, match="this is no file of positions; make it again"):
        read(path)
    write(path, np.zeros(0, POSITION))
    assert len(read(path)) == 0
