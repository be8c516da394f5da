"""Raw scores of searches are never shown: with weights that expect larger ones, all parts show those."""

import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from ai import preparation
from ai.engine import Engine
from ai.expectation import UNFITTED, Expectation, expectation_of
from ai.limits import Limit, Options, Progress
from ai.weights import default_weights
from game.evaluation import Evaluation, Kind
from game.records.ggf import ggf
from game.records.record import Record
from game.tree import Game
from play import host_session, nboard
from play.match import Match
from play.review import Review
from play.review_batch import ReviewTask, review_task, this_process
from play.review_file import Effort, parse_reviewed
from play.session import Session
from play.settings import HintStep, Settings
from play.store import Store
from tests.samples import F5, PERSON, random_game
from ui import cli
from ui.input import InputState
from ui.pages.play.state import make_figures, make_state, make_tree
from ui.text import wording

# With these, the expected score of an estimate far from the end is nearly ten times the raw score.
NUMBERS = (9.0, 9.0, 9.0, *UNFITTED[3:])
# A game that is about even until its end.
SEED = 5


@pytest.fixture(autouse=True)
def expectation(monkeypatch: pytest.MonkeyPatch) -> Expectation:
    weights = replace(default_weights(), expectation=NUMBERS)
    monkeypatch.setattr("ai.engine.default_weights", lambda: weights)
    monkeypatch.setattr("ai.expectation.default_weights", lambda: weights)
    preparation.wait()
    return expectation_of(weights)


@pytest.fixture
def plain() -> Iterator[Engine]:
    """Yields an engine with raw scores."""
    with closing(Engine(4)) as engine:
        yield engine


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    session = Session(Store(tmp_path))
    yield session
    session.close()


def hinted(session: Session) -> tuple[Match, Progress]:
    """Returns a match after its first move, and hints of at least 6 plies."""
    match = Match(session.thinking, (PERSON, PERSON), game=Game(moves=[F5]))
    match.wants_hints = True
    end = time.monotonic() + 60
    while time.monotonic() < end:
        match.update(0.01)
        analysis = match.thinking.analysis
        if analysis is not None and analysis.progress.depth >= 6:
            analysis.stop()
            analysis.wait()
            break
        time.sleep(0.01)
    match.update(0.01)
    assert analysis is not None
    return match, analysis.progress


def test_page_play_shows_expected_scores(session: Session, plain: Engine, expectation: Expectation) -> None:
    match, told = hinted(session)
    options = Options(all_moves=True, threads=session.settings.threads)
    found = plain.analyse(match.board, Limit(depth=told.depth), options).result()
    empties = match.board.empties
    scores = [expectation.score(row.score, row.kind, row.depth, empties) for row in found.iterations]
    assert [row.score for row in told.iterations] == scores
    assert abs(scores[-1]) > 5 * abs(found.iterations[-1].score)

    figures = make_figures(match, InputState(), make_tree(match))
    state = make_state(match, Settings(hints=HintStep.FIGURES), InputState(), figures, 0.5)
    worth = match.turn.sign * scores[-1]
    search = state.figures.progress
    assert search is not None
    assert search.iterations == told.iterations
    assert match.game.node.evaluation is not None
    assert match.game.node.evaluation.score == worth
    assert [evaluation.score for _ply, evaluation in state.figures.scores.evaluations] == [worth]
    shown = {mark.score for mark in state.scene.hints}
    assert shown == {wording.format_score(match.turn.sign * row.score, row.kind) for row in search.scores}


def test_all_engines_use_expected_scores(session: Session, plain: Engine) -> None:
    engines = {*session.engines.play, session.engines.review, session.engines.hints}
    board = Game(moves=[F5]).board
    found = plain.analyse(board, Limit(depth=6)).result().score
    assert found is not None
    for engine in engines:
        told = engine.analyse(board, Limit(depth=6)).result().score
        assert told is not None
        assert abs(told) > 5 * abs(found)


def test_losses_are_differences_of_expected_scores_and_exact_ones_even(plain: Engine) -> None:
    game, effort = random_game(SEED), Effort(Limit(depth=4), 10)
    with this_process():
        line = review_task(ReviewTask("one", ggf(Record(game))), effort, threads=1, megabytes=4)
    told = {move.ply: move.judgement for move in parse_reviewed(line).moves}
    plain.clear_and_allocate()
    Review(game, plain, effort.limit, solved=effort.solved).run()
    larger = 0
    for ply, expected in told.items():
        found = game.main[ply].judgement
        assert found is not None
        if expected.is_exact:
            assert (expected.best, expected.played) == (found.best, found.played)
            assert expected.loss % 2 == 0
        else:
            larger += expected.loss > 2 * found.loss > 0
    assert larger >= 10


def test_nboard_hints_are_expected_scores(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], plain: Engine
) -> None:
    def talk(session: nboard.NBoardSession, _lines: object) -> None:
        for line in ("set depth 6", "move F5", "hint 1"):
            session.receive(line)
        while session.is_thinking:
            session.poll()

    monkeypatch.setattr(host_session, "serve", talk)
    with open(0, "rb", closefd=False) as source, open(1, "w", encoding="utf-8", closefd=False) as out:
        monkeypatch.setattr(sys, "stdin", source)
        monkeypatch.setattr(sys, "stdout", out)
        assert cli.main(["nboard", "--no-book", "--hash", "4"]) == 0
    *_, last = [line for line in capfd.readouterr().out.splitlines() if line.startswith("search ")]
    found = plain.analyse(Game(moves=[F5]).board, Limit(depth=6)).result().score
    assert found is not None
    assert abs(float(last.split()[2])) > 5 * abs(found)


def test_the_bar_shows_the_score_on_the_scale_of_the_graph() -> None:
    shares = [wording.black_share(Evaluation(score, 8, Kind.ESTIMATE)) for score in (-64.0, -4.0, 0.0, 16.0)]
    assert shares == [0.0, 0.375, 0.5, 0.75]
    assert wording.black_share(None) == 0.5
    assert wording.black_share(Evaluation(-1.0, 8, Kind.OUTCOME)) == 0.0, "it is lost"
