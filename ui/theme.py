"""Colours, fonts and the widgets' theme, read from one file in assets/themes and scaled to the window."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any, Final

import pygame

from ui.assets import ASSETS, MissingAsset, read_asset

THEME_FILE: Final = "themes/dark.json"

# Entries of the widgets' theme that are lengths, given in the file for a scale of 1.
LENGTHS: Final = frozenset(
    (
        "size",
        "shape_corner_radius",
        "text_horiz_alignment_padding",
        "list_item_height",
        "sliding_button_width",
        "rect_width",
        "title_bar_height",
        "text_offset",
    )
)

SMALL, NORMAL, LARGE, TITLE, DISPLAY = 12, 14, 18, 26, 40
"""The five text sizes, for a scale of 1."""


class Theme:
    """Named colours and cached text for one scale; `widgets` is the dictionary pygame_gui takes."""

    def __init__(self, scale: float) -> None:
        """Raises MissingAsset when the theme file cannot be read."""
        try:
            content = json.loads(read_asset(THEME_FILE))
            self.colours = {name: pygame.Color(value) for name, value in content["colours"].items()}
            self.scale = scale
            self.widgets: dict[str, Any] = self._resolved(content["gui"], content["colours"])
        except (ValueError, KeyError) as error:
            raise MissingAsset(ASSETS / THEME_FILE, error) from error
        self._fonts: dict[tuple[int, bool], pygame.Font] = {}
        self.text = lru_cache(maxsize=2048)(self._text)

    def __getitem__(self, name: str) -> pygame.Color:
        return self.colours[name]

    def px(self, length: float) -> int:
        """A length for a scale of 1 in this window's pixels."""
        return round(length * self.scale)

    def font(self, size: int, bold: bool = False) -> pygame.Font:
        """Noto Sans, whose figures are tabular, as pygame_gui bundles it."""
        key = (size, bold)
        if key not in self._fonts:
            name = "NotoSans-Bold.ttf" if bold else "NotoSans-Regular.ttf"
            with resources.as_file(resources.files("pygame_gui.data") / name) as path:
                self._fonts[key] = pygame.Font(path, self.px(size))
        return self._fonts[key]

    def width(self, text: str, size: int, bold: bool = False) -> int:
        return self.font(size, bold).size(text)[0]

    def _text(self, text: str, size: int, colour: str, bold: bool = False) -> pygame.Surface:
        """The text as a surface, in a named colour."""
        return self.font(size, bold).render(text, True, self[colour])

    def ellipsized(self, text: str, size: int, room: int, bold: bool = False) -> str:
        """The text, its end replaced by an ellipsis when it is wider than `room` pixels."""
        if self.width(text, size, bold) <= room:
            return text
        while text and self.width(text + "…", size, bold) > room:
            text = text[:-1]
        return text.rstrip() + "…"

    def _resolved(self, node: Any, colours: dict[str, str], key: str = "") -> Any:
        """The theme with $names replaced by colours and lengths scaled; pygame_gui wants strings."""
        if isinstance(node, dict):
            return {name: self._resolved(child, colours, name) for name, child in node.items()}
        if isinstance(node, str):
            if key == "padding":
                return ",".join(str(self.px(int(part))) for part in node.split(","))
            return colours[node[1:]] if node.startswith("$") else node
        return str(self.px(node)) if key in LENGTHS else str(node)
