from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from game.board import Board
from game.records import any_format
from game.records.ggf import ggf
from game.records.record import Record
from game.records.sgf import sgf
from game.records.transcript import parse_transcript, transcript
from play.archive import reader
from play.archive.index import make_index
from play.archive.reader import ArchiveReader, ArchiveSource
from play.library import Library
from play.lists.rows import ListError
from play.lists.sources import GameSource, LibrarySource, has_several_games, source_of
from play.lists.table import Field, GameTable, Query
from tests.play.lists.listed import WORDING, lines_of, wthor
from tests.samples import FINAL_1977
from tests.wthor_files import names_file

MOVES = "f5d6c3d3c4"


def record(number: int, moves: str = MOVES) -> Record:
    date = datetime(2000 + number, 5, 17, 12, 30)
    return Record(parse_transcript(moves), f"Ann {number}", "Ben", "+10.00", date=date)


def listed(folder: Path, text: str) -> tuple[GameSource, GameTable]:
    """Writes `text` to a file; returns its source and its table."""
    (folder / "games.txt").write_text(text, "utf-8")
    source = source_of(folder / "games.txt")
    return source, source.read(WORDING, lambda _: None)


@pytest.mark.parametrize("write", [ggf, sgf], ids=["ggf", "sgf"])
def test_a_file_of_many_games_is_listed(tmp_path: Path, write: object) -> None:
    assert callable(write)
    source, table = listed(tmp_path, "\n".join(write(record(number)) for number in range(3)))
    assert has_several_games(tmp_path / "games.txt")
    assert lines_of(table) == [
        (f"200{number}-05-17 12:30", f"Ann {number}", "Ben", "37–27", "Tiger", "5") for number in range(3)
    ]
    assert not source.problems


def test_transcripts_are_listed_by_number(tmp_path: Path) -> None:
    source, table = listed(tmp_path, f"{MOVES}\nf5f6e6\nnothing\n")
    openings = [("#1", "Tiger", "5"), ("#2", "Diagonal Opening", "3")]
    assert (lines_of(table, Field.BLACK, Field.OPENING, Field.MOVES)[:2], table.number) == (openings, 3)
    assert list(source.problems) == ["game 3, line 3: ply 1: 'nothing' is not a move"]
    assert transcript(source.open(1).game) == "f5f6e6"
    with pytest.raises(ListError, match="Game 3 cannot be opened: "):
        source.open(2)


def test_positions_with_names_can_be_opened(tmp_path: Path) -> None:
    board = f"{Board.initial().text()}\n"
    source, table = listed(tmp_path, f"Ann vs Bob\n{board}f5 f6\n\nBlack: Cid\nWhite: Dan\n{board}f5 d6\n")
    assert lines_of(table, Field.BLACK, Field.MOVES) == [("Ann", "2"), ("Cid", "2")]
    assert [(source.open(n).white, transcript(source.open(n).game)) for n in range(2)] == [
        ("Bob", "f5f6"),
        ("Dan", "f5d6"),
    ]


def test_the_board_gives_a_result_that_a_finished_game_lacks(tmp_path: Path) -> None:
    whole = Record(parse_transcript(FINAL_1977), "Ann", "Ben")
    unfinished = Record(parse_transcript(MOVES), "Cid", "Dan")
    written = ggf(whole), ggf(whole).replace("RE[?]", "RE[B+16]"), ggf(unfinished)
    _source, table = listed(tmp_path, "\n".join(written))
    assert lines_of(table, Field.BLACK, Field.RESULT) == [("Ann", "40–24"), ("Ann", "40–24"), ("Cid", "")]


def test_games_beyond_the_limit_share_one_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(any_format, "MOST_GAMES", 2)
    source, table = listed(tmp_path, "f5d6\nf5f6\nf5f4\nf5d6c3\n")
    assert table.number == 3
    reason = "a file can have at most 2 games: split it to read the rest"
    assert list(source.problems) == [f"game 3, line 3: {reason}"]
    with pytest.raises(ListError, match=reason):
        source.open(2)


def test_only_dates_without_a_time_include_the_place(tmp_path: Path) -> None:
    games = [Record(parse_transcript(MOVES), "A", "B", date=date) for date in (None, datetime(2007, 5, 17))]
    source, _table = listed(tmp_path, "".join(f"{ggf(game)}\n" for game in (*games, record(7))))
    dates = [source.open(number).date for number in range(3)]
    assert dates == [None, datetime(2007, 5, 17, 0, 0, 0, 1), datetime(2007, 5, 17, 12, 30)]


def test_first_games_of_a_long_file_are_reported_early(tmp_path: Path) -> None:
    path = tmp_path / "games.ggf"
    path.write_text((ggf(record(1)) + "\n") * 1000, "utf-8")
    told: list[int] = []
    table = source_of(path).read(WORDING, lambda table: told.append(table.number))
    assert (told, table.number) == ([200, 800], 1000)


def test_listing_replays_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ggf(record(1)) + "\n") * 20
    monkeypatch.setattr("game.records.ggf.read_ggf", lambda _: pytest.fail("a game is read whole"))
    monkeypatch.setattr("game.records.any_format._read_part", lambda _: pytest.fail("a game is read whole"))
    assert listed(tmp_path, text)[1].number == 20


def archive_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> ArchiveSource:
    monkeypatch.setattr(reader, "make_index_apart", make_index)  # here, which is faster
    library = Library(folder / "library.sqlite", [])
    return ArchiveSource(ArchiveReader(WORDING, library, folder / "cache"), folder)


def test_wthor_files_are_listed_with_player_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "WTH.JOU").write_bytes(names_file("Ann", "Bén"))
    (tmp_path / "WTH_1999.wtb").write_bytes(wthor((0, 1, 40, MOVES), (1, 0, 32, "f5f6"), (7, 1, 0, "a1")))
    (tmp_path / "WTH_2001.wtb").write_bytes(wthor((1, 1, 64, "f5"), year=2001))
    source = archive_in(tmp_path, monkeypatch)
    table = source.read(WORDING, lambda _: None)
    assert lines_of(table) == [
        ("1999", "Ann", "Bén", "40–24", "Tiger", "5"),
        ("1999", "Bén", "Ann", "32–32", "Diagonal Opening", "2"),
        ("1999", "", "Bén", "0–64", "", "1"),
        ("2001", "Bén", "Bén", "64–0", "", "1"),
    ]
    assert [source.open(number).date for number in (1, 3)] == [
        datetime(1999, 1, 1, 0, 0, 0, 1),
        datetime(2001, 1, 1),
    ]
    opened = source.open(0)
    assert (transcript(opened.game), opened.black, opened.result) == (MOVES, "Ann", "+16.00")
    assert source.open(2).problem is not None
    assert source_of(tmp_path / "WTH_2001.wtb").read(WORDING, lambda _: None).number == 1


@pytest.mark.parametrize("content", [b"", b"\0\1", wthor()], ids=["nothing", "rubbish", "no game"])
def test_only_an_empty_file_may_lack_games(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "WTH_1999.wtb"
    path.write_bytes(content)
    source = source_of(path)
    if content:
        with pytest.raises(ListError, match="WTH_1999"):
            source.read(WORDING, lambda _: None)
    else:
        assert source.read(WORDING, lambda _: None).number == 0


def test_damage_in_wthor_files_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [(0, 1, 40, MOVES)] * 12
    (tmp_path / "a.wtb").write_bytes(wthor(*games)[:500])
    (tmp_path / "b.wtb").write_bytes(b"\0rubbish")
    (tmp_path / "WTH.JOU").write_bytes(names_file("Ann", "Ben")[:-1])
    source = archive_in(tmp_path, monkeypatch)
    assert source.read(WORDING, lambda _: None).number == 7
    assert list(source.problems) == [
        "a.wtb: byte 492: game 8 is cut off after 8 of 68 bytes",
        "a.wtb: byte 4: the header says 12 games, but the file has 7",
        "WTH.JOU: byte 36: name 2 is cut off after 19 bytes",
        "b.wtb: byte 0: the header has 16 bytes, but the file ends after 8",
    ]


@pytest.mark.parametrize(
    ("write", "cut", "problem"),
    [
        (ggf, 1, "after 13 tags a GGF game must continue with a tag or end with ;), not ';'"),
        (ggf, 4, "after 12 tags a GGF game must continue with a tag or end with ;), not 'B[C'"),
        (sgf, 1, "it is cut off"),
        (sgf, 3, "this is not an SGF node, property or value: '[c'"),
    ],
    ids=["ggf, no end", "ggf, no bracket", "sgf, no end", "sgf, no bracket"],
)
def test_an_unfinished_game_is_reported(tmp_path: Path, write: object, cut: int, problem: str) -> None:
    assert callable(write)
    texts = [write(record(n)).strip() for n in range(4)]
    texts[1] = texts[1][:-cut]
    source, table = listed(tmp_path, "\n".join(texts))
    assert table.number == 4
    line = 1 + texts[0].count("\n") + 1
    assert list(source.problems) == [f"game 2, line {line}: {problem}"]


def test_an_unclosed_game_loses_the_next_on_its_line(tmp_path: Path) -> None:
    source, table = listed(tmp_path, f"{ggf(record(1)).strip()[:-3]} {ggf(record(2))}")
    assert table.number == 1
    assert list(source.problems) == ["game 1, line 1: another game begins before it ends, and is lost"]


def test_a_deleted_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "games.ggf"
    path.write_text(ggf(record(1)), "utf-8")
    source = source_of(path)
    path.unlink()
    with pytest.raises(ListError, match="cannot be read: No such file"):
        source.read(WORDING, lambda _: None)


def test_library_games_are_listed(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite", [])
    for number in range(2):
        library.keep_record(replace(record(number), event="Paris Open"))
    library.delete(library.games()[:1])
    source = LibrarySource(library)
    table = source.read(WORDING, lambda _: None)
    assert lines_of(table) == [("2000-05-17 12:30", "Ann 0", "Ben", "37–27", "Tiger", "5")]
    assert source.open(0).black == "Ann 0"
    assert [len(table.rows(Query(words))) for words in ("ann open", "event:paris", "event:ann")] == [1, 1, 0]
    deleted = LibrarySource(library, is_deleted=True)
    assert lines_of(deleted.read(WORDING, lambda _: None), Field.BLACK) == [("Ann 1",)]
    library.remove(deleted.games)
    with pytest.raises(ListError, match="the game is no longer there"):
        deleted.open(0)
