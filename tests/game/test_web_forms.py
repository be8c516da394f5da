"""Moves one per line, each after its side; tests/approved covers other forms of web sites."""

import pytest

from game.board import PASS, move_name
from game.records.any_format import parse_game
from tests.samples import FINAL_1977


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
def test_a_pass_after_its_side(line: str, name: str) -> None:
    game = parse_game(FINAL_1977).game
    assert PASS in game.moves
    lines = [
        line.split("|")[node.board.turn].format(name if move == PASS else move_name(move))
        for node, move in zip(game.line, game.moves, strict=False)
    ]
    assert parse_game("\n".join(lines)).game.moves == game.moves


def test_comments_lose_nul_and_lone_surrogates() -> None:
    moves = r'[{"m": "f5", "comment": "a\u0000b\ud83d"}]'
    for text in (f'{{"moves": {moves}}}', "moves,note\nf5,a\0b\ud83d\n"):
        game = parse_game(text).game
        assert [node.comment for node in game.line if node.comment] == ["ab"]
