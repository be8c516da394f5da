from dataclasses import replace

import pytest

from ai import preparation
from ai.limits import Algorithm, MoveScore, Preparation
from game.board import PASS, Board, Color, parse_square, squares
from game.clock import TimeControl
from game.evaluation import Evaluation, Kind
from game.tree import Game
from play.match import Match
from play.players import Seat
from play.settings import Density, HintStep, Settings
from tests.play.scripted import ScriptedAnalysis, ScriptedEngine, match_of
from tests.samples import C3, D3, D6, F5, LAST_MOVE, PERSON, WHITE_PASSES
from tests.ui.driving import given
from ui.input import InputState
from ui.pages.board_page import Refresh
from ui.pages.play.state import ViewState, figures_key, glide, make_figures, make_state, make_tree
from ui.text.wording import black_share, format_pass

COMPUTER = Seat(Algorithm.PVS, seconds=2.0)


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "progress", lambda: Preparation(3, 3, ""))


def shown(match: Match, hands: InputState | None = None, density: Density = Density.ANALYSE) -> ViewState:
    hands, settings = hands or InputState(), Settings(hints=HintStep.FIGURES, playing=density)
    share = glide(0.5, black_share(match.game.node.evaluation), 10.0)
    return make_state(match, settings, hands, make_figures(match, hands, make_tree(match)), share)


def asked(engine: ScriptedEngine, match: Match) -> ScriptedAnalysis:
    match.update(0.1)
    return engine.asked[-1]


def test_view_state_is_hashable(engine: ScriptedEngine) -> None:
    """Only a state whose parts are all frozen has a hash."""
    match = match_of(engine, COMPUTER, PERSON)
    asked(engine, match).finish_depth(1, F5, 1.5)
    assert isinstance(hash(shown(match, InputState(pv_move=(0, 1)))), int)


def test_the_evaluation_bar_glides() -> None:
    shares = [0.5]
    for _ in range(120):
        shares.append(glide(shares[-1], 0.75, 1 / 60))
    assert 0.5 < shares[1] < 0.6
    assert shares == sorted(shares)
    assert shares[-1] == 0.75


def test_figures_are_refreshed_by_changes_and_during_a_search(engine: ScriptedEngine) -> None:
    match, refresh = match_of(engine, PERSON, PERSON), Refresh(1)

    def is_due(is_searching: bool = False) -> bool:
        return refresh.is_due(figures_key(match, InputState()), is_searching)

    assert (is_due(), is_due(), is_due(is_searching=True)) == (True, False, False)
    match.play(F5)
    assert (is_due(), is_due()) == (True, False)
    match.game.node.note(Evaluation(3.0, 10, Kind.ESTIMATE))
    assert (is_due(), is_due()) == (True, False)
    refresh = Refresh(10**6)
    assert (is_due(), is_due(is_searching=True)) == (True, True)


def test_positive_scores_are_good_for_black(engine: ScriptedEngine) -> None:
    """White finds itself 4.5 discs ahead: board, evaluation, bar and graph all show minus."""
    match = match_of(engine, PERSON, COMPUTER)
    match.play(F5)
    asked(engine, match).finish_depth(6, D6, 4.5)
    match.update(0.1)
    state = shown(match)
    assert [mark.text for mark in given(state.scene.thoughts).marks if mark.square == D6] == ["−4.5"]
    assert match.game.node.evaluation == Evaluation(-4.5, 6, Kind.ESTIMATE)
    assert state.evaluation < 0.5
    assert state.figures.scores.evaluations == ((1, Evaluation(-4.5, 6, Kind.ESTIMATE)),)


@pytest.mark.parametrize("seats", [(COMPUTER, PERSON), (COMPUTER, COMPUTER)])
def test_board_shows_the_search_of_a_watched_game(engine: ScriptedEngine, seats: tuple[Seat, Seat]) -> None:
    """In a game of the user only with `Density.ANALYSE`."""
    match = match_of(engine, *seats)
    assert shown(match).scene.thoughts is None
    asked(engine, match).finish_depth(6, F5, 1.5)
    thinking = given(shown(match).scene.thoughts)
    assert [mark.square for mark in thinking.marks] == list(squares(Board.initial().legal_moves()))
    beside = shown(match, density=Density.PLAY).scene.thoughts
    assert beside == (thinking if match.is_watched else None)


def test_hints_hide_the_move_marks(engine: ScriptedEngine) -> None:
    match = match_of(engine, PERSON, PERSON)
    match.toggle_hints()
    asked(engine, match).finish_depth(6, F5, 1.5)
    assert shown(match).scene.thoughts is None


def test_legend_reports_a_pass(engine: ScriptedEngine) -> None:
    """As the caption does without a search; there is only one line below the board."""
    match = match_of(engine, COMPUTER, COMPUTER, game=Game(WHITE_PASSES))
    while match.game.node.move != PASS:
        match.update(1.0)
    asked(engine, match).finish_depth(6, next(squares(match.board.legal_moves())), 1.5)
    scene = shown(match).scene
    assert [entry.words for entry in given(scene.thoughts).legend][1:] == [format_pass(match.turn.other)]
    assert scene.caption == ""


def test_hints_are_signed_for_black_and_best_for_the_mover(engine: ScriptedEngine) -> None:
    match = match_of(engine, PERSON, PERSON)
    match.play(F5)
    match.toggle_hints()
    analysis = asked(engine, match)
    scores = (MoveScore(D6, 3.0, 5, Kind.ESTIMATE), MoveScore(C3, -2.0, 60, Kind.EXACT))
    analysis.progress = replace(analysis.progress, scores=scores)
    hints = shown(match).scene.hints
    assert [(hint.score, hint.depth, hint.is_best, hint.is_exact) for hint in hints] == [
        ("−3.0", "", True, False),
        ("+2", "exact", False, True),
    ]


def test_played_back_search_does_not_reveal_its_move_early(engine: ScriptedEngine) -> None:
    match = match_of(engine, COMPUTER, COMPUTER)
    match.pace, match.speed = 1.0, 100.0
    analysis = asked(engine, match)
    analysis.finish_depth(1, F5, 1.5)
    analysis.end()
    match.update(0.01)
    assert "is thinking" in shown(match).status
    match.update(1.0)
    assert "plays f5" in shown(match).status


def test_nothing_is_shown_before_any_search(engine: ScriptedEngine) -> None:
    state = shown(match_of(engine, PERSON, COMPUTER))
    assert state.figures.progress is None
    assert state.figures.analysis.lines == ()
    assert "Hint (T)" in state.figures.analysis.note
    assert state.figures.tree.tree is None
    assert state.figures.tree.note
    assert state.scene.thoughts is None


def test_a_search_of_another_position_is_dimmed(engine: ScriptedEngine) -> None:
    match = match_of(engine, PERSON, COMPUTER)

    def search() -> tuple[str, bool]:
        model = shown(match).figures.analysis
        return model.state, model.is_dimmed

    match.play(F5)
    analysis = asked(engine, match)
    analysis.seconds = 1.25
    assert search() == ("White · 1.2 / 2.0 s", False)
    match.pause()
    assert search() == ("White · 1.2 s", False)
    match.resume()
    analysis = asked(engine, match)
    analysis.seconds = 1.25
    analysis.finish_depth(6, D6, 4.5)
    analysis.end()
    match.update(0.1)
    assert search() == ("White · 1.2 s", False)
    match.undo()
    assert search()[1]


def test_weak_level_shows_all_lines_and_marks_its_choice(engine: ScriptedEngine) -> None:
    match = match_of(engine, Seat(Algorithm.PVS, level=3), PERSON)
    analysis = asked(engine, match)
    analysis.finish_depth(2, F5, 3.0)
    scores = (MoveScore(F5, 3.0, 2, Kind.ESTIMATE), MoveScore(D3, 0.8, 2, Kind.ESTIMATE))
    analysis.progress = replace(analysis.progress, move=D3, score=0.8, pv=(D3,), scores=scores)

    def words() -> set[str]:
        state = shown(match)
        assert [(line.score, line.is_best) for line in state.figures.analysis.lines] == [
            ("+3.0", True),
            ("+0.8", False),
        ]
        return {mark.words for mark in given(state.scene.thoughts).marks}

    assert words() == {"", "best"}, "not chosen before the end"
    analysis.end()
    assert words() == {"", "chosen"}


def test_pause_shows_the_best_move_and_not_the_weak_choice(
    engine: ScriptedEngine,
) -> None:
    match = match_of(engine, Seat(Algorithm.PVS, level=3), PERSON)
    analysis = asked(engine, match)
    analysis.finish_depth(2, F5, 3.0)
    analysis.progress = replace(analysis.progress, move=D3, score=-5.0, pv=(D3,))
    match.pause()
    analysis.end()
    found = given(shown(match).figures.progress)
    assert (found.move, found.score) == (F5, 3.0), "and not what it would choose"


def test_finished_game_keeps_the_algorithm_of_its_search(engine: ScriptedEngine) -> None:
    """PVS searched Black's last move; White, next to search, would have used alpha-beta."""
    match = match_of(engine, COMPUTER, replace(COMPUTER, algorithm=Algorithm.ALPHABETA), game=Game(LAST_MOVE))
    analysis = asked(engine, match)
    analysis.finish_depth(1, parse_square("h8"), 64.0)
    analysis.end()
    match.update(1.0)
    assert match.result is not None
    found = given(shown(match).figures.progress)
    assert match.algorithm is found.algorithm is Algorithm.PVS


def test_pass_is_announced_and_marked(engine: ScriptedEngine) -> None:
    """The sentence names the side; the pass is in the move list and leaves the last disc marked."""
    match = match_of(engine, PERSON, PERSON, game=Game(WHITE_PASSES))
    match.pace = 1.0
    state = shown(match)
    assert state.scene.announcement == state.status == "White has no move and passes"
    match.update(2.0)
    state = shown(match)
    assert (state.scene.announcement, state.scene.caption) == ("", "White passed")
    match.play(D3)
    state = shown(match)
    assert (state.scene.caption, state.scene.last_disc) == ("", D3)
    moves = state.figures.moves
    assert [(entry.text, entry.color) for entry in moves.main] == [("–", Color.WHITE), ("d3", Color.BLACK)]
    assert moves.here is moves.main[1].node
    game = Game(Board.from_text("XO------" + "-" * 48 + "XO------" + " X"), [2, PASS])
    assert shown(match_of(engine, PERSON, PERSON, game=game)).scene.last_disc == 2


def test_player_card_shows_the_clock_and_no_repeats(engine: ScriptedEngine) -> None:
    match = match_of(engine, PERSON, PERSON, control=TimeControl(per_game=65.0))
    card = shown(match).players[0]
    assert (card.name, card.clock, card.parts) == ("Black", "1:05", ())
    match = match_of(engine, PERSON, Seat(Algorithm.PVS, level=4), control=TimeControl(per_game=15.0))
    you, computer = shown(match).players
    assert (you.name, you.parts, you.is_short_of_time) == ("You", (), True)
    assert (computer.name, computer.parts) == ("Nullwindow", ("level 4",))
    watched = match_of(engine, Seat(Algorithm.PVS, level=4), Seat(Algorithm.ALPHABETA, level=5))
    assert [(card.name, card.parts) for card in shown(watched).players] == [
        ("Black", ("level 4", "PVS")),
        ("White", ("level 5", "alpha-beta")),
    ]
    assert shown(match_of(engine, Seat(name="Anna"), PERSON)).players[0].name == "Anna"


def test_pv_is_shown_on_the_board_until_another_move(engine: ScriptedEngine) -> None:
    match = match_of(engine, COMPUTER, PERSON)
    analysis = asked(engine, match)
    analysis.finish_depth(3, F5, 1.0)
    analysis.progress = replace(analysis.progress, pv=(F5, D6, C3))
    hands = InputState(pv_move=(0, 2))
    assert shown(match, hands).scene.ghosts == ((1, F5, Color.BLACK), (2, D6, Color.WHITE))
    analysis.end()
    match.update(0.1)
    assert shown(match, hands).scene.ghosts == ((2, D6, Color.WHITE),)
    match.play(D6)
    state = shown(match, hands)
    assert state.scene.ghosts == ()
