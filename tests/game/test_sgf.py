import time
from random import Random

import pytest

from game.board import PASS, parse_square, squares
from game.records.any_format import parse_game, read_game, read_games
from game.records.pgn import pgn
from game.records.record import Record
from game.records.sgf import read_sgf, sgf
from game.records.transcript import parse_transcript
from game.starts import ALTERNATIVE_BOARD
from game.tree import Game


def test_properties_of_other_programs_are_kept() -> None:
    record = read_sgf(
        "(;GM[2]AN[Ann]SO[book]ON[Tiger]BT[B]WT[W]US[Me[3d]]EV[Cup]GN[one]GC[on the game]"
        ";B[f5]TE[1]N[good];W[d6]BM[2]DM[1];B[c3]DO[]HO[1];W[d3]IT[]GB[2];B[c4]TE[2]UC[1];W[f4]BM[1]GW[1]"
        "JUDGE[1.0/0.0/20/100/~///])"
    ).whole()
    text = sgf(record)
    assert "AN[Ann]BT[B]ON[Tiger]SO[book]US[Me[3d\\]]WT[W]TAG[GameName:one]" in text
    assert "W[d6]C[=]BM[2]" in text
    again = parse_game(pgn(record)).game
    assert [(node.marks, node.comment) for node in again.line] == [
        (node.marks, node.comment) for node in record.game.line
    ]


def test_sgf_is_written_for_other_programs() -> None:
    game = parse_transcript("f5d6")
    game.comment(game.node, "so]")
    game.add(game.line[1], parse_square("f4"))
    assert sgf(Record(game, "Ann", "two\nlines", result="+2.00")) == (
        "(;FF[4]CA[UTF-8]GM[2]SZ[8]PB[Ann]PW[two lines]RE[B+2]AB[e4][d5]AW[d4][e5]PL[B]"
        ";B[f5](;W[d6]C[so\\]])(;W[f4]))"
    )
    assert "AB[d5][e5]AW[d4][e4]PL[B]" in sgf(Record(Game(ALTERNATIVE_BOARD)))


@pytest.mark.parametrize(
    ("charset", "said"),
    [("UTF-8", "é日"), ("ISO-8859-1", "é"), ("Shift_JIS", "黒"), ("windows-1252", "“é”"), ("gb2312", "白")],
)
def test_the_declared_charset_is_used(charset: str, said: str) -> None:
    assert read_game(f"(;GM[2]FF[4]CA[{charset}]PB[{said}];B[f5])".encode(charset)).black == said
    for unknown in ("", "CA[utf-16]", "CA[idna]", "CA[zip]", "CA[nothing]"):
        assert read_game(f"(;{unknown}GM[2]PB[é];B[f5])".encode()).black == "é"
    assert read_game("(;GM[2]PB[é];B[f5])".encode("latin-1")).black == "é"


def test_deep_trees_survive_sgf() -> None:
    rng, game = Random(1), Game()
    while not game.board.is_over():
        for _ in range(3):
            game.node.add(rng.choice(list(squares(game.board.legal_moves())) or [PASS]))
        game.visit(game.node.children[-1])
    text = sgf(Record(game))
    again = read_sgf(text).whole().game
    assert [node.path for node in again.root.walk()] == [node.path for node in game.root.walk()]
    games = read_games(text.encode() * 500)  # read lazily
    began = time.process_time()
    assert [next(games).number for _ in range(3)] == [1, 2, 3]
    assert time.process_time() - began < 5
