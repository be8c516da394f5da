"""What can be done to the live tree: its search, walking over nodes, and zooming."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from ai.limits import Algorithm, Limit
from play.race import DEFAULT_MEGABYTES, Lane, Runner, minimax_problem
from play.thinking import RECORDED_PLIES
from play.tree_cursor import TreeCursor
from ui.actions import Action, Gesture, Group
from ui.input import Key
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.options import LaneExplorer
from ui.pages.lab.part import PartCommands
from ui.text import N_
from ui.tree_view import WHOLE, Viewport
from ui.window import Window

KEYS_LINE: Final = N_("Space start, stop · Arrows walk · + − zoom · F1 all keys")
# Of the search at first.
PLIES: Final = 16


class TreeCommands(PartCommands, LaneExplorer):
    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab)
        self._lane = Lane(Algorithm.PVS)
        self.limit = Limit(depth=PLIES)
        self.runner: Runner | None = None
        """The search that is shown, if there was one."""
        self.cursor = TreeCursor()
        self.is_walking = False
        """Whether the keyboard has taken over from the mouse."""
        self.rows = self._make_rows()

    # The search

    @property
    def lane(self) -> Lane:
        return self._lane

    def set_lane(self, lane: Lane) -> None:
        self._lane = lane
        self.search()

    def set_limit(self, limit: Limit) -> None:
        self.limit = limit
        self.search()

    @property
    def is_running(self) -> bool:
        return self.runner is not None and not self.runner.state.is_over

    def search(self) -> None:
        """Search the position of the Lab, with an empty table."""
        self.close()
        self.board, self.runner = self.lab.board, None
        if not self.problem:
            self.runner = Runner(self.lane, self.board, self.limit, DEFAULT_MEGABYTES, RECORDED_PLIES)
            self.runner.start()

    @property
    def problem(self) -> str:
        """Why there is nothing to search, a sentence."""
        return self.lab.problem or minimax_problem(self.board, (self.lane,), self.limit)

    def start_or_stop(self) -> None:
        if self.is_running:
            self.stop()
        else:
            self.search()

    def stop(self) -> None:
        if self.runner is not None:
            self.runner.stop()

    def close(self) -> None:
        """End the search; what it has recorded stays."""
        if self.runner is not None:
            self.runner.close()

    def travel(self, share: float) -> None:
        """To one of the iterations."""
        if trees := self.cursor.trees:
            self.cursor.hold(trees[round(share * (len(trees) - 1))])

    def update(self, dt: float) -> None:  # noqa: ARG002 - a search counts its own time
        """See how far the search is; look at the same nodes while a tree grows, and at all of another one."""
        if self.runner is not None:
            self.runner.update()
        analysis = None if self.runner is None else self.runner.analysis
        before = self.cursor.tree if analysis is self.cursor.analysis else None
        self.cursor.follow(analysis)
        tree = self.cursor.tree
        if tree is before or tree is None:
            return
        is_same = before is not None and before.iteration == tree.iteration
        if before is not None and is_same and before.algorithm == tree.algorithm and before.width:
            self.viewport = self.viewport.grown(tree.width / before.width)
        else:
            self.viewport = WHOLE

    # Looking

    def walk(self, step: Callable[[], None]) -> None:
        """To another node, and to where it is."""
        step()
        self.is_walking = True
        place = self._place_of_chosen()
        if place is not None:
            self.viewport = self.viewport.following(sum(place) / 2)

    def _place_of_chosen(self) -> tuple[float, float] | None:
        """Where the column of the node begins and ends, as shares of the tree."""
        tree, node = self.cursor.tree, self.cursor.node
        if tree is None or node is None:
            return None
        start, width = int(tree.start[node]), max(1, tree.width)
        return start / width, (start + int(tree.size[node])) / width

    def zoom(self, factor: float) -> None:
        """Around the node that is chosen."""
        tree, place = self.cursor.tree, self._place_of_chosen()
        if tree is not None:
            at = 0.5 if place is None else self.viewport.share_of(sum(place) / 2)
            self.viewport = self.viewport.zoomed(factor, at, tree.width)

    def fill(self) -> None:
        """Make the chosen node as wide as the icicle."""
        place, tree = self._place_of_chosen(), self.cursor.tree
        if place is not None and tree is not None:
            at = Viewport.of(place[0], min(1.0, place[1] - place[0]))
            self.viewport = at.zoomed(1.0, 0.5, tree.width)  # never too narrow

    def show_all(self) -> None:
        self.viewport = WHOLE

    def _make_rows(self) -> tuple[Action | Gesture, ...]:
        cursor = self.cursor

        def has_tree() -> bool:
            return cursor.tree is not None

        def row(
            identity: str, label: str, do: Callable[[], None], *keys: int, aliases: tuple[int, ...] = (),
            is_possible: Callable[[], bool] = has_tree, tip: str = "", icon: str = "",
        ) -> Action:  # fmt: skip
            return Action(identity, label, tip, do, tuple(map(Key, keys)), Group.TREE,
                          is_possible=is_possible, aliases=tuple(map(Key, aliases)), icon=icon)  # fmt: skip

        def walk(identity: str, label: str, step: Callable[[], None], key: int) -> Action:
            return row(identity, label, partial(self.walk, step), aliases=(key,))

        return (
            Action("tree_start", N_("Start"), N_("Search, or stop the search; its trees stay"),
                   self.start_or_stop, (Key(pygame.K_SPACE),), Group.SEARCH,
                   is_possible=lambda: not self.problem, is_on=lambda: self.is_running, label_on=N_("Stop"),
                   is_primary=True),
            Gesture(N_("Arrows"), N_("To another node"), Group.TREE),
            walk("node_above", N_("Node above"), cursor.up, pygame.K_UP),
            walk("node_below", N_("Node below"), cursor.down, pygame.K_DOWN),
            walk("node_before", N_("Node before"), partial(cursor.beside, -1), pygame.K_LEFT),
            walk("node_after", N_("Node after"), partial(cursor.beside, 1), pygame.K_RIGHT),
            row("iteration_before", N_("The iteration before"), partial(cursor.step, -1), pygame.K_COMMA,
                is_possible=lambda: cursor.can_step(-1),
                tip=N_("The tree that was searched before it, less deep"), icon="back"),
            row("iteration_after", N_("The iteration after"), partial(cursor.step, 1), pygame.K_PERIOD,
                is_possible=lambda: cursor.can_step(1),
                tip=N_("The tree that was searched after it, deeper"), icon="on"),
            row("zoom_in", N_("Zoom in"), partial(self.zoom, 0.5), pygame.K_PLUS,
                aliases=(pygame.K_EQUALS, pygame.K_KP_PLUS),
                tip=N_("The columns wider, around the chosen one"), icon="zoom_in"),
            row("zoom_out", N_("Zoom out"), partial(self.zoom, 2.0), pygame.K_MINUS,
                aliases=(pygame.K_KP_MINUS,), tip=N_("More of the tree"), icon="zoom_out"),
            row("fill", N_("The node as wide as the tree"), self.fill, pygame.K_RETURN,
                aliases=(pygame.K_KP_ENTER,), is_possible=lambda: cursor.node is not None),
            row("whole_tree", N_("The whole tree"), self.show_all, pygame.K_HOME,
                tip=N_("All of this iteration"), icon="whole"),
            row("newest_iteration", N_("The newest iteration"), cursor.to_newest, pygame.K_END),
            *self.option_rows(),
        )  # fmt: skip
