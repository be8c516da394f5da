"""Smooth shapes that pygame lacks, drawn large once, scaled down and cached; and icons.

Lines and circles come from pygame's `aaline` and `aacircle`. On a transparent ground these leave a dark
fringe, so shapes that are cached as pictures are drawn here.
"""

import io
import itertools
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import pygame

from ui import assets
from ui.assets import MissingAsset, read_asset

# Shapes are drawn this many times larger, then scaled down: that smooths their edges.
OVERSAMPLE: Final = 4
# The number of pictures of a turning disc.
TURN_FRAMES: Final = 24
# The folder in assets: SVG files, white on a grid of 24 by 24.
ICONS: Final = "icons"

# The corners of a tick, as shares of its side: the tick of the fonts looks like a square root.
TICK: Final = ((0.24, 0.52), (0.43, 0.70), (0.77, 0.30))

Rgba = tuple[int, int, int, int]


def rgba(colour: pygame.Color, alpha: int | None = None) -> Rgba:
    """Returns a colour as a plain tuple, which can be a key."""
    return (colour.r, colour.g, colour.b, colour.a if alpha is None else alpha)


def tick(surface: pygame.Surface, place: pygame.Rect, colour: pygame.Color) -> None:
    """Draws a tick into a square place."""
    side = place.width
    corners = [(place.left + round(x * side), place.top + round(y * side)) for x, y in TICK]
    pygame.draw.lines(surface, colour, False, corners, max(2, side // 9))


@lru_cache(maxsize=256)
def rounded(
    size: tuple[int, int], radius: int, fill: Rgba, edge: Rgba | None = None, width: int = 1
) -> pygame.Surface:
    """Draws a filled rectangle with smooth round corners and, with `edge`, a border."""
    surface = pygame.Surface(size, pygame.SRCALPHA)
    radius = max(0, min(radius, size[0] // 2, size[1] // 2))
    rect = surface.get_rect()
    if radius == 0:
        surface.fill(edge or fill)
        if edge:
            surface.fill(fill, rect.inflate(-2 * width, -2 * width))
        return surface
    corners = _disc(radius, fill, edge, width)
    body = [rect.inflate(-2 * radius, 0), rect.inflate(0, -2 * radius)]
    for part in body:
        surface.fill(edge or fill, part)
    if edge:
        surface.fill(fill, rect.inflate(-2 * radius, -2 * width))
        surface.fill(fill, rect.inflate(-2 * width, -2 * radius))
    far_x, far_y = size[0] - radius, size[1] - radius
    for x, y, source in (
        (0, 0, (0, 0)),
        (far_x, 0, (radius, 0)),
        (0, far_y, (0, radius)),
        (far_x, far_y, (radius, radius)),
    ):
        surface.fill((0, 0, 0, 0), (x, y, radius, radius))
        surface.blit(corners, (x, y), (*source, radius, radius))
    return surface


def _disc(radius: int, fill: Rgba, edge: Rgba | None, width: int) -> pygame.Surface:
    big = radius * OVERSAMPLE
    surface = pygame.Surface((2 * big, 2 * big), pygame.SRCALPHA)
    surface.fill((*(edge or fill)[:3], 0))
    pygame.draw.circle(surface, edge or fill, (big, big), big)
    if edge:
        pygame.draw.circle(surface, fill, (big, big), big - width * OVERSAMPLE)
    return pygame.transform.smoothscale(surface, (2 * radius, 2 * radius))


@lru_cache(maxsize=32)
def dashed_ring(diameter: int, colour: Rgba, width: float, dashes: int = 22) -> pygame.Surface:
    big = diameter * OVERSAMPLE
    surface = pygame.Surface((big, big), pygame.SRCALPHA)
    surface.fill((*colour[:3], 0))
    outer = big / 2 - 1
    inner = outer - width * OVERSAMPLE
    for dash in range(dashes):
        start = 2 * math.pi * dash / dashes
        angles = [start + 2 * math.pi / dashes * 0.58 * step / 4 for step in range(5)]
        points = [
            (big / 2 + radius * math.cos(angle), big / 2 + radius * math.sin(angle))
            for radius, way in ((outer, angles), (inner, reversed(angles)))
            for angle in way
        ]
        pygame.draw.polygon(surface, colour, points)
    return pygame.transform.smoothscale(surface, (diameter, diameter))


@lru_cache(maxsize=16)
def othello_disc(diameter: int, is_white: bool, colour: Rgba) -> pygame.Surface:
    """Draws a disc lit from the top left: a body, a lighter face that drifts to the light, a thin rim."""
    big = diameter * OVERSAMPLE
    surface = pygame.Surface((big, big), pygame.SRCALPHA)
    surface.fill((*colour[:3], 0))
    rim = tuple(int(c * (0.78 if is_white else 0.55)) for c in colour[:3])
    pygame.draw.circle(surface, rim, (big // 2, big // 2), big // 2)
    rings = 48
    for ring in range(rings):
        share = ring / (rings - 1)
        radius = big * 0.487 * (1 - share) ** 0.9
        drift = big * 0.17 * share
        light = share**1.3
        gain = 16 if is_white else 62
        shade = tuple(
            min(255, int(c * (0.93 if is_white else 0.9) + gain * light + (8 if is_white else 0) * share))
            for c in colour[:3]
        )
        pygame.draw.circle(surface, shade, (big / 2 - drift, big / 2 - drift), max(1.0, radius))
    return pygame.transform.smoothscale(surface, (diameter, diameter))


@lru_cache(maxsize=4 * TURN_FRAMES)
def turning_disc(diameter: int, is_white: bool, colour: Rgba, frame: int) -> pygame.Surface:
    """Draws a turning disc at `frame` of TURN_FRAMES, a little larger while it is in the air."""
    angle = math.pi * (frame + 0.5) / TURN_FRAMES
    lift = 1 + 0.1 * math.sin(angle)
    width = max(round(diameter * 0.09), round(diameter * lift * abs(math.cos(angle))))
    disc = othello_disc(diameter, is_white, colour)
    return pygame.transform.smoothscale(disc, (width, round(diameter * lift)))


@lru_cache(maxsize=12)
def blurred(diameter: int, blur: int, colour: Rgba, is_ring: bool = False) -> pygame.Surface:
    """Draws a blurred disc, or a ring of light around one; the surface is `diameter + 4 * blur` wide."""
    size = diameter + 4 * blur
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    surface.fill((*colour[:3], 0))
    radius, width = (diameter / 2 + blur, 2 * blur) if is_ring else (diameter / 2, 0)
    pygame.draw.circle(surface, colour, (size / 2, size / 2), radius, width)
    return pygame.transform.gaussian_blur(surface, max(1, blur))


def forget() -> None:
    """Drops all cached pictures: those for another window size waste megabytes."""
    for kept in (rounded, dashed_ring, othello_disc, turning_disc, blurred):
        kept.cache_clear()


def dashed_line(
    surface: pygame.Surface,
    colour: pygame.Color,
    points: Sequence[tuple[float, float]],
    width: int,
    dash: float,
) -> None:
    """Draws a smooth line through all points, in dashes of `dash` pixels with gaps as long."""
    drawn = 0.0
    for start, end in itertools.pairwise(map(pygame.Vector2, points)):
        length = start.distance_to(end)
        at = 0.0
        while at < length:
            step = min(dash - drawn % dash, length - at)
            if drawn // dash % 2 == 0:
                way = (end - start) / length
                pygame.draw.aaline(surface, colour, start + at * way, start + (at + step) * way, width)
            at += step
            drawn += max(step, 1e-6)


@lru_cache(maxsize=256)
def icon(name: str, size: int, colour: Rgba) -> pygame.Surface:
    """Draws `assets/icons/name.svg` in one colour, transparent, `size` pixels square. Raises MissingAsset."""
    file = f"{ICONS}/{name}.svg"
    try:
        picture = pygame.image.load_sized_svg(io.BytesIO(read_asset(file)), (size, size))
    except pygame.error as error:
        raise MissingAsset(assets.ASSETS / file, error) from error
    picture.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
    return picture
