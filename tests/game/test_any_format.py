from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from game.board import Board, Color, MissingSide, move_name
from game.clock import TimeControl
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
from tests.samples import FINAL_1977
from tests.wthor_files import archive, names_file, record

START, AFTER_F5 = samples.START.text(), samples.AFTER_F5.text()


def names(record: Record) -> str:
    return "".join(map(move_name, record.game.moves))


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3", "\ufeff1. F5 d6 2. C3 37-27\n", "{a game} f5, d6, c3", f"{START};f5d6c3",
        f"{START.replace('X', '*')} ;\n f5 d6 c3", "(;GM[Othello]B[f5]W[d6]B[c3];)",
        "1 (;B[f5/1/2]\nW[d6]B[c3];)(;B[d3];)",
    ],
)  # fmt: skip
def test_games(text: str) -> None:
    record = parse_game(text)
    assert (record.game.start, names(record)) == (Board.initial(), "f5d6c3")
    (problem,), errors = read_problems(text.partition("(;B[d3]")[0].encode())
    assert (problem.board, errors) == (record.game.board, []), "a problem is where a game ends"


@pytest.mark.parametrize(
    "text",
    [
        AFTER_F5,
        f"{AFTER_F5};",
        f"  {AFTER_F5} ; F6:+4; d6:0; f4:-2;",
        f"{AFTER_F5}; -3;",
        f"{AFTER_F5} % from a book; page 3",
        f"% a file\n\n{AFTER_F5}; D6:+2; --:-127; % first\n{START}; f5:+0;",
        "\n".join(AFTER_F5[row : row + 8] for row in range(0, 64, 8)) + "\nO",
        AFTER_F5.lower().replace("-", "."),
    ],
)
def test_positions(text: str) -> None:
    record = parse_game(text)
    assert record.game.start == Board.from_text(AFTER_F5)
    assert record.game.moves == ()


def test_the_record_has_what_the_text_tells() -> None:
    record = parse_game("(;PB[Ann]PW[Bob]RE[+2]TI[5:00]B[f5];)")
    assert (record.black, record.white, record.result) == ("Ann", "Bob", "+2")
    assert record.controls == (TimeControl(per_game=300),) * 2
    record = parse_game("f5")
    assert (record.black, record.white, record.result) == ("", "", "?")
    assert record.controls == (TimeControl(), TimeControl())
    (problem,), errors = read_problems(f"{AFTER_F5} -2".encode())
    assert (problem.best, errors) == (-2, [])


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


def test_the_moves_of_one_game_may_stand_on_several_lines() -> None:
    for text in ("f5d6\nc3d3", "1. f5 d6\n2. c3 d3", f"{START};\nf5 d6\nc3 d3"):
        assert names(parse_game(text)) == "f5d6c3d3"


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


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("f5d6 Ann, a friend", ["", "", "Ann, a friend"]),
        ("f5d6 # so", ["", "", "so"]),
        ("Ann - Bob: f5d6", ["Ann - Bob:", "", ""]),
        ("12 f5d6", ["", "", ""]),
    ],
)
def test_what_stands_around_moves_is_a_comment_or_says_nothing(line: str, said: list[str]) -> None:
    found = list(read_games(f"{line}\nf5f6e6\n".encode()))
    assert [node.comment for node in found[0].record.game.line] == said
    assert names(found[1].record) == "f5f6e6"


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("f5d6d6\nf5d6c3d3c4f4c5b3c2e3\nf5f6e6f4", ["f5d6!", "f5d6c3d3c4f4c5b3c2e3", "f5f6e6f4"]),
        ("f5d6c3\nnothing\nf5f6\na1f5\nf5d6x3c4", ["f5d6c3", "!", "f5f6", "!", "f5d6!"]),
        ("what?\nf5d6c3", ["f5d6c3"]),
        ("====\nf5d6c3\n----\n  ***  \nf5f6\n____\n", ["f5d6c3", "f5f6"]),
        ("\u200bf5\u200bd6\u2060c3\nf5\xadf6\n\u202ed3c5", ["f5d6c3", "f5f6", "d3c5"]),
        (f"f5d6\n{START} X oops h8\n{START};f5 a1", ["f5d6", "", "f5!"]),
        ("A title\nf5d6c3\nd3c4\n\nf5f6\ne6\nf4", ["f5d6c3d3c4", "f5f6e6f4"]),
        ("A title\nof 2 lines\nf5d6c3\nf5f6e6", ["f5d6c3", "f5f6e6"]),
        ("8/8/8/3pP3/3Pp3/8/8/8 b\n8/8/8/3pP3/3Pp3/8/8/8 b f5\nf5d6", ["", "f5", "f5d6"]),
        ("f5d6\n(;GM[Othello]B[f5]W[f6];)\nnothing\nf5d6c3\nf5f6f6", ["f5d6", "f5f6", "f5d6c3", "f5f6!"]),
        ("f5d6\n(;GM[2];B[f5];W[f6])\nf5d6c3", ["f5d6", "f5f6", "f5d6c3"]),
        ('f5d6 (;-)\n[White "f5f4"]\n1. f5 f6', ["f5d6", "f5f6"]),
    ],
)
def test_bad_lines_are_named_and_decide_nothing(text: str, games: list[str]) -> None:
    found = list(read_games(text.encode()))
    assert [names(one.record) + "!" * bool(one.problem) for one in found] == games
    lines = text.splitlines()
    for one in found:
        assert one.line is not None
        assert one.problem.startswith(f"game {one.number}, line {one.line}: ") or not one.problem
        assert names(one.record)[:2] in lines[one.line - 1]


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("A title\nBlack: Ann\nWhite: Bob\nf5d6", "Ann Bob f5d6"),
        ('A title\n[Black "Ann"]\n[White "Bob"]\nf5d6', "Ann Bob f5d6"),
        (
            "Event: Cup\nBlack: Ann\nWhite: Bob\nf5d6\nBlack: Cid\nWhite: Dan\nf5f6",
            "Ann Bob f5d6, Cid Dan f5f6",
        ),
        ("Ann vs Bob\nf5d6c3 +4\nf5f6e6", "Ann Bob f5d6c3, Ann Bob f5f6e6"),
        ("f5d6 Ann vs Bob\nf5f6 Cid vs Dan", "  f5d6,   f5f6"),
        ("Ann vs Bob: f5d6\nCid vs Dan, f5f6", "Ann Bob f5d6, Cid Dan f5f6"),
        *(
            (f"Black:Ann{between}White:Bob\nf5d6", "Ann Bob f5d6")
            for between in (" ", ", ", "/", "、", "；", " | ")
        ),
    ],
)
def test_names_of_players_around_games(text: str, games: str) -> None:
    found = [one.record for one in read_games(text.encode())]
    said = (f"{one.black} {one.white} {names(one)}" for one in found)
    assert ", ".join(said) == games


@pytest.mark.parametrize(
    ("text", "start", "moves"),
    [
        (f"{AFTER_F5[:64]} O d6c3", AFTER_F5, "d6c3"),
        (f"{AFTER_F5[:64]}O d6c3", AFTER_F5, "d6c3"),
        (f"{AFTER_F5[:64]} White to move: d6c3 Anna", AFTER_F5, "d6c3"),
        (f"{AFTER_F5[:64]} White", AFTER_F5, ""),
        (f"{AFTER_F5[:64]} white.", AFTER_F5, ""),
        (f"{AFTER_F5[:64]} 白番", AFTER_F5, ""),
        (f"{AFTER_F5[:64]} O +38", AFTER_F5, ""),
        (f"{AFTER_F5} % {{d6}}", AFTER_F5, ""),
        *(
            (text.format(AFTER_F5), AFTER_F5, "")
            for text in ("1. {}", '"{}"', "Position: {}", "[8 {}]", "12,{},Anna", "{} an end with 3 corners")
        ),
        (f"{AFTER_F5[:64]},O,d6c3,+4", AFTER_F5, "d6c3"),
        ("A title\n" * 2 + "\n".join(AFTER_F5[8 * row :][:8] for row in range(8)) + "\nO", AFTER_F5, ""),
        ("\n".join(AFTER_F5[8 * row :][:8] for row in range(8)) + "\nO d6c3", AFTER_F5, "d6c3"),
        *((text, START, "f5d6") for text in ("f5d6;", '"f5d6"', "Moves: f5 d6", "棋譜: f5d6", "棋譜：f5d6")),
    ],
)
def test_what_stands_around_a_position_or_moves(text: str, start: str, moves: str) -> None:
    record = parse_game(text)
    assert (record.game.start, names(record)) == (Board.from_text(start), moves)


@pytest.mark.parametrize("end", ["", ";", " ; D6:+2;", " % a comment", "\n"])
def test_the_side_to_move_that_is_missing_is_asked_for(end: str) -> None:
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
def test_63_squares_and_a_side_are_not_64_squares_without_one(form: str) -> None:
    for squares in [AFTER_F5[:63], AFTER_F5[:60], AFTER_F5[2:64]][: None if form[0] == "{" else 1]:
        text = form.format(squares)
        assert not lacks_side(text)
        with pytest.raises(ValueError, match=r"64 squares and a side to move \(65 characters\), not \d+"):
            parse_game(text)


def test_a_file_of_wthor() -> None:
    moves = parse_transcript("f5d6c3d3c4").moves
    data = archive(record(moves, score=40), record(moves[:3], score=24))
    first, second = read_game(data), read_game(data, 2)
    assert (names(first), first.result) == ("f5d6c3d3c4", "+16.00")
    assert (names(second), second.result) == ("f5d6c3", "-16.00")
    with pytest.raises(ValueError, match="byte 84: game 2: 99 discs are more than 64"):
        read_game(archive(record(moves), record(moves, score=99)), 2)


def test_problems_are_where_games_end() -> None:
    problems, errors = read_problems(b"(;PB[Ann]PW[Bob]B[f5];)\n(;B[a1];)\n\n(;B[f5]W[d6];)")
    assert [(problem.line, problem.comment) for problem in problems] == [(1, "Ann - Bob"), (4, "")]
    assert problems[0].board == Board.from_text(AFTER_F5)
    assert [str(error) for error in errors] == ["line 2: ply 1: 'a1' is not a legal move for Black"]


def test_problems_of_wthor_are_where_the_theoretical_score_holds() -> None:
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
    "part", [*("f5", "(;", " ", "{", "[", "1", f"{START};", "(;B[f5]", "(;B[(;x", "f5\n")]
)
@pytest.mark.parametrize("end", ["", pytest.param("]", marks=pytest.mark.slow), "\n?"])
def test_much_too_much_is_refused_at_once(part: str, end: str) -> None:
    check_time(part * (1_000_000 // len(part)) + end, 1.0)


# Beginnings, and what is repeated after each of them.
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
        pair if number % 20 == 0 else pytest.param(*pair, marks=pytest.mark.slow)
        for number, pair in enumerate(PAIRS)
    ],
)
def test_no_text_takes_long(before: str, part: str) -> None:
    check_time((before + part * 100_000)[:100_000] + "?", 1.0)
    check_time((before + part * 64_000)[:64_000] + "?];)", 1.0)


@pytest.mark.parametrize(
    ("text", "games", "problems"),
    [
        (
            "(;PB[a]B[f5];)\n\n(;PB[b]B[f5]W[a1]B[c3];)(;GM[Amazons];)\n(;PB[c]B[f5]W[d6];)",
            [(1, "a", "f5"), (3, "b", "f5"), (3, "", ""), (4, "c", "f5d6")],
            [
                "game 2, line 3: ply 2: 'a1' is not a legal move for White",
                "game 3, line 3: the game is not Othello but 'Amazons'",
            ],
        ),
        (
            "(;GM[2]PB[a (;];B[f5])\n\n(;GM[2]PB[b]C[x\\]y(];B[f5];W[d6]) (;GM[2];B[f5];W[a1])\n(;GM[1])",
            [(1, "a (;", "f5"), (3, "b", "f5d6"), (3, "", "f5"), (4, "", "")],
            [
                "game 3, line 3: ply 2: 'a1' is not a legal move for White",
                "game 4, line 4: the game is not Othello, GM[2], but '1'",
            ],
        ),
        (
            '\n[Black "a"]\n\n1. f5\n[Event "2"]\n[Black "b {"]\nf5 {[Event "no"]} d6\n\n[Black "c"]\nf5 a1',
            [(2, "a", "f5"), (5, "b {", "f5d6"), (9, "c", "f5")],
            ["game 3, line 9: ply 2: 'a1' is not a legal move for White"],
        ),
        (
            "Black: a\nWhite: b\nf5d6\n\nBlack: c\nWhite: d\nf5 h8\n",
            [(1, "a", "f5d6"), (5, "c", "f5")],
            ["game 2, line 5: ply 2: 'h8' is not a legal move for White"],
        ),
    ],
    ids=["GGF", "SGF", "PGN", "players on lines of their own"],
)
def test_games_with_errors(text: str, games: list[tuple[int, str, str]], problems: list[str]) -> None:
    found = list(read_games(text.encode()))
    assert [(one.line, one.record.black, names(one.record)) for one in found] == games
    assert [one.number for one in found] == list(range(1, len(games) + 1))
    assert [one.problem for one in found if one.problem] == problems


@pytest.mark.parametrize(
    ("damaged", "games"),
    [
        ('[Event "1 "A""]\n[Black "a "A" "b"]\nf5 d6\n\n', [('a "A" "b', "f5d6")]),
        ('[Event "1]\n[Black "a]\nf5 d6\n\n', [("a", "f5d6")]),
        ('[Black "a"]\nf5 {open\nd6\n\n', [("a", "f5")]),
        ('[Black "a"]\nf5 {open {[Black "b"]} d6\n', [("a", "f5d6")]),
        ('[Event "1"]\n[Black "a\n\n', [("", "")]),
        ("(;GM[2]PB[a];B[f5]\n", [("a", "f5")]),
        ("(;GM[2]PB[a];B[f5];W[d\n ", [("a", "f5")]),
        ("(;GM[2]PB[a];B[f5]C[(;GM\n(;GM[2\\]\n(;GM[\n", [("a", "f5")]),
    ],
)
def test_a_damaged_game_hides_no_other_one(damaged: str, games: list[tuple[str, str]]) -> None:
    whole = "(;CA[UTF-8]PB[z];B[f5])" if damaged[0] == "(" else '[Event "z"]\n[Black "z"]\nf5\n\n'
    found = [one.record for one in read_games(f"{whole}\n{damaged}{whole}\n{whole}".encode())]
    assert [(one.black, names(one)) for one in found] == [("z", "f5"), *games, ("z", "f5"), ("z", "f5")]


def test_the_moves_before_an_illegal_one_are_kept_where_there_are_any() -> None:
    record = read_game(b"f5d6a1c3")
    assert names(record) == "f5d6"
    assert isinstance(record.problem, TranscriptError)
    for text in (b"a1", b"hello", b"(;PB[x]B[a1];)", b"(;GM[2];B[a1])"):
        with pytest.raises(TranscriptError, match="ply 1"):
            read_game(text)
    with pytest.raises(TranscriptError, match="ply 3"):
        parse_game("f5d6a1c3")


def test_the_result_of_a_whole_game_is_told_by_its_moves() -> None:
    assert parse_game(FINAL_1977).result == "+16.00"
    assert parse_game(
        "(;RE[+2.00:r]"
        + "".join(
            f"{node.board.turn.other.name[0]}[{move_name(node.move)}]"
            for node in parse_game(FINAL_1977).game.line
            if node.move is not None
        )
        + ";)"
    ).result == ("+2.00:r")


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
def test_which_of_two_formats_that_begin_alike(text: str, result: str) -> None:
    assert is_sgf(text) is (result == "SGF")


def test_names_of_the_file_itself_come_first(tmp_path: Path) -> None:
    for stem in "abc":
        (tmp_path / f"{stem}.jou").write_bytes(names_file("", stem))
    (tmp_path / "b.trn").write_bytes(names_file("Cup", size=TOURNAMENT_SIZE))
    assert read_names(tmp_path / "c.wtb") == (Names(("", "c"), ("Cup",)), [])
    assert read_names(tmp_path / "B.wtb.gz")[0].players == ("", "b")
    assert read_names(tmp_path / "WTH_2020.wtb")[0].players == ("", "a")
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
def test_moves_and_positions_are_no_names_of_files(
    what: str, is_text: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_typed(what) is is_text
    assert not is_typed(str(tmp_path / (what or "f5")))
    if is_text and "/" not in what:
        Path(what).touch()
        assert not is_typed(what), "a file that is there comes first"
