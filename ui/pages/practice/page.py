"""The page Practice: what is asked is answered on the board, and then walked through."""

from collections.abc import Sequence
from typing import Any, ClassVar

import pygame

from game.board import Board, Square
from play.practice.progress import Section
from ui.actions import Action, Gesture
from ui.board.board_view import Animator
from ui.input import InputState
from ui.layout import Frame
from ui.pages.board_page import BoardPage, Refresh
from ui.pages.page import StatusLine
from ui.pages.practice.commands import PracticeCommands
from ui.pages.practice.own import OwnView, make_own
from ui.pages.practice.state import make
from ui.pages.practice.view import OwnPanel, PracticeView
from ui.text import N_, _
from ui.theme import Theme
from ui.window import Window


class PracticePage(BoardPage[PracticeCommands, Any, Any]):
    identity: ClassVar[str] = "practice"
    own_keys = N_("↑ ↓ choose · Space practise · 1 2 3 4 sections · F1 all keys")
    line_keys = N_("a – h, then 1 – 8 play · ↑ ↓ choose · Ctrl+F search · X other side · F1 all keys")
    keys = N_("a – h, then 1 – 8 answer · Space next · I show · ← → walk · 1 2 3 sections · F1 all keys")

    def __init__(self, window: Window) -> None:
        super().__init__(window, Board.initial())
        self.commands = PracticeCommands(window)
        self._refresh = Refresh()
        self._shown: object = None  # what the board is of

    def tables(self) -> Sequence[Sequence[Action | Gesture]]:
        return self.commands.tables

    @property
    def is_idle(self) -> bool:
        commands = self.commands
        return not (self.animator.is_moving or commands.trainer.is_searching or commands.own.play.is_reading)

    @property
    def status(self) -> StatusLine:
        keys = self.line_keys if self.commands.shown_section is Section.OPENINGS else self.keys
        keys = self.own_keys if self.commands.own.is_open else keys
        return StatusLine(self.state.status, self.state.is_problem, _(keys))

    # Life

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self.input = InputState()
        commands, looks = self.commands, (self.window.settings.coordinates, self.window.actions)
        has_list = commands.shown_section is Section.OPENINGS
        own_view = OwnView(theme, frame, *looks) if commands.own.is_open else None
        self.view = own_view or PracticeView(theme, frame, *looks, has_list)
        self._refresh.forget()
        self._settle()

    def on_open(self) -> None:
        super().on_open()
        for match in {self.match, self.window.session.reviewed}:
            self.window.session.add_mistakes(match, match.game.line)
        if self.commands.own.is_open:
            self.commands.own.read()

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
        self.commands.own.update()
        own, task = self.commands.own, trainer.task
        board = Board.initial() if trainer.walk is None else trainer.walk.line[-1].board
        board = board if task is None else task.cursor.node.board
        shown: object = task
        if own.is_open:
            shown = own.fault
            board = Board.initial() if own.fault is None else own.fault.board
        if shown is not self._shown:
            self._shown = shown
            self.animator = Animator(board)
        self.follow_board(board, dt)
        self._settle()

    def _settle(self) -> None:
        own = self.commands.own
        if not own.is_open:
            self.state = make(self.commands, self.input)
        elif self._refresh.is_due(own.made_from):
            self.state = make_own(own)
        self.view.update(self.state)

    # Mouse and keyboard

    def use_square(self, square: Square) -> None:
        if not self.commands.own.is_open:
            self.commands.trainer.play(square)

    def click(self, position: tuple[int, int]) -> None:
        if isinstance(self.view, OwnView):
            self.view.click(self.commands.own, position)
            return
        square, found = self.view.layout.square_at(position), self.view.lines.move_at(position)
        trainer, repertoire = self.commands.trainer, self.commands.repertoire
        panel = self.view.progress
        line = panel.line_at(position) if isinstance(panel, OwnPanel) else None
        if square is not None:
            trainer.play(square)
        elif line is not None:
            repertoire.choose(line)
        elif found is not None and trainer.task is not None and trainer.is_answered:
            (number, count), cursor = found, trainer.task.cursor
            start, line = self.state.starts[number], self.state.lines.lines[number]
            cursor.show(start, [move for move, _color in line.moves])
            cursor.go_to(start.ply + count)

    def on_wheel(self, event: pygame.event.Event) -> None:
        if isinstance(self.view, OwnView):
            self.view.scroll(event.pos, -3 * event.y)
            return
        panel = self.view.progress
        if isinstance(panel, OwnPanel) and panel.rect.collidepoint(event.pos):
            panel.scroll(-3 * event.y)
        elif self.view.layout.board.collidepoint(event.pos):
            self.commands.go(-event.y)
