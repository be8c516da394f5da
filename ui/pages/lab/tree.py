"""The live tree: a search of the position, with the first plies of the tree of each iteration."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from ai import preparation
from ai.limits import Algorithm, Limit
from ai.machine import DEFAULT_MEGABYTES
from game.board import Board
from play.race import Lane, Runner, minimax_problem
from play.thinking import RECORDED_PLIES
from play.tree_cursor import TreeCursor
from ui.actions import Action, Gesture, Group
from ui.board.board_view import BoardScene
from ui.input import Key, with_key_names
from ui.layout import Frame
from ui.pages.lab.cards import FactsModel, FactsPanel, TimeModel
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.options import ENGINE_GROUPS, SearchOptions
from ui.pages.lab.part import LabPart, LabState, LabView, PartCommands
from ui.pages.lab.trees import LivePanel, TreeModel
from ui.pages.lab.wording import depth_of, describe_node, describe_tree, node_facts
from ui.panels.tips import NODE_LINE, NODE_WORDS
from ui.text import N_, _
from ui.text.wording import capitalised, describe_preparation
from ui.theme import Theme
from ui.tree_view import WHOLE, Viewport, format_line, line_scene, unit_of
from ui.window import Window

# The initial depth of the search.
PLIES: Final = 16
BUTTONS: Final = ("iteration_before", "iteration_after", "zoom_in", "zoom_out", "whole_tree")
INTRODUCTION: Final = N_(
    "Each column is a position, as wide as the work below it; the positions after its moves are below it, "
    "from left to right in the order searched. Point at one, or use the arrow keys."
)
FULL: Final = N_("The recording is full: the rest is missing from the lower rows.")


class TreeCommands(PartCommands):
    options: SearchOptions

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab)
        self.choice = Lane(Algorithm.PVS)
        self.limit = Limit(depth=PLIES)
        self.runner: Runner | None = None
        """The search whose trees are shown, if any."""
        self.cursor = TreeCursor()
        self.is_walking = False
        """Whether the keyboard has taken over from the mouse."""
        self.options = SearchOptions(
            ENGINE_GROUPS, lambda: self.choice, self.choose, lambda: self.limit, self.set_limit
        )
        self.own_rows = self._make_rows()

    # The search

    def choose(self, choice: Lane) -> None:
        self.choice = choice
        self._search_again()

    def set_limit(self, limit: Limit) -> None:
        self.limit = limit
        self._search_again()

    def _search_again(self) -> None:
        """Searches with the new options if anything was searched before: nothing starts by itself."""
        if self.runner is not None:
            self.search()

    def set_board(self, board: Board) -> None:
        """Sets the position, and discards the search of another one."""
        if board != self.board:
            self.close()
            self.board, self.runner = board, None

    @property
    def is_running(self) -> bool:
        return self.runner is not None and not self.runner.state.is_over

    def search(self) -> None:
        """Searches the position of the Lab, with an empty table."""
        self.close()
        self.board, self.runner = self.lab.board, None
        if not self.problem:
            self.runner = Runner(self.choice, self.board, self.limit, DEFAULT_MEGABYTES, RECORDED_PLIES)
            self.runner.start()

    @property
    def problem(self) -> str:
        """The reason why there is nothing to search, a sentence, or ''."""
        return self.lab.problem or minimax_problem(self.board, (self.choice,), self.limit)

    def start_or_stop(self) -> None:
        if self.is_running:
            self.stop()
        else:
            self.search()

    def stop(self) -> None:
        if self.runner is not None:
            self.runner.stop()

    def close(self) -> None:
        """Ends the search; its recorded trees stay."""
        if self.runner is not None:
            self.runner.close()

    def travel(self, share: float) -> None:
        if trees := self.cursor.trees:
            self.cursor.select_tree(trees[round(share * (len(trees) - 1))])

    def update(self, dt: float) -> None:  # noqa: ARG002 - a search counts its own time
        """Updates the search; shows the same nodes while a tree grows, and all of another tree."""
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

    # The view

    def walk(self, step: Callable[[], None]) -> None:
        """Chooses another node by `step`, and brings it into view."""
        step()
        self.is_walking = True
        place = self._place_of_chosen()
        if place is not None:
            self.viewport = self.viewport.following(sum(place) / 2)

    def _place_of_chosen(self) -> tuple[float, float] | None:
        """Returns where the column of the chosen node begins and ends, as shares of the tree."""
        tree, node = self.cursor.tree, self.cursor.node
        if tree is None or node is None:
            return None
        start, width = int(tree.start[node]), max(1, tree.width)
        return start / width, (start + int(tree.size[node])) / width

    def zoom(self, factor: float) -> None:
        """Zooms around the chosen node, or else around the middle."""
        place = self._place_of_chosen()
        at = 0.5 if place is None else self.viewport.share_of(sum(place) / 2)
        nodes = 1 if self.cursor.tree is None else self.cursor.tree.width
        self.viewport = self.viewport.zoomed(factor, at, nodes)

    def fill(self) -> None:
        """Zooms until the chosen node is as wide as the icicle."""
        if (place := self._place_of_chosen()) is not None:
            self.viewport = Viewport.of(place[0], min(1.0, place[1] - place[0]))
            self.zoom(1.0)  # keeps it from being too narrow

    def show_all(self) -> None:
        self.viewport = WHOLE

    def _make_rows(self) -> tuple[Action | Gesture, ...]:
        cursor = self.cursor

        def row(
            identity: str, label: str, do: Callable[[], None], *keys: int, aliases: tuple[int, ...] = (),
            is_possible: Callable[[], bool] = lambda: cursor.tree is not None, tip: str = "", icon: str = "",
        ) -> Action:  # fmt: skip
            return Action(identity, label, tip, do, tuple(map(Key, keys)), Group.TREE,
                          is_possible=is_possible, aliases=tuple(map(Key, aliases)), icon=icon)  # fmt: skip

        def walk(identity: str, label: str, step: Callable[[], None], key: int) -> Action:
            return row(identity, label, partial(self.walk, step), aliases=(key,))

        return (
            Action("tree_start", N_("Start"), N_("Start or stop the search; its trees stay"),
                   self.start_or_stop, (Key(pygame.K_SPACE),), Group.SEARCH,
                   is_possible=lambda: not self.problem, is_on=lambda: self.is_running, label_on=N_("Stop"),
                   is_primary=True),
            Gesture(N_("Arrows"), N_("To another node"), Group.TREE),
            walk("node_above", N_("Node above"), cursor.up, pygame.K_UP),
            walk("node_below", N_("Node below"), cursor.down, pygame.K_DOWN),
            walk("node_before", N_("Previous node"), partial(cursor.beside, -1), pygame.K_LEFT),
            walk("node_after", N_("Next node"), partial(cursor.beside, 1), pygame.K_RIGHT),
            row("iteration_before", N_("Previous iteration"), partial(cursor.step, -1), pygame.K_COMMA,
                is_possible=partial(cursor.can_step, -1),
                tip=N_("The previous, shallower tree"), icon="back"),
            row("iteration_after", N_("Next iteration"), partial(cursor.step, 1), pygame.K_PERIOD,
                is_possible=partial(cursor.can_step, 1), tip=N_("The next, deeper tree"), icon="on"),
            row("zoom_in", N_("Zoom in"), partial(self.zoom, 0.5), pygame.K_PLUS,
                aliases=(pygame.K_EQUALS, pygame.K_KP_PLUS),
                tip=N_("Widen the columns around the chosen one"), icon="zoom_in"),
            row("zoom_out", N_("Zoom out"), partial(self.zoom, 2.0), pygame.K_MINUS,
                aliases=(pygame.K_KP_MINUS,), tip=N_("More of the tree"), icon="zoom_out"),
            row("fill", N_("Zoom to the node"), self.fill, pygame.K_RETURN,
                aliases=(pygame.K_KP_ENTER,), is_possible=lambda: cursor.node is not None),
            row("whole_tree", N_("The whole tree"), self.show_all, pygame.K_HOME,
                tip=N_("All of this iteration"), icon="whole"),
            row("newest_iteration", N_("The newest iteration"), cursor.to_newest, pygame.K_END),
            *self.options.rows,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class TreeState(LabState):
    tree: TreeModel
    node: FactsModel


class TreeView(LabView):
    tree: LivePanel

    def __init__(self, theme: Theme, frame: Frame, _commands: TreeCommands, window: Window) -> None:
        groups = [("plain", [window.actions[name] for name in names]) for names in (("tree_start",), BUTTONS)]
        super().__init__(theme, frame, window.settings, groups)
        self.node, self.tree = FactsPanel(theme, self.layout.side), LivePanel(theme, self.layout.body)
        self.show_panels(self.board, ("node", "tree", "time"))


class TreePart(LabPart):
    commands: TreeCommands
    view: TreeView
    state: TreeState
    keys = N_("Space start, stop · Arrows move · + − zoom · F1 all keys")
    view_class = TreeView
    pan_buttons = (1, 2, 3)

    def on_open(self) -> None:
        super().on_open()
        self.commands.set_board(self.commands.lab.board)

    def make_state(self) -> TreeState:
        commands, cursor, board = self.commands, self.commands.cursor, self.commands.board
        turn, tree, node, hovered = board.turn, cursor.tree, cursor.node, None
        scene, time = BoardScene(turn=turn), TimeModel()
        shown = TreeModel(f"{commands.choice.names.text()} · {turn.label}", turn, message=self._message())
        words, kinds = ((_(INTRODUCTION), "quiet"),), (NODE_WORDS, NODE_WORDS)
        card = FactsModel(_("A node of the tree"), (), words, kinds)
        if tree is not None and cursor.analysis is not None:
            self.view.tree.look_at(tree, commands.viewport, turn)
            if self.pointer is not None and not self.is_panning and not commands.is_walking:
                hovered = (self.view.tree.node_at(self.pointer) or (0, None))[1]
            note, warning = describe_tree(cursor.analysis, tree), _(FULL) if tree.is_full else ""
            shown = TreeModel(shown.title, turn, tree, commands.viewport, hovered, node, note, warning)
            last, count = max(1, len(cursor.trees) - 1), len(cursor.trees)
            ticks = tuple(n / last for n in range(count))
            time = TimeModel(cursor.place / last, ticks, depth_of(cursor.analysis, tree))
            node = node if hovered is None else hovered
        if tree is not None and node is not None:
            board, line = cursor.board(node), tuple(tree.line(node))
            scene, title = line_scene(board, line), format_line(line)
            words = ((describe_node(tree, node, turn, commands.is_running), "quiet"),)
            facts = node_facts(tree, node, turn, unit_of(tree, node))
            card = FactsModel(title if line else capitalised(title), facts, words, (NODE_LINE, NODE_WORDS))
        problem = commands.problem or (commands.runner.error if commands.runner is not None else "")
        status = problem or shown.note or shown.message[0]
        return TreeState(scene, status, bool(problem), board, time, shown, card)

    def _message(self) -> tuple[str, str]:
        """Returns (a title, why there is no tree and what to do)."""
        if self.commands.is_running:
            waits = "" if preparation.is_ready() else describe_preparation(preparation.progress())
            return _("The search begins"), waits or _("Its tree will appear in a moment.")
        if self.commands.cursor.analysis is None:
            how = _("Start ({tree_start}) searches the position, and the tree of the search grows here.")
            return _("No search yet"), with_key_names(how)
        return _("No tree"), _("The search ended before it recorded anything.")

    # The mouse

    def on_motion(self, event: pygame.event.Event) -> None:
        self.commands.is_walking = False
        super().on_motion(event)

    def click(self, position: tuple[int, int]) -> None:
        """Chooses a node; a second click zooms to it."""
        cursor, found = self.commands.cursor, self.view.tree.node_at(position)
        node = None if found is None else found[1]
        if node is not None and node == cursor.node:
            self.commands.fill()
        cursor.node = node
