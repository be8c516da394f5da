"""The session behind the window: games that replace each other, settings, and what is saved."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace

import psutil
import pytest

from ai.limits import Algorithm
from game.board import PASS, Board, Color, Ending, squares
from game.clock import TimeControl
from game.records.any_format import read_game
from game.records.record import Record
from game.records.transcript import transcript
from game.starts import ALTERNATIVE_BOARD, Start, parse_start
from game.tree import Game
from play.library import record_of
from play.library_file import Source
from play.match import Match, MatchPhase
from play.players import Seat
from play.results import GameResult
from play.saved_game import SavedGame
from play.session import ANSWER_PACE, MAX_REPLACED, QUICK_PACE, Session
from play.settings import AnimationSpeed
from play.store import Store
from tests.play.scripted import ScriptedEngine
from tests.play.stored import BEGAN
from tests.samples import C3, C4, COMPUTER, D6, F5, PERSON, WHITE_PASSES, random_game

CLOCK = TimeControl(per_game=60.0)


def begin(folder: Path, record: Record | None = None, **settings: object) -> Session:
    store = Store(folder)
    if settings:
        store.save_settings(replace(store.load_settings(), **settings))  # type: ignore[arg-type]
    return Session(store, record)


@pytest.fixture
def session(tmp_path: Path, engines: list[ScriptedEngine]) -> Iterator[Session]:
    assert not engines
    with closing(begin(tmp_path, seats=(PERSON, PERSON), book=False)) as session:
        yield session


def leave(session: Session) -> None:
    """Starts another game of two people and waits until the one before is on the disk."""
    session.start_match((PERSON, PERSON), TimeControl(), Game())
    session.update(0.1)
    session._autosave._writer.submit(lambda: None).result()


def test_deleted_game_that_was_opened_stays_deleted(session: Session) -> None:
    library = session.store.library
    for is_played_on in (False, True):
        session.open(Record(Game(moves=[F5, D6]), "Ann", date=datetime(2026, 1, 1, 12)))
        session.update(0.1)
        session._autosave._writer.submit(lambda: None).result()
        library.delete(library.games())
        session.match.travel(0)
        if is_played_on:
            session.match.travel(2)
            assert session.match.play(C3)
        session.update(0.1)
        leave(session)
        assert [kept.moves for kept in library.games()] == [3] * is_played_on


def test_left_game_releases_its_search(session: Session) -> None:
    """A recorded search takes megabytes, and undo keeps the games that were left."""
    session.start_match((COMPUTER, COMPUTER), TimeControl(), Game(moves=[F5]))
    left = session.match
    left.speed = 100.0
    session.update(0.1)
    session.update(0.1)
    assert left._playback is not None
    session.start_match((PERSON, PERSON), TimeControl(), Game())
    assert left._playback is None


def test_undo_at_the_start_restores_the_previous_game(session: Session) -> None:
    for _ in range(2):
        session.start_match((PERSON, PERSON), TimeControl(), Game())
    assert not session.can_undo, "games without a move leave nothing to bring back"
    first = session.match
    first.play(F5)
    session.start_match((PERSON, COMPUTER), TimeControl(), Game())
    assert session.match is not first
    session.match.play(F5)
    session.undo()
    assert session.match is not first, "first the moves of this game"
    assert session.can_undo
    session.undo()
    assert session.match is first
    assert (first.game.moves, first.phase) == ((F5,), MatchPhase.HUMAN)


def test_undo_keeps_a_limited_number_of_games(session: Session) -> None:
    for _ in range(MAX_REPLACED + 5):
        session.match.play(F5)
        session.start_match((PERSON, PERSON), TimeControl(), Game())
    undone = 0
    while session.can_undo:
        session.undo()  # restores a game, or undoes its only move
        undone += 1
    assert undone == 2 * MAX_REPLACED


def test_restored_game_with_computer_or_clock_is_paused(session: Session) -> None:
    for other, control in ((COMPUTER, TimeControl()), (PERSON, CLOCK)):
        session.start_match((PERSON, other), control, Game())
        session.match.play(F5)
        session.start_match((PERSON, PERSON), TimeControl(), Game())
        session.undo()
        assert session.match.phase is MatchPhase.PAUSED
        if control == CLOCK:
            session.update(30.0)
            assert session.match.clock.game_time(session.match.turn, session.match.turn) == 60.0
        else:
            session.match.resume()
            session.update(0.1)
            assert session.match.thinking.is_searching


def test_late_answer_of_the_previous_game_is_ignored(session: Session, engines: list[ScriptedEngine]) -> None:
    session.match.play(F5)
    session.start_match((COMPUTER, PERSON), TimeControl(), Game())
    session.update(0.1)
    late = engines[0].asked[-1]
    session.start_match((PERSON, PERSON), TimeControl(), Game())
    late.finish_depth(9, F5, 1.0)
    late.end()
    session.update(1.0)
    assert (session.match.game.moves, session.match.game.node.evaluation) == ((), None)
    session.undo()
    assert session.match.game.moves == (F5,)
    assert session.thinking.last_analysis is None, "a game brought back shows no other search"


@pytest.mark.usefixtures("engines")
def test_game_left_before_the_first_frame_is_archived(tmp_path: Path) -> None:
    with closing(begin(tmp_path, seats=(PERSON, PERSON), book=False)) as session:
        session.match.play(F5)
        session.update(0.1)
    with closing(begin(tmp_path)) as again:
        assert again.match.game.moves == (F5,)
        leave(again)
    with closing(Store(tmp_path)) as store:
        (kept,) = store.library.games()
        assert store.library.open(kept).game.moves == (F5,)


@pytest.mark.parametrize("start", [*Start, None])
def test_rematch_has_the_same_start(session: Session, start: Start | None) -> None:
    games = {
        Start.STANDARD: Game(),
        Start.ALTERNATIVE: Game(ALTERNATIVE_BOARD),
        Start.RANDOM: Start.RANDOM.new_game(Random(1), lambda _: Game(moves=[F5, D6])),
        Start.XOT: parse_start("f5f6e6f4g5e7f7h5e3 % XOT 17"),
        Start.SCORED: parse_start("f5d6c3 % 8r06"),
        None: Game(Board.initial().play(F5)),
    }
    for other in Start:
        session.settings = replace(session.settings, start=other)
        session.start_match((PERSON, COMPUTER), CLOCK, games[start].copy(), start)
        session.rematch()
        match = session.match
        assert (match.seats, match.control, match.start) == ((COMPUTER, PERSON), CLOCK, start)
        if start is Start.RANDOM:
            assert len(match.game.moves) > 2
        else:
            assert (match.game.start, match.game.start_name) == (games[start].start, games[start].start_name)
            assert match.game.moves == games[start].moves[: games[start].root.given]


def test_undo_stops_at_a_given_opening(session: Session) -> None:
    for start, least in ((Start.SCORED, 2), (None, 0)):
        session.start_match((PERSON, PERSON), CLOCK, parse_start("f5d6c3 % 8r06"), start)
        while session.match.can_undo:
            session.match.undo()
        assert session.match.game.node.ply == least


def test_an_opened_game_has_its_players_and_no_clock(tmp_path: Path, engines: list[ScriptedEngine]) -> None:
    record = Record(Game(moves=[F5, D6]), black="Tamenori", white="Seeley")
    with closing(begin(tmp_path, record, seats=(COMPUTER, COMPUTER), control=CLOCK)) as session:
        for _ in range(10):
            session.update(10.0)
        match = session.match
        assert [seat.name for seat in match.seats] == ["Tamenori", "Seeley"]
        assert (match.phase, match.is_timed, match.game.moves) == (MatchPhase.PAUSED, False, (F5, D6))
        assert not any(engine.asked for engine in engines)


@pytest.mark.usefixtures("engines")
@pytest.mark.parametrize("control", [TimeControl(per_game=60.0, increment=2.0), TimeControl(per_move=30.0)])
def test_unfinished_game_reopens_with_its_clocks(tmp_path: Path, control: TimeControl) -> None:
    seats = (replace(PERSON, name="Mara"), replace(PERSON, name="Jonas"))
    with closing(begin(tmp_path)) as session:
        session.start_match(seats, control, Game())
        for move in (F5, D6):
            session.update(10.0)
            session.match.play(move)
        session.undo()
        session.update(5.0)
        before = session.match.clock
        session.start_match(seats, TimeControl(), Game())
        session.keep()
    with closing(begin(tmp_path)) as session:
        (kept,) = session.store.library.games()
        session.open(session.store.library.open(kept))
        match = session.match
        assert (match.control, match.phase, match.is_waiting) == (control, MatchPhase.PAUSED, True)
        left = [clock.game_time(color, Color.WHITE) for clock in (match.clock, before) for color in Color]
        assert left[:2] == pytest.approx(left[2:])
        match.game.lose_on_time(Color.BLACK)
        assert '"clock"' not in record_of(SavedGame.of(match)).players, "it is over"


@pytest.mark.usefixtures("engines")
@pytest.mark.parametrize("seats", [(PERSON, PERSON), (PERSON, COMPUTER), (COMPUTER, PERSON)])
@pytest.mark.parametrize("deed", ["play", "resume"])
def test_clocks_wait_after_a_restart(tmp_path: Path, seats: tuple[Seat, Seat], deed: str) -> None:
    session = begin(tmp_path, seats=seats, control=CLOCK)
    for _ in range(2):
        session.update(100.0)
        match = session.match
        assert match.is_waiting
        assert match.clock.game_time(match.turn, match.turn) == 60.0
        assert not match.thinking.is_searching
        session.close()
        session = begin(tmp_path)
    if deed == "play" and seats[0].is_human:
        session.match.play(F5)
    else:
        session.match.resume()
    session.update(1.0)
    assert not session.match.is_waiting
    session.close()


@pytest.mark.usefixtures("engines")
@pytest.mark.parametrize(
    ("game", "seats", "ply"),
    [
        (Game(moves=[F5, D6, C3]), (PERSON, COMPUTER), 1),
        (Game(WHITE_PASSES, [PASS, C4]), (COMPUTER, PERSON), 0),
    ],
    ids=["the turn of the computer", "a pass of a person"],
)
def test_looking_back_is_kept(tmp_path: Path, game: Game, seats: tuple[Seat, Seat], ply: int) -> None:
    session = begin(tmp_path)
    session.start_match(seats, TimeControl(), game.copy())
    for _ in range(3):
        session.match.travel(ply)
        for _ in range(5):
            session.update(1.0)
        assert (session.match.game.moves, session.match.game.node.ply) == (game.moves, ply)
        assert session.match.phase is MatchPhase.PAUSED
        session.close()
        session = begin(tmp_path)
    session.close()


def test_settings_apply_even_if_the_table_is_refused(
    session: Session, engines: list[ScriptedEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=300 << 20))
    wanted = replace(session.settings, search_threads=2, selective=False, table_megabytes=4096, volume=0.1)
    with pytest.raises(ValueError, match="It stays at 64 MB"):
        session.apply(wanted)
    assert (session.settings, session.thinking.settings) == (replace(wanted, table_megabytes=64), wanted)
    session.apply(replace(wanted, table_megabytes=32))
    assert [engine.emptied[-1] for engine in engines] == [32, 32]


@pytest.mark.usefixtures("engines")
def test_random_actions_keep_the_game_valid_and_saved(tmp_path: Path) -> None:
    """Mixes all actions: after each restart the game is where it was."""
    rng = Random(7)
    session = begin(tmp_path, seats=(PERSON, COMPUTER), control=CLOCK)
    for step in range(300):
        match = session.match
        legal = list(squares(match.board.legal_moves()))
        deed = rng.choice(DEEDS)
        if deed == "play" and legal:
            match.play(rng.choice(legal))
        elif deed == "answer" and match.thinking.analysis is not None and legal:
            analysis = match.thinking.analysis
            analysis.finish_depth(rng.randrange(1, 9), rng.choice(legal), 1.0)  # type: ignore[attr-defined]
            analysis.end()  # type: ignore[attr-defined]
        elif deed == "travel":
            match.travel(rng.randrange(len(match.game.line)))
        elif deed == "new":
            seats = rng.choice([PERSON, COMPUTER]), rng.choice([PERSON, COMPUTER])
            control = rng.choice([TimeControl(), CLOCK, TimeControl(per_move=10.0)])
            session.start_match(seats, control, Game())
        elif deed == "restart":
            shown = shown_in(match)
            over = match.result is not None and not match.game.can_redo
            session.close()
            session = begin(tmp_path)
            assert over or shown_in(session.match) == shown, step
        elif deed in ("undo", "rematch"):
            getattr(session, deed)()
        elif deed not in ("play", "answer"):
            getattr(match, deed)()
        session.update(rng.choice([0.0, 0.1, 1.5]))
        match = session.match
        assert match.game.node in match.game.line
        replayed = Game(match.game.start)
        for move in match.game.moves:
            assert move != PASS or replayed.board.must_pass()
            replayed.play(move)
        clock = match.clock
        assert clock.spent >= 0
        assert all(left is None or left >= 0 for left in clock.remaining)
    session.close()


DEEDS = (
    *("play",) * 8, *("answer",) * 8, "travel", "undo", "redo", "pause", "resume", "stop", "step", "move_now",
    "swap_sides", "toggle_hints", "rematch", "new", "restart",
)  # fmt: skip


def shown_in(match: Match) -> tuple[object, ...]:
    game = match.game
    return game.moves, game.node.ply, match.seats, game.root.board, len(list(game.root.walk()))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            b"(;PB[Ann]B[f5]W[d6]B[a1]W[c5];)",
            "The game is shown as far as it could be read: ply 3: 'a1' is not a legal move for Black",
        ),
        (b"(;TY[8a]RE[-10]B[f5]W[d6];)", "The game is shown as Othello: this is anti-Othello"),
    ],
)
def test_record_with_a_problem_is_shown_with_a_message(tmp_path: Path, text: bytes, said: str) -> None:
    with closing(begin(tmp_path, read_game(text))) as session:
        assert transcript(session.match.game) == "f5d6"
        (message,) = session.store.messages
        assert message.startswith(said)


@pytest.mark.usefixtures("engines")
def test_opened_games_are_kept_in_the_library(tmp_path: Path) -> None:
    date = datetime(2001, 2, 3, 4, 5)
    record = Record(Game(moves=[F5]), "Ann", "Ben", date=date, event="Cup")
    with closing(begin(tmp_path, record)) as session:
        session.open(Record(Game(moves=[F5]), "Eve", date=date + timedelta(days=1)))
        session.open(Record(Game(), "Nobody", date=date + timedelta(days=2)))
        session.update(0.1)
    library = Store(tmp_path).library
    games = [(kept.black, kept.white, kept.source) for kept in library.games()]
    assert games == [("Eve", "White", Source.OPENED), ("Ann", "Ben", Source.OPENED)]
    assert library.open(library.games()[1]).event == "Cup"


@pytest.mark.usefixtures("engines")
def test_games_of_play_and_review_survive_a_kill(tmp_path: Path) -> None:
    session = begin(tmp_path, seats=(PERSON, COMPUTER), book=False)
    assert session.match.play(F5)
    for date in (datetime(2001, 1, 1), datetime(2002, 1, 1)):
        session.review(Record(Game(moves=[F5, D6]), "Ann", "Ben", date=date))
        session.update(0.1)
        session.reviewed.game.comment(session.reviewed.game.root, f"of {date.year}")
        session.update(0.1)
    session._autosave._writer.submit(lambda: None).result()
    session.store.close()  # as if it was killed
    again = begin(tmp_path)
    assert (again.match.game.moves, again.match.seats[1].is_human) == ((F5,), False)
    assert again.reviewed.game.root.comment == "of 2002"
    assert [each.name for each in again.reviewed.seats] == ["Ann", "Ben"]
    again.opened = None
    again.update(0.1)
    again.close()
    library = Store(tmp_path).library
    assert [library.open(kept).game.root.comment for kept in library.games()] == ["of 2002", "of 2001"]
    assert Store(tmp_path).reviewed.load_game() is None
    session.close()


@pytest.mark.parametrize("times", [1, 2])
def test_reopened_game_has_its_computer_again(session: Session, times: int) -> None:
    seats = PERSON, replace(COMPUTER, adapts=True, seconds=3.0)
    session.start_match(seats, TimeControl(), Game())
    level = session.match.seats[1].level
    assert session.match.play(F5)
    session.update(0.1)
    library = session.store.library
    for _ in range(times):
        leave(session)
        session.open(library.open(library.games()[0]))
        session.update(0.1)
    found = session.match.seats, session.match.phase, session.match.knows_players
    assert found == ((PERSON, replace(seats[1], level=level)), MatchPhase.PAUSED, True)
    session.match.resume()
    assert session.match.phase is MatchPhase.THINKING
    session.rematch()
    assert [seat.is_human for seat in session.match.seats] == [False, True]
    assert session.match.seats[0].adapts
    for name, is_known in (("Nullwindow", False), ("Nullwindow PVS 3", True)):
        session.open(Record(Game(moves=[F5]), "Ann", name))
        assert session.match.knows_players is is_known
    assert session.match.seats[1] == Seat(Algorithm.PVS, 3)


def test_redo_returns_to_the_undone_game(session: Session) -> None:
    first = session.match
    first.play(F5)
    games = [first]
    for _ in range(2):
        session.start_match((PERSON, PERSON), TimeControl(), Game())
        session.match.play(C4)
        games.append(session.match)
    for before in (games[1], games[0]):
        session.undo()
        session.undo()
        assert session.match is before
    for later in (games[1], games[2]):
        assert session.can_redo
        session.redo()
        assert session.match is later
        session.redo()
        assert later.game.node.ply == 1
    assert not session.can_redo
    session.undo()
    session.undo()
    session.match.play(next(squares(session.match.board.legal_moves())))
    assert not session.can_redo, "another game goes on from there"
    session.match.undo()
    assert session.can_redo, "its own moves"
    session.start_match((PERSON, PERSON), TimeControl(), Game())
    assert not session.can_redo


@pytest.mark.usefixtures("engines")
def test_loss_on_time_after_undo_is_kept(tmp_path: Path) -> None:
    with closing(begin(tmp_path)) as session:
        session.start_match((PERSON, COMPUTER), CLOCK, Game())
        session.update(0.1)
        match = session.match
        for move in (F5, D6, C3, next(squares(Game(moves=[F5, D6, C3]).board.legal_moves()))):
            (match.play if match.seat.is_human else match._play)(move)
        session.undo()
        session.update(61.0)
        assert match.game.can_redo
        assert match.game.is_lost_on_time
        session.update(0.1)
    with closing(begin(tmp_path)) as again:
        (kept,) = again.store.library.games()
        assert kept.result is not None
        assert kept.result.ending is Ending.TIME
        assert not again.match.game.moves, "it is over, and another one begins"


def test_redo_goes_through_the_game_to_the_next_one(session: Session) -> None:
    session.start_match((PERSON, PERSON), TimeControl(), Game(moves=[F5, D6, C3]))
    session.match.visit(session.match.game.line[1])
    session.start_match((PERSON, PERSON), TimeControl(), Game())
    later = session.match
    assert later.play(C4)
    session.undo()
    session.undo()
    while session.can_redo:
        session.redo()
    assert session.match is later
    assert later.game.node.move == C4


def test_game_counted_as_lost_is_not_a_first_win(session: Session) -> None:
    """Even if the person then goes back in it and wins."""
    games = [game for game in map(random_game, range(100)) if game.node.result is not None]
    session.results.add(GameResult(BEGAN, COMPUTER.level, Color.BLACK, 1))
    session.start_match((PERSON, COMPUTER), TimeControl(), Game())
    for winner in (Color.WHITE, Color.BLACK):
        session.match.visit(session.match.game.root)
        for move in next(game for game in games if game.node.result.winner is winner).moves:  # type: ignore[union-attr]
            session.match._play(move)
        session.update(0.1)
        assert not session.is_first_win
    assert [result.outcome for result in session.results.games.values()] == [1, -1]


@pytest.mark.parametrize(
    ("level", "seconds", "animation", "pace"),
    [
        (8, None, AnimationSpeed.NORMAL, ANSWER_PACE),
        (8, 300, AnimationSpeed.NORMAL, ANSWER_PACE),
        (9, None, AnimationSpeed.NORMAL, QUICK_PACE),
        (10, 60, AnimationSpeed.NORMAL, QUICK_PACE),
        (1, 60, AnimationSpeed.NORMAL, QUICK_PACE),
        (1, None, AnimationSpeed.OFF, QUICK_PACE),
    ],
)
def test_pace_depends_on_level_time_and_animation(
    session: Session, level: int, seconds: int | None, animation: AnimationSpeed, pace: float
) -> None:
    session.apply(replace(session.settings, animation=animation))
    session.start_match((PERSON, replace(COMPUTER, level=level)), TimeControl(per_game=seconds), Game())
    assert session.pace == pace
