"""The pictures on buttons: SVG files in assets/icons, white on a grid of 24 by 24."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

import pygame
from pygame import Surface

from ui import assets
from ui.assets import MissingAsset, read_asset
from ui.paint import Rgba

FOLDER: Final = "icons"


@lru_cache(maxsize=256)
def icon(name: str, size: int, colour: Rgba) -> Surface:
    """`assets/icons/name.svg` in one colour, `size` by `size` pixels on a transparent ground.

    Raises MissingAsset.
    """
    file = f"{FOLDER}/{name}.svg"
    try:
        picture = pygame.image.load_sized_svg(io.BytesIO(read_asset(file)), (size, size))
    except pygame.error as error:
        raise MissingAsset(assets.ASSETS / file, error) from error
    picture.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
    return picture
