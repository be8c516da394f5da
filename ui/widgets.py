"""How the widgets of pygame_gui are made: with one appearance for all, and without threads."""

from __future__ import annotations

from typing import Any

import pygame_gui
from pygame_gui.core import UIAppearanceTheme
from pygame_gui.core.resource_loaders import IResourceLoader
from pygame_gui.core.utility import FontResource, ImageResource, SurfaceResource

from ui.theme import Theme


class DirectLoader(IResourceLoader):
    """Loads each font and picture at once. The loader that pygame_gui has by itself begins five threads for
    every manager, and when one of them cannot be begun the others keep the program from ever ending.
    """

    def started(self) -> bool:
        """Whether it is too late to load anything in the background: always."""
        return True

    def add_resource(self, resource: FontResource | ImageResource | SurfaceResource) -> None:
        raise NotImplementedError("whoever asks `started` before loads it himself")

    def start(self) -> None: ...

    def update(self) -> tuple[bool, float]:
        return True, 1.0


def appearance_of(theme: Theme) -> UIAppearanceTheme:
    """What widgets look like. To make it takes most of a frame, which is why managers share it."""
    made = UIAppearanceTheme(DirectLoader(), "en")
    made.load_theme(theme.widgets)
    return made


class Widgets(pygame_gui.UIManager):
    """Those of a page, or of the dialogs, in a window of `size`, both in pixels."""

    def __init__(self, size: tuple[int, int], appearance: UIAppearanceTheme, pixels_per_point: float) -> None:
        self._appearance = appearance
        super().__init__(size, enable_live_theme_updates=False, resource_loader=DirectLoader())
        self.mouse_pos_scale_factor = [pixels_per_point] * 2

    def create_new_theme(self, theme_path: Any = None) -> UIAppearanceTheme:  # noqa: ARG002 - there is one
        return self._appearance
