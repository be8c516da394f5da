"""The choice of the next task, the answers that count, and the searches in between."""

from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ai.engine import Engine
from game.board import Board, Color, Move, squares
from game.evaluation import Judgement, Kind
from game.records.transcript import parse_transcript
from game.symmetry import symmetric_boards
from game.tree import Game
from play.practice.drill import Drill
from play.practice.exercise import Aim, Exercise, Mistake, RatedMove
from play.practice.progress import (
    Practice,
    PracticeProgress,
    PracticeTally,
    Repetition,
    Section,
    written_progress,
)
from play.practice.trainer import Trainer
from play.repertoire import line_key
from play.store import Store
from tests.ai.books import small_book
from tests.play.practice.material import (
    DAY,
    Calendar,
    answers,
    card,
    found_by,
    mistake,
    position,
    puzzle_line,
    trainer,
)  # fmt: skip
from tests.play.scripted import ScriptedEngine
from tests.samples import C3, C4, C5
from tests.waiting import wait_until

PUZZLES = "\n".join(
    [
        *(puzzle_line(seed, nodes=100 * seed) for seed in (1, 2)),
        puzzle_line(3, nodes=20_000),
        puzzle_line(4, nodes=200_000, depth=10),
    ]
)


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def practice(calendar: Calendar) -> Practice:
    return Practice(PracticeProgress(), calendar)


def begun(practice: Practice, *mistakes: Mistake) -> Trainer:
    practice.add(mistakes)
    going = trainer(practice)
    going.update()
    return going


def opened(practice: Practice, section: Section, *options: Any, **more: Any) -> Trainer:
    going = trainer(practice, *options, **more)
    going.open(section)
    return going


def exercise(going: Trainer) -> Exercise:
    assert isinstance(going.task, Exercise)
    return going.task


def updated(going: Trainer, times: int = 2) -> Trainer:
    for _ in range(times):
        going.update()
    return going


def test_a_wrong_answer_gets_a_loss_and_a_due_date(practice: Practice) -> None:
    going = trainer(practice)
    going.update()
    assert (going.task, going.next_due_date(going.section)) == (None, None), (
        "without a mistake there is nothing to do"
    )
    going = begun(practice, mistake(1, margin=5.0))
    task = exercise(going)
    assert not going.play(next(square for square in range(64) if not task.board.is_legal(square)))
    assert going.play(task.found[1].move)
    assert (task.is_right, task.lost, going.outcome) == (False, 5.0, Repetition(0, DAY + timedelta(1)))
    assert practice.tallies(Section.MISTAKES, 2) == [PracticeTally(), PracticeTally(0, 1)]


def test_moves_after_the_answer_do_not_count(practice: Practice) -> None:
    going = begun(practice, mistake(1), mistake(2))
    task = exercise(going)
    going.play(task.best.move)
    going.play(next(squares(task.cursor.node.board.legal_moves())))
    going.give_up()
    assert task.is_right
    assert practice.tallies(Section.MISTAKES, 1) == [PracticeTally(1, 0)]
    assert card(practice, Section.MISTAKES, task.key) == Repetition(1, DAY + timedelta(3))
    going.next()
    going.give_up()
    task = exercise(going)
    assert (task.cursor.node.move, task.is_right) == (task.best.move, False), (
        "whoever gives up sees the answer"
    )
    assert going.outcome == Repetition(0, DAY + timedelta(1))


def test_skipped_tasks_wait_behind_the_others(practice: Practice) -> None:
    going = begun(practice, mistake(1), mistake(2), mistake(3))
    for n in (1, 2, 3, 1):
        assert exercise(going).key == mistake(n).key
        going.next()
    assert practice.tallies(Section.MISTAKES, 1) == [PracticeTally()]


@pytest.mark.parametrize("rights", ["1111", "0110", "0000", "1010"])
@pytest.mark.parametrize("leaves", [False, True])
def test_practising_ahead_asks_all_before_repeating(practice: Practice, rights: str, leaves: bool) -> None:
    """For all answers, whether started from an answer or with nothing due."""
    going = begun(practice, *(mistake(n) for n in (1, 2, 3, 4)))
    for _ in range(4):
        answer(going, True)
        going.next()
    assert going.task is None
    keys, before = [], dict(practice.progress.cards[Section.MISTAKES])
    for is_right in 3 * [right == "1" for right in rights]:
        going.practise_ahead()
        keys.append(exercise(going).key)
        answer(going, is_right)
        if leaves:
            going.next()
    assert keys[:4] == [mistake(n).key for n in (1, 2, 3, 4)]
    assert all(len(set(keys[n : n + 4])) == 4 for n in (4, 8))
    assert leaves or all(one != other for one, other in pairwise(keys))
    assert "0" in rights or practice.progress.cards[Section.MISTAKES] == before, (
        "a right answer moves nothing"
    )


def test_practising_ahead_skips_unsearched_mistakes(practice: Practice) -> None:
    going = begun(practice, mistake(1), mistake(2))
    for _ in range(2):
        answer(going, True)
        going.next()
    for n in (1, 2):
        practice.note(replace(mistake(n), found=()))
        assert going.can_practise_ahead == (n == 1)
        going.practise_ahead()
        assert (None if going.task is None else going.task.key) == (mistake(2).key if n == 1 else None)
        going.show(None)


def test_a_new_mistake_is_searched_before_it_is_asked(practice: Practice, engine: ScriptedEngine) -> None:
    going = trainer(practice, engine=engine)
    new = [replace(mistake(n), found=()) for n in (1, 2)]
    practice.add(new)
    going.update()
    assert (going.task, going.unsearched, going.is_searching) == (None, 2, True)
    for n, margin in enumerate((1.5, 6.0)):
        going.update()
        assert engine.asked[n].options.all_moves
        board = new[n].board
        best, *others = squares(board.legal_moves())
        worth = {best: 0.0, **dict.fromkeys(others, -margin)}
        found_by(engine.asked[n], board, lambda move, worth=worth: (worth[move], ()))  # type: ignore[misc]
        updated(going)
    assert (going.unsearched, exercise(going).key) == (0, new[1].key)
    assert going.keys == [new[1].key], "of the first no move is clearly the best"


def test_book_moves_keep_their_book_scores(practice: Practice, engine: ScriptedEngine) -> None:
    """A shallower search rates them worse."""
    board = parse_transcript("f5d6").board
    judged = Judgement(1.0, -6.0, 24, Kind.ESTIMATE, better=(C3,))
    practice.add([Mistake(board, C5, judged=judged)])
    going = trainer(practice, engine=engine)
    going._book = small_book({"f5d6": 3, "f5d6c3": -3, "f5d6c4": 2})
    updated(going)
    (asked,) = engine.asked
    found_by(asked, board, lambda move: (-4.0 * (move != C3), ()))
    going.update()
    (searched,) = practice.progress.mistakes.values()
    assert [(found.move, found.score) for found in searched.found[:2]] == [(C3, 1.0), (C4, 0.5)]
    assert going.keys == [searched.key], "though two moves are good"


def test_symmetric_positions_are_searched_alike(practice: Practice, engine: ScriptedEngine) -> None:
    practice.add(replace(mistake(1), board=board, found=()) for board in symmetric_boards(mistake(1).board))
    going = trainer(practice, engine=engine)
    for _ in range(8):
        updated(going)
        engine.asked[-1].end()
        going.update()
        practice.progress.mistakes.pop(next(iter(practice.progress.mistakes)))
    assert (len(engine.asked), len({asked.board for asked in engine.asked})) == (8, 1)
    assert engine.emptied, "what its table knows would change what is found"


def test_a_dropped_search_is_restarted(practice: Practice, engine: ScriptedEngine) -> None:
    practice.add([replace(mistake(1), found=())])
    going = updated(trainer(practice, engine=engine))
    engine.new_game()
    going.update()
    assert len(engine.asked) == 2


def test_a_real_search_scores_every_move(practice: Practice) -> None:
    board = position(7, 14)
    practice.add([Mistake(board, next(squares(board.legal_moves())))])
    with closing(Engine(1)) as engine:
        going = trainer(practice)
        going._engine = engine
        wait_until(lambda: not going.unsearched, going.update)
    (searched,) = practice.progress.mistakes.values()
    assert searched.is_exact
    assert {found.move for found in searched.found} == set(squares(board.legal_moves()))
    assert all(found.line[0] == found.move for found in searched.found)
    assert searched.found[0].score == max(found.score for found in searched.found)


@pytest.mark.parametrize("plies", [1, 3])
def test_a_short_line_is_searched_once(practice: Practice, engine: ScriptedEngine, plies: int) -> None:
    """Even if it stays short: for some moves a search finds no more."""
    short = mistake(1)
    short = replace(short, found=tuple(replace(entry, line=entry.line[:1]) for entry in short.found))
    practice.add([short])
    going = updated(trainer(practice, engine=engine), 1)
    task = exercise(going)
    going.play(task.best.move)
    assert not task.has_lines
    updated(going)
    (asked,) = engine.asked
    assert asked.limit == short.limit, "of the middle game, not to its end"
    lines = {entry.move: line_of(short.board, entry.move, plies) for entry in short.found}
    found_by(asked, short.board, lambda move: (0.0, lines[move][1:]))
    updated(going, 3)
    assert len(engine.asked) == 1
    assert task.has_lines
    kept = practice.progress.mistakes[short.key].found
    assert {entry.move: entry.line for entry in kept} == lines
    assert [entry.score for entry in kept] == [entry.score for entry in short.found]


def test_a_line_of_one_move_that_ends_the_game_is_complete() -> None:
    board = Board.from_text("XO-" + "X" * 58 + "XO- X")
    last = Board.from_text("-O" + "X" * 62 + " X")
    assert Exercise(Mistake(last, 0, (RatedMove(0, 64.0, (0,)),), True)).has_lines
    assert not Exercise(Mistake(board, 2, (RatedMove(2, 6.0, (2,)),), True)).has_lines


def line_of(board: Board, move: Move, plies: int) -> tuple[Move, ...]:
    game = Game(board, [move])
    while len(game.moves) < plies:
        game.play(answers(game.board)[0])
    return game.moves


def test_endgames_are_asked_by_grade_and_repeated_if_failed(practice: Practice, calendar: Calendar) -> None:
    going = opened(practice, Section.ENDGAMES, PUZZLES)
    first = exercise(going)
    answer(going, True)
    assert going.outcome == Repetition(1, None)
    going.next()
    second = exercise(going)
    assert second.key != first.key
    going.play(second.found[1].move)
    going.next()
    assert going.task is None, "all of the easiest grade have been tried"
    going.change_grade(1)
    assert exercise(going).key == going.puzzles.by_grade[2][0].key
    calendar.sleep()
    going.change_grade(-1)
    assert exercise(going).key == second.key
    calendar.sleep(1000)
    assert practice.due(Section.ENDGAMES, going.keys) == [second.key]


def test_endgame_lines_are_searched_after_the_answer(practice: Practice, engine: ScriptedEngine) -> None:
    going = updated(opened(practice, Section.ENDGAMES, PUZZLES, engine), 1)
    assert not engine.asked
    task = exercise(going)
    going.play(task.found[1].move)
    updated(going)
    found_by(engine.asked[0], task.board, lambda _move: (0.0, ()))
    going.update()
    assert task.has_lines
    assert task.best.score == 2, "what is shipped is not searched anew"


def drill(going: Trainer) -> Drill:
    assert isinstance(going.task, Drill)
    return going.task


def test_leaving_a_line_reschedules_it_and_shows_its_rest(practice: Practice) -> None:
    going = opened(practice, Section.OPENINGS, with_book=True)
    task = drill(going)
    if task.cursor.node.ply == 0:  # all first moves are equivalent
        going.play(task.wanted(task.cursor.node)[0])
    node = task.cursor.node
    wrong = next(m for m in squares(node.board.legal_moves()) if m not in task.wanted(node))
    going.play(wrong)
    assert task.departure is not None
    assert (task.departure.move, task.departure.is_in_line) == (wrong, True)
    assert going.outcome == Repetition(0, DAY + timedelta(1))
    line = task.line_from(task.departure.node)
    assert len(line) == len(task.opening.moves) - task.departure.node.ply
    task.show_best()
    assert task.cursor.node.move == line[0]


def test_a_line_may_be_played_in_any_orientation(practice: Practice) -> None:
    going = opened(practice, Section.OPENINGS)
    black = next(o for o in going._openings if len(o.moves) % 2)
    for first in range(4):
        task = Drill(black, going.color_of(black), None, going._chance)
        task.play(task.wanted(task.cursor.node)[first])
        while not task.is_over:
            task.play(task.wanted(task.cursor.node)[0])
        assert task.is_line_done


def test_the_book_goes_on_after_the_line(practice: Practice) -> None:
    going = opened(practice, Section.OPENINGS, with_book=True)
    task = drill(going)
    while not task.has_ended:
        assert going.play(task.wanted(task.cursor.node)[0])
    assert task.cursor.node.ply > len(task.opening.moves)
    assert going.outcome == Repetition(1, None)
    assert practice.tallies(Section.OPENINGS, 1) == [PracticeTally(1, 0)]


def test_lines_and_sides_can_be_chosen(practice: Practice) -> None:
    going = opened(practice, Section.OPENINGS)
    first = drill(going)
    going.show(going.keys[1])
    assert drill(going).opening != first.opening
    going.show(first.key)
    going.change_side()
    assert (drill(going).opening, drill(going).color) == (first.opening, first.color.other)
    for key, opening in going.lines.items():
        going.show(key)
        played = drill(going).cursor.node.path
        assert played == opening.moves[: len(played)], "whoever plays White meets f5"
        assert len(played) == (drill(going).color is Color.WHITE)


def test_a_line_failed_as_the_other_side_returns_that_way(practice: Practice, calendar: Calendar) -> None:
    """Also after a restart with the usual side chosen; until that day the usual side is asked."""
    going = opened(practice, Section.OPENINGS)
    usual = drill(going)
    going.change_side()
    failed = drill(going)
    going.give_up()
    again = opened(practice, Section.OPENINGS)
    assert (drill(again).key, again.due, again.next_due_date(again.section)) == (
        usual.key,
        [],
        DAY + timedelta(1),
    )
    calendar.sleep()
    again = trainer(practice)
    assert again.begin_daily()
    assert (again.section, len(again.due), again.is_other_side) == (Section.OPENINGS, 1, False)
    assert (drill(again).key, drill(again).color) == (failed.key, usual.color.other)
    again.change_side()
    assert (drill(again).key, drill(again).color) == (usual.key, usual.color)


def test_own_lines_come_first_then_the_most_played(practice: Practice) -> None:
    going = opened(practice, Section.OPENINGS)
    games = [opening.games for opening in going.lines.values()]
    assert games == sorted(games, reverse=True)
    assert games[0] > 40_000
    assert drill(going).opening.name() == "Tiger", "and so it is asked first"
    own = line_key(parse_transcript("f5d6c3d3c4f4c5b3c2b4e3e6").moves)
    practice.add_lines(own)
    assert (going.keys[0], going.lines[own].name(), going.waiting[0]) == (own, "Central Rose-Bill …", own)
    for right in (True, False):
        practice.answer(Section.OPENINGS, own, right)
        assert own not in going.waiting
        practice.add_lines(own)
        assert going.waiting[0] == own, "known or not, it is asked for from today on"


@pytest.mark.parametrize("moves", ["f5d6c3", "e6f4c3", "c4e3f6", "d3c5f6"])
def test_a_line_has_one_key_in_all_orientations(moves: str) -> None:
    assert line_key(parse_transcript(moves).moves) == "f5d6c3 black"
    assert line_key(parse_transcript(moves).moves[:2]) == "f5d6 white"


@pytest.mark.parametrize("key", ["nonsense black", " white", "f5f5 black"])
def test_invalid_lines_are_left_out(practice: Practice, key: str) -> None:
    practice.add_lines(key)
    assert key not in opened(practice, Section.OPENINGS).keys


def test_every_section_keeps_its_task(practice: Practice) -> None:
    practice.add([mistake(1)])
    going = updated(trainer(practice, PUZZLES), 1)
    here = going.task
    going.play(exercise(going).best.move)
    going.open(Section.ENDGAMES)
    assert going.outcome is None
    going.open(Section.MISTAKES)
    assert going.task is here
    assert going.outcome is not None


def test_due_tasks_are_asked_section_by_section(practice: Practice, calendar: Calendar) -> None:
    going = trainer(practice, PUZZLES)
    assert not going.begin_daily(), "an endgame that was never tried is not due"
    going.open(Section.OPENINGS)
    going.give_up()
    practice.add([mistake(1)])
    calendar.sleep()
    assert going.due_by_section == {Section.MISTAKES: 1, Section.ENDGAMES: 0, Section.OPENINGS: 1}
    assert going.begin_daily()
    assert (going.section, exercise(going).key) == (Section.MISTAKES, mistake(1).key)
    going.play(exercise(going).best.move)
    assert going.begin_daily()
    assert (going.section, going.is_asking) == (Section.OPENINGS, True)
    key = going.task and going.task.key
    going.next()
    assert (going.task and going.task.key) == key, "nothing new is asked"
    going.give_up()
    assert (going.begin_daily(), going.is_daily) == (False, False)


def test_puzzles_that_only_draw_come_last_in_their_grade(practice: Practice) -> None:
    """Beginners do not meet one first, even if it has few nodes."""
    draw = puzzle_line(5, nodes=1).replace(":+0;", ":-1;").replace(":+2;", ":+0;")
    going = opened(practice, Section.ENDGAMES, f"{draw}\n{PUZZLES}")
    aims = [puzzle.aim for puzzle in going.puzzles.by_grade[1]]
    assert aims == [Aim.WIN, Aim.WIN, Aim.DRAW]


def answer(going: Trainer, is_right: bool) -> None:
    assert going.play(exercise(going).found[0 if is_right else -1].move)


def test_tasks_return_on_their_days_across_restarts(tmp_path: Path) -> None:
    """A task returns a day after a wrong answer, then 3 and 7 days after right ones."""
    calendar, numbers = Calendar(), {mistake(number).key: number for number in (1, 2, 3)}
    script = {1: "wrong right wrong", 2: "right", 3: "wrong wrong right"}
    left, asked = {number: answers.split() for number, answers in script.items()}, dict[int, list[int]]()
    for day in range(15):
        store, practice = restarted(tmp_path, calendar)
        assert practice.add([mistake(number) for number in (1, 2, 3)]) == (3 if day == 0 else 0)
        going = trainer(practice)
        going.open(Section.MISTAKES)
        while going.task is not None:
            number = numbers[going.task.key]
            asked.setdefault(number, []).append(day)
            answer(going, not left[number] or left[number].pop(0) == "right")
            store.save_practice(written_progress(practice.progress))
            going.next()
        store.close()
        calendar.sleep()
    assert asked == {1: [0, 1, 4, 5, 8], 2: [0, 3, 10], 3: [0, 1, 2, 5, 12]}
    tallies = practice.tallies(Section.MISTAKES, 16)
    assert [sum(each.right for each in tallies), sum(each.wrong for each in tallies)] == [9, 4]


def restarted(folder: Path, today: Calendar) -> tuple[Store, Practice]:
    store = Store(folder)
    practice = Practice(store.load_practice(), today)
    assert (store.keeps_practice, store.messages) == (True, [])
    return store, practice


@pytest.mark.parametrize("is_right", [True, False])
def test_tasks_become_due_while_the_program_runs(tmp_path: Path, is_right: bool) -> None:
    calendar = Calendar()
    store, practice = restarted(tmp_path, calendar)
    practice.add([mistake(1)])
    going = trainer(practice)
    going.update()
    answer(going, is_right)
    going.next()
    going.update()
    assert going.task is None
    calendar.sleep(3 if is_right else 1)
    going.update()
    assert card(practice, Section.MISTAKES, exercise(going).key).right == is_right
    store.close()
