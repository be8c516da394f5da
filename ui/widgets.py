"""How the widgets of pygame_gui are made: with one appearance for all, and without threads."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any, Final

import pygame_gui
from pygame import Color, Rect, Surface
from pygame_gui.core import UIAppearanceTheme
from pygame_gui.core.gui_font_pygame import GUIFontPygame
from pygame_gui.core.interfaces.gui_font_interface import IGUIFontInterface
from pygame_gui.core.resource_loaders import IResourceLoader
from pygame_gui.core.utility import FontResource, ImageResource, SurfaceResource

from ui.theme import CHINESE, JAPANESE, LATIN, Face, Theme, can_write, face_for, font_file

# By what pygame_gui calls them: those of letters.
_FACES: Final = {face.name: face for face in (LATIN, JAPANESE, CHINESE)}


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


class AnyScript(GUIFontPygame):
    """A font of a face that has another face write what it lacks: names may be in any script."""

    def __init__(self, face: Face, size: int, bold: bool, language: str) -> None:
        """Han is written as in `language`."""
        super().__init__(io.BytesIO(font_file(face.bold if bold else face.regular)), size)
        self._face = face
        self._language = language
        self._others: dict[Face, GUIFontPygame] = {}

    def _for(self, text: str) -> GUIFontPygame:
        """The first font that has all characters of a text, or else this one."""
        if text.isascii() or can_write(self._face, text):
            return self
        faces = (face_for(text, self._language), CHINESE)
        face = next((face for face in faces if can_write(face, text)), self._face)
        return self if face is self._face else self._other(face)

    def _other(self, face: Face) -> GUIFontPygame:
        if face not in self._others:
            self._others[face] = GUIFontPygame(io.BytesIO(font_file(face.regular)), self.get_point_size())
        return self._others[face]

    def get_rect(self, text: str) -> Rect:
        return GUIFontPygame.get_rect(self._for(text), text)

    def get_metrics(self, text: str) -> Any:
        return GUIFontPygame.get_metrics(self._for(text), text)

    def render_premul(self, text: str, text_color: Color) -> Surface:
        return GUIFontPygame.render_premul(self._for(text), text, text_color)

    def render_premul_to(
        self, text: str, text_colour: Color, surf_size: tuple[int, int], surf_position: tuple[int, int]
    ) -> Surface:
        font = self._for(text)
        return GUIFontPygame.render_premul_to(font, text, text_colour, surf_size, surf_position)


class Appearance(UIAppearanceTheme):
    """What widgets look like; every font but that of signs writes every script."""

    def __init__(self, theme: Theme) -> None:
        self._language = theme.language
        self._fonts: dict[tuple[Face, int, bool], AnyScript] = {}
        super().__init__(DirectLoader(), "en")
        self.load_theme(theme.widgets)

    def get_font(self, combined_element_ids: list[str]) -> IGUIFontInterface:
        info = self.get_font_info(combined_element_ids)
        face = _FACES.get(info["name"])
        if face is None:
            return super().get_font(combined_element_ids)
        key = face, int(info["size"]), bool(info["bold"])
        if key not in self._fonts:
            self._fonts[key] = AnyScript(*key, self._language)
        return self._fonts[key]


@lru_cache(maxsize=1)
def _appearance_of(theme: Theme) -> Appearance:
    """Kept for other sizes of the window: it has pictures of megabytes, and takes most of a frame to make."""
    return Appearance(theme)


class Widgets(pygame_gui.UIManager):
    """The widgets of dialogs, in a window of `size` in pixels."""

    def __init__(self, size: tuple[int, int], theme: Theme, pixels_per_point: float) -> None:
        self._theme = theme
        super().__init__(size, enable_live_theme_updates=False, resource_loader=DirectLoader())
        self.mouse_pos_scale_factor = [pixels_per_point] * 2

    def create_new_theme(self, theme_path: Any = None) -> UIAppearanceTheme:  # noqa: ARG002 - there is one
        return _appearance_of(self._theme)
