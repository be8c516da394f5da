"""Draws the sights of a position: locks, rings, small discs, and regions of empty squares."""

from functools import lru_cache
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import SIDES, Bitboard, Color, shift, squares
from play.sights import Sight, Sights
from ui import paint
from ui.board.thoughts import disc_name
from ui.layout import BoardPlace
from ui.text import _
from ui.theme import NORMAL, SMALL, Theme

# Shares of the cell: a lock, the ring of a frontier disc, the disc of a move, the distance of stripes.
LOCK, RING, MOVE, STRIPE = 0.34, 0.72, 0.2, 1 / 6
# Opacity of the squares of a region, of 255.
REGION_ALPHA: Final = 120
# The smallest cell, in pixels at a scale of 1, with large text in a region.
WIDE_CELL: Final = 72
CORNERS: Final = "bottomleft", "bottomright"
INKS: Final = "mark_on_black", "best_on_felt"
"""The colours of even and of odd regions; odd ones also have stripes."""


@lru_cache(1)
def sights_picture(theme: Theme, width: int, sights: Sights, written: Bitboard) -> Surface:
    """Returns an overlay for a board of this width; `written` squares of regions are not filled."""
    place, picture = BoardPlace(Rect(0, 0, width, width)), Surface((width, width), pygame.SRCALPHA)
    for region in sights.regions:
        _draw_region(theme, place, picture, region, written)
    cell = place.felt.width // 8
    side = round(cell * MOVE)
    for n, color in enumerate(Color):
        mark = paint.rgba(theme[f"mark_on_{color.name.lower()}"])
        fill, edge = (paint.rgba(theme[disc_name(each)]) for each in (color, color.other))
        signs = {
            Sight.STABLE: (paint.icon("stable", round(cell * LOCK), mark), "center"),
            Sight.FRONTIER: (paint.dashed_ring(round(cell * RING), mark, theme.px(2)), "center"),
            Sight.MOVES: (paint.rounded((side, side), side // 2, fill, edge), CORNERS[n]),
        }
        for sight, *sides in sights.sides:
            sign, anchor = signs[sight]
            for square in squares(sides[n]):
                inner = place.cell(square).inflate(-cell // 10, -cell // 10)
                picture.blit(sign, sign.get_rect(**{anchor: getattr(inner, anchor)}))
    return picture


def _draw_region(
    theme: Theme, place: BoardPlace, picture: Surface, region: Bitboard, written: Bitboard
) -> None:
    """Draws a region with its outline; the free square nearest its middle shows the count and the
    parity; if no square is free, one shows the count alone.
    """
    count, cell, width = region.bit_count(), place.felt.width // 8, max(2, theme.px(2))
    tile, free, colour = Surface((cell, cell), pygame.SRCALPHA), region & ~written, theme[INKS[count % 2]]
    tile.fill(paint.rgba(colour, REGION_ALPHA))
    for at in (n * STRIPE * cell for n in range(1, 12 if count % 2 else 0)):
        pygame.draw.line(tile, colour, (at, 0), (at - cell, cell), max(1, cell // 24))
    for square in squares(free):
        picture.blit(tile, place.cell(square))
    far, long = cell - width, (width, cell)
    lines = (0, 0, *long), (far, 0, *long), (0, 0, *long[::-1]), (0, far, *long[::-1])
    for (step, arrivals), line in zip(SIDES, lines, strict=True):
        for square in squares(region & ~shift(region, step, arrivals)):
            picture.fill(colour, Rect(line).move(place.cell(square).topleft))
    x, y = (sum(each) / count for each in zip(*((n % 8, n // 8) for n in squares(region)), strict=True))
    middle = min(squares(free or region), key=lambda n: (n % 8 - x) ** 2 + (n // 8 - y) ** 2)
    said, size, ink = str(count), SMALL, "on_felt"
    if free:
        said = _("{count} odd", count=count) if count % 2 else _("{count} even", count=count)
        size, ink = NORMAL if cell >= theme.px(WIDE_CELL) else SMALL, "on_white"
    picture.blit(theme.text(said, size, ink, True), place.cell(middle).move(theme.px(4), theme.px(2)))
