from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from game.records.any_format import first_part, parse_game, read_games
from game.records.pgn import pgn
from game.records.record import Record
from game.records.transcript import read_transcript
from game.starts import ALTERNATIVE_BOARD
from tests.game.trees import contents, names
from tests.samples import FINAL_1977

PLAYOK = """[Event "?"]
[Site "PlayOK"]
[Date "2013.05.14"]
[Round "-"]
[Black "ann"]
[White "b\\"ob"]
[Result "37-27"]
[Time "12:03:22"]
[TimeControl "300+2"]
[BlackElo "1500"]
[WhiteElo "1480"]

1. f5 d6 2. c3 d3 3. c4 37-27
"""


def test_a_game_with_tags() -> None:
    assert parse_game(f'[Result "1-0"]\n{FINAL_1977}').result == "+16.00", "the moves say"
    record = parse_game(PLAYOK)
    assert names(record.game.moves) == "f5 d6 c3 d3 c4"
    assert (record.black, record.white, record.result) == ("ann", 'b"ob', "+10.00")
    assert (record.event, record.place, record.round) == ("", "PlayOK", "")
    assert record.date == datetime(2013, 5, 14, 12, 3, 22)
    assert record.ratings == (1500.0, 1480.0)
    assert (record.controls[0].per_game, record.controls[1].increment) == (300.0, 2.0)


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("1-0", "+64.00:r"), ("0-1", "-64.00:r"), ("White won", "-64.00:r"), ("1/2-1/2", "+0.00"),
        ("½-½", "+0.00"), ("13-0", "+64.00"), ("*", "?"), ("27:37", "-10.00"), ("27–37", "-10.00"),
        ("99-1", "?"),
    ],
)  # fmt: skip
def test_results_of_unfinished_games(written: str, result: str) -> None:
    record = parse_game(f'[Result "{written}"]\n1. f5 d6')
    assert record.result == result
    assert parse_game(pgn(record)).result == result
    if " " not in written:
        assert parse_game(f'[Event "x"]\n1. f5 d6 {written} {{so}}').result == result


@pytest.mark.parametrize(
    ("score", "termination", "result", "is_kept"),
    [
        ("0-1", "Time forfeit", "-64.00:t", False), ("1-0", "time forfeit", "+64.00:t", False),
        ("0-1", "abandoned", "-64.00:l", False), ("40-24", "adjudication", "+16.00:s", False),
        ("1-0", "White resigns", "+64.00:r", True), ("*", "abandoned", "?", True),
    ],
)  # fmt: skip
def test_how_a_game_ended(score: str, termination: str, result: str, is_kept: bool) -> None:
    record = parse_game(f'[Result "{score}"]\n[Termination "{termination}"]\n1. f5 d6 {score}')
    assert (record.result, record.tags) == (result, (("Termination", termination),) if is_kept else ())
    text = pgn(record)
    again = parse_game(text)
    assert (again.result, again.tags) == (record.result, record.tags)
    assert ('[Termination "time forfeit"]' in text) == result.endswith("t")


def test_comments_and_variations() -> None:
    record = parse_game(
        '[Event "x"]\n{before} 1. f5 {one} d6! (1... f6 {other} 2. e6 (2. d3 {deep})) (1... {best} f4) '
        "2. c3?! ; to the end of {the line\nd3 $3 *"
    )
    nodes = {names(node.path): node.comment for node in record.game.root.walk()}
    assert nodes == {
        "": "before",
        "f5": "one",
        "f5 d6": "",
        "f5 d6 c3": "to the end of (the line",
        "f5 d6 c3 d3": "",
        "f5 f6": "other",
        "f5 f6 e6": "",
        "f5 f6 d3": "deep",
        "f5 f4": "best",
    }
    assert names(record.game.moves) == "f5 d6 c3 d3"


@pytest.mark.parametrize(
    "moves",
    [
        "1. f5 {so} 1. ... d6 2. c3 2... d3 3. c4",
        "1 f5 1 ... d6 2.c3 2… d3 . . c4",
        "(1) f5 d6 (2) c3 d3 12 {so} c4 17",
        "1. f5! d6?? 2. c3 += d3 -+ 3. c4 ± =",
        "1. f5 +0.35 d6 -0.4/12 2. c3 +3 d3 --++ c4",
        "1. f5 d6 {a {b} 2. c3 d3 c4",
        "1. f5 d6 {a {b} d3} 2. c3 d3 c4",
        "1. f5 } d6 ] 2. c3 [ d3 ) c4",
        "1. f5 ( d6 2. c3 d3 3. c4",
        "1. f5# d6 $14 2. c3 $1 $ d3: c4 @ ~ ^ & < >",
        "1. f5 d6 2. c3 * d3 0-1 c4 1/2-1/2 {so} ",
        "1. f5 d6 ; c3 is no move\n2. c3\n% nor is a1\nd3 # nor h8\nc4",
        "1. f5 [%clk 0:03:00] d6 2. c3 d3 3. c4 [%eval a1]",
        "1. f5, d6; 2. h8\n2. c3 | d3 > c4",
    ],
)
def test_one_stray_sign_does_not_end_a_game(moves: str) -> None:
    record = parse_game(f'[Event "x"]\n\n{moves}')
    assert record.problem is None
    assert names(record.game.main[-1].path) == names(record.game.moves) == "f5 d6 c3 d3 c4"
    again = parse_game(pgn(record)).game
    assert [node.comment for node in again.line] == [node.comment for node in record.game.line]


def test_signs_of_evaluation_are_kept() -> None:
    game = parse_game('[Event "x"]\n1. f5! d6?! 2. c3 $4 d3 $6 c4 += f4 $14 {so} f6 +0.5/3 ! $2 (!? e6)').game
    signs = {
        names([node.move or 0]): (node.marks.get(node.move or 0, ""), node.comment) for node in game.line
    }
    assert list(signs.values())[1:] == [
        ("!", ""), ("?!", ""), ("??", ""), ("?!", ""), ("", "+="), ("", "$14\nso"), ("!", "+0.5/3\n?"),
    ]  # fmt: skip
    again = parse_game(pgn(Record(game))).game
    assert [(node.marks, node.comment) for node in again.root.walk()] == [
        (node.marks, node.comment) for node in game.root.walk()
    ]


def test_remarks_between_games_are_about_the_one_below() -> None:
    text = (
        ';; <Ann // Bob>\n; (R3)\n\n[Event "a"]\n; said\n[Black "b"]\n\n1. f5 d6 ; one, c3\n% two\n2. c3 *\n'
        '; three\n\n; below\n\n[Event "c"]\n\n1. d3 *\n\n; last'
    )
    first, second = (found.record for found in read_games(text.encode()))
    assert [node.comment for node in first.game.line] == [
        "<Ann // Bob>\n(R3)\nsaid", "", "one, c3\ntwo", "three",
    ]  # fmt: skip
    assert [node.comment for node in second.game.line] == ["below", "last"]
    assert (first.event, first.black, second.event) == ("a", "b", "c")


@pytest.mark.parametrize(
    "tags",
    [
        '[Event "x"]\n[Round 3]\n[Black \'Ann [3d]\']\n[ECO]\n[White "Bob"]',
        '[Event "x"]\n[Round “3”]\n[Black "Ann [3d]"]\n[White "Bob]',
        '[Event "x"]\n[Round "3"]\n\n; so\n{and so [Black "c"]}\n[Black "Ann [3d]"]\n[Foo\n[White "Bob"]',
    ],
)
def test_odd_tags_hide_no_others(tags: str) -> None:
    (found,) = read_games(f"{tags}\n\n1. f5 d6 *\n".encode())
    record = found.record
    assert (record.event, record.round, record.black, record.white) == ("x", "3", "Ann [3d]", "Bob")
    assert names(record.game.moves) == "f5 d6"


def test_tags_that_a_record_has_no_fields_for_are_kept() -> None:
    tags = {"Annotator": "Ann", "BlackTeam": "Blue", "ECO": 'a "b" [c]', "TimeControl": "40/7200"}
    record = parse_game("".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + '[Title "?"]\nf5')
    assert dict(record.tags) == tags
    assert parse_game(pgn(record)).tags == record.tags


def test_times_in_comments() -> None:
    moves = (
        "1. f5 {[%clk 0:04:57] so} d6 {[%clk 4:50.5]} 2. c3 {[%emt 0:00:02] [%clk 0:04:57]} "
        "d3 {[%clk 0:05:10]} c4 {[%clk 1:02]}"
    )
    game = parse_game(f'[TimeControl "300+2"]\n{moves}').game
    assert [node.seconds for node in game.line] == [None, 5, 11.5, 2, None, 237]
    assert [node.comment for node in game.line] == ["", "so", "", "", "[%clk 0:05:10]", ""]
    game = parse_game(f'[Event "no clock"]\n{moves}').game
    assert [node.seconds for node in game.line] == [None, None, None, 2, None, 235]
    assert [node.comment for node in game.line][1:3] == ["[%clk 0:04:57] so", "[%clk 4:50.5]"]


@pytest.mark.parametrize("control", ["300+2", "5"])
def test_times_are_written_in_comments(control: str) -> None:
    game = parse_game("f5 {so} d6 c3 {(} d3").game
    for node, seconds in zip(game.line[1:], (7.0, 0.125, 3725.5, None), strict=True):
        node.seconds = seconds
    record = replace(parse_game(f'[TimeControl "{control}"]\nf5'), game=game)
    text = pgn(record)
    assert ("1. f5 {[%clk 0:04:55] [%emt 0:00:07] so}" in text) == (control == "300+2")
    assert "[%emt 0:00:00.125]" in text
    assert "[%emt 1:02:05.5]" in text
    assert contents(parse_game(text).game) == contents(game)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("1. f5 ( 1... d6 2. c3 ) 1... f6 2. e6 f4", "f5 f6 e6 f4|f5 d6 c3"),
        ("f5 (d6 c3 (g5) d3) (f4 c3) f6 e6", "f5 f6 e6|f5 d6 c3 d3|f5 d6 c3 g5|f5 f4 c3"),
        ("f5 (f6 e6) f6 d3", "f5 f6 d3|f5 f6 e6"),
        ("f5 d6 c3 (f5 d6 c4) (f5 f6) (d3 c5) d3 c4", "f5 d6 c3 d3 c4|f5 d6 c3 d3 c5|f5 d6 c4|f5 f6"),
        ("f5 d6 (f6 e6) (f6 d3) c3", "f5 d6 c3|f5 f6 e6|f5 f6 d3"),
    ],
)
def test_the_line_that_a_variation_leaves_comes_first(text: str, paths: str) -> None:
    for header in ("", '[Event "x"]\n\n'):
        game = parse_game(header + text).game
        assert "|".join(names(node.path) for node in game.root.walk() if not node.children) == paths
        assert game.main == game.line


def test_an_illegal_move_ends_only_its_variation() -> None:
    game, problem = read_transcript("f5 d6 (f6 a1 e6 (h8) g5) (f4 c3) c3 a8 d3")
    assert [names(node.path) for node in game.root.walk() if not node.children] == [
        "f5 d6 c3",
        "f5 f6",
        "f5 f4 c3",
    ]
    assert names(game.moves) == "f5 d6 c3"
    assert problem is not None
    assert problem.summary == "ply 3: 'a1' is not a legal move for Black"


def test_other_starts() -> None:
    for start in ("8/8/8/3pp3/3PP3/8/8/8 b - - 0 1", ALTERNATIVE_BOARD.text()):
        record = parse_game(f'[FEN "{start}"]\n1. c3')
        assert (record.game.start, names(record.game.moves)) == (ALTERNATIVE_BOARD, "c3")
    with pytest.raises(ValueError, match="a board has 64 squares"):
        parse_game('[FEN "nothing"]\nf5')
    for text in ('[Black "Ann"]', "Black: Ann\nWhite: Bob", "one thing vs another", "Date: today"):
        with pytest.raises(ValueError, match="there is no game in it"):
            parse_game(text)


@pytest.mark.parametrize(
    "text",
    [
        "Black: Ann (1700)\nWhite: Bob [1650]\nResult: 37-27\nDate: 2020/5/17\n\nf5d6c3",
        "黒：Ann（1700）\n白：Bob（1650）\n日付：2020-05-17\n結果：37-27\nｆ５ｄ６ｃ３",
        "Ann (1700) vs. Bob (1650)\nScore: 37-27\nDate: 2020-05-17\nF5 D6\nC3",
        "Black: Ann (1700)  White: Bob (1650)\nDate: 2020-05-17 Result: 37-27\nf5d6c3",
        "黒: Ann (1700)　白: Bob (1650) 日付: 2020-05-17 結果: 37-27 1. f5 d6 2. c3",
        "\nAnn (1700) 対 Bob (1650)\n1. f5 d6\n2. c3\nResult: 37-27\nDate: 2020.05.17\n",
    ],
)
def test_players_on_lines_of_their_own(text: str) -> None:
    record = parse_game(text)
    assert names(record.game.moves) == "f5 d6 c3"
    assert (record.black, record.white, record.ratings) == ("Ann", "Bob", (1700.0, 1650.0))
    assert (record.result, record.date) == ("+10.00", datetime(2020, 5, 17))


@pytest.mark.parametrize("text", [PLAYOK, "Black: Ann\nWhite: Bob\nf5d6", '[Event "x"]\nf5 ; so\nd6'])
def test_what_is_pasted_on_one_line_is_the_same_game(text: str) -> None:
    line = " ".join(first_part(text).split())
    again, record = parse_game(line), parse_game(text)
    assert again.game.moves == record.game.moves
    assert (again.black, again.result, again.game.node.comment) == (
        record.black,
        record.result,
        record.game.node.comment,
    )


@pytest.mark.parametrize(
    "text",
    [
        *("Ｆ５Ｄ６ｃ３", "f5、d6　c3。", "f5 | d6 | c3", "f5→d6→c3", "B f5 W d6 B c3", "●f5○d6●c3"),
        *("Black: f5, White: d6, Black: c3", "1) f5 2) d6 3) c3", "f5–d6—c3", "1 f5   3 c3\n2 d6"),
        *("1. f5\t3. c3\n2. d6", "f5!! d6?! c3 $4", "+f5-d6+c3 : -04 10"),
    ],
)
def test_ways_to_write_a_game(text: str) -> None:
    assert names(parse_game(text).game.moves) == "f5 d6 c3"
    if text[0] == "+":
        first, second = read_games(f"{text}\n+f5-d6 : +02 1\n".encode())
        assert (len(first.record.game.moves), len(second.record.game.moves)) == (3, 2), "a logbook"
