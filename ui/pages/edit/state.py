"""All that the page Edit board shows, as one frozen value: made from the commands and the input."""

from __future__ import annotations

from dataclasses import dataclass

from game.board import Board, Color
from play.position_editor import Unplayable, Unreachable, why_unplayable, why_unreachable
from ui.board.board_view import Scene
from ui.input import InputState
from ui.pages.board_page import PageState
from ui.pages.edit.commands import EditCommands
from ui.panels.verdict import VerdictModel
from ui.text import _, ngettext
from ui.text.key_names import keyed
from ui.text.wording import format_result


def describe_unplayable(board: Board, reason: Unplayable) -> str:
    """Why the position cannot be played, and what to do."""
    if reason is Unplayable.EMPTY:
        return _("There are no discs: a game needs discs of both colours.")
    if reason is Unplayable.ONE_SIDE:
        side = (Color.WHITE if board.black else Color.BLACK).label
        return _("{side} has no discs, so neither side can move: the game is over.", side=side)
    result = board.result()
    assert result is not None
    return _("Neither side can move, so the game is over: {result}.", result=format_result(result))


def describe_unreachable(reason: Unreachable) -> str:
    """Why no game leads to the position."""
    if reason is Unreachable.CENTRE:
        return _("Every game begins with discs on d4, e4, d5 and e5, and no disc ever leaves the board.")
    if reason is Unreachable.ISLAND:
        return _("Every disc is placed next to another one, so in a real game all of them are connected.")
    return _("The last disc placed would be in line with two of its colour, and no disc is.")


def describe_moves(board: Board) -> str:
    """Who is to move, and how many moves there are, in a position that can be played."""
    side, other = board.turn.label, board.turn.other.label
    if board.must_pass():
        return _("{side} has no move and must pass: {other} is to move.", side=side, other=other)
    count = board.legal_moves().bit_count()
    said = ngettext("{side} is to move, with one move.", "{side} is to move, with {count} moves.", count)
    return said.format(side=side, count=count)


@dataclass(frozen=True, slots=True)
class EditState(PageState):
    palette: Board
    verdict: VerdictModel
    guide: VerdictModel


def make(commands: EditCommands, input_state: InputState) -> EditState:
    editor = commands.editor
    board = editor.board
    reason = why_unplayable(board)
    moves = describe_moves(board) if reason is None else describe_unplayable(board, reason)
    return EditState(
        scene=_scene(commands, input_state),
        palette=board,
        verdict=_verdict(board, moves),
        guide=_guide(),
        status=_("Editing the board: {what}", what=moves.removesuffix(".")),
        is_problem=reason is not None,
    )


def _scene(commands: EditCommands, input_state: InputState) -> Scene:
    editor, chosen = commands.editor, commands.chosen
    target = input_state.square
    ghost = target if chosen is not None and target is not None else None
    is_changed = target is not None and editor.board.color_at(target) is not chosen
    return Scene(
        legal=editor.board.legal_moves() if commands.window.settings.show_legal_moves else 0,
        turn=editor.board.turn if chosen is None else chosen,
        hover=ghost if is_changed else None,
        cursor=target if input_state.cursor is None and chosen is None else input_state.cursor,
        typed_file=input_state.typed_file,
    )


def _verdict(board: Board, moves: str) -> VerdictModel:
    unreachable = why_unreachable(board)
    sentences = [moves]
    if unreachable is not None:
        sentences.append(describe_unreachable(unreachable))
    if why_unplayable(board) is not None:
        return VerdictModel(_("This cannot be played"), "mistake_text", tuple(sentences))
    if unreachable is not None:
        return VerdictModel(_("It can be played, but no game leads here"), "warning", tuple(sentences))
    return VerdictModel(_("This can be played"), "good", tuple(sentences))


def _guide() -> VerdictModel:
    return VerdictModel(
        _("On the board"),
        "text",
        (
            _("Click to place the chosen disc, click again to change it; hold the button to place several."),
            _("The right button removes discs; the wheel changes the square under the pointer."),
            keyed(
                _(
                    "Arrow keys move; Space places the chosen disc, {edit_black} a black one, "
                    "{edit_white} a white one, and {edit_empty} removes one."
                )
            ),
        ),
    )
