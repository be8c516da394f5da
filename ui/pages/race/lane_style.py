"""What distinguishes a lane from the others: a colour, and a sign that says the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class LaneStyle:
    """The name of a colour of the theme, and the shape of the sign: its corners, none for a dot."""

    colour: str
    corners: Points


OWN: Final = {
    Algorithm.ALPHABETA: LaneStyle("alphabeta", _regular(4, 0)),
    Algorithm.PVS: LaneStyle("pvs", ()),
    Algorithm.MINIMAX: LaneStyle("minimax", _regular(4, 1 / 8)),
}
"""Everywhere in the window; of several lanes with one algorithm the first has it."""
OTHERS: Final = (
    LaneStyle("green", _regular(3, 0)),
    LaneStyle("pink", _regular(3, 1 / 2)),
    LaneStyle("grey", _CROSS),
    LaneStyle("gold", _regular(5, 0)),
    OWN[Algorithm.MINIMAX],
    LaneStyle("text", _regular(6, 0)),
)


def lane_styles(algorithms: Sequence[Algorithm]) -> tuple[LaneStyle, ...]:
    """A style for each lane, no two alike; of six lanes at the most."""
    firsts = {
        algorithms.index(algorithm): style for algorithm, style in OWN.items() if algorithm in algorithms
    }
    free = [style for style in OTHERS if style not in firsts.values()]
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
