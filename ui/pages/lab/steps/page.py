"""Step by step: one small search of the position of the Lab, or two, replayed node by node."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm
from ai.trace.source import text_of
from play.slow_motion import Phase, Run, Shown
from ui.board.animation import Animator
from ui.board.board_view import BoardView, Scene
from ui.buttons import segments
from ui.layout import FOLD_HEIGHT, SMALL_GAP, TAB_ROW, Frame, below
from ui.pages.lab.cards import (
    FactsModel,
    FactsPanel,
    TextModel,
    TextPanel,
    TimeModel,
    compared,
    facts_height,
)
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.part import LabPart, LabState, LabView
from ui.pages.lab.steps.commands import BOARD_TAB, KEYS_LINE, TABS, TEXT_TAB, StepsCommands
from ui.pages.lab.steps.rows import Part, RowsModel, RowsPanel
from ui.pages.lab.trees import RunsModel, RunsPanel
from ui.pages.lab.wording import code_values, describe_difference, describe_move, node_tip
from ui.panels.tips import Tip
from ui.text import N_, _
from ui.text.key_names import keyed
from ui.text.wording import capitalised, format_count
from ui.theme import Theme
from ui.tree_view import line_scene
from ui.window import Window

# Lengths at a scale of 1.
# Of the height that figures and bar leave, for the rows of plies.
ROWS_SHARE: Final = 0.5
# Below this width of the page it is folded: the drawer of the options takes a part of the window.
FOLD_PAGE: Final = 920

TRAVEL: Final = ("start", "backward", "play", "forward", "end")
SPEED: Final = ("slower", "faster")
JUMPS: Final = ("next_cut", "next_research", "next_best")

FIGURE_NAMES: Final = (
    (N_("Nodes"), N_("Positions entered so far; one that is searched again counts again.")),
    (N_("of all"), N_("Positions that the whole search enters.")),
    (N_("Minimax needs"), N_("Positions that minimax enters for the same depth, which leaves out nothing.")),
    (N_("Leaves"), N_("Positions that were valued, by the evaluation or as the game is over there.")),
    (N_("Cut off"), N_("Moves that were never looked at, as another one was good enough.")),
    (N_("Zero windows"), N_("Positions entered with a window of zero width: only yes or no is asked.")),
    (N_("Re-searches"), N_("Moves that were better than a zero window said they would be: searched again.")),
    (N_("Table answers"), N_("Positions that were not searched, as the transposition table knew enough.")),
)


@dataclass(frozen=True, slots=True)
class StepsState(LabState):
    text: TextModel
    rows: RowsModel
    tree: RunsModel
    figures: FactsModel


class StepsView(LabView):
    """Where there is little room it is folded: tabs choose whether board or text is in the left column."""

    tree: RunsPanel

    def __init__(self, theme: Theme, frame: Frame, commands: StepsCommands, window: Window) -> None:
        actions, px, small = window.actions, theme.px, theme.px(SMALL_GAP)
        groups = [("plain", [actions[name] for name in names]) for names in (TRAVEL, SPEED, JUMPS)]
        if answers := commands.predict.rows:
            groups = [("plain", [actions[answer.identity] for answer in answers])]
        super().__init__(theme, frame, window.settings, groups)
        layout, body = self.layout, self.layout.body
        is_low = frame.page.width < px(FOLD_PAGE) or frame.window.height < px(FOLD_HEIGHT)
        self.is_folded = is_low and not frame.is_portrait
        self.tab = commands.tabs.shown
        tall = facts_height(theme, body.width, len(FIGURE_NAMES))
        text, figures = layout.side, Rect(body.left, body.bottom - tall, body.width, tall)
        if self.is_folded:
            left = layout.board.union(layout.side)
            tabs = Rect(left.left, left.top, left.width, px(TAB_ROW))
            tall = facts_height(theme, left.width, len(FIGURE_NAMES))
            figures = Rect(left.left, left.bottom - tall, left.width, tall)
            text = Rect(left.left, tabs.bottom + small, left.width, figures.top - tabs.bottom - 2 * small)
            edge = min(text.size)
            self.layout = replace(layout, board=Rect(text.centerx - edge // 2, text.top, edge, edge))
            self.board = BoardView(theme, self.layout, window.settings.coordinates)
            self.button_rows += (segments(theme, tabs, [actions[tab] for tab in TABS]),)
        else:
            body = Rect(body.left, body.top, body.width, figures.top - small - body.top)
        rows = Rect(body.left, body.top, body.width, round(body.height * ROWS_SHARE))
        self.text, self.figures = TextPanel(theme, text), FactsPanel(theme, figures)
        self.rows, self.tree = RowsPanel(theme, rows), RunsPanel(theme, below(body, rows, small))
        names = ["rows", "tree", "figures", "time", *(["text"] if self.shows(TEXT_TAB) else [])]
        self.show_panels(self.board, names)

    def shows(self, tab: str) -> bool:
        """Whether a tab is in sight: always, unless the page is folded."""
        return not self.is_folded or self.tab == tab

    def draw(self, surface: Surface, animator: Animator, state: Any) -> None:
        """Draw all but the buttons; changes nothing."""
        if self.shows(BOARD_TAB):
            self.board.draw(surface, animator, state.scene)
        self.draw_panels(surface)


class StepsPart(LabPart[StepsCommands, StepsView, StepsState]):
    """The match goes on while it is in sight, and searches for hints."""

    keys = KEYS_LINE

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, StepsCommands(window, lab))
        self._was_left = True

    # Life

    def make_view(self, theme: Theme, frame: Frame) -> StepsView:
        return StepsView(theme, frame, self.commands, self.window)

    def on_open(self) -> None:
        """A search that was cancelled is not made again by a dialog that is closed."""
        commands = self.commands
        if commands.board != commands.lab.board or (commands.model.phase is Phase.EMPTY and self._was_left):
            commands.search()
        self._was_left = False

    def on_leave(self) -> None:
        self._was_left = True

    def on_cover(self) -> None:
        super().on_cover()
        self.commands.pause()

    # Mouse and keyboard

    def on_key(self, event: pygame.event.Event) -> bool:
        """Escape ends the search that is being recorded; a question has digits for its answers."""
        model = self.commands.model
        if event.key != pygame.K_ESCAPE or model.phase is not Phase.SEARCHING:
            return self.commands.predict.take_key(event.key)
        model.cancel()
        return True

    def click(self, position: tuple[int, int]) -> None:
        """On a column: to where it was searched, and on with the pointer. On a move: to where that was
        searched. On one of two searches: take it in hand.
        """
        model, rows = self.commands.model, self.view.rows
        icicles = enumerate(self.view.tree.icicles)
        local = self.view.tree.local(position)
        found = next((n for n, icicle in icicles if icicle.rect.collidepoint(local)), None)
        if found is not None:
            self.commands.predict.let_go()
            self.hold(partial(self._travel, found), position)
        elif (part := rows.part_at(position)) is not None and part < len(model.runs):
            self.commands.in_hand = part
            chip = rows.chip_at(position)
            if chip is not None and chip.state.node >= 0:
                self.commands.show_step(int(model.runs[part].tree.first[chip.state.node]))

    def _travel(self, run: int, position: tuple[int, int]) -> None:
        tree = self.view.tree
        if run < len(tree.icicles):
            self.commands.show_step(tree.icicles[run].step_at(tree.local(position)[0] + 0.5))

    @property
    def tips(self) -> list[Tip]:
        """With what is known of the move or the node under the pointer."""
        runs, rows, tree = self.commands.model.runs, self.view.rows, self.view.tree
        tips = list(self.view.tips)
        if self.pointer is None or self._drag is not None or not runs:
            return tips
        chip, found = rows.chip_at(self.pointer), tree.node_at(self.pointer)
        if chip is not None and chip.part < len(runs):
            said = describe_move(chip.row, chip.state, runs[chip.part].choice.unit)
            tips.append((chip.rect.move(rows.rect.topleft), said))
        elif found is not None and found[0] < len(runs):
            icicle = tree.icicles[found[0]]
            place = icicle.rect_of(found[1]).move(tree.rect.topleft)
            tips.append((place, node_tip(icicle.run, found[1])))
        return tips

    # What is shown

    def make_state(self) -> StepsState:
        commands, model = self.commands, self.commands.model
        runs, shown, in_hand = model.runs, model.shown, commands.in_hand
        if not runs:
            return self._waiting()
        here, asked = shown[in_hand], commands.predict.words()
        said = " ".join(asked) if asked is not None else ""
        if not said and model.job.difference is not None and model.step == model.parted:
            said = describe_difference(model.job.difference, model.job.choices)
        pairs = list(zip(runs, shown, strict=True))
        parts = tuple(Part(run, now, n == in_hand) for n, (run, now) in enumerate(pairs))
        run = runs[in_hand]
        return StepsState(
            line_scene(here.state.board, here.state.line),
            self._status(),
            False,
            here.state.board,
            self._time(),
            TextModel(run.choice.algorithm, run.text, here.line, code_values(run, here)),
            RowsModel(parts, said=said),
            RunsModel(runs, model.step, tuple(now.x for now in shown), commands.viewport),
            _figures(pairs),
        )

    def _status(self) -> str:
        model = self.commands.model
        said = _("Step {step} of {last}", step=f"{model.step + 1:,}", last=f"{model.last + 1:,}")
        if len(model.runs) < 2:
            return said
        parted = _("the searches are the same")
        if model.parted is not None:
            parted = _("the searches part at step {step}", step=f"{model.parted + 1:,}")
        return f"{said} · {parted}"

    def _time(self) -> TimeModel:
        model = self.commands.model
        last = max(1, model.last)
        mark = None if model.parted is None else model.parted / last
        words = _("{steps} a second", steps=f"{model.speed:,.0f}")
        return TimeModel(model.place / last, (), words, mark)

    def _waiting(self) -> StepsState:
        """While there is nothing to be replayed."""
        commands, model, share = self.commands, self.commands.model, None
        problem = commands.problem or capitalised(model.job.problem or "")
        if model.phase is Phase.SEARCHING:
            title = _("Searching …")
            message = _("The search is run once and written down, step by step. Escape cancels.")
            share = model.job.progress
            status = _("Searching: {share} %", share=f"{100 * model.job.progress:.0f}")
        elif problem:
            title, message, status = _("Nothing to show"), problem, problem
        else:
            title = _("No search")
            message = keyed(_("Choose a search, or press Start ({play}) for the one that is chosen."))
            status = message
        text = TextModel(commands.choice.algorithm, text_of(commands.choice))
        rows = RowsModel((), title, message, share)
        scene, board = Scene(turn=commands.board.turn), commands.board
        return StepsState(
            scene, status, bool(problem), board, self._time(), text, rows, RunsModel(), _figures([])
        )


def _figures(pairs: list[tuple[Run, Shown]]) -> FactsModel:
    searches = [(run.choice.algorithm, _figures_of(run, shown)) for run, shown in pairs]
    return FactsModel("", compared(FIGURE_NAMES, searches))


def _figures_of(run: Run, shown: Shown) -> tuple[str, ...]:
    counts = shown.counts
    return (
        f"{counts.nodes:,}",
        f"{len(run.tree):,}",
        f"{run.minimax_nodes:,}" if run.is_exact else f"≈ {format_count(run.minimax_nodes)}",
        f"{counts.leaves:,}",
        f"{counts.cut_off:,}",
        f"{counts.zero_nodes if run.choice.algorithm is not Algorithm.SSS else 0:,}",  # it has no windows
        f"{counts.researches:,}",
        f"{counts.answers:,}",
    )
