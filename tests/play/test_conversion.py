"""Conversion between all formats: what a format can hold is kept, and what it cannot is reported."""

from dataclasses import replace
from datetime import datetime
from random import Random

import pytest

from game.board import Board, Color
from game.records.any_format import read_games
from game.records.ggf import ggf, parse_ggf, read_ggf
from game.records.record import Record
from game.records.sgf import sgf
from game.records.transcript import parse_transcript
from game.records.wthor import PLAYER_SIZE, TOURNAMENT_SIZE, Names, parse_names
from game.tree import Game, Node
from play.conversion import FORMS, PARTS, Conversion
from tests.game.trees import random_record
from tests.samples import FINAL_1977, WHITE_PASSES

OTHER_TAGS = "annotator, opening, teams or other tags"


def convert(data: bytes, form: str) -> tuple[bytes, Conversion, list[str]]:
    done, written, said = Conversion(FORMS[form]), b"", list[str]()
    for found in read_games(data):
        what, problem = done.add(found)
        written += what
        said += filter(None, [problem])
    return written, done, said


def converted(text: str, form: str) -> tuple[str, dict[str, int], list[str]]:
    data, done, said = convert(text.encode(), form)
    return data.decode(), dict(done.lost), said


def comments(record: Record) -> dict[tuple[int, ...], str]:
    def plain(node: Node) -> str:
        return node.comment.replace("{", "(").replace("}", ")")

    return {node.path: plain(node) for node in record.game.root.walk()}


@pytest.mark.parametrize("seed", range(8))
def test_pgn_keeps_the_tree_and_its_comments(seed: int) -> None:
    record = random_record(Random(seed))
    if not record.game.root.children:
        pytest.skip("a game without moves")
    text, lost, said = converted(ggf(record), "pgn")
    (found,) = read_games(text.encode())
    again = found.record
    assert (said, found.problem or None) == ([], None)
    assert (comments(again), again.game.start) == (comments(record), record.game.start)
    same = replace(again, game=record.game, date=None, result="?")
    assert same == replace(record, date=None, result="?")
    assert lost.keys() <= {"comments", "marks on squares", "scores", "review results", "the date"}
    assert ("marks on squares" in lost) == any(node.marks for node in record.game.root.walk())
    assert ("scores" in lost) == any(node.evaluations for node in record.game.root.walk())


@pytest.mark.parametrize(
    "date", [datetime(2024, 1, 1), datetime(2024, 3, 9), datetime(2024, 3, 9, 10, 11, 12), None]
)
def test_pgn_keeps_dates(date: datetime | None) -> None:
    text, lost, _said = converted(sgf(Record(Game(moves=(19,)), date=date)), "pgn")
    (found,) = read_games(text.encode())
    assert found.record.date == date
    assert not lost


@pytest.mark.parametrize("form", ["ggf", "sgf"])
@pytest.mark.parametrize("seed", range(4))
def test_formats_with_trees_lose_nothing(form: str, seed: int) -> None:
    for text in (ggf(random_record(Random(seed))), sgf(random_record(Random(seed)))):
        assert converted(text, form)[1:] == ({}, [])


def test_txt_and_obf_report_losses() -> None:
    pgn = '[Black "Ann"]\n[Date "2024"]\n\n1. f5 {good} d6 2. c3 (2. c4) d3'
    text, lost, said = converted(pgn, "txt")
    assert (text, said) == ("f5d6c3d3\n", [])
    assert lost == {"players": 1, "the date": 1, "comments": 1, "variations": 1}
    text, lost, _said = converted("f5d6\nd3\n", "obf")
    assert (text.count("\n"), lost) == (2, {"moves": 2})
    assert converted(f"{WHITE_PASSES.text()}\n", "txt")[0] == f"{WHITE_PASSES.text()};\n"
    games = ["(;B[f5]W[f6];)", "(;B[e6];)", "(;B[d3];)", "(;B[e6]W[f6];)", "(;B[d3]W[c3]B[b3];)"]
    text, lost, said = converted("".join(games), "txt")
    assert (lost, said) == ({}, [])
    read = [found.record.game.moves for found in read_games(text.encode())]
    assert read == [parse_ggf(game).game.moves for game in games]


@pytest.mark.parametrize("form", ["txt", "sgf", "pgn", "wtb", "ggf"])
def test_moves_after_a_time_loss_are_not_in_the_game(form: str) -> None:
    """They stay in the tree, which only GGF holds."""
    game = parse_transcript("f5d6c3d3c4f4f6")
    game.go_to(5)
    game.lose_on_time(Color.WHITE)
    text = ggf(Record(game, result="+64.00:t"))
    read = read_ggf(text).game
    assert (read.is_lost_on_time, read.end.path, read.main[-1].path) == (True, game.moves[:5], game.moves)
    data, done, said = convert(text.encode(), form)
    (again,) = read_games(data or done.files()[".wtb"])
    assert not said
    assert again.record.game.end.path == game.moves[:5]
    assert ("variations" in done.lost) == (again.record.game.main[-1].ply == 5) == (form != "ggf")


@pytest.mark.parametrize(
    ("text", "lost_in_transcripts"),
    [
        ("(;GM[Othello]RE[+0.000]B[f5//1];)", {"the result", "move times"}),
        ("(;GM[2]RE[B+4];B[f5])", {"the result"}),
        ('[Result "0-1"]\n[Annotator "A"]\nf5 d6', {"the result", OTHER_TAGS}),
        ('[Result "0-1"]\n[Termination "time forfeit"]\nf5 d6', {"the result"}),
        ('[Event "?"]\nf5?! d6 $1', {"marks on squares"}),
        ('[Event "?"]\nf5 += d6 $14 {[%emt 0:01]}', {"comments", "move times"}),
        ("(;GM[2]AN[a]SO[b]ON[c];B[f5])", {OTHER_TAGS}),
        ("(;GM[2]BT[b]WT[c];B[f5]TE[1])", {OTHER_TAGS, "marks on squares"}),
        ("(;GM[2]GC[about it];B[f5]DO[];W[f6]BM[1])", {"comments", "marks on squares"}),
    ],
)
def test_all_content_is_kept_or_reported(text: str, lost_in_transcripts: set[str]) -> None:
    for form in ("ggf", "sgf", "pgn"):
        assert converted(text, form)[1:] == ({}, [])
    assert converted(text, "txt")[1].keys() == lost_in_transcripts


def test_bad_games_are_reported_and_others_written() -> None:
    text, _lost, said = converted("f5d6c3\nf5d6a1\nc4c3\n", "sgf")
    assert (text.count("(;"), said) == (3, ["game 2, line 2: ply 3: 'a1' is not a legal move for Black"])
    (third,) = [found.record.game.moves for found in read_games(text.encode())][2:]
    assert len(third) == 2


def wthor_of(text: str) -> tuple[list[Record], dict[str, int], list[str]]:
    _data, done, said = convert(text.encode(), "wtb")
    files = done.files()
    names = Names(parse_names(files[".jou"], PLAYER_SIZE)[0], parse_names(files[".trn"], TOURNAMENT_SIZE)[0])
    return [game.record for game in read_games(files[".wtb"], names)], dict(done.lost), said


def test_wthor_round_trip() -> None:
    """A file has one year: that of its first game."""
    tags = '[Event "Cup"]\n[Date "{year}"]\n[Black "{black}"]\n[White "Zoë"]\n\n'
    players = (("Ann", 1977), ("Bob", 1977), ("", 2020))
    games = [tags.format(black=black, year=year) + FINAL_1977 for black, year in players]
    (one, two, three), lost, said = wthor_of("\n\n".join(games))
    assert [record.black for record in (one, two, three)] == ["Ann", "Bob", ""]
    assert (lost, said) == ({"the date": 1}, [])
    assert (one.white, one.event, one.date, one.result) == ("Zoë", "Cup", datetime(1977, 1, 1), "+16.00")
    assert (one.game.board.is_over(), three.date) == (True, one.date)
    assert wthor_of(f'[Site "Pisa"]\n\n{FINAL_1977}')[1] == {"place, event or round": 1}


def test_wthor_reports_losses() -> None:
    whole = f'[Black "{"x" * 30}"]\n[White "日本"]\n[Date "2024.03.09"]\n\n{FINAL_1977} {{a word}}'
    position = f"{Board.initial().play(19).text()};c3"
    games, lost, said = wthor_of(f'{whole}\n\n[Black "a"]\n\nf5d6\n\n[FEN "{position[:66]}"]\n\nc3')
    assert [record.black for record in games] == ["x" * 19]
    assert lost == {"players": 1, "the date": 1, "comments": 1}
    assert said == [
        "game 2, line 7: WTHOR can hold only games with a result",
        "game 3, line 11: WTHOR can hold only games from the usual start",
    ]


@pytest.mark.parametrize("form", ["pgn", "txt", "wtb"])
def test_empty_game_is_reported(form: str) -> None:
    data, done, said = convert(sgf(Record()).encode(), form)
    assert (data, done.read, done.written) == (b"", 1, 0)
    assert said == ["game 1, line 1: the format cannot hold a game without moves"]


def test_each_part_can_be_lost() -> None:
    """Some format loses each of PARTS but the start, so none compares values that are always equal."""
    record = next(
        record
        for record in map(random_record, map(Random, range(200)))
        if record.place and record.round and record.date and record.game.start != Board.initial()
        and any(node.marks for node in record.game.root.walk())
        and any(node.judgement for node in record.game.root.walk())
        and any(len(node.children) > 1 for node in record.game.root.walk())
    )  # fmt: skip
    record = replace(record, ratings=(1500.0, None), result="-64.00:t", tags=(("Annotator", "Ann"),))
    lost = converted(ggf(record), "txt")[1].keys() | converted("f5", "obf")[1].keys()
    assert PARTS.keys() - lost <= {"the start"}
