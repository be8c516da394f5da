"""The Practice page: the user answers a question on the board, then steps through its lines."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pygame

from game.board import Board, Square
from play.practice.exercise import Exercise
from play.practice.progress import Section
from play.practice.walk import GameWalk
from ui.actions import Action, Gesture
from ui.board.board_view import Animator
from ui.input import InputState
from ui.layout import Frame
from ui.pages.board_page import BoardPage, Refresh
from ui.pages.page import StatusLine
from ui.pages.practice.commands import PracticeCommands
from ui.pages.practice.own import MyPlayView, make_my_play
from ui.pages.practice.state import make
from ui.pages.practice.today import TodayView, make_today
from ui.pages.practice.view import PracticeView, has_lines
from ui.text import N_, _, current_language
from ui.theme import Theme
from ui.window import Window


class PracticePage(BoardPage[PracticeCommands, Any, Any]):
    identity: ClassVar[str] = "practice"
    today_keys = N_("Enter start · 1 – 9, 0 lessons · Ctrl+1 – 4 sections · F1 all keys")
    own_keys = N_("↑ ↓ choose · Space practise · Ctrl+1 – 4 sections · Esc today · F1 all keys")
    line_keys = N_("a – h, then 1 – 8 play · ↑ ↓ choose · Ctrl+F search · X other side · F1 all keys")
    keys = N_("a – h, then 1 – 8 answer · Space next · I show · ← → walk · Esc today · F1 all keys")
    walk_keys = N_("a – h, then 1 – 8 answer · Space next · T hint · I show · Esc back · F1 all keys")
    done_keys = N_("Space go on · Esc back · F1 all keys")

    def __init__(self, window: Window) -> None:
        super().__init__(window, Board.initial())
        self.commands = PracticeCommands(window)
        self._refresh = Refresh()
        self._shown: object = None  # the task or fault on the board
        self._part: object = None  # the part that the page is laid out for

    def tables(self) -> Sequence[Sequence[Action | Gesture]]:
        return list(self.commands.tables.values())

    @property
    def is_idle(self) -> bool:
        commands, walk = self.commands, self.commands.trainer.walk
        is_busy = commands.trainer.is_searching or commands.own.play.is_reading
        is_busy = is_busy or commands.trainer.practice.progress.repertoire.is_counting
        is_busy = is_busy or (isinstance(walk, GameWalk) and walk.is_looking)
        return not (self.animator.is_moving or is_busy or self._refused)

    @property
    def status(self) -> StatusLine:
        commands, walk = self.commands, self.commands.trainer.walk
        keys = self.line_keys if commands.shown_section is Section.OPENINGS else self.keys
        if commands.is_today or commands.own.is_open:
            keys = self.today_keys if commands.is_today else self.own_keys
        elif walk is not None:
            keys = self.done_keys if walk.is_done else self.walk_keys
        return StatusLine(self.state.status, self.state.is_problem, _(keys))

    # Life cycle

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self.input = InputState()
        commands, looks = self.commands, (self.window.settings.coordinates, self.window.actions)
        self._part = self._part_now
        if commands.is_today:
            self.view = TodayView(theme, frame, self.window.actions)
        elif commands.own.is_open:
            self.view = MyPlayView(theme, frame, *looks)
        else:
            has_list = commands.shown_section is Section.OPENINGS
            frame = commands.see.in_frame(frame)
            self.view = PracticeView(theme, frame, *looks, commands.trainer.walk, has_list)
            self.view.add_see(frame, self.window.actions)
        self._refresh.forget()
        self._settle()

    @property
    def _part_now(self) -> object:
        """The part of the page that is shown; another part has different actions and cards."""
        walk = self.commands.trainer.walk
        of_walk = None if walk is None else (walk, walk.is_done, has_lines(walk))
        return self.commands.is_today, self.commands.own.is_open, of_walk

    def on_open(self) -> None:
        super().on_open()
        for match in {self.match, self.window.session.reviewed}:
            self.window.session.add_mistakes(match, match.game.line)
        if self.commands.own.is_open or self.commands.is_today:
            self.commands.own.read()
        if archive := self.window.settings.archive:
            self.window.archive.open(Path(archive))

    def go_back_to_start(self) -> None:
        if self.commands.trainer.walk is not None:
            self.commands.open_today()

    def on_leave(self) -> None:
        """Stops the searches, as the game needs the processors; they restart when the page is opened."""
        self.commands.trainer.rest()
        self.commands.drop_finished_walk()
        super().on_leave()

    def close(self) -> None:
        self.commands.trainer.rest()

    def update(self, dt: float) -> None:
        trainer = self.commands.trainer
        trainer.threads = self.window.settings.threads
        trainer.update()
        self.commands.own.update()
        if self._part_now != self._part:
            self.window.rebuild()
        own, task = self.commands.own, trainer.task
        board = trainer.walk.line[-1].board if isinstance(trainer.walk, GameWalk) else Board.initial()
        board = board if task is None else task.cursor.node.board
        shown: object = task
        if own.is_open:
            shown = own.fault
            board = Board.initial() if own.fault is None else own.fault.board
        is_other = shown is not self._shown
        if is_other:
            self._shown = shown
            self.animator = Animator(board)
        is_new = not self.commands.is_today and self.follow_board(board, dt)
        if self._refused is not None:
            self.follow_refusal(dt, not (is_other or is_new))
            if self._refused is None:
                self._refresh.forget()
        self._settle()

    def _settle(self) -> None:
        commands, trainer, task = self.commands, self.commands.trainer, self.commands.trainer.task
        practice, is_asking = trainer.practice, False
        made_from: object = commands.own.made_from
        if commands.is_today:
            made_from = made_from, practice.today()
        elif not commands.own.is_open:
            is_asking = True  # renews the reasons several times a second
            made_from = trainer.section, trainer.walk, task, task and task.cursor.node, task and task.is_over
            if isinstance(task, Exercise):
                made_from = made_from, task.answer, task.is_hinted, task.found
            openings = commands.repertoire.text, practice.progress.repertoire.coverage
            made_from = made_from, self.input, practice.changes, openings, current_language()
        if self._refresh.is_due(made_from, is_searching=is_asking):
            if is_asking:
                self.state = make(commands, self.input)
            else:
                self.state = make_today(commands) if commands.is_today else make_my_play(commands.own)
        self.show_refusal()
        if is_asking:
            self.show_sights(commands.see)
        self.view.update(self.state)

    # Mouse and keyboard

    def use_square(self, square: Square) -> None:
        task = self.commands.trainer.task
        if self.commands.own.is_open or self.commands.is_today or task is None:
            return
        board = task.board if isinstance(task, Exercise) and not task.is_over else task.cursor.next_board
        if not self.commands.trainer.play(square) and not (board.is_legal(square) or board.is_over()):
            self.refuse(board, square)
            self._refresh.forget()

    def on_key(self, event: pygame.event.Event) -> bool:
        """Goes back on Escape: to Today, or to the game learned from. On Today all keys belong to actions."""
        if self.commands.is_today:
            return False
        is_used = super().on_key(event)
        if is_used or event.key != pygame.K_ESCAPE or self.window.focus is not None:
            return is_used
        self.commands.leave()
        return True

    def hover(self, position: tuple[int, int]) -> None:
        if not self.commands.is_today:
            super().hover(position)

    def click(self, position: tuple[int, int]) -> None:
        view, trainer = self.view, self.commands.trainer
        if isinstance(view, TodayView):
            if (idea := view.lessons.at(position)) is not None and trainer.lessons:
                self.commands.open_lesson(idea)
        elif isinstance(view, MyPlayView):
            view.click(self.commands.own, position)
        elif (square := view.layout.square_at(position)) is not None:
            self.use_square(square)
        elif view.list is not None and (line := view.list.line_at(position)) is not None:
            self.commands.repertoire.choose(line)
        elif self.state.lines is not None and (found := view.lines.move_at(position)) is not None:
            (number, count), task = found, trainer.task
            if task is not None and task.is_over:
                start, shown = self.state.starts[number], self.state.lines.lines[number]
                task.cursor.show(start, [move for move, _color in shown.moves])
                task.cursor.go_to(start.ply + count)

    def on_wheel(self, event: pygame.event.Event) -> None:
        view = self.view
        if isinstance(view, MyPlayView):
            view.scroll(event.pos, -3 * event.y)
        elif isinstance(view, PracticeView):
            if view.list is not None and view.list.rect.collidepoint(event.pos):
                view.list.scroll(-3 * event.y)
            elif view.layout.board.collidepoint(event.pos):
                self.commands.go(-event.y)
