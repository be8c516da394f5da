"""A move in a row of a ply: its state by colour, edge and sign."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame
from pygame import Rect, Surface

from ai.trace.state import MoveState, Status
from ui import paint
from ui.text import _
from ui.text.tree_wording import format_bound
from ui.text.wording import format_move
from ui.theme import SMALL, Theme
from ui.tree_view import draw_kind

RADIUS: Final = 4
PADDING: Final = 6
# A chip of at least this height has two lines.
TWO_LINES: Final = 28
DASH: Final = 3


def note_of(state: MoveState, unit: int, is_short: bool = False) -> str:
    """The second line: the value with its bound, or what is going on."""
    if is_short and state.status in (Status.UNDER_WAY, Status.AGAIN):
        return "2×" if state.visit or state.status is Status.AGAIN else "…"
    if state.status is Status.UNDER_WAY:
        if state.visit:
            return _("re-search")
        return _("zero window") if state.is_zero else _("search")
    if state.status is Status.AGAIN:
        return _("again")
    return format_bound(state.value, state.bound, unit)


def width_of(theme: Theme, state: MoveState, unit: int, height: int, is_short: bool) -> int:
    name, note = format_move(state.move), note_of(state, unit, is_short)
    above, below = theme.width(name, SMALL, True), theme.width(note, SMALL)
    if height < theme.px(TWO_LINES):
        return above + below + theme.px(2 * PADDING + (4 if note else 0))
    return max(above + theme.px(12), below, theme.width("H8", SMALL, True)) + theme.px(2 * PADDING)


def draw_chip(
    surface: Surface, theme: Theme, rect: Rect, state: MoveState, unit: int, is_best: bool, is_short: bool
) -> None:
    px, status = theme.px, state.status
    fill, edge, ink = _look(state, is_best)
    if status in (Status.WAITING, Status.CUT_OFF):
        surface.blit(_dashed(rect.size, paint.rgba(theme[edge]), px(DASH), max(1, px(1))), rect)
    else:
        width = px(2) if status in (Status.UNDER_WAY, Status.AGAIN) else px(1)
        shape = paint.rounded(
            rect.size, px(RADIUS), paint.rgba(theme[fill]), paint.rgba(theme[edge]), max(1, width)
        )
        surface.blit(shape, rect)
    name = theme.text(format_move(state.move), SMALL, ink, True)
    note = note_of(state, unit, is_short)
    if not note:
        place = name.get_rect(center=rect.center)
        surface.blit(name, place)
    elif rect.height < px(TWO_LINES):
        place = name.get_rect(midleft=(rect.left + px(PADDING), rect.centery))
        surface.blit(name, place)
        below = theme.text(note, SMALL, ink)
        surface.blit(below, below.get_rect(midright=(rect.right - px(PADDING), rect.centery)))
    else:
        below = theme.text(note, SMALL, ink)
        middle = rect.centery
        place = name.get_rect(center=(rect.centerx, middle - px(6)))
        surface.blit(name, place)
        surface.blit(below, below.get_rect(center=(rect.centerx, middle + px(7))))
        if status is Status.DONE:
            draw_kind(surface, theme, state.kind, (rect.right - px(8), place.centery + px(1)))
    if status is Status.CUT_OFF:
        line = Rect(rect.left + px(4), place.centery, rect.width - px(8), max(1, px(1)))
        surface.fill(theme["mistake_text"], line)


def _look(state: MoveState, is_best: bool) -> tuple[str, str, str]:
    """Ground, edge and ink."""
    if state.status is Status.UNDER_WAY:
        edge = "alphabeta" if state.visit else "pvs"
        return "raised", edge, "alphabeta" if state.visit else "text"
    if state.status is Status.AGAIN:
        return "raised", "alphabeta", "alphabeta"
    if state.status is Status.DONE:
        return ("best", "kind_pv", "text") if is_best else ("raised", "raised", "text")
    return "card", "disabled", "quiet"


@lru_cache(maxsize=512)
def _dashed(size: tuple[int, int], colour: paint.Rgba, dash: int, width: int) -> Surface:
    """A box of dashes."""
    surface = Surface(size, pygame.SRCALPHA)
    for x in range(dash, size[0] - dash, 2 * dash):
        for y in (0, size[1] - width):
            surface.fill(colour, (x, y, dash, width))
    for y in range(dash, size[1] - dash, 2 * dash):
        for x in (0, size[0] - width):
            surface.fill(colour, (x, y, width, dash))
    return surface
