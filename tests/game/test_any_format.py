from __future__ import annotations

import contextlib
import re
import time

import pytest

from game.board import Board, move_name
from game.clock import TimeControl
from game.records.any_format import MAX_LENGTH, describe_error, parse_game
from game.records.ggf import GgfGame
from game.records.obf import ObfError
from game.records.transcript import TranscriptError

START = "---------------------------OX------XO--------------------------- X"
AFTER_F5 = "---------------------------OX------XXX-------------------------- O"


def names(record: GgfGame) -> str:
    return "".join(map(move_name, record.game.moves))


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3",
        "\ufeff1. F5 d6 2. C3 37-27\n",
        "{a game} f5, d6, c3",
        f"{START};f5d6c3",
        f"{START.replace('X', '*')} ;\n f5 d6 c3",
        "(;GM[Othello]B[f5]W[d6]B[c3];)",
        "1 (;B[f5/1/2]\nW[d6]B[c3];)(;B[d3];)",
    ],
)
def test_games(text: str) -> None:
    record = parse_game(text)
    assert record.game.start == Board.initial()
    assert names(record) == "f5d6c3"
    assert record.game.cursor == 3


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


def test_what_is_wrong_is_named_with_its_place() -> None:
    with pytest.raises(TranscriptError) as caught:
        parse_game("f5d6a1")
    assert describe_error(caught.value) == "ply 3: 'a1' is not a legal move for Black"
    with pytest.raises(TranscriptError, match="ply 2: 'a1'"):
        parse_game("(;B[f5]W[a1];)")
    with pytest.raises(ObfError) as found:
        parse_game(f"\n{AFTER_F5}; a1:+2;")
    assert describe_error(found.value) == "line 2: 'a1' is not a legal move for White"
    with pytest.raises(ValueError, match=re.escape("the game is not Othello but 'Amazons'")):
        parse_game("(;GM[Amazons];)")


def test_nothing_is_the_start_of_a_game() -> None:
    assert parse_game("").game.start == Board.initial()


@pytest.mark.parametrize("part", ["f5", "(;", " ", "{", "[", "* ", "1", "-", f"{START};", "(;B[f5]"])
def test_too_much_is_refused_at_once(part: str) -> None:
    text = part * (1_000_000 // len(part))
    began = time.process_time()
    with pytest.raises(ValueError, match=f"a game has at most 100,000 characters, not {len(text):,}"):
        parse_game(text)
    assert time.process_time() - began < 0.05


@pytest.mark.parametrize(
    "part",
    [
        "(;",
        " ",
        "{",
        "} ",
        "[",
        "* ",
        "1",
        "1 ",
        "1-",
        "-",
        "p",
        ";",
        "x;",
        "%",
        "\n",
        "a:",
        "+1;",
        "(;B[",
        "@",
    ],
)
@pytest.mark.parametrize("before", ["", "(;", "(;GM[", "f5", "*", "1", f"{START};", f"{START}; "])
def test_no_text_takes_long(before: str, part: str) -> None:
    text = (before + part * MAX_LENGTH)[: MAX_LENGTH - 1] + "?"
    began = time.process_time()
    with contextlib.suppress(ValueError):
        parse_game(text)
    assert time.process_time() - began < 1
