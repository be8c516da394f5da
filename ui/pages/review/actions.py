"""What a person can ask for on the page Review: its rows of the table of actions."""

from __future__ import annotations

from functools import partial
from typing import Final, Protocol

import pygame

from ui.actions import Action, Gesture, Group, Place
from ui.input import Key
from ui.text import N_
from ui.window import Window

KEYS: Final = N_("← → move · ↑ ↓ variation · , . mistake · Space review · T hints · F1 all keys")
BUTTONS: Final = ("review_mistake_back", "review_mistake_on", "review_better", "review_answer")
"""The page's own buttons, on the card of the verdict."""
TRAVEL: Final = ("review_first", "review_back", "review_on", "review_last")
"""Those under the moves."""


class Reviewing(Protocol):
    """What the page can do when it is asked."""

    window: Window

    def start_or_pause(self) -> None: ...
    @property
    def can_start(self) -> bool: ...
    @property
    def is_reviewing(self) -> bool: ...
    @property
    def is_begun(self) -> bool: ...
    def stop(self) -> None: ...
    def change_time(self, step: int) -> None: ...
    def toggle_hints(self) -> None: ...
    @property
    def wants_hints(self) -> bool: ...
    def change_hints(self) -> None: ...
    def go(self, plies: int) -> None: ...
    def can_go(self, plies: int) -> bool: ...
    def go_to_end(self, step: int) -> None: ...
    def turn_aside(self, step: int) -> None: ...
    def go_to_mistake(self, step: int) -> None: ...
    def has_mistake(self, step: int) -> bool: ...
    def show_better(self) -> None: ...
    @property
    def has_better(self) -> bool: ...
    def show_answer(self) -> None: ...
    @property
    def has_answer(self) -> bool: ...
    def promote(self) -> None: ...
    @property
    def can_promote(self) -> bool: ...
    def delete(self) -> None: ...
    @property
    def can_delete(self) -> bool: ...
    def undo(self) -> None: ...
    @property
    def can_undo(self) -> bool: ...
    def copy(self) -> None: ...
    def copy_position(self) -> None: ...
    def share(self) -> None: ...
    def ask_for_game(self) -> object: ...
    def ask_comment(self) -> None: ...
    def toggle_marking(self) -> None: ...
    @property
    def is_marking(self) -> bool: ...
    def edit_board(self) -> None: ...
    def ask_archive(self) -> None: ...


def review_actions(page: Reviewing) -> tuple[Action | Gesture, ...]:
    return (*_search_rows(page), *_walk_rows(page), *_tree_rows(page), *_record_rows(page))


def _search_rows(page: Reviewing) -> tuple[Action, ...]:
    return (
        Action("review_start", N_("Review the game"),
               N_("Search every position and judge every move, or pause that"),
               page.start_or_pause, (Key(pygame.K_SPACE),), Group.SEARCH, Place.GAME,
               is_possible=lambda: page.can_start, is_on=lambda: page.is_reviewing, label_on=N_("Pause"),
               is_primary=True, short=N_("Review")),
        Action("review_stop", N_("Stop"), N_("End the review; what it has found stays"), page.stop,
               (Key(pygame.K_s),), Group.SEARCH, Place.SEARCH, is_possible=lambda: page.is_begun,
               icon="stop"),
        Action("review_shorter", N_("Less time"),
               N_("Search each position for less long, and judge it less surely"),
               partial(page.change_time, -1), (Key(pygame.K_MINUS),), Group.SEARCH, Place.SEARCH,
               aliases=(Key(pygame.K_KP_MINUS),), icon="less_time"),
        Action("review_longer", N_("More time"),
               N_("Search each position for longer, and judge it more surely"),
               partial(page.change_time, +1),
               (Key(pygame.K_PLUS),), Group.SEARCH, Place.SEARCH,
               aliases=(Key(pygame.K_EQUALS), Key(pygame.K_KP_PLUS)), icon="more_time"),
        Action("review_hints", N_("Hints"), N_("What every move is worth, for as long as you look at it"),
               page.toggle_hints, (Key(pygame.K_t),), Group.SEARCH, Place.SEARCH,
               is_on=lambda: page.wants_hints, icon="hint"),
        Action("review_hint_count", N_("How many hints"), N_("All moves, or only the best ones"),
               page.change_hints, (Key(pygame.K_n),), Group.SEARCH, Place.SEARCH,
               is_possible=lambda: page.wants_hints, icon="more"),
    )  # fmt: skip


def _walk_rows(page: Reviewing) -> tuple[Action | Gesture, ...]:
    return (
        Action("review_back", N_("One move back"), N_("To the position before the last move"),
               partial(page.go, -1), (Key(pygame.K_LEFT),), is_possible=lambda: page.can_go(-1),
               aliases=(Key(pygame.K_PAGEUP),), icon="back"),
        Action("review_on", N_("One move on"), N_("To the position after the next move"),
               partial(page.go, +1), (Key(pygame.K_RIGHT),), is_possible=lambda: page.can_go(+1),
               aliases=(Key(pygame.K_PAGEDOWN),), icon="on"),
        Action("review_first", N_("First position"), N_("To the beginning of the game"),
               partial(page.go_to_end, -1), (Key(pygame.K_HOME),), is_possible=lambda: page.can_go(-1),
               icon="first"),
        Action("review_last", N_("Last position"), N_("To the end of the game"),
               partial(page.go_to_end, +1), (Key(pygame.K_END),), is_possible=lambda: page.can_go(+1),
               icon="last"),
        Action("review_aside", N_("Next variation"), N_("Otherwise from the last fork on"),
               partial(page.turn_aside, +1), (Key(pygame.K_DOWN),)),
        Action("review_aside_back", N_("Last variation"), N_("The other way round"),
               partial(page.turn_aside, -1), (Key(pygame.K_UP),)),
        Action("review_mistake_back", N_("Mistake before"), N_("Back to the last move with a mark"),
               partial(page.go_to_mistake, -1), (Key(pygame.K_COMMA),),
               is_possible=lambda: page.has_mistake(-1), icon="mistake_back"),
        Action("review_mistake_on", N_("Next mistake"), N_("On to the next move with a mark"),
               partial(page.go_to_mistake, +1), (Key(pygame.K_PERIOD),),
               is_possible=lambda: page.has_mistake(+1), icon="mistake_on"),
        Action("review_better", N_("Better line"), N_("Walk through the better line on the board"),
               page.show_better, (Key(pygame.K_l),), is_possible=lambda: page.has_better),
        Action("review_answer", N_("Answer"), N_("Walk through what this move allows"),
               page.show_answer, (Key(pygame.K_r),), is_possible=lambda: page.has_answer),
        Gesture(N_("a – h, then 1 – 8"), N_("Try that square")),
        Gesture(N_("Mouse wheel on the board"), N_("Back and on")),
    )  # fmt: skip


def _tree_rows(page: Reviewing) -> tuple[Action, ...]:
    return (
        Action("review_promote", N_("Promote"), N_("Make this variation the main line"), page.promote,
               (Key(pygame.K_p),), Group.TREE, Place.LEFT, is_possible=lambda: page.can_promote,
               icon="promote"),
        Action("review_delete", N_("Delete"), N_("Take this move and all after it away"), page.delete,
               (Key(pygame.K_DELETE),), Group.TREE, Place.LEFT, is_possible=lambda: page.can_delete,
               icon="delete"),
        Action("review_comment", N_("Comment"), N_("Say something about this position"), page.ask_comment,
               (Key(pygame.K_k),), Group.TREE, Place.LEFT, is_possible=lambda: not page.is_begun,
               icon="comment"),
        Action("review_mark", N_("Mark squares"),
               N_("Put a shape on the squares that are clicked or typed, another one each time"),
               page.toggle_marking, (Key(pygame.K_x),), Group.TREE, Place.LEFT,
               is_on=lambda: page.is_marking, icon="mark"),
        Action("review_undo", N_("Undo"), N_("Take back the last change of the tree"), page.undo,
               (Key(pygame.K_z),), Group.TREE, Place.TRAVEL, is_possible=lambda: page.can_undo,
               aliases=(Key(pygame.K_z, control=True),), icon="undo"),
    )  # fmt: skip


def _record_rows(page: Reviewing) -> tuple[Action, ...]:
    return (
        Action("review_games", N_("Games"), N_("The library, the archive: games to look at again"),
               page.ask_for_game, (Key(pygame.K_o, control=True),), Group.WINDOW, Place.GAME, icon="games"),
        Action("open_file", N_("Open file"), N_("A game or a position from a file, in any format"),
               page.window.ask_file, (Key(pygame.K_o, control=True, shift=True),), Group.WINDOW, Place.GAME,
               icon="open"),
        Action("review_archive", N_("Archive"), N_("A folder of tournament games to look positions up in"),
               page.ask_archive, (Key(pygame.K_v),), Group.WINDOW, Place.GAME, icon="archive"),
        Action("review_share", N_("Share"), N_("Copy or save the game, the position or a picture of it"),
               page.share, (Key(pygame.K_s, control=True),), Group.WINDOW, Place.GAME, icon="share"),
        Action("review_copy", N_("Copy the line"), N_("The moves, as a transcript on the clipboard"),
               page.copy, (Key(pygame.K_c, control=True),), Group.WINDOW),
        Action("review_copy_position", N_("Copy the position"), N_("64 squares and the side to move"),
               page.copy_position, (Key(pygame.K_c, control=True, shift=True),), Group.WINDOW),
        Action("review_paste", N_("Paste a game"), N_("Review the game or the position on the clipboard"),
               page.window.paste, (Key(pygame.K_v, control=True),), Group.WINDOW),
        Action("edit_board", N_("Edit board"), N_("Set up a position, to play, review or race it"),
               page.edit_board, (Key(pygame.K_e, control=True),), Group.WINDOW, Place.GAME, icon="edit"),
    )  # fmt: skip
