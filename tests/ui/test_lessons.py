"""The small boards that explain the rules, compared with the rules."""

import re

from ai.reference.evaluation import stable_discs
from game.board import Color, square_name, squares
from game.tree import Game
from ui.dialogs.rules import LESSONS

PLACE, TURN, CORNER, PASS, END, WINNER, EMPTIES = LESSONS


def test_the_requested_moves_are_legal() -> None:
    for lesson in LESSONS:
        assert lesson.task & ~lesson.board.legal_moves() == 0
        assert bool(lesson.task) == bool(lesson.done)
    assert PLACE.task.bit_count() == 4


def test_the_turning_move_turns_four_discs_in_four_directions() -> None:
    (square,) = squares(TURN.task)
    assert square_name(square) in TURN.words
    turned = list(squares(TURN.board.flips(square)))
    assert len({(t % 8 - square % 8, t // 8 - square // 8) for t in turned}) == len(turned) == 4


def test_the_corner_makes_seven_discs_stable() -> None:
    (corner,) = squares(CORNER.task)
    assert square_name(corner) in CORNER.words
    assert CORNER.board.flips(corner).bit_count() == 3
    after = CORNER.board.play(corner)
    assert stable_discs(CORNER.board.player, CORNER.board.opponent) == 0
    assert stable_discs(after.opponent, after.player) & 0xFF == 0b0111_1111


def test_black_must_pass() -> None:
    assert PASS.board.turn is Color.BLACK
    assert PASS.board.must_pass()


def test_the_finished_games_have_the_scores_in_their_words() -> None:
    end, *others = squares(END.task)
    assert not others
    assert END.board.play(end).discs(Color.BLACK) == WINNER.board.discs(Color.BLACK)
    for lesson in (WINNER, EMPTIES):
        result = Game(lesson.board).result()
        assert result is not None
        score = re.search(r"Black wins (\d+)–(\d+)", lesson.words)
        assert score is not None
        assert (result.black, result.white) == tuple(map(int, score.groups()))
    discs = [EMPTIES.board.discs(color).bit_count() for color in Color]
    assert all(str(count) in EMPTIES.words for count in discs)
    assert EMPTIES.board.empties == 3
