"""What a person can ask for on the page Play: its rows of the table of actions."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Protocol

import pygame

from ai.limits import Algorithm
from game.records.transcript import transcript
from play.match import Match, Phase
from ui.actions import Action, Gesture, Group, Place
from ui.input import Key
from ui.pages.tree.part import BOARD_KEYS, TreePart
from ui.text import N_, _
from ui.window import Window


class Playing(Protocol):
    """What the page can do when it is asked."""

    window: Window
    tree: TreePart

    @property
    def match(self) -> Match: ...
    def ask_new_game(self) -> None: ...
    def play_again(self) -> None: ...
    def undo(self) -> None: ...
    def swap(self) -> None: ...
    @property
    def can_review(self) -> bool: ...
    def review(self) -> None: ...
    def next_level(self) -> None: ...
    @property
    def can_level_up(self) -> bool: ...
    def welcome_play(self) -> None: ...
    def welcome_watch(self) -> None: ...
    def welcome_rules(self) -> None: ...
    def toggle_tree(self) -> None: ...
    @property
    def is_analysing(self) -> bool: ...
    def change_density(self) -> None: ...
    def switch(self) -> None: ...
    def change_hints(self) -> None: ...
    def change_pace(self, step: int) -> None: ...
    def is_tab(self, tab: str) -> bool: ...
    def show_tab(self, tab: str) -> None: ...
    def ask_for_game(self, file: Path | None = None) -> bool: ...
    def edit_board(self) -> None: ...


def play_actions(page: Playing) -> tuple[Action | Gesture, ...]:
    return _game_rows(page) + _search_rows(page) + _record_rows(page)


def _game_rows(page: Playing) -> tuple[Action | Gesture, ...]:
    session = page.window.session
    return (
        Action("new_game", N_("New game"), N_("Players, levels, clocks and start position"),
               page.ask_new_game, (Key(pygame.K_n),), is_primary=True,
               aliases=(Key(pygame.K_n, control=True),), short=N_("New"), place=Place.GAME),
        Action("again", N_("Again"), N_("A new game as the last one was chosen"), page.play_again,
               (Key(pygame.K_n, control=True, shift=True),), place=Place.GAME, icon="again"),
        Action("undo", N_("Undo"), N_("Back to your last move, or to the game before this one"),
               page.undo, (Key(pygame.K_z), Key(pygame.K_BACKSPACE)),
               is_possible=lambda: session.can_undo, aliases=(Key(pygame.K_z, control=True),),
               place=Place.TRAVEL, icon="undo"),
        Action("redo", N_("Redo"), N_("Forward again"), lambda: page.match.redo(),
               (Key(pygame.K_y),), is_possible=lambda: page.match.game.can_redo,
               aliases=(Key(pygame.K_y, control=True),), place=Place.TRAVEL, icon="redo"),
        BOARD_KEYS,
        Gesture(N_("a – h, then 1 – 8"), N_("Play that square")),
        Action("back", N_("One move back"), N_("To the position before the last move"),
               lambda: page.match.travel(page.match.game.node.ply - 1), (Key(pygame.K_PAGEUP),),
               is_possible=lambda: page.match.game.can_undo, icon="back"),
        Action("on", N_("One move on"), N_("To the position after the next move"),
               lambda: page.match.travel(page.match.game.node.ply + 1), (Key(pygame.K_PAGEDOWN),),
               is_possible=lambda: page.match.game.can_redo, icon="on"),
        Action("first", N_("First position"), N_("To the beginning of the game"),
               lambda: page.match.travel(0), (Key(pygame.K_HOME),),
                   is_possible=lambda: page.match.game.can_undo, icon="first"),
        Action("last", N_("Last position"), N_("To the end of the game"),
               lambda: page.match.travel(len(page.match.game.line) - 1), (Key(pygame.K_END),),
                   is_possible=lambda: page.match.game.can_redo, icon="last"),
        Action("swap", N_("Swap"), N_("Exchange the sides"), page.swap, (Key(pygame.K_x),),
               is_possible=lambda: page.match.can_swap, icon="swap"),
        Action("rematch", N_("Rematch"), N_("The same players with the colours exchanged"),
               session.rematch),
        Action("review_game", N_("Review"), N_("Search every position of this game and judge every move"),
               page.review, (Key(pygame.K_r),), is_possible=lambda: page.can_review),
        Action("welcome_play", N_("Play"), N_("Choose against whom, and begin"), page.welcome_play),
        Action("welcome_watch", N_("Watch the computer play itself"),
               N_("Two searches meet, and show what they think"), page.welcome_watch),
        Action("welcome_rules", N_("Learn the rules"), N_("Six small boards, and two moves to make"),
               page.welcome_rules),
        Action("next_level", N_("Next level"), N_("The same game against the next stronger level"),
               page.next_level, is_possible=lambda: page.can_level_up),
    )  # fmt: skip


def _search_rows(page: Playing) -> tuple[Action, ...]:
    def match() -> Match:
        return page.match

    def is_thinking() -> bool:
        return page.match.phase is Phase.THINKING

    return (
        Action("hint", N_("Hint"),
               N_("Scores of all legal moves, growing more exact as the search goes on"),
               lambda: match().toggle_hints(), (Key(pygame.K_t),), Group.SEARCH,
               is_possible=lambda: match().can_hint or match().wants_hints,
               is_on=lambda: match().wants_hints, place=Place.SEARCH, icon="hint"),
        Action("hint_step", N_("More or less of the hints"),
               N_("Hints as shapes, as words, or as figures: the score, and under it d17 for 17 plies"),
               page.change_hints, (Key(pygame.K_w),), Group.SEARCH, place=Place.SEARCH,
               is_possible=lambda: match().wants_hints, icon="more"),
        Action("pause", N_("Pause"), N_("Hold the game and its clocks, and go on from there"),
               lambda: match().resume() if match().is_paused else match().pause(),
               (Key(pygame.K_SPACE),), Group.SEARCH,
               is_possible=lambda: match().phase is not Phase.OVER,
               is_on=lambda: match().is_paused, label_on=N_("Resume"), place=Place.SEARCH, icon="pause",
               icon_on="play"),
        Action("tree", N_("Tree"), N_("The tree of the search that runs or ran last"),
               page.toggle_tree, (Key(pygame.K_i),), Group.SEARCH,
               is_on=lambda: page.tree.is_open, place=Place.SEARCH, icon="tree"),
        Action("density", N_("Analyse"), N_("All that is known of the search, or the game alone"),
               page.change_density, (Key(pygame.K_v),), Group.SEARCH, place=Place.SEARCH,
               is_possible=lambda: not page.tree.is_open, is_on=lambda: page.is_analysing, icon="analyse"),
        Action("step", N_("Step"), N_("Let the computer make one move, then pause"),
               lambda: match().step(), (Key(pygame.K_PERIOD),), Group.SEARCH,
               is_possible=lambda: match().can_step, place=Place.SEARCH, icon="step"),
        Action("stop", N_("Stop"), N_("End the search without playing a move"),
               lambda: match().stop(), (Key(pygame.K_s),), Group.SEARCH,
               is_possible=lambda: is_thinking()
               or (match().thinking.is_hinting and match().thinking.is_searching), place=Place.SEARCH,
               icon="stop"),
        Action("move_now", N_("Move now"), N_("Play the best move found so far"),
               lambda: match().move_now(), (Key(pygame.K_j),), Group.SEARCH,
               is_possible=is_thinking, place=Place.SEARCH, icon="move_now"),
        Action("switch", N_("Switch alpha-beta / PVS"), N_("Search with the other algorithm from now on"),
               page.switch, (Key(pygame.K_p),), Group.SEARCH),
        Action("alphabeta", N_("Alpha-beta"),
               N_("Search with alpha-beta from now on, also in the running search"),
               lambda: match().switch(Algorithm.ALPHABETA), (), Group.SEARCH,
               is_on=lambda: match().algorithm is Algorithm.ALPHABETA),
        Action("pvs", N_("PVS"), N_("Search with PVS from now on, also in the running search"),
               lambda: match().switch(Algorithm.PVS), (), Group.SEARCH,
               is_on=lambda: match().algorithm is Algorithm.PVS),
        Action("faster", N_("Watch faster"), N_("Less time between two moves of the computer"),
               partial(page.change_pace, -1),
               (Key(pygame.K_PLUS),), Group.SEARCH,
               aliases=(Key(pygame.K_EQUALS), Key(pygame.K_KP_PLUS))),
        Action("slower", N_("Watch slower"), N_("More time between two moves of the computer"),
               partial(page.change_pace, +1), (Key(pygame.K_MINUS),), Group.SEARCH,
               aliases=(Key(pygame.K_KP_MINUS),)),
        *(Action(tab, label, "", partial(page.show_tab, tab), (), Group.SEARCH,
                 is_on=partial(page.is_tab, tab))
          for tab, label in (("tab_search", N_("Search")), ("tab_charts", N_("Charts")),
                             ("tab_moves", N_("Moves")))),
    )  # fmt: skip


def _record_rows(page: Playing) -> tuple[Action, ...]:
    return (
        Action("games", N_("Games"), N_("The library, the archive: games to look at again"),
               page.ask_for_game, (Key(pygame.K_o, control=True),), Group.WINDOW, place=Place.GAME,
               icon="games"),
        Action("open_file", N_("Open file"), N_("A game or a position from a file, in any format"),
               page.window.ask_file, (Key(pygame.K_o, control=True, shift=True),), Group.WINDOW,
               place=Place.GAME, icon="open"),
        Action("copy", N_("Copy the game"), N_("The moves, as a transcript on the clipboard"),
               lambda: page.window.copy(transcript(page.match.game), _("The transcript is on the clipboard")),
               (Key(pygame.K_c, control=True),), Group.WINDOW),
        Action("paste", N_("Paste a game"),
               N_("Go on with the transcript or the position on the clipboard"),
               page.window.paste, (Key(pygame.K_v, control=True),), Group.WINDOW),
        Action("copy_position", N_("Copy the position"), N_("64 squares and the side to move"),
               lambda: page.window.copy(page.match.board.text(), _("The position is on the clipboard")),
               (Key(pygame.K_c, control=True, shift=True),), Group.WINDOW),
        Action("edit_board", N_("Edit board"), N_("Set up a position, to play, review or race it"),
               page.edit_board, (Key(pygame.K_e, control=True),), Group.WINDOW, place=Place.GAME,
               icon="edit"),
    )  # fmt: skip
