import gc
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from weakref import ref

import pytest

from ai.limits import Algorithm, Limit, MoveScore
from game.board import PASS, Board, Color, parse_square
from game.clock import Clock, TimeControl
from game.evaluation import Evaluation, Kind
from game.tree import Game
from play.match import Match, MatchPhase
from play.players import Seat
from play.settings import Settings
from tests.ai.books import small_book
from tests.play.scripted import ScriptedAnalysis, ScriptedEngine, answer, begun, match_of, searched
from tests.samples import C3, COMPUTER, D3, D6, F5, F6, PERSON, WHITE_PASSES


def first_search(engine: ScriptedEngine, *seats: Seat, **options: Any) -> tuple[Match, ScriptedAnalysis]:
    """Returns a match after its first frame and its search; by default the computer is Black."""
    match = begun(engine, *(seats or (COMPUTER, PERSON)), **options)
    return match, engine.asked[-1]


def hinted(engine: ScriptedEngine) -> tuple[Match, ScriptedAnalysis]:
    """Returns a match of two people and its search for hints."""
    match = match_of(engine, PERSON, PERSON)
    match.toggle_hints()
    return match, searched(engine, match)


def replied(engine: ScriptedEngine, **options: Any) -> Match:
    """Returns a match after a person's move and the computer's reply."""
    match = match_of(engine, PERSON, COMPUTER, **options)
    match.play(F5)
    answer(engine, match, D6)
    return match


def test_a_person_and_the_computer_take_turns(engine: ScriptedEngine) -> None:
    match = begun(engine, PERSON, COMPUTER)
    assert match.phase is MatchPhase.HUMAN
    assert not engine.asked
    for illegal in (0, 28, PASS, 64, -5):
        assert not match.play(illegal)
    assert match.play(F5)
    assert match.phase is MatchPhase.THINKING
    search = searched(engine, match)
    assert (search.board, search.limit.seconds, match.play(D6)) == (match.board, 2.0, False)
    answer(engine, match, D6)
    assert (match.game.moves, match.phase) == ((F5, D6), MatchPhase.HUMAN)


def test_undo_goes_back_to_the_person_and_stops_the_search(engine: ScriptedEngine) -> None:
    match = match_of(engine, PERSON, COMPUTER)
    match.play(F5)
    running = searched(engine, match)
    match.undo()
    assert running.was_stopped
    running.finish_depth(9, D6, 3.0)  # a late answer is lost
    match.update(0.1)
    assert (match.game.node.ply, match.game.moves, match.phase) == (0, (F5,), MatchPhase.HUMAN)
    assert not match.game.line[1].evaluations
    match.redo()
    assert (match.game.node.ply, match.phase) == (1, MatchPhase.THINKING), "it goes on as it did before"
    match.update(0.1)
    assert len(engine.asked) == 2
    match.pause()
    match.undo()
    match.redo()
    assert match.phase is MatchPhase.PAUSED
    match = replied(engine)
    match.undo()
    assert match.game.node.ply == 0, "both moves"
    match.redo()
    assert (match.game.node.ply, match.phase) == (2, MatchPhase.HUMAN)


def test_stop_makes_no_move_and_resume_searches_anew(engine: ScriptedEngine) -> None:
    match, search = first_search(engine)
    search.finish_depth(3, F5, 1.0)
    match.stop()
    match.update(1.0)
    assert (match.game.moves, match.phase) == ((), MatchPhase.PAUSED)
    assert match.thinking.last_analysis is search
    match.resume()
    assert searched(engine, match).limit.seconds == 2.0


def test_move_now_plays_only_a_searched_move(engine: ScriptedEngine) -> None:
    match, search = first_search(engine)
    match.move_now()
    match.update(0.1)
    assert match.game.moves == ()
    search.finish_depth(1, F5, 0.0)
    match.update(0.1)
    assert match.game.moves == (F5,)


@pytest.mark.parametrize("end", [Match.stop, Match.swap_sides])
def test_move_now_ends_with_its_search(engine: ScriptedEngine, end: Callable[[Match], None]) -> None:
    match = begun(engine, COMPUTER, COMPUTER)
    match.move_now()
    end(match)
    match.resume()
    searched(engine, match).finish_depth(1, F5, 1.0)
    match.update(0.1)
    assert match.game.moves == ()


def test_step_makes_one_move_and_pauses(engine: ScriptedEngine) -> None:
    match = match_of(engine, COMPUTER, COMPUTER)
    match.pause()
    match.step()
    answer(engine, match, F5)
    match.update(0.1)
    assert (match.game.moves, match.phase) == ((F5,), MatchPhase.PAUSED)
    match.step()
    match.pause()
    match.resume()
    answer(engine, match, D6)
    assert match.phase is MatchPhase.THINKING, "a step that is taken back is none"


def test_swapping_sides_changes_who_moves(engine: ScriptedEngine) -> None:
    match = match_of(engine, PERSON, COMPUTER)
    match.swap_sides()
    assert match.phase is MatchPhase.THINKING
    match.update(0.1)
    match.swap_sides()
    assert engine.asked[-1].was_stopped
    assert (match.phase, match.seats, match.can_undo) == (MatchPhase.HUMAN, (PERSON, COMPUTER), False)
    over = match_of(engine, PERSON, COMPUTER, game=Game(Board.from_text("X" * 40 + "O" * 24 + "X")))
    over.swap_sides()
    assert (over.can_swap, over.seats) == (False, (PERSON, COMPUTER))


def test_algorithm_switch_affects_running_and_next_search(engine: ScriptedEngine) -> None:
    match, search = first_search(engine)
    match.switch(Algorithm.ALPHABETA)
    found = search.options.algorithm, match.algorithm, match.seats[Color.BLACK].algorithm
    assert found == (Algorithm.ALPHABETA,) * 3
    answer(engine, match, F5)
    assert match.algorithm is Algorithm.ALPHABETA
    people = match_of(engine, PERSON, PERSON)
    assert people.algorithm is Algorithm.PVS
    people.switch(Algorithm.ALPHABETA)
    people.toggle_hints()
    people.update(0.1)
    assert engine.asked[-1].options.algorithm is Algorithm.ALPHABETA, "between people that of the hints"


@pytest.mark.parametrize(("option", "same", "other"), [("search_threads", 0, 3), ("selective", True, False)])
def test_new_option_restarts_the_search(engine: ScriptedEngine, option: str, same: Any, other: Any) -> None:
    match, first = first_search(engine)
    emptied = len(engine.emptied)
    for value, is_stopped in ((same, False), (other, True)):
        match.thinking.use(Settings(**{option: value}))
        assert first.was_stopped == is_stopped
    again = searched(engine, match)
    found = getattr(again.options, option.removeprefix("search_"))
    assert (found, again.limit, again.board) == (other, first.limit, first.board)
    assert len(engine.emptied) == emptied


def test_emptied_table_restarts_a_running_search(engine: ScriptedEngine) -> None:
    match = match_of(engine, COMPUTER, PERSON)
    for wish, size in ((match.thinking.clear_tables, None), (lambda: match.thinking.resize_tables(128), 128)):
        first = searched(engine, match)
        first.seconds = 1.5
        wish()
        assert first.was_stopped
        assert searched(engine, match) is not first
        assert (engine.asked[-1].limit.seconds, engine.emptied[-1]) == (2.0, size)
    assert match.game.moves == ()
    engine.finish(F5)
    match.thinking.clear_tables()
    match.update(0.1)
    assert match.game.moves == (F5,), "an answer that is there is played"


def test_emptied_table_in_a_pause_keeps_the_time_used(engine: ScriptedEngine) -> None:
    match, search = first_search(engine, control=TimeControl(per_move=5.0))
    search.seconds = 0.5
    match.pause()
    match.thinking.clear_tables()
    match.thinking.use(Settings(search_threads=2))
    assert match.phase is MatchPhase.PAUSED
    match.resume()
    assert (searched(engine, match).options.threads, limit_of(engine)) == (2, pytest.approx(1.5))


def test_hints_restart_after_a_table_clear(engine: ScriptedEngine) -> None:
    match, _ = hinted(engine)
    match.thinking.use(Settings(lines=2))
    match.thinking.clear_tables()
    match.update(0.1)
    found = [(asked.options.all_moves, asked.options.lines) for asked in engine.asked]
    assert found == [(True, 0), (True, 2)]


def test_paused_hints_resume_when_the_page_is_shown(engine: ScriptedEngine) -> None:
    match = match_of(engine)
    match.toggle_hints()
    match.pause_hints()
    for asked in (0, 1):
        match.update(0.1)
        assert len(engine.asked) == asked
        match.on_page_shown()


def test_hints_search_all_moves_and_follow_the_game(engine: ScriptedEngine) -> None:
    match, first = hinted(engine)
    assert (first.options.all_moves, first.limit.seconds) == (True, None)
    match.play(F5)
    assert first.was_stopped
    second = searched(engine, match)
    assert second.board == match.board
    match.toggle_hints()
    assert second.was_stopped
    assert searched(engine, match) is second


def test_loss_on_time_is_final(engine: ScriptedEngine) -> None:
    match = match_of(engine, PERSON, PERSON, control=TimeControl(per_game=5.0, increment=1.0))
    match.update(1.0)
    match.play(F5)
    assert match.clock.game_time(Color.BLACK, match.turn) == pytest.approx(5.0)
    match.update(5.5)
    assert match.phase is MatchPhase.OVER
    assert match.result is not None
    assert match.result.winner is Color.BLACK
    assert (match.can_undo, match.can_redo) == (False, False)
    match.undo()
    assert match.phase is MatchPhase.OVER


def test_deeper_evaluation_of_a_position_is_kept(engine: ScriptedEngine) -> None:
    match, search = first_search(engine)
    search.finish_depth(9, F5, 2.5)
    match.update(0.1)
    search.end()
    match.update(0.1)
    assert match.game.line[0].evaluation == Evaluation(2.5, 9, Kind.ESTIMATE)
    match.toggle_hints()
    for depth, wanted in ((0, (2.5, 8)), (4, (2.5, 8)), (10, (7.0, 10))):
        if depth:
            engine.asked[-1].finish_depth(depth, D6, -7.0)
        match.update(0.1)
        assert match.game.line[1].evaluation == Evaluation(*wanted, Kind.ESTIMATE)


def test_score_of_the_played_move_comes_from_the_hints(engine: ScriptedEngine) -> None:
    match, search = hinted(engine)
    search.finish_depth(6, F5, 1.0)
    scores = (MoveScore(F5, 1.0, 6, Kind.ESTIMATE), MoveScore(19, -4.0, 6, Kind.ESTIMATE))
    search.progress = replace(search.progress, scores=scores)
    match.play(19)
    assert match.game.line[1].evaluation == Evaluation(-4.0, 5, Kind.ESTIMATE)


def test_playing_another_move_keeps_the_old_line_as_a_variation(engine: ScriptedEngine) -> None:
    match = match_of(engine, PERSON, PERSON)
    match.play(F5)
    match.play(D6)
    known = Evaluation(1.0, 5, Kind.ESTIMATE)
    match.game.node.note(known)
    match.travel(0)
    match.play(19)
    assert (match.game.moves, match.game.node_at((F5, D6)).evaluation) == ((19,), known)
    match.visit(match.game.node_at((F5,)))
    assert (match.game.moves, match.game.node.evaluation) == ((F5, D6), None)


def test_match_releases_a_search_after_its_move(engine: ScriptedEngine) -> None:
    """Undo keeps replaced matches, and a search may have recorded megabytes."""
    match = begun(engine, COMPUTER, PERSON)
    answer(engine, match, F5)
    assert match.game.moves == (F5,)
    search = ref(engine.asked.pop())
    match.thinking.last_analysis = None
    gc.collect()
    assert search() is None


def test_waiting_for_the_pace_costs_no_clock_time(engine: ScriptedEngine) -> None:
    match = match_of(engine, COMPUTER, COMPUTER, control=TimeControl(per_game=10.0))
    match.pace = 5.0
    match.update(0.1)
    match.update(0.5)
    engine.finish(F5)
    for frame in range(60):
        assert frame > 40 or match.game.moves == ()
        match.update(0.1)
    assert match.game.moves == (F5,)
    assert match.clock.remaining == pytest.approx((9.3, 10.0))  # up to the frame of the answer


@pytest.mark.parametrize("control", [None, TimeControl(per_game=300.0)])
def test_held_answer_stops_the_clocks(engine: ScriptedEngine, control: TimeControl | None) -> None:
    """A computer with a clock does not search while the match is held."""
    match = match_of(engine, PERSON, COMPUTER, control=control)
    match.pace = 0.4
    match.play(F5)
    match.is_held = True
    for _frame in range(20):
        match.update(0.1)
        if control is None:
            engine.finish(D6)
    assert match.game.moves == (F5,)
    assert bool(engine.asked) == (control is None)
    assert match.clock.remaining == ((300.0, 300.0) if control else (None, None))
    match.is_held = False
    match.update(0.3)
    engine.finish(D6)
    assert match.game.moves == (F5,)
    match.update(0.2)
    assert match.game.moves == (F5, D6)


def test_pass_is_announced_after_the_animation_then_played(engine: ScriptedEngine) -> None:
    match = match_of(engine, PERSON, PERSON, game=Game(WHITE_PASSES))
    match.pace, match.is_held = 0.4, True
    match.update(5.0)
    match.is_held = False
    match.update(0.5)
    assert match.phase is MatchPhase.PASSING
    match.update(0.6)
    assert (match.game.moves, match.phase) == ((PASS,), MatchPhase.HUMAN)


def test_no_clock_runs_in_a_coached_game(engine: ScriptedEngine) -> None:
    match = match_of(engine, PERSON, COMPUTER, control=TimeControl(per_game=10.0))
    match.was_coached = True
    match.update(20.0)
    assert match.phase is MatchPhase.HUMAN


def test_proved_win_keeps_the_estimated_score(engine: ScriptedEngine) -> None:
    match, search = first_search(engine)
    search.finish_depth(9, F5, 12.5)
    match.update(0.1)
    search.finish_depth(20, F5, 1.0, Kind.OUTCOME)
    match.update(0.1)
    search.end()
    match.update(0.1)
    assert [node.evaluation for node in match.game.line] == [Evaluation(12.5, 20, Kind.OUTCOME)] * 2


def test_each_failed_search_is_reported(engine: ScriptedEngine) -> None:
    match = match_of(engine, COMPUTER, PERSON)
    for text in ("first", "second"):
        searched(engine, match).error = RuntimeError(text)
        engine.asked[-1].end()
        match.update(0.1)
        assert text in str(match.problem)
        assert match.phase is MatchPhase.PAUSED
        match.resume()
        assert match.problem is None


def test_a_move_from_the_book_is_played_and_its_score_kept(engine: ScriptedEngine) -> None:
    """A position has the score of its best book move, whichever move is played, and by whom."""
    engine.book = small_book()
    match = begun(engine, PERSON, COMPUTER)
    match.play(F5)
    searched(engine, match).answer_from_book(F6, -0.8)
    match.update(0.1)
    assert match.game.moves == (F5, F6)
    worths = [Evaluation(score, 0, Kind.BOOK) for score in (0.3, 0.3, 0.8)]
    assert [node.evaluation for node in match.game.line] == worths
    match.game.node.note(Evaluation(2.0, 20, Kind.ESTIMATE))
    assert match.game.node.evaluation == worths[2], "what is known by the book is no search's to say"


def test_only_thinking_uses_the_book(engine: ScriptedEngine) -> None:
    match = match_of(engine, PERSON, COMPUTER)
    match.thinking.use(Settings(book=True))
    match.toggle_hints()
    match.update(0.1)
    match.play(F5)
    match.update(0.1)
    assert [asked.options.book for asked in engine.asked] == [False, True]


def timed(engine: ScriptedEngine, *seats: Seat, spent: float = 0.0) -> Match:
    """Returns a match with ten seconds a move, of which `spent` are gone."""
    match = match_of(engine, *seats, control=TimeControl(per_move=10.0))
    match.game.node.clock = Clock.start(match.control).ticked(spent)
    return match


SLOW = Seat(Algorithm.PVS, 10, 60.0)


def limit_of(engine: ScriptedEngine) -> float:
    seconds = engine.asked[-1].limit.seconds
    assert seconds is not None
    return seconds


def test_search_limit_excludes_time_already_spent(engine: ScriptedEngine) -> None:
    timed(engine, SLOW, PERSON, spent=8.0).update(0.0)
    assert 1.0 < limit_of(engine) < 2.0
    match = timed(engine, PERSON, SLOW)
    match.update(7.5)
    match.swap_sides()
    match.update(0.0)
    assert 1.5 < limit_of(engine) < 2.5, "also of a side that is taken over in mid move"


@pytest.mark.parametrize("hold", [Match.pause, Match.stop])
def test_a_pause_gives_no_time_back(engine: ScriptedEngine, hold: Callable[[Match], None]) -> None:
    match = timed(engine, SLOW, PERSON)
    match.update(0.0)
    match.update(8.0)
    engine.asked[-1].seconds = 8.0
    hold(match)
    match.update(100.0)
    match.resume()
    match.update(0.0)
    assert (match.clock.spent, len(engine.asked)) == (8.0, 2)
    assert limit_of(engine) < 2.0


def test_deeper_result_before_a_pause_is_played(engine: ScriptedEngine) -> None:
    match, first = first_search(engine)
    match.pause()
    first.finish_depth(12, F5, 1.0)  # before it notices that it was stopped
    first.end()
    match.resume()
    answer(engine, match, 19)
    assert match.game.moves == (F5,)


def test_a_move_is_never_played_unsearched(engine: ScriptedEngine) -> None:
    match, search = first_search(engine)
    search.end()
    assert (searched(engine, match).limit, match.game.moves) == (Limit(depth=1), ())
    engine.asked[-1].finish_depth(1, F5, 0.0)
    engine.asked[-1].end()
    match.update(0.1)
    assert match.game.moves == (F5,)


@pytest.mark.parametrize("deed", [lambda match: match.play(C3), Match.resume])
def test_a_clock_waits_for_a_person(engine: ScriptedEngine, deed: Callable[[Match], object]) -> None:
    control = TimeControl(per_game=60.0)
    match = match_of(engine, PERSON, PERSON, control=control, game=Game(moves=[F5, D6]), waits=True)
    match.update(100.0)
    assert match.is_waiting
    assert match.clock.game_time(Color.BLACK, match.turn) == 60.0
    deed(match)
    match.update(2.0)
    assert not match.is_waiting
    assert match.clock.game_time(match.turn, match.turn) == pytest.approx(58.0)


def test_undo_reverts_swapped_sides(engine: ScriptedEngine) -> None:
    match = replied(engine)
    match.swap_sides()
    assert match.can_undo
    match.undo()
    assert (match.seats, match.game.node.ply) == ((PERSON, COMPUTER), 2)
    match.swap_sides()
    answer(engine, match, C3)
    assert match.game.node.ply == 3
    for ply in (2, 0):
        match.undo()
        assert (match.seats, match.game.node.ply) == ((PERSON, COMPUTER), ply), "also past the exchange"
        assert match.phase is MatchPhase.HUMAN


def test_scores_of_hints_are_kept_in_the_game(engine: ScriptedEngine) -> None:
    """Each finished depth changes the game, and so does turning the hints off."""
    match, hints = hinted(engine)
    node, scores = match.game.node, (MoveScore(F5, 1.0, 6, Kind.ESTIMATE),)
    hints.finish_depth(6, F5, 1.0)
    hints.progress = replace(hints.progress, scores=scores)
    for is_new in (True, False):
        before = match.game.changes
        match.update(0.1)
        assert (match.game.changes > before) is is_new
    deeper = replace(scores[0], depth=7)
    hints.progress = replace(hints.progress, scores=(deeper,))
    before = match.game.changes
    match.toggle_hints()
    assert match.game.changes > before
    assert node.scores == {F5: deeper}
    assert not match.shows_hints


def test_finished_hints_stay_on(engine: ScriptedEngine) -> None:
    match, hints = hinted(engine)
    hints.progress = replace(hints.progress, scores=(MoveScore(F5, 2.0, 20, Kind.EXACT),))
    hints.end()
    match.update(0.1)
    assert match.wants_hints
    match.play(F5)
    assert searched(engine, match) is not hints


CLOCK = TimeControl(per_game=60.0)
FOUR = (F5, D6, C3, D3)


def timed_match(engine: ScriptedEngine, control: TimeControl | None = CLOCK) -> Match:
    """Returns a match after four moves of five seconds each and three seconds of the next."""
    match = match_of(engine, PERSON, PERSON, control=control)
    for move in FOUR:
        match.update(5.0)
        match.play(move)
    match.update(3.0)
    return match


@pytest.mark.parametrize("is_paused", [False, True])
def test_looking_back_pauses_the_clocks(engine: ScriptedEngine, is_paused: bool) -> None:
    match = timed_match(engine)
    if is_paused:
        match.pause()
    readings = [node.clock for node in match.game.line]
    for cursor in (1, 0, 3, 4):
        match.travel(cursor)
        assert match.phase is MatchPhase.PAUSED
        match.update(30.0)
        assert [node.clock for node in match.game.line] == readings
    match.resume()
    match.update(1.0)
    assert match.clock.spent == 4.0, "nor is the time of the move that is being made given back"


def test_play_from_an_earlier_position_restores_its_clock(engine: ScriptedEngine) -> None:
    for go_on in (Match.resume, lambda match: match.play(parse_square("f4"))):
        match = timed_match(engine)
        match.travel(1)
        match.update(20.0)
        go_on(match)
        if match.game.node.ply == 1:
            match.update(2.0)
            assert match.clock.spent == 2.0
            match.play(parse_square("f4"))
        assert match.phase is MatchPhase.HUMAN
        assert match.clock.remaining[Color.WHITE] == (58.0 if go_on is Match.resume else 60.0)
        assert match.clock.remaining[Color.BLACK] == 55.0


@pytest.mark.parametrize(("black", "keeps"), [(PERSON, True), (COMPUTER, False)])
def test_watched_timed_game_can_be_browsed_until_a_time_loss(
    engine: ScriptedEngine, black: Seat, keeps: bool
) -> None:
    match = match_of(engine, black, COMPUTER, control=CLOCK)
    assert match.stays_at_live_position is keeps
    match.game.lose_on_time(Color.BLACK)
    assert match.stays_at_live_position


@pytest.mark.parametrize("increment", [0.0, 4.0])
def test_undo_and_redo_give_no_time_back(engine: ScriptedEngine, increment: float) -> None:
    match = timed_match(engine, TimeControl(per_game=60.0, increment=increment))
    match.undo()
    match.update(1.0)
    left = 47.0 + 2 * increment, 50.0 + increment
    assert (match.phase, match.clock.remaining, match.clock.spent) == (MatchPhase.HUMAN, left, 1.0)
    match.redo()
    left = 47.0 + 2 * increment, 49.0 + 2 * increment
    assert (match.clock.remaining, match.clock.spent) == (left, 0.0)


def test_looking_back_keeps_move_times_without_a_clock(engine: ScriptedEngine) -> None:
    match = timed_match(engine, None)
    for cursor in (0, 2, 4):
        match.travel(cursor)
        match.update(30.0)
    assert [node.clock.spent for node in match.game.line if node.clock] == [5.0, 5.0, 5.0, 5.0, 33.0]


@pytest.mark.parametrize("end", [Match.toggle_hints, Match.resume, Match.stop])
def test_hints_in_a_pause_keep_the_result(engine: ScriptedEngine, end: Callable[[Match], None]) -> None:
    match, search = first_search(engine)
    search.finish_depth(9, D3, 2.0)
    search.seconds = 1.5
    match.pause()
    assert search.was_stopped
    match.update(5.0)
    search.end()
    match.toggle_hints()
    hints = searched(engine, match)
    assert hints.options.all_moves
    hints.finish_depth(12, F5, 1.0)
    match.update(0.1)
    end(match)
    assert hints.was_stopped
    assert match.phase is (MatchPhase.THINKING if end is Match.resume else MatchPhase.PAUSED)
    match.resume()
    match.update(0.1)
    assert (len(engine.asked), limit_of(engine)) == (3, pytest.approx(0.5))
    engine.asked[-1].finish_depth(1, F5, 0.0)
    engine.asked[-1].end()
    match.update(0.1)
    assert match.game.moves == (D3,), "nine plies count for more than one"


def test_found_answer_survives_hints_in_a_pause(engine: ScriptedEngine) -> None:
    match = match_of(engine, COMPUTER, PERSON)
    match.pace = 5.0
    answer(engine, match, F5)
    match.pause()
    match.update(5.0)
    assert match.game.moves == ()
    for _ in range(2):
        match.toggle_hints()
        match.update(0.1)
    assert len(engine.asked) == 2
    match.resume()
    match.update(5.0)
    assert match.game.moves == (F5,)


def test_cleared_tables_in_a_pause_keep_the_answer(engine: ScriptedEngine) -> None:
    match = begun(engine, COMPUTER, PERSON)
    engine.finish(F5)
    match.pause()
    match.toggle_hints()
    match.update(0.1)
    match.thinking.clear_tables()
    assert searched(engine, match).options.all_moves, "hints begin again"
    match.resume()
    match.update(0.1)
    assert match.game.moves == (F5,)
