"""The window of these tests is SDL's dummy, which needs no screen and no loudspeaker."""

import os

import pygame
import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"


@pytest.fixture(autouse=True)
def _fonts() -> None:
    """For what writes without a window; one that was closed has taken them with it."""
    pygame.font.init()
