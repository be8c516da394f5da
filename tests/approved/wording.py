"""What is said of numbers, scores, players, results, moves and searches, and a game in plain lines."""

import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from unittest import mock

import pygame

from ai.arena.host import Protocol
from ai.limits import Algorithm, MoveScore, Preparation, Progress
from game.board import PASS, Board, Color, Ending, Result, parse_square
from game.clock import TimeControl
from game.evaluation import Evaluation, Judgement, Kind
from game.starts import Start
from game.tree import Game
from play.players import Seat, Seats
from play.refutation import Refutation
from play.results import GameResult, Results, written_results
from play.session import Session
from play.settings import FAST
from play.store import Store
from tests.approved.games import Said
from tests.play import scripted
from tests.play.scripted import ScriptedEngine
from tests.samples import COMPUTER, CORNER_LOST, OVER, PERSON, START, WHITE_PASSES
from ui import text_game
from ui.dialogs.games import format_short_result
from ui.input import Key, use_keys
from ui.pages.review.wording import describe_move
from ui.text import coaching, commentary, new_game_wording, wording
from ui.text_game import TextGame

H2, A7 = parse_square("h2"), parse_square("a7")
FULL: Final = Board((1 << 40) - 1, ~((1 << 40) - 1) & (1 << 64) - 1, Color.BLACK)  # 40 to 24


def calls(function: Callable[..., object], *arguments: object) -> Said:
    """Yields what a function of one or more arguments, a tuple, returns of each."""
    for given in arguments:
        every = given if isinstance(given, tuple) else (given,)
        shown = ", ".join(str(getattr(each, "name", each)) for each in every)
        yield f"{function.__name__}({shown})", str(function(*every))


def numbers() -> Said:
    yield from calls(wording.format_count, 0, 999, 1000, 58_301_442, 999_960, 2.5e9)
    yield from calls(wording.format_share, None, 0.5, 1.0)
    yield from calls(wording.format_time, 0, 9.31, 9.91, 10, 59.2, 761, 3723)
    yield from calls(wording.format_duration, 0.003, 0.42, 12.3, 125)
    yield from calls(wording.describe_progress, (1, 1, None), (1200, 4800, 200))
    yield from calls(wording.describe_loss, *(("h7", discs) for discs in (1.0, 1.2, 0.6, 2.0, 5.0)))
    yield from calls(wording.format_watch_speed, FAST, 300_000)
    yield from calls(wording.format_threads, 1, 2, 64)


def scores_and_depths() -> Said:
    scores = (4.2, -4.25, 0.0, -0.04), (10.0, -2.0, 0.0), (2.0, -2.0, 0.0), (-0.3,)
    kinds = (Kind.ESTIMATE, Kind.EXACT, Kind.OUTCOME, Kind.BOOK)
    found = [(score, kind) for kind, some in zip(kinds, scores, strict=True) for score in some]
    yield from calls(wording.format_score, *found)
    yield from calls(wording.format_worth, *found)
    depths = ((1, 100), (12, 100), (19, 87), (60, 95), (60, 100), (0, 100))
    for (depth, sure), kind in zip(depths, (*[Kind.ESTIMATE] * 4, Kind.OUTCOME, Kind.BOOK), strict=True):
        progress = Progress(START, 19, 0.5, depth, kind, (), Algorithm.PVS, confidence=sure)
        yield f"{depth} plies, {sure} %, {kind.value}", wording.describe_depth(progress)
        yield "... in short", wording.format_depth(depth, kind, sure)
    yield from calls(wording.describe_preparation, Preparation(5, 11, "x"), Preparation(0, 11, "Not here"))


def match_of(engine: ScriptedEngine, *seats: Seat, board: Board | None = None, timed: bool = False) -> Any:
    control = TimeControl(per_game=60.0) if timed else None
    return scripted.match_of(engine, *seats, control=control, game=Game(board), waits=timed, pace=1.0)


def statuses() -> Said:
    use_keys({"pause": Key(pygame.K_SPACE)}.get)
    engine, anna = ScriptedEngine(), Seat(name="Anna")
    for shown, begun in (
        ("a person begins", match_of(engine, PERSON, COMPUTER)),
        ("two people", match_of(engine, PERSON, PERSON)),
        ("two people, one with a name", match_of(engine, anna, PERSON)),
        ("a person whose clock waits", match_of(engine, PERSON, COMPUTER, timed=True)),
        ("a computer whose clock waits", match_of(engine, COMPUTER, PERSON, timed=True)),
        ("a person must pass", match_of(engine, COMPUTER, PERSON, board=WHITE_PASSES)),
        ("a computer must pass", match_of(engine, PERSON, COMPUTER, board=WHITE_PASSES)),
        ("one of two must pass", match_of(engine, PERSON, PERSON, board=WHITE_PASSES)),
        ("a game is over", match_of(engine, board=OVER)),
        ("white has no disc left", match_of(engine, board=Board((1 << 63) - 1, 0, Color.BLACK))),
    ):
        yield shown, wording.describe_status(begun)
    match = match_of(engine, PERSON, COMPUTER)
    match.play(37)
    match.update(0.1)
    yield "the computer thinks", wording.describe_status(match)
    match.pause()
    yield "... and is paused", wording.describe_status(match)
    match = match_of(engine, PERSON, COMPUTER)
    match.toggle_hints()
    match.update(0.1)
    yield "hints", wording.describe_status(match)
    analysis = engine.asked[-1]
    analysis.end()
    yield "... at their end", wording.describe_status(match)
    analysis.finish_depth(60, 37, 0.0, Kind.EXACT)
    yield "... exact", wording.describe_status(match)


def players_and_results() -> Said:
    both = (PERSON, COMPUTER), (COMPUTER, PERSON), (PERSON, PERSON)
    adaptive, other = replace(COMPUTER, adapts=True), replace(COMPUTER, algorithm=Algorithm.MTDF)
    some = (*both, (COMPUTER, COMPUTER), (PERSON, Seat(name="Анна")), (COMPUTER, Seat(outside="Edax")))
    for number, seats in enumerate((*some, (other, adaptive)), start=1):
        names = (wording.format_player(seats, color) for color in Color)
        parts = (part for color in Color for part in wording.format_seat(seats, color))
        yield f"seats {number}", " · ".join((*names, *parts))
    yield from calls(wording.format_level, *range(1, 11))
    yield from calls(wording.search_name, *Algorithm)
    one, three = (Board(FULL.black & ~taken, FULL.white, Color.BLACK) for taken in (1, 7))
    won, given_up = Result(40, 24, Color.BLACK), Result(0, 64, Color.WHITE, Ending.UNCOUNTED)
    on_time = Result(10, 20, Color.BLACK, Ending.TIME)
    ends = {
        "a full board": (won, FULL), "a draw": (Result(32, 32, None), FULL), "on time": (on_time, START),
        "one empty square": (won, one), "three": (won, three), "close": (Result(34, 30, Color.BLACK), FULL),
        "a draw with empty squares": (Result(32, 32, None), START),
        "without a count": (given_up, FULL),
    }  # fmt: skip
    for name, (result, board) in ends.items():
        yield name, wording.format_result(result)
        yield "... in a list", format_short_result(result)
        for number, seats in enumerate(both if result is not given_up else (), start=1):
            yield f"... for seats {number}", wording.describe_result(seats, result, board)
    named, draw, white_won = (Seat(name="Анна"), PERSON), Result(32, 32, None), Result(26, 38, Color.WHITE)
    outcomes = [(seats, result) for result in (won, on_time) for seats in (*both, named)]
    for seats, result in (*outcomes, (both[2], draw), (both[2], white_won), (both[2], given_up)):
        yield "on the card of the end", coaching.describe_outcome(seats, result)


def new_games() -> Said:
    yield from calls(new_game_wording.describe_level, *range(1, 11))
    yield from calls(new_game_wording.describe_adaptive, 3)
    controls = (TimeControl(), TimeControl(per_move=10), TimeControl(per_game=180, increment=2), None)
    yield from calls(new_game_wording.clock_label, *controls, TimeControl(per_game=300))
    yield from calls(new_game_wording.start_label, *Start, None)
    yield from calls(new_game_wording.side_label, *Color, None)
    yield from calls(new_game_wording.turn_label, *Color, None)
    for typed in (("", ""), ("soon", "1"), ("1", "-2"), ("1441", "0"), ("0", "0")):
        try:
            new_game_wording.parse_clock(*typed)
        except ValueError as error:
            yield typed, str(error)
    for protocol in Protocol:
        engine = mock.Mock(protocol=protocol)
        progress = mock.Mock(evaluation=Evaluation(2.5, 9, Kind.ESTIMATE), depth=9, move=19)
        nothing = mock.Mock(evaluation=None, depth=0, move=19)
        for is_done, has_begun, status, found in (
            *((True, True, "", progress), (True, True, "", nothing), (False, False, "", nothing)),
            *(
                (False, False, "loading", nothing),
                (False, True, "", nothing),
                (False, True, "busy", progress),
            ),
        ):
            analysis = mock.Mock(
                outside="Edax", engine=engine, progress=found, error=None, was_dropped=False,
                is_done=is_done, has_begun=has_begun, status=status,
            )  # fmt: skip
            yield f"{protocol.value} {is_done, has_begun, status}", new_game_wording.engine_sentence(analysis)


def moves_and_their_cost() -> Said:
    def judged(best: float, played: float, kind: Kind = Kind.ESTIMATE) -> Refutation:
        better = (A7,) if best > played else ()
        return Refutation(CORNER_LOST, H2, Judgement(best, played, 20, kind, better=better))

    for found in (
        judged(12, 2, Kind.EXACT), judged(9.4, 2), judged(2, 1), judged(2, 1.8), judged(2, 2),
        judged(-4, -14, Kind.EXACT), judged(14, 4, Kind.EXACT), judged(5, -5, Kind.EXACT),
    ):  # fmt: skip
        yield f"{found.judgement.best} {found.judgement.played}", commentary.describe_turn(41, found)
        yield "... and the scores", commentary.describe_worths(found) or "-"
    yield "h2 instead of a7", " ".join(commentary.describe_mistake(judged(12, 2)))
    lost = Judgement(best=1.7, played=0.5, depth=12, source=Kind.ESTIMATE)
    yield "in Review", describe_move(18, parse_square("c6"), lost)
    yield "a pass", commentary.describe_step(WHITE_PASSES, PASS)
    assert commentary.describe_why(WHITE_PASSES, PASS) == ()


def searches() -> Said:
    board = Game(moves=[37]).board
    best = MoveScore(43, 4.2, 12, Kind.ESTIMATE)
    for hint in (best, replace(best, move=44), replace(best, move=44, score=2.2)):
        yield "a hint", text_game.hint_line(board, hint, best)
    for score, kind in ((4.2, Kind.ESTIMATE), (4.0, Kind.EXACT)):
        yield "in Practice", commentary.describe_worth(43, score, kind)


# Lines that are typed one after the other, by two people.
DIALOGUES: Final = (
    "d3 score undo e6 f4 e3 f6 g5 d6 e7 f5 c5 d3 undo board quit",
    "xyzzy|a1|level 11|level 3|new red|redo|undo||save|save /|d3|save game.ggf|c3|save game.ggf|help",
    "d3 new c4 undo undo redo redo redo",
)


def typed(lines: Sequence[str], folder: Path, seats: Seats | None) -> Said:
    """A game in plain text in which these lines are typed."""
    waiting, said = iter(lines), [list[str]()]

    def read() -> str:
        if (line := next(waiting, None)) is None:
            raise EOFError
        said.append([])
        return line.replace("game.ggf", str(folder / "game.ggf"))

    with closing(Session(Store(folder / "kept"))) as session:
        game = TextGame(session, read, lambda *lines: said[-1].extend(lines))
        game.run(seats)
    game.say_goodbye()
    for line, answer in zip(("", *lines), said, strict=True):
        yield f"> {line}", "\n".join(answer).replace(str(folder), "")


def plain_lines() -> Said:
    yield "whole rows", "\n".join(text_game.board_lines(OVER))
    for lines in DIALOGUES:
        with tempfile.TemporaryDirectory() as folder:
            people = (Seat(), Seat())
            yield from typed(lines.split("|" if "|" in lines else None), Path(folder), people)
            yield from typed(["undo", "undo"], Path(folder), None)
    with tempfile.TemporaryDirectory() as folder:
        results = Results()
        results.add(GameResult(datetime(2026, 11, 21), 7, Color.BLACK, -1, adapts=True))
        with closing(Store(Path(folder) / "kept")) as store:
            store.save_results(written_results(results))
        yield from typed(["level auto", "level 3", "moves"], Path(folder), (Seat(), Seat(Algorithm.PVS, 2)))


SECTIONS: Final = (
    *(numbers, scores_and_depths, statuses, players_and_results, new_games, moves_and_their_cost),
    *(searches, plain_lines),
)
