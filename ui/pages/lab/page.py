"""The page Lab: the position on the board searched step by step, by several searches, or with its tree."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Final, TypeAlias

import pygame
from pygame import Rect, Surface

from game.board import Board
from game.sentences import Sentence
from ui.actions import Action, Actions, Gesture, Group, Place
from ui.buttons import BUTTON, ButtonRow, Buttons, add_buttons, row_width
from ui.input import Key
from ui.lab_page import race_page, search_page
from ui.layout import GAP, SMALL_GAP, Frame, below
from ui.pages.lab.commands import SCENES, WAYS, LabCommands
from ui.pages.lab.options import OptionCommands, OptionsPanel
from ui.pages.lab.part import LabPart
from ui.pages.lab.race import RaceCommands, RacePart
from ui.pages.lab.scenes import SceneCommands, ScenePart
from ui.pages.lab.steps import StepsCommands, StepsPart
from ui.pages.lab.tournament import TournamentCommands, TournamentPart
from ui.pages.lab.tree import TreeCommands, TreePart
from ui.pages.page import Page, StatusLine
from ui.panels.tips import HOW_FAR, SUMMARY, Tip
from ui.text import N_, _
from ui.theme import NORMAL, SMALL, Theme
from ui.window import Window

# Lengths at a scale of 1.
STEPPER: Final = 112
DRAWER: Final = 304
# A part that is less wide than this would have no room beside the drawer, which covers it then.
LEAST_PART: Final = 640


AnyPart: TypeAlias = LabPart[Any, Any, Any] | TournamentPart


@dataclass(frozen=True)
class LabLayout:
    """The path, below it the bar while exploring, then the room of the part in sight, and the drawer: beside
    the part, or over it.
    """

    path: Rect
    bar: Rect
    part: Frame
    drawer: Rect
    is_covered: bool = False

    @classmethod
    def of(cls, frame: Frame, is_exploring: bool = True, has_drawer: bool = False) -> "LabLayout":
        gap, small = frame.px(GAP), frame.px(SMALL_GAP)
        page = frame.page
        path = Rect(page.left + gap, page.top + small, page.width - 2 * gap, frame.px(BUTTON))
        bar = Rect(path.left, path.bottom + small, path.width, path.height if is_exploring else -small)
        room = below(frame.page, bar, small - gap)
        if not (has_drawer and is_exploring):
            return cls(path, bar, replace(frame, page=room), Rect(bar.topright, (0, 0)))
        drawer = room.inflate(-2 * gap, -2 * gap)
        width = room.width - frame.px(DRAWER) - gap
        is_covered = width < frame.px(LEAST_PART)
        if not is_covered:
            drawer = Rect(drawer.right - frame.px(DRAWER), drawer.top, frame.px(DRAWER), drawer.height)
            room = Rect(room.left, room.top, width, room.height)
        return cls(path, bar, replace(frame, page=room), drawer, is_covered)


def path_bar(theme: Theme, place: Rect, actions: Actions, done: Collection[int]) -> ButtonRow:
    """The four scenes with their numbers, checked when seen to their ends, and Explore freely."""

    def numbered(n: int, words: str) -> Buttons:
        label, checked = f"{n + 1}  {_(words)}", f"✓  {_(words)}"
        action = replace(actions[SCENES[n]], label=label, label_rest=checked, is_begun=lambda: n in done)
        return "segment", [action]

    explore = actions["lab_explore"]
    scenes = [numbered(n, actions[name].label) for n, name in enumerate(SCENES)]
    if row_width(theme, [*scenes, ("plain", [explore])]) > place.width:
        explore = replace(explore, label=explore.short)
        scenes = [numbered(n, actions[name].short) for n, name in enumerate(SCENES)]
    buttons, width = ButtonRow(theme, has_pictures=False), row_width(theme, [("plain", [explore])])
    room = Rect(place.left, place.top, place.width - width - theme.px(GAP), place.height)
    add_buttons(buttons, theme, room, scenes)
    last = Rect(place.right - width, place.top, width, place.height)
    add_buttons(buttons, theme, last, [("plain", [explore])])
    return buttons


class LabBar:
    """The switch of the ways, how far is searched, the options in words, and the button of the drawer."""

    def __init__(self, theme: Theme, place: Rect, actions: Actions) -> None:
        self._theme = theme
        self.buttons = ButtonRow(theme)
        px, options = theme.px, actions["lab_options"]

        def add(left: int, style: str, *shown: Action) -> int:
            room = Rect(left, place.top, place.right - left, place.height)
            return add_buttons(self.buttons, theme, room, [(style, shown)])

        left = add(place.left, "segment", *(actions[way] for way in WAYS)) + px(GAP)
        self._far = Rect(add(left, "plain", actions["lab_less"]), place.top, px(STEPPER), place.height)
        left = add(self._far.right, "plain", actions["lab_more"]) + px(GAP)
        right = place.right - row_width(theme, [("plain", [options])])
        add(right, "plain", options)
        self._summary = Rect(left, place.top, right - px(GAP) - left, place.height)
        self.tips = [(self._far, HOW_FAR), (self._summary, SUMMARY)]

    def draw(self, surface: Surface, explorer: OptionCommands) -> None:
        """With the words beside the buttons: of the options as many as have room in two lines."""
        text = self._theme.text(explorer.how_far, NORMAL, "text", True)
        surface.blit(text, text.get_rect(center=self._far.center))
        summary, room = explorer.summary, self._summary.width
        while len(self._theme.lines(summary, SMALL, room)) > 2:
            summary = summary.removesuffix(" · …").rpartition(" · ")[0] + " · …"
        lines = self._theme.text(summary, SMALL, "quiet", room=room)
        surface.blit(lines, lines.get_rect(midleft=self._summary.midleft))


class LabPage(Page):
    """Delegates to the part in sight; each has the position of `commands`."""

    identity: ClassVar[str] = "lab"

    def __init__(self, window: Window) -> None:
        self.window = window
        self.commands = LabCommands(window, self.show, self._search, lambda: self.part.commands)
        self.rows = (
            *self.commands.rows,
            Action("lab_share", N_("Share"), N_("This search or race as a web page that needs no network"),
                   self._share, (Key(pygame.K_s, control=True),), Group.WINDOW, Place.LEFT, icon="share",
                   has_words=True, is_possible=lambda: self._page() is not None),
        )  # fmt: skip
        self._was_left = True
        self.steps = StepsPart(window, StepsCommands(window, self.commands))
        self.race = RacePart(window, RaceCommands(window, self.commands))
        self.tree = TreePart(window, TreeCommands(window, self.commands))
        self.scenes = ScenePart(window, SceneCommands(window, self.commands))
        self.tournament = TournamentPart(window, TournamentCommands(window))
        parts: tuple[AnyPart, ...] = (self.steps, self.race, self.tree, self.tournament)
        self._parts = dict(zip(WAYS, parts, strict=True))

    @property
    def part(self) -> AnyPart:
        """The one in sight."""
        return self._parts.get(self.commands.way, self.scenes)

    def _share(self) -> None:
        from ui.dialogs.share import PageDialog, WebPage

        if (found := self._page()) is not None:
            page = WebPage(self.window.session.store.shared / found[0], found[1])
            self.window.open_dialog(PageDialog(page, self.window.toasts.answer))

    def _page(self) -> tuple[str, Callable[[], str]] | None:
        """The name of a web page of what is in sight, and what makes it: of searches, or a race that is over;
        None of anything else.
        """
        scenes, race, says = self.scenes.commands, self.race.commands.race, list[Sentence[Any]]()
        scene = scenes.scene if self.part is self.scenes else None
        runs = self.steps.commands.model.runs if self.part is self.steps else ()
        if runs := runs if scene is None else (scene.run,):
            names = "-".join(run.choice.algorithm.name.lower() for run in runs)
            return f"{names}.html", partial(search_page, runs, scene)
        if self.part is self.scenes and scenes.race is not None and (shares := scenes.race.shares()):
            race, says = scenes.race.race, [scenes.race.sentence(), shares]
        elif self.part is not self.race:
            return None
        if race is None or not race.is_over:
            return None
        return "race.html", partial(race_page, race.board, race.standings, says)

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        return *self.part.actions, *self.rows

    def tables(self) -> Sequence[Sequence[Action | Gesture]]:
        return [(*part.actions, *self.rows) for part in (*self._parts.values(), self.scenes)]

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        """The part is not there while the drawer is over it."""
        shown = () if self._layout.is_covered else self.part.button_rows
        drawer = () if self._drawer is None else (self._drawer.buttons,)
        bar = () if self._bar is None else (self._bar.buttons,)
        return self._path, *shown, *bar, *drawer

    @property
    def tips(self) -> Sequence[Tip]:
        bar = [] if self._bar is None else self._bar.tips
        return [*(() if self._layout.is_covered else self.part.tips), *bar]

    @property
    def status(self) -> StatusLine:
        status, problem = self.part.status, self.commands.problem
        return replace(status, text=problem, is_problem=True) if problem else status

    @property
    def is_idle(self) -> bool:
        return self.part.is_idle

    # Parts

    def show(self, way: str) -> None:
        """Put another part in sight, which searches the position if it has not yet."""
        if way == self.commands.way:
            return
        before = self.part
        before.on_hide()
        if way in self._parts or before is not self.scenes:
            before.on_leave()
        self.commands.look_at(way)
        self.window.rebuild()
        self.part.on_open()

    def search(self, board: Board, way: str) -> None:
        """Have a part search a position that is brought from elsewhere."""
        self.show(way)
        self.commands.set_board(board)

    def _search(self) -> None:
        """Have the part in sight begin with the position."""
        self.part.on_hide()
        self.part.on_open()

    # Life

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        commands, actions = self.commands, self.window.actions
        self._layout = layout = LabLayout.of(frame, commands.is_exploring, commands.has_options)
        self._path = path_bar(theme, layout.path, actions, commands.done)
        self._bar = self._drawer = None
        if commands.is_exploring:
            self._bar = LabBar(theme, layout.bar, actions)
        if commands.is_exploring and commands.has_options:
            self._drawer = OptionsPanel(theme, layout.drawer, self.part.commands.groups, actions)
        self.part.lay_out(theme, layout.part)
        self._apply_changes()

    def _apply_changes(self) -> None:
        """Show the options as they are now."""
        if self._drawer is not None:
            explorer = self.part.commands
            self._drawer.update((explorer.options_title, *map(explorer.note_of, explorer.groups)))

    def on_open(self) -> None:
        """From another page it is for the position there, from a dialog for that of before."""
        if self._was_left:
            self._was_left = False
            if self.commands.follows_game:
                self.commands.board = self.window.position
        self.part.on_open()

    def on_hide(self) -> None:
        self.part.on_hide()

    def on_leave(self) -> None:
        self._was_left = True
        self.part.on_leave()

    def close(self) -> None:
        for part in (*self._parts.values(), self.scenes):
            part.commands.close()

    def handle(self, event: pygame.event.Event) -> bool:
        is_key = event.type == pygame.KEYDOWN
        if is_key and event.key == pygame.K_ESCAPE and self._drawer is not None:
            self.commands.show_options(False)
            return True
        return self.part.handle(event) if is_key or not self._layout.is_covered else True

    def update(self, dt: float) -> None:
        self.part.update(dt)
        self._apply_changes()

    def draw(self, surface: Surface) -> None:
        if not self._layout.is_covered:
            self.part.draw(surface)
        if self._bar is not None:
            self._bar.draw(surface, self.part.commands)
        if self._drawer is not None:
            self._drawer.draw(surface)
