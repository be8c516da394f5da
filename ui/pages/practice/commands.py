"""What a person can do on the page Practice: its rows of the table of actions, and the trainer they ask."""

from collections.abc import Sequence
from functools import partial

import pygame

from play.practice.exercise import EASIEST, HARDEST
from play.practice.progress import Section
from play.practice.trainer import Trainer
from play.practice.walk import Walk
from ui.actions import Action, Gesture, Group, Place
from ui.assets import read_openings, read_puzzles
from ui.input import Key
from ui.pages.board_page import travel_rows
from ui.pages.practice.own import OwnCommands
from ui.pages.practice.repertoire import Repertoire
from ui.text import N_, _
from ui.window import Window


class PracticeCommands:
    def __init__(self, window: Window) -> None:
        self.window = window
        session = window.session
        puzzles, self.problem = read_puzzles()
        """The problem says why there are no endgames."""
        self.trainer = Trainer(
            session.practice, puzzles, read_openings(), session.book, session.engines.hints
        )
        self.trainer.begin()
        self.own = OwnCommands(window, self.trainer)
        self.repertoire = Repertoire(window, self.trainer)

    @property
    def rows(self) -> tuple[Action | Gesture, ...]:
        return self._own_rows if self.own.is_open else self._rows_of(self.shown_section)

    @property
    def tables(self) -> Sequence[Sequence[Action | Gesture]]:
        return self._own_rows, *map(self._rows_of, (*Section, None))

    @property
    def _own_rows(self) -> tuple[Action | Gesture, ...]:
        return *self.own.rows, *self._section_rows()

    def _rows_of(self, section: Section | None) -> tuple[Action | Gesture, ...]:
        own = {
            Section.MISTAKES: (),
            Section.ENDGAMES: self._endgame_rows(),
            Section.OPENINGS: (*self.repertoire.rows, self._side_row),
            None: (self._side_row,),
        }
        return *self._task_rows(), *own[section], *self._section_rows(), *self._line_rows()

    def _task_rows(self) -> tuple[Action | Gesture, ...]:
        trainer = self.trainer
        return (
            Action("practice_next", N_("Next"), N_("Go to the next position, or leave this one for later"),
                   trainer.next, (Key(pygame.K_SPACE),), Group.PRACTICE, Place.GAME,
                   is_possible=lambda: trainer.task is not None, is_primary=True),
            Action("practice_show", N_("Show answer"),
                   N_("Show the solution; an unanswered position comes back tomorrow"),
                   trainer.give_up, (Key(pygame.K_i),), Group.PRACTICE, Place.GAME,
                   is_possible=lambda: trainer.is_asking, icon="show", has_words=True),
            Action("practice_ahead", N_("Practise ahead"), N_("The next position, before it is due"),
                   trainer.practise_ahead, (Key(pygame.K_n, control=True),), Group.PRACTICE, Place.GAME,
                   is_possible=lambda: trainer.can_practise_ahead, icon="ahead", has_words=True),
            Gesture(N_("a – h, then 1 – 8"), N_("Answer, or try that square"), Group.PRACTICE),
        )  # fmt: skip

    def learn(self, walk: Walk) -> None:
        self.trainer.walk, self.own.is_open = walk, False
        self.window.rebuild()

    def _endgame_rows(self) -> tuple[Action, ...]:
        return (
            Action("practice_easier", N_("Easier"), N_("Endgames with less to calculate"),
                   partial(self.change_grade, -1), (Key(pygame.K_MINUS),), Group.PRACTICE, Place.LEFT,
                   is_possible=lambda: self.trainer.grade > EASIEST, aliases=(Key(pygame.K_KP_MINUS),),
                   icon="minus", has_words=True),
            Action("practice_harder", N_("Harder"), N_("Endgames with more to calculate"),
                   partial(self.change_grade, +1), (Key(pygame.K_PLUS),), Group.PRACTICE, Place.LEFT,
                   is_possible=lambda: self.trainer.grade < HARDEST,
                   aliases=(Key(pygame.K_EQUALS), Key(pygame.K_KP_PLUS)), icon="plus", has_words=True),
        )  # fmt: skip

    def change_grade(self, step: int) -> None:
        self.trainer.change_grade(step)
        said = _("Endgames of grade {grade} of {most}", grade=self.trainer.grade, most=HARDEST)
        self.window.toasts.answer(said)

    @property
    def _side_row(self) -> Action:
        tip = N_("Play, or learn from the game, as the other side")
        return Action("practice_side", N_("Other side"), tip, self.trainer.change_side, (Key(pygame.K_x),),
                      Group.PRACTICE, Place.LEFT, icon="swap", has_words=True)  # fmt: skip

    def _section_rows(self) -> tuple[Action, ...]:
        def row(section: Section, label: str, tip: str, key: int) -> Action:
            return Action(f"practice_{section.value}", label, tip, partial(self.open_section, section),
                          (Key(key),), Group.PRACTICE,
                          is_on=lambda: section is self.shown_section)  # fmt: skip

        return (
            row(Section.MISTAKES, N_("Mistakes"), N_("Positions from your own games with a better move"),
                pygame.K_1),
            row(Section.ENDGAMES, N_("Endgames"), N_("Near the end of a game, with one best move"),
                pygame.K_2),
            row(Section.OPENINGS, N_("Openings"), N_("Named lines, and your own, played from memory"),
                pygame.K_3),
            Action("practice_play", N_("My play"), N_("What your moves lost in reviewed games, to practise"),
                   self.open_own, (Key(pygame.K_4),), Group.PRACTICE, is_on=lambda: self.own.is_open),
        )  # fmt: skip

    @property
    def shown_section(self) -> Section | None:
        """None where there is a game, or the own play."""
        return None if self.own.is_open or self.trainer.walk else self.trainer.section

    def open_section(self, section: Section) -> None:
        if section is not self.shown_section:
            self.own.is_open = False
            self.trainer.open(section)
            self.window.rebuild()  # another section has other actions

    def open_own(self) -> None:
        self.own.read()
        self.own.is_open, self.trainer.walk = True, None
        self.window.rebuild()

    def _line_rows(self) -> tuple[Action | Gesture, ...]:
        trainer = self.trainer

        def is_answered() -> bool:
            return trainer.is_answered

        ends = N_("To the position asked about"), N_("To the end of the line")
        return (
            *travel_rows("practice_", self.go, lambda _: is_answered(), group=Group.LINES, ends=ends),
            Action("practice_best", N_("Best line"), N_("Step through the best line on the board"),
                   lambda: trainer.task and trainer.task.show_best(), (Key(pygame.K_PERIOD),), Group.LINES,
                   is_possible=is_answered),
            Action("practice_own", N_("Your move"), N_("Step through what your move allows"),
                   lambda: trainer.task and trainer.task.show_answer(), (Key(pygame.K_COMMA),), Group.LINES,
                   is_possible=lambda: trainer.task is not None and trainer.task.has_answer),
            Gesture(N_("Wheel on the board"), N_("Back and forward"), Group.LINES),
        )  # fmt: skip

    def go(self, plies: int) -> None:
        if self.trainer.task is not None and self.trainer.is_answered:
            self.trainer.task.cursor.go(plies)
