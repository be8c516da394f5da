"""The commands of the Practice page, their rows in the table of actions, and the trainer behind them."""

from collections.abc import Callable, Iterator, Mapping
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
from ui.pages.practice.own import MyPlayCommands
from ui.pages.practice.repertoire import OpeningList
from ui.pages.practice.view import LINE_BUTTONS, SECTION_BUTTONS
from ui.pages.see import LOW, SeeCommands
from ui.text import N_, _
from ui.window import Window

TASK: Final = ("practice_show", "practice_ahead")
QUESTION: Final = ("practice_next", "practice_hint", "practice_show", "practice_skip")
LIST: Final = ("practice_before", "practice_after")
LINES: Final = (*LINE_BUTTONS, "practice_first", "practice_last")
OF_SECTION: Final = {
    Section.MISTAKES: (),
    Section.ENDGAMES: ("practice_easier", "practice_harder"),
    Section.OPENINGS: ("practice_find", "practice_side", "practice_holes", "practice_keep", "practice_tree"),
}
"""The additional actions of each section."""
GESTURES: Final = (
    Gesture(N_("a – h, then 1 – 8"), N_("Answer, or try that square"), Group.PRACTICE),
    Gesture(N_("Wheel on the board"), N_("Back and forward"), Group.LINES),
)


class PracticeCommands:
    def __init__(self, window: Window) -> None:
        self.window = window
        session = window.session
        puzzles, self.problem = read_puzzles()
        """Why there are no endgames; '' if there are some."""
        lessons, self.lesson_problem = read_lessons()
        """Why there are no lessons; '' if there are some."""
        self.trainer = Trainer(
            session.practice, puzzles, read_openings(), session.book, session.engines.hints, lessons=lessons
        )
        self.is_today = True
        """Whether Today is shown, the first part of the page."""
        self.own = MyPlayCommands(window, self.trainer)
        self.repertoire = OpeningList(window, self.trainer)
        self._leave: Callable[[], object] = self.open_today
        """Goes back to the game learned from."""
        self.see = SeeCommands(window, high=LOW)
        actions = {action.identity: action for action in self._actions()}
        self.tables = dict(self._tables_of(actions))
        """The rows of actions for each part of the page."""

    @property
    def rows(self) -> tuple[Action | Gesture, ...]:
        walk = self.trainer.walk
        if self.is_today or self.own.is_open:
            return self.tables["today" if self.is_today else "own"]
        return self.tables[self.trainer.section if walk is None else (walk.idea is not None, walk.is_done)]

    def _tables_of(
        self, actions: Mapping[str, Action]
    ) -> Iterator[tuple[object, tuple[Action | Gesture, ...]]]:
        """Yields the parts (Today, My play, each section, lessons and games) with their rows."""

        def named(*names: str) -> tuple[Action, ...]:
            return tuple(actions[name] for name in names)

        lessons = (name for name in actions if name.startswith(("lesson_", "today_")))
        today = replace(actions["practice_today"], place=None, icon="", has_words=False)
        yield "today", (*named(*lessons, *SECTION_BUTTONS), today)
        yield "own", named("practice_take", *LIST, *SECTION_BUTTONS, "practice_today")
        later = N_("Go to the next position, or leave this one for later")
        follow = replace(actions["practice_next"], tip=later, place=Place.GAME)
        for section in Section:
            others = named(*TASK, *OF_SECTION[section], *SECTION_BUTTONS, *LINES)
            arrows = (replace(each, place=None) for each in named(*LIST) if section is Section.OPENINGS)
            yield section, (*named("practice_today"), follow, *others, *arrows, *self.see.rows, *GESTURES)
        for is_lesson, leave, on, *more in (
            (True, "practice_lessons", "practice_lesson"),
            (False, "practice_leave", "practice_new", "practice_more", "practice_side"),
        ):
            more += SECTION_BUTTONS
            yield (is_lesson, False), (*named(leave, *QUESTION, *LINES, *more), *self.see.rows, *GESTURES)
            yield (is_lesson, True), (*named(leave, on, "practice_again", *more), *self.see.rows)

    def _actions(self) -> Iterator[Action]:
        trainer, group, kept = self.trainer, Group.PRACTICE, self.repertoire.repertoire
        space, enter = (Key(pygame.K_SPACE),), tuple(map(Key, ENTER))

        def section_row(section: Section, key: int, label: str, tip: str) -> Action:
            return Action(f"practice_{section.value}", label, tip, partial(self.open_section, section),
                          (Key(key, control=True),), group,
                          is_on=lambda: section is self.shown_section)  # fmt: skip

        yield from (
            Action("practice_today", N_("Today"), N_("What is due, the lessons and the sections (Escape)"),
                   self.open_today, (), group, Place.LEFT, is_on=lambda: self.is_today, icon="back",
                   has_words=True),
            Action("today_start", N_("Start"), N_("Everything due, or else the next lesson"),
                   self.start, space, group, aliases=enter),
            Action("today_lesson", N_("Start"), N_("The next lesson, from where you left it"),
                   self.open_next_lesson, (), group,
                   is_alternate=self._has_begun_lesson, label_alternate=N_("Go on")),
        )  # fmt: skip
        for idea in Idea:
            words, keys = WORDS[idea], (Key(pygame.K_0 + idea.number % 10),)
            yield Action(f"lesson_{idea.number}", words.title, words.idea, partial(self.open_lesson, idea),
                         keys, group, is_possible=lambda: bool(trainer.lessons))  # fmt: skip
        sections = (
            section_row(Section.MISTAKES, pygame.K_1, N_("Mistakes"),
                        N_("Positions from your own games with a better move")),
            section_row(Section.ENDGAMES, pygame.K_2, N_("Endgames"),
                        N_("Near the end of a game, with one best move")),
            section_row(Section.OPENINGS, pygame.K_3, N_("Openings"),
                        N_("Named lines, and your own, played from memory")),
            Action("practice_play", N_("My play"), N_("What your moves lost in reviewed games, to practise"),
                   partial(self._show, is_own=True), (Key(pygame.K_4, control=True),), group,
                   is_on=lambda: self.own.is_open),
        )  # fmt: skip
        for row, label in zip(sections, (*[N_("Practise")] * len(Section), N_("Look")), strict=True):
            yield row
            yield replace(row, identity=row.identity.replace("practice", "today"), label=label, keys=())
        yield from (
            Action("practice_next", N_("Next"), N_("The next question, or another try after a wrong answer"),
                   self.next, space, group, is_primary=True, is_possible=self._can_go_on, aliases=enter,
                   label_alternate=N_("Try again"),
                   is_alternate=lambda: self.question is not None and self.question.is_refuted,
                   why_not=N_("Answer first, or skip the question")),
            Action("practice_hint", N_("Hint"), N_("Three moves, one of which is the answer"), self.give_hint,
                   (Key(pygame.K_t),), group, icon="hint", has_words=True,
                   is_possible=lambda: self.question is not None and self.question.can_hint),
            Action("practice_show", N_("Show answer"),
                   N_("Show the solution; an unanswered position comes back tomorrow"),
                   trainer.give_up, (Key(pygame.K_i),), group, Place.GAME,
                   is_possible=lambda: trainer.is_asking, icon="show", has_words=True),
            Action("practice_skip", N_("Skip"), N_("The next question; this one counts as not found"),
                   trainer.next, (), group, Place.GAME, icon="on", has_words=True,
                   is_possible=lambda: trainer.is_asking),
            Action("practice_ahead", N_("Practise ahead"), N_("The next position, before it is due"),
                   trainer.practise_ahead, (Key(pygame.K_n, control=True),), group, Place.GAME,
                   is_possible=lambda: trainer.can_practise_ahead, icon="ahead", has_words=True),
            Action("practice_easier", N_("Easier"), N_("Endgames with less to calculate"),
                   partial(self.change_grade, -1), (Key(pygame.K_MINUS),), group, Place.LEFT,
                   is_possible=lambda: trainer.grade > EASIEST, aliases=(Key(pygame.K_KP_MINUS),),
                   icon="minus", has_words=True),
            Action("practice_harder", N_("Harder"), N_("Endgames with more to calculate"),
                   partial(self.change_grade, +1), (Key(pygame.K_PLUS),), group, Place.LEFT,
                   is_possible=lambda: trainer.grade < HARDEST,
                   aliases=(Key(pygame.K_EQUALS), Key(pygame.K_KP_PLUS)), icon="plus", has_words=True),
            Action("practice_take", N_("Practise this"), N_("Practise it from today, until you know it"),
                   self.own.practise, space, group, Place.GAME, is_primary=True,
                   is_possible=lambda: self.own.can_practise),
            Action("practice_find", N_("Search the openings"), N_("Lines with these words: names, moves"),
                   self.repertoire.ask, (Key(pygame.K_f, control=True),), group, Place.LEFT, icon="search",
                   has_words=True, short=N_("Search")),
            Action("practice_holes", N_("Holes"),
                   N_("Moves in the archive that your lines have no reply to, most frequent first"),
                   self.repertoire.offer_holes, (Key(pygame.K_m, shift=True),), group, Place.LEFT,
                   icon="mistake_on", is_possible=lambda: bool(self.repertoire.holes), has_words=True,
                   why_not=N_("Needs an archive, and lines of your own")),
            Action("practice_keep", N_("Add to my repertoire"),
                   N_("Practise the line from today on, or never again"),
                   self.repertoire.keep_or_remove, (Key(pygame.K_p, shift=True),), group, Place.MENU,
                   icon="plus", is_possible=lambda: bool(self.repertoire.key),
                   is_on=lambda: self.repertoire.key in kept.keys, label_on=N_("Remove from my repertoire")),
            Action("practice_tree", N_("Repertoire as a game"),
                   N_("Your lines for this side with variations, on Review: to look at or save"),
                   self.repertoire.open_tree, (Key(pygame.K_y, shift=True),), group, Place.MENU, icon="board",
                   is_possible=lambda: bool(kept.keys)),
            Action("practice_before", N_("Previous one"), N_("The previous one in the list"),
                   lambda: self._list.walk(-1), (Key(pygame.K_UP),), group, Place.LEFT, icon="up",
                   is_possible=lambda: self._list.can_walk(-1)),
            Action("practice_after", N_("Next one"), N_("The next one in the list"),
                   lambda: self._list.walk(+1), (Key(pygame.K_DOWN),), group, Place.LEFT, icon="down",
                   is_possible=lambda: self._list.can_walk(+1)),
            Action("practice_side", N_("Other side"), N_("Play, or learn from the game, as the other side"),
                   trainer.change_side, (Key(pygame.K_x),), group, Place.LEFT, icon="swap", has_words=True,
                   is_possible=lambda: self.repertoire.key not in kept.keys,
                   why_not=N_("A repertoire line belongs to one side")),
            Action("practice_leave", N_("Back to the game"), N_("The game you learn from (Escape)"),
                   self.leave, (), group, Place.GAME, icon="back", has_words=True),
            Action("practice_lessons", N_("All lessons"), N_("The ten lessons, and what is due (Escape)"),
                   self.leave, (), group, Place.GAME, icon="back", has_words=True),
            Action("practice_more", N_("More practice"), N_("What is due, the lessons and the sections"),
                   self.open_today, (), group, Place.MENU, icon="best", has_words=True),
            Action("practice_again", N_("Again"), N_("What you missed, once more"), self.ask_again, (),
                   group, icon="again", has_words=True),
            Action("practice_new", N_("New game"), N_("Players, levels, clocks and start position"),
                   self.new_game, space, group, is_primary=True, aliases=enter),
            Action("practice_lesson", N_("Next lesson"), N_("The next idea, or an endgame"),
                   self.open_next_lesson, space, group, is_primary=True, aliases=enter),
            *travel_rows("practice_", self.go, self._can_go, group=Group.LINES,
                         ends=(N_("To the position asked about"), N_("To the end of the line"))),
            Action("practice_best", N_("Best line"), N_("Step through the best line on the board"),
                   lambda: trainer.task and trainer.task.show_best(), (Key(pygame.K_PERIOD),), Group.LINES,
                   is_possible=self._can_show_best),
            Action("practice_own", N_("Your move"), N_("Step through what your move allows"),
                   lambda: trainer.task and trainer.task.show_answer(), (Key(pygame.K_COMMA),), Group.LINES,
                   is_possible=lambda: trainer.task is not None and trainer.task.has_answer),
        )  # fmt: skip

    @property
    def _list(self) -> MyPlayCommands | OpeningList:
        return self.own if self.own.is_open else self.repertoire

    def _has_begun_lesson(self) -> bool:
        practice = self.trainer.practice
        idea = practice.next_lesson()
        return idea is not None and any(practice.results(idea))

    def _can_go_on(self) -> bool:
        """Returns whether Next is possible; a section also skips an unanswered task and asks it later."""
        task = self.trainer.task
        is_asking = self.question is not None and not (self.question.is_over or self.question.is_refuted)
        return task is not None and not is_asking

    # The part shown

    def _show(self, *, is_today: bool = False, is_own: bool = False) -> None:
        """Shows Today, My play, or else the task of the trainer."""
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
        """Opens the next unlearned lesson after the current one; if all are learned, the endgames."""
        walk = self.trainer.walk
        idea = self.trainer.practice.next_lesson(None if walk is None else walk.idea)
        if idea is None or idea not in self.trainer.lessons:
            self.open_section(Section.ENDGAMES)
        else:
            self.open_lesson(idea)

    def open_lesson(self, idea: Idea) -> None:
        self.trainer.begin_lesson(idea)
        self._show()

    @property
    def question(self) -> Exercise | None:
        """The question asked in a lesson or a game, if any."""
        return None if self.trainer.walk is None else self.trainer.walk.task

    def drop_finished_walk(self) -> None:
        """Drops a finished lesson or game, so that the page, which is hidden now, reopens at Today."""
        if self.trainer.walk is not None and self.trainer.walk.is_done:
            self.trainer.walk, self.is_today = None, True

    def learn(self, walk: GameWalk, leave: Callable[[], object]) -> None:
        """Asks the questions of a game; `leave` goes back to it."""
        self.trainer.walk, self._leave = walk, leave
        self._show()

    def leave(self) -> None:
        """Goes back to the game learned from, or to Today."""
        leave = self._leave if isinstance(self.trainer.walk, GameWalk) else self.open_today
        self.open_today()
        leave()

    def next(self) -> None:
        """Gives another try after a wrong answer, else goes on; while all that is due is asked, continues in
        the next section and returns to Today at the end.
        """
        trainer, section = self.trainer, self.trainer.section
        if self.question is not None and self.question.is_refuted:
            self.question.try_again()
        elif trainer.walk is not None or not trainer.is_daily or trainer.due:
            trainer.next()
        elif not trainer.begin_daily():
            self.open_today()
        elif trainer.section is not section:
            self.window.rebuild()  # another section has different actions

    def give_hint(self) -> None:
        if self.question is not None:
            self.question.is_hinted = True

    def ask_again(self) -> None:
        if self.trainer.walk is not None:
            self.trainer.walk.again()
            self.window.rebuild()

    def new_game(self) -> None:
        from play.new_game import NewGame  # imports all formats

        self.window.offer_game(NewGame.last(self.window.settings, False))

    def change_grade(self, step: int) -> None:
        self.trainer.change_grade(step)
        said = _("Endgames of grade {grade} of {most}", grade=self.trainer.grade, most=HARDEST)
        self.window.toasts.answer(said)

    @property
    def shown_section(self) -> Section | None:
        """The section shown; None on Today and My play, and in a lesson or a game."""
        is_other = self.is_today or self.own.is_open or self.trainer.walk is not None
        return None if is_other else self.trainer.section

    def open_section(self, section: Section) -> None:
        if section is not self.shown_section:
            self.trainer.open(section)
            self._show()

    # The lines

    def go(self, plies: int) -> None:
        if self.trainer.task is not None and self.trainer.task.is_over:
            self.trainer.task.cursor.go(plies)

    def _can_go(self, plies: int) -> bool:
        task = self.trainer.task
        return task is not None and task.is_over and task.cursor.can_go(plies)

    def _can_show_best(self) -> bool:
        task = self.trainer.task
        is_there = isinstance(task, Exercise) and task.cursor.node.path == (task.best.move,)
        return task is not None and task.is_over and not is_there
