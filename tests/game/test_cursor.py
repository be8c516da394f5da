"""A cursor moves through a game; the game itself keeps its position."""

import pytest

from game.board import PASS, Board, Color, parse_square, squares
from game.cursor import Cursor
from game.records.transcript import parse_transcript
from game.tree import EditKind, Game
from tests.samples import C3, C4, C5, D3, D6, F5, random_game


@pytest.fixture
def game() -> Game:
    game = parse_transcript("f5d6c3")
    game.go_to(2)
    return game


def test_a_cursor_starts_at_the_game_and_stays_on_its_line(game: Game) -> None:
    cursor = Cursor(game)
    assert cursor.node is game.node
    cursor.go(+5)
    assert cursor.node.path == (F5, D6, C3)
    cursor.go(-1)
    cursor.go_to(1)
    assert cursor.node.path == (F5,)
    cursor.go(-9)
    assert cursor.node is game.root
    assert game.node.path == (F5, D6), "the game has not moved"


def test_a_different_move_becomes_a_variation(game: Game) -> None:
    cursor = Cursor(game)
    assert cursor.play(C4)
    assert cursor.node.path == (F5, D6, C4)
    assert game.node_at((F5, D6, C4)) is cursor.node
    assert game.moves == (F5, D6, C3), "the game goes on as before"
    assert not cursor.play(F5), "not legal"
    assert not cursor.play(PASS)


def test_a_required_pass_is_inserted() -> None:
    """As when the opened position, or the last one of a record, leaves the side to move without a move."""
    cursor = Cursor(Game(Board.from_text("-" * 56 + "XO------ O")))
    c8, d8 = parse_square("c8"), parse_square("d8")
    assert cursor.next_board.turn is Color.BLACK
    assert not cursor.play(d8)
    assert cursor.node is cursor.game.root
    assert cursor.play(c8)
    assert cursor.node.path == (PASS, c8)
    other = next(game for game in map(random_game, range(100)) if PASS in game.moves)
    ply = other.moves.index(PASS)
    cursor = Cursor(Game(other.boards[ply - 1]))
    assert cursor.play(other.moves[ply - 1])  # a pass must follow
    assert (cursor.node.move, cursor.node.must_pass) == (PASS, False)


def test_switch_variation_cycles_through_continuations(game: Game) -> None:
    cursor = Cursor(game)
    for move in (C4, C5):
        cursor.visit(game.node)
        cursor.play(move)
    cursor.visit(game.node_at((F5, D6, C3)))
    seen = []
    for _ in range(3):
        cursor.switch_variation(+1)
        seen.append(cursor.node.move)
    assert seen == [C4, C5, C3]
    cursor.switch_variation(-1)
    assert cursor.node.move == C5
    cursor.visit(game.node_at((F5, D6, C3)))
    cursor.play(next(squares(cursor.node.board.legal_moves())))
    cursor.switch_variation(+1)
    assert cursor.node.path == (F5, D6, C4), "further on, at the last fork"
    cursor.go(-2)
    cursor.go(+2)
    assert cursor.node.move == C4, "on leads back into the variation"


def test_promoting_changes_the_main_line_until_it_is_undone(game: Game) -> None:
    game.go_to(3)
    cursor = Cursor(game)
    cursor.go_to(2)
    assert not cursor.can_promote
    cursor.play(C4)
    cursor.promote()
    assert not cursor.can_promote
    assert cursor.main == game.main
    assert [node.move for node in cursor.main[1:]] == [F5, D6, C4]
    assert Cursor(game).main == cursor.main, "who comes back finds it"
    assert game.moves == (F5, D6, C3), "what is played goes on from where it stands"
    cursor.undo_edit()
    assert [node.move for node in cursor.main[1:]] == [F5, D6, C3]
    assert cursor.node.move == C4


def test_moves_already_played_cannot_be_deleted(game: Game) -> None:
    cursor = Cursor(game)
    assert not cursor.can_delete
    cursor.go(+1)
    assert cursor.can_delete
    cursor.delete()
    assert cursor.node is game.node
    assert not game.node.children
    assert cursor.line[-1] is game.node
    assert cursor.undo_edit().place is cursor.node
    assert cursor.node.move == C3
    deleted = cursor.node
    cursor.delete()
    game.play(C3)
    cursor.refresh()
    cursor.undo_edit()
    assert cursor.node is game.node is deleted, "also where it was played again"
    assert set(cursor.line) <= set(game.root.walk())


def test_a_variation_can_be_undone_and_redone(game: Game) -> None:
    cursor = Cursor(game)
    cursor.show(game.root, (C4, C3, D3))
    cursor.go(+2)
    cursor.play(next(squares(cursor.node.board.legal_moves())))
    tried = cursor.node
    cursor.visit(game.node)
    for _ in range(2):
        edit = cursor.undo_edit()
        assert edit.kind is EditKind.ADD
        assert cursor.node is tried.parent
        cursor.undo_edit()
        assert cursor.node is game.root
        assert [node.path for node in game.root.children] == [(F5,)]
        assert not game.can_undo_edit
        assert cursor.redo_edit().place.move == C4
        cursor.redo_edit()
        assert cursor.node is tried
        assert tried.path[:3] == (C4, C3, D3)
        assert not game.can_redo_edit


def test_a_variation_that_the_game_follows_is_no_edit(game: Game) -> None:
    cursor = Cursor(game)
    game.comment(game.root, "before")
    cursor.visit(game.root)
    cursor.play(C4)
    game.visit(cursor.node)
    assert game.can_undo_edit
    assert cursor.undo_edit().kind is EditKind.COMMENT, "that which is possible"
    assert game.node.path == (C4,)
    assert not game.can_undo_edit
    game.play(next(squares(game.board.legal_moves())))
    assert not game.can_redo_edit, "the tree is another one"
