from __future__ import annotations

import math
from dataclasses import replace

import pygame
import pytest

from ai.expectation import Expectation
from ai.limits import ENGINE_ALGORITHMS, FULL_STRENGTH, Algorithm, MoveScore, Preparation, Progress
from game.board import Board, Color, Ending, Result, parse_square
from game.clock import TimeControl
from game.evaluation import Evaluation, Judgement, Kind
from game.starts import Start
from game.tree import Game
from play.match import Match
from play.players import Seat
from play.practice.exercise import RatedMove
from tests.play import scripted
from tests.play.scripted import ScriptedEngine
from tests.samples import COMPUTER, PERSON, START, WHITE_PASSES
from ui import text_game
from ui.dialogs.games import format_short_result
from ui.input import Key, use_keys
from ui.pages.practice.state import describe_worth
from ui.pages.review.wording import describe_move
from ui.text import wording
from ui.text.new_game_wording import start_label


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (999, "999"), (1000, "1.0 k"), (58_301_442, "58.3 M"), (999_960, "1.0 M"), (2.5e9, "2.5 G")],
)
def test_count_text(number: float, text: str) -> None:
    assert wording.format_count(number) == text


def test_a_fraction_of_a_disc_is_a_plural() -> None:
    told = [wording.describe_loss("h7", discs) for discs in (1.0, 1.2, 0.6, 2.0)]
    assert told == ["h7 loses 1 disc", "h7 loses 1.2 discs", "h7 loses 0.6 discs", "h7 loses 2 discs"]
    judgement = Judgement(best=1.7, played=0.5, depth=12, source=Kind.ESTIMATE)
    assert describe_move(18, parse_square("c6"), judgement) == "18. c6 loses 1.2 discs"


@pytest.mark.parametrize(
    ("score", "kind", "text"),
    [
        (4.2, Kind.ESTIMATE, "+4.2"),
        (-4.25, Kind.ESTIMATE, "−4.2"),
        (0.0, Kind.ESTIMATE, "0.0"),
        (-0.04, Kind.ESTIMATE, "0.0"),
        (10.0, Kind.EXACT, "+10"),
        (-2.0, Kind.EXACT, "−2"),
        (0.0, Kind.EXACT, "0"),
        (2.0, Kind.OUTCOME, "+win"),
        (-2.0, Kind.OUTCOME, "−win"),
        (0.0, Kind.OUTCOME, "draw"),
        (-0.3, Kind.BOOK, "−0.3"),
    ],
)
def test_score_text(score: float, kind: Kind, text: str) -> None:
    assert wording.format_score(score, kind) == text


@pytest.mark.parametrize(
    ("depth", "kind", "confidence", "words", "short"),
    [
        (1, Kind.ESTIMATE, 100, "1 ply", "1"),
        (12, Kind.ESTIMATE, 100, "12 plies", "12"),
        (19, Kind.ESTIMATE, 87, "19 plies at 87 %", "19@87%"),
        (60, Kind.ESTIMATE, 95, "to the end at 95 %", "60@95%"),
        (60, Kind.OUTCOME, 100, "outcome proved", "w/d/l"),
        (60, Kind.EXACT, 100, "exact to the end", "exact"),
        (0, Kind.BOOK, 100, "from the book", "book"),
    ],
)
def test_how_deep_and_how_sure(depth: int, kind: Kind, confidence: int, words: str, short: str) -> None:
    progress = Progress(Board.initial(), 19, 0.5, depth, kind, (), Algorithm.PVS, confidence=confidence)
    assert wording.describe_depth(progress) == words
    assert wording.format_depth(depth, kind, confidence) == short


def test_threads_text() -> None:
    assert [*map(wording.format_threads, (1, 2, 64))] == ["1 thread", "2 threads", "64 threads"]


AHEAD_4 = "White is ahead by about 4 discs"
AHEAD_1 = "White is ahead by about 1 disc"


@pytest.mark.parametrize(
    ("score", "deviation", "words", "short"),
    [
        (-4.2, 4.0, f"{AHEAD_4} and wins 8 of 10 such positions with best play", "+4.2 for White"),
        (-4.2, 1.0, f"{AHEAD_4} and wins nearly all such positions with best play", "+4.2 for White"),
        (-1.2, 6.0, f"{AHEAD_1} and wins 5 of 10 such positions with best play", "+1.2 for White"),
        (-0.6, 6.0, f"{AHEAD_1} and loses 4 of 10 such positions with best play", "+0.6 for White"),
        (-0.6, 1.0, f"{AHEAD_1}, but a draw is the likeliest result with best play", "+0.6 for White"),
        (0.3, 6.0, "about even: both sides win equally often with best play", "+0.3 for Black"),
        (0.3, 1.0, "about even: a draw is the likeliest result with best play", "+0.3 for Black"),
    ],
)
def test_words_say_who_is_ahead_and_how_often_that_wins(
    monkeypatch: pytest.MonkeyPatch, score: float, deviation: float, words: str, short: str
) -> None:
    numbers = (*[0.0] * 10, math.log(deviation), *[0.0] * 6, 1.65, 0.0, 1.0)
    monkeypatch.setattr(wording, "default_expectation", lambda: Expectation(numbers))
    for kind in (Kind.ESTIMATE, Kind.BOOK):
        assert wording.describe_score(Evaluation(score, 10, kind), START) == words
    assert wording.format_worth(score) == short


@pytest.mark.parametrize(
    ("score", "kind", "words", "short"),
    [
        (-6.0, Kind.EXACT, "White wins by 6 discs with best play", "+6 for White"),
        (0.0, Kind.EXACT, "a draw with best play", "even"),
        (2.0, Kind.OUTCOME, "Black wins with best play", "Black wins"),
    ],
)
def test_of_what_is_certain_no_chances_are_told(score: float, kind: Kind, words: str, short: str) -> None:
    found = Evaluation(score, 10, kind)
    assert wording.describe_score(found, START) == words
    assert wording.format_worth(score, kind) == short
    assert wording.format_interval(found, 20) == ""
    result = Game(Board.from_text("X" * 40 + "O" * 24 + " X")).root
    assert wording.winning_share(result) == 1.0


def test_practice_and_plain_lines_say_the_same_of_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = (*[0.0] * 10, math.log(4.0), *[0.0] * 6, 1.65, 0.0, 1.0)
    monkeypatch.setattr(wording, "default_expectation", lambda: Expectation(numbers))
    board = Game(moves=[37]).board  # White is to move
    said = "White is ahead by about 4 discs and wins 8 of 10 such positions with best play."
    hint = MoveScore(43, 4.2, 12, Kind.ESTIMATE)
    assert text_game.hint_line(board, hint, hint) == f"The best move is d6: {said}"
    equal, worse = replace(hint, move=hint.move + 1), replace(hint, move=hint.move + 1, score=hint.score - 2)
    assert text_game.hint_line(board, equal, hint) == f"e6 is just as good: {said}"
    assert text_game.hint_line(board, worse, hint).startswith("Next best is e6: ")
    assert describe_worth(RatedMove(43, 4.2), board, is_exact=False) == f"d6: {said}"
    exact = "d6: White wins by 4 discs with best play."
    assert describe_worth(RatedMove(43, 4.0), board, is_exact=True) == exact


def test_an_interval_is_two_scores_for_black(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = (*[0.0] * 10, math.log(3.0), *[0.0] * 6, 2.0, 0.0, 1.0)
    monkeypatch.setattr(wording, "default_expectation", lambda: Expectation(numbers))
    assert wording.format_interval(Evaluation(3.9, 10, Kind.ESTIMATE), 40) == "−2 to +10 for Black"
    assert wording.format_interval(Evaluation(-62.0, 10, Kind.ESTIMATE), 40) == "−64 to −56 for Black"


def test_scores_of_a_search_are_turned_for_black() -> None:
    assert wording.for_black(4.0, Color.BLACK) == 4.0
    assert wording.for_black(4.0, Color.WHITE) == -4.0


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00.0"),
        (9.31, "0:09.4"),
        (9.96, "0:10"),
        (10, "0:10"),
        (59.2, "1:00"),
        (761, "12:41"),
        (3723, "1:02:03"),
    ],
)
def test_time_text(seconds: float, text: str) -> None:
    assert wording.format_time(seconds) == text


def match_of(engine: ScriptedEngine, *seats: Seat, board: Board | None = None, timed: bool = False) -> Match:
    control = TimeControl(per_game=60.0) if timed else None
    return scripted.match_of(engine, *seats, control=control, game=Game(board), waits=timed, pace=1.0)


def test_the_status_says_who_must_act(engine: ScriptedEngine) -> None:
    use_keys({"pause": Key(pygame.K_SPACE)}.get)
    match = match_of(engine, PERSON, COMPUTER)
    assert wording.describe_status(match) == "Your move (Black)"
    match.play(37)
    match.update(0.1)
    assert wording.describe_status(match) == "Nullwindow (White) is thinking – 0.0 of 2.0 s"
    match.pause()
    assert wording.describe_status(match) == (
        "Paused at move 1 – the computer is to move: press Resume (Space) or Step"
    )


def test_the_status_calls_two_people_by_their_names(engine: ScriptedEngine) -> None:
    assert wording.describe_status(match_of(engine, PERSON, PERSON)) == "Black to move"
    assert wording.describe_status(match_of(engine, Seat(name="Anna"), PERSON)) == "Anna (Black) to move"


def test_the_status_says_what_starts_the_clocks(engine: ScriptedEngine) -> None:
    use_keys({"pause": Key(pygame.K_SPACE)}.get)
    match = match_of(engine, PERSON, COMPUTER, timed=True)
    assert wording.describe_status(match) == "Your move (Black): the clocks start with it"
    match = match_of(engine, COMPUTER, PERSON, timed=True)
    assert wording.describe_status(match) == (
        "Nullwindow (Black) is to move: Resume (Space) starts the clocks"
    )


def test_the_status_says_how_far_the_hints_are(engine: ScriptedEngine) -> None:
    match = match_of(engine, PERSON, COMPUTER)
    match.toggle_hints()
    match.update(0.1)
    assert wording.describe_status(match) == "Your move (Black) – searching for hints"
    analysis = engine.asked[-1]
    analysis.end()
    assert wording.describe_status(match) == "Your move (Black) – the time for hints is up; these stay"
    analysis.finish_depth(60, 37, 0.0, Kind.EXACT)
    assert wording.describe_status(match) == "Your move (Black) – the hints are exact"


def test_a_pass_is_told_in_the_words_of_who_has_to(engine: ScriptedEngine) -> None:
    assert wording.describe_status(match_of(engine, COMPUTER, PERSON, board=WHITE_PASSES)) == (
        "You have no move: you pass"
    )
    for seats in ((PERSON, COMPUTER), (PERSON, PERSON), (COMPUTER, COMPUTER)):
        assert wording.describe_status(match_of(engine, *seats, board=WHITE_PASSES)) == (
            "White has no move and passes"
        )


def test_players_are_called_what_they_are() -> None:
    assert wording.format_player((PERSON, COMPUTER), Color.BLACK) == "You"
    assert wording.format_player((PERSON, COMPUTER), Color.WHITE) == "Nullwindow"
    assert wording.format_player((COMPUTER, COMPUTER), Color.BLACK) == "Black"
    assert wording.format_player((PERSON, PERSON), Color.WHITE) == "White"
    assert wording.format_player((PERSON, Seat(name="Анна")), Color.WHITE) == "Анна"


def test_everything_has_a_name() -> None:
    assert [color.label for color in Color] == ["Black", "White"]
    assert wording.format_algorithm(Algorithm.ALPHABETA) == "alpha-beta"
    assert wording.format_level(1) == "Beginner"
    assert len({wording.format_level(level) for level in range(1, FULL_STRENGTH + 1)}) == FULL_STRENGTH
    assert len({wording.format_algorithm(algorithm) for algorithm in ENGINE_ALGORITHMS}) == len(
        ENGINE_ALGORITHMS
    )
    assert len({start_label(start) for start in (*Start, None)}) == len(Start) + 1


FULL = Board((1 << 40) - 1, ~((1 << 40) - 1) & (1 << 64) - 1, Color.BLACK)  # 40 to 24


def test_result_words() -> None:
    won = Result(40, 24, Color.BLACK)
    assert wording.format_result(won) == "Black wins 40–24"
    assert wording.describe_result((PERSON, COMPUTER), won, FULL) == "You win by 16 discs"
    assert wording.describe_result((COMPUTER, PERSON), won, FULL) == "You lose by 16 discs"
    assert wording.describe_result((PERSON, PERSON), won, FULL) == "Black wins by 16 discs"
    draw = Result(32, 32, None)
    assert wording.format_result(draw) == "Draw 32–32"
    assert wording.describe_result((PERSON, COMPUTER), draw, FULL) == "A draw"
    given_up = Result(0, 64, Color.WHITE, Ending.UNCOUNTED)
    assert wording.format_result(given_up) == "White won"
    assert format_short_result(given_up) == "White"
    on_time = Result(10, 20, Color.BLACK, Ending.TIME)
    assert wording.format_result(on_time) == "Black wins on time"
    assert wording.describe_result((PERSON, COMPUTER), on_time, Board.initial()) == "You win on time"


def test_a_result_says_how_the_empty_squares_count(engine: ScriptedEngine) -> None:
    board = Board(FULL.black & ~1, FULL.white, Color.BLACK)  # 39 discs on the card, 40 in the result
    won = Result(40, 24, Color.BLACK)
    assert wording.describe_result((PERSON, COMPUTER), won, board) == (
        "You win by 16 discs, the empty square counts for the winner"
    )
    board = Board(FULL.black & ~7, FULL.white, Color.BLACK)
    assert wording.describe_result((PERSON, COMPUTER), won, board) == (
        "You win by 16 discs, the 3 empty squares count for the winner"
    )
    wiped_out = Board((1 << 63) - 1, 0, Color.BLACK)
    status = wording.describe_status(match_of(engine, PERSON, PERSON, board=wiped_out))
    assert status == "Game over: Black wins 64–0, the empty square counts for the winner"


def test_the_compiler_says_how_far_it_is() -> None:
    assert wording.describe_preparation(Preparation(5, 11, "Compiling: midgame")) == (
        "Compiling the fast search, once: 5 of 11"
    )
    assert wording.describe_preparation(Preparation(0, 11, "It cannot be used")) == "It cannot be used"
