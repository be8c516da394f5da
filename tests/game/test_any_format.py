import re
from itertools import product
from pathlib import Path

import pytest

from game.board import Board, Color, MissingSide, move_name
from game.records.any_format import (
    count_games,
    first_part,
    is_typed,
    lacks_side,
    parse_game,
    read_game,
    read_games,
    read_names,
    read_problems,
    with_side,
)
from game.records.record import Record
from game.records.sgf_text import is_sgf
from game.records.transcript import TranscriptError, parse_transcript
from game.records.wthor import TOURNAMENT_SIZE, Names
from tests import samples
from tests.game.trees import check_time
from tests.quick import quick
from tests.samples import FINAL_1977
from tests.wthor_files import archive, names_file, record

START, AFTER_F5 = samples.START.text(), samples.AFTER_F5.text()


def names(record: Record) -> str:
    return "".join(map(move_name, record.game.moves))


SEVERAL = {
    "GGF": ("x (;PB[a]B[f5];)\n\n(;PB[b (;]B[f5]W[d6];) (;B[f5]W[d6]B[c3];)", "f5d6"),
    "own starts": (f"{START};f5\n{START};f5d6\n{START};f5d6c3", "f5d6"),
    "transcripts": ("f5\nf5d6\nf5d6c3", "f5d6"),
    "OBF": (f"% three\n{START};\n{AFTER_F5}; D6:+2; % two\n\n{START}", AFTER_F5),
    "boards": (f"{START}\n{AFTER_F5}\n{START}", AFTER_F5),
}


@pytest.mark.parametrize(("text", "second"), SEVERAL.values(), ids=SEVERAL)
def test_each_of_several_games_can_be_read(text: str, second: str) -> None:
    first = parse_game(text).game.board
    assert parse_game(text, 2).game.board == parse_game(second).game.board != first
    assert parse_game(first_part(text)).game.board == first
    parse_game(text, 3)
    found = [each.record.game.moves for each in read_games(text.encode())]
    assert found == [parse_game(text, number).game.moves for number in (1, 2, 3)]
    assert count_games(text.encode()) == 3


@pytest.mark.parametrize(
    "around",
    [
        *("{}", "{} Anna", "{} 12", "{} +4", "{} # x, see f5", "{}, 4", "{};Ann;+4", "{} # 黒", "{} (;-)"),
        *("{} (Anna) 37-27 A.", "1 {}", "1,{}", "12345 {} -4", "#1 {}", "1. {}", '7,"{}",Ann', "a) {}"),
        *("Ann - Bob: {}", "Team 4e, {}", "Ann vs Bob: {}", "Ann vs Bob {} +4", "Date: 2020-01-02, {}"),
        *("({})", "( {} )", "（{}）", "(({}))", "({}) Anna", "{})", "1. ({}), +4"),
        *("黒木 {}", "「{}」", '"{}"', "record={}", "{} Pascal", "{} Paula +2"),
    ],
)
@pytest.mark.parametrize("heading", ["", "game,moves\n", "# moves f5\n", "Games of 2026\n\n"])
def test_each_line_with_moves_is_a_game(around: str, heading: str) -> None:
    games = ("f5d6c3d3c4f4c5b3c2e3", "f5d6", "f5f6e6f4")
    text = heading + "\n".join(map(around.format, games)) + "\n"
    found = list(read_games(text.encode()))
    assert [(names(one.record), one.problem) for one in found] == [(game, "") for game in games]


@pytest.mark.parametrize("end", ["", ";", " ; D6:+2;", " % a comment", "\n"])
def test_a_missing_side_to_move_is_reported(end: str) -> None:
    squares = AFTER_F5[:64]
    for text in (squares + end, "\n".join(re.findall(".{8}", squares)) + end):
        assert lacks_side(text)
        with pytest.raises(MissingSide, match=re.escape("write X (Black) or O (White) after the 64 squares")):
            parse_game(text)
        told = with_side(text, Color.WHITE)
        assert not lacks_side(told)
        assert parse_game(told).game.board == Board.from_text(AFTER_F5)
    assert with_side(AFTER_F5, Color.BLACK) == AFTER_F5
    assert not lacks_side(f"(;{squares};)")


@pytest.mark.parametrize("form", ["{} O", "[8 {} O]", "{} O; +4;", "{}\nO", "{}\nf5d6"])
def test_63_squares_and_a_side_are_not_read_as_64_squares(form: str) -> None:
    for squares in [AFTER_F5[:63], AFTER_F5[:60], AFTER_F5[2:64]][: None if form[0] == "{" else 1]:
        text = form.format(squares)
        assert not lacks_side(text)
        with pytest.raises(ValueError, match=r"64 squares and a side to move \(65 characters\), not \d+"):
            parse_game(text)


@pytest.mark.parametrize(
    "page",
    [
        "<!DOCTYPE html>\n<p>f5d6</p>",
        "\ufeff\n<HTML>",
        '<html>"record":"(;GM[Othello]\\x"',
        "<!doctype html>",
    ],
)
def test_unknown_web_pages_are_rejected(page: str) -> None:
    for read in (
        lambda: parse_game(page),
        lambda: read_game(page.encode()),
        lambda: count_games(page.encode()),
    ):
        with pytest.raises(ValueError, match="this is a web page: open the game's own file"):
            read()


def test_wthor_files() -> None:
    moves = parse_transcript("f5d6c3d3c4").moves
    data = archive(record(moves, score=40), record(moves[:3], score=24))
    first, second = read_game(data), read_game(data, 2)
    assert (names(first), first.result) == ("f5d6c3d3c4", "+16.00")
    assert (names(second), second.result) == ("f5d6c3", "-16.00")
    with pytest.raises(ValueError, match="byte 84: game 2 has 99 discs, more than 64"):
        read_game(archive(record(moves), record(moves, score=99)), 2)


def test_final_positions_are_problems() -> None:
    problems, errors = read_problems(b"(;PB[Ann]PW[Bob]B[f5];)\n(;B[a1];)\n\n(;B[f5]W[d6];)")
    assert [(problem.line, problem.comment) for problem in problems] == [(1, "Ann - Bob"), (4, "")]
    assert problems[0].board == Board.from_text(AFTER_F5)
    assert [str(error) for error in errors] == ["line 2: ply 1: 'a1' is not a legal move for Black"]


def test_names_above_a_problem_leave_it_a_problem() -> None:
    text = f"Ann vs Bob\n{START}; F5:+2; D3:-1;\n\nEvent: FFO\n{AFTER_F5}; +18;\n"
    (first, second), errors = read_problems(text.encode())
    assert (first.board, second.board) == (samples.START, samples.AFTER_F5)
    assert (dict(first.scores), second.best, errors) == ({37: 2, 19: -1}, 18, [])
    found = list(read_games(text.encode()))
    assert [(each.record.black, each.record.event, each.problem) for each in found] == [
        ("Ann", "", ""),
        ("", "FFO", ""),
    ]
    assert [each.record.game.board for each in found] == [first.board, second.board]


def test_words_below_a_problem_are_a_remark_on_it() -> None:
    text = f"First\n{START}; F5:+2;\nSecond position\n{AFTER_F5}; D6:+1; % two\nA last word\n"
    problems, errors = read_problems(text.encode())
    assert ([problem.board for problem in problems], errors) == ([samples.START, samples.AFTER_F5], [])
    assert [problem.comment for problem in problems] == ["Second position", "two A last word"]


def test_wthor_problems_have_the_theoretical_score() -> None:
    moves = parse_transcript(FINAL_1977).moves
    data = archive(record(moves, theoretical=40), record(moves[:9]), record((0,)), empties=23)
    problems, errors = read_problems(data)
    first, short = problems
    assert (first.board.empties, first.board.turn, first.best) == (23, Color.WHITE, -16)
    assert (first.comment, first.line) == ("1977, game 1", 1)
    assert (short.board.empties, short.best, short.line) == (51, None, 2)
    assert [str(error).partition(", in ")[0] for error in errors] == [
        "byte 152: game 3: ply 1: 'a1' is not a legal move for Black"
    ]


@pytest.mark.parametrize(
    "part", quick(["f5", "(;", "(;B[(;x", "{", f"{START};", "f5\n", " ", "[", "1", "(;B[f5]"], 6)
)
@pytest.mark.parametrize("end", ["", pytest.param("]", marks=pytest.mark.slow), "\n?"])
def test_huge_texts_are_read_quickly(part: str, end: str) -> None:
    check_time(part * (600_000 // len(part)) + end, 1.0)


# Beginnings, and the pieces that are repeated after them.
SLOW = {
    "any": (
        ("", "(;", "(;GM[", "f5", "*", "1", f"{START};", f"{START}; "),
        (
            *("(;", " ", "{", "} ", "[", "* ", "1", "1 ", "1-", "-"),
            *("p", ";", "x;", "%", "\n", "a:", "+1;", "(;B[", "@"),
        ),
    ),
    "PGN": (
        ('[A "b"]', '[A "b"] f5 ', "Black: a\n", "a vs b\n", "f5 "),
        (
            *("[", '[A "', '[A "b"]', '\n[A "x] ', "{", "{\n", "{x}", "(", ")"),
            *("(f5", ";", "; ", "x ", "1.", "f5 ("),
        ),
    ),
    "SGF": (
        ("(;GM[2]", "(;GM[2];B[f5]C[", "(;GM[2];B[f5]", "\n(;GM[2]"),
        (
            *("(", "(;", ";", ")", "[", "]", "\\", " ", "B[", "B[f5]"),
            *("B[f5", "a", "C[(", "[x]", ";C[x]", "\n", "\\]"),
        ),
    ),
    "GGF": (
        tuple(
            f"(;{tag}" for tag in ("BO[", "BO[8", "TI[", "DT[", "RE[", "PB[", "GM[", "B[", "B[f5/", "B[f5/1/")
        ),
        (" ", "8 ", "1", "1:", "1.", "-", "a", "pa", "f5", "00:"),
    ),
}


PAIRS = [pair for befores, parts in SLOW.values() for pair in product(befores, parts)]


@pytest.mark.parametrize(
    ("before", "part"),
    [
        pair if number % 40 == 0 else pytest.param(*pair, marks=pytest.mark.slow)
        for number, pair in enumerate(PAIRS)
    ],
)
def test_no_text_is_slow(before: str, part: str) -> None:
    check_time((before + part * 100_000)[:100_000] + "?", 1.0)
    check_time((before + part * 64_000)[:64_000] + "?];)", 1.0)


def test_moves_before_an_illegal_one_are_kept() -> None:
    record = read_game(b"f5d6a1c3")
    assert names(record) == "f5d6"
    assert isinstance(record.problem, TranscriptError)
    for text in (b"a1", b"hello", b"(;PB[x]B[a1];)", b"(;GM[2];B[a1])"):
        with pytest.raises(TranscriptError, match="ply 1"):
            read_game(text)
    with pytest.raises(TranscriptError, match="ply 3"):
        parse_game("f5d6a1c3")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("(;GM[Othello];)", "GGF"), ("(;GM[2])", "SGF"), ("( ; FF[4] )", "SGF"),
        ("(;GM[Reversi];B[f5](;W[d6])(;W[f6]))", "SGF"), ("(;GM[Reversi]SZ[8];B[f5])", "SGF"),
        ("(;GM[Reversi]B[f5];)", "GGF"), ("(;US[Town[3d]]GM[2]B[f5])", "SGF"), ("(;PB[x];B[f5])", "SGF"),
        ("(;PB[x];C[y])", "SGF"), ("(;PB[x](;B[f5])(;B[d3]))", "SGF"), ("(;PB[x]B[f5];)", "GGF"),
        ("(;B[f5]W[d6];)", "GGF"), ("(;PB[GM[2]B[f5];)", "GGF"),
    ],
)  # fmt: skip
def test_sgf_and_ggf_are_told_apart(text: str, result: str) -> None:
    assert is_sgf(text) is (result == "SGF")


def test_own_names_files_come_first(tmp_path: Path) -> None:
    for stem in "abc":
        (tmp_path / f"{stem}.jou").write_bytes(names_file("", stem))
    (tmp_path / "b.trn").write_bytes(names_file("Cup", size=TOURNAMENT_SIZE))
    assert read_names(tmp_path / "c.wtb") == (Names(("", "c"), ("Cup",)), [])
    assert read_names(tmp_path / "B.wtb.gz")[0].players == ("", "b")
    assert read_names(tmp_path / "WTH_2020.wtb")[0].players == ("", "a")
    (tmp_path / "b").mkdir()
    (tmp_path / "a").mkdir()
    assert read_names(tmp_path / "WTH_2020.wtb")[0].players == ("", "a"), "these are no files of games"
    (tmp_path / "A.WTB.gz").touch()
    assert read_names(tmp_path / "WTH_2020.wtb")[0].players == ("", "b"), "those of a are that file's"
    assert read_names(tmp_path / "a.wtb.gz")[0].players == ("", "a")


@pytest.mark.parametrize(
    ("what", "is_text"),
    [
        *((text, True) for text in ("f5", "F5d6", "f5zz", "1. f5 d6 2. c3", "(;GM[2];B[f5])", "a1")),
        *((text, True) for text in ("ｆ５ｄ６", "黒f5 白d6", "1f5 2d6")),
        *((text, True) for text in (START, START[:40], START.replace("-", ".") + "f5")),
        ("8/8/8/3pP3/3Pp3/8/8/8 b", True),
        *((name, False) for name in ("", "-", "game", "game2", "f5d6.sgf", "games/f5.ggf", "1977")),
    ],
)
def test_moves_and_positions_are_not_file_names(
    what: str, is_text: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_typed(what) is is_text
    assert not is_typed(str(tmp_path / (what or "f5")))
    if is_text and "/" not in what:
        Path(what).touch()
        assert not is_typed(what), "a file that is there comes first"
