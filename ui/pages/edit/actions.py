"""What a person can ask for on the page Edit board: its rows of the table of actions."""

from __future__ import annotations

from functools import partial
from typing import Final, Protocol

import pygame

from game.board import Color
from game.symmetry import MIRROR_FILES, QUARTER_TURN, Symmetry
from play.position_editor import PositionEditor
from ui.actions import Action, Gesture, Group, Place
from ui.input import Key
from ui.text import N_

KEYS: Final = N_("Arrows, then Space or 1 2 0 · S side · P play · Esc cancel · F1 all keys")
PALETTE: Final = ("edit_black", "edit_white", "edit_empty")
TURNS: Final = ("edit_black_moves", "edit_white_moves")
WHOLE_BOARD: Final = ("edit_clear", "edit_start", "edit_mirror", "edit_turn")
ENDS: Final = ("edit_play", "edit_review", "edit_race", "edit_cancel")
"""The page's own buttons, row by row."""


class Editing(Protocol):
    """What the page can do when it is asked."""

    editor: PositionEditor
    chosen: Color | None

    def choose(self, color: Color | None) -> None: ...
    def change_side(self) -> None: ...
    def transform(self, symmetry: Symmetry) -> None: ...
    def copy(self) -> None: ...
    def paste(self) -> None: ...
    @property
    def can_play(self) -> bool: ...
    @property
    def can_race(self) -> bool: ...
    def play(self) -> None: ...
    def review(self) -> None: ...
    def race(self) -> None: ...
    def cancel(self) -> None: ...


def edit_actions(page: Editing) -> tuple[Action | Gesture, ...]:
    return (*_disc_rows(page), *_board_rows(page), *_end_rows(page))


def _disc_rows(page: Editing) -> tuple[Action | Gesture, ...]:
    def is_chosen(color: Color | None) -> bool:
        return page.chosen is color

    def row(identity: str, label: str, tip: str, color: Color | None, key: int, keypad: int) -> Action:
        return Action(identity, label, tip, partial(page.choose, color), (Key(key),), Group.EDIT,
                      is_on=partial(is_chosen, color), aliases=(Key(keypad),))  # fmt: skip

    return (
        Gesture(N_("Arrows"), N_("Move on the board"), Group.EDIT),
        Gesture(N_("Space, Enter"), N_("Put the chosen disc"), Group.EDIT),
        row("edit_black", N_("Black"), N_("A click puts a black disc"), Color.BLACK,
            pygame.K_1, pygame.K_KP_1),
        row("edit_white", N_("White"), N_("A click puts a white disc"), Color.WHITE,
            pygame.K_2, pygame.K_KP_2),
        row("edit_empty", N_("Empty"), N_("A click empties the square, as the right button always does"),
            None, pygame.K_0, pygame.K_KP_0),
        Gesture(N_("a – h, then 1 – 8"), N_("Put the chosen disc there"), Group.EDIT),
    )  # fmt: skip


def _board_rows(page: Editing) -> tuple[Action, ...]:
    def editor() -> PositionEditor:
        return page.editor

    return (
        Action("edit_black_moves", N_("Black"), N_("Black is to move"),
               lambda: editor().set_turn(Color.BLACK), (), Group.EDIT,
               is_on=lambda: editor().board.turn is Color.BLACK),
        Action("edit_white_moves", N_("White"), N_("White is to move"),
               lambda: editor().set_turn(Color.WHITE), (), Group.EDIT,
               is_on=lambda: editor().board.turn is Color.WHITE),
        Action("edit_side", N_("Side to move"), N_("The other side is to move"), page.change_side,
               (Key(pygame.K_s),), Group.EDIT),
        Action("edit_clear", N_("Clear"), N_("Take all discs away"), lambda: editor().clear(),
               (Key(pygame.K_n),), Group.EDIT, icon="delete", has_words=True),
        Action("edit_start", N_("Start"), N_("The start of a game"), lambda: editor().reset(),
               (Key(pygame.K_i),), Group.EDIT, icon="start", has_words=True),
        Action("edit_mirror", N_("Mirror"), N_("Left and right change places"),
               partial(page.transform, MIRROR_FILES), (Key(pygame.K_x),), Group.EDIT, icon="mirror",
               has_words=True),
        Action("edit_turn", N_("Turn"), N_("Turn the board by a quarter, clockwise"),
               partial(page.transform, QUARTER_TURN), (Key(pygame.K_t),), Group.EDIT, icon="turn",
               has_words=True),
        Action("edit_undo", N_("Undo"), N_("Back to the board before, also to what was edited earlier"),
               lambda: editor().undo(), (Key(pygame.K_z),), Group.EDIT, Place.TRAVEL,
               is_possible=lambda: editor().can_undo,
               aliases=(Key(pygame.K_z, control=True), Key(pygame.K_BACKSPACE)), icon="undo"),
        Action("edit_redo", N_("Redo"), N_("Forward again"), lambda: editor().redo(), (Key(pygame.K_y),),
               Group.EDIT, Place.TRAVEL, is_possible=lambda: editor().can_redo,
               aliases=(Key(pygame.K_y, control=True),), icon="redo"),
    )  # fmt: skip


def _end_rows(page: Editing) -> tuple[Action | Gesture, ...]:
    return (
        Action("edit_play", N_("Play it"), N_("Begin a game in this position"), page.play,
               (Key(pygame.K_p),), is_possible=lambda: page.can_play, is_primary=True),
        Action("edit_review", N_("Review it"), N_("Try moves and see what they are worth; the game is kept"),
               page.review, (Key(pygame.K_r),), is_possible=lambda: page.can_play),
        Action("edit_race", N_("Race it"), N_("Let searches look at this position"), page.race,
               (Key(pygame.K_v),), is_possible=lambda: page.can_race),
        Action("edit_cancel", N_("Cancel"), N_("Back without changing the game (Escape)"), page.cancel),
        Gesture(N_("Escape"), N_("Back without changing the game")),
        Action("edit_copy", N_("Copy"), N_("64 squares and the side to move"), page.copy,
               (Key(pygame.K_c, control=True),), Group.WINDOW, Place.GAME,
               aliases=(Key(pygame.K_c, control=True, shift=True),), icon="copy"),
        Action("edit_paste", N_("Paste"), N_("The position on the clipboard, or where the game there ends"),
               page.paste, (Key(pygame.K_v, control=True),), Group.WINDOW, Place.GAME, icon="paste"),
    )  # fmt: skip
