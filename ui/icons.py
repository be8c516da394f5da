"""The pictures on buttons, drawn as vectors on a grid of 24 by 24, in one colour."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Final

import pygame
from pygame import Surface

from ui.paint import OVERSAMPLE, Rgba

GRID: Final = 24
# The width of a line, on the grid.
STROKE: Final = 2.0

Point = tuple[float, float]


class Pen:
    """Draws on the grid, large, to be scaled down."""

    def __init__(self, size: int, colour: Rgba) -> None:
        """`size` is that of the picture, in pixels."""
        self._unit = size * OVERSAMPLE / GRID
        self._colour = colour
        self.surface = Surface((size * OVERSAMPLE, size * OVERSAMPLE), pygame.SRCALPHA)
        self.surface.fill((*colour[:3], 0))

    def _at(self, point: Point) -> Point:
        return point[0] * self._unit, point[1] * self._unit

    def dot(self, centre: Point, radius: float) -> None:
        pygame.draw.circle(self.surface, self._colour, self._at(centre), radius * self._unit)

    def ring(self, centre: Point, radius: float) -> None:
        outer = (radius + STROKE / 2) * self._unit
        width = round(STROKE * self._unit)
        pygame.draw.circle(self.surface, self._colour, self._at(centre), outer, width)

    def line(self, *points: Point) -> None:
        """With round ends and joints."""
        for start, end in pairwise(points):
            self._stroke(start, end)
        for point in points:
            self.dot(point, STROKE / 2)

    def _stroke(self, start: Point, end: Point) -> None:
        length = math.dist(start, end)
        if length:
            x = (end[1] - start[1]) / length * STROKE / 2
            y = (start[0] - end[0]) / length * STROKE / 2
            self.area(
                (start[0] + x, start[1] + y),
                (end[0] + x, end[1] + y),
                (end[0] - x, end[1] - y),
                (start[0] - x, start[1] - y),
            )

    def area(self, *corners: Point) -> None:
        pygame.draw.polygon(self.surface, self._colour, [self._at(corner) for corner in corners])

    def arc(self, centre: Point, radius: float, begin: float, end: float) -> None:
        """From one angle to another, in degrees, clockwise from the right."""
        self.line(*_on_circle(centre, radius, begin, end))


def _on_circle(centre: Point, radius: float, begin: float, end: float) -> Iterable[Point]:
    steps = max(2, round(abs(end - begin) / 8))
    for n in range(steps + 1):
        angle = math.radians(begin + (end - begin) * n / steps)
        yield centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def _again(pen: Pen) -> None:
    pen.arc((12, 12), 7, -40, 260)
    pen.area((10.4, 0.8), (10.4, 9.2), (16.6, 5))


def _undo(pen: Pen, mirror: int = 1) -> None:
    def x(at: float) -> float:
        return 12 + mirror * (at - 12)

    pen.line((x(8), 5), (x(4), 9), (x(8), 13))
    pen.line((x(4), 9), (x(14), 9))
    pen.line(*((x(a), b) for a, b in _on_circle((14, 14), 5, -90, 90)))
    pen.line((x(14), 19), (x(9), 19))


def _games(pen: Pen) -> None:
    for y in (6, 12, 18):
        pen.dot((5, y), 1.6)
        pen.line((10, y), (20, y))


def _open(pen: Pen) -> None:
    pen.line((3, 18), (3, 6), (9, 6), (11, 8), (19, 8), (19, 11))
    pen.line((3, 18), (6, 11), (22, 11), (19, 18), (3, 18))


def _edit(pen: Pen) -> None:
    pen.line((5, 19), (6, 15), (16, 5), (19, 8), (9, 18), (5, 19))
    pen.line((13.5, 7.5), (16.5, 10.5))


def _hint(pen: Pen) -> None:
    """A lamp."""
    pen.arc((12, 9.5), 6, 130, 410)
    pen.line((8.4, 14.4), (9.4, 17), (14.6, 17), (15.6, 14.4))
    pen.line((10, 20.4), (14, 20.4))


def _more(pen: Pen) -> None:
    for x in (5, 12, 19):
        pen.dot((x, 12), 1.9)


def _pause(pen: Pen) -> None:
    for x in (7, 14):
        pen.area((x, 5), (x + 3.4, 5), (x + 3.4, 19), (x, 19))


def _play(pen: Pen) -> None:
    pen.area((7, 4), (20, 12), (7, 20))


def _step(pen: Pen) -> None:
    pen.area((5, 4), (15, 12), (5, 20))
    pen.area((16, 4), (19, 4), (19, 20), (16, 20))


def _stop(pen: Pen) -> None:
    pen.area((6, 6), (18, 6), (18, 18), (6, 18))


def _move_now(pen: Pen) -> None:
    """Lightning."""
    pen.area((13, 2), (5, 13.5), (11, 13.5), (10, 22), (19, 9.5), (12.6, 9.5))


def _tree(pen: Pen) -> None:
    pen.line((12, 6), (5, 18))
    pen.line((12, 6), (12, 18))
    pen.line((12, 6), (19, 18))
    pen.dot((12, 5), 2.6)
    for x in (5, 12, 19):
        pen.dot((x, 19), 2.4)


def _analyse(pen: Pen) -> None:
    """Bars."""
    for x, top in ((4, 13), (10.3, 4), (16.6, 9)):
        pen.area((x, top), (x + 3.6, top), (x + 3.6, 20), (x, 20))


def _sound(pen: Pen) -> None:
    pen.area((3, 9), (7, 9), (12, 4.5), (12, 19.5), (7, 15), (3, 15))
    pen.arc((12, 12), 4.2, -50, 50)
    pen.arc((12, 12), 8, -50, 50)


def _muted(pen: Pen) -> None:
    pen.area((3, 9), (7, 9), (12, 4.5), (12, 19.5), (7, 15), (3, 15))
    pen.line((15.5, 9), (21, 15))
    pen.line((21, 9), (15.5, 15))


def _help(pen: Pen) -> None:
    pen.arc((12, 8.6), 4.2, -190, 60)
    pen.line((14, 12.2), (12, 14), (12, 15.6))
    pen.dot((12, 19.4), 1.5)


def _settings(pen: Pen) -> None:
    """Three sliders."""
    for y, x in ((6, 15), (12, 8), (18, 13)):
        pen.line((4, y), (20, y))
        pen.dot((x, y), 3)


def _swap(pen: Pen) -> None:
    pen.line((5, 8), (19, 8), (15.5, 4.5))
    pen.line((19, 16), (5, 16), (8.5, 19.5))


def _back(pen: Pen) -> None:
    pen.line((15, 5), (8, 12), (15, 19))


def _on(pen: Pen) -> None:
    pen.line((9, 5), (16, 12), (9, 19))


def _first(pen: Pen) -> None:
    pen.line((18, 5), (11, 12), (18, 19))
    pen.line((6, 5), (6, 19))


def _last(pen: Pen) -> None:
    pen.line((6, 5), (13, 12), (6, 19))
    pen.line((18, 5), (18, 19))


def _share(pen: Pen) -> None:
    """Out of a tray."""
    pen.line((12, 15), (12, 4))
    pen.line((7.5, 8), (12, 3.5), (16.5, 8))
    pen.line((8, 12), (5, 12), (5, 20), (19, 20), (19, 12), (16, 12))


def _archive(pen: Pen) -> None:
    """A box with a lid."""
    pen.line((3, 5), (21, 5), (21, 9), (3, 9), (3, 5))
    pen.line((5, 9), (5, 19.5), (19, 19.5), (19, 9))
    pen.line((9.5, 13), (14.5, 13))


def _copy(pen: Pen) -> None:
    pen.line((9, 8), (20, 8), (20, 21), (9, 21), (9, 8))
    pen.line((15, 8), (15, 3), (4, 3), (4, 16), (9, 16))


def _paste(pen: Pen) -> None:
    """A clipboard."""
    pen.line((8, 5), (5, 5), (5, 21), (19, 21), (19, 5), (16, 5))
    pen.area((8, 2), (16, 2), (16, 8), (8, 8))
    pen.line((9, 13), (15, 13))
    pen.line((9, 17), (13, 17))


def _clock(pen: Pen) -> None:
    pen.ring((9.5, 14), 7)
    pen.line((9.5, 10), (9.5, 14), (12.5, 15.5))


def _less_time(pen: Pen) -> None:
    _clock(pen)
    pen.line((16, 4), (22, 4))


def _more_time(pen: Pen) -> None:
    _less_time(pen)
    pen.line((19, 1), (19, 7))


def _comment(pen: Pen) -> None:
    pen.line((3.5, 4.5), (20.5, 4.5), (20.5, 16), (11, 16), (6.5, 20.5), (6.5, 16), (3.5, 16), (3.5, 4.5))
    pen.line((8, 8.6), (16, 8.6))
    pen.line((8, 12), (13, 12))


def _mark(pen: Pen) -> None:
    """A triangle over a ring and a square."""
    pen.line((12, 3), (16.5, 10), (7.5, 10), (12, 3))
    pen.ring((6.5, 17.5), 3.5)
    pen.line((14, 14), (20.5, 14), (20.5, 20.5), (14, 20.5), (14, 14))


def _promote(pen: Pen) -> None:
    """To the top."""
    pen.line((5, 3.5), (19, 3.5))
    pen.line((12, 20.5), (12, 8.5))
    pen.line((6.5, 13.5), (12, 8), (17.5, 13.5))


def _delete(pen: Pen) -> None:
    """A bin."""
    pen.line((4, 6), (20, 6))
    pen.line((9, 6), (9, 3), (15, 3), (15, 6))
    pen.line((6, 6), (7, 21), (17, 21), (18, 6))
    pen.line((12, 10), (12, 17))


def _mistake(pen: Pen, mirror: int = 1) -> None:
    """A question mark, and the way to it."""

    def x(at: float) -> float:
        return 12 + mirror * (at - 12)

    pen.line((x(9), 6), (x(3), 12), (x(9), 18))
    pen.arc((x(16), 8.4), 3.8, -190, 60)
    pen.line((x(16) + 1.9, 11.7), (x(16), 13.4), (x(16), 15.2))
    pen.dot((x(16), 19), 1.5)


def _show(pen: Pen) -> None:
    """An eye."""
    pen.arc((12, 17), 11, -150, -30)
    pen.arc((12, 7), 11, 30, 150)
    pen.dot((12, 12), 3.4)


def _ahead(pen: Pen) -> None:
    pen.area((3, 5), (12, 12), (3, 19))
    pen.area((12, 5), (21, 12), (12, 19))


def _minus(pen: Pen) -> None:
    pen.line((4, 12), (20, 12))


def _plus(pen: Pen) -> None:
    _minus(pen)
    pen.line((12, 4), (12, 20))


def _up(pen: Pen) -> None:
    pen.line((12, 20), (12, 4))
    pen.line((5.5, 10.5), (12, 4), (18.5, 10.5))


def _down(pen: Pen) -> None:
    pen.line((12, 4), (12, 20))
    pen.line((5.5, 13.5), (12, 20), (18.5, 13.5))


def _race(pen: Pen) -> None:
    """A flag in squares."""
    pen.line((4, 3), (4, 21))
    pen.line((4, 4), (20, 4), (20, 14), (4, 14))
    for x, y in ((4, 4), (12, 4), (8, 9), (16, 9)):
        pen.area((x, y), (x + 4, y), (x + 4, y + 5), (x, y + 5))


def _limit(pen: Pen) -> None:
    """Up to a line."""
    pen.line((20, 4), (20, 20))
    pen.line((3, 12), (16, 12))
    pen.line((10.5, 6.5), (16, 12), (10.5, 17.5))


def _close(pen: Pen) -> None:
    pen.line((5.5, 5.5), (18.5, 18.5))
    pen.line((18.5, 5.5), (5.5, 18.5))


def _board(pen: Pen) -> None:
    pen.line((4, 4), (20, 4), (20, 20), (4, 20), (4, 4))
    for at in (9.3, 14.7):
        pen.line((at, 4), (at, 20))
        pen.line((4, at), (20, at))


def _search(pen: Pen) -> None:
    """A lens."""
    pen.ring((10, 10), 6.5)
    pen.line((15, 15), (21, 21))


def _zoom_out(pen: Pen) -> None:
    _search(pen)
    pen.line((7.4, 10), (12.6, 10))


def _zoom_in(pen: Pen) -> None:
    _zoom_out(pen)
    pen.line((10, 7.4), (10, 12.6))


def _whole(pen: Pen) -> None:
    """As wide as can be."""
    for x, inward in ((3, 1), (21, -1)):
        pen.line((x, 4), (x, 20))
        pen.line((x + 3 * inward, 12), (12, 12))
        pen.line((x + 6.5 * inward, 8.5), (x + 3 * inward, 12), (x + 6.5 * inward, 15.5))


def _two(pen: Pen) -> None:
    """Side by side."""
    for x in (3.5, 14):
        pen.line((x, 4), (x + 6.5, 4), (x + 6.5, 20), (x, 20), (x, 4))


def _part(pen: Pen) -> None:
    """A way that forks."""
    pen.line((12, 21), (12, 13), (5, 4))
    pen.line((12, 13), (19, 4))
    pen.dot((12, 13), 2.6)


def _cut(pen: Pen) -> None:
    """Scissors."""
    pen.ring((6, 18), 3)
    pen.ring((18, 18), 3)
    pen.line((8, 15.6), (17, 3))
    pen.line((16, 15.6), (7, 3))


def _best(pen: Pen) -> None:
    """A star."""
    corners = []
    for n in range(10):
        radius = 10.5 if n % 2 == 0 else 4.6
        angle = math.radians(-90 + 36 * n)
        corners.append((12 + radius * math.cos(angle), 13 + radius * math.sin(angle)))
    pen.area(*corners)


def _mirror(pen: Pen) -> None:
    """Two sides of an axis."""
    for y in (3, 9.5, 16):
        pen.line((12, y), (12, y + 4))
    pen.area((8.5, 5), (8.5, 19), (1.5, 19))
    pen.area((15.5, 5), (15.5, 19), (22.5, 19))


def _turn(pen: Pen) -> None:
    """By a quarter, clockwise."""
    pen.arc((14, 14), 8, 0, 270)
    pen.area((13.4, 1.5), (13.4, 10.5), (19.5, 6))


def _start(pen: Pen) -> None:
    """Four discs."""
    pen.ring((7, 7), 4)
    pen.ring((17, 17), 4)
    pen.dot((17, 7), 5)
    pen.dot((7, 17), 5)


ICONS: Final[dict[str, Callable[[Pen], None]]] = {
    "again": _again,
    "undo": _undo,
    "redo": lambda pen: _undo(pen, -1),
    "games": _games,
    "open": _open,
    "edit": _edit,
    "hint": _hint,
    "more": _more,
    "pause": _pause,
    "play": _play,
    "step": _step,
    "stop": _stop,
    "move_now": _move_now,
    "tree": _tree,
    "analyse": _analyse,
    "sound": _sound,
    "muted": _muted,
    "help": _help,
    "settings": _settings,
    "swap": _swap,
    "first": _first,
    "back": _back,
    "on": _on,
    "last": _last,
    "share": _share,
    "archive": _archive,
    "copy": _copy,
    "paste": _paste,
    "less_time": _less_time,
    "more_time": _more_time,
    "comment": _comment,
    "mark": _mark,
    "promote": _promote,
    "delete": _delete,
    "show": _show,
    "ahead": _ahead,
    "minus": _minus,
    "plus": _plus,
    "up": _up,
    "down": _down,
    "race": _race,
    "limit": _limit,
    "close": _close,
    "board": _board,
    "search": _search,
    "zoom_in": _zoom_in,
    "zoom_out": _zoom_out,
    "whole": _whole,
    "two": _two,
    "part": _part,
    "cut": _cut,
    "best": _best,
    "mirror": _mirror,
    "turn": _turn,
    "start": _start,
    "mistake_back": _mistake,
    "mistake_on": lambda pen: _mistake(pen, -1),
}
"""By name."""


@lru_cache(maxsize=256)
def icon(name: str, size: int, colour: Rgba) -> Surface:
    """A picture of `size` by `size` pixels on a transparent ground. Raises KeyError for an unknown name."""
    pen = Pen(size, colour)
    ICONS[name](pen)
    return pygame.transform.smoothscale(pen.surface, (size, size))
