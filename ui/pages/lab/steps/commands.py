"""What a person can do step by step: the search, its replay, and the choices for the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pygame

from ai.limits import Algorithm, Limit
from ai.reference.choice import ASPIRING, MAX_EMPTIES, MAX_PLIES, WITHOUT_TABLE, Choice
from play.slow_motion import SPEEDS, Jump, Phase, Run, SlowMotion
from ui.actions import Action, Gesture, Group, Place
from ui.input import Key
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.options import PLAIN_GROUPS, Explorer
from ui.pages.lab.predict import PlayedCommands
from ui.pages.shared_rows import Tabs, stepped
from ui.text import N_, _
from ui.tree_view import WHOLE
from ui.window import Window

BOARD_TAB, TEXT_TAB = TABS = ("tab_board", "tab_text")
TAB_LABELS: Final = (N_("Board"), N_("Text"))
ICONS: Final = {
    **{"backward": "back", "forward": "on", "start": "first", "end": "last", "faster": "plus"},
    **{"slower": "minus", "next_cut": "cut", "next_research": "again", "next_best": "best"},
}
KEYS_LINE: Final = N_("Space plays · ← → step · . cut · , re-search · ; best move · + − speed · F1 all keys")


# Of a search that can be followed from its first step to the last.
PLIES_AT_FIRST: Final = 3


class StepsCommands(PlayedCommands, Explorer):
    groups = PLAIN_GROUPS

    def __init__(self, window: Window, lab: LabCommands) -> None:
        self.model = SlowMotion()
        self.choices: tuple[Choice, ...] = (Choice(depth=PLIES_AT_FIRST),)
        self.in_hand = 0
        """The search that the choices, the text and the board belong to."""
        self.tabs = Tabs(window, dict(zip(TABS, TAB_LABELS, strict=True)))
        self.problem = ""
        """Why there is nothing to search, a sentence."""
        super().__init__(window, lab)

    @property
    def transport(self) -> SlowMotion:
        return self.model

    @property
    def run(self) -> Run | None:
        return self.model.runs[self.in_hand] if self.model.runs else None

    @property
    def is_running(self) -> bool:
        return self.is_playing or self.model.phase is Phase.SEARCHING

    @property
    def choice(self) -> Choice:
        """Of the search in hand."""
        return self.choices[self.in_hand]

    def chosen(self, field: str) -> Any:
        return getattr(self.choice, field)

    def choose_option(self, field: str, value: object) -> None:
        changed: dict[str, Any] = {field: value}
        self.choose(replace(self.choice, **changed))

    def has_option(self, field: str) -> bool:
        if field == "memory":
            return self.algorithm not in WITHOUT_TABLE
        return field != "aspiration" or self.algorithm in ASPIRING

    @property
    def limit(self) -> Limit:  # type: ignore[override]
        """Without plies: to the end of the game."""
        return Limit(depth=self.choice.depth)

    @property
    def limits(self) -> Sequence[Limit]:
        end = [Limit()] if self.lab.board.empties <= MAX_EMPTIES else []
        return [*(Limit(depth=depth) for depth in range(1, MAX_PLIES + 1)), *end]

    def set_limit(self, limit: Limit) -> None:
        self.choose(replace(self.choice, depth=limit.depth))

    @property
    def how_far(self) -> str:
        return _("to the end") if self.choice.depth is None else super().how_far

    # The search

    def search(self) -> None:
        """Search the position of the Lab, or say why there is nothing to search."""
        self.board = self.lab.board
        self.viewport = WHOLE
        self.problem = ""
        self.model.cancel()
        if self.lab.problem:
            self.problem = self.lab.problem
        elif self.choices[0].depth is None and self.board.empties > MAX_EMPTIES:
            said = _(
                "Slow motion searches to the end of the game with at most {most} empty squares, and here are"
                " {empties}. Choose a number of plies."
            )
            self.problem = said.format(most=MAX_EMPTIES, empties=self.board.empties)
        else:
            self.model.start(self.board, *self.choices)

    def choose(self, choice: Choice) -> None:
        """For the search in hand; plies and evaluation are those of both."""
        both = (replace(other, depth=choice.depth, evaluator=choice.evaluator) for other in self.choices)
        choices = tuple(choice if n == self.in_hand else other for n, other in enumerate(both))
        if choices != self.choices or self.model.phase is not Phase.READY:
            self.choices = choices
            self.search()

    def toggle_second(self) -> None:
        """Alpha-beta beside PVS, PVS beside any other; or one search again, that in hand."""
        first = self.choice
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
        """Play or pause; cancel a search that is being recorded, or search where there is none."""
        self.predict.let_go()
        if self.model.phase is Phase.SEARCHING:
            self.model.cancel()
        elif not self.model.runs:
            self.search()
        elif self.model.is_playing:
            self.model.pause()
        else:
            self.model.play()

    def stop(self) -> None:
        """It takes no core while it is not in sight."""

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.model.is_playing:
            self.follow()

    def show_step(self, step: float) -> None:
        super().show_step(step)
        self.follow()

    def _walk(self, steps: int) -> None:
        """Some steps on, or back; what comes on the way may be asked."""
        self._jump(self.model.step + steps)

    def _jump(self, step: int | None) -> None:
        self.predict.let_go()
        before = self.model.step
        self.model.jump(step)
        self.ask(before)

    def _set_speed(self, step: int) -> None:
        self.model.speed = stepped(SPEEDS, self.model.speed, step)

    # The tree

    def zoom(self, factor: float) -> None:
        """Around the present step."""
        self.follow()
        at = self.viewport.share_of(self._present())
        self.viewport = self.viewport.zoomed(factor, at, max(len(run.tree) for run in self.model.runs))

    def _present(self) -> float:
        """Where the line of the search in hand stands, as a share of its tree."""
        return self.model.shown[self.in_hand].x / len(self.model.runs[self.in_hand].tree)

    def follow(self) -> None:
        """Keep the present step in view."""
        if self.model.runs:
            self.viewport = self.viewport.following(self._present())

    # The rows

    def make_rows(self) -> tuple[Action | Gesture, ...]:
        return *self._transport(), *self._searches(), *self.option_rows(), *self.tabs.rows

    def _transport(self) -> tuple[Action | Gesture, ...]:
        model = self.model

        def has_runs() -> bool:
            return bool(model.runs)

        def go(identity: str, label: str, tip: str, key: int, way: int, do: Callable[[], None]) -> Action:
            return Action(identity, label, tip, do, (Key(key),), icon=ICONS[identity], is_possible=lambda:
                          model.step < model.last if way > 0 else model.step > 0)  # fmt: skip

        def speed(identity: str, label: str, tip: str, way: int, *keys: int) -> Action:
            first, *others = map(Key, keys)
            return Action(identity, label, tip, partial(self._set_speed, way), (first,),
                          icon=ICONS[identity], aliases=tuple(others),
                          is_possible=lambda: stepped(SPEEDS, model.speed, way) != model.speed)  # fmt: skip

        def jump(identity: str, label: str, tip: str, key: int, where: Jump) -> Action:
            return Action(identity, label, tip, lambda: self._jump(model.next(where)), (Key(key),),
                          is_possible=lambda: model.next(where) is not None,
                          icon=ICONS[identity], has_words=True)  # fmt: skip

        return (
            Action("play", N_("Start"), N_("Step by step at the chosen speed, and hold"), self.toggle_play,
                   (Key(pygame.K_SPACE),), is_possible=lambda: not self.lab.problem, is_primary=True,
                   is_on=lambda: model.is_playing, label_on=N_("Pause"),
                   is_begun=lambda: model.phase is Phase.SEARCHING, label_rest=N_("Stop")),
            self.predict_row("steps_predict"),
            go("backward", N_("One step back"), N_("To what the search did before"), pygame.K_LEFT, -1,
               partial(self._walk, -1)),
            go("forward", N_("One step on"), N_("To what the search does next"), pygame.K_RIGHT, 1,
               partial(self._walk, 1)),
            go("start", N_("To the start"), N_("To the first step"), pygame.K_HOME, -1, model.to_start),
            go("end", N_("To the end"), N_("To the last step"), pygame.K_END, 1, model.to_end),
            speed("faster", N_("Faster"), N_("More steps a second"), 1,
                  pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS),
            speed("slower", N_("Slower"), N_("Fewer steps a second"), -1, pygame.K_MINUS, pygame.K_KP_MINUS),
            jump("next_cut", N_("Next cut"), N_("To the next move that cuts off the others"),
                 pygame.K_PERIOD, Jump.CUT),
            jump("next_research", N_("Next re-search"), N_("To the next move that is searched again"),
                 pygame.K_COMMA, Jump.RESEARCH),
            jump("next_best", N_("Next best move"), N_("To where another move becomes the best at the root"),
                 pygame.K_SEMICOLON, Jump.PV_CHANGE),
            Action("zoom_in", N_("Zoom in"), N_("The tree wider, around the present step"),
                   partial(self.zoom, 0.5), (Key(pygame.K_UP),), is_possible=has_runs, place=Place.LEFT,
                   icon="zoom_in"),
            Action("zoom_out", N_("Zoom out"), N_("More of the tree"), partial(self.zoom, 2.0),
                   (Key(pygame.K_DOWN),), is_possible=has_runs, place=Place.LEFT, icon="zoom_out"),
        )  # fmt: skip

    def _searches(self) -> tuple[Action | Gesture, ...]:
        model = self.model
        return (
            Action("two", N_("Two at once"),
                   N_("The same position in a second search, step by step beside it"),
                   self.toggle_second, (Key(pygame.K_INSERT),), Group.SEARCH, Place.SEARCH,
                   is_on=lambda: len(self.choices) > 1, icon="two", has_words=True),
            Action("other", N_("The other one"),
                   N_("The choices, the text and the board are those of the other search"),
                   self.take_other, (Key(pygame.K_t, control=True),), Group.SEARCH, Place.SEARCH,
                   is_possible=lambda: len(self.choices) > 1, icon="swap", has_words=True),
            Action("difference", N_("First difference"),
                   N_("To the first node in which the two searches part, and what one knew there"),
                   lambda: self._jump(model.parted), (Key(pygame.K_j, control=True),), Group.SEARCH,
                   Place.SEARCH, is_possible=lambda: model.parted is not None, icon="part", has_words=True),
        )  # fmt: skip
