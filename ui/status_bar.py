"""The line at the bottom of the window."""

from __future__ import annotations

from pygame import Surface

from ui.layout import Frame
from ui.pages.page import Status
from ui.theme import NORMAL, SMALL, Theme

MARGIN = 16
# Least room between what is said on the left and on the right.
GAP = 24


def draw_status(surface: Surface, theme: Theme, frame: Frame, status: Status, toast: str | None) -> None:
    """What is going on at the left; at the right what the keys do, or for a while a toast."""
    bar, place = frame.status, frame.content_of(frame.status)
    surface.fill(theme["bar"], bar)
    surface.fill(theme["edge"], (bar.left, bar.top, bar.width, max(1, theme.px(1))))
    margin = theme.px(MARGIN)
    line = theme.ellipsized(status.text, NORMAL, place.width - 2 * margin)
    text = theme.text(line, NORMAL, "mistake_text" if status.is_problem else "text")
    surface.blit(text, text.get_rect(midleft=(place.left + margin, place.centery)))
    room = place.width - 2 * margin - text.get_width() - theme.px(GAP)
    keys = theme.ellipsized(toast or status.keys, SMALL, room)
    if len(keys) > 1:
        shown = theme.text(keys, SMALL, "quiet" if toast is None else "warning")
        surface.blit(shown, shown.get_rect(midright=(place.right - margin, place.centery)))
