"""A walk through questions: two tries each, what counts as right, what is kept, and the results."""

from datetime import timedelta
from random import Random

import pytest

from ai import book
from ai.limits import Limit
from game.board import Board, Color, Move, squares
from game.evaluation import Judgement, Kind
from game.symmetry import symmetry_to
from game.tree import Game
from play.practice.exercise import HINTED, SOLVED_EMPTIES, Exercise, Finding, Mistake, RatedMove
from play.practice.lesson import STEPS, Idea
from play.practice.progress import Practice, PracticeProgress, Repetition, Section
from play.practice.trainer import Trainer
from play.practice.walk import MOST_QUESTIONS, GameWalk, question_of
from play.review import JudgedMove, Review, ReviewPhase
from tests.ai.positions import random_position
from tests.play.practice.material import DAY, Calendar, lessons, trainer
from tests.play.scripted import ScriptedEngine
from tests.samples import F5, random_game

MARKED = {5: 5.5, 12: 8.0, 21: 4.0, 33: 3.5}
"""Discs lost by moves of the game, by ply; three are mistakes, Black's at 5 and 21."""


def judge(game: Game, ply: int, lost: float) -> None:
    before, node = game.line[ply - 1], game.line[ply]
    better = next(other for other in squares(before.board.legal_moves()) if other != node.move)
    answer = next(squares(node.board.legal_moves()))
    node.judgement = Judgement(3.0, 3.0 - lost, 16, Kind.ESTIMATE, 90, (better,), (answer,), 0.5)


@pytest.fixture
def game() -> Game:
    game = random_game(3)
    for ply, lost in MARKED.items():
        judge(game, ply, lost)
    return game


@pytest.fixture
def walk(game: Game) -> GameWalk:
    return GameWalk(game.line, Color.BLACK, None)


def learning(walk: GameWalk, engine: ScriptedEngine | None = None) -> Trainer:
    going = trainer(Practice(PracticeProgress(), Calendar()), engine=engine)
    going.walk = walk
    return going


def asked(walk: GameWalk) -> Exercise:
    assert walk.task is not None
    return walk.task


def played(question: Exercise) -> Move:
    assert isinstance(question.source, Mistake)
    return question.source.played


def rated(question: Exercise, losses: dict[Move, float], best: float = 1.0) -> tuple[RatedMove, ...]:
    """Returns search results for all moves; the best one scores differently than in the review."""
    scores = [(best - losses.get(move, 30.0), move) for move in squares(question.board.legal_moves())]
    return tuple(RatedMove(move, score, (move,)) for score, move in sorted(scores, reverse=True))


def other_moves(question: Exercise) -> list[Move]:
    known = {entry.move for entry in question.found}
    return [move for move in squares(question.board.legal_moves()) if move not in known]


def test_the_mistakes_of_a_side_are_asked_in_order(game: Game) -> None:
    walks = [GameWalk(game.line, color, None) for color in Color]
    boards = [[question.board for question in walk.questions] for walk in walks]
    assert boards == [[game.line[4].board, game.line[20].board], [game.line[11].board]]
    assert [walks[0].number_of(question) for question in walks[0].questions] == [5, 21]


def test_only_the_costliest_mistakes_are_asked() -> None:
    game, costs = random_game(3), {ply: float(ply % 13 + 4) for ply in range(1, 40, 2)}
    for ply, cost in costs.items():
        judge(game, ply, cost)
    walk = GameWalk(game.line, Color.BLACK, None)
    asked = [walk.number_of(question) for question in walk.questions]
    assert (len(asked), asked) == (MOST_QUESTIONS, sorted(asked))
    assert sorted(costs[ply] for ply in asked) == sorted(costs.values())[-MOST_QUESTIONS:]


def test_mistakes_without_a_legal_better_move_are_skipped(game: Game) -> None:
    """A record may claim anything."""
    game.line[5].judgement = Judgement(3.0, 0.0, 16, Kind.ESTIMATE, better=(game.moves[0],))
    assert [question.board for question in GameWalk(game.line, Color.BLACK, None).questions] == [
        game.line[20].board
    ]


def test_a_wrong_answer_shows_its_reply_a_second_one_the_solution(walk: GameWalk) -> None:
    going, question = learning(walk), asked(walk)
    assert going.play(played(question))
    assert (question.is_refuted, question.is_over) == (True, False)
    assert question.cursor.node.move == played(question)
    wrong = other_moves(question)[0]
    assert going.play(wrong), "a click on another square is the second try"
    assert question.is_waiting
    assert not going.play(question.best.move), "until it is known what the answer is worth"
    question.add_lines(rated(question, {question.best.move: 0.0, wrong: 9.0}))
    assert (question.finding, question.wrong) == (Finding.SHOWN, [played(question), wrong])
    assert question.cursor.node.move == question.best.move


def test_other_moves_are_rated_by_a_search_of_all(walk: GameWalk) -> None:
    """By its loss against the best move; equally good moves count."""
    question = asked(walk)
    one, other = other_moves(question)[:2]
    question.add_lines(rated(question, {question.best.move: 2.0, one: 0.0, other: 3.5}))
    assert not question.needs_search
    question.play(one)
    assert (question.finding, question.lost) == (Finding.FIRST, 0.0)
    question.reset()
    question.play(other)
    assert (question.finding, question.lost, question.best.score) == (Finding.FIRST, 1.5, 3.0)


def test_only_what_is_searched_to_the_end_is_exact() -> None:
    """A review may solve a position with one empty square more than the search of the other moves does."""
    for empties in (SOLVED_EMPTIES, SOLVED_EMPTIES + 1):
        board = random_position(Random(1), 60 - empties)
        played, better, *_others = squares(board.legal_moves())
        found = Judgement(8.0, 2.0, empties, Kind.EXACT, better=(better,))
        question = question_of(board, JudgedMove(61 - empties, board.turn, played, empties, found), None)
        assert question.is_exact is (empties == SOLVED_EMPTIES)


@pytest.mark.parametrize("source", [Kind.BOOK, Kind.ESTIMATE])
def test_book_moves_are_rated_by_the_book(source: Kind) -> None:
    """Even if the played move is not in the book; a search would separate moves that the book rates alike."""
    known = book.load()
    board = Board.initial().play(F5)
    first, second, *_ = known.moves(board)
    judged = Judgement(first.score, -5.0, 0, source, better=(first.move,))
    others = [move for move in squares(board.legal_moves()) if move not in (first.move, second.move)]
    question = question_of(board, JudgedMove(2, board.turn, others[0], board.empties, judged), known)
    question.play(second.move)
    assert not question.is_waiting
    assert question.lost == round(first.score - second.score, 1)


def test_a_hint_leaves_three_moves(walk: GameWalk) -> None:
    question = asked(walk)
    question.play(played(question))
    assert len(set(question.hints)) == HINTED
    assert question.best.move in question.hints
    assert played(question) not in question.hints


def test_all_moves_are_searched_while_the_question_is_open(walk: GameWalk, engine: ScriptedEngine) -> None:
    going, question = learning(walk, engine), asked(walk)
    for _ in range(2):
        going.update()
    assert symmetry_to(question.board, engine.asked[-1].board) is not None
    assert engine.asked[-1].options.all_moves


def test_unfound_answers_become_mistakes_due_tomorrow(walk: GameWalk) -> None:
    going = learning(walk)
    first, second = walk.questions
    going.play(first.best.move)
    going.update()
    going.next()
    going.next()
    going.update()
    going.update()
    cards = going.practice.progress.cards[Section.MISTAKES]
    assert cards == {second.key: Repetition(0, DAY + timedelta(1))}
    assert (walk.findings, walk.is_done) == ([Finding.FIRST, Finding.SHOWN], True)


def test_answers_found_at_the_second_try_return_tomorrow(walk: GameWalk) -> None:
    going, question = learning(walk), asked(walk)
    going.play(played(question))
    question.try_again()
    assert (question.cursor.node.parent, question.is_refuted) == (None, False)
    going.play(question.best.move)
    assert question.finding is Finding.SECOND
    going.update()
    cards = going.practice.progress.cards[Section.MISTAKES]
    assert cards == {question.key: Repetition(0, DAY + timedelta(1))}
    assert going.keys == [question.key], "before it is searched, too"


def test_finding_a_known_mistake_counts_as_right(walk: GameWalk) -> None:
    going, question = learning(walk), asked(walk)
    assert isinstance(question.source, Mistake)
    going.practice.add([question.source])
    going.play(question.best.move)
    going.update()
    assert going.practice.progress.cards[Section.MISTAKES][question.key].right == 1


def test_again_asks_only_the_unfound_questions(walk: GameWalk) -> None:
    going = learning(walk)
    first, second = walk.questions
    going.play(first.best.move)
    going.next()
    going.give_up()
    going.next()
    walk.again()
    assert (walk.task, second.finding, walk.findings) == (second, None, [Finding.FIRST, Finding.SHOWN])
    going.play(second.best.move)
    going.next()
    assert (walk.task, walk.findings) == (None, [Finding.FIRST] * 2)
    walk.again()
    assert (walk.task, walk.findings) == (first, [None, None]), "where all were found all are asked"


def test_changing_side_restarts_and_a_section_ends_the_walk(walk: GameWalk) -> None:
    going = learning(walk)
    going.next()
    going.change_side()
    assert isinstance(going.walk, GameWalk)
    assert (going.walk.color, going.walk.at, len(going.walk.questions)) == (Color.WHITE, 0, 1)
    going.open(Section.OPENINGS)
    assert (going.walk, going.task is None) == (None, False)


def test_the_review_goes_on_while_a_question_is_open(engine: ScriptedEngine) -> None:
    """New questions follow the open one, in the order of the game."""
    game = random_game(3)
    review = Review(game, engine.as_engine(), Limit(depth=4))
    walk = GameWalk(game.line, Color.BLACK, None, review=review)
    assert (walk.task, walk.is_done, walk.is_looking) == (None, False, True)
    for ply in (21, 33, 5):
        judge(game, ply, 4.0)
        walk.update()
    assert [walk.number_of(question) for question in walk.questions] == [21, 5, 33]
    walk.rest()
    assert review.phase is ReviewPhase.PAUSED
    review.phase = ReviewPhase.DONE
    walk.at = len(walk.questions)
    assert walk.is_done


def answer(going: Trainer, *, is_right: bool) -> None:
    """Answers the question of a lesson, or has the answer shown, and goes on."""
    assert isinstance(going.task, Exercise)
    if is_right:
        going.play(going.task.best.move)
    else:
        going.give_up()
    going.update()
    going.next()
    going.update()


def test_a_lesson_keeps_found_steps_and_asks_the_rest_again() -> None:
    """A lesson is learned when each step has been found once; then it starts over."""
    practice = Practice(PracticeProgress(), Calendar())
    going = trainer(practice, lessons=lessons())
    first, shown, rest = Finding.FIRST, Finding.SHOWN, [None] * (STEPS - 3)
    going.begin_lesson(Idea.CORNERS)
    for is_right in (False, True, False):
        answer(going, is_right=is_right)
    going.begin_lesson(Idea.CORNERS)
    assert going.walk is not None
    assert (going.walk.at, going.walk.findings) == (0, [shown, first, shown, *rest])
    for _ in range(STEPS - 1):
        answer(going, is_right=False)
    assert (going.walk.is_done, going.walk.findings) == (True, [shown, first, shown, shown, shown])
    assert (practice.next_lesson(), practice.next_lesson(Idea.CORNERS)) == (Idea.CORNERS, Idea.BESIDE_CORNERS)
    going.walk.again()
    for _ in range(STEPS - 1):
        answer(going, is_right=True)
    assert (going.walk.findings, practice.next_lesson()) == ([first] * STEPS, Idea.BESIDE_CORNERS)
    going.begin_lesson(Idea.CORNERS)
    assert (going.walk.at, going.walk.findings) == (0, [None] * STEPS)
    answer(going, is_right=False)
    assert practice.results(Idea.CORNERS) == (first,) * STEPS, "what was found once stays"
