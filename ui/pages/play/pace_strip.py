"""Under the board of a watched game: pause, step, and how fast its searches are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame
from pygame import Rect, Surface

from play.settings import WATCH_SPEEDS
from ui.actions import Action
from ui.buttons import ButtonRow, icon_row
from ui.panels.panel import Panel
from ui.panels.tips import PACE, Tip
from ui.text import _
from ui.text.wording import format_watch_speed
from ui.theme import NORMAL, SMALL, Theme

STRIP: Final = 40
BUTTONS: Final = ("pause", "step")
BUTTON: Final = 40
GAP: Final = 12
TRACK: Final = 4
KNOB: Final = 8
# Narrower than this there are no words about the pace.
WORDS_FROM: Final = 440


class PaceStrip(Panel[float]):
    """Its model is the speed, in positions a second."""

    def __init__(self, theme: Theme, rect: Rect, actions: Sequence[Action]) -> None:
        super().__init__(theme, rect)
        width = (theme.px(BUTTON) + theme.px(8)) * len(BUTTONS)
        self.buttons: ButtonRow = icon_row(theme, Rect(rect.left, rect.top, width, rect.height), actions)
        px = theme.px
        left = width + px(GAP) + theme.width(_("slow"), NORMAL) + px(GAP)
        right = rect.width - theme.width(_("fast"), NORMAL) - px(GAP)
        if rect.width >= px(WORDS_FROM):
            longest = max(theme.width(format_watch_speed(speed), SMALL) for speed in WATCH_SPEEDS)
            right -= longest + px(2 * GAP)
        self.track = Rect(left, rect.height // 2 - px(TRACK) // 2, max(px(40), right - left), px(TRACK))

    def speed_at(self, position: tuple[int, int], is_dragged: bool = False) -> float | None:
        """The speed next to a pixel of the window; None beside the track, unless it `is_dragged`."""
        x, y = self.local(position)
        room = self.track.inflate(self.theme.px(24), self.theme.px(28))
        if not (is_dragged or room.collidepoint(x, y)):
            return None
        share = (x - self.track.left) / max(1, self.track.width)
        return WATCH_SPEEDS[round(min(1.0, max(0.0, share)) * (len(WATCH_SPEEDS) - 1))]

    def meanings(self) -> list[Tip]:
        right = Rect(self.track.left, 0, self.rect.width - self.track.left, self.rect.height)
        return [(right, PACE)]

    def _repaint(self, model: float) -> None:
        """On the page itself, without a card."""
        self._surface.fill((0, 0, 0, 0))
        self.paint(self._surface, model)

    def paint(self, surface: Surface, model: float) -> None:
        theme, px, track = self.theme, self.theme.px, self.track
        middle = self.rect.height // 2
        self.write(surface, _("slow"), "quiet", NORMAL, midright=(track.left - px(GAP), middle))
        end = self.write(surface, _("fast"), "quiet", NORMAL, midleft=(track.right + px(GAP), middle))
        if self.rect.width >= px(WORDS_FROM):
            words = format_watch_speed(model)
            room = self.rect.width - end.right - px(GAP)
            self.write(surface, words, "quiet", SMALL, room=room, midright=(self.rect.width, middle))
        last = len(WATCH_SPEEDS) - 1
        share = next(n for n, speed in enumerate(WATCH_SPEEDS) if speed >= model) / last
        self.bar(surface, track, share)
        for n in range(last + 1):
            x = track.left + round(track.width * n / last)
            pygame.draw.aacircle(surface, theme["quiet"], (x, track.bottom + px(8)), max(1, px(1)))
        knob = track.left + round(track.width * share), middle
        pygame.draw.aacircle(surface, theme["text"], knob, px(KNOB))
