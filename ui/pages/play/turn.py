"""What the page Play shows beside the game: where it turned, a lesson, and what the coach says."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ai.expectation import default_expectation
from ai.limits import Progress
from game.board import Square
from game.evaluation import MISTAKE
from game.tree import Node
from play.coach import Coach
from play.match import Match
from play.session import Session
from play.settings import HintStep
from play.turning import Turning
from ui.board.hint_marks import hint_marks, with_second
from ui.board.lesson import Lesson
from ui.board.thoughts import FOR_BLACK
from ui.pages.analysts import AnalystCommands
from ui.pages.play.state import ViewState
from ui.panels.charts import ScoreModel
from ui.panels.evaluation import EvaluationModel
from ui.panels.verdict import VerdictModel
from ui.text import N_, _
from ui.text.key_names import keyed
from ui.text.reason_wording import describe_advice, describe_turn, describe_worths
from ui.text.wording import format_move

LESSON_LINE: Final = N_("← → move by move · L close · F1 all keys")
END_LINE: Final = N_("L show me · R review · Z undo · F1 all keys")


class TurnSearch:
    """Looks for where the game of the match turned, while it is over; what is found stays."""

    def __init__(self) -> None:
        self._turning: Turning | None = None

    def of(self, match: Match) -> Turning | None:
        """Of the game that is over on the board."""
        is_here = self._turning is not None and self._turning.end is match.game.node
        return self._turning if is_here else None

    def update(self, session: Session, dt: float) -> None:
        game = session.match.game
        if game.node.result is None or game.node.ply == 0:
            self.stop()
            return
        turning = self.of(session.match)
        if turning is None:
            turning = self._turning = Turning(game, session.engines.review, session.settings.threads)
        turning.update(dt)

    def stop(self) -> None:
        """The engine is needed elsewhere."""
        if self._turning is not None and not self._turning.is_final:
            self._turning.stop()


def describe_turning(turning: Turning) -> VerdictModel:
    """The sentence where it turned, or how far the search for it is."""
    node, found, said = turning.turn, turning.refutation, ""
    if turning.problem:
        title = _("The search failed: {reason}").format(reason=turning.problem)
    elif not turning.is_final:
        title = _("Finding where it turned …")
        if node is not None and node.move is not None:
            said = _("So far it looks like move {number}: {move}.")
            said = said.format(number=turning.number, move=format_move(node.move))
    elif found is not None:
        title, said = describe_turn(turning.number, found), describe_worths(found)
    else:
        title = _("No single move lost it")
        said = (
            _("No move lost {discs} discs.")
            if turning.loser is None
            else _("No move of {side} lost {discs} discs.")
        )
        side = "" if turning.loser is None else turning.loser.label
        said = said.format(side=side, discs=f"{MISTAKE:.0f}")
    return VerdictModel(title, "text", (said,))


def with_turning(state: ViewState, turning: Turning, was_coached: bool) -> ViewState:
    """With the card, and what was found in the graph."""
    scores, turn = state.figures.scores, turning.turn
    if turning.is_final:
        known = ((node.ply, node.evaluation) for node in turning.line)
        evaluations = tuple((ply, found) for ply, found in known if found is not None)
        turned = None if turn is None else turn.ply
        scores = ScoreModel(evaluations, scores.cursor, scores.moves, turned)
    card = describe_turning(turning)
    if was_coached:
        said = keyed(
            _("With the coach the game does not count, nor does the level change: {coach} switches it off.")
        )
        card = replace(card, sentences=(*card.sentences, said))
    return replace(state, card=card, figures=replace(state.figures, scores=scores), keys=_(END_LINE))


def with_analysts(
    state: ViewState, analysts: AnalystCommands, node: Node, hints: Progress | None, target: Square | None
) -> ViewState:
    """With the card of two analysts, and the scores of both on the squares; `hints` are ours, if any."""
    if hints is None or hints.board != node.board:
        return replace(state, card=analysts.model(node, (), None))
    marks = with_second(hint_marks(hints, HintStep.FIGURES), hints.scores, analysts.second_of(node))
    scene = replace(state.scene, hints=marks, caption=state.scene.caption or _(FOR_BLACK))
    return replace(state, scene=scene, card=analysts.model(node, hints.scores, target))


def with_lesson(state: ViewState, lesson: Lesson) -> ViewState:
    """With the board of the lesson in place of that of the game."""
    board, known, evaluation = lesson.board, lesson.evaluation, state.evaluation
    black, white = (
        replace(card, discs=board.discs(card.color).bit_count(), is_to_move=card.color is board.turn)
        for card in state.players
    )
    if known is not None:
        share = default_expectation().chances_of(known, lesson.start).share
        evaluation = EvaluationModel(known, round(share, 3))
    status = _("Looking at {move}: you can ask about any other move, too")
    return replace(
        state, scene=lesson.scene, card=lesson.model, players=(black, white), evaluation=evaluation,
        status=status.format(move=format_move(lesson.move)), keys=_(LESSON_LINE),
    )  # fmt: skip


def with_coach(state: ViewState, coach: Coach, node: Node, target: Square | None) -> ViewState:
    """With a mark on the square that is pointed at and a sentence below the board, if there is something to
    say of it; after a good move with a word.
    """
    scene, good = state.scene, coach.good_move(node)
    advice = None if target is None else coach.advice(target)
    if advice is not None and target is not None:
        said = describe_advice(advice, node.board.turn.other)
        scene = replace(scene, caption=said, sign=(target, "!", "warning"))
    elif good is not None and not scene.caption:
        scene = replace(scene, caption=_("{move} was a good move").format(move=format_move(good)))
    return replace(state, scene=scene)
