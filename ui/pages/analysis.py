"""The analysis of a position on Play and Review: its lines, and a second analyst beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame

from ai import preparation
from ai.engine import Analysis
from ai.limits import Counters, MoveScore
from game.board import PASS, Board, Color, Move
from game.tree import Node
from play.analyst import APART, discs_apart
from play.time_left import seconds_left
from ui.actions import Action, Group, Place
from ui.board.hint_marks import is_best, playable
from ui.input import Key
from ui.panels.analysis import AnalysisLine, AnalysisModel
from ui.panels.verdict import MoveLine
from ui.text import N_, _
from ui.text.wording import (
    describe_preparation,
    for_black,
    format_about,
    format_count,
    format_depth,
    format_score,
    format_seconds,
    format_share,
    format_time,
)
from ui.window import Window

if TYPE_CHECKING:
    from play.outside import OutsideAnalysis

NO_ENGINE: Final = N_("There is no other engine yet: add one in the settings, under Engines")
# More moves than any line has.
WHOLE: Final = 99

LinePlace = tuple[int, int]
"""The index of a line of the analysis, and how many of its moves to show on the board."""


@dataclass(frozen=True, slots=True)
class Second:
    """A second analyst: its name, its analysis of the position, and a note on a problem, or on what it does
    before it has a score.
    """

    name: str = ""
    asked: OutsideAnalysis | None = None
    note: str = ""


NO_SECOND: Final = Second()


class AnalysisCommands:
    """The actions for a second analyst beside our search, and for choosing a line by keyboard."""

    def __init__(
        self,
        window: Window,
        is_shown: Callable[[], bool],
        show: Callable[[], object],
        is_offered: Callable[[], bool] = lambda: True,
        why_not: str = "",
    ) -> None:
        self.window = window
        self.analyst = window.session.analyst
        self.seen: object = None  # changes with what is displayed
        self._is_shown = is_shown
        self._show = show
        self._chosen: tuple[Node, int] | None = None
        self._node: Node | None = None
        self.rows = (
            Action("second_analyst", N_("Second analyst"), N_("Another engine's scores beside our lines"),
                   self.toggle, (Key(pygame.K_t, shift=True),), Group.SEARCH, Place.MENU,
                   is_on=lambda: self.is_on, icon="two", is_possible=is_offered, why_not=why_not),
            Action("next_analyst", N_("Another second analyst"), N_("The next engine of the list"),
                   self.choose_next, (Key(pygame.K_w, shift=True),), Group.SEARCH, Place.MENU,
                   is_possible=lambda: self.is_on, icon="swap"),
            Action("line", N_("Next line"), N_("The next line of the analysis, shown on the board"),
                   self.choose_line, (Key(pygame.K_u),), Group.SEARCH, is_possible=is_shown),
        )  # fmt: skip

    @property
    def name(self) -> str:
        return self.analyst.name(self.window.settings.second_analyst)

    @property
    def is_on(self) -> bool:
        """Whether the second analyst is on; the list of engines is read only if one is wanted."""
        return self.window.settings.two_analysts and self._is_shown() and bool(self.name)

    def toggle(self) -> None:
        is_on = not self.is_on
        if not self.name:
            self.window.toasts.answer(_(NO_ENGINE))
            return
        self.window.change(two_analysts=is_on)
        if is_on and not self._is_shown():
            self._show()

    def choose_next(self) -> None:
        name = self.analyst.name(self.window.settings.second_analyst, further=1)
        self.window.change(second_analyst=name)
        self.window.toasts.answer(_("The second analyst is {name}", name=name))

    def choose_line(self) -> None:
        node, chosen = self._node, self._chosen
        if node is not None:
            self._chosen = node, chosen[1] + 1 if chosen is not None and chosen[0] is node else 0

    def place(self, pointed: LinePlace | None) -> LinePlace | None:
        """Returns the move of a line under the pointer, or else the whole line chosen by keyboard."""
        if pointed is not None or self._chosen is None or self._chosen[0] is not self._node:
            return pointed
        return self._chosen[1], WHOLE

    def update(self, node: Node, is_searched: bool) -> None:
        """Starts the second analyst on `node` if it is on and our search runs, else stops it."""
        is_on, self._node = is_searched and self.is_on, node
        self.analyst.update(node if is_on else None, self.name if is_on else "")
        asked = self.second.asked
        told = asked and (asked.seen, asked.status, asked.has_begun, asked.is_done)
        self.seen = self.analyst.problem, asked, told, self._chosen

    @property
    def second(self) -> Second:
        """The second analyst and its analysis of the position."""
        asked = None if self._node is None or not self.is_on else self.analyst.analysis_of(self._node)
        note = self.analyst.problem if self.is_on else ""
        if asked is not None and not note and not asked.seen.scores:
            from ui.text.new_game_wording import engine_sentence

            note = engine_sentence(asked)
        return Second(self.name if asked is not None else "", asked, note)


def make_lines(
    board: Board, scores: Sequence[MoveScore], place: LinePlace | None = None, second: Second = NO_SECOND
) -> tuple[AnalysisLine, ...]:
    """Returns the scores, best first, as lines of the card. The line index in `place` wraps around; the one
    after the last line chooses none.
    """
    asked, ringed = second.asked, None if place is None else place[0] % (len(scores) + 1)
    theirs = {} if asked is None else {found.move: found for found in asked.seen.scores}

    def line(number: int, found: MoveScore) -> AnalysisLine:
        other, moves = theirs.get(found.move), tuple(playable(board, found.pv or (found.move,)))
        said = "◆ " if asked is not None and asked.choice == found.move else ""
        if other is not None:
            said += format_score(for_black(other.score, board.turn), other.kind)
        return AnalysisLine(
            MoveLine("", moves, ringed=place[1] - 1 if place is not None and number == ringed else None),
            format_score(for_black(found.score, board.turn), found.kind),
            format_depth(found.depth, found.kind, found.confidence),
            is_best(found, scores),
            said,
            other is not None and (discs_apart(found, other) or 0.0) >= APART,
        )

    return tuple(line(number, found) for number, found in enumerate(scores) if found.move != PASS)


def make_analysis(
    analysis: Analysis | None,
    lines: tuple[AnalysisLine, ...] = (),
    second: Second = NO_SECOND,
    note: str = "",
    state: str = "",
    share: float | None = None,
    is_running: bool = False,
    is_dimmed: bool = False,
) -> AnalysisModel:
    """Returns the card of a search; `share` of its time has passed, `note` is a sentence below the lines."""
    ready = preparation.progress()
    waits = "" if ready.is_ready else describe_preparation(ready)
    counters = None if analysis is None else analysis.counters()
    if analysis is not None and counters is not None and is_running and analysis.options.all_moves:
        left = seconds_left(analysis.progress, counters)
        state = "" if left is None else _("solved in {time}", time=format_about(left))
    return AnalysisModel(
        state,
        lines,
        second.name,
        waits or " ".join(filter(None, (second.note, note))),
        describe_work(counters),
        "" if counters is None else describe_cuts(counters),
        ready.done / max(1, ready.total) if waits else share,
        bool(waits),
        is_running,
        is_dimmed,
    )


def describe_work(counters: Counters | None) -> str:
    """Returns '12.3 M · 8.1 M/s · 3.1 s', '' before the first node."""
    if counters is None or not counters.nodes:
        return ""
    seconds = counters.seconds
    speed = _("{count}/s", count=format_count(counters.nodes_per_second))
    time = format_seconds(seconds) if seconds < 100 else format_time(seconds)
    return " · ".join((format_count(counters.nodes), speed, time))


def describe_cuts(counters: Counters) -> str:
    """Returns why the search is fast: '92 % of cuts by the first move · 3 % of null windows again'."""
    cuts, again = counters.first_move_cuts, counters.research_share
    parts = (
        "" if cuts is None else _("{share} of cuts by the first move", share=format_share(cuts)),
        "" if again is None else _("{share} of null windows again", share=format_share(again)),
    )
    return " · ".join(filter(None, parts))


def ghosts(lines: Sequence[AnalysisLine]) -> tuple[tuple[int, Move, Color], ...]:
    """Returns the moves of a line up to the ringed one, for the board: number, square, colour."""
    shown = (each.line.moves[: each.line.ringed + 1] for each in lines if each.line.ringed is not None)
    return tuple((number, *move) for number, move in enumerate(next(shown, ()), start=1))
