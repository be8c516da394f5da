"""The page Practice: nobody else moves; what is asked is answered on the board, and then walked through."""

from __future__ import annotations

from typing import ClassVar, Final

import pygame
import pygame_gui
from pygame import Surface

from game.board import PASS, Board
from game.tree import Node
from play.match import Match
from play.practice.drill import Drill
from play.practice.exercise import Exercise
from play.practice.progress import Section
from play.practice.puzzles import EASIEST, HARDEST
from play.practice.trainer import Trainer
from ui.actions import Action, Gesture
from ui.assets import read_openings, read_puzzles
from ui.board.animation import Animator
from ui.input import InputState
from ui.layout import Frame
from ui.pages.page import Page, Status
from ui.pages.practice.actions import KEYS, practice_actions
from ui.pages.practice.state import PracticeState, make_state
from ui.pages.practice.view import PracticeView
from ui.text import N_, _
from ui.theme import Theme
from ui.toolbar import ButtonRow
from ui.window import Window

# An animation never moves on by more than this in one frame, so it does not jump after a rest.
LONGEST_STEP: Final = 0.03


class PracticePage(Page):
    identity: ClassVar[str] = "practice"
    label: ClassVar[str] = N_("Practice")

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.input = InputState()
        self.problem = ""
        """Why there are no endgames."""
        self.animator = Animator(Board.initial(), window.animation_speed)
        self._shown: Node | None = None
        self._trainer: Trainer | None = None
        self._held: Match | None = None  # by this page: nobody moves meanwhile
        self._made_from: object = None

    @property
    def match(self) -> Match:
        return self.window.session.match

    @property
    def trainer(self) -> Trainer:
        """Made when the page is first opened: all that is kept is read for it."""
        if self._trainer is None:
            session = self.window.session
            puzzles, self.problem = read_puzzles()
            self._trainer = Trainer(
                session.practice, puzzles, read_openings(), session.book, session.engines.hints
            )
        return self._trainer

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        return practice_actions(self)

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        return self.view.button_rows

    @property
    def status(self) -> Status:
        return Status(self.state.status, self.state.is_problem, _(KEYS))

    @property
    def is_idle(self) -> bool:
        return not (self.animator.is_moving or self.trainer.is_searching)

    # Living

    def lay_out(self, manager: pygame_gui.UIManager, theme: Theme, frame: Frame) -> None:
        self.input = InputState()
        settings, actions = self.window.settings, self.window.actions
        self.view = PracticeView(manager, theme, frame, settings.coordinates, actions)
        self._made_from = None
        self._settle()

    def on_open(self) -> None:
        match = self.match
        if not match.is_paused:
            match.pause()
            self._held = match if match.is_paused else None
        match.hold_hints()
        self.window.session.take_mistakes(match.game.line)

    def on_cover(self) -> None:
        self.input = InputState()

    def on_leave(self) -> None:
        """The game needs the processors; a search begins again when the page is opened."""
        self.trainer.stop()
        self.match.release_hints()
        if self._held is self.match and self.match.is_paused:
            self.match.resume()
        self._held = None

    def close(self) -> None:
        if self._trainer is not None:
            self._trainer.stop()

    def update(self, dt: float) -> None:
        self.trainer.threads = self.window.settings.threads
        self.trainer.update()
        self._follow_board(dt)
        self._settle()

    def _follow_board(self, dt: float) -> None:
        """Animate the difference between the position shown and the one there is."""
        task, before = self.trainer.task, self._shown
        node = None if task is None else task.cursor.node
        self.animator.speed = self.window.animation_speed
        if node is not before:
            self._shown = node
            is_move = node is not None and before is not None and node.parent is before and node.move != PASS
            if node is not None and not (is_move or (before is not None and _root(node) is _root(before))):
                self.animator = Animator(node.board, self.animator.speed)  # another task, not a move
            elif node is not None:
                self.animator.show(node.board)
                self.window.sounds.play("disc")
            else:
                self.animator = Animator(Board.initial(), self.animator.speed)
        if self.animator.update(min(dt, LONGEST_STEP)):
            self.window.sounds.play("flip")

    def _settle(self) -> None:
        trainer, settings = self.trainer, self.window.settings
        task = trainer.task
        lines = isinstance(task, Exercise) and task.has_lines
        key = (
            trainer.section, task, None if task is None else task.cursor.node, lines,
            trainer.practice.changes, trainer.is_searching,
            trainer.grade, trainer.outcome, trainer.practice.today(), trainer.problem, self.input,
            settings.show_legal_moves,
        )  # fmt: skip
        if key != self._made_from:
            self._made_from = key
            self.state: PracticeState = make_state(
                trainer,
                self.input,
                settings.show_legal_moves,
                self.window.session.store.keeps_practice,
                self.problem,
            )
            self.view.update(self.state)

    def draw(self, surface: Surface) -> None:
        self.view.draw(surface, self.animator, self.state)

    # Mouse and keyboard

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._take_key(event)
        if event.type == pygame.MOUSEMOTION:
            self.input = InputState(self.view.layout.square_at(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._clicked(event.pos)
        elif event.type == pygame.MOUSEWHEEL and self.view.layout.board.collidepoint(event.pos):
            self.go(-event.y)
        elif event.type == pygame.WINDOWLEAVE:
            self.input = InputState()
        return True

    def _clicked(self, position: tuple[int, int]) -> None:
        square, found = self.view.layout.square_at(position), self.view.lines.move_at(position)
        task = self.trainer.task
        if square is not None:
            self.trainer.play(square)
        elif found is not None and task is not None and self.can_walk:
            row, at = found
            task.cursor.show(row.start, [move for move, _color in row.moves])
            task.cursor.go_to(row.start.ply + at + 1)

    def _take_key(self, event: pygame.event.Event) -> bool:
        """A square that is typed; all other keys are those of actions."""
        self.input, square, is_used = self.input.typed(event)
        if square is not None:
            self.trainer.play(square)
        return is_used

    # What can be asked for

    @property
    def section(self) -> Section:
        return self.trainer.section

    def open_section(self, section: Section) -> None:
        if section is not self.trainer.section:
            self.trainer.open(section)
            self.window.rebuild()  # another section has other actions

    def next(self) -> None:
        self.trainer.next()

    @property
    def can_go_on(self) -> bool:
        return self.trainer.task is not None

    def show_answer(self) -> None:
        self.trainer.give_up()

    @property
    def is_asked(self) -> bool:
        return self.trainer.task is not None and not self.trainer.task.is_over

    def practise_ahead(self) -> None:
        self.trainer.practise_ahead()

    @property
    def can_practise_ahead(self) -> bool:
        trainer = self.trainer
        return not self.is_asked and not trainer.waiting and trainer.coming is not None

    def change_grade(self, step: int) -> None:
        self.trainer.change_grade(step)
        said = _("Endgames of grade {grade} of {most}").format(grade=self.trainer.grade, most=HARDEST)
        self.window.toasts.answer(said)

    def can_change_grade(self, step: int) -> bool:
        return EASIEST <= self.trainer.grade + step <= HARDEST

    def choose_line(self, step: int) -> None:
        self.trainer.choose_line(step)

    def change_side(self) -> None:
        self.trainer.change_side()

    # Walking

    @property
    def can_walk(self) -> bool:
        """Once all is answered: before, a position is only looked at."""
        return self.trainer.task is not None and self.trainer.task.is_over

    def go(self, plies: int) -> None:
        task = self.trainer.task
        if task is not None and self.can_walk:
            task.cursor.go(plies)

    def go_to_end(self, step: int) -> None:
        task = self.trainer.task
        if task is not None:
            task.cursor.go_to(0 if step < 0 else len(task.cursor.line))

    def show_best(self) -> None:
        task = self.trainer.task
        if isinstance(task, Exercise):
            task.show_best()
        elif isinstance(task, Drill):
            task.show_line()

    @property
    def has_own(self) -> bool:
        task = self.trainer.task
        if isinstance(task, Exercise):
            return task.is_over and task.answer is not None
        return task is not None and task.departure is not None and task.departure.move is not None

    def show_own(self) -> None:
        task = self.trainer.task
        if isinstance(task, Exercise):
            task.show_answer()
        elif isinstance(task, Drill):
            task.show_played()


def _root(node: Node) -> Node:
    return node.line[0]
