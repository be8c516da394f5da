"""The tree of the page Play: opened and closed, looked at with mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import pygame
from pygame import Surface

from ai.engine import Analysis
from play.settings import Settings
from play.tree_cursor import TreeCursor
from ui.actions import Action, Actions, Gesture, Group
from ui.board.animation import Animator
from ui.input import InputState, Key
from ui.layout import Frame
from ui.pages.play.state import ViewState
from ui.pages.shared_rows import BOARD_KEYS
from ui.pages.tree.panel import Iteration, TreeModel
from ui.pages.tree.view import NodeModel, TreeState, TreeView
from ui.pages.tree.wording import FULL, describe_missing, describe_tree, name_tree
from ui.text import N_, _
from ui.theme import Theme
from ui.tree_view import WHOLE, Viewport

KEYS_LINE: Final = N_("Arrows walk · + − zoom · Page Up, Page Down iterations · Escape closes · F1 all keys")
# Pixels, at a scale of 1, after which a press is a drag.
DRAG: Final = 4


class TreePane:
    """What the page Play shows in place of its panel while it is open."""

    view: TreeView
    state: TreeState

    def __init__(self) -> None:
        self.search = TreeCursor()
        self.viewport = WHOLE
        self._pointer: tuple[int, int] | None = None
        self._pressed: tuple[int, int] | None = None  # where the icicle is held
        self._is_dragging = False
        self._rows = self._make_rows()

    def lay_out(self, theme: Theme, frame: Frame, settings: Settings, actions: Actions) -> None:
        self.let_go()
        self.theme = theme
        self.view = TreeView(theme, frame, settings, actions)

    def let_go(self) -> None:
        """The mouse is somewhere else."""
        self._pointer = self._pressed = None
        self._is_dragging = False

    @property
    def keys(self) -> str:
        return _(KEYS_LINE)

    def actions(self, rows: tuple[Action | Gesture, ...]) -> tuple[Action | Gesture, ...]:
        """What can be done while it is open: the rows of the page, and its own, which take keys of those."""
        taken = {key for row in self._rows if isinstance(row, Action) for key in row.all_keys}
        left: list[Action | Gesture] = []
        for row in rows:
            if isinstance(row, Action) and taken & set(row.all_keys):
                left.append(replace(row, keys=(), aliases=()))
            elif row is not BOARD_KEYS:
                left.append(row)
        return *left, *self._rows

    # Living

    def update(self, analysis: Analysis | None, shown: ViewState, input_state: InputState) -> None:
        """Look at this search as it is now, and settle what is to be drawn."""
        self._follow(analysis)
        tree, hovered = self.search.tree, None
        if tree is not None and self._pointer is not None and not self._is_dragging:
            icicle = self.view.tree.icicle_of(tree, self.viewport)
            hovered = icicle.node_at(self.view.tree.local(self._pointer))
        in_hand = self.search.node if hovered is None else hovered
        facts = None if in_hand is None else self.search.facts(in_hand)
        self.state = TreeState(
            shown,
            self._tree_model(analysis, shown, hovered),
            NodeModel(facts, analysis is not None and not analysis.is_done),
            None if self._is_on_board(input_state) else facts,
        )
        self.view.update(self.state)

    def _tree_model(self, analysis: Analysis | None, shown: ViewState, hovered: int | None) -> TreeModel:
        search = self.search
        title = f"{shown.figures.search.title} · {analysis.board.turn.label}" if analysis is not None else ""
        if (missing := search.missing) is not None:
            return TreeModel(title, message=describe_missing(missing))
        assert analysis is not None
        assert search.tree is not None
        return TreeModel(
            title,
            tuple(Iteration(tree, name_tree(analysis, tree), tree.algorithm) for tree in search.trees),
            search.tree,
            self.viewport,
            hovered,
            search.node,
            describe_tree(analysis, search.tree),
            _(FULL) if search.tree.is_full else "",
        )

    def _follow(self, analysis: Analysis | None) -> None:
        """On the same nodes, while a tree grows; all of another tree."""
        before = self.search.tree if analysis is self.search.analysis else None
        self.search.follow(analysis)
        tree = self.search.tree
        if tree is before or tree is None:
            return
        is_same = before is not None and before.iteration == tree.iteration
        if before is not None and is_same and before.algorithm == tree.algorithm and before.width:
            self.viewport = self.viewport.grown(tree.width / before.width)
        else:
            self.viewport = WHOLE

    def _is_on_board(self, input_state: InputState) -> bool:
        """Whether the person is about to play, so that the board is that of the match."""
        board = self.view.layout.board
        return input_state.typed_file is not None or (
            self._pointer is not None and board.collidepoint(self._pointer)
        )

    def draw(self, surface: Surface, animator: Animator) -> None:
        self.view.draw(surface, animator, self.state)

    # The keyboard

    def _has_tree(self) -> bool:
        return self.search.tree is not None

    def _walk(self, step: Callable[[], None]) -> None:
        """To another node, and to where it is; the keyboard takes over from the mouse."""
        step()
        self._pointer = None
        place = self._place_of_chosen()
        if place is not None:
            self.viewport = self.viewport.following(sum(place) / 2)

    def _place_of_chosen(self) -> tuple[float, float] | None:
        """Where the column of the node begins and ends, as shares of the tree."""
        tree, node = self.search.tree, self.search.node
        if tree is None or node is None:
            return None
        start, width = int(tree.start[node]), max(1, tree.width)
        return start / width, (start + int(tree.size[node])) / width

    def zoom(self, factor: float) -> None:
        """Around the node that is chosen."""
        tree, place = self.search.tree, self._place_of_chosen()
        if tree is not None:
            at = 0.5 if place is None else self.viewport.share_of(sum(place) / 2)
            self.viewport = self.viewport.zoomed(factor, at, tree.width)

    def _fill(self) -> None:
        """Make the chosen node as wide as the icicle."""
        place, tree = self._place_of_chosen(), self.search.tree
        if place is not None and tree is not None:
            at = Viewport.of(place[0], min(1.0, place[1] - place[0]))
            self.viewport = at.zoomed(1.0, 0.5, tree.width)  # never too narrow

    def _show_all(self) -> None:
        self.viewport = WHOLE

    def _make_rows(self) -> tuple[Action | Gesture, ...]:
        search, has_tree = self.search, self._has_tree

        def row(
            identity: str, label: str, do: Callable[[], None], *keys: int, aliases: tuple[int, ...] = (),
            is_possible: Callable[[], bool] = has_tree, tip: str = "", icon: str = "",
        ) -> Action:  # fmt: skip
            return Action(identity, label, tip, do, tuple(map(Key, keys)), Group.TREE,
                          is_possible=is_possible, aliases=tuple(map(Key, aliases)), icon=icon)  # fmt: skip

        def walk(identity: str, label: str, step: Callable[[], None], key: int) -> Action:
            return row(identity, label, partial(self._walk, step), aliases=(key,))

        return (
            Gesture(N_("Arrows"), N_("To another node"), Group.TREE),
            walk("node_above", N_("Node above"), search.up, pygame.K_UP),
            walk("node_below", N_("Node below"), search.down, pygame.K_DOWN),
            walk("node_before", N_("Node before"), partial(search.beside, -1), pygame.K_LEFT),
            walk("node_after", N_("Node after"), partial(search.beside, 1), pygame.K_RIGHT),
            row("iteration_before", N_("The iteration before"), partial(search.step, -1), pygame.K_PAGEUP,
                is_possible=lambda: search.can_step(-1),
                tip=N_("The tree that was searched before it, less deep"), icon="back"),
            row("iteration_after", N_("The iteration after"), partial(search.step, 1), pygame.K_PAGEDOWN,
                is_possible=lambda: search.can_step(1),
                tip=N_("The tree that was searched after it, deeper"), icon="on"),
            row("zoom_in", N_("Zoom in"), partial(self.zoom, 0.5), pygame.K_PLUS,
                aliases=(pygame.K_EQUALS, pygame.K_KP_PLUS),
                tip=N_("The columns wider, around the chosen one"), icon="zoom_in"),
            row("zoom_out", N_("Zoom out"), partial(self.zoom, 2.0), pygame.K_MINUS,
                aliases=(pygame.K_KP_MINUS,), tip=N_("More of the tree"), icon="zoom_out"),
            row("fill", N_("The node as wide as the tree"), self._fill, pygame.K_RETURN,
                aliases=(pygame.K_KP_ENTER,), is_possible=lambda: search.node is not None),
            row("whole_tree", N_("The whole tree"), self._show_all, pygame.K_HOME,
                tip=N_("All of this iteration"), icon="whole"),
            row("newest_iteration", N_("The newest iteration"), search.to_newest, pygame.K_END),
            Gesture(N_("Escape"), N_("Close the tree"), Group.TREE),
        )  # fmt: skip

    # The mouse

    def handle(self, event: pygame.event.Event) -> bool:
        """Whether an event of the mouse was for the tree."""
        if event.type == pygame.WINDOWLEAVE:
            self.let_go()
        use = {
            pygame.MOUSEMOTION: self._moved,
            pygame.MOUSEBUTTONDOWN: self._was_pressed,
            pygame.MOUSEBUTTONUP: self._released,
            pygame.MOUSEWHEEL: self._turned,
        }.get(event.type)
        return use is not None and use(event)

    def _share_at(self, position: tuple[int, int]) -> float | None:
        """Where the pointer is in the icicle, 0 .. 1 of what is in view."""
        plot, local = self.view.tree.plot, self.view.tree.local(position)
        return (local[0] - plot.left) / plot.width if plot.collidepoint(local) else None

    def _moved(self, event: pygame.event.Event) -> bool:
        before, self._pointer = self._pointer, event.pos
        if self._pressed is None or not any(event.buttons):
            self._pressed, self._is_dragging = None, False
            return self.view.tree.rect.collidepoint(event.pos)
        is_far = abs(event.pos[0] - self._pressed[0]) >= self.theme.px(DRAG)
        if self._is_dragging or is_far:
            came_from = before if self._is_dragging and before is not None else self._pressed
            self._is_dragging = True
            width = max(1, self.view.tree.plot.width)
            self.viewport = self.viewport.moved((came_from[0] - event.pos[0]) / width)
        return True

    def _was_pressed(self, event: pygame.event.Event) -> bool:
        self._pointer = event.pos
        if not self.view.tree.rect.collidepoint(event.pos):
            # A click on the position of a node is not a move in that of the match.
            return self.state.on_board is not None and self.view.layout.board.collidepoint(event.pos)
        tree = self.view.tree.tree_at(event.pos)
        if tree is not None and event.button == 1:
            self.search.hold(tree)
        elif self._share_at(event.pos) is not None and event.button in (1, 2, 3):
            self._pressed = event.pos
        return True

    def _released(self, event: pygame.event.Event) -> bool:
        if self._pressed is None:
            return False
        if event.button == 1 and not self._is_dragging:
            self._click(event.pos)
        self._pressed, self._is_dragging = None, False
        return True

    def _click(self, position: tuple[int, int]) -> None:
        """Choose a node; again, to see it as wide as the icicle."""
        tree = self.search.tree
        if tree is None:
            return
        icicle = self.view.tree.icicle_of(tree, self.viewport)
        node = icicle.node_at(self.view.tree.local(position))
        if node is not None and node == self.search.node:
            self._fill()
        self.search.node = node

    def _turned(self, event: pygame.event.Event) -> bool:
        share = self._share_at(event.pos)
        if share is None:
            return False
        if self.search.tree is not None:
            self.viewport = self.viewport.turned(event, share, self.search.tree.width)
        return True
