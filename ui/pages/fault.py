"""The page in place of one that has failed, and of the first one after a crash: it offers a report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame
from pygame import Rect, Surface

from game.text import reason_of
from ui.actions import Action, Group
from ui.assets import CannotRun
from ui.buttons import BUTTON, ButtonRow, add_buttons
from ui.input import Key
from ui.layout import Frame
from ui.pages.page import Page
from ui.text import N_, _
from ui.theme import NORMAL, TITLE, Theme

FAILED: Final = N_("This page has failed")
SAVED: Final = N_("Your game is saved, and the other pages work. The report helps to mend the fault.")
CRASHED: Final = N_("Nullwindow did not end well")
KEPT: Final = N_("Your game is as it was saved last. The report helps to mend the fault.")
# Lengths at a scale of 1: the most of a line, and between the title, the lines and the buttons.
WIDTH: Final = 560
GAP: Final = 20


class FaultPage(Page):
    """Takes the place of the page `identity` until that is opened, made anew."""

    def __init__(
        self,
        identity: str,
        error: Exception | None,
        go_on: Callable[[], object],
        copy_report: Callable[[], Action],
    ) -> None:
        """Without an `error` it is the program that has failed, before this start."""
        self.identity = identity  # type: ignore[misc]  # it stands for any page
        self._copy_report = copy_report
        self.sentences: tuple[str, ...] = (CRASHED, KEPT) if error is None else (FAILED, SAVED)
        if isinstance(error, CannotRun | MemoryError):  # which have a sentence
            self.sentences = FAILED, reason_of(error), SAVED
        label = N_("Go on") if error is None else N_("Reload the page")
        self._go_on = Action("reload_page", label, N_("The page as it was saved last"), go_on,
                             (Key(pygame.K_F5),), Group.WINDOW, is_primary=True)  # fmt: skip

    @property
    def actions(self) -> tuple[Action, ...]:
        return (self._go_on,)

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        return (self._buttons,)

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        px = theme.px
        width = min(px(WIDTH), frame.page.width - 2 * px(GAP))
        title, *sentences = self.sentences
        self._pictures = [theme.text(_(title), TITLE, "text", True, width)]
        self._pictures += [theme.text(_(each), NORMAL, "quiet", False, width) for each in sentences]
        height = sum(picture.get_height() for picture in self._pictures) + px(GAP) + px(BUTTON)
        self._place = Rect(0, 0, width, height)
        self._place.center = frame.page.center
        self._buttons = ButtonRow(theme)
        place = Rect(self._place.left, self._place.bottom - px(BUTTON), width, px(BUTTON))
        actions = self._go_on, self._copy_report()
        add_buttons(self._buttons, theme, place, [("plain", actions)])

    def draw(self, surface: Surface) -> None:
        top = self._place.top
        for picture in self._pictures:
            surface.blit(picture, (self._place.left, top))
            top += picture.get_height()
