"""Colours, fonts and the widgets' theme, read from one file in assets/themes and scaled to the window."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib import resources
from typing import Any, Final, NamedTuple

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
        "open_button_width",
        "sliding_button_width",
        "rect_width",
        "title_bar_height",
        "text_offset",
    )
)

# ... and those that are several, with commas between; of corners the upper left, upper right, lower left and
# lower right.
LISTS_OF_LENGTHS: Final = frozenset(("padding", "shape_corner_radius"))

SMALL, NORMAL, LARGE, TITLE, DISPLAY = 12, 14, 18, 26, 40
"""The five text sizes, for a scale of 1."""


class Face(NamedTuple):
    """A typeface: what pygame_gui calls it, and its files in pygame_gui.data. Its figures are tabular."""

    name: str
    regular: str
    bold: str


LATIN: Final = Face("noto_sans", "NotoSans-Regular.ttf", "NotoSans-Bold.ttf")
"""Cyrillic and Greek, too."""
JAPANESE: Final = Face("noto_sans_jp", "NotoSansJP-Regular.otf", "NotoSansJP-Bold.otf")
CHINESE: Final = Face("noto_sans_sc", "NotoSansSC-Regular.otf", "NotoSansSC-Bold.otf")
KOREAN: Final = Face("noto_sans_kr", "NotoSansKR-Regular.ttf", "NotoSansKR-Bold.ttf")
OF_LANGUAGE: Final = {"ja": JAPANESE, "zh": CHINESE, "ko": KOREAN}
"""By the first letters of a language's code; all others are written with LATIN."""

# Hangul, its letters alone and as syllables; hiragana and katakana; what all three languages share: Han and
# full-width signs.
_HANGUL: Final = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
_KANA: Final = re.compile("[\u3041-\u30ff\u31f0-\u31ff]")
_HAN: Final = re.compile("[\u2e80-\u3040\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")

# Control characters but for the end of a line, signs of no width, and halves of characters.
_UNDRAWABLE: Final = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ud800-\udfff\ufeff]"
)


def face_for(text: str, language: str) -> Face:
    """The face that has the characters of a text; Han is written as in `language`, a code like 'zh_CN'."""
    if _HANGUL.search(text):
        return KOREAN
    if _KANA.search(text):
        return JAPANESE
    if _HAN.search(text):
        return OF_LANGUAGE.get(language[:2], CHINESE)
    return LATIN


def drawable(text: str) -> str:
    """With a question mark for each sign that no font can write: files and errors may have any."""
    return _UNDRAWABLE.sub("?", text)


def _drawn(text: str) -> str:
    """With a minus as wide as a plus: in pygame_gui's Noto Sans that is the en dash."""
    return drawable(text).replace("−", "–")


class Theme:
    """Named colours and cached text for one scale; `widgets` is the dictionary pygame_gui takes."""

    def __init__(self, scale: float, language: str = "en") -> None:
        """Raises MissingAsset when the theme file cannot be read."""
        self.language = language
        try:
            content = json.loads(read_asset(THEME_FILE))
            self.colours = {name: pygame.Color(value) for name, value in content["colours"].items()}
            self.scale = scale
            self.widgets: dict[str, Any] = self._resolved(content["gui"], content["colours"])
        except (ValueError, KeyError) as error:
            raise MissingAsset(ASSETS / THEME_FILE, error) from error
        self._fonts: dict[tuple[Face, int, bool], pygame.Font] = {}
        self.text = lru_cache(maxsize=2048)(self._text)

    def __getitem__(self, name: str) -> pygame.Color:
        return self.colours[name]

    def px(self, length: float) -> int:
        """A length for a scale of 1 in this window's pixels."""
        return round(length * self.scale)

    def font(self, text: str, size: int, bold: bool = False) -> pygame.Font:
        """The font that has the characters of `text`, loaded when it is first needed."""
        face = face_for(text, self.language)
        key = (face, size, bold)
        if key not in self._fonts:
            file = face.bold if bold else face.regular
            with resources.as_file(resources.files("pygame_gui.data") / file) as path:
                self._fonts[key] = pygame.Font(path, self.px(size))
        return self._fonts[key]

    def width(self, text: str, size: int, bold: bool = False) -> int:
        return self.font(text, size, bold).size(_drawn(text))[0]

    def _text(self, text: str, size: int, colour: str, bold: bool = False, room: int = 0) -> pygame.Surface:
        """The text as a surface, in a named colour; with `room` it is wrapped at so many pixels."""
        return self.font(text, size, bold).render(_drawn(text), True, self[colour], wraplength=room)

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
            if key == "font" and node["name"] == LATIN.name:
                node = node | self._widget_font()
            return {name: self._resolved(child, colours, name) for name, child in node.items()}
        if isinstance(node, str):
            if key in LISTS_OF_LENGTHS:
                return ",".join(str(self.px(int(part))) for part in node.split(","))
            return colours[node[1:]] if node.startswith("$") else node
        return str(self.px(node)) if key in LENGTHS else str(node)

    def _widget_font(self) -> dict[str, Any]:
        """What the widgets write with: one face for all of them, that of the language."""
        face = OF_LANGUAGE.get(self.language[:2], LATIN)
        package = "pygame_gui.data"
        return {
            "name": face.name,
            "regular_resource": {"package": package, "resource": face.regular},
            "bold_resource": {"package": package, "resource": face.bold},
        }
