"""Makes the program's icon: `python -m benchmarks.icon` writes assets/icon.png, icon.ico and icon.icns.

It shows the centre of a board at the start of a game, in the colours of the theme.
"""

from __future__ import annotations

import io
import struct
from typing import Final

import pygame

from ui.assets import ASSETS
from ui.paint import blurred, othello_disc, rgba, rounded
from ui.theme import Theme

SIZE: Final = 256
FRAME: Final = 20
# The picture is drawn once, large, and scaled down.
DRAWN: Final = 4 * SIZE


def icon() -> pygame.Surface:
    """Draws the icon, SIZE pixels square, with transparent corners."""
    theme = Theme(1.0)
    scale = DRAWN // SIZE
    surface = pygame.Surface((DRAWN, DRAWN), pygame.SRCALPHA)
    surface.blit(rounded((DRAWN, DRAWN), 48 * scale, rgba(theme["frame_light"])), (0, 0))
    board = pygame.Rect(0, 0, DRAWN, DRAWN).inflate(-2 * FRAME * scale, -2 * FRAME * scale)
    surface.blit(rounded(board.size, 30 * scale, rgba(theme["felt"])), board)
    grid = theme["grid"]
    surface.fill(grid, (board.centerx - 2 * scale, board.top, 4 * scale, board.height))
    surface.fill(grid, (board.left, board.centery - 2 * scale, board.width, 4 * scale))
    diameter = 88 * scale
    shadow = blurred(diameter, 5 * scale, (0, 0, 0, 130))
    for column, row in ((0, 0), (1, 0), (0, 1), (1, 1)):
        is_white = column == row
        disc = othello_disc(diameter, is_white, rgba(theme["white_disc" if is_white else "black_disc"]))
        center = (
            board.left + board.width * (2 * column + 1) // 4,
            board.top + board.height * (2 * row + 1) // 4,
        )
        surface.blit(shadow, shadow.get_rect(center=(center[0] + 3 * scale, center[1] + 5 * scale)))
        surface.blit(disc, disc.get_rect(center=center))
    return pygame.transform.smoothscale(surface, (SIZE, SIZE))


def png(surface: pygame.Surface) -> bytes:
    data = io.BytesIO()
    pygame.image.save(surface, data, "icon.png")
    return data.getvalue()


def ico(data: bytes) -> bytes:
    """Returns a Windows icon that holds one PNG of 256 pixels (written as 0)."""
    return struct.pack("<3H4B2H2I", 0, 1, 1, 0, 0, 0, 0, 1, 32, len(data), 22) + data


def icns(data: bytes) -> bytes:
    """Returns a macOS icon that holds one PNG of 256 pixels (type ic08)."""
    return b"icns" + struct.pack(">I", len(data) + 16) + b"ic08" + struct.pack(">I", len(data) + 8) + data


if __name__ == "__main__":
    picture = png(icon())
    (ASSETS / "icon.png").write_bytes(picture)
    (ASSETS / "icon.ico").write_bytes(ico(picture))
    (ASSETS / "icon.icns").write_bytes(icns(picture))
