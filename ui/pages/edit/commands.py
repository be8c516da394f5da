"""The commands of the page Edit board: its rows of the table of actions, and the editor they use."""

from collections.abc import Callable
from functools import partial

import pygame

from game.board import PASS, Board, Color
from game.records.record import Record
from game.records.transcript import describe_error
from game.symmetry import MIRROR_FILES, QUARTER_TURN
from game.tree import Game
from play.new_game import NewGame
from play.position_editor import PositionEditor, why_unplayable
from ui.actions import Action, Gesture, Group, Place
from ui.clipboard import read_clipboard
from ui.input import Key, with_key_names
from ui.pages.lab.page import LabPage
from ui.pages.review.page import ReviewPage
from ui.text import N_, _
from ui.text.wording import capitalised
from ui.window import Window


class EditCommands:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.editor = PositionEditor(window.session.match.board)
        self.chosen: Color | None = Color.BLACK
        """The disc to place next; None empties a square."""
        self.go_back: Callable[[], object] = lambda: None
        self.rows = (*self._disc_rows(), *self._board_rows(), *self._end_rows())

    def _disc_rows(self) -> tuple[Action | Gesture, ...]:
        def row(identity: str, label: str, tip: str, color: Color | None, key: int, keypad: int) -> Action:
            return Action(identity, label, tip, partial(self.choose, color), (Key(key),), Group.EDIT,
                          is_on=lambda: self.chosen is color, aliases=(Key(keypad),))  # fmt: skip

        return (
            Gesture(N_("Arrows"), N_("Move on the board"), Group.EDIT),
            Gesture(N_("Space, Enter"), N_("Place the chosen disc"), Group.EDIT),
            row("edit_black", N_("Black"), N_("A click places a black disc"), Color.BLACK,
                pygame.K_1, pygame.K_KP_1),
            row("edit_white", N_("White"), N_("A click places a white disc"), Color.WHITE,
                pygame.K_2, pygame.K_KP_2),
            row("edit_empty", N_("Empty"), N_("A click empties the square, as the right button always does"),
                None, pygame.K_0, pygame.K_KP_0),
            Gesture(N_("a – h, then 1 – 8"), N_("Place the chosen disc there"), Group.EDIT),
        )  # fmt: skip

    def choose(self, color: Color | None) -> None:
        self.chosen = color

    def _board_rows(self) -> tuple[Action, ...]:
        editor = self.editor
        return (
            Action("edit_black_moves", N_("Black"), N_("Black is to move"),
                   partial(editor.set_turn, Color.BLACK), (), Group.EDIT,
                   is_on=lambda: editor.board.turn is Color.BLACK),
            Action("edit_white_moves", N_("White"), N_("White is to move"),
                   partial(editor.set_turn, Color.WHITE), (), Group.EDIT,
                   is_on=lambda: editor.board.turn is Color.WHITE),
            Action("edit_side", N_("Side to move"), N_("The other side is to move"),
                   lambda: editor.set_turn(editor.board.turn.other), (Key(pygame.K_PERIOD),), Group.EDIT),
            Action("edit_clear", N_("Clear"), N_("Remove all discs"),
                   lambda: editor.set_board(Board(0, 0, editor.board.turn)), (Key(pygame.K_DELETE),),
                   Group.EDIT, icon="delete", has_words=True,
                   is_possible=lambda: editor.board != Board(0, 0, editor.board.turn)),
            Action("edit_start", N_("Start"), N_("The start of a game"),
                   partial(editor.set_board, Board.initial()), (Key(pygame.K_HOME),), Group.EDIT,
                   icon="start", has_words=True, is_possible=lambda: editor.board != Board.initial()),
            Action("edit_mirror", N_("Mirror"), N_("Swap left and right"),
                   partial(editor.transform, MIRROR_FILES), (), Group.EDIT, icon="mirror", has_words=True),
            Action("edit_turn", N_("Rotate"), N_("Rotate the board a quarter turn, clockwise"),
                   partial(editor.transform, QUARTER_TURN), (), Group.EDIT, icon="turn", has_words=True),
            Action("edit_undo", N_("Undo"), N_("Undo the last change, earlier edits included"), editor.undo,
                   (Key(pygame.K_z),), Group.EDIT, Place.TRAVEL, is_possible=lambda: editor.can_undo,
                   aliases=(Key(pygame.K_z, control=True), Key(pygame.K_BACKSPACE)), icon="undo",
                   has_words=True),
            Action("edit_redo", N_("Redo"), N_("Redo what was undone"), editor.redo, (Key(pygame.K_y),),
                   Group.EDIT, Place.TRAVEL, is_possible=lambda: editor.can_redo,
                   aliases=(Key(pygame.K_y, control=True),), icon="redo", has_words=True),
        )  # fmt: skip

    def _end_rows(self) -> tuple[Action | Gesture, ...]:
        def can_play() -> bool:
            return why_unplayable(self.editor.board) is None

        return (
            Action("edit_play", N_("Play it"), N_("Start a game from this position"), self.play,
                   (Key(pygame.K_n),), is_possible=can_play, is_primary=True),
            Action("edit_review", N_("Review it"),
                   N_("Try moves and see what they are worth; the game is kept"),
                   self.review, (Key(pygame.K_r),), is_possible=can_play),
            Action("edit_race", N_("Race it"), N_("Let searches race on this position"),
                   lambda: self.window.show(LabPage).search(self.editor.board, "lab_race"),
                   is_possible=lambda: bool(self.editor.board.legal_moves())),  # else the side must pass
            Action("edit_cancel", N_("Cancel"), N_("Back without changing the game (Escape)"),
                   lambda: self.go_back()),
            Gesture(N_("Escape"), N_("Back without changing the game")),
            Action("edit_copy", N_("Copy"), N_("64 squares and the side to move"),
                   lambda: self.window.copy(self.editor.board.text(), _("The position is on the clipboard")),
                   (Key(pygame.K_c, control=True),), Group.WINDOW, Place.GAME,
                   aliases=(Key(pygame.K_c, control=True, shift=True),), icon="copy", has_words=True),
            Action("edit_paste", N_("Paste"),
                   N_("The position on the clipboard, or the end of the game there"), self.paste,
                   (Key(pygame.K_v, control=True),), Group.WINDOW, Place.GAME, icon="paste", has_words=True),
        )  # fmt: skip

    def play(self) -> None:
        """Opens the new-game dialog; the page stays open behind it."""
        settings = self.window.settings
        self.window.offer_game(NewGame.of_text(self.editor.board.text(), settings.seats, settings.control))

    def review(self) -> None:
        """Opens the position in Review as a game of two people; plays a forced pass, as no player would."""
        board = self.editor.board
        game = Game(board, (PASS,) if board.must_pass() else ())
        self.window.show(ReviewPage).commands.open_record(Record(game))

    def paste(self) -> None:
        """Sets up the position of the text on the clipboard, or shows why there is none."""
        try:
            text = read_clipboard()
            if not text.strip():
                raise ValueError(_("The clipboard is empty: copy a transcript or a position first"))
            self.editor.read(text)
        except ValueError as error:
            self.window.toasts.answer(capitalised(describe_error(error)))
        else:
            said = _("The position is on the board: Undo ({edit_undo}) takes it back")
            self.window.toasts.answer(with_key_names(said))
