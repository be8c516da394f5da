from __future__ import annotations

import json

import pytest

from game.board import PASS, move_name
from game.records.any_format import parse_game, read_games, read_header, read_problems
from tests import samples
from tests.game.test_any_format import names
from tests.samples import FINAL_1977

EDAX = """\
  A B C D E F G H
1 - - - - - - - - 1
2 - - - - - - - - 2 {side}
3 - - - . - - - - 3
4 - - . O * - - - 4 *: discs =  2    moves =  4
5 - - - * O . - - 5 O: discs =  2    moves =  4
6 - - - - . - - - 6  empties = 60      ply =  1
7 - - - - - - - - 7
8 - - - - - - - - 8
  A B C D E F G H
"""
EDAX_GAME = """\
  A B C D E F G H            BLACK            A  B  C  D  E  F  G  H
1 - - - - - - - - 1         1:00.000       1 |  |  |  |  |  |  |  |  | 1
2 - - - - - - - - 2    4 discs   3 moves   2 |  |  |  |  |  |  |  |  | 2
3 - - - - - - - - 3                        3 |  |  |  |  |  |  |  |  | 3
4 - - - O * . - - 4  ply  2 (59 empties)   4 |  |  |  |()|##|  |  |  | 4
5 - - - * * * - - 5    {side}    5 |  |  |  |##|##|##|  |  | 5
6 - - - . - . - - 6                        6 |  |  |  |  |  |  |  |  | 6
7 - - - - - - - - 7    1 discs   3 moves   7 |  |  |  |  |  |  |  |  | 7
8 - - - - - - - - 8         1:00.000       8 |  |  |  |  |  |  |  |  | 8
  A B C D E F G H            WHITE            A  B  C  D  E  F  G  H
"""
EGAROUCID = """\
  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . . . . . .   {side}
4 . . . O X . . .   ply 1 59 empties
5 . . . X X X . .   BLACK: 4 WHITE: 1
6 . . . . . . . .
7 . . . . . . . .
8 . . . . . . . .
"""


@pytest.mark.parametrize(
    ("text", "position"),
    [
        (EDAX.format(side="* to move"), samples.START),
        (EDAX.format(side="O to move").replace(" * O .", " * * *"), samples.AFTER_F5),
        ("\n" + EDAX.format(side="* to move").lower(), samples.START),
        (EDAX_GAME.format(side="White's turn (O)"), samples.AFTER_F5),
        (EDAX_GAME.format(side="Black's turn (*)").replace("* * *", "* O -"), samples.START),
        ("> go\n\n" + EDAX_GAME.format(side="White's turn (O)"), samples.AFTER_F5),
        (EGAROUCID.format(side="WHITE to move"), samples.AFTER_F5),
        (EGAROUCID.format(side="BLACK to move").replace("X X X .", "X O . ."), samples.START),
        (EGAROUCID.format(side="White to move").replace("\n", "\r\n"), samples.AFTER_F5),
        ("[8 ---------------------------O*------***-------------------------- O]", samples.AFTER_F5),
        ("[8 ---------------------------O*------*O--------------------------- *]", samples.START),
        ("BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]", samples.START),
        ("(8 ---------------------------O*------***-------------------------- O)", samples.AFTER_F5),
    ],
)
def test_boards_of_consoles(text: str, position: object) -> None:
    record = parse_game(text)
    assert record.game.board == position
    assert not record.game.moves


@pytest.mark.parametrize(
    ("start", "after_f5"),
    [
        (EDAX.format(side="* to move"), EDAX.format(side="O to move").replace("* O .", "* * *")),
        (
            EDAX_GAME.format(side="Black's turn (*)").replace("* * *", "* O -"),
            EDAX_GAME.format(side="White's turn (O)"),
        ),
        (
            EGAROUCID.format(side="BLACK to move").replace("X X X .", "X O . ."),
            EGAROUCID.format(side="WHITE to move"),
        ),
    ],
)
def test_several_boards_of_a_console(start: str, after_f5: str) -> None:
    games = list(read_games(f"> init\n{start}> play f5\n\n{after_f5}\n> \n".encode()))
    assert [found.record.game.board for found in games] == [samples.START, samples.AFTER_F5]
    assert not any(found.problem for found in games)
    found, cut_off = read_games(f"{start}\n{after_f5.partition('5 ')[0]}".encode())
    assert (found.problem, cut_off.problem) == ("", f"game 2, line {cut_off.line}: ply 1: '1' is not a move")
    for damaged in (
        start.replace("O X", "O Q").replace("O *", "O Q"),
        start.replace("O X", "O").replace("O *", "O"),
    ):
        text = f"{damaged}\n{after_f5}".encode()
        (found, _other), (problems, errors) = read_games(text), read_problems(text)
        assert "a row of a board has eight of the signs X, O and -, not '4 " in found.problem
        assert found.problem.endswith(str(errors[0]))
        assert [problem.board for problem in problems] == [samples.AFTER_F5]


@pytest.mark.parametrize(
    ("line", "name"),
    list(
        zip(
            ["BLACK, {}|WHITE, {}", "Black: {}|White: {}", "B {}|W {}", "●{}|○{}", "b {}|w {}"] * 2,
            ["pass", "PS", "p", "--", "-", "@@", "@@@@", "0000", "パス", "PA"],
            strict=True,
        )
    ),
)
def test_a_pass_behind_its_side(line: str, name: str) -> None:
    game = parse_game(FINAL_1977).game
    assert PASS in game.moves
    lines = [
        line.split("|")[node.board.turn].format(name if move == PASS else move_name(move))
        for node, move in zip(game.line, game.moves, strict=False)
    ]
    assert parse_game("\n".join(lines)).game.moves == game.moves


# Othello Quest


def quest(*moves: str, end: str = "", **more: object) -> str:
    entries: list[dict[str, object]] = [{"m": move, "t": 100 * number} for number, move in enumerate(moves)]
    if end:
        entries[-1]["s"] = end
    players = [{"id": "u1", "name": 'Ann "(;"'}, {"id": "u2", "name": "碧"}]
    game = {
        "created": "2025-03-02T10:15:00.000Z",
        "players": players,
        "position": {"startPos": "", "moves": entries},
    }
    return json.dumps(game | more)


@pytest.mark.parametrize(
    ("end", "result", "comment"),
    [
        ("WHITE_WIN:RESIGN", "-64.00:r", ""), ("BLACK_WIN:TIMEUP", "+64.00:t", ""), ("DRAW", "+0.00", ""),
        ("BLACK_WIN", "?", "Black won"), ("", "?", ""), ("SOMETHING:ELSE", "?", ""),
    ],
)  # fmt: skip
def test_quest(end: str, result: str, comment: str) -> None:
    text = quest("f5", "d6", "c3", end=end)
    record, moves = read_header(text)
    assert (record.black, len(moves)) == ('Ann "(;"', 3)
    record = parse_game(text)
    assert (names(record), record.game.node.comment) == ("f5d6c3", comment)
    assert (record.black, record.white, record.result) == ('Ann "(;"', "碧", result)
    assert record.date is not None
    assert record.date.isoformat() == "2025-03-02T10:15:00"
    assert [node.seconds for node in record.game.line[1:]] == [0, 0.1, 0.2]
    whole = parse_game(FINAL_1977).game.moves
    squares = ["-" if move == PASS else move_name(move) for move in whole]
    record = parse_game(quest(*squares, end="BLACK_WIN:NORMAL"))
    assert (record.game.moves, record.result, record.game.node.comment) == (whole, "+16.00", "")
