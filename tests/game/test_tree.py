from __future__ import annotations

from random import Random

import pytest

from game.board import PASS, Board, Color, Ending, IllegalMove, Result, parse_square, squares
from game.clock import Clock, TimeControl
from game.evaluation import Evaluation, Kind
from game.tree import Game

# White has no move, black has; from a real game.
WHITE_PASSES = Board.from_text("-----------------------O---OOOO----OOO-X---OOOXX-----O-X----XXX- O")


def moves_of(text: str) -> list[int]:
    return [parse_square(square) for square in text.split()]


def random_game(seed: int) -> Game:
    rng, game = Random(seed), Game()
    while not game.board.is_over():
        game.play(rng.choice(list(squares(game.board.legal_moves())) or [PASS]))
    return game


def game_with_passes() -> Game:
    """A finished random game in which someone passed in the middle."""
    return next(game for game in map(random_game, range(100)) if PASS in game.moves[:-2])


def test_a_new_game() -> None:
    game = Game()
    assert game.start == game.board == Board.initial()
    assert (game.moves, game.boards, game.cursor) == ((), (Board.initial(),), 0)
    assert game.last_move is None
    assert not game.can_undo
    assert not game.can_redo
    assert game.result() is None


def test_playing_keeps_moves_and_boards_in_step() -> None:
    game = Game(moves=moves_of("f5 d6 c3"))
    board = Board.initial()
    for index, move in enumerate(game.moves):
        assert game.boards[index] == board
        board = board.play(move)
    assert game.board == game.boards[-1] == board
    assert game.last_move == parse_square("c3")
    assert (game.cursor, len(game.boards)) == (3, 4)


def test_an_illegal_move_changes_nothing() -> None:
    game = Game(moves=moves_of("f5 d6 c3"))
    game.undo()
    before = (game.moves, game.boards, game.cursor)
    for move in (parse_square("a1"), PASS, 64):
        with pytest.raises(IllegalMove):
            game.play(move)
    assert (game.moves, game.boards, game.cursor) == before
    with pytest.raises(IllegalMove):
        Game(moves=moves_of("f5 f5"))


def test_undo_and_redo_walk_the_whole_game_across_passes() -> None:
    game = game_with_passes()
    boards, moves = game.boards, game.moves
    result = game.result()
    assert result is not None
    for index in range(len(moves), 0, -1):
        assert game.last_move == moves[index - 1]
        assert game.undo() == boards[index - 1] == game.board
    assert not game.can_undo
    for index, move in enumerate(moves):
        assert game.result() is None
        assert game.redo() == boards[index + 1] == boards[index].play(move)
    assert not game.can_redo
    assert (game.boards, game.moves, game.result()) == (boards, moves, result)


def test_a_pass_is_an_entry_that_can_be_undone() -> None:
    game = Game(WHITE_PASSES)
    assert game.play(PASS).turn is Color.BLACK
    assert game.moves == (PASS,)
    assert game.last_move == PASS
    assert game.undo() == WHITE_PASSES
    assert game.redo().turn is Color.BLACK


def test_playing_after_undo_forgets_the_moves_beyond() -> None:
    game = Game(moves=moves_of("f5 d6 c3 d3"))
    game.go_to(2)
    assert game.can_redo
    game.play(parse_square("c5"))
    assert list(game.moves) == moves_of("f5 d6 c5")
    assert len(game.boards) == 4
    assert not game.can_redo
    assert game.board == Game(moves=moves_of("f5 d6 c5")).board


def test_travel() -> None:
    game = Game(moves=moves_of("f5 d6 c3 d3"))
    assert game.go_to(0) == Board.initial()
    assert game.go_to(3) == game.boards[3] == game.board
    for cursor in (-1, 5):
        with pytest.raises(IndexError, match=f"has 4 moves, so there is no position {cursor}"):
            game.go_to(cursor)
    assert game.cursor == 3
    game.go_to(0)
    with pytest.raises(IndexError):
        game.undo()
    game.go_to(4)
    with pytest.raises(IndexError):
        game.redo()


def test_the_result_is_that_of_the_position_at_the_cursor() -> None:
    game = random_game(1)
    result = game.result()
    assert result == game.board.result()
    assert result is not None
    assert result.black + result.white == 64
    game.undo()
    assert game.result() is None


def test_loss_on_time() -> None:
    game = Game(moves=moves_of("f5 d6"))
    game.lose_on_time(Color.BLACK)
    assert game.result() == Result(3, 3, Color.WHITE, Ending.TIME)
    game.go_to(2)  # to where we are: nothing is taken back
    assert game.result() is not None
    game.undo()
    assert game.result() is None
    game.redo()
    assert game.result() is None


def test_nobody_loses_on_time_after_the_last_move() -> None:
    game = random_game(2)
    result = game.result()
    game.lose_on_time(Color.WHITE)
    assert game.result() == result


def test_playing_on_takes_back_a_loss_on_time() -> None:
    game = Game(moves=moves_of("f5 d6"))
    game.lose_on_time(Color.WHITE)
    game.play(parse_square("c3"))
    assert game.result() is None


def test_a_copy_has_the_same_tree_and_place_and_a_life_of_its_own() -> None:
    game = game_with_passes()
    game.go_to(10)
    game.play(next(move for move in squares(game.board.legal_moves()) if move != game.moves[10]))
    game.root.note(Evaluation(2.0, 5, Kind.ESTIMATE))
    game.node.clock = Clock.start(TimeControl(per_game=60))
    game.undo()
    game.lose_on_time(Color.BLACK)
    copy = game.copy()
    assert [node.path for node in copy.root.walk()] == [node.path for node in game.root.walk()]
    for theirs, mine in zip(game.root.walk(), copy.root.walk(), strict=True):
        assert theirs is not mine
        assert (theirs.board, theirs.clock, theirs.ply) == (mine.board, mine.clock, mine.ply)
        assert theirs.evaluations == mine.evaluations
    assert (copy.cursor, copy.moves, copy.result(), copy.changes) == (
        10,
        game.moves,
        game.result(),
        game.changes,
    )
    before = game.moves
    game.delete(game.line[5])
    game.root.note(Evaluation(3.0, 9, Kind.ESTIMATE))
    assert copy.moves == before
    assert copy.root.evaluations[Kind.ESTIMATE].depth == 5
    copy.redo()
    assert copy.result() is None
