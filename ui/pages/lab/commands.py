"""The commands that all parts of the Lab share, its position, and which part is shown."""

from collections.abc import Callable
from functools import cache, partial
from typing import Final

import pygame

from ai.reference.written import WrittenTree
from game.board import Board
from game.records.transcript import parse_transcript
from play.race import MIDDLE_GAME
from play.scenes import PATH
from ui.actions import Action, Group, Place
from ui.input import Key
from ui.pages.lab.options import SearchOptions
from ui.text import N_, _
from ui.window import Window

WAYS: Final = ("lab_steps", "lab_race", "lab_tree")
"""The ways to explore, by the actions that choose them."""
SCENES: Final = tuple(f"lab_scene_{n}" for n in range(1, len(PATH) + 1))
"""The scenes of the path, by the actions that choose them."""
# With more empty squares, all move orders cost nearly the same.
MOST_EMPTIES: Final = 54


@cache
def middle_game() -> Board:
    return parse_transcript(MIDDLE_GAME).board


class LabCommands:
    """`show` opens another part, `search` restarts the one shown, `options` returns its options or None."""

    def __init__(
        self,
        window: Window,
        show: Callable[[str], None],
        search: Callable[[], None],
        options: Callable[[], SearchOptions | None],
    ) -> None:
        self.window = window
        self.has_options = False
        """Whether the drawer of options is open."""
        self._options = options
        self.board = window.session.match.board
        self.tree: WrittenTree | None = None
        """The tree that Step by step searches instead of the position, if any."""
        self.way = SCENES[0]
        """What is shown: a scene, or a way to explore."""
        self.done: set[int] = set()
        """The scenes seen to their end, by number from 0."""
        self._explored = WAYS[0]
        self._show = show
        self._search = search
        self.follows_game = True
        """Whether the Lab takes the position last viewed on another page, since no other was set here."""
        self.uses_middle_game = False
        """Whether a middle game replaces that position."""
        self.rows = self._rows()

    def take_position(self) -> None:
        """Takes the position last viewed, or a middle game if it is over or its match has only begun."""
        position, played = self.window.position, self.window.session.match.board
        has_only_begun = position == played and position.empties > MOST_EMPTIES
        self.uses_middle_game = position.is_over() or has_only_begun
        self.board = middle_game() if self.uses_middle_game else position

    def set_board(self, board: Board) -> None:
        """Searches this position in place of the one before, or of a tree."""
        self.uses_middle_game = False
        self.follows_game = board == self.window.position
        self.board, self.tree = board, None
        self._search()

    def set_tree(self, tree: WrittenTree) -> None:
        """Searches this tree step by step, until a position is set again."""
        self.tree = tree
        self._show("lab_steps")
        self._search()

    @property
    def problem(self) -> str:
        """The reason why there is nothing to search, a sentence; '' if there is something."""
        if self.board.is_over():
            return _("The game is over: nothing to search. Go back a move, or take a middle game.")
        return ""

    def can_take(self, board: Board) -> bool:
        """Returns whether a position can be searched and is not searched already."""
        has_tree = self.tree is not None and self.way == WAYS[0]
        return (has_tree or board != self.board) and not board.is_over()

    def show_options(self, is_shown: bool = True) -> None:
        """Opens or closes the drawer; rebuilds an open one with the options now selected."""
        self.has_options = is_shown
        self.window.rebuild()

    @property
    def scene(self) -> int:
        """The number of the scene shown, from 0; -1 while exploring."""
        return SCENES.index(self.way) if self.way in SCENES else -1

    def show_scene(self, scene: int) -> None:
        self._show(SCENES[scene])

    @property
    def is_exploring(self) -> bool:
        return self.way in WAYS

    def look_at(self, way: str) -> None:
        self.way = way
        if self.is_exploring:
            self._explored = way

    def _rows(self) -> tuple[Action, ...]:
        def can_go(step: int) -> bool:
            return (options := self._options()) is not None and options.next_limit(step) is not None

        def go(step: int) -> None:
            if (options := self._options()) is not None:
                options.go(step)

        def show_next() -> None:
            at = WAYS.index(self._explored) + self.is_exploring
            self._show(WAYS[at % len(WAYS)])

        def show(way: str, label: str, tip: str, *keys: Key, short: str = "") -> Action:
            return Action(way, label, tip, partial(self._show, way), keys[:1], Group.WINDOW,
                          is_on=lambda: self.way == way, short=short, aliases=keys[1:])  # fmt: skip

        return (
            *(
                show(scene, kind.title, N_("A scene of the path, in less than a minute"),
                     Key(pygame.K_1 + n), Key(pygame.K_KP1 + n), short=kind.short)
                for n, (scene, kind) in enumerate(zip(SCENES, PATH, strict=True))
            ),
            Action("lab_explore", N_("Explore freely"), N_("Any search, with all its options"),
                   lambda: self._show(self._explored), (Key(pygame.K_1 + len(SCENES)),), Group.WINDOW,
                   is_on=lambda: self.is_exploring, short=N_("Explore")),
            show("lab_steps", N_("Step by step"),
                 N_("One small search, or two side by side, as in the textbooks")),
            show("lab_race", N_("Race"), N_("Two to six searches race each other")),
            show("lab_tree", N_("Live tree"),
                 N_("The first plies of a deep search's tree, as it grows")),
            Action("lab_next", N_("Next view"), N_("Step by step, a race, or the live tree"),
                   show_next, (Key(pygame.K_F6),), Group.WINDOW),
            Action("lab_position", N_("This position"), N_("Search the position of the page Play or Review"),
                   lambda: self.set_board(self.window.position), (Key(pygame.K_n, control=True),),
                   Group.SEARCH, Place.GAME, icon="board", has_words=True,
                   is_possible=lambda: self.can_take(self.window.position)),
            Action("lab_middle", N_("Take a middle game"), N_("Search an even position with many moves"),
                   lambda: self.set_board(middle_game()), (), Group.SEARCH, Place.GAME, icon="start",
                   has_words=True, is_possible=lambda: self.can_take(middle_game())),
            Action("lab_less", N_("Shallower"), N_("Fewer plies, or seconds"), partial(go, -1),
                   (Key(pygame.K_PAGEDOWN),), Group.SEARCH, is_possible=partial(can_go, -1), icon="minus"),
            Action("lab_more", N_("Deeper"), N_("More plies, or seconds"), partial(go, +1),
                   (Key(pygame.K_PAGEUP),), Group.SEARCH, is_possible=partial(can_go, +1), icon="plus"),
            Action("lab_options", N_("Options"), N_("What the search uses"),
                   lambda: self.show_options(not self.has_options), (Key(pygame.K_F8),), Group.SEARCH,
                   is_on=lambda: self.has_options, icon="settings", has_words=True,
                   is_possible=lambda: self.is_exploring),
        )  # fmt: skip
