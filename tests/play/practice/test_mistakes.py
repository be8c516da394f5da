"""Mistakes taken from a review: only moves that people made in this program."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from ai.limits import Algorithm
from game.board import Color, squares
from game.clock import TimeControl
from game.cursor import Cursor
from game.evaluation import Judgement, Kind
from game.records.ggf import ggf, parse_ggf
from game.records.record import Record
from game.records.transcript import parse_transcript
from game.tree import Game
from play.library import record_of
from play.match import Match
from play.players import Seat, Seats
from play.practice.exercise import Mistake, RatedMove, mistakes_of
from play.practice.progress import Practice, PracticeProgress, parse_progress, written_progress
from play.review import mistakes_in
from play.saved_game import SavedGame
from play.session import Session
from play.store import Store
from tests.play.scripted import ScriptedEngine
from tests.samples import C4, E6

PERSON, COMPUTER = Seat(), Seat(Algorithm.PVS, 5, 1.0)
MOVES = parse_transcript("f5d6c3d3c4f4").moves


@pytest.fixture(autouse=True)
def without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("play.session.Engine", lambda *_, **__: ScriptedEngine())


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with closing(Session(Store(tmp_path))) as session:
        yield session


def judge(game: Game) -> tuple[Mistake, Mistake]:
    """Marks the first four moves as losing 4, 9, 3.9 and 0 discs; returns Black's and White's mistakes."""
    for node, loss in zip(game.line[1:], (4.0, 9.0, 3.9, 0.0), strict=False):
        node.judgement = Judgement(6.0, 6.0 - loss, 12, Kind.ESTIMATE)
    black, white = (
        Mistake(before.board, move, judged=after.judgement)
        for before, after, move in zip(game.line[:2], game.line[1:], game.moves, strict=False)
    )
    return black, white


def play(session: Session, game: Game | None = None) -> Game:
    """Plays a game of two people in the session."""
    session.start_match((PERSON, PERSON), TimeControl(), game or Game())
    for move in MOVES[len(session.match.game.moves) :]:
        session.match.update(1.0)
        assert session.match.play(move)
    return session.match.game


def reopened(session: Session) -> Match:
    """Opens the match again, as from the library."""
    session.open(parse_ggf(ggf(record_of(SavedGame.of(session.match)))))
    return session.match


def test_a_mistake_is_a_firm_loss_of_4_discs_or_of_the_result(session: Session) -> None:
    """Reviews and practice apply the same rule."""
    game = play(session)
    for loss, depth, kind, best, is_mistake in (
        (4.0, 12, Kind.ESTIMATE, 6.0, True),
        (3.9, 12, Kind.ESTIMATE, 6.0, False),
        (9.0, 11, Kind.ESTIMATE, 6.0, False),
        (4.5, 0, Kind.BOOK, 1.0, True),
        (2.0, 20, Kind.EXACT, 2.0, True),
        (2.0, 20, Kind.EXACT, 6.0, False),
    ):
        game.line[1].judgement = Judgement(best, best - loss, depth, kind)
        assert bool(mistakes_in(game.line, Color.BLACK)) is is_mistake
        assert bool(mistakes_of(game.line, session.match.seats_of_move)) is is_mistake


def test_only_peoples_losses_of_4_discs_or_more_are_taken(session: Session) -> None:
    game = play(session)
    black, white = judge(game)
    for seats, taken in (
        ((PERSON, COMPUTER), [black]),
        ((COMPUTER, PERSON), [white]),
        ((PERSON, PERSON), [black, white]),
        ((COMPUTER, COMPUTER), []),
    ):
        assert mistakes_of(game.line, lambda _, seats=seats: seats) == taken  # type: ignore[misc]


def test_a_search_of_all_moves_confirms_a_mistake() -> None:
    """Several moves may be better."""
    best, good, played, *_ = squares(parse_transcript("f5d6").board.legal_moves())
    found = RatedMove(best, 6.0), RatedMove(good, 5.5), RatedMove(played, -1.0)
    mistake = Mistake(parse_transcript("f5d6").board, played, found)
    assert mistake.is_confirmed
    assert not replace(mistake, played=good).is_confirmed
    assert not replace(mistake, found=()).is_confirmed, "it is not searched yet"


@pytest.mark.parametrize("best", [-9.75, -8.25, -0.05, 0.25, 7.35])
def test_a_move_as_good_as_the_best_gets_exactly_its_score(best: float) -> None:
    board = parse_transcript("f5f6d3c3").board
    played = next(squares(board.legal_moves()))
    judged = Judgement(best, best - 6.0, 24, Kind.ESTIMATE, better=(E6,))
    moves = squares(board.legal_moves())
    found = tuple(RatedMove(move, 1.0 if move in (C4, E6) else -4.0) for move in moves)
    mistake = Mistake(board, played, judged=judged).searched(found, is_exact=False)
    assert [(entry.move, entry.score) for entry in mistake.found[:2]] == [(E6, best), (C4, best)]
    assert mistake.is_confirmed


def test_no_score_is_below_minus_64() -> None:
    """The file could not be read back."""
    board = parse_transcript("f5d6").board
    best, played, *others = squares(board.legal_moves())
    judged = Judgement(-20.0, -31.0, 24, Kind.ESTIMATE, better=(best,))
    found = RatedMove(best, -9.0), RatedMove(played, -15.0), *(RatedMove(move, -58.0) for move in others)
    mistake = Mistake(board, played, judged=judged).searched(found, is_exact=False)
    assert [entry.score for entry in mistake.found] == [-20.0, -31.0, *(-64.0 for _ in others)]
    written = json.dumps(written_progress(PracticeProgress({mistake.key: mistake})))
    assert parse_progress(json.loads(written), pytest.fail).mistakes == {mistake.key: mistake}


def test_review_scores_outrank_an_unsolved_search() -> None:
    """A shallower search may rate the played move best."""
    board = Game(moves=MOVES[:3]).board
    best, played, other, *_ = squares(board.legal_moves())
    mistake = Mistake(board, played, judged=Judgement(6.0, -1.0, 24, Kind.ESTIMATE, better=(best,)))
    found = RatedMove(played, 9.0), RatedMove(other, 8.0), RatedMove(best, 7.0)
    scores = {entry.move: entry.score for entry in mistake.searched(found, is_exact=False).found}
    assert scores == {best: 6.0, other: 6.0, played: -1.0}
    solved = mistake.searched(found, is_exact=True)
    assert solved.found == found
    assert not solved.is_confirmed, "what was played was right"
    kept = parse_progress(written_progress(PracticeProgress({mistake.key: mistake})), pytest.fail)
    assert kept.mistakes == {mistake.key: mistake}
    practice = Practice(PracticeProgress({mistake.key: replace(solved, judged=None)}))
    assert practice.add([mistake]) == 0
    assert practice.progress.mistakes == {mistake.key: mistake}, "an older version did not know the review"


def test_own_mistakes_are_taken_after_swapping_sides(session: Session) -> None:
    """Also when the game is opened from the library."""
    session.start_match((PERSON, COMPUTER), TimeControl(), Game())
    match = session.match
    for number, move in enumerate(MOVES):
        match.update(1.0)
        if number == 4:
            match.swap_sides()
        if match.seat.is_human:
            assert match.play(move)
        else:
            match._play(move)
    for is_opened in (False, True):
        match = reopened(session) if is_opened else match
        for node in match.game.line[1:]:
            node.judgement = Judgement(6.0, -6.0, 12, Kind.ESTIMATE)
        taken = mistakes_of(match.game.line, match.seats_of_move)
        assert [mistake.played for mistake in taken] == [MOVES[0], MOVES[2], MOVES[5]]
        assert match.seats == (COMPUTER, PERSON)


def test_swapping_sides_keeps_the_players_of_earlier_moves(session: Session) -> None:
    """Black's first move is the person's; after the swap another third move is played."""
    session.start_match((PERSON, COMPUTER), TimeControl(), Game())
    match = session.match
    for move in MOVES[:4]:
        match.update(1.0)
        match._play(move)
    match.swap_sides()
    match.visit(match.game.line[2])
    match._play(C4)
    match._play(next(squares(match.board.legal_moves())))
    for is_opened in (False, True):
        match = reopened(session) if is_opened else match
        moves = pairwise(match.game.main)
        human = [match.seats_of_move(after)[before.board.turn].is_human for before, after in moves]
        assert human == [True, False, False, True]


def test_a_named_player_of_an_opened_game_is_a_person_in_the_rematch(session: Session) -> None:
    session.open(Record(Game(moves=MOVES), "Ann", "Nullwindow PVS 5"))
    session.rematch()
    match = session.match
    assert (match.seats[1].name, match.seats[0].is_human) == ("Ann", False)
    for move in MOVES:
        match.update(1.0)
        match._play(move)
    judge(match.game)
    assert session.add_mistakes(match, match.game.line) == 1


def test_moves_only_tried_are_not_mistakes(session: Session) -> None:
    game = play(session)
    judge(game)
    assert len(mistakes_of(game.main, session.match.seats_of_move)) == 2
    game.end_at(game.line[1])
    assert Cursor(game).played == game.main[:2] == game.line
    assert session.add_mistakes(session.match, game.main) == 1


def test_mistakes_survive_a_restart(tmp_path: Path) -> None:
    with closing(Session(Store(tmp_path))) as session:
        play(session)
    with closing(Session(Store(tmp_path))) as again:
        mistakes = judge(again.match.game)
        assert mistakes_of(again.match.game.line, again.match.seats_of_move) == list(mistakes)


def test_moves_before_a_continued_position_are_not_taken(session: Session) -> None:
    for plies, known in ((0, [0, 1]), (2, [])):
        game = play(session, Game(moves=MOVES[:plies]))
        mistakes = judge(game)
        assert mistakes_of(game.line, session.match.seats_of_move) == [mistakes[number] for number in known]


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("", ""), ("Black", "White"), ("Ann", "Nullwindow PVS 5")])
@pytest.mark.parametrize("seconds", [None, 3.0])
def test_games_of_others_are_skipped(session: Session, names: tuple[str, str], seconds: float | None) -> None:
    """Move times do not make a game the user's own."""
    game = Game(moves=MOVES)
    for node in game.line[1:]:
        node.seconds = seconds
    session.open(Record(game, *names))
    judge(session.match.game)
    assert session.add_mistakes(session.match, session.match.game.line) == 0


@pytest.mark.parametrize("seats", [(PERSON, COMPUTER), (COMPUTER, PERSON), (PERSON, PERSON)])
def test_own_library_games_keep_their_seats_and_mistakes(session: Session, seats: Seats) -> None:
    judge(play(session))
    session.match.seats = seats
    before = mistakes_of(session.match.game.line, session.match.seats_of_move)
    assert len(before) == sum(seat.is_human for seat in seats)
    match = reopened(session)
    assert match.seats == seats
    judge(match.game)
    assert mistakes_of(match.game.line, match.seats_of_move) == before
