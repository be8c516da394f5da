"""What the coach says on the page Play: before a move what it gives away, and after a good one a word."""

from __future__ import annotations

from dataclasses import replace

from game.board import Square
from game.tree import Node
from play.coach import Coach
from ui.pages.play.state import ViewState
from ui.text import _
from ui.text.reason_wording import describe_advice
from ui.text.wording import format_move


def with_coach(state: ViewState, coach: Coach, node: Node, target: Square | None) -> ViewState:
    """With a mark on the square that is pointed at and a sentence below the board, if there is something to
    say of it.
    """
    scene = state.scene
    advice = None if target is None else coach.advice(target)
    if advice is not None and target is not None:
        said = describe_advice(advice, node.board.turn.other)
        scene = replace(scene, caption=said, sign=(target, "!", "warning"))
    elif (good := coach.good_move(node)) is not None and not scene.caption:
        scene = replace(scene, caption=_("{move} was a good move").format(move=format_move(good)))
    return replace(state, scene=scene)
