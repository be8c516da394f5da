from __future__ import annotations

import pytest

from ai.limits import Algorithm, Progress
from game.board import Board, Color, Ending, Result
from game.evaluation import Kind
from play.match import Match
from play.players import Seat
from tests.play.scripted import ScriptedEngine
from ui.text import wording


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (999, "999"), (1000, "1.0 k"), (58_301_442, "58.3 M"), (999_960, "1.0 M"), (2.5e9, "2.5 G")],
)
def test_count_text(number: float, text: str) -> None:
    assert wording.format_count(number) == text


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
        (2.0, Kind.OUTCOME, "win"),
        (-2.0, Kind.OUTCOME, "loss"),
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
    board = Board.initial()
    progress = Progress(board, 19, 0.5, depth, kind, (), Algorithm.PVS, confidence=confidence)
    assert wording.describe_depth(progress) == words
    assert wording.format_depth(depth, kind, confidence) == short


def test_threads_text() -> None:
    assert [wording.format_threads(threads) for threads in (1, 2, 64)] == [
        "1 thread",
        "2 threads",
        "64 threads",
    ]


def test_score_words() -> None:
    assert wording.describe_score(4.2, Kind.ESTIMATE, Color.WHITE) == "White is ahead by about 4 discs"
    assert wording.describe_score(-1.2, Kind.ESTIMATE, Color.WHITE) == "Black is ahead by about 1 disc"
    assert wording.describe_score(0.3, Kind.ESTIMATE, Color.BLACK) == "about even"
    assert wording.describe_score(-6.0, Kind.EXACT, Color.BLACK) == "White wins by 6 discs with best play"
    assert wording.describe_score(2.0, Kind.OUTCOME, Color.BLACK) == "Black wins with best play"


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


def test_the_evaluation_is_squeezed_but_keeps_its_order() -> None:
    shares = [wording.evaluation_share(score) for score in (-64, -10, -1, 0, 1, 10, 64)]
    assert shares[0] == 0.0
    assert shares[3] == 0.5
    assert shares[-1] == 1.0
    assert shares == sorted(shares)
    assert wording.evaluation_share(200) == 1.0


def test_the_status_says_who_must_act() -> None:
    engine = ScriptedEngine()
    person, computer = Seat(), Seat(Algorithm.PVS, 5, 2.0)
    match = Match((engine.as_engine(), engine.as_engine()), (person, computer))
    assert wording.describe_status(match) == "Your move (Black)"
    match.play(37)
    match.update(0.1)
    assert wording.describe_status(match) == "Nullwindow (White) is thinking – 0.0 of 2.0 s"
    match.pause()
    assert wording.describe_status(match).startswith("Paused")
    assert wording.player_name(match.seats, Color.BLACK) == "You"
    assert wording.player_name((computer, computer), Color.BLACK) == "PVS"
    assert wording.player_name((person, person), Color.WHITE) == "White"


def test_result_words() -> None:
    person, computer = Seat(), Seat(Algorithm.PVS)
    won = Result(40, 24, Color.BLACK)
    assert wording.describe_result((person, computer), won) == "You win by 16 discs"
    assert wording.describe_result((computer, person), won) == "You lose by 16 discs"
    assert wording.describe_result((person, person), won) == "Black wins by 16 discs"
    assert wording.describe_result((person, computer), Result(32, 32, None)) == "A draw"
    on_time = Result(10, 20, Color.BLACK, Ending.TIME)
    assert wording.describe_result((person, computer), on_time) == "You win on time"
