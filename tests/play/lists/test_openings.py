from random import Random

import numpy as np

from ai.boards import NO_MOVE
from game.board import PASS
from game.openings import parse_openings
from game.tree import Game
from play.lists.table import NONE, OpeningFinder, squares_of
from tests.play.lists.listed import OPENINGS
from tests.samples import random_game


def test_every_opening_is_found_by_its_moves() -> None:
    lines = [bytes(move for move in opening.moves if move != PASS) for opening in OPENINGS.all]
    finder = OpeningFinder(OPENINGS)
    found = [finder.openings[number] for number in finder.find(squares_of(lines))]
    assert found == [OPENINGS.of(Game(moves=opening.moves).node) for opening in OPENINGS.all]


def test_names_are_those_that_the_positions_have_in_any_order_and_symmetry() -> None:
    rng = Random(3)
    games = [random_game(rng, plies=rng.randrange(61)) for _ in range(100)]
    finder = OpeningFinder(OPENINGS)
    found = finder.find(squares_of([bytes(move for move in game.moves if move != PASS) for game in games]))
    assert [None if number == NONE else finder.openings[number] for number in found] == [
        OPENINGS.of(game.node) for game in games
    ]


def test_what_is_not_legal_ends_a_game() -> None:
    finder = OpeningFinder(OPENINGS)
    legal, cut = squares_of([bytes([37, 43]), bytes([37, 43, 0, 18])])
    numbers = finder.find(np.stack([legal, cut]))
    assert numbers[0] == numbers[1] != NONE
    assert (finder.find(squares_of([])).tolist(), legal[2]) == ([], NO_MOVE)


def test_without_names_no_game_has_one() -> None:
    finder = OpeningFinder(parse_openings("moves,en\n"))
    assert finder.find(squares_of([bytes([37])])).tolist() == [NONE]
