"""Engines of the list as players of a match: their scores and messages, and how they end."""

import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ai.limits import Algorithm
from ai.timing import clock_in
from game.board import PASS, Board, Color, parse_square, squares
from game.clock import Clock, TimeControl
from game.records.ggf import ggf, parse_ggf
from game.records.transcript import parse_transcript
from game.starts import Start
from game.tree import Game
from play.engines_file import parse_line
from play.library import record_of
from play.match import Match, MatchPhase
from play.outside import OutsideAnalysis, OutsideEngine
from play.players import Seat
from play.record_players import seats_of
from play.results import result_of
from play.saved_game import SavedGame
from play.settings import ENGINES_FILE, Settings, parse_settings, written_settings
from play.thinking import Thinking
from tests.ai.arena.test_rude_engines import SLEEP, at
from tests.ai.test_programs import in_group, is_gone
from tests.play.scripted import ScriptedEngine
from tests.play.stored import BEGAN
from tests.play.test_analyst import needs_proc
from tests.samples import FINAL_1977, PERSON
from tests.waiting import wait_until

ARENA = Path(__file__).resolve().parents[1] / "ai/arena"

Begin = Callable[..., Match]
"""The type of the fixture `begin`, which takes seats and keyword arguments of Match."""


@pytest.fixture
def begin(tmp_path: Path, groups: list[int]) -> Iterator[Begin]:
    path, begun, rude = tmp_path / ENGINES_FILE, [], tmp_path / "rude.py"

    def make(*seats: Seat, source: str = "", **options: object) -> Match:
        rude.write_text(source, "utf-8")
        commands = {
            "NBoard": f"{ARENA / 'scripted_engine.py'}",
            "Hangs": f"{ARENA / 'scripted_engine.py'} 'hangs leaving'",
            "GTP": f"{ARENA / 'gtp_program.py'}",
            "Rude": str(rude),
        }
        lines = [f'name={name},command="{sys.executable} {rest}"' for name, rest in commands.items()]
        path.write_text("\n".join([*lines, "name=Gone,command=x,folder=/no/such"]), "utf-8")
        engine = ScriptedEngine().as_engine()
        match = Match(Thinking((engine, engine), Settings(), path), (seats[0], seats[1]), **options)  # type: ignore[arg-type]
        begun.append(match)
        return match

    yield make
    for match in begun:
        match.thinking.drop()
        match.thinking.end_outside()
    assert all(map(is_gone, groups))


def run(match: Match, until: Callable[[], object]) -> None:
    wait_until(until, lambda: match.update(0.01))


def wait_for_problem(match: Match) -> None:
    run(match, lambda: match.problem)


def asked(match: Match) -> OutsideAnalysis:
    analysis = match.thinking.analysis
    assert isinstance(analysis, OutsideAnalysis)
    return analysis


@needs_proc
def test_two_engines_play_a_whole_game(begin: Begin) -> None:
    match = begin(Seat(outside="NBoard"), Seat(outside="GTP"))
    run(match, lambda: match.phase is MatchPhase.OVER)
    boards = zip(match.game.boards, match.game.moves, strict=False)
    assert all(move == next(squares(board.legal_moves()), PASS) for board, move in boards)
    assert PASS in match.game.moves
    after = match.game.line[1]
    assert after.evaluation is not None
    assert after.evaluation.score == -1.5, "as Black's engine says, whose score is Black's"
    assert match.game.line[2].evaluation is None, "GTP tells no score"
    assert result_of(match) is None


@needs_proc
@pytest.mark.parametrize("deed", [Match.undo, Match.stop, Match.swap_sides])
def test_busy_engine_ends_at_once(begin: Begin, groups: list[int], deed: Callable[[Match], object]) -> None:
    match = begin(PERSON, Seat(outside="Hangs"))
    match.update(0.01)
    assert match.play(parse_square("d3"))
    run(match, lambda: groups and len(in_group(groups[0])) == 2)
    began = time.monotonic()
    deed(match)
    assert time.monotonic() - began < 30, "nothing waits for it, which hangs for a minute"
    assert is_gone(groups[0])
    assert match.problem is None


@needs_proc
def test_engine_runs_until_the_game_ends(begin: Begin, groups: list[int]) -> None:
    match = begin(PERSON, Seat(outside="GTP"))
    match.update(0.01)
    for move in ("d3", "e3"):
        assert match.play(parse_square(move)) or match.play(next(squares(match.board.legal_moves())))
        run(match, lambda: match.phase is MatchPhase.HUMAN)
    match.undo()
    match.play(next(squares(match.board.legal_moves())))
    run(match, lambda: match.phase is MatchPhase.HUMAN)
    assert len(groups) == 1
    match.thinking.new_game()
    assert is_gone(groups[0])


@needs_proc
def test_engine_crash_pauses_the_game(begin: Begin, groups: list[int]) -> None:
    match = begin(PERSON, Seat(outside="Rude"), source=at("genmove", "sys.exit('out of cheese')"))
    match.update(0.01)
    match.play(parse_square("d3"))
    for attempt in (1, 2):  # Resume tries again
        wait_for_problem(match)
        assert match.is_paused
        assert re.search("ended without answering '.*'; it wrote: out of cheese", str(match.problem))
        assert len(groups) == attempt
        match.resume()
    match.swap_sides()
    assert match.play(next(squares(match.board.legal_moves())))
    match.undo()
    match.resume()
    wait_for_problem(match)
    match.swap_sides()
    assert match.play(next(squares(match.board.legal_moves())))
    assert match.problem is None, "it is not said of the rest of the game"


def test_unusable_engine_is_named(begin: Begin) -> None:
    for name, said in (("Edax", "Edax is not in the list"), ("Gone", "Gone: folder=/no/such: there is no")):
        match = begin(Seat(outside=name), PERSON)
        wait_for_problem(match)
        assert said in str(match.problem)


@needs_proc
def test_no_clock_runs_while_an_engine_starts(begin: Begin) -> None:
    match = begin(Seat(outside="Rude"), PERSON, source="import time; " + SLEEP,
                  control=TimeControl(per_game=60.0))  # fmt: skip
    for _frame in range(100):
        match.update(1.0)
    assert match.clock.spent < 2
    assert match.result is None


@needs_proc
def test_pause_lets_the_engine_finish(begin: Begin) -> None:
    match = begin(Seat(outside="GTP"), PERSON)
    match.update(0.01)
    analysis = asked(match)
    match.pause()
    run(match, lambda: analysis.is_done)
    match.update(0.01)
    assert not match.game.moves
    match.resume()
    run(match, lambda: match.game.moves)
    assert match.game.moves == (parse_square("d3"),)


def test_nboard_output_is_shown() -> None:
    analysis = OutsideAnalysis(OutsideEngine("Edax", None, TimeControl()), Board.initial())
    analysis.begin()
    for line in ("status Edax is thinking", "nodestats 12345 0.1", "search D3C3 -0.50 0 8 rest",
                 "search E6-F4 1.25 0 12", "search C4 +2.00 0 8", "search A1 +9.00 0 20", "search ? 1 0 9",
                 "search D3 much 0 30", "search D3 1200 0 40", "rubbish"):  # fmt: skip
        analysis.on_line(line)
    progress = analysis.progress
    assert (progress.score, progress.depth) == (1.25, 12)
    assert progress.pv == tuple(map(parse_square, ("e6", "f4")))
    assert (analysis.status, analysis.counters().nodes) == ("Edax is thinking", 12345)


def test_book_moves_and_lines_with_passes_have_scores() -> None:
    """Edax reports book moves apart from those it searches, and writes PS for a pass."""
    analysis = OutsideAnalysis(OutsideEngine("Edax", None, TimeControl()), Board.initial(), all_moves=True)
    analysis.begin()
    for line in ("book D3 0.00 0 1", "book C4 -0.25 0 1", "search F5PSD6 -1.00 0 8", "search F5 -3.00 0 9"):
        analysis.on_line(line)
        assert analysis.equal_depth_scores == ()
    analysis.on_line("search E6 -2.00 0 8")
    found = [(found.move, found.score) for found in analysis.equal_depth_scores]
    assert found == [(parse_square(name), score) for name, score in
                     (("d3", 0.0), ("c4", -0.25), ("f5", -1.0), ("e6", -2.0))]  # fmt: skip


def test_engine_is_told_the_time_that_is_left() -> None:
    """Also after moves were taken back, which gives no time back, and in a game opened from the library."""
    control = TimeControl(per_game=300.0)
    engine, game = OutsideEngine("Edax", None, control), parse_transcript("f5")
    game.node.clock = Clock(control, (285.0, 180.0))
    assert clock_in(*engine._told(game.node)).remaining[Color.WHITE] == 180.0
    game = parse_transcript("f5d6c3d3c4")
    for node in game.line[1:]:
        node.seconds = 20.0
    game.node.clock = Clock(control, (20.0, 1.0))
    assert clock_in(*engine._told(game.node)).remaining[Color.WHITE] == 1.0
    assert engine._told(game.line[3])[1] == control, "no clock is known there"
    control = replace(control, per_game=10.0, increment=5.0)
    engine, game = OutsideEngine("Edax", None, control), Game(moves=parse_transcript(FINAL_1977).moves[:9])
    game.node.clock = Clock(control, (20.0, 17.5), spent=7.0)
    assert clock_in(*engine._told(game.node)).remaining[Color.WHITE] == 10.5, "stopped and resumed"


def test_seats_are_kept() -> None:
    seats = PERSON, Seat(outside="GRhino 3")
    saved = SavedGame(Game(moves=[parse_square("d3")]), seats, TimeControl(), Start.STANDARD, BEGAN)
    record = parse_ggf(ggf(record_of(saved)))
    assert (record.black, record.white, seats_of(record)) == ("You", "GRhino 3", seats)
    written = written_settings(Settings(seats=seats))
    assert parse_settings(written, pytest.fail).seats == seats


def test_algorithm_switch_does_not_affect_engines(begin: Begin) -> None:
    match = begin(PERSON, Seat(outside="GTP"))
    match.switch(Algorithm.ALPHABETA)
    assert (match.seats, match.algorithm) == ((PERSON, Seat(outside="GTP")), Algorithm.ALPHABETA)
    assert match.algorithm_side is None


def test_listed_engines_are_parsed(begin: Begin) -> None:
    match = begin(Seat(outside="NBoard"), PERSON)
    assert set(match.thinking.listed) == {"NBoard", "Hangs", "GTP", "Rude", "Gone"}
    line = match.thinking.listed["NBoard"]
    assert (line, match.seats[Color.BLACK].is_human) == (parse_line(line.text), False)
