"""The file of reviewed games: nothing in it is lost or doubled, and nothing else is ever overwritten."""

import errno
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ai.limits import Limit
from game.board import Color
from game.records.ggf import ggf, parse_ggf
from game.records.transcript import transcript
from play.review import GamePhase, judged_moves
from play.review_file import (
    Effort,
    NoFileError,
    ReviewFile,
    ReviewFileError,
    identity,
    parse_reviewed,
    reviewed_ggf,
)
from tests.play.reviewed import EFFORT, judged, line, record

LINES = [line(seed) for seed in (1, 2, 3)]
NAMES = {parse_reviewed(text).identity for text in LINES}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "out.ggf"


def fill(path: Path) -> None:
    """Writes the games that the file lacks."""
    with ReviewFile(path, EFFORT) as file:
        for text in LINES:
            if parse_reviewed(text).identity not in file.known:
                file.append(text)


def test_games_are_appended_and_found_again(path: Path) -> None:
    fill(path)
    assert path.read_text(encoding="utf-8") == "".join(f"{text}\n" for text in LINES)
    with ReviewFile(path, EFFORT) as file:
        assert (file.known, list(file.games())) == (NAMES, [parse_reviewed(text) for text in LINES])


def test_truncated_file_is_continued(path: Path) -> None:
    """As by a kill -9 or a full disk."""
    fill(path)
    whole = path.read_bytes()
    ends = [0, *(place + 1 for place, byte in enumerate(whole) if byte == 10)]
    near_ends = {end + step for end in ends for step in (-1, 0, 1, 30)}
    lengths = {*range(0, len(whole), 211), *range(0, 60, 3), *near_ends} & {*range(len(whole) + 1)}
    for length in sorted(lengths):
        path.write_bytes(whole[:length])
        with ReviewFile(path, EFFORT) as file:
            # A game that only lacks its line end is whole.
            assert len(file.known) == sum(0 < end <= length + 1 for end in ends)
        fill(path)
        assert path.read_bytes() == whole, length


@pytest.mark.parametrize("end", ["", "\r"])
def test_whole_game_without_a_line_end_is_kept(path: Path, end: str) -> None:
    """Also if it is none of the games reviewed now."""
    path.write_bytes(f"{LINES[0]}\n{LINES[1]}{end}".encode())
    with ReviewFile(path, EFFORT) as file:
        assert file.known == {parse_reviewed(text).identity for text in LINES[:2]}
        file.append(LINES[2])
        assert len(list(file.games())) == 3
    assert path.read_bytes() == f"{LINES[0]}\n{LINES[1]}{end}\n{LINES[2]}\n".encode()


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (ggf(record(1)), "line 1"),
        (f"{ggf(record(1))}\n", "line 1"),
        (f"{LINES[0]}\n{ggf(record(1))}\n{LINES[1]}\n", "line 2"),
        (f"{LINES[0]}\n\n", "line 2"),
        (f"{LINES[0]}\nf5d6", "its end"),
        (f"{LINES[0]}\n{LINES[1]} and more", "line 2"),
        ("f5d6c3\n", "line 1"),
        ("My diary", "line 1"),
        (b"\xff\xfe\0\n", "line 1"),
    ],
)
def test_other_file_is_not_changed(path: Path, content: str | bytes, place: str) -> None:
    data = content if isinstance(content, bytes) else content.encode()
    path.write_bytes(data)
    with pytest.raises(ReviewFileError, match=f"out.ggf: {place} is not a reviewed game"):
        ReviewFile(path, EFFORT)
    assert path.read_bytes() == data


@pytest.mark.parametrize("end", ["", "\n(;GM[Othello]REVIEW[unfinished"])
def test_file_of_another_effort_is_refused(path: Path, end: str) -> None:
    before = (LINES[0] + end).encode()
    path.write_bytes(before)
    problem = r"with depth=4,solve=10, not with seconds=0\.5,.*use the same settings, or choose another file"
    with pytest.raises(ReviewFileError, match=problem):
        ReviewFile(path, Effort(Limit(seconds=0.5), 22))
    assert path.read_bytes() == before


def test_file_has_only_one_writer(path: Path) -> None:
    with ReviewFile(path, EFFORT):
        with pytest.raises(ReviewFileError, match="another window or program is writing to this file"):
            ReviewFile(path, EFFORT)
        ReviewFile(path.with_name("other.ggf"), EFFORT).close()
    ReviewFile(path, EFFORT).close()


def test_unwritable_path_is_named(path: Path) -> None:
    with pytest.raises(ReviewFileError, match=r"no/out\.ggf cannot be written: No such file"):
        ReviewFile(path.parent / "no" / "out.ggf", EFFORT)


def test_missing_working_directory_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> str:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.getcwd", gone)
    with pytest.raises(ReviewFileError, match=r"out\.ggf cannot be locked: No such file"):
        ReviewFile(Path("out.ggf"), EFFORT)


@pytest.mark.parametrize("kind", ["folder", "device", "pipe", "loop"])
def test_non_files_are_refused_at_once(path: Path, kind: str) -> None:
    if kind == "folder":
        path.mkdir()
    elif sys.platform == "win32":
        pytest.skip("there are none")
    elif kind == "device":
        path.symlink_to("/dev/null")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(path)
    why = {"folder": "this is a folder", "loop": os.strerror(errno.ELOOP)}.get(
        kind, "this is a device or a pipe, not a file"
    )
    with pytest.raises(NoFileError, match=rf"out\.ggf cannot be written: {why}"):
        ReviewFile(path, EFFORT)


def test_a_full_disk_leaves_whole_games(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def add_half(path: Path, line: str) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(line[: len(line) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    with ReviewFile(path, EFFORT) as file:
        file.append(LINES[0])
        monkeypatch.setattr("play.review_file.add_line", add_half)
        with pytest.raises(ReviewFileError, match="cannot be written: No space left on device"):
            file.append(LINES[1])
    ReviewFile(path, EFFORT).close()
    assert path.read_text(encoding="utf-8") == f"{LINES[0]}\n"


def test_reviews_are_read_back() -> None:
    """Also by the GGF reader."""
    game = judged(record(1), {1: 0.0, 2: 2.5, 31: 4.0, 55: 9.5})
    text = reviewed_ggf(game, "name", EFFORT)
    assert "\n" not in text
    found, other = parse_reviewed(text), parse_ggf(text)
    assert (found.identity, found.effort, found.moves) == ("name", EFFORT, judged_moves(game.game.line))
    for each in (found, other):
        assert (each.black, each.white, each.date) == (game.black, game.white, game.date)
    assert transcript(other.game) == transcript(game.game)
    opening, middle, end = GamePhase
    assert [move.phase for move in found.moves] == [opening, opening, middle, end]
    assert {move.color for move in found.moves} == set(Color)


@pytest.mark.parametrize("effort", [EFFORT, Effort(Limit(seconds=0.5), 22), Effort(Limit(seconds=1e-05), 0)])
def test_the_effort_is_kept(effort: Effort) -> None:
    assert (Effort.parse(effort.text()), parse_reviewed(line(1, effort)).effort) == (effort, effort)


def test_identity_depends_only_on_the_record() -> None:
    game = record(1, black="A]B ")
    assert identity(game) == identity(parse_ggf(ggf(game))), "also after it was written and read"
    noted = judged(record(1, black="A]B "), {3: 2.0})
    assert identity(noted) == identity(game), "whatever was found out about it"
    others = [replace(game, black="C"), replace(game, date=None), replace(game, result="+2"), record(2)]
    assert len({identity(other) for other in (game, *others)}) == 5


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        *((line(1)[:cut], ".") for cut in (3, 30, 80, -3, -1)),
        (ggf(record(1)), "not a reviewed game"),
        (line(1).replace("depth=", "deep="), "not the effort"),
        (line(1).replace("1/B/", "1/X/"), "."),
    ],
    ids=range(8),
)
def test_partial_or_foreign_line_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse_reviewed(text)
