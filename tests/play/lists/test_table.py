from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from ai.boards import NO_MOVE
from game import text as language
from game.board import PASS
from game.openings import parse_openings
from game.tree import Game
from play.lists.table import NONE, Column, Field, GameTable, OpeningFinder, Query, folded, squares_of
from play.record_players import own_names
from tests.play.lists.listed import OPENINGS
from tests.samples import random_game
from ui.text.languages import LOCALES

BLACK = ("Ánna", "Ben", "", "anna", "Über-Carl")


def column(
    values: Sequence[Any],
    text: Callable[[Any], str] = str,
    key: Callable[[Any], object] = lambda value: folded(value) or None,
    words: Callable[[Any], str] | None = None,
) -> Column:
    return Column.of_codes(np.arange(len(values)), values, text, key, words)


def result(black: int) -> str:
    return f"{black}–{64 - black}"


def table() -> GameTable:
    years: Sequence[int | None] = (1999, 2001, 1980, None, 1999)
    return GameTable(
        {
            Field.DATE: column(years, lambda year: str(year or ""), lambda year: year),
            Field.BLACK: column(BLACK),
            Field.WHITE: column(("Ben", "Ánna", "x", "Ben", "y")),
            Field.EVENT: column(("Open Paris", "", "London", "Paris", "")),
            Field.RESULT: column(
                range(5), result, lambda n: n, lambda n: f"{result(n)} result:{'draw' * (n == 4)}"
            ),
            Field.OPENING: column(("Tiger", "", "Rose", "Tiger", "Cow")),
            Field.MOVES: column((60, 9, 60, 60, 31), str, lambda moves: moves),
        }
    )


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("", [0, 1, 2, 3, 4]),
        ("   ", [0, 1, 2, 3, 4]),
        ("anna", [0, 1, 3]),
        ("ANNA ben", [0, 1, 3]),
        ("ben tiger 1999", [0]),
        ("uber-carl", [4]),
        ("über‑CARL", [4]),
        ("1-63", [1]),
        ("draw cow", [4]),
        ("60", [4]),
        ("nobody", []),
        ("player:anna", [0, 1, 3]),
        ("black: anna", [0, 3]),
        ("white:ben event:paris", [0, 3]),
        ('event:"open paris"', [0]),
        ("year:1999", [0, 4]),
        ("year:1980–1999", [0, 2, 4]),
        ("year:200", [1]),
        ("year:-1990 x", [2]),
        ("year:2000-", [1]),
        ("year:", [0, 1, 2, 4]),
        ("black:", [0, 1, 2, 3, 4]),
        ("result:draw", [4]),
        ('result:"draw"', [4]),
        ('year:"1999"', [0, 4]),
        ("result:black", []),
        ("mine:", [0, 1]),
        ("tiger mine:", [0]),
        ("mine:london", []),
    ],
)
def test_rows_must_match_all_words_and_fields(text: str, games: list[int]) -> None:
    """Case, accents and kinds of dashes are ignored; the number of moves is not searched."""
    assert table().rows(Query(text, names=own_names("Zoe, áNN A"))).tolist() == games


def test_search_fields_work_translated_and_in_english() -> None:
    language.use("ru", LOCALES)
    try:
        for text, games in {"чёрные:anna год:1999": [0], "итог:ничья": [4], "year:2000-": [1]}.items():
            assert table().rows(Query(text)).tolist() == games
    finally:
        language.use("en", LOCALES)


@pytest.mark.parametrize(
    ("field", "upwards", "downwards"),
    [
        (Field.DATE, [2, 0, 4, 1, 3], [1, 0, 4, 2, 3]),
        (Field.BLACK, [0, 3, 1, 4, 2], [4, 1, 0, 3, 2]),
        (Field.OPENING, [4, 2, 0, 3, 1], [0, 3, 2, 4, 1]),
        (Field.MOVES, [1, 4, 0, 2, 3], [0, 2, 3, 4, 1]),
        (Field.RESULT, [0, 1, 2, 3, 4], [4, 3, 2, 1, 0]),
    ],
)
def test_unknown_values_sort_last(field: Field, upwards: list[int], downwards: list[int]) -> None:
    games = table()
    assert games.rows(Query("", field)).tolist() == upwards
    assert games.rows(Query("", field, is_descending=True)).tolist() == downwards
    assert games.rows(Query("anna", field)).tolist() == [game for game in upwards if game in (0, 1, 3)]


def test_an_empty_table_has_no_rows() -> None:
    games = GameTable({field: column(()) for field in Field})
    assert (games.rows(Query("x", Field.DATE)).tolist(), games.number) == ([], 0)


def test_a_heading_sorts_up_then_down_then_not_at_all() -> None:
    query, seen = Query("words"), []
    for _ in range(3):
        query = query.sorted_by(Field.BLACK)
        seen.append((query.field, query.is_descending))
    assert (seen, query.text) == ([(Field.BLACK, False), (Field.BLACK, True), (None, False)], "words")
    assert Query().sorted_by(Field.DATE).is_descending, "the newest first"


def test_rows_are_limited_to_given_games() -> None:
    games = table()
    newest = Query("", Field.DATE, is_descending=True)
    assert games.rows(newest, np.array([0, 1, 2], np.int32)).tolist() == [1, 0, 2]
    assert games.rows(Query("ben"), np.array([1, 2], np.int32)).tolist() == [1]


def test_every_opening_is_found_by_its_moves() -> None:
    lines = [bytes(move for move in opening.moves if move != PASS) for opening in OPENINGS.all]
    finder = OpeningFinder(OPENINGS)
    found = [finder.openings[number] for number in finder.find(squares_of(lines))]
    assert found == [OPENINGS.of(Game(moves=opening.moves).node) for opening in OPENINGS.all]


def test_finder_agrees_with_the_openings_of_random_games() -> None:
    rng = Random(3)
    games = [random_game(rng, plies=rng.randrange(61)) for _ in range(100)]
    finder = OpeningFinder(OPENINGS)
    found = finder.find(squares_of([bytes(move for move in game.moves if move != PASS) for game in games]))
    assert [None if number == NONE else finder.openings[number] for number in found] == [
        OPENINGS.of(game.node) for game in games
    ]


def test_moves_from_an_illegal_one_on_are_ignored() -> None:
    finder = OpeningFinder(OPENINGS)
    legal, cut = squares_of([bytes([37, 43]), bytes([37, 43, 0, 18])])
    numbers = finder.find(np.stack([legal, cut]))
    assert numbers[0] == numbers[1] != NONE
    assert (finder.find(squares_of([])).tolist(), legal[2]) == ([], NO_MOVE)


def test_without_openings_none_is_found() -> None:
    finder = OpeningFinder(parse_openings("moves,en\n"))
    assert finder.find(squares_of([bytes([37])])).tolist() == [NONE]
