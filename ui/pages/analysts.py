"""A second analyst beside our hints, on the pages Play and Review: an engine of the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import pygame

from ai.limits import MoveScore
from game.board import PASS, Color, Move
from game.tree import Node
from play.analyst import APART, discs_apart
from ui.actions import Action, Group, Place
from ui.board.hint_marks import playable
from ui.input import Key
from ui.panels.verdict import MoveLine, VerdictModel
from ui.text import N_, _
from ui.text.wording import PROGRAM, for_black, format_move, format_worth
from ui.window import Window

if TYPE_CHECKING:
    from play.outside import OutsideAnalysis

_Line = tuple[tuple[Move, Color], ...]

NO_ENGINE: Final = N_("There is no other engine yet: add one in the settings, under Engines")


class AnalystCommands:
    def __init__(
        self,
        window: Window,
        shows_hints: Callable[[], bool],
        toggle_hints: Callable[[], object],
        is_offered: Callable[[], bool] = lambda: True,
        why_not: str = "",
    ) -> None:
        self.window = window
        self.analyst = window.session.analyst
        self.seen: object = None  # what is shown changes with it
        self._shows_hints = shows_hints
        self._toggle_hints = toggle_hints
        self.rows = (
            Action("second_analyst", N_("Second analyst"),
                   N_("An engine's score beneath each hint, and its line beside ours"), self.toggle,
                   (Key(pygame.K_t, shift=True),), Group.SEARCH, Place.MENU, is_on=lambda: self.is_on,
                   icon="two", is_possible=is_offered, why_not=why_not),
            Action("next_analyst", N_("Another second analyst"), N_("The next engine of the list"),
                   self.choose_next, (Key(pygame.K_w, shift=True),), Group.SEARCH, Place.MENU,
                   is_possible=lambda: self.is_on, icon="swap"),
        )  # fmt: skip

    @property
    def name(self) -> str:
        return self.analyst.name(self.window.settings.second_analyst)

    @property
    def is_on(self) -> bool:
        """The list is read only where two are wanted."""
        return self.window.settings.two_analysts and self._shows_hints() and bool(self.name)

    def toggle(self) -> None:
        is_on = not self.is_on
        if not self.name:
            self.window.toasts.answer(_(NO_ENGINE))
            return
        self.window.change(two_analysts=is_on)
        if is_on and not self._shows_hints():
            self._toggle_hints()

    def choose_next(self) -> None:
        name = self.analyst.name(self.window.settings.second_analyst, further=1)
        self.window.change(second_analyst=name)
        self.window.toasts.answer(_("The second analyst is {name}", name=name))

    def update(self, node: Node | None) -> None:
        """Start it on `node` if it is on; None stops it."""
        self.analyst.update(node if self.is_on else None, self.name if self.is_on else "")
        second = self.second_of(node)
        told = second and (second.seen, second.status, second.has_begun, second.is_done)
        self.seen = self.analyst.problem, second, told

    def second_of(self, node: Node | None) -> OutsideAnalysis | None:
        return self.analyst.analysis_of(node) if node is not None and self.is_on else None

    def model(self, node: Node, scores: Sequence[MoveScore], target: Move | None) -> VerdictModel:
        """Describes the move that is pointed at, else our best one; `scores` are ours, best first."""
        second, problem = self.second_of(node), self.analyst.problem
        ours = {found.move: found for found in scores if found.move != PASS}
        theirs = {found.move: found for found in (() if second is None else second.seen.scores)}
        move = target if target in ours else next(iter(ours), PASS)
        one, other = ours.get(move), theirs.get(move)
        lines = [tuple(playable(node.board, found.pv or (move,))) if found else () for found in (one, other)]
        places = enumerate(zip(*lines, strict=False))
        parting = next((at for at, (here, there) in places if here != there), None)
        said = problem
        if parting is not None and not problem:
            said = _describe_parting(node, parting, *lines)
        elif second is not None and other is None and not problem:
            from ui.text.new_game_wording import engine_sentence

            said = engine_sentence(second)
        rows = _rows(f"● {PROGRAM}", "text", one, lines[0], parting)
        rows += _rows(f"◆ {self.name}", "second", other, lines[1], parting)
        apart = None if one is None or other is None else discs_apart(one, other)
        title, colour = _("Two analysts"), "mistake_text" if problem else "text"
        if apart is not None:
            title, discs = _("{move}: they agree within {discs} discs"), f"{APART:.0f}"
            if apart >= APART:
                title, discs, colour = _("{move}: they differ by {discs} discs"), f"{apart:.0f}", "warning"
            title = title.format(move=format_move(move), discs=discs)
        return VerdictModel(title, colour, (said,) if said else (), tuple(rows))


def _describe_parting(node: Node, parting: int, one: _Line, other: _Line) -> str:
    number = node.line[0].board.empties - node.board.empties + 1
    number += sum(move != PASS for move, _color in one[:parting])
    ours, theirs = (format_move(line[parting][0]) for line in (one, other))
    return _("The lines part at move {number}: {one} or {other}", number=number, one=ours, other=theirs)


def _rows(name: str, ink: str, found: MoveScore | None, line: _Line, parting: int | None) -> list[MoveLine]:
    """Returns what a move is worth by an analyst, and below it the line."""
    if found is None or not line:
        return []
    worth = format_worth(for_black(found.score, line[0][1]), found.kind)
    return [MoveLine(f"{name}: {worth}", ink=ink), MoveLine("", line, ringed=parting)]
