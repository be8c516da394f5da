import re
from dataclasses import replace
from datetime import datetime

import pytest

from game.board import PASS, Color, Ending, Result, move_name, parse_square, squares
from game.clock import TimeControl
from game.evaluation import Evaluation, Kind
from game.records.ggf import ggf, parse_ggf, parse_ggf_header, played
from game.records.record import Record, parse_result, result_text
from game.records.sgf import sgf
from game.records.transcript import TranscriptError, parse_transcript
from game.tree import Game
from tests.game.trees import contents, names
from tests.samples import FINAL_1977, WHITE_PASSES

STANDARD = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"


def seconds_of(record: Record) -> tuple[float | None, ...]:
    return tuple(node.seconds for node in record.game.line[1:])


@pytest.mark.parametrize("event", ["Cup [A]", "[", "]", "\\", "\\]", "名人戦 [1]", "EV[a]%5D"])
def test_event_names_survive_ggf(event: str) -> None:
    text = ggf(Record(parse_transcript("f5d6"), event=event))
    assert parse_ggf(text).event == parse_ggf_header(text)[0].event == event


def test_the_most_reliable_evaluation_is_written() -> None:
    game = parse_transcript("f5d6c3")
    game.line[1].note(Evaluation(2.25, 12, Kind.ESTIMATE))
    game.line[2].note(Evaluation(1.0, 12, Kind.ESTIMATE))
    game.line[2].note(Evaluation(-6.0, 20, Kind.EXACT))
    game.line[3].note(Evaluation(-0.001, 3, Kind.ESTIMATE))
    for node, seconds in zip(game.line[1:], (3.5, None, 0.25), strict=True):
        node.seconds = seconds
    assert "B[F5/2.25/3.50]W[D6/6.00]B[C3/0.00/0.25]CO[" in ggf(Record(game))


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


def test_a_header_is_read_without_replaying() -> None:
    record, moves = parse_ggf_header("(;DT[2026-01-02]PB[x]RE[-2]B[f5]W[a1 is illegal]B[PA]W[pass//1]B[?];)")
    assert (record.black, record.result, record.date) == ("x", "-2", datetime(2026, 1, 2))
    assert (record.game.moves, moves) == ((), (parse_square("f5"),))
    assert str(record.problem) == "'a1 is illegal' is not a move"
    with pytest.raises(ValueError, match="there is no GGF game"):
        parse_ggf_header("f5d6")


def test_ggf_is_written_like_nboard() -> None:
    game = parse_transcript(FINAL_1977)
    control = TimeControl(per_game=300)
    text = ggf(Record(game, "a]b", "two\nlines", controls=(control, control), place="NBoard"))
    assert text.startswith(
        f"(;GM[Othello]PC[NBoard]PB[a)b]PW[two lines]RE[?]TI[5:00]TY[8]{STANDARD}B[F5]W[F6]"
    )
    assert text.endswith("B[A8]W[PA]B[H1];)")
    assert re.findall(r"([BW])\[[A-H]", text) == ["BW"[n % 2] for n in range(59)] + ["B"]


def test_a_record_can_be_continued() -> None:
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


# Data beyond the GGF tags


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


def test_the_tree_is_stored_in_a_comment_after_the_moves() -> None:
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


def test_no_tree_is_written_for_a_plain_game() -> None:
    tags = (("Annotator", "Ann [1]"), ("ECO", "a:b"))
    record = Record(parse_transcript(FINAL_1977), event="Cup [A]", round="3", tags=tags, result="+16.00")
    text = ggf(record)
    assert len(text) < len(ggf(replace(record, event="", round="", tags=()))) + 120
    again = parse_ggf(text)
    assert (again.event, again.round, again.tags) == (record.event, record.round, tags)


def test_a_game_lost_on_time_ends_at_that_position() -> None:
    game = parse_transcript("f5d6c3")
    game.go_to(1)
    game.lose_on_time(Color.WHITE)
    text = ggf(Record(game, result="+64.00:t"))
    assert "B[F5]CO[" in text
    again = parse_ggf(text).game
    assert (again.node.ply, names(again.moves)) == (1, "f5 d6 c3")


def test_january_1_is_written_as_a_year() -> None:
    assert parse_ggf("(;DT[945277754];)").date == datetime.fromtimestamp(945277754), "seconds of Unix"
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
