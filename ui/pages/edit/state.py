"""All that the page Edit board shows, as one frozen value: made from the commands and the input."""

from __future__ import annotations

from dataclasses import dataclass

from game.board import Board
from play.position_editor import why_unplayable, why_unreachable
from ui.board.board_view import Scene
from ui.input import InputState
from ui.pages.edit.commands import EditCommands
from ui.pages.edit.palette import PaletteModel
from ui.pages.edit.wording import describe_moves, describe_unplayable, describe_unreachable
from ui.panels.verdict import VerdictModel
from ui.text import _
from ui.text.key_names import keyed


@dataclass(frozen=True, slots=True)
class EditState:
    """All that the page shows in one frame."""

    scene: Scene
    palette: PaletteModel
    verdict: VerdictModel
    guide: VerdictModel
    status: str
    is_problem: bool


def make(commands: EditCommands, input_state: InputState) -> EditState:
    editor = commands.editor
    board = editor.board
    reason = why_unplayable(board)
    moves = describe_moves(board) if reason is None else describe_unplayable(board, reason)
    return EditState(
        scene=_scene(commands, input_state),
        palette=PaletteModel(board.black.bit_count(), board.white.bit_count(), board.empties),
        verdict=_verdict(board, moves),
        guide=_guide(),
        status=_("Editing the board: {what}").format(what=moves.removesuffix(".")),
        is_problem=reason is not None,
    )


def _scene(commands: EditCommands, input_state: InputState) -> Scene:
    editor, chosen = commands.editor, commands.chosen
    target = input_state.square
    ghost = target if chosen is not None and target is not None else None
    is_changed = target is not None and editor.color_at(target) is not chosen
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
            _("A click puts the chosen disc, another one changes it; hold the button to put several."),
            _("The right button takes discs away; the wheel changes the square under the pointer."),
            keyed(
                _(
                    "Arrows move; Space puts the chosen disc, {edit_black} a black one, {edit_white} a white"
                    " one, and {edit_empty} empties."
                )
            ),
        ),
    )
