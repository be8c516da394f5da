from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

import pytest

from game.board import PASS, Board, Color, Ending, Result, move_name, parse_square, squares
from game.clock import TimeControl
from game.evaluation import Evaluation, Kind
from game.records.ggf import ggf, parse_ggf, parse_ggf_header, played, read_ggf
from game.records.record import Record, parse_result, result_text
from game.records.sgf import sgf
from game.records.transcript import TranscriptError, parse_transcript
from game.tree import Game
from tests.game.trees import contents, names
from tests.samples import FINAL_1977, WHITE_PASSES

# As the archive of GGS has it: line breaks between tags, and what a move was thought to be worth.
FROM_GGS = """1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Saio1200]PW[Saio3000]RB[2196.37]
RW[2200.35]TI[05:00//02:00]TY[8]RE[+0.000]
BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
B[d3//0.01]W[c5/2.39/12.5]B[f6/-1.5]W[F5];)
"""
STANDARD = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"


def seconds_of(record: Record) -> tuple[float | None, ...]:
    return tuple(node.seconds for node in record.game.line[1:])


def start_tag(board: Board) -> str:
    return f"BO[8 {board.text().replace('X', '*')}]"


@pytest.mark.parametrize("event", ["Cup [A]", "[", "]", "\\", "\\]", "名人戦 [1]", "EV[a]%5D"])
def test_lists_have_the_whole_event(event: str) -> None:
    text = ggf(Record(parse_transcript("f5d6"), event=event))
    assert parse_ggf(text).event == parse_ggf_header(text)[0].event == event


def test_a_game_of_ggs() -> None:
    record = parse_ggf(FROM_GGS)
    assert names(record.game.moves) == "d3 c5 f6 f5"
    assert record.game.node.ply == 4
    assert (record.black, record.white, record.result) == ("Saio1200", "Saio3000", "+0.000")
    assert record.controls == (TimeControl(per_game=300), TimeControl(per_game=300))
    assert seconds_of(record) == (0.01, 12.5, None, None)
    assert (record.date, record.place) == (datetime(2003, 12, 15, 12, 33, 18), "GGS/os")


def test_what_a_move_is_worth_to_the_side_that_makes_it() -> None:
    game = parse_ggf("(;B[f5/1.5/3]W[d6/-2]B[c3/x/1]W[d3/65]B[c4//1]W[f4/nan];)").game
    scores = [node.evaluation.score if node.evaluation else None for node in game.line]
    assert scores == [None, 1.5, 2.0, None, None, None, None]
    assert game.line[1].evaluations == {Kind.ESTIMATE: Evaluation(1.5, 0, Kind.ESTIMATE)}


def test_the_surest_evaluation_of_a_move_is_written() -> None:
    game = parse_transcript("f5d6c3")
    game.line[1].note(Evaluation(2.25, 12, Kind.ESTIMATE))
    game.line[2].note(Evaluation(1.0, 12, Kind.ESTIMATE))
    game.line[2].note(Evaluation(-6.0, 20, Kind.EXACT))
    game.line[3].note(Evaluation(-0.001, 3, Kind.ESTIMATE))
    for node, seconds in zip(game.line[1:], (3.5, None, 0.25), strict=True):
        node.seconds = seconds
    assert "B[F5/2.25/3.50]W[D6/6.00]B[C3/0.00/0.25]CO[" in ggf(Record(game))


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2014-02-21 20:52:27 GMT", datetime(2014, 2, 21, 20, 52, 27)),
        ("2026-11-21 17:46:59.012345", datetime(2026, 11, 21, 17, 46, 59, 12345)),
        ("2026-11-21T17:46", datetime(2026, 11, 21, 17, 46)),
        (" 1999.12.15 ", datetime(1999, 12, 15)),
        ("945277754", datetime.fromtimestamp(945277754)),
        ("2026-13-21", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_dates(text: str, date: datetime | None) -> None:
    assert parse_ggf(f"(;DT[{text}];)").date == date


@pytest.mark.parametrize(
    ("text", "result", "others"),
    [
        ("+24.00", Result(44, 20, Color.BLACK), ["24", "+24.000"]),
        ("-10.00", Result(27, 37, Color.WHITE), ["-10.000"]),
        ("-64.00:t", Result(0, 64, Color.WHITE, Ending.TIME), []),
        ("-64.00:r", Result(0, 64, Color.WHITE, Ending.UNCOUNTED), []),
        ("+64.00:t", Result(64, 0, Color.BLACK, Ending.TIME), []),
        ("+0.00", Result(32, 32, None), ["0"]),
        ("?", None, ["65", "won"]),
    ],
)
def test_results_are_blacks_lead(text: str, result: Result | None, others: list[str]) -> None:
    assert [parse_result(each) for each in (text, *others)] == [result] * (1 + len(others))
    assert result_text(result) == text
    assert result_text(Result(40, 10, Color.WHITE, Ending.TIME)) == "-64.00:t", "whatever the discs say"


@pytest.mark.parametrize(
    ("written", "name"),
    [("a\x00b", "ab"), (" a\n b ", "a b"), ("\u202e", ""), ("a\ud800", "a"), ("x" * 500, "x" * 100)],
)
def test_of_a_name_that_is_read_what_can_be_written(written: str, name: str) -> None:
    record = parse_ggf(f"(;GM[Othello]PB[{written}]PW[W]{STANDARD};)")
    assert (record.black, record.white) == (name, "W")


def test_a_header_is_read_without_its_moves() -> None:
    record, moves = parse_ggf_header("(;DT[2026-01-02]PB[x]RE[-2]B[f5]W[a1 is illegal]B[PA]W[pass//1]B[?];)")
    assert (record.black, record.result, record.date) == ("x", "-2", datetime(2026, 1, 2))
    assert (record.game.moves, moves) == ((), (parse_square("f5"),))
    assert str(record.problem) == "'a1 is illegal' is not a move"
    with pytest.raises(ValueError, match="there is no GGF game"):
        parse_ggf_header("f5d6")


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[Othello]" + STANDARD + "B[d3]W[c5];)",
        "(;gm[x]GM[othello]B[d3]W[c5]" + STANDARD + ";)",
        "(;B[d3]W[c5])",
        "noise ( ; [x] (;B[d3]W[c5];) noise",
        "(;B[d3]W[c5];)(;B[f5]W[f6]B[e6];)",
        "( (;\r\n GM [Othello]\t" + STANDARD.replace(" -", "\n-") + "\nB[ d3 ] W[C5/]\n;)",
        "(;" + STANDARD.replace(" ", "").replace("*", "X") + "B[D3xy]W[c5//]ZZ[(;;)]KM[1.5]CO[;)];)",
        "(;GM[Reversi];B[d3];W[c5];)",
        "(;US[Town[3d]]PB[a [b] c]PW[d [e]B[d3] ] , 5 W[c5][x];)",
    ],
)
def test_ways_to_write_a_game(text: str) -> None:
    record = parse_ggf(text)
    assert record.game.start == Board.initial()
    assert names(record.game.moves) == "d3 c5"
    assert seconds_of(record) == (None, None)


@pytest.mark.parametrize("written", ["B[PA]", "B[pa//0.38]", "W[pass]", "W[PASS]", "B[P]", "B[--]", ""])
def test_passes_are_explicit_or_missing(written: str) -> None:
    board = WHITE_PASSES
    move = next(squares(board.play(PASS).legal_moves()))
    record = parse_ggf(f"(;{start_tag(board)}{written}B[{move_name(move)}//2];)")
    assert record.game.start == board
    assert record.game.moves == (PASS, move)
    assert seconds_of(record) == (0.38 if "0.38" in written else None, 2.0)


@pytest.mark.parametrize(
    ("tags", "black", "white"),
    [
        *((tag, TimeControl(), TimeControl()) for tag in ("", "TI[]", "TI[0]")),
        ("TI[90]", TimeControl(None, 90), TimeControl(None, 90)),
        ("TI[5:00]", TimeControl(None, 300), TimeControl(None, 300)),
        ("TI[15:00//02:00]", TimeControl(None, 900), TimeControl(None, 900)),
        ("TI[01:00:30/0:12,5/2:00,N]", TimeControl(None, 3630, 12), TimeControl(None, 3630, 12)),
        ("TI[1.02:03:04.5]", TimeControl(None, 93784.5), TimeControl(None, 93784.5)),
        ("TI[0/10]", TimeControl(None, 10, 10), TimeControl(None, 10, 10)),
        ("TI[1:00]TW[2:00/0:01]", TimeControl(None, 60), TimeControl(None, 120, 1)),
        ("TW[2:00/0:01]TB[1:00]", TimeControl(None, 60), TimeControl(None, 120, 1)),
    ],
)
def test_clocks(tags: str, black: TimeControl, white: TimeControl) -> None:
    assert parse_ggf(f"(;{tags};)").controls == (black, white)


@pytest.mark.parametrize("time", ["", "soon", "nan", "-1", "inf", "1 s"])
def test_a_time_that_is_no_number_of_seconds_is_not_known(time: str) -> None:
    assert seconds_of(parse_ggf(f"(;B[f5/1.5/{time}]W[d6//1.0E-4];)")) == (None, 0.0001)


def test_it_is_written_as_nboard_does() -> None:
    game = parse_transcript(FINAL_1977)
    control = TimeControl(per_game=300)
    text = ggf(Record(game, "a]b", "two\nlines", controls=(control, control), place="NBoard"))
    assert text.startswith(
        f"(;GM[Othello]PC[NBoard]PB[a)b]PW[two lines]RE[?]TI[5:00]TY[8]{STANDARD}B[F5]W[F6]"
    )
    assert text.endswith("B[A8]W[PA]B[H1];)")
    assert re.findall(r"([BW])\[[A-H]", text) == ["BW"[n % 2] for n in range(59)] + ["B"]


def test_a_record_can_be_played_on() -> None:
    record = parse_ggf("(;PB[x]B[f5//3];)")
    after = played(played(record, "D6/1.20/3.4"), "c3")
    assert (names(after.game.moves), seconds_of(after), after.black) == ("f5 d6 c3", (3.0, 3.4, None), "x")
    assert names(record.game.moves) == "f5"
    with pytest.raises(TranscriptError, match="ply 4: 'a1' is not a legal move for White"):
        played(after, "a1/2/3")
    assert names(after.game.moves) == "f5 d6 c3"
    move = next(squares(WHITE_PASSES.play(PASS).legal_moves()))
    after = played(Record(Game(WHITE_PASSES)), move_name(move) + "//1.5")
    assert (after.game.moves, seconds_of(after)) == ((PASS, move), (None, 1.5)), "a pass may be left out"


# What GGF has no words for


def whole_record() -> Record:
    game = parse_transcript("f5d6c3")
    tried = game.line[1]
    for move in ("f4", "c3"):
        tried = game.add(tried, parse_square(move))
    game.visit(tried)
    game.comment(game.node, "a ]; comment")
    game.node.note(Evaluation(-1.5, 12, Kind.ESTIMATE, 87))
    game.visit(game.node_at(map(parse_square, ("f5", "d6", "c3"))))
    return Record(game, "Ann", "Bob", "+2.000:r", (TimeControl(per_game=61.25), TimeControl(per_move=None)))


def test_the_tree_follows_the_moves_as_a_comment_others_skip() -> None:
    text = ggf(whole_record())
    moves, _, tree = text.partition("CO[tree=")
    assert moves.endswith("B[F5]W[D6]B[C3]")
    assert re.fullmatch(r"[^\s;()\[\]]+\];\)", tree), "no sign in it means anything in GGF"
    again = parse_ggf(text)
    assert contents(again.game) == contents(whole_record().game)
    assert (again.result, again.controls) == (whole_record().result, whole_record().controls)
    assert len(parse_ggf_header(text)[1]) == 3
    game = parse_ggf(text.replace("B[C3]", "B[C4//2.5]W[D3]")).game
    ends = [names(node.path) for node in game.root.walk() if not node.children]
    assert ends == ["f5 d6 c4 d3", "f5 d6 c3", "f5 f4 c3"], "what the tags say is the main line"
    assert game.main == game.line


def test_without_variations_comments_and_marks_no_tree_follows() -> None:
    tags = (("Annotator", "Ann [1]"), ("ECO", "a:b"))
    record = Record(parse_transcript(FINAL_1977), event="Cup [A]", round="3", tags=tags, result="+16.00")
    text = ggf(record)
    assert len(text) < len(ggf(replace(record, event="", round="", tags=()))) + 120
    again = parse_ggf(text)
    assert (again.event, again.round, again.tags) == (record.event, record.round, tags)
    assert parse_ggf("(;B[f5]CO[heading=%5D];)").game.root.comment == "heading=%5D"


@pytest.mark.parametrize("rest", ["", "W[c5", " x W[c5];)", ";"])
def test_the_moves_before_a_damage_are_kept(rest: str) -> None:
    record = read_ggf(f"(;B[d3]{rest}")
    assert names(record.game.moves) == "d3"
    assert "a GGF game goes on with a tag or ends with ;)" in str(record.problem)


@pytest.mark.parametrize(
    "tree", ["no tree", "%28%3BGM%5B2%5D%3BB%5Ba1%5D%29", "%28%3BGM%5B2%5DPL%5BW%5D%29", ""]
)
def test_a_tree_that_cannot_be_read_is_a_comment(tree: str) -> None:
    record = parse_ggf(f"(;B[f5]CO[tree={tree}];)")
    assert (names(record.game.moves), record.game.root.comment) == ("f5", f"tree={tree}")


def test_comments_of_others_belong_to_the_move_before_them() -> None:
    game = parse_ggf("(;CO[the game]B[f5]CO[ good ]CO[very]W[d6];)").game
    assert [node.comment for node in game.line] == ["the game", "good\nvery", ""]


def test_a_game_lost_on_time_ends_there_whatever_was_played_before() -> None:
    game = parse_transcript("f5d6c3")
    game.go_to(1)
    game.lose_on_time(Color.WHITE)
    text = ggf(Record(game, result="+64.00:t"))
    assert "B[F5]CO[" in text
    again = parse_ggf(text).game
    assert (again.node.ply, names(again.moves)) == (1, "f5 d6 c3")


def test_ratings_and_the_moves_before_an_illegal_one() -> None:
    record = read_ggf("(;RB[2196.37]RW[0]B[f5]W[a1]B[c3];)")
    assert record.ratings == (2196.37, 0.0)
    assert parse_ggf(ggf(replace(record, problem=None))).ratings == record.ratings
    assert names(record.game.moves) == "f5"
    assert str(record.problem).startswith("ply 2: 'a1' is not a legal move for White")


@pytest.mark.parametrize(("match", "is_said"), [("8a", True), ("s8ka", True), ("8", False), ("s8r18", False)])
def test_anti_othello_is_told_from_othello(match: str, is_said: bool) -> None:
    record = read_ggf(f"(;GM[Othello]TY[{match}]B[f5]W[d6];)")
    assert len(record.game.moves) == 2
    assert ("anti-Othello" in str(record.problem)) is is_said


def test_of_a_year_only_the_year_is_written() -> None:
    for date, written in (
        (datetime(2025, 1, 1), "2025"),
        (datetime(2025, 3, 1), "2025-03-01"),
        (datetime(2025, 1, 1, 9), "2025-01-01 09:00:00"),
    ):
        text = ggf(Record(date=date))
        assert f"DT[{written}]" in text
        assert parse_ggf(text).date == date
        assert f"DT[{written}]" in sgf(Record(date=date))
    assert "DT[2025]" in sgf(Record(date=datetime(2025, 1, 1, microsecond=254)))
