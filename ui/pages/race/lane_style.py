"""What distinguishes a lane from the others: a colour, and a sign that says the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from typing import Final

import pygame
from pygame import Surface

from ai.limits import Algorithm
from ui.theme import Theme

Points = tuple[tuple[float, float], ...]


def _regular(corners: int, turn: float) -> Points:
    """The corners of a regular polygon around (0, 0), the first at `turn` of a whole turn from above."""
    angles = [2 * math.pi * (n / corners + turn) for n in range(corners)]
    return tuple((math.sin(angle), -math.cos(angle)) for angle in angles)


_CROSS: Final = tuple(
    (x / 2.8, y / 2.8)
    for x, y in (
        (-1, -3), (1, -3), (1, -1), (3, -1), (3, 1), (1, 1),
        (1, 3), (-1, 3), (-1, 1), (-3, 1), (-3, -1), (-1, -1),
    )
)  # fmt: skip


class LaneStyle(Enum):
    """The name of a colour of the theme, and the shape of the sign: its corners, none for a dot."""

    ALPHABETA = ("alphabeta", _regular(4, 0))
    PVS = ("pvs", ())
    GREEN = ("green", _regular(3, 0))
    PINK = ("pink", _regular(3, 1 / 2))
    GREY = ("grey", _CROSS)
    GOLD = ("gold", _regular(5, 0))
    VIOLET = ("minimax", _regular(4, 1 / 8))
    WHITE = ("text", _regular(6, 0))

    @property
    def colour(self) -> str:
        colour: str = self.value[0]
        return colour

    @property
    def corners(self) -> Points:
        corners: Points = self.value[1]
        return corners


_OWN: Final = {
    Algorithm.ALPHABETA: LaneStyle.ALPHABETA,
    Algorithm.PVS: LaneStyle.PVS,
    Algorithm.MINIMAX: LaneStyle.VIOLET,
}
"""Everywhere in the window; of several lanes with one algorithm the first has it."""
_OTHERS: Final = tuple(LaneStyle)[2:]


def lane_styles(algorithms: Sequence[Algorithm]) -> tuple[LaneStyle, ...]:
    """A style for each lane, no two alike; of six lanes at the most."""
    firsts = {
        algorithms.index(algorithm): style for algorithm, style in _OWN.items() if algorithm in algorithms
    }
    free = [style for style in _OTHERS if style not in firsts.values()]
    return tuple(firsts[n] if n in firsts else free.pop(0) for n in range(len(algorithms)))


def draw_sign(
    surface: Surface, theme: Theme, style: LaneStyle, at: tuple[float, float], radius: float
) -> None:
    colour = theme[style.colour]
    if not style.corners:
        pygame.draw.aacircle(surface, colour, at, radius)
        return
    r = radius * 1.2
    corners = [(at[0] + r * x, at[1] + r * y) for x, y in style.corners]
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)
