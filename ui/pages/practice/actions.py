"""What a person can ask for on the page Practice: its rows of the table of actions."""

from __future__ import annotations

from functools import partial
from typing import Final, Protocol

import pygame

from play.practice.progress import Section
from ui.actions import Action, Gesture, Group, Place
from ui.input import Key
from ui.text import N_

KEYS: Final = N_("a – h, then 1 – 8 answer · Space next · S show · ← → walk · 1 2 3 sections · F1 all keys")
SECTIONS: Final = tuple(f"practice_{section.value}" for section in Section)
BUTTONS: Final = ("practice_back", "practice_on", "practice_best", "practice_own")
"""The page's own buttons: the switch of the sections, and those on the card of the lines."""


class Practising(Protocol):
    """What the page can do when it is asked."""

    @property
    def section(self) -> Section: ...
    def open_section(self, section: Section) -> None: ...
    def next(self) -> None: ...
    @property
    def can_go_on(self) -> bool: ...
    def show_answer(self) -> None: ...
    @property
    def is_asked(self) -> bool: ...
    def practise_ahead(self) -> None: ...
    @property
    def can_practise_ahead(self) -> bool: ...
    def change_grade(self, step: int) -> None: ...
    def can_change_grade(self, step: int) -> bool: ...
    def choose_line(self, step: int) -> None: ...
    def change_side(self) -> None: ...
    def go(self, plies: int) -> None: ...
    def go_to_end(self, step: int) -> None: ...
    @property
    def can_walk(self) -> bool: ...
    def show_best(self) -> None: ...
    def show_own(self) -> None: ...
    @property
    def has_own(self) -> bool: ...


def practice_actions(page: Practising) -> tuple[Action | Gesture, ...]:
    """Those of the section that is open, and what all of them have."""
    own = {Section.MISTAKES: (), Section.ENDGAMES: _endgame_rows(page), Section.OPENINGS: _opening_rows(page)}
    return (*_task_rows(page), *own[page.section], *_section_rows(page), *_walk_rows(page))


def _task_rows(page: Practising) -> tuple[Action | Gesture, ...]:
    return (
        Action("practice_next", N_("Next"), N_("Go on to the next position, or leave this one for later"),
               page.next, (Key(pygame.K_SPACE),), Group.PRACTICE, Place.GAME,
               is_possible=lambda: page.can_go_on, is_primary=True),
        Action("practice_show", N_("Show answer"),
               N_("See how it goes; what was not answered yet comes back tomorrow"),
               page.show_answer, (Key(pygame.K_s),), Group.PRACTICE, Place.GAME,
               is_possible=lambda: page.is_asked, icon="show", has_words=True),
        Action("practice_ahead", N_("Practise ahead"), N_("What comes back next, before its day"),
               page.practise_ahead, (Key(pygame.K_n),), Group.PRACTICE, Place.GAME,
               is_possible=lambda: page.can_practise_ahead, icon="ahead", has_words=True),
        Gesture(N_("a – h, then 1 – 8"), N_("Answer, or try that square"), Group.PRACTICE),
    )  # fmt: skip


def _endgame_rows(page: Practising) -> tuple[Action, ...]:
    return (
        Action("practice_easier", N_("Easier"), N_("Endgames in which less is to be looked at"),
               partial(page.change_grade, -1), (Key(pygame.K_MINUS),), Group.PRACTICE, Place.LEFT,
               is_possible=lambda: page.can_change_grade(-1), aliases=(Key(pygame.K_KP_MINUS),),
               icon="minus", has_words=True),
        Action("practice_harder", N_("Harder"), N_("Endgames in which more is to be looked at"),
               partial(page.change_grade, +1), (Key(pygame.K_PLUS),), Group.PRACTICE, Place.LEFT,
               is_possible=lambda: page.can_change_grade(+1),
               aliases=(Key(pygame.K_EQUALS), Key(pygame.K_KP_PLUS)), icon="plus", has_words=True),
    )  # fmt: skip


def _opening_rows(page: Practising) -> tuple[Action, ...]:
    return (
        Action("practice_line_before", N_("Line before"), N_("The line before in the list of openings"),
               partial(page.choose_line, -1), (Key(pygame.K_UP),), Group.PRACTICE, Place.LEFT,
               icon="up", has_words=True),
        Action("practice_line_after", N_("Line after"), N_("The next line of the list, due or not"),
               partial(page.choose_line, +1), (Key(pygame.K_DOWN),), Group.PRACTICE, Place.LEFT,
               icon="down", has_words=True),
        Action("practice_side", N_("Other side"), N_("Play openings from the other side"),
               page.change_side, (Key(pygame.K_x),), Group.PRACTICE, Place.LEFT, icon="swap", has_words=True),
    )  # fmt: skip


def _section_rows(page: Practising) -> tuple[Action, ...]:
    def row(section: Section, label: str, tip: str, key: int) -> Action:
        return Action(f"practice_{section.value}", label, tip, partial(page.open_section, section),
                      (Key(key),), Group.PRACTICE, is_on=lambda: page.section is section)  # fmt: skip

    return (
        row(Section.MISTAKES, N_("Mistakes"), N_("Positions of your own games with a better move"),
            pygame.K_1),
        row(Section.ENDGAMES, N_("Endgames"), N_("Near the end of a game, one move is the best"), pygame.K_2),
        row(Section.OPENINGS, N_("Openings"), N_("Lines that have a name, played from memory"), pygame.K_3),
    )  # fmt: skip


def _walk_rows(page: Practising) -> tuple[Action | Gesture, ...]:
    def can_walk() -> bool:
        return page.can_walk

    return (
        Action("practice_back", N_("One move back"), N_("To the position before the last move"),
               partial(page.go, -1), (Key(pygame.K_LEFT),), Group.LINES, is_possible=can_walk,
               aliases=(Key(pygame.K_PAGEUP),), icon="back"),
        Action("practice_on", N_("One move on"), N_("To the position after the next move"),
               partial(page.go, +1), (Key(pygame.K_RIGHT),), Group.LINES, is_possible=can_walk,
               aliases=(Key(pygame.K_PAGEDOWN),), icon="on"),
        Action("practice_first", N_("First position"), N_("To the position that was asked"),
               partial(page.go_to_end, -1), (Key(pygame.K_HOME),), Group.LINES, is_possible=can_walk),
        Action("practice_last", N_("Last position"), N_("To the end of the line"),
               partial(page.go_to_end, +1), (Key(pygame.K_END),), Group.LINES, is_possible=can_walk),
        Action("practice_best", N_("Best line"), N_("Walk through the best line on the board"),
               page.show_best, (Key(pygame.K_l),), Group.LINES, is_possible=can_walk),
        Action("practice_own", N_("Your move"), N_("Walk through what your move allows"),
               page.show_own, (Key(pygame.K_r),), Group.LINES, is_possible=lambda: page.has_own),
        Gesture(N_("Mouse wheel on the board"), N_("Back and on"), Group.LINES),
    )  # fmt: skip
