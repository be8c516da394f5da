"""The page shown in place of one that has failed, or first after a crash: it offers a report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame
from pygame import Surface

from game.text import reason_of
from ui.actions import Action, Group
from ui.assets import CannotRun
from ui.boxes import area, button, column, grow, row, solve, text
from ui.buttons import BAR_PADDING, BUTTON, ButtonRow
from ui.input import Key
from ui.layout import Frame
from ui.pages.page import Page
from ui.text import N_, _
from ui.theme import TITLE, Theme

FAILED: Final = N_("This page has failed")
SAVED: Final = N_("Your game is saved, and the other pages work. The report helps to fix the fault.")
CRASHED: Final = N_("Nullwindow crashed")
KEPT: Final = N_("Your game is as last saved. The report helps to fix the fault.")
# Lengths at a scale of 1: the width of a line, and the gap above the buttons.
WIDTH: Final = 560
GAP: Final = 20


class FaultPage(Page):
    """Replaces the page `identity` until that is rebuilt and opened."""

    def __init__(
        self,
        identity: str,
        error: Exception | None,
        go_on: Callable[[], object],
        copy_report: Callable[[], Action],
    ) -> None:
        """Without an `error`, the program crashed before this start."""
        self.identity = identity  # type: ignore[misc]  # it stands for any page
        self._copy_report = copy_report
        self.sentences: tuple[str, ...] = (CRASHED, KEPT) if error is None else (FAILED, SAVED)
        if isinstance(error, CannotRun | MemoryError):  # with a reason for users
            self.sentences = FAILED, reason_of(error), SAVED
        label = N_("Go on") if error is None else N_("Reload the page")
        self._go_on = Action("reload_page", label, N_("The page as last saved"), go_on,
                             (Key(pygame.K_F5),), Group.WINDOW, is_primary=True)  # fmt: skip

    @property
    def actions(self) -> tuple[Action, ...]:
        return (self._go_on,)

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        return (self._buttons,)

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        title, *sentences = map(_, self.sentences)
        actions = self._go_on, self._copy_report()
        words = (text(each, ink="quiet", width=WIDTH) for each in sentences)
        buttons = row(*(button(action, height=BUTTON, padding=BAR_PADDING) for action in actions), gap=4)
        head = text(title, TITLE, bold=True, width=WIDTH)
        content = column(grow(), head, *words, area("", 0, GAP), buttons, grow(), gap=0)
        self._theme = theme
        self._placed = solve(row(grow(), content, grow()), theme, frame.page)
        self._buttons = self._placed.button_row(theme)

    def draw(self, surface: Surface) -> None:
        self._placed.paint(self._theme, surface)
