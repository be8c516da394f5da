"""Step by step: one small search of the position of the Lab, or two, replayed node by node."""

from __future__ import annotations

from typing import Final

import pygame

from play.slow_motion import Phase
from ui.layout import Frame
from ui.pages.board_page import BoardPage
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.steps.commands import KEYS_LINE, StepsCommands
from ui.pages.lab.steps.state import StepsState, describe_move, describe_node, make_state
from ui.pages.lab.steps.view import StepsView, Tip
from ui.theme import Theme
from ui.window import Window

RIGHT_BUTTONS: Final = (2, 3)


class StepsPart(BoardPage[StepsCommands, StepsView, StepsState]):
    """The match goes on while it is in sight, and searches for hints."""

    keys = KEYS_LINE

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab.board)
        self.animator.speed = 0.0
        self.commands = StepsCommands(window, lab)
        self._pointer: tuple[int, int] | None = None
        self._dragged: int | None = None  # the run whose tree is dragged, -1 for the bar of steps
        self._pulled: tuple[int, int] | None = None  # where the tree is held to be moved
        self._was_left = True

    @property
    def is_idle(self) -> bool:
        model = self.commands.model
        return model.phase is not Phase.SEARCHING and not model.is_playing

    # Life

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self._pointer = self._dragged = self._pulled = None
        settings, actions = self.window.settings, self.window.actions
        self.view = StepsView(theme, frame, settings, self.commands.tabs.shown, actions)
        self._settle()

    def on_open(self) -> None:
        """A search that was cancelled is not made again by a dialog that is closed."""
        commands = self.commands
        if commands.board != commands.lab.board or (commands.model.phase is Phase.EMPTY and self._was_left):
            commands.search()
        self._was_left = False

    def on_leave(self) -> None:
        self._was_left = True

    def on_cover(self) -> None:
        self._pointer = self._dragged = self._pulled = None
        self.commands.model.pause()

    def update(self, dt: float) -> None:
        self.commands.model.update(dt)
        if self.commands.model.is_playing:
            self.commands.follow()
        self._settle()

    def _settle(self) -> None:
        """Settle all that is to be drawn."""
        commands = self.commands
        self.state = make_state(commands, self._tip())
        self.animator.show(self.state.board)
        self.view.show_speed(commands.model.speed)
        self.view.update(self.state)

    # Mouse and keyboard

    def let_go(self) -> None:
        """A drag goes on when the pointer comes back."""
        self._pointer = None

    def on_key(self, event: pygame.event.Event) -> bool:
        """The only key of the page's own: Escape ends the search that is being recorded."""
        model = self.commands.model
        if event.key != pygame.K_ESCAPE or model.phase is not Phase.SEARCHING:
            return False
        model.cancel()
        return True

    def on_motion(self, event: pygame.event.Event) -> None:
        self._pointer = event.pos
        if self._dragged is not None and event.buttons[0]:
            self._travel(event.pos, self._dragged)
        elif self._pulled is not None and (event.buttons[1] or event.buttons[2]):
            share = (self._pulled[0] - event.pos[0]) / max(1, self.view.runs.plot.width)
            self.commands.viewport = self.commands.viewport.moved(share)
            self._pulled = event.pos
        else:
            self._dragged = self._pulled = None

    def on_press(self, event: pygame.event.Event) -> None:
        self._pointer = event.pos
        if event.button in RIGHT_BUTTONS:
            self._pulled = event.pos if self.view.runs.share_at(event.pos) is not None else None
        elif event.button == 1:
            found = self.view.runs.step_at(event.pos)
            if found is None:
                self._click_rows(event.pos)
            else:
                self._dragged = found[0]
                self.commands.model.pause()
                self._travel(event.pos, found[0])

    def _travel(self, position: tuple[int, int], run: int) -> None:
        found = self.view.runs.step_at(position, run)
        if found is not None:
            self.commands.model.go_to(found[1])
            self.commands.follow()

    def _click_rows(self, position: tuple[int, int]) -> None:
        """On a move: to where it was searched. On one of two searches: take it in hand."""
        part, model = self.view.rows.part_at(position), self.commands.model
        if part is None or part >= len(model.runs):
            return
        self.commands.in_hand = part
        chip = self.view.rows.chip_at(position)
        if chip is not None and chip.state.node >= 0:
            model.pause()
            model.go_to(int(model.runs[part].tree.first[chip.state.node]))

    def on_release(self, event: pygame.event.Event) -> None:  # noqa: ARG002 - whichever button
        self._dragged = self._pulled = None

    def on_wheel(self, event: pygame.event.Event) -> None:
        share, runs = self.view.runs.share_at(event.pos), self.commands.model.runs
        if share is not None:
            nodes = max(len(run.tree) for run in runs)
            self.commands.viewport = self.commands.viewport.turned(event, share, nodes)

    def _tip(self) -> Tip | None:
        """What is known of the move or the node under the pointer."""
        runs = self.commands.model.runs
        if self._pointer is None or self._dragged is not None or not runs:
            return None
        chip = self.view.rows.chip_at(self._pointer)
        if chip is not None and chip.part < len(runs):
            unit = runs[chip.part].choice.unit
            return Tip(describe_move(chip.row, chip.state, unit), self._pointer)
        found = self.view.runs.node_at(self._pointer)
        if found is not None:
            return Tip(describe_node(*found), self._pointer)
        note = self.view.rows.note_at(self._pointer) or self.view.runs.note_at(self._pointer)
        return Tip(note, self._pointer) if note else None
