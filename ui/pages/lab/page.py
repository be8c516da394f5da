"""The Lab page: a path of scenes about search, and three ways to explore the searches of a position."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Final

import pygame
from pygame import Rect, Surface

from game.board import Board
from game.sentences import Sentence
from ui.actions import Action, Actions, Gesture, Group, Place
from ui.boxes import Box, area, column, grow, layers, row, solve, text
from ui.buttons import BUTTON, GROUP_GAP, ButtonRow
from ui.exercise_page import exercise_page
from ui.input import Key
from ui.lab_page import race_page, search_page
from ui.layout import GAP, SMALL_GAP, Frame
from ui.pages.lab.cards import bar_button
from ui.pages.lab.commands import SCENES, WAYS, LabCommands
from ui.pages.lab.exercise import ExerciseCommands, ExercisePart
from ui.pages.lab.part import LabPart
from ui.pages.lab.race import RaceCommands, RacePart
from ui.pages.lab.scenes import SceneCommands, ScenePart
from ui.pages.lab.steps import StepsCommands, StepsPart
from ui.pages.lab.tree import TreeCommands, TreePart
from ui.pages.page import Page, StatusLine
from ui.panels.options import OptionsPanel
from ui.panels.panel import BoxPanel
from ui.panels.tips import HOW_FAR, SUMMARY, Tip
from ui.text import N_, _
from ui.theme import SMALL, Theme
from ui.window import Window

# Lengths at a scale of 1.
STEPPER: Final = 112
# On a narrower path, scenes are shown by number, except the current one.
NAMED: Final = 900
# On a narrower bar, the button of the options has no words.
WORDED: Final = 840
DRAWER: Final = 304
# The drawer covers a part that would be narrower than this beside it.
LEAST_PART: Final = 608


@dataclass(frozen=True)
class LabLayout:
    """The path, the bar while exploring, the part shown, and the drawer beside or over it."""

    path: Rect
    bar: Rect
    part: Frame
    drawer: Rect
    is_covered: bool = False

    @classmethod
    def of(
        cls, frame: Frame, theme: Theme, is_exploring: bool = True, has_drawer: bool = False
    ) -> "LabLayout":
        has_drawer = has_drawer and is_exploring
        is_covered = has_drawer and frame.page.width - frame.px(DRAWER + 3 * GAP) < frame.px(LEAST_PART)
        part, drawer = area("part"), area("drawer", DRAWER)
        rest = (
            layers(part, grow(drawer))
            if is_covered
            else row(grow(part), drawer if has_drawer else None, gap=GAP)
        )
        bar = area("bar", 0, BUTTON) if is_exploring else None
        whole = column(
            *(area("path", 0, BUTTON), bar, grow(rest), area("", 0)),
            gap=SMALL_GAP,
            padding=(GAP, SMALL_GAP),
        )
        areas = defaultdict(lambda: Rect(0, 0, 0, 0), solve(whole, theme, frame.page).areas)
        part_frame = replace(frame, page=areas["part"])
        return cls(areas["path"], areas["bar"], part_frame, areas["drawer"], is_covered)


def path_bar(
    theme: Theme, place: Rect, actions: Actions, done: Collection[int], takes_digits: Callable[[], bool]
) -> ButtonRow:
    """Returns buttons for the scenes, checked once seen to their end, and for Explore freely. In little room
    names are short, or only the current scene has one; names lose numbers while digits answer a question.
    """

    def content(words: Callable[[Action], str]) -> Box:
        shown = []
        for n, name in enumerate((*SCENES, "lab_explore")):
            word = _(words(actions[name]))
            label = f"{n + 1}  {word}".rstrip()
            checked = f"✓  {word}" if word else f"{n + 1} ✓"
            is_done = partial(done.__contains__, n)
            scene = replace(
                actions[name], label=label, label_alternate=checked, is_alternate=is_done, label_done=word,
                is_done=takes_digits,
            )  # fmt: skip
            shown.append(bar_button(scene, "segment" if name in SCENES else "plain"))
        return row(*shown[:-1], grow(), shown[-1], gap=GROUP_GAP)

    box = content(lambda action: action.label)
    if box.widths(theme)[0] > place.width:
        box = content(lambda action: action.short)
    if box.widths(theme)[0] > place.width or place.width < theme.px(NAMED):
        box = content(lambda action: action.short if action.is_on() else "")
    buttons = ButtonRow(theme, has_pictures=False)
    buttons.place(solve(box, theme, place).buttons(theme))
    return buttons


class LabBar(BoxPanel[tuple[str, ...]]):
    """The ways to explore, the search's limit, a summary of its options, and the button of the drawer."""

    has_card = False
    padding = (0, -2)
    """Negative, since two lines of words are higher than the buttons."""

    def __init__(self, theme: Theme, rect: Rect, actions: Actions) -> None:
        super().__init__(theme, rect)
        self._actions = actions

    def content(self, model: tuple[str, ...]) -> Box:
        far, summary = model
        ways = (bar_button(self._actions[way], "segment") for way in WAYS)
        names = "lab_less", "lab_more", "lab_options"
        shown = [self._actions[name] for name in names]
        if self.room.width < self.theme.px(WORDED):
            shown[-1] = replace(shown[-1], has_words=False)
        less, more, options = map(bar_button, shown)
        words = text(far, bold=True, side="centerx", width=STEPPER, lines=1, tip=HOW_FAR)
        return row(
            *(row(*ways, gap=0), row(less, words, more, gap=0)),
            *(grow(text(summary, SMALL, ink="quiet", lines=2, tip=SUMMARY)), options),
            gap=GAP,
        )


class LabPage(Page):
    """Delegates to the part shown; all parts use the position of `commands`."""

    identity: ClassVar[str] = "lab"

    def __init__(self, window: Window) -> None:
        self.window = window
        self.commands = LabCommands(window, self.show, self._search, lambda: self.part.commands.options)
        self.rows = (
            *self.commands.rows,
            Action("lab_share", N_("Share"),
                   N_("This search, race or exercise as a web page that works offline"),
                   self._share, (Key(pygame.K_s, control=True),), Group.WINDOW, Place.LEFT, icon="share",
                   has_words=True, is_possible=lambda: self._page() is not None),
            Action("lab_projector", N_("Projector"),
                   N_("Large letters and fewer cards, until the program ends"),
                   self._project, (Key(pygame.K_F9),), Group.WINDOW, Place.LEFT, icon="projector",
                   is_on=lambda: window.is_projected),
        )  # fmt: skip
        self._was_left = True
        self.steps = StepsPart(window, StepsCommands(window, self.commands))
        self.race = RacePart(window, RaceCommands(window, self.commands))
        self.tree = TreePart(window, TreeCommands(window, self.commands))
        self.scenes = ScenePart(window, SceneCommands(window, self.commands))
        parts = (self.steps, self.race, self.tree)
        self._parts: dict[str, LabPart] = dict(zip(WAYS, parts, strict=True))
        self._parts[SCENES[-1]] = ExercisePart(window, ExerciseCommands(window, self.commands))

    @property
    def part(self) -> LabPart:
        return self._parts.get(self.commands.way, self.scenes)

    def _project(self) -> None:
        self.window.is_projected = not self.window.is_projected
        self.window.rebuild_if_appearance_changed()

    def _share(self) -> None:
        from ui.dialogs.share import PageDialog, WebPage

        if (found := self._page()) is not None:
            page = WebPage(self.window.folder / found[0], found[1])
            self.window.open_dialog(PageDialog(page, self.window.report_saved))

    def _page(self) -> tuple[str, Callable[[], str]] | None:
        """Returns a file name and a function that makes a web page of what is shown; None without results."""
        if isinstance(self.part, ExercisePart):
            exercise = self.part.commands.attempt.exercise
            return f"exercise-{exercise.role.value}.html", partial(exercise_page, exercise)
        scenes, race, sentences = self.scenes.commands, self.race.commands.race, list[Sentence[Any]]()
        scene = scenes.scene if self.part is self.scenes else None
        runs = self.steps.commands.model.runs if self.part is self.steps else ()
        if runs := runs if scene is None else (scene.run,):
            names = "-".join(run.choice.algorithm.name.lower() for run in runs)
            return f"{names}.html", partial(search_page, runs, scene)
        if self.part is self.scenes and scenes.race is not None and (shares := scenes.race.shares()):
            race, sentences = scenes.race.race, [scenes.race.sentence(), shares]
        elif self.part is not self.race:
            return None
        if race is None or not race.is_over:
            return None
        return "race.html", partial(race_page, race.board, race.standings, sentences)

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        return *self.part.actions, *self.rows

    def tables(self) -> Sequence[Sequence[Action | Gesture]]:
        return [(*part.actions, *self.rows) for part in (*self._parts.values(), self.scenes)]

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        """The rows of buttons, without those of a part that the drawer covers."""
        shown = () if self._layout.is_covered else self.part.button_rows
        return self._path, *shown, *(card.buttons for card in self._cards)

    @property
    def tips(self) -> Sequence[Tip]:
        own = (tip for card in self._cards for tip in card.tips())
        return [*(() if self._layout.is_covered else self.part.tips), *own]

    @property
    def status(self) -> StatusLine:
        status, problem = self.part.status, self.part.commands.has_position and self.commands.problem
        return replace(status, text=problem, is_problem=True) if problem else status

    @property
    def is_idle(self) -> bool:
        return self.part.is_idle

    # Parts

    def show(self, way: str) -> None:
        """Shows another part, which searches the position unless it already has."""
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
        """Shows a part and has it search a position from another page."""
        self.show(way)
        self.commands.set_board(board)

    def _search(self) -> None:
        """Restarts the part shown, with the current position."""
        self.part.on_hide()
        self.part.on_open()

    # Life cycle

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        commands, actions, options = self.commands, self.window.actions, self.part.commands.options
        has_drawer = options is not None and commands.has_options
        self._layout = layout = LabLayout.of(frame, theme, options is not None, has_drawer)
        self._path = path_bar(
            theme, layout.path, actions, commands.done, lambda: self.part.commands.takes_digits
        )
        self._cards: list[LabBar | OptionsPanel] = []
        if options is not None:
            self._cards.append(LabBar(theme, layout.bar, actions))
        if options is not None and has_drawer:
            self._cards.append(OptionsPanel(theme, layout.drawer, options.groups, actions))
        self.part.lay_out(theme, layout.part)
        self._apply_changes()

    def _apply_changes(self) -> None:
        if (options := self.part.commands.options) is not None:
            words = (options.how_far, options.summary), options.words
            for card, model in zip(self._cards, words, strict=False):
                card.update(model)

    def on_open(self) -> None:
        """Opens the part; after another page, takes the position there unless one was set in the Lab."""
        if self._was_left:
            self._was_left = False
            if self.commands.follows_game:
                self.commands.take_position()
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
        if is_key and event.key == pygame.K_ESCAPE and len(self._cards) > 1:
            self.commands.show_options(False)
            return True
        return self.part.handle(event) if is_key or not self._layout.is_covered else True

    def update(self, dt: float) -> None:
        self.part.update(dt)
        self._apply_changes()

    def draw(self, surface: Surface) -> None:
        if not self._layout.is_covered:
            self.part.draw(surface)
        for card in self._cards:
            card.draw(surface)
