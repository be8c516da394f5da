"""The page Slow motion: one small search of the position on the board, or two, replayed node by node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

import pygame
from pygame import Surface

from ai.limits import Algorithm
from ai.reference.choice import MAX_EMPTIES, Choice
from play.slow_motion import Phase, SlowMotion
from ui.actions import Action, Gesture
from ui.board.animation import Animator
from ui.buttons import ButtonRow
from ui.layout import Frame
from ui.pages.page import Page, Status
from ui.pages.slow_motion.state import KEYS_LINE, SlowMotionState, Tip, make_state
from ui.pages.slow_motion.table import page_rows
from ui.pages.slow_motion.view import BOARD_TAB, SlowMotionView
from ui.pages.slow_motion.wording import describe_move, describe_node
from ui.panels import tips
from ui.panels.icicle import NOTCH, Sight
from ui.text import N_, _
from ui.theme import Theme
from ui.window import Window

RIGHT_BUTTONS: Final = (2, 3)


class SlowMotionPage(Page):
    identity: ClassVar[str] = "slow_motion"
    label: ClassVar[str] = N_("Slow motion")
    short_label: ClassVar[str] = N_("Slow")

    def __init__(self, window: Window) -> None:
        self.window = window
        self.model = SlowMotion()
        self.board = window.session.match.board
        self.choices: tuple[Choice, ...] = (Choice(),)
        self.in_hand = 0
        """The search that the choices, the text and the board belong to."""
        self.sight = Sight()
        self.tab = BOARD_TAB
        self.animator = Animator(self.board, 0.0)
        self._problem = ""
        self._pointer: tuple[int, int] | None = None
        self._dragged: int | None = None  # the run whose tree is dragged, -1 for the bar of steps
        self._pulled: tuple[int, int] | None = None  # where the tree is held to be moved
        self._is_in_sight = False
        self._rows = page_rows(self)

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        return self._rows

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        return self.view.button_rows

    @property
    def tips(self) -> Sequence[tips.Tip]:
        return self.view.tips

    @property
    def status(self) -> Status:
        return Status(self.state.status, self.state.is_problem, _(KEYS_LINE))

    @property
    def is_idle(self) -> bool:
        return self.model.phase is not Phase.SEARCHING and not self.model.is_playing

    # Living

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self._pointer = self._dragged = self._pulled = None  # what was under the mouse is no longer there
        settings, actions = self.window.settings, self.window.actions
        self.view = SlowMotionView(theme, frame, settings, self.tab, actions)
        self._settle()

    def on_open(self) -> None:
        """From another page it is for the position that is there now, from a dialog for that of before."""
        if not self._is_in_sight and (self.model.phase is Phase.EMPTY or self.board != self.window.position):
            self.search()

    def on_cover(self) -> None:
        self._pointer = self._dragged = self._pulled = None
        self._is_in_sight = False
        self.model.pause()

    def update(self, dt: float) -> None:
        self._is_in_sight = True
        self.model.update(dt)
        if self.model.is_playing:
            self._follow()
        self._settle()

    def _settle(self) -> None:
        """Settle all that is to be drawn."""
        self.state: SlowMotionState = make_state(
            self.model, self.board, self.choices, self.in_hand, self.sight, self._problem, self._tip()
        )
        self.animator.show(self.state.board)
        self.view.update(self.state, self.model.speed)

    def draw(self, surface: Surface) -> None:
        self.view.draw(surface, self.animator, self.state)

    # The search

    def search(self) -> None:
        """The position that was looked at last, or say why there is nothing to search."""
        self.board = self.window.position
        self.sight = Sight()
        self._problem = ""
        self.model.cancel()
        if self.board.is_over():
            self._problem = _(
                "The game is over: there is nothing to search. Go back some moves on the page Play."
            )
        elif self.choices[0].depth is None and self.board.empties > MAX_EMPTIES:
            said = _(
                "Slow motion searches to the end of the game with at most {most} empty squares, and here are"
                " {empties}. Choose a number of plies."
            )
            self._problem = said.format(most=MAX_EMPTIES, empties=self.board.empties)
        else:
            self.model.start(self.board, *self.choices)

    def search_or_cancel(self) -> None:
        if self.model.phase is Phase.SEARCHING:
            self.model.cancel()
        else:
            self.search()

    def choose(self, choice: Choice) -> None:
        """For the search in hand; plies and evaluation are those of both."""
        both = (replace(other, depth=choice.depth, evaluator=choice.evaluator) for other in self.choices)
        choices = tuple(choice if n == self.in_hand else other for n, other in enumerate(both))
        if choices != self.choices or self.model.phase is not Phase.READY:
            self.choices = choices
            self.search()

    def toggle_second(self) -> None:
        """Alpha-beta beside PVS, PVS beside any other; or one search again, that in hand."""
        first = self.choices[self.in_hand]
        self.in_hand = 0
        if len(self.choices) > 1:
            self.choices = (first,)
        elif first.algorithm is Algorithm.PVS:
            self.choices = replace(first, algorithm=Algorithm.ALPHABETA), first
            self.in_hand = 1
        else:
            self.choices = first, replace(first, algorithm=Algorithm.PVS)
        self.search()

    def take_other(self) -> None:
        self.in_hand = (self.in_hand + 1) % len(self.choices)

    def toggle_play(self) -> None:
        if self.model.is_playing:
            self.model.pause()
        else:
            self.model.play()

    # The tree

    def zoom(self, factor: float, at: float | None = None) -> None:
        """Around `at`, a share of what is in sight; without it around the present step."""
        if not self.model.runs:
            return
        if at is None:
            self._follow()
            at = min(1.0, max(0.0, (self._present() - self.sight.left) / self.sight.width))
        self.sight = self.sight.zoomed(factor, at, max(len(run.tree) for run in self.model.runs))

    def _present(self) -> float:
        """Where the line of the search in hand stands, as a share of its tree."""
        return self.model.shown[self.in_hand].x / len(self.model.runs[self.in_hand].tree)

    def _follow(self) -> None:
        if self.model.runs:
            self.sight = self.sight.following(self._present())

    # Mouse and keyboard

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._escape(event)
        if event.type == pygame.MOUSEMOTION:
            self._moved(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._pressed(event)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._dragged = self._pulled = None
        elif event.type == pygame.MOUSEWHEEL:
            self._turned(event)
        elif event.type == pygame.WINDOWLEAVE:
            self._pointer = None
        return True

    def _escape(self, event: pygame.event.Event) -> bool:
        """The only key of the page's own: Escape ends the search that is being written down."""
        if event.key != pygame.K_ESCAPE or self.model.phase is not Phase.SEARCHING:
            return False
        self.model.cancel()
        return True

    def _moved(self, event: pygame.event.Event) -> None:
        self._pointer = event.pos
        if self._dragged is not None and event.buttons[0]:
            self._travel(self._dragged)
        elif self._pulled is not None and (event.buttons[1] or event.buttons[2]):
            width = self.view.tree.plot.width
            self.sight = self.sight.moved((self._pulled[0] - event.pos[0]) / max(1, width))
            self._pulled = event.pos
        else:
            self._dragged = self._pulled = None

    def _pressed(self, event: pygame.event.Event) -> None:
        self._pointer = event.pos
        if event.button in RIGHT_BUTTONS:
            self._pulled = event.pos if self.view.tree.share_at(event.pos) is not None else None
        elif event.button == 1:
            found = self.view.tree.step_at(event.pos)
            self._dragged = found[0] if found is not None else None
            if self._dragged is not None:
                self.model.pause()
                self._travel(self._dragged)
            else:
                self._click_rows(event.pos)

    def _travel(self, run: int) -> None:
        found = self.view.tree.step_at(self._pointer, run) if self._pointer is not None else None
        if found is not None:
            self.model.go_to(found[1])
            self._follow()

    def _click_rows(self, position: tuple[int, int]) -> None:
        """On a move: to where it was searched. On one of two searches: take it in hand."""
        part = self.view.rows.part_at(position)
        if part is None or part >= len(self.model.runs):
            return
        self.in_hand = part
        chip = self.view.rows.chip_at(position)
        if chip is not None and chip.state.node >= 0:
            self.model.pause()
            self.model.go_to(int(self.model.runs[part].tree.first[chip.state.node]))

    def _turned(self, event: pygame.event.Event) -> None:
        share = self.view.tree.share_at(event.pos)
        if share is None:
            return
        if event.y:
            self.zoom(NOTCH**event.y, share)
        if event.x:
            self.sight = self.sight.moved(event.x * (1 - NOTCH))

    def _tip(self) -> Tip | None:
        """What is known of the move or the node under the pointer."""
        if self._pointer is None or self._dragged is not None or not self.model.runs:
            return None
        chip = self.view.rows.chip_at(self._pointer)
        if chip is not None and chip.part < len(self.model.runs):
            unit = self.model.runs[chip.part].choice.unit
            return Tip(describe_move(chip.row, chip.state, unit), self._pointer)
        found = self.view.tree.node_at(self._pointer)
        if found is not None:
            return Tip(describe_node(*found), self._pointer)
        note = self.view.rows.note_at(self._pointer) or self.view.tree.note_at(self._pointer)
        return Tip(note, self._pointer) if note else None

    # Tabs

    def is_tab(self, tab: str) -> bool:
        return self.tab == tab

    def show_tab(self, tab: str) -> None:
        self.tab = tab
        if self.view.layout.is_folded:
            self.window.rebuild()
