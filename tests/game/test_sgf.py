from __future__ import annotations

import time
from datetime import datetime
from random import Random

import pytest

from game.board import PASS, Board, Color, parse_square, squares
from game.evaluation import Evaluation, Kind
from game.records.any_format import parse_game, read_game, read_games
from game.records.ggf import ggf
from game.records.pgn import pgn
from game.records.record import Record
from game.records.sgf import read_sgf, sgf
from game.records.transcript import TranscriptError, parse_transcript
from game.starts import ALTERNATIVE_BOARD
from game.tree import Game, Shape
from tests.game.trees import names
from tests.samples import FINAL_1977, WHITE_PASSES

# As two programs write it: the first move in the root, or the start by its discs and no passes.
ROOT_MOVE = "(;GM[2]FF[4]SZ[8]PB[Ann]PW[Bob]RE[B+16]B[f5];W[d6];B[c3];)"
DISCS = """(;FF[4]GM[2]SZ[8]AP[x:1]PB[Jacobs Carol]PW[Ilagan Rey]EV[World Championship]DT[1977]RE[W+4]
AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6];B[c3])"""


def moves(text: str) -> str:
    return names(read_sgf(text).whole().game.moves)


@pytest.mark.parametrize(
    "text",
    [
        ROOT_MOVE,
        DISCS,
        "( ;\n GM [2]\n;B[F5] ; W [D6]\n;B[C3]\n)",
        "(;GM[2];B[fe];W[df];B[cc])",
        "(;GameMode[2];Black[f5];White[d6];Black[c3])",
        "(;GM[2];W[f5];B[d6];W[c3])",
        "(;GM[2];B[f5]W[d6]B[c3])",
        "noise (;GM[2](;B[f5];W[d6];B[c3])(;B[d3]))",
        "(;GM[2];B[f5];W[d6];B[c3]",
        "(;GM[Reversi];B[f5];W[d6];B[c3])",
        "(;GM[2]US[Town[3d]]C[see [x] now]EV[a [b [c]]];B[f5];W[d6];B[c3])",
        "(;GM[2]PB[Ann [3d]PW[Bob [];B[f5]LB[a1:[][b2:]];W[d6];B[c3])",
        "(;GM[2]C[a smile :] ];B[f5] = ;W[d6]] 5 AB ;;B[c3])",
        "(;GM[2];B[f5]);W[d6];B[c3])",
    ],
)
def test_ways_to_write_a_game(text: str) -> None:
    assert moves(text) == "f5 d6 c3"
    assert names(parse_game(text).game.moves) == "f5 d6 c3"


def test_what_is_told_of_a_game() -> None:
    record = read_sgf(DISCS).whole()
    assert (record.black, record.white, record.event) == ("Jacobs Carol", "Ilagan Rey", "World Championship")
    assert (record.date, record.result) == (datetime(1977, 1, 1), "-4.00")
    record = read_sgf(
        "(;GM[2]BR[1700]WR[6d]RO[3 (final)]PC[Tokyo]TM[300]OT[2 fischer]DT[2020-05-17])"
    ).whole()
    assert (record.ratings, record.round, record.place) == ((1700.0, 6.0), "3 (final)", "Tokyo")
    assert (record.controls[0].per_game, record.controls[1].increment) == (300.0, 2.0)
    assert record.date == datetime(2020, 5, 17)


@pytest.mark.parametrize("written", ["", " ", "tt", "PA", "pa", "pass", "--"])
def test_ways_to_write_a_pass(written: str) -> None:
    move = names([next(squares(WHITE_PASSES.play(PASS).legal_moves()))])
    start = sgf(Record(Game(WHITE_PASSES))).removesuffix(")")
    for text in (f"{start};W[{written}];B[{move}])", f"{start};B[{move}])"):
        assert moves(text) == f"pass {move}"


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("B+16", "+16.00"), ("W+4", "-4.00"), ("b + 2.5", "+2.50"), ("0", "+0.00"), ("Draw", "+0.00"),
        ("W+R", "-64.00:r"), ("B+Time", "+64.00:t"), ("B+F", "+64.00:l"), ("40-24", "+16.00"), ("?", "?"),
        ("Void", "?"), ("B+", "+64.00:r"), ("0-1", "-64.00:r"), ("", "?"),
    ],
)  # fmt: skip
def test_results(written: str, result: str) -> None:
    record = read_sgf(f"(;GM[2]RE[{written}];B[f5])").whole()
    assert record.result == result
    assert read_sgf(sgf(record)).whole().result == result


def test_the_result_of_a_finished_game_is_that_of_its_moves() -> None:
    whole = sgf(Record(parse_transcript(FINAL_1977), result="+16.00"))
    assert "RE[B+16]" in whole
    assert read_sgf(whole.replace("B+16", "B+24")).whole().result == "+16.00"
    assert read_sgf(whole.replace("B+16", "W+T")).whole().result == "-64.00:t", (
        "how it ended is not in the moves"
    )


@pytest.mark.parametrize(
    ("setup", "board"),
    [
        ("", Board.initial()),
        ("PL[W]", Board(Board.initial().black, Board.initial().white, Color.WHITE)),
        ("AB[d5][e5]AW[d4][e4]PL[B]", Board.from_text("-" * 27 + "OO" + "-" * 6 + "XX" + "-" * 27 + "X")),
        ("AW[a1:h1]AB[a2:b3]PL[w]", Board.from_text("O" * 8 + ("XX" + "-" * 6) * 2 + "-" * 40 + "O")),
        ("AW[aa:ha]AB[ab:bc]PL[2]", Board.from_text("O" * 8 + ("XX" + "-" * 6) * 2 + "-" * 40 + "O")),
    ],
)
def test_starts(setup: str, board: Board) -> None:
    assert read_sgf(f"(;GM[2]{setup})").whole().game.start == board


def test_who_begins_a_start_that_does_not_say_it_is_who_moves_first() -> None:
    discs = "AB[e4][d5]AW[d4][e5]"
    assert read_sgf(f"(;GM[2]{discs};W[f4])").whole().game.start.turn is Color.WHITE
    assert read_sgf(f"(;GM[2]{discs};B[f5])").whole().game.start.turn is Color.BLACK


def test_variations_comments_marks_and_values() -> None:
    record = read_sgf(
        "(;GM[2]C[a \\[start\\]\r\nof two\\\n lines];B[f5]C[one](;W[d6]CR[a1][b2]MA[cc]LB[d4:A][d5:x\\:y]"
        ";B[c3]V[-2.5])(;W[f6]N[not used]TR[h8]SQ[zz];B[e6])(;W[f4]TIME[3.25]EVAL[exact:-4:20:100]V[9]))"
    ).whole()
    root = record.game.root
    assert [names(node.path) for node in root.walk() if not node.children] == [
        "f5 d6 c3",
        "f5 f6 e6",
        "f5 f4",
    ]
    assert names(record.game.moves) == "f5 d6 c3"
    assert (root.comment, root.children[0].comment) == ("a [start]\nof two lines", "one")
    main, second, third = root.children[0].children
    assert main.marks == {0: Shape.CIRCLE, 9: Shape.CIRCLE, 18: Shape.CROSS, 27: "A", 35: "x:y"}
    assert second.marks == {63: Shape.TRIANGLE}, "what is not on the board is no mark"
    assert main.children[0].evaluation == Evaluation(-2.5, 0, Kind.ESTIMATE)
    assert third.evaluations == {Kind.EXACT: Evaluation(-4, 20, Kind.EXACT)}
    assert third.seconds == 3.25


def test_what_other_programs_note_is_kept() -> None:
    record = read_sgf(
        "(;GM[2]AN[Ann]SO[book]ON[Tiger]BT[B]WT[W]US[Me[3d]]EV[Cup]GN[one]GC[on the game]"
        ";B[f5]TE[1]N[good];W[d6]BM[2]DM[1];B[c3]DO[]HO[1];W[d3]IT[]GB[2];B[c4]TE[2]UC[1];W[f4]BM[1]GW[1]"
        "JUDGE[1.0/0.0/20/100/~///])"
    ).whole()
    assert record.tags == (
        ("Annotator", "Ann"), ("BlackTeam", "B"), ("GameName", "one"), ("Opening", "Tiger"),
        ("Source", "book"), ("User", "Me[3d]"), ("WhiteTeam", "W"),
    )  # fmt: skip
    line = record.game.line
    assert [node.marks.get(node.move or 0, "") for node in line] == ["", "!", "??", "?!", "!?", "!!", ""]
    assert [node.comment for node in line] == ["on the game", "good", "=", "★", "● +", "∞", "○ +"]
    text = sgf(record)
    assert "AN[Ann]BT[B]ON[Tiger]SO[book]US[Me[3d\\]]WT[W]TAG[GameName:one]" in text
    assert "W[d6]C[=]BM[2]" in text
    for again in (read_sgf(text), parse_game(ggf(record)), parse_game(pgn(record))):
        assert again.tags == record.tags
        assert [(node.marks, node.comment) for node in again.game.line] == [
            (node.marks, node.comment) for node in line
        ]


def test_it_is_written_as_others_read_it() -> None:
    game = parse_transcript("f5d6")
    game.comment(game.node, "so]")
    game.add(game.line[1], parse_square("f4"))
    assert sgf(Record(game, "Ann", "two\nlines", result="+2.00")) == (
        "(;FF[4]CA[UTF-8]GM[2]SZ[8]PB[Ann]PW[two lines]RE[B+2]AB[e4][d5]AW[d4][e5]PL[B]"
        ";B[f5](;W[d6]C[so\\]])(;W[f4]))"
    )
    assert "AB[d5][e5]AW[d4][e4]PL[B]" in sgf(Record(Game(ALTERNATIVE_BOARD)))


def test_what_comes_before_an_illegal_move_is_kept_in_every_variation() -> None:
    record = read_sgf("(;GM[2];B[f5](;W[d6];B[a1];W[c5](;B[c4]))(;W[f4];B[c3])(;W[h8]))")
    assert [names(node.path) for node in record.game.root.walk() if not node.children] == [
        "f5 d6",
        "f5 f4 c3",
    ]
    assert isinstance(record.problem, TranscriptError)


@pytest.mark.parametrize(
    ("charset", "said"),
    [("UTF-8", "é日"), ("ISO-8859-1", "é"), ("Shift_JIS", "黒"), ("windows-1252", "“é”"), ("gb2312", "白")],
)
def test_the_character_set_is_that_of_the_game(charset: str, said: str) -> None:
    assert read_game(f"(;GM[2]FF[4]CA[{charset}]PB[{said}];B[f5])".encode(charset)).black == said
    for unknown in ("", "CA[utf-16]", "CA[idna]", "CA[zip]", "CA[nothing]"):
        assert read_game(f"(;{unknown}GM[2]PB[é];B[f5])".encode()).black == "é"
    assert read_game("(;GM[2]PB[é];B[f5])".encode("latin-1")).black == "é"


def test_a_deep_tree_is_no_trouble() -> None:
    rng, game = Random(1), Game()
    while not game.board.is_over():
        for _ in range(3):
            game.node.add(rng.choice(list(squares(game.board.legal_moves())) or [PASS]))
        game.visit(game.node.children[-1])
    text = sgf(Record(game))
    again = read_sgf(text).whole().game
    assert [node.path for node in again.root.walk()] == [node.path for node in game.root.walk()]
    games = read_games(text.encode() * 500)  # read as far as it is asked for
    began = time.process_time()
    assert [next(games).number for _ in range(3)] == [1, 2, 3]
    assert time.process_time() - began < 5
