"""The live tree: a search of the position, and the first plies of the tree of each of its iterations."""

from __future__ import annotations

from typing import Final

import pygame

from ui.layout import Frame
from ui.pages.board_page import BoardPage
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.tree.commands import KEYS_LINE, TreeCommands
from ui.pages.lab.tree.state import TreeState, make_state
from ui.pages.lab.tree.view import TreeView
from ui.theme import Theme
from ui.window import Window

# Pixels, at a scale of 1, after which a press is a drag.
DRAG: Final = 4


class TreePart(BoardPage[TreeCommands, TreeView, TreeState]):
    keys = KEYS_LINE

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab.board)
        self.animator.speed = 0.0
        self.commands = TreeCommands(window, lab)
        self._pressed: tuple[int, int] | None = None  # where the icicle is held
        self._is_pulled = False

    @property
    def is_idle(self) -> bool:
        return not self.commands.is_running

    @property
    def must_hold(self) -> bool:
        """Only while its search would take a core from this one."""
        return self.match.thinking.is_searching or not self.match.seat.is_human

    # Life

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self.let_go()
        self.theme = theme
        self.view = TreeView(theme, frame, self.window.settings, self.window.actions)
        self._settle()

    def on_open(self) -> None:
        super().on_open()
        commands = self.commands
        if commands.runner is None or commands.board != commands.lab.board:
            commands.search()

    def on_leave(self) -> None:
        """Stop the search, for the game needs the cores; what it has recorded stays to be looked at."""
        if self.commands.runner is not None:
            self.commands.runner.stop()
        super().on_leave()

    def close(self) -> None:
        self.commands.close()

    def let_go(self) -> None:
        super().let_go()
        self.commands.pointer = self._pressed = None
        self._is_pulled = False

    def update(self, dt: float) -> None:  # noqa: ARG002 - a search counts its own time
        self._settle()

    def _settle(self) -> None:
        """See how far the search is, and settle what is to be drawn."""
        commands, cursor = self.commands, self.commands.cursor
        commands.update()
        tree, hovered = cursor.tree, None
        if tree is not None and commands.pointer is not None and not self._is_pulled:
            icicle = self.view.tree.icicle_of(tree, commands.viewport)
            hovered = icicle.node_at(self.view.tree.local(commands.pointer))
        in_hand = cursor.node if hovered is None else hovered
        facts = None if in_hand is None else cursor.facts(in_hand)
        self.animator.show(commands.board if facts is None else facts.board)
        self.state = make_state(commands, hovered, facts)
        self.view.update(self.state)

    # The mouse

    def _share_at(self, position: tuple[int, int]) -> float | None:
        """Where the pointer is in the icicle, 0 .. 1 of what is in view."""
        plot, local = self.view.tree.plot, self.view.tree.local(position)
        return (local[0] - plot.left) / plot.width if plot.collidepoint(local) else None

    def on_motion(self, event: pygame.event.Event) -> None:
        commands = self.commands
        before, commands.pointer = commands.pointer, event.pos
        if self._pressed is None or not any(event.buttons):
            self._pressed, self._is_pulled = None, False
            return
        is_far = abs(event.pos[0] - self._pressed[0]) >= self.theme.px(DRAG)
        if self._is_pulled or is_far:
            came_from = before if self._is_pulled and before is not None else self._pressed
            self._is_pulled = True
            width = max(1, self.view.tree.plot.width)
            commands.viewport = commands.viewport.moved((came_from[0] - event.pos[0]) / width)

    def on_press(self, event: pygame.event.Event) -> None:
        self.commands.pointer = event.pos
        tree = self.view.tree.tree_at(event.pos)
        if tree is not None and event.button == 1:
            self.commands.cursor.hold(tree)
        elif self._share_at(event.pos) is not None and event.button in (1, 2, 3):
            self._pressed = event.pos

    def on_release(self, event: pygame.event.Event) -> None:
        if self._pressed is not None and event.button == 1 and not self._is_pulled:
            self.click(event.pos)
        self._pressed, self._is_pulled = None, False

    def click(self, position: tuple[int, int]) -> None:
        """Choose a node; again, to see it as wide as the icicle."""
        cursor = self.commands.cursor
        if cursor.tree is None:
            return
        icicle = self.view.tree.icicle_of(cursor.tree, self.commands.viewport)
        node = icicle.node_at(self.view.tree.local(position))
        if node is not None and node == cursor.node:
            self.commands.fill()
        cursor.node = node

    def on_wheel(self, event: pygame.event.Event) -> None:
        share, commands = self._share_at(event.pos), self.commands
        if share is not None and commands.cursor.tree is not None:
            commands.viewport = commands.viewport.turned(event, share, commands.cursor.tree.width)

    def on_key(self, event: pygame.event.Event) -> bool:  # noqa: ARG002 - no squares are typed
        return False
