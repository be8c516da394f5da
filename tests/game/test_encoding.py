import codecs
from random import Random

import pytest

from game.board import move_name
from game.records.any_format import count_games, is_wthor, read_game, read_games
from game.records.encoding import WIDER, decoded
from game.records.transcript import transcript
from tests.game.name_samples import NAMES, names_in
from tests.wthor_files import archive, record

FORMS = {
    "SGF": "(;GM[2]FF[4]PB[{}]PW[{}];B[f5];W[d6];B[c3];W[d3];B[c4])\n",
    "GGF": "(;GM[Othello]PB[{}]PW[{}]B[f5]W[d6]B[c3]W[d3]B[c4];)\n",
    "PGN": '[Black "{}"]\n[White "{}"]\n\n1. f5 d6 2. c3 d3 3. c4\n\n',
    "labels": "Black: {}\nWhite: {}\nf5d6c3d3c4\n",
    "cells": "{},{},f5d6c3d3c4\n",
}
SAMPLES = 200


def sample(charset: str, number: int, least: int) -> tuple[list[str], str]:
    """Returns names with `least` non-ASCII characters, and games with them in the form for `number`."""
    form = list(FORMS.values())[number % len(FORMS)]
    names = names_in(charset, Random(f"{charset} {number}"), least)
    pairs = zip(names[::2], names[1::2], strict=True)
    return names, "".join(form.format(*pair) for pair in pairs)


@pytest.mark.parametrize("charset", NAMES)
def test_encodings_are_guessed_right_in_95_percent(charset: str) -> None:
    right = 0
    for number in range(SAMPLES):
        _, text = sample(charset, number, 20)
        right += decoded(text.encode(WIDER.get(charset, charset))) == text
    assert right >= 0.95 * SAMPLES


@pytest.mark.parametrize("charset", NAMES)
@pytest.mark.parametrize("least", [1, 20])
def test_moves_survive_any_encoding(charset: str, least: int) -> None:
    for number in range(30):
        names, text = sample(charset, number, least)
        found = list(read_games(text.encode(WIDER.get(charset, charset))))
        assert ["".join(map(move_name, one.record.game.moves)) for one in found] == ["f5d6c3d3c4"] * (
            len(names) // 2
        )
        assert not any(one.problem for one in found)


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", [True, False])
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_utf_16_needs_no_byte_order_mark(charset: str, mark: bool, form: str) -> None:
    data = form.format("黒木", "Zoë").encode(charset)
    if mark:
        data = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}[charset] + data
    assert not is_wthor(data)
    assert not is_wthor(data[:16])
    assert count_games(data) == 1
    (found,) = read_games(data)
    assert (len(found.record.game.moves), found.problem) == (5, "")
    assert "黒木" in found.record.black + found.record.game.root.comment


def test_encoding_hints_have_precedence(monkeypatch: pytest.MonkeyPatch) -> None:
    game = "(;GM[2]CA[{}]PB[{}];B[f5])"
    assert read_game(codecs.BOM_UTF8 + game.format("koi8-r", "é").encode()).black == "é"
    assert read_game(game.format("koi8-r", "é").encode()).black == "é", "UTF-8 comes before what is declared"
    assert read_game(game.format("koi8-r", "Анна").encode("koi8-r")).black == "Анна"
    assert read_game(game.format("nothing", "山田 太郎").encode("euc-jp")).black == "山田 太郎"
    assert decoded("Анна f5".encode("koi8-r"), "koi8_r") == "Анна f5"
    text = "(;GM[2]PB[联系 实现 密码]PW[希望 包括 系列];B[f5])"
    assert decoded(text.encode("gbk")) == text, "words between blanks have no capitals inside"
    for moves in ([37, 43] * 30, [37]):
        assert is_wthor(archive(*[record(moves, tournament=300)] * 50))
    with pytest.raises(ValueError, match="this is not a text file"):
        read_game(b"\xff\xd8\x01f5")
    monkeypatch.setattr("game.records.encoding.MOST_LINES", 1000)
    for end in ("\n", "\r", "\r\n"):
        assert len(decoded(end.encode() * 1000)) == 1000 * len(end)
        with pytest.raises(ValueError, match="it has more than 1,000 lines"):
            count_games(b"f5" + end.encode() * 1001)


@pytest.mark.parametrize("name", ["Müller", "Иванов", "高橋晃大", "Bérengère"])
def test_a_damaged_byte_does_not_disprove_utf_8(name: str) -> None:
    game = FORMS["GGF"].format(name, "Zoë")
    odd = game.encode().replace("Zoë".encode(), b"Ren\xe9")
    players = [one.record.black for one in read_games(game.encode() * 3 + odd + game.encode() * 3)]
    assert players == [name] * 7
    cut = (game * 3 + FORMS["labels"].format("Ann", "為")).encode()
    assert decoded(cut[: cut.rindex("為".encode()) + 1]).startswith(game * 3)


@pytest.mark.parametrize(
    "name", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1251"]
)
@pytest.mark.parametrize("filling", ["", "\0", "\x1a", "\x1a" + "\0" * 600])
def test_padding_does_not_affect_the_encoding(name: str, filling: str) -> None:
    """NULs fill a block, Ctrl-Z ended a text on old systems; UTF-32 begins like UTF-16."""
    text = f"f5d6c3d3c4\nf5f6e6f4 Иванов\n{filling}"
    games = [transcript(found.record.game) for found in read_games(text.encode(name))]
    assert games == ["f5d6c3d3c4", "f5f6e6f4"]
