"""Step by step: one or two small searches of the Lab's position, replayed node by node."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pygame
from pygame import Surface

from ai.limits import Algorithm, Limit
from ai.reference.choice import MAX_EMPTIES, MAX_PLIES, Choice, Root
from ai.reference.written import WrittenTree
from ai.trace.source import text_of
from ai.trace.written import marks_at
from play.slow_motion import SPEEDS, Jump, Phase, Run, ShownStep, SlowMotion
from ui.actions import Action, Gesture, Group, Place
from ui.board.board_view import Animator, BoardScene, BoardView
from ui.boxes import area, column, grow, solve
from ui.buttons import segments
from ui.input import Key, with_key_names
from ui.layout import FOLD_HEIGHT, SMALL_GAP, TAB_ROW, Frame
from ui.pages.board_page import Tabs, next_option
from ui.pages.lab.cards import (
    FactsModel,
    FactsPanel,
    Figures,
    TextModel,
    TextPanel,
    TimeModel,
    compared,
)
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.options import PLAIN_GROUPS, SearchOptions
from ui.pages.lab.part import LabPart, LabState, LabView, PartCommands, SearchPlayer
from ui.pages.lab.rows import RowsModel, RowsPanel
from ui.pages.lab.trees import RunsModel, RunsPanel
from ui.pages.lab.wording import code_values, describe_difference, describe_move, node_tip
from ui.panels.panel import COLOURS
from ui.panels.tips import Tip
from ui.text import N_, _, format_number
from ui.text.wording import capitalised, format_count
from ui.theme import Theme
from ui.tree_view import WHOLE, line_scene
from ui.window import Window
from ui.written_view import WrittenScene, WrittenTreePanel

if TYPE_CHECKING:
    from ui.dialogs.own_tree import TreeForm

TABS: Final = {"tab_board": N_("Board"), "tab_text": N_("Text")}

# The plies of a search that can be followed from its first step to its last.
PLIES_AT_FIRST: Final = 3
# The options that have no effect on the user's own tree.
TREE_UNUSED: Final = ("order", "aspiration", "evaluator")
# The share of the rows in the height that figures and bar leave.
ROWS_SHARE: Final = 0.515
# A page narrower than this, at a scale of 1, is folded; the drawer of options makes it narrower.
FOLD_PAGE: Final = 888

TRAVEL: Final = ("start", "backward", "play", "forward", "end")
SPEED: Final = ("slower", "faster")
JUMPS: Final = ("next_cut", "next_research", "next_best")

FIGURES: Final[Figures] = (
    (N_("Nodes"), N_("Positions entered so far; a repeated one counts again."),
     lambda part: format_number(part.counts.nodes)),
    (N_("Entered again"), N_("Positions entered before by the same moves."),
     lambda part: format_number(part.counts.again)),
    (N_("Minimax needs"), N_("Positions minimax visits at the same depth, leaving nothing out."),
     lambda part: format_number(part.run.minimax_nodes) if part.run.is_exact
     else f"≈ {format_count(part.run.minimax_nodes)}"),
    (N_("Leaves"), N_("Positions valued by the evaluation, or by the end of the game."),
     lambda part: format_number(part.counts.leaves)),
    (N_("Cut off"), N_("Moves never searched, because another one was good enough."),
     lambda part: format_number(part.counts.cut_off)),
    (N_("Null windows"), N_("Positions entered with a null window: a yes-or-no question."),
     lambda part: "0" if part.algorithm is Algorithm.SSS else format_number(part.counts.null_windows)),
    (N_("Re-searches"),
     N_("Moves that proved better than their null window assumed, and were searched again."),
     lambda part: format_number(part.counts.researches)),
    (N_("Table answers"), N_("Positions not searched, because the transposition table had enough."),
     lambda part: format_number(part.counts.answers)),
)  # fmt: skip
"""The figures of a search at a step; SSS* has no windows."""


class StepsCommands(PartCommands):
    player: SearchPlayer
    options: SearchOptions

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab)
        self.model = SlowMotion()
        self.choices: tuple[Choice, ...] = (Choice(depth=PLIES_AT_FIRST),)
        self.selected = 0
        """The search whose choices, text and board are shown, 0 or 1."""
        self.tabs = Tabs(window, TABS)
        self.player = SearchPlayer(window, lambda: self.model, self._run)
        self.options = SearchOptions(
            PLAIN_GROUPS,
            lambda: self.choice,
            self.choose,
            lambda: Limit(depth=self.choice.fitting(self.root).depth),
            self._set_limit,
            self._limits,
            lambda: TREE_UNUSED if self.lab.tree is not None else (),
        )
        self._form: TreeForm | None = None  # how the user's own tree was made last
        self.searched: Root = lab.board
        self.own_rows = self._make_rows()
        self._followed = 0  # the step last brought into view

    def _run(self) -> Run | None:
        return self.model.runs[self.selected] if self.model.runs else None

    @property
    def is_running(self) -> bool:
        return self.model.is_playing or self.model.phase is Phase.SEARCHING

    @property
    def choice(self) -> Choice:
        return self.choices[self.selected]

    @property
    def root(self) -> Root:
        """The user's own tree to search, or else the position."""
        return self.lab.tree or self.lab.board

    def open_tree(self) -> None:
        from ui.dialogs.own_tree import OwnTreeDialog, TreeForm  # loads pygame_gui

        form = self._form or TreeForm()
        if self.lab.tree is not None:
            form = replace(form, text=self.lab.tree.text())
        self.window.open_dialog(OwnTreeDialog(form, self._set_tree))

    def _set_tree(self, form: "TreeForm", tree: WrittenTree) -> None:
        self._form = form
        self.lab.set_tree(tree)

    def _limits(self) -> list[Limit]:
        """Returns the limits in plies; the last one, without plies, is the end of the game."""
        if self.lab.tree is not None:
            return [Limit(depth=self.lab.tree.depth)]
        end = [Limit()] if self.lab.board.empties <= MAX_EMPTIES else []
        return [*(Limit(depth=depth) for depth in range(1, MAX_PLIES + 1)), *end]

    def _set_limit(self, limit: Limit) -> None:
        self.choose(replace(self.choice, depth=limit.depth))

    # The search

    def search(self) -> None:
        """Searches the tree or the position of the Lab, unless there is a problem."""
        self.player.clear_input()
        self.board, self.searched = self.lab.board, self.root
        self.viewport = WHOLE
        self.model.cancel()
        if not self.problem:
            self.model.start(self.root, *self.choices)

    @property
    def problem(self) -> str:
        """The reason why there is nothing to search, a sentence, or ''."""
        if self.lab.tree is not None:
            return ""
        if self.lab.problem or self.choices[0].depth is not None or self.board.empties <= MAX_EMPTIES:
            return self.lab.problem
        return _(
            "Slow motion can search to the end with at most {most} empty squares, but there are {empties}. "
            "Choose a number of plies.",
            most=MAX_EMPTIES, empties=self.board.empties,
        )  # fmt: skip

    def choose(self, choice: Choice) -> None:
        """Sets the choice of the selected search; both searches share plies and evaluation."""
        both = (replace(other, depth=choice.depth, evaluator=choice.evaluator) for other in self.choices)
        choices = tuple(choice if n == self.selected else other for n, other in enumerate(both))
        if choices != self.choices or self.model.phase is not Phase.READY:
            self.choices = choices
            self.search()

    def toggle_second(self) -> None:
        """Adds a second search, alpha-beta to PVS or PVS to any other; or keeps only the selected one."""
        first = self.choice
        self.selected = 0
        if len(self.choices) > 1:
            self.choices = (first,)
        elif first.algorithm is Algorithm.PVS:
            self.choices = replace(first, algorithm=Algorithm.ALPHABETA), first
            self.selected = 1
        else:
            self.choices = first, replace(first, algorithm=Algorithm.PVS)
        self.search()

    def _select_other(self) -> None:
        self.select((self.selected + 1) % len(self.choices))

    def select(self, search: int) -> None:
        """Selects one of two searches, which drops a question about the other."""
        if search != self.selected:
            self.selected = search
            self.player.clear_input()

    def toggle_play(self) -> None:
        """Plays or pauses; cancels a search that is being recorded, or starts one if there is none."""
        if self.model.phase is Phase.SEARCHING:
            self.player.clear_input()
            self.model.cancel()
        elif not self.model.runs:
            self.search()
        else:
            self.player.toggle()

    def on_key(self, event: pygame.event.Event) -> bool:
        """Handles a key; Escape cancels the search that is being recorded."""
        if event.key != pygame.K_ESCAPE or self.model.phase is not Phase.SEARCHING:
            return super().on_key(event)
        self.model.cancel()
        return True

    def update(self, dt: float) -> None:
        """Plays, and keeps the current step in view when it changes."""
        self.player.update(dt)
        if self._followed != self.model.step:
            self.follow()

    def _jump(self, step: int | None) -> None:
        """Jumps to a step, unless it is None; a question on the way stops the jump."""
        self.player.clear_input()
        before = self.model.step
        self.model.jump(step)
        self.player.ask(before)

    def _go_to(self, step: int) -> None:
        """Goes to the first or the last step, without questions on the way."""
        self.player.clear_input()
        self.model.go_to(step)

    def _set_speed(self, step: int) -> None:
        self.model.speed = next_option(SPEEDS, self.model.speed, step)

    # The tree

    def zoom(self, factor: float) -> None:
        """Zooms around the current step."""
        self.follow()
        at = self.viewport.share_of(self._present())
        self.viewport = self.viewport.zoomed(factor, at, max(len(run.tree) for run in self.model.runs))

    def _present(self) -> float:
        """Returns where the current step of the selected search is, as a share of its tree."""
        return self.model.shown[self.selected].x / len(self.model.runs[self.selected].tree)

    def follow(self) -> None:
        self._followed = self.model.step
        if self.model.runs:
            self.viewport = self.viewport.following(self._present())

    # The table of actions

    def _make_rows(self) -> tuple[Action | Gesture, ...]:
        model = self.model

        def go(
            identity: str, icon: str, label: str, tip: str, key: int, way: int, do: Callable[[], None]
        ) -> Action:
            return Action(identity, label, tip, do, (Key(key),), icon=icon, is_possible=lambda:
                          model.step < model.last if way > 0 else model.step > 0)  # fmt: skip

        def speed(identity: str, icon: str, label: str, tip: str, way: int, *keys: int) -> Action:
            first, *others = map(Key, keys)
            return Action(identity, label, tip, partial(self._set_speed, way), (first,), icon=icon,
                          is_possible=lambda: next_option(SPEEDS, model.speed, way) != model.speed,
                          aliases=tuple(others))  # fmt: skip

        def jump(identity: str, icon: str, label: str, tip: str, key: int, where: Jump) -> Action:
            return Action(identity, label, tip, lambda: self._jump(model.next(where)), (Key(key),),
                          is_possible=lambda: model.next(where) is not None,
                          icon=icon, has_words=True)  # fmt: skip

        def zoom(identity: str, label: str, tip: str, key: int, factor: float) -> Action:
            return Action(identity, label, tip, partial(self.zoom, factor), (Key(key),), icon=identity,
                          is_possible=lambda: bool(model.runs), place=Place.LEFT)  # fmt: skip

        return (
            Action("play", N_("Start"), N_("Play the steps at the chosen speed, or pause"), self.toggle_play,
                   (Key(pygame.K_SPACE),), is_possible=lambda: not self.problem, is_primary=True,
                   is_on=lambda: model.is_playing, label_on=N_("Pause"),
                   is_alternate=lambda: model.phase is Phase.SEARCHING, label_alternate=N_("Stop")),
            self.player.questions_row("steps_predict"),
            go("backward", "back", N_("One step back"), N_("To the previous step of the search"),
               pygame.K_LEFT, -1, lambda: self._jump(model.step - 1)),
            go("forward", "on", N_("One step forward"), N_("To the next step of the search"),
               pygame.K_RIGHT, 1, lambda: self._jump(model.step + 1)),
            go("start", "first", N_("To the start"), N_("To the first step"), pygame.K_HOME, -1,
               partial(self._go_to, 0)),
            go("end", "last", N_("To the end"), N_("To the last step"), pygame.K_END, 1,
               lambda: self._go_to(model.last)),
            speed("faster", "plus", N_("Faster"), N_("More steps a second"), 1,
                  pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS),
            speed("slower", "minus", N_("Slower"), N_("Fewer steps a second"), -1,
                  pygame.K_MINUS, pygame.K_KP_MINUS),
            jump("next_cut", "cut", N_("Next cut"), N_("To the next move that cuts off the others"),
                 pygame.K_PERIOD, Jump.CUT),
            jump("next_research", "again", N_("Next re-search"),
                 N_("To the next move that is searched again"), pygame.K_COMMA, Jump.RESEARCH),
            jump("next_best", "best", N_("Next best move"),
                 N_("To the next change of best move at the root"),
                 pygame.K_SEMICOLON, Jump.PV_CHANGE),
            zoom("zoom_in", N_("Zoom in"), N_("Widen the tree around the current step"), pygame.K_UP, 0.5),
            zoom("zoom_out", N_("Zoom out"), N_("More of the tree"), pygame.K_DOWN, 2.0),
            Action("own_tree", N_("Own tree"), N_("Search a tree that you type, or make from a number"),
                   self.open_tree, (Key(pygame.K_g, control=True),), Group.SEARCH, Place.GAME, icon="edit",
                   has_words=True, is_on=lambda: self.lab.tree is not None),
            Action("two", N_("Two at once"),
                   N_("A second search of the same position, step by step beside it"),
                   self.toggle_second, (Key(pygame.K_INSERT),), Group.SEARCH, Place.SEARCH,
                   is_on=lambda: len(self.choices) > 1, icon="two", has_words=True),
            Action("other", N_("Other search"), N_("Show the choices, text and board of the other search"),
                   self._select_other, (Key(pygame.K_t, control=True),), Group.SEARCH, Place.SEARCH,
                   is_possible=lambda: len(self.choices) > 1, icon="swap", has_words=True),
            Action("difference", N_("First difference"),
                   N_("To the first node where the two searches differ, and what one of them knew there"),
                   lambda: self._jump(model.differs_at), (Key(pygame.K_j, control=True),), Group.SEARCH,
                   Place.SEARCH, icon="part", has_words=True,
                   is_possible=lambda: model.differs_at is not None),
            *self.options.rows,
            *self.tabs.rows,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class StepsState(LabState):
    text: TextModel
    rows: RowsModel
    tree: RunsModel
    figures: FactsModel
    written: WrittenScene | None = None
    """The user's own tree, shown in place of the board."""


class StepsView(LabView):
    """In little room the view is folded: tabs choose between board and text in the left column."""

    tree: RunsPanel

    def __init__(self, theme: Theme, frame: Frame, commands: StepsCommands, window: Window) -> None:
        actions, px = window.actions, theme.px
        is_projected = frame.is_projected and not frame.is_portrait
        parts = [[actions[name] for name in names] for names in (TRAVEL, SPEED, JUMPS)]
        groups = [
            ("plain", [replace(each, has_words=each.has_words and not is_projected) for each in part])
            for part in parts
        ]
        if answers := commands.player.answers:
            groups = [("plain", [actions[answer.identity] for answer in answers])]
        super().__init__(theme, frame, window.settings, groups)
        layout, body = self.layout, self.layout.body
        is_low = frame.page.width < px(FOLD_PAGE) or frame.window.height < px(FOLD_HEIGHT)
        self.is_folded = is_low and not frame.is_portrait and not is_projected
        self.tab = commands.tabs.shown
        rows = grow(area("rows", 0, 0), ROWS_SHARE), grow(area("tree"), 1 - ROWS_SHARE)
        left = layout.board.union(layout.side)
        shown = FactsPanel(theme, left if self.is_folded else body)
        tall = shown.least_height(FactsModel("", compared(FIGURES, ())))
        figures = area("figures", 0, tall / theme.scale)
        if self.is_folded:
            folded = column(area("tabs", 0, TAB_ROW), grow(area("text")), figures, gap=SMALL_GAP)
            areas = solve(folded, theme, left).areas | solve(column(*rows, gap=SMALL_GAP), theme, body).areas
            text, edge = areas["text"], min(areas["text"].size)
            board = column(area("board", edge / theme.scale, edge / theme.scale), grow())
            self.layout = replace(layout, board=solve(board, theme, text).areas["board"])
            self.board = BoardView(theme, self.layout, window.settings.coordinates)
            self.button_rows += (segments(theme, areas["tabs"], [actions[tab] for tab in TABS]),)
        elif is_projected:
            shown_rows = grow(area("text"), ROWS_SHARE), grow(area("rows"), 1 - ROWS_SHARE)
            areas = solve(column(*shown_rows, gap=SMALL_GAP), theme, body).areas | {"tree": layout.side}
        else:
            areas = solve(column(*rows, figures, gap=SMALL_GAP), theme, body).areas | {"text": layout.side}
        self.text = TextPanel(theme, areas["text"], is_projected)
        place = areas["text"] if self.is_folded else self.layout.board
        self.written = WrittenTreePanel(theme, place.inflate(-px(16), -px(8)))  # in place of the board
        self.rows, self.tree = RowsPanel(theme, areas["rows"]), RunsPanel(theme, areas["tree"])
        names = ["rows", "tree", "time", *(["text"] if self.shows("tab_text") else [])]
        if not is_projected:
            self.figures = FactsPanel(theme, areas["figures"])
            names.append("figures")
        self.show_panels(self.board, names)

    def shows(self, tab: str) -> bool:
        """Returns whether a tab is shown: always, unless the page is folded."""
        return not self.is_folded or self.tab == tab

    def update(self, state: Any) -> None:
        super().update(state)
        if state.written is not None and self.shows("tab_board"):
            self.written.update(state.written)

    def draw(self, surface: Surface, animator: Animator, state: Any) -> None:
        if self.shows("tab_board") and state.written is not None:
            self.written.draw(surface)
        elif self.shows("tab_board"):
            self.board.draw(surface, animator, state.scene)
        self.draw_panels(surface)


class StepsPart(LabPart):
    """The match continues while this part is shown, and so do its searches for hints."""

    commands: StepsCommands
    view: StepsView
    state: StepsState
    keys = N_("Space plays · ← → step · . cut · , re-search · ; best move · + − speed · F1 all keys")
    view_class = StepsView
    _was_left = True
    _written: tuple[ShownStep, WrittenScene] | None = None  # the user's own tree at the current step

    def on_open(self) -> None:
        """Searches a new root, and repeats a cancelled search unless only a dialog was open."""
        commands = self.commands
        if commands.searched != commands.root or (commands.model.phase is Phase.EMPTY and self._was_left):
            commands.search()
        self._was_left = False

    def on_leave(self) -> None:
        self._was_left = True

    # The mouse

    def click(self, position: tuple[int, int]) -> None:
        """Goes to the step in which a column, node or move was searched; a click on rows selects a search."""
        model, rows = self.commands.model, self.view.rows
        icicles = enumerate(self.view.tree.icicles)
        local = self.view.tree.local(position)
        found = next((n for n, icicle in icicles if icicle.rect.collidepoint(local)), None)
        if found is not None:
            self.start_drag(partial(self._travel, found), position)
        elif (node := self._node_at(position)) is not None:
            self.commands.player.show_step(int(model.runs[self.commands.selected].tree.first[node]))
        elif (part := rows.at(position)) is not None and part < len(model.runs):
            self.commands.select(part)
            chip = rows.chip_at(position)
            if chip is not None and chip.state.node >= 0:
                self.commands.player.show_step(int(model.runs[part].tree.first[chip.state.node]))

    def _node_at(self, position: tuple[int, int]) -> int | None:
        """Returns the last visit so far, or else the first one, of the own tree's node at a position."""
        view, model, path = self.view, self.commands.model, None
        if self.state.written is not None and view.shows("tab_board"):
            path = view.written.node_at(position)
        if path is None or not model.runs:
            return None
        tree = model.runs[self.commands.selected].tree
        visits = [node for node, each in enumerate(tree.paths) if each == path]
        begun = [node for node in visits if tree.first[node] <= model.step]
        return begun[-1] if begun else next(iter(visits), None)

    def _travel(self, run: int, position: tuple[int, int]) -> None:
        tree = self.view.tree
        if run < len(tree.icicles):
            self.commands.player.show_step(tree.icicles[run].step_at(tree.local(position)[0] + 0.5))

    @property
    def tips(self) -> list[Tip]:
        """The tips of the cards, and one for the move or the node under the pointer."""
        runs, rows, tree = self.commands.model.runs, self.view.rows, self.view.tree
        tips = list(self.view.tips)
        if self.pointer is None or self._drag is not None or not runs:
            return tips
        chip, found = rows.chip_at(self.pointer), tree.node_at(self.pointer)
        if chip is not None:
            tip = describe_move(chip.part.run, chip.part.state.rows[: chip.row.ply + 1], chip.state)
            tips.append((chip.rect.move(rows.rect.topleft), tip))
        elif found is not None and found[0] < len(runs):
            icicle = tree.icicles[found[0]]
            place = icicle.rect_of(found[1]).move(tree.rect.topleft)
            tips.append((place, node_tip(icicle.run, found[1])))
        elif (node := self._node_at(self.pointer)) is not None:
            run = runs[self.commands.selected]
            tips.append((self.view.written.place_of(run.tree.paths[node]), node_tip(run, node)))
        return tips

    # The state

    def make_state(self) -> StepsState:
        commands, model, board = self.commands, self.commands.model, self.commands.board
        parts = model.shown
        figures = FactsModel("", compared(FIGURES, [(part.algorithm, part) for part in parts]))
        mark = None if model.differs_at is None else model.differs_at / max(1, model.last)
        words = _("{steps} a second", steps=format_number(model.speed, ",.0f"))
        time = TimeModel(model.place / max(1, model.last), (), words, mark)
        if not parts:
            rows, status, is_problem = self._waiting()
            scene, text = (
                BoardScene(turn=board.turn),
                TextModel(commands.choice.algorithm, text_of(commands.choice)),
            )
            return StepsState(scene, status, is_problem, board, time, text, rows, RunsModel(), figures)
        here, asked = parts[commands.selected], commands.player.asked()
        run, state = here.run, here.state
        caption = " ".join(asked) if asked is not None else ""
        if not caption and model.job.difference is not None and model.step == model.differs_at:
            caption = describe_difference(model.job.difference, model.job.choices)
        text = TextModel(here.algorithm, run.text, here.line, code_values(here))
        seen = parts[commands.selected : commands.selected + 1] if self.frame.is_projected else parts
        trees = tuple(part.run for part in seen), model.step, tuple(part.x for part in seen)
        tree = RunsModel(*trees, commands.viewport)
        rows, scene, written = RowsModel(parts, commands.selected, caption=caption), BoardScene(), None
        if isinstance(run.trace.root, WrittenTree):
            if self._written is None or self._written[0] is not here:
                marks = marks_at(run.trace, run.tree, state, here.step)
                self._written = here, WrittenScene(run.trace.root, marks, COLOURS[here.algorithm])
            written = self._written[1]
        else:
            board = run.trace.position(state.line)
            scene = line_scene(board, state.line)
        return StepsState(scene, self._status(), False, board, time, text, rows, tree, figures, written)

    def _status(self) -> str:
        model = self.commands.model
        status = _(
            "Step {step} of {last}", step=format_number(model.step + 1), last=format_number(model.last + 1)
        )
        if len(model.runs) < 2:
            return status
        parted = _("the searches are the same")
        if model.differs_at is not None:
            parted = _("the searches differ from step {step} on", step=format_number(model.differs_at + 1))
        return f"{status} · {parted}"

    def _waiting(self) -> tuple[RowsModel, str, bool]:
        """Returns why there is nothing to replay: (rows with a message, status, whether it is a problem)."""
        job = self.commands.model.job
        if job.phase is Phase.SEARCHING:
            message = _("The search runs once and is recorded, step by step. Escape cancels.")
            status = _("Searching: {share} %", share=f"{100 * job.progress:.0f}")
            return RowsModel((), 0, _("Searching …"), message, job.progress), status, False
        if problem := self.commands.problem or capitalised(job.problem or ""):
            return RowsModel((), 0, _("Nothing to show"), problem), problem, True
        message = with_key_names(_("Choose a search, or press Start ({play}) for the current one."))
        return RowsModel((), 0, _("No search"), message), message, False
