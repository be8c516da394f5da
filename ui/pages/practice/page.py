"""The page Practice: what is asked is answered on the board, and then walked through."""

from typing import ClassVar

import pygame

from game.board import Board, Square
from play.practice.trainer import Task
from ui.board.board_view import Animator
from ui.input import InputState
from ui.layout import Frame
from ui.pages.board_page import BoardPage
from ui.pages.practice.commands import PracticeCommands
from ui.pages.practice.state import PracticeState, make
from ui.pages.practice.view import PracticeView
from ui.text import N_
from ui.theme import Theme
from ui.window import Window


class PracticePage(BoardPage[PracticeCommands, PracticeView, PracticeState]):
    identity: ClassVar[str] = "practice"
    keys = N_("a – h, then 1 – 8 answer · Space next · I show · ← → walk · 1 2 3 sections · F1 all keys")

    def __init__(self, window: Window) -> None:
        super().__init__(window, Board.initial())
        self.commands = PracticeCommands(window)
        self._shown: Task | None = None

    @property
    def is_idle(self) -> bool:
        return not (self.animator.is_moving or self.commands.trainer.is_searching)

    # Life

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self.input = InputState()
        settings, actions = self.window.settings, self.window.actions
        self.view = PracticeView(theme, frame, settings.coordinates, actions)
        self._settle()

    def on_open(self) -> None:
        super().on_open()
        for match in {self.match, self.window.session.reviewed}:
            self.window.session.add_mistakes(match, match.game.line)

    def on_leave(self) -> None:
        """The game needs the processors; a search begins again when the page is opened."""
        self.commands.trainer.stop()
        super().on_leave()

    def close(self) -> None:
        self.commands.trainer.stop()

    def update(self, dt: float) -> None:
        trainer = self.commands.trainer
        trainer.threads = self.window.settings.threads
        trainer.update()
        task = trainer.task
        board = Board.initial() if task is None else task.cursor.node.board
        if task is not self._shown:
            self._shown = task
            self.animator = Animator(board)
        self.follow_board(board, dt)
        self._settle()

    def _settle(self) -> None:
        self.state = make(self.commands, self.input)
        self.view.update(self.state)

    # Mouse and keyboard

    def use_square(self, square: Square) -> None:
        self.commands.trainer.play(square)

    def click(self, position: tuple[int, int]) -> None:
        square, found = self.view.layout.square_at(position), self.view.lines.move_at(position)
        trainer = self.commands.trainer
        if square is not None:
            trainer.play(square)
        elif found is not None and trainer.task is not None and trainer.is_answered:
            (number, count), cursor = found, trainer.task.cursor
            start, line = self.state.starts[number], self.state.lines.lines[number]
            cursor.show(start, [move for move, _color in line.moves])
            cursor.go_to(start.ply + count)

    def on_wheel(self, event: pygame.event.Event) -> None:
        if self.view.layout.board.collidepoint(event.pos):
            self.commands.go(-event.y)
