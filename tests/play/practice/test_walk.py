"""Learn from a game: what is asked, what counts as right, and the sum."""

import pytest

from ai import book
from game.board import Board, Color, Move, squares
from game.evaluation import Judgement, Kind
from game.symmetry import symmetry_to
from game.tree import Game
from play.practice.exercise import RatedMove
from play.practice.progress import Practice, PracticeProgress, Section
from play.practice.trainer import Trainer
from play.practice.walk import MistakeExercise, Walk
from tests.play.practice.material import Calendar, mistake, trainer
from tests.play.scripted import ScriptedEngine
from tests.samples import F5, random_game

MARKED = {5: 2.5, 12: 8.0, 21: 4.0, 33: 1.5}
"""What moves of the game lose, by their plies: three of them are marked, Black's 5 and 21."""


def better_than(board: Board, move: Move) -> Move:
    return next(other for other in squares(board.legal_moves()) if other != move)


@pytest.fixture
def game() -> Game:
    game = random_game(3)
    for ply, lost in MARKED.items():
        before, node = game.line[ply - 1], game.line[ply]
        assert node.move is not None
        better = better_than(before.board, node.move)
        answer = next(squares(node.board.legal_moves()))
        node.judgement = Judgement(3.0, 3.0 - lost, 16, Kind.ESTIMATE, 90, (better,), (answer,), 0.5)
    return game


@pytest.fixture
def walk(game: Game) -> Walk:
    return Walk(game.line, Color.BLACK, None)


def learning(walk: Walk, engine: ScriptedEngine | None = None) -> Trainer:
    going = trainer(Practice(PracticeProgress(), Calendar()), engine=engine)
    going.walk = walk
    return going


def rated(question: MistakeExercise, losses: dict[Move, float], best: float = 1.0) -> tuple[RatedMove, ...]:
    """What a search finds of all moves, whose best one is worth something else than in the review."""
    scores = [(best - losses.get(move, 30.0), move) for move in squares(question.board.legal_moves())]
    return tuple(RatedMove(move, score, (move,)) for score, move in sorted(scores, reverse=True))


def other_move(question: MistakeExercise) -> Move:
    known = {entry.move for entry in question.found}
    return next(move for move in squares(question.board.legal_moves()) if move not in known)


def test_the_marked_moves_of_a_side_are_asked_in_their_order(game: Game) -> None:
    walks = [Walk(game.line, color, None) for color in Color]
    asked = [[question.board for question in walk.questions] for walk in walks]
    assert asked == [[game.line[4].board, game.line[20].board], [game.line[11].board]]
    assert [question.lost_in_game for question in walks[0].questions] == [2.5, 4.0]


def test_where_the_better_move_is_not_legal_nothing_is_asked(game: Game) -> None:
    """A record can say anything."""
    game.line[5].judgement = Judgement(3.0, 0.0, 16, Kind.ESTIMATE, better=(game.moves[0],))
    asked = [question.board for question in Walk(game.line, Color.BLACK, None).questions]
    assert asked == [game.line[20].board]


def test_the_best_move_is_right_and_that_of_the_game_costs_what_the_review_says(walk: Walk) -> None:
    going = learning(walk)
    first, second = walk.questions
    going.play(first.best.move)
    assert (first.is_right, first.lost) == (True, 0.0)
    going.next()
    assert going.task is second
    going.play(second.source.played)  # type: ignore[union-attr]
    assert (second.is_right, second.lost) == (False, 4.0)
    going.next()
    assert (going.task, walk.sums) == (None, (2, 1, 4.0, 6.5))


def test_another_move_is_worth_what_a_search_of_all_says(walk: Walk) -> None:
    """By how much it is worse than the best move; who answers sooner waits for it."""
    question = walk.questions[0]
    other = other_move(question)
    question.play(other)
    assert (question.is_judged, question.needs_search) == (False, True)
    question.add_lines(rated(question, {question.best.move: 0.0, other: 1.5}))
    assert (question.is_judged, question.needs_search) == (True, False)
    assert (question.is_right, question.lost, question.best.score) == (True, 1.5, 3.0)
    assert {entry.move for entry in question.found} == set(squares(question.board.legal_moves()))


def test_one_that_the_search_finds_better_than_the_review_is_as_good(walk: Walk) -> None:
    question = walk.questions[0]
    question.add_lines(())
    assert len(question.found) == 2, "a search that finds nothing leaves what the review knows"
    other = other_move(question)
    question.add_lines(rated(question, {question.best.move: 2.0, other: 0.0}))
    question.play(other)
    assert (question.is_right, question.lost) == (True, 0.0)
    assert question.best.move != other


@pytest.mark.parametrize("source", [Kind.BOOK, Kind.ESTIMATE])
def test_what_the_book_knows_is_worth_what_it_says(source: Kind) -> None:
    """Though the move of the game is not in it. A search would hold other moves for worse that it holds for
    as good.
    """
    known = book.load()
    board = Board.initial().play(F5)
    first, second, *_ = known.moves(board)
    judged = Judgement(first.score, -5.0, 0, source, better=(first.move,))
    others = [move for move in squares(board.legal_moves()) if move not in (first.move, second.move)]
    question = MistakeExercise(board, others[0], judged, known)
    question.play(second.move)
    assert question.is_judged
    assert question.lost == round(first.score - second.score, 1)


def test_an_answer_that_waits_for_its_search_counts_later(walk: Walk, engine: ScriptedEngine) -> None:
    going = learning(walk, engine)
    question = walk.questions[0]
    going.play(other_move(question))
    going.next()
    walk.questions[1].add_lines(())
    for _ in range(2):
        going.update()
    assert symmetry_to(question.board, engine.asked[-1].board) is not None
    engine.asked[-1].end()
    going.update()
    question.add_lines(rated(question, {question.best.move: 0.0}))
    assert walk.sums[0] == 1


def test_nothing_of_a_game_is_kept(walk: Walk, engine: ScriptedEngine) -> None:
    going = learning(walk, engine)
    going.practice.add([mistake(1)])
    before = going.practice.progress.mistakes.copy()
    for question in walk.questions:
        going.play(question.best.move)
        going.give_up()
        going.next()
    going.update()
    assert (going.outcome, going.can_practise_ahead) == (None, False)
    assert going.practice.progress.mistakes == before
    assert not any(going.practice.progress.days.values())


def test_what_is_shown_or_left_out_counts_for_nothing(walk: Walk) -> None:
    going = learning(walk)
    going.give_up()
    first = walk.questions[0]
    assert (first.is_over, first.cursor.node.move) == (True, first.best.move)
    going.next()
    going.next()
    assert (going.task, walk.sums) == (None, (0, 0, 0.0, 0.0))


def test_the_other_side_begins_anew_and_a_section_ends_it(walk: Walk) -> None:
    going = learning(walk)
    going.next()
    going.change_side()
    assert going.walk is not None
    assert (going.walk.color, going.walk.at, len(going.walk.questions)) == (Color.WHITE, 0, 1)
    assert not going.is_other_side
    going.open(Section.OPENINGS)
    assert (going.walk, going.task is None) == (None, False)
