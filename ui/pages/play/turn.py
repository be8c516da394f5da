"""What the page Play shows of a lesson, and of where the game turned that is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ai.expectation import default_expectation
from game.evaluation import MISTAKE
from game.tree import Node
from play.match import Match, MatchPhase
from play.turning import Turning
from ui.board.lesson import Lesson
from ui.pages.play.state import ViewState
from ui.panels.charts import ScoreModel
from ui.panels.evaluation import EvaluationModel
from ui.panels.verdict import VerdictModel
from ui.text import N_, _
from ui.text.reason_wording import describe_turn, describe_worths
from ui.text.wording import format_move
from ui.window import Window

LESSON_LINE: Final = N_("← → move by move · L close · F1 all keys")
END_LINE: Final = N_("L show me · R review · Z undo · F1 all keys")


class TurnSearch:
    """Looks for where the game of the match turned, while it is over; what is found stays."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._turning: Turning | None = None
        self._node: Node | None = None  # where the game has ended

    def update(self, match: Match, dt: float) -> None:
        node = match.game.node
        if match.phase is not MatchPhase.OVER or node.result is None or node.ply == 0:
            self.stop()
            return
        if node is not self._node:
            session = self._window.session
            self._node = node
            self._turning = Turning(match.game, session.engines.review, session.settings.threads)
        if self._turning is not None:
            self._turning.update(dt)

    def stop(self) -> None:
        """The engine is needed elsewhere."""
        if self._turning is not None and not self._turning.is_final:
            self._turning.stop()

    def of(self, match: Match) -> Turning | None:
        """Of the game that is over on the board."""
        return self._turning if match.game.node is self._node else None


def describe_turning(turning: Turning) -> VerdictModel:
    """The sentence where it turned, or how far the search for it is."""
    node, found = turning.turn, turning.refutation
    if turning.problem:
        return VerdictModel(_("The search failed: {reason}").format(reason=turning.problem), "text", ())
    if not turning.is_final:
        said = ""
        if node is not None and node.move is not None:
            said = _("So far it looks like move {number}: {move}.")
            said = said.format(number=turning.number, move=format_move(node.move))
        return VerdictModel(_("Looking where it turned …"), "text", (said,))
    if found is None:
        return VerdictModel(_("No single move lost it"), "text", (_describe_even(turning),))
    return VerdictModel(describe_turn(turning.number, found), "text", (describe_worths(found),))


def _describe_even(turning: Turning) -> str:
    discs = f"{MISTAKE:.0f}"
    if turning.loser is None:
        return _("No move lost {discs} discs.").format(discs=discs)
    return _("No move of {side} lost {discs} discs.").format(side=turning.loser.label, discs=discs)


def with_turning(state: ViewState, turning: Turning, was_coached: bool) -> ViewState:
    """With the card, and what was found in the graph."""
    known = tuple((node.ply, node.evaluation) for node in turning.line if node.evaluation is not None)
    turn = turning.turn if turning.is_final else None
    scores = state.figures.scores
    if turning.is_final:
        scores = ScoreModel(known, scores.cursor, scores.moves, None if turn is None else turn.ply)
    card = describe_turning(turning)
    if was_coached:
        said = _("With the coach: the game counts neither for the results nor for the level.")
        card = replace(card, sentences=(*card.sentences, said))
    return replace(state, card=card, figures=replace(state.figures, scores=scores), keys=_(END_LINE))


def with_lesson(state: ViewState, lesson: Lesson) -> ViewState:
    """With the board of the lesson in place of that of the game."""
    board, known = lesson.board, lesson.evaluation
    black, white = (
        replace(card, discs=board.discs(card.color).bit_count(), is_to_move=card.color is board.turn)
        for card in state.players
    )
    evaluation = state.evaluation
    if known is not None:
        share = default_expectation().chances_of(known, lesson.start.empties).share
        evaluation = EvaluationModel(known, round(share, 3))
    status = _("Looking at {move}: any other move can be asked for, too")
    return replace(
        state, scene=lesson.scene, card=lesson.model, players=(black, white), evaluation=evaluation,
        status=status.format(move=format_move(lesson.inquiry.move)), keys=_(LESSON_LINE),
    )  # fmt: skip
