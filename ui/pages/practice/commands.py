"""What a person can do on the page Practice: its rows of the table of actions, and the trainer they ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from play.practice.exercise import EASIEST, HARDEST, Exercise
from play.practice.lesson import Idea
from play.practice.progress import Section
from play.practice.trainer import Trainer
from play.practice.walk import GameWalk
from ui.actions import Action, Gesture, Group, Place
from ui.assets import read_lessons, read_openings, read_puzzles
from ui.input import ENTER, Key
from ui.pages.board_page import travel_rows
from ui.pages.practice.ideas import WORDS
from ui.pages.practice.own import OwnCommands
from ui.pages.practice.repertoire import Repertoire
from ui.text import N_, _
from ui.window import Window

ANSWER: Final = Gesture(N_("a – h, then 1 – 8"), N_("Answer, or try that square"), Group.PRACTICE)


class PracticeCommands:
    def __init__(self, window: Window) -> None:
        self.window = window
        session = window.session
        puzzles, self.problem = read_puzzles()
        """The problem says why there are no endgames."""
        lessons, self.lesson_problem = read_lessons()
        """The problem says why there are no lessons."""
        self.trainer = Trainer(
            session.practice, puzzles, read_openings(), session.book, session.engines.hints, lessons=lessons
        )
        self.is_today = True
        """Whether Today is shown, where Practice begins."""
        self.own = OwnCommands(window, self.trainer)
        self.repertoire = Repertoire(window, self.trainer)
        self._leave: Callable[[], object] = self.open_today
        """Back to the game that is learned from."""

    @property
    def rows(self) -> tuple[Action | Gesture, ...]:
        walk = self.trainer.walk
        if self.is_today:
            return self._today_rows
        if self.own.is_open:
            return self._own_rows
        if walk is None:
            return self._rows_of(self.trainer.section)
        return self._walk_rows(is_lesson=walk.idea is not None, is_done=walk.is_done)

    @property
    def tables(self) -> Sequence[Sequence[Action | Gesture]]:
        kinds = [(is_lesson, is_done) for is_lesson in (True, False) for is_done in (False, True)]
        walks = (self._walk_rows(is_lesson=is_lesson, is_done=is_done) for is_lesson, is_done in kinds)
        return self._today_rows, self._own_rows, *map(self._rows_of, Section), *walks

    @property
    def _own_rows(self) -> tuple[Action | Gesture, ...]:
        return *self.own.rows, *self._section_rows(), self._today_row

    @property
    def _today_row(self) -> Action:
        return Action("practice_today", N_("Today"), N_("What is due, the lessons and the sections (Escape)"),
                      self.open_today, (), Group.PRACTICE, Place.LEFT, is_on=lambda: self.is_today,
                      icon="back", has_words=True)  # fmt: skip

    # Today

    @property
    def _today_rows(self) -> tuple[Action | Gesture, ...]:
        def lesson_row(idea: Idea) -> Action:
            words, keys = WORDS[idea], (Key(pygame.K_0 + idea.number % 10),)
            return Action(f"lesson_{idea.number}", words.title, words.idea, partial(self.open_lesson, idea),
                          keys, Group.PRACTICE, is_possible=lambda: bool(self.trainer.lessons))  # fmt: skip

        enter = tuple(map(Key, ENTER))
        start = Action("today_start", N_("Start"), N_("Ask for all that is due; else the next lesson"),
                       self.start, (Key(pygame.K_SPACE),), Group.PRACTICE, aliases=enter)  # fmt: skip
        go_on = Action("today_lesson", N_("Start"), N_("The next lesson, from where you left it"),
                       self.open_next_lesson, (), Group.PRACTICE, is_begun=self._has_begun_lesson,
                       label_rest=N_("Go on"))  # fmt: skip
        sections = self._section_rows()
        begin = (
            replace(each, identity=each.identity.replace("practice", "today"), label=label, keys=())
            for each, label in zip(sections, (*[N_("Practise")] * len(Section), N_("Look")), strict=True)
        )
        today = replace(self._today_row, place=None, icon="", has_words=False)
        return start, go_on, *map(lesson_row, Idea), today, *sections, *begin

    def _has_begun_lesson(self) -> bool:
        practice = self.trainer.practice
        idea = practice.next_lesson()
        return idea is not None and any(practice.results(idea))

    def _show(self, *, is_today: bool = False, is_own: bool = False) -> None:
        """Show one of these parts, else what the trainer asks."""
        self.is_today, self.own.is_open = is_today, is_own
        if is_today or is_own:
            self.trainer.walk = None
            self.own.read()
        self.window.rebuild()

    def open_today(self) -> None:
        self.trainer.is_daily = False
        self._show(is_today=True)

    def start(self) -> None:
        if self.trainer.begin_daily():
            self._show()
        else:
            self.open_next_lesson()

    def open_next_lesson(self) -> None:
        """The one behind that of now; when all are learned, an endgame."""
        walk = self.trainer.walk
        idea = self.trainer.practice.next_lesson(None if walk is None else walk.idea)
        if idea is None or idea not in self.trainer.lessons:
            self.open_section(Section.ENDGAMES)
        else:
            self.open_lesson(idea)

    def open_lesson(self, idea: Idea) -> None:
        self.trainer.begin_lesson(idea)
        self._show()

    # Questions one after the other

    def _walk_rows(self, *, is_lesson: bool, is_done: bool) -> tuple[Action | Gesture, ...]:
        leave = Action("practice_leave", N_("Back to the game"), N_("The game that is learned from (Escape)"),
                       self.leave, (), Group.PRACTICE, Place.GAME, icon="back", has_words=True)  # fmt: skip
        if is_lesson:
            leave = replace(leave, identity="practice_lessons", label=N_("All lessons"),
                            tip=N_("The ten lessons, and what is due (Escape)"))  # fmt: skip
        other: tuple[Action, ...] = self._section_rows()
        if not is_lesson:
            other = self._more_row, replace(self._side_row, place=Place.MENU), *other
        if is_done:
            return leave, *self._done_rows(is_lesson), *other
        return (
            leave,
            Action("practice_next", N_("Next"), N_("The next question, or another try after a wrong answer"),
                   self.go_on, (Key(pygame.K_SPACE),), Group.PRACTICE, is_primary=True,
                   is_possible=lambda: self.question is not None and self.question.can_go_on,
                   aliases=tuple(map(Key, ENTER)), label_rest=N_("Try again"),
                   is_begun=lambda: self.question is not None and self.question.is_refuted,
                   why_not=N_("Answer first, or skip the question")),
            Action("practice_hint", N_("Hint"), N_("Three moves, of which one is the answer"), self.give_hint,
                   (Key(pygame.K_t),), Group.PRACTICE, icon="hint", has_words=True,
                   is_possible=lambda: self.question is not None and self.question.can_hint),
            self._show_row,
            Action("practice_skip", N_("Skip"), N_("The next question; this one counts as not found"),
                   self.trainer.next, (), Group.PRACTICE, Place.GAME, icon="on", has_words=True,
                   is_possible=lambda: self.trainer.is_asking),
            ANSWER, *self._line_rows(), *other,
        )  # fmt: skip

    @property
    def _more_row(self) -> Action:
        return Action("practice_more", N_("More practice"), N_("What is due, the lessons and the sections"),
                      self.open_today, (), Group.PRACTICE, Place.MENU, icon="best",
                      has_words=True)  # fmt: skip

    def _done_rows(self, is_lesson: bool) -> tuple[Action, ...]:
        again = Action("practice_again", N_("Again"), N_("What you did not find, once more"), self.ask_again,
                       (), Group.PRACTICE, icon="again", has_words=True)  # fmt: skip
        on = Action("practice_new", N_("New game"), N_("Players, levels, clocks and start position"),
                    self.new_game, (Key(pygame.K_SPACE),), Group.PRACTICE, is_primary=True,
                    aliases=tuple(map(Key, ENTER)))  # fmt: skip
        if is_lesson:
            on = replace(on, identity="practice_lesson", label=N_("Next lesson"),
                         tip=N_("The next idea, or an endgame"), perform=self.open_next_lesson)  # fmt: skip
        return on, again

    @property
    def question(self) -> Exercise | None:
        """That of a lesson or a game, if one is asked."""
        return None if self.trainer.walk is None else self.trainer.walk.task

    def close_sum(self) -> None:
        """Begin at Today the next time where all questions were asked; no one looks at the page now."""
        if self.trainer.walk is not None and self.trainer.walk.is_done:
            self.trainer.walk, self.is_today = None, True

    def learn(self, walk: GameWalk, leave: Callable[[], object] | None = None) -> None:
        """Ask the questions of a game; `leave` goes back to it."""
        self.trainer.walk, self._leave = walk, leave or self.open_today
        self._show()

    def leave(self) -> None:
        """Back to the game, or to the lessons."""
        leave = self._leave if isinstance(self.trainer.walk, GameWalk) else self.open_today
        self.open_today()
        leave()

    def go_on(self) -> None:
        """Another try after a wrong answer, else the next question."""
        if self.question is not None and self.question.is_refuted:
            self.question.try_again()
        else:
            self.trainer.next()

    def give_hint(self) -> None:
        if self.question is not None:
            self.question.is_hinted = True

    def ask_again(self) -> None:
        if self.trainer.walk is not None:
            self.trainer.walk.again()
            self.window.rebuild()

    def new_game(self) -> None:
        from play.new_game import NewGame  # with all formats

        self.window.offer_game(NewGame.last(self.window.settings, False))

    # Sections

    def _rows_of(self, section: Section) -> tuple[Action | Gesture, ...]:
        own: dict[Section, tuple[Action, ...]] = {
            Section.MISTAKES: (),
            Section.ENDGAMES: self._endgame_rows(),
            Section.OPENINGS: (*self.repertoire.rows, self._side_row),
        }
        rows = *self._task_rows(), *own[section], *self._section_rows(), *self._line_rows()
        return self._today_row, *rows

    @property
    def _show_row(self) -> Action:
        return Action("practice_show", N_("Show answer"),
                      N_("Show the solution; an unanswered position comes back tomorrow"),
                      self.trainer.give_up, (Key(pygame.K_i),), Group.PRACTICE, Place.GAME,
                      is_possible=lambda: self.trainer.is_asking, icon="show", has_words=True)  # fmt: skip

    def _task_rows(self) -> tuple[Action | Gesture, ...]:
        trainer = self.trainer
        return (
            Action("practice_next", N_("Next"), N_("Go to the next position, or leave this one for later"),
                   self.next, (Key(pygame.K_SPACE),), Group.PRACTICE, Place.GAME,
                   is_possible=lambda: trainer.task is not None, is_primary=True),
            self._show_row,
            Action("practice_ahead", N_("Practise ahead"), N_("The next position, before it is due"),
                   trainer.practise_ahead, (Key(pygame.K_n, control=True),), Group.PRACTICE, Place.GAME,
                   is_possible=lambda: trainer.can_practise_ahead, icon="ahead", has_words=True),
            ANSWER,
        )  # fmt: skip

    def next(self) -> None:
        """Go on; where all that is due is asked, also in the next section, and back to Today at the end."""
        trainer, section = self.trainer, self.trainer.section
        if not trainer.is_daily or trainer.due:
            trainer.next()
        elif not trainer.begin_daily():
            self.open_today()
        elif trainer.section is not section:
            self.window.rebuild()  # another section has other actions

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
                          (Key(key, control=True),), Group.PRACTICE,
                          is_on=lambda: section is self.shown_section)  # fmt: skip

        return (
            row(Section.MISTAKES, N_("Mistakes"), N_("Positions from your own games with a better move"),
                pygame.K_1),
            row(Section.ENDGAMES, N_("Endgames"), N_("Near the end of a game, with one best move"),
                pygame.K_2),
            row(Section.OPENINGS, N_("Openings"), N_("Named lines, and your own, played from memory"),
                pygame.K_3),
            Action("practice_play", N_("My play"), N_("What your moves lost in reviewed games, to practise"),
                   self.open_own, (Key(pygame.K_4, control=True),), Group.PRACTICE,
                   is_on=lambda: self.own.is_open),
        )  # fmt: skip

    @property
    def shown_section(self) -> Section | None:
        """None where there is none: on Today, in a lesson, in a game, in the own play."""
        is_other = self.is_today or self.own.is_open or self.trainer.walk is not None
        return None if is_other else self.trainer.section

    def open_section(self, section: Section) -> None:
        if section is not self.shown_section:
            self.trainer.open(section)
            self._show()

    def open_own(self) -> None:
        self._show(is_own=True)

    def _line_rows(self) -> tuple[Action | Gesture, ...]:
        trainer = self.trainer

        def can_go(plies: int) -> bool:
            task = trainer.task
            return task is not None and task.is_over and task.cursor.can_go(plies)

        def can_show_best() -> bool:
            task = trainer.task
            is_there = isinstance(task, Exercise) and task.cursor.node.path == (task.best.move,)
            return task is not None and task.is_over and not is_there

        ends = N_("To the position asked about"), N_("To the end of the line")
        return (
            *travel_rows("practice_", self.go, can_go, group=Group.LINES, ends=ends),
            Action("practice_best", N_("Best line"), N_("Step through the best line on the board"),
                   lambda: trainer.task and trainer.task.show_best(), (Key(pygame.K_PERIOD),), Group.LINES,
                   is_possible=can_show_best),
            Action("practice_own", N_("Your move"), N_("Step through what your move allows"),
                   lambda: trainer.task and trainer.task.show_answer(), (Key(pygame.K_COMMA),), Group.LINES,
                   is_possible=lambda: trainer.task is not None and trainer.task.has_answer),
            Gesture(N_("Wheel on the board"), N_("Back and forward"), Group.LINES),
        )  # fmt: skip

    def go(self, plies: int) -> None:
        if self.trainer.task is not None and self.trainer.task.is_over:
            self.trainer.task.cursor.go(plies)
