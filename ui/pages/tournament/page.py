"""The page Tournament: events and life cycle."""

from typing import ClassVar

import pygame
from pygame import Surface

from ui.input import ARROWS
from ui.layout import Frame
from ui.pages.board_page import ViewPage
from ui.pages.page import StatusLine
from ui.pages.tournament.commands import TournamentCommands
from ui.pages.tournament.state import assign_boards, make, status_of
from ui.pages.tournament.view import TournamentView
from ui.theme import Theme
from ui.window import Window


class TournamentPage(ViewPage):
    """The page that the new-game dialog opens. Its games continue behind other pages."""

    identity: ClassVar[str] = "tournament"

    def __init__(self, window: Window) -> None:
        self.window = window
        self.commands: TournamentCommands = TournamentCommands(window)
        self._numbers: list[int] = []  # of the game on each board, -1 for none

    @property
    def status(self) -> StatusLine:
        return status_of(self.commands)

    @property
    def is_idle(self) -> bool:
        return not self.commands.run.is_busy

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self.commands.run.make_table()  # the language may have changed
        self.view = TournamentView(theme, frame, self.commands, self.window.actions)
        self._numbers = [-1] * len(self.view.boards)
        self._settle()

    def _settle(self) -> None:
        self._numbers = assign_boards(self._numbers, list(self.commands.run.games))
        self.state = make(self.commands, self._numbers)
        self.view.update(self.state)

    def on_open(self) -> None:
        super().on_open()  # the match would take a processor from the games
        self.commands.read_list()

    def close(self) -> None:
        self.commands.close()

    def update(self, dt: float) -> None:  # noqa: ARG002 - the games have clocks of their own
        if self.commands.is_begun != bool(self.view.boards):
            self.window.rebuild()
        self._settle()

    def handle(self, event: pygame.event.Event) -> bool:
        commands = self.commands
        if event.type == pygame.KEYDOWN and event.key in ARROWS:
            commands.move(*ARROWS[event.key])
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and commands.has_options:
            commands.show_options(False)
            return True
        if self.view.options is None and event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            found = self.view.table.at(event.pos)
            commands.chosen = found or commands.chosen
            if found is not None and event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                commands.open_games()
        return False

    def draw(self, surface: Surface) -> None:
        self.view.draw_panels(surface)
