"""Walking through a game: the game itself stays where it is."""

from __future__ import annotations

from random import Random

import pytest

from game.board import PASS, Board, Color, parse_square, squares
from game.records.transcript import parse_transcript
from game.tree import Game
from play.walk import Walk

F5, D6, F4, F6, C3, C4, C5 = (parse_square(name) for name in ("f5", "d6", "f4", "f6", "c3", "c4", "c5"))


@pytest.fixture
def game() -> Game:
    game = parse_transcript("f5d6c3")
    game.go_to(2)
    return game


def test_one_begins_where_the_game_stands_and_goes_as_far_as_the_line(game: Game) -> None:
    walk = Walk(game)
    assert walk.node is game.node
    walk.go(+5)
    assert walk.node.path == (F5, D6, C3)
    walk.go(-1)
    walk.go_to(1)
    assert walk.node.path == (F5,)
    walk.go(-9)
    assert walk.node is game.root
    assert game.node.path == (F5, D6), "the game has not moved"


def test_another_move_becomes_a_variation_of_the_game(game: Game) -> None:
    walk = Walk(game)
    assert walk.play(C4)
    assert walk.node.path == (F5, D6, C4)
    assert game.node_at((F5, D6, C4)) is walk.node
    assert game.moves == (F5, D6, C3), "the game goes on as before"
    assert not walk.play(F5), "not legal"
    assert not walk.play(PASS)


def test_a_pass_that_must_come_first_is_made() -> None:
    """As where a position is opened, or a record ends, in which a side has no move."""
    board = Board.from_text("-" * 56 + "XO------ O")
    walk = Walk(Game(board))
    c8, d8 = parse_square("c8"), parse_square("d8")
    assert walk.next_board.turn is Color.BLACK
    assert not walk.play(d8)
    assert walk.node is walk.game.root
    assert walk.play(c8)
    assert walk.node.path == (PASS, c8)


def test_a_pass_that_must_follow_is_made() -> None:
    chance, game = Random(8), Game()
    while not game.node.must_pass:
        game.play(chance.choice(list(squares(game.board.legal_moves()))))
    leading = game.moves[-1]
    game.undo()
    walk = Walk(game)
    assert walk.play(leading)
    assert walk.node.move == PASS
    assert not walk.node.must_pass


def test_one_goes_round_the_continuations_of_a_position(game: Game) -> None:
    walk = Walk(game)
    for move in (C4, C5):
        walk.visit(game.node)
        walk.play(move)
    walk.visit(game.node_at((F5, D6, C3)))
    seen = []
    for _ in range(3):
        walk.turn_aside(+1)
        seen.append(walk.node.move)
    assert seen == [C4, C5, C3]
    walk.turn_aside(-1)
    assert walk.node.move == C5


def test_further_on_one_turns_aside_at_the_last_fork(game: Game) -> None:
    walk = Walk(game)
    assert not walk.has_neighbours
    walk.play(C4)
    walk.visit(game.node_at((F5, D6, C3)))
    walk.play(next(m for m in range(64) if walk.node.board.is_legal(m)))
    assert walk.has_neighbours
    walk.turn_aside(+1)
    assert walk.node.path == (F5, D6, C4)


def test_a_variation_can_become_the_main_line_and_that_be_taken_back(game: Game) -> None:
    walk = Walk(game)
    assert not walk.can_promote
    walk.play(C4)
    walk.promote()
    assert game.node.children[0].move == C4
    assert not walk.can_promote
    walk.undo_edit()
    assert game.node.children[0].move == C3
    assert walk.node.move == C4


def test_the_main_line_is_that_of_the_game_and_an_edit_taken_back_takes_it_back(game: Game) -> None:
    game.go_to(3)
    walk = Walk(game)
    walk.go_to(2)
    walk.play(C4)
    walk.promote()
    assert walk.main == game.main
    assert [node.move for node in walk.main[1:]] == [F5, D6, C4]
    assert Walk(game).main == walk.main, "who comes back finds it"
    assert game.moves == (F5, D6, C3), "what is played goes on from where it stands"
    walk.undo_edit()
    assert [node.move for node in walk.main[1:]] == [F5, D6, C3]


def test_what_the_game_has_come_through_is_not_deleted(game: Game) -> None:
    walk = Walk(game)
    assert not walk.can_delete
    walk.go(+1)
    assert walk.can_delete
    walk.delete()
    assert walk.node is game.node
    assert not game.node.children
    assert walk.line[-1] is game.node
    walk.undo_edit()
    walk.go(+1)
    assert walk.node.move == C3


def test_one_stands_in_the_tree_after_the_undo_of_a_deletion_of_what_was_played_again(game: Game) -> None:
    walk = Walk(game)
    walk.go(+1)
    deleted = walk.node
    walk.delete()
    walk.play(C3)
    walk.undo_edit()
    assert walk.node is deleted
    assert set(walk.line) <= set(game.root.walk())


def test_the_line_goes_on_where_one_came_from(game: Game) -> None:
    walk = Walk(game)
    walk.play(C4)
    walk.go(-2)
    assert walk.line[-1].move == C4, "on leads back into the variation"
    walk.go(+2)
    assert walk.node.move == C4
