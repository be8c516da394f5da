"""Archives of GGF, SGF and WTHOR files: counted by the rules, listed, searched and opened."""

from collections import Counter
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from game.board import PASS, Board, final_score
from game.records.ggf import ggf
from game.records.pgn import pgn
from game.records.record import Record, result_text
from game.records.sgf import sgf
from game.records.transcript import parse_transcript
from game.symmetry import transform_board
from game.tree import Game
from play.archive.index import ArchiveIndex, IndexedPosition, Played, make_index
from play.lists.sources import table_of_games
from play.lists.table import Field, Query
from tests import wthor_files
from tests.play.lists.listed import WORDING, lines_of
from tests.samples import FINAL_1977, random_game


def game_of(chance: Random, year: int, event: str = "") -> Record:
    game = random_game(chance)
    record = Record(game, f"Ann {year}", "Ben", result_text(game.node.result), event=event)
    return replace(record, date=datetime(year, 3, 4, 17, 46))


@pytest.fixture
def games() -> list[Record]:
    """Builds 30 games finished by their last move; games 10 to 19 are for the GGF file."""
    chance = Random(7)
    return [game_of(chance, 2000 + number, "Paris Open" * (number % 2)) for number in range(30)]


@pytest.fixture
def folder(tmp_path: Path, games: list[Record]) -> Path:
    """Builds a folder with ten games each in WTHOR, GGF and SGF."""
    folder = tmp_path / "archive"
    folder.mkdir()
    ends = ((record.game.moves, record.game.board) for record in games[:10])
    records = [
        wthor_files.record(moves, 32 + final_score(board.black, board.white) // 2, 32, 1, 1, 2)
        for moves, board in ends
    ]
    (folder / "a.wtb").write_bytes(wthor_files.archive(*records, year=1999))
    (folder / "a.jou").write_bytes(wthor_files.names_file("", "Cid", "Dan"))
    (folder / "a.trn").write_bytes(wthor_files.names_file("", "Rome", size=26))
    (folder / "b.ggf").write_text("\n".join(map(ggf, games[10:20])), "utf-8")
    (folder / "c.sgf").write_text("\n".join(map(sgf, games[20:])), "utf-8")
    return folder


def indexed(folder: Path) -> ArchiveIndex:
    return ArchiveIndex.load(make_index(folder, folder.parent / "cache"))


def counted(games: list[Record]) -> Counter[Board]:
    """Counts the games of each position, in any orientation, by the plain rules."""
    seen: Counter[Board] = Counter()
    for record in games:
        turned = {transform_board(board, s) for board in record.game.boards for s in range(8)}
        seen.update(board for board in turned if not board.must_pass())
    return seen


def test_games_of_all_files_are_counted_together(folder: Path, games: list[Record]) -> None:
    index = indexed(folder)
    assert index.problems == ()
    seen = counted(games)
    assert any(PASS in record.game.moves for record in games)
    for board in [Board.initial(), *Random(1).sample(sorted(seen, key=Board.text), 200)]:
        found = index.find(IndexedPosition.of(board))
        assert found.played.games == seen[board]
    found = index.find(IndexedPosition.of(Board.initial()))
    results = [record.game.node.result for record in games]
    winners = [None if result is None or result.winner is None else result.winner.name for result in results]
    assert (found.played.black, found.played.drawn) == (winners.count("BLACK"), winners.count(None))
    assert found.years == (1999, 2029)


def test_games_are_listed_searched_and_opened(folder: Path, games: list[Record]) -> None:
    games[15].game.root.comment = "a long day"
    (folder / "b.ggf").write_text("\n".join(map(ggf, games[10:20])), "utf-8")
    index = indexed(folder)
    table = table_of_games(index.games, WORDING)
    shown = lines_of(table, Field.DATE, Field.BLACK, Field.WHITE, Field.EVENT)
    assert shown == [("1999", "Cid", "Dan", "Rome")] * 10 + [
        (f"{record.date}"[:16], record.black, record.white, record.event) for record in games[10:]
    ]
    searched = {"event:paris": 10, "black:cid": 10, "player:ben year:2012-2021": 10, "ann": 20}
    assert {text: len(table.rows(Query(text))) for text in searched} == searched
    for row, record in enumerate(games):
        opened = index.games.open(row).game
        assert (opened.moves, opened.node.result) == (record.game.moves, record.game.node.result)
    found = index.games.open(15)
    assert (found.game.root.comment, found.date) == ("a long day", games[15].date)


def test_a_loss_on_time_keeps_its_ending(folder: Path) -> None:
    lost = Record(Game(moves=(37, 43)), "Ann", "Ben", "-64.00:t")
    (folder / "d.ggf").write_text(ggf(lost), "utf-8")
    games = indexed(folder).games
    column = table_of_games(games, replace(WORDING, result=str)).columns[Field.RESULT]
    last = len(games.records) - 1
    assert ("Ending.TIME" in column.text(last), games.records["score"][last]) == (True, 0)


def test_a_game_given_up_keeps_its_ending_and_leaves_the_mean_lead(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()
    given_up = Record(parse_transcript("f5d6"), "Ann", "Ben", "-64.00:r")
    lost = Record(parse_transcript("f5d6"), "Ann", "Ben", "+64.00:t")
    whole = Record(parse_transcript(FINAL_1977), "Ann", "Ben", "+16.00")
    (folder / "d.pgn").write_text("".join(map(pgn, (given_up, lost, whole))), "utf-8")
    index = indexed(folder)
    table = table_of_games(index.games, replace(WORDING, result=lambda result: result.ending.value))
    assert lines_of(table, Field.RESULT) == [("uncounted",), ("time",), ("finished",)]
    found = (index.find(IndexedPosition.of(board)).played for board in (Board.initial(), lost.game.board))
    assert [*found] == [Played(3, 2, 0, 16.0), Played(2, 1, 0, None)]


def test_damaged_games_are_named_and_those_left_out_counted(folder: Path, games: list[Record]) -> None:
    texts = [ggf(record) for record in games[10:20]]
    texts[2] = texts[2].replace("PB[", "PB", 1)
    texts[4] = texts[4].replace("GM[Othello]", "GM[Go]")
    texts[5] = texts[5].replace("TY[8]", "TY[8a]")
    texts[6] = ggf(Record(Game(moves=(37, 43)), "Ann", "Ben"))
    texts[7] = ggf(Record(Game(Board.initial().play(37), (43,)), "Ann", "Ben", "+10.00"))
    (folder / "b.ggf").write_text("\n".join(texts), "utf-8")
    other = sgf(games[20])
    (folder / "c.sgf").write_text(other + "\n" + other[: len(other) // 2], "utf-8")
    (folder / "x.sgf").write_bytes(b"\xff\xfe\0\0\0")
    index = indexed(folder)
    said = list(index.problems)
    assert [line.partition(":")[0] for line in said[:5]] == ["b.ggf"] * 4 + ["c.sgf"], said
    assert "game 3, line 3: " in said[0]
    assert "game 5, line 5: the game is 'Go', not Othello" in said[1]
    assert "game 6, line 6: this is anti-Othello" in said[2]
    assert said[3] == "b.ggf: 2 games are left out: no result, or not from the usual start"
    assert said[4].endswith(": it is cut off")
    assert said[5].startswith("x.sgf: ")
    assert len(index.games.records) == 10 + 5 + 1
    board = games[11].game.line[20].board
    assert index.find(IndexedPosition.of(board)).played.games == 1, "what is whole is used"


def test_wthor_files_find_their_name_files(folder: Path) -> None:
    """a.wtb has its own name files; the others share WTH.*, whose damage is reported once."""
    for year in (1998, 2001):
        record = wthor_files.record((37, 43), 40, 40, 1, 1, 2)
        (folder / f"WTH_{year}.wtb").write_bytes(wthor_files.archive(record, year=year))
    (folder / "WTH.JOU").write_bytes(wthor_files.names_file("", "Eve", "Fay"))
    (folder / "WTH.TRN").write_bytes(wthor_files.names_file("", "Oslo", size=26, count=3))
    index = indexed(folder)
    table = table_of_games(index.games, WORDING)
    years = [*table.rows(Query("year:1998")), *table.rows(Query("year:2001 eve"))]
    assert [table.text(row, Field.EVENT) for row in years] == ["Oslo", "Oslo"]
    assert len(table.rows(Query("cid rome"))) == 10
    assert index.problems == ("WTH.TRN: byte 8: the header says 3 names, but the file has 2",)
